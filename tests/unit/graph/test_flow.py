"""The machine itself: which node follows which, what a retry carries, and what ends a loop. The model is scripted."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from langchain_core.messages import AIMessage, BaseMessage, ToolMessage
from langgraph.graph import END

from graph.artifacts import Found
from graph.build import RECURSION_LIMIT, build_graph, route_analysed, route_checked
from graph.context import Context
from graph.domain import Answer, Failure, Plan, Question
from graph.state import STEP_BUDGET, State

QUESTION = Question(text="What were net sales of Harrowgate Tools in FY2031?")
GOOD = {
    "answer": "Net sales were $1,240 million in FY2031.",
    "value": {"number": 1240, "unit": "USD", "scale": 1000000},
    "numbers_used": [{"label": "Net sales", "number": 1240, "scale": 1000000, "unit": "USD", "citation": 0}],
    "calculation": None,
    "citations": [{"doc": "HARROWGATE_2031_10K", "page": 3, "quote": "Net sales 1,240 1,100 1,000"}],
    "confidence": 0.9,
    "refused": False,
    "refusal_reason": None,
}
Make = Callable[..., Context]
Script = Callable[..., Any]


def calls(*names_and_args: tuple[str, dict[str, Any]], prefix: str = "c") -> AIMessage:
    made = [{"name": n, "args": a, "id": f"{prefix}{i}"} for i, (n, a) in enumerate(names_and_args)]
    return AIMessage(content="", tool_calls=made)


def answer(**changes: Any) -> AIMessage:
    return AIMessage(json.dumps({**GOOD, **changes}))


def run(context: Context, question: Question = QUESTION) -> tuple[list[str], dict[str, Any]]:
    """Names of the nodes that ran, in order, and the final state."""
    nodes: list[str] = []
    state: dict[str, Any] = {}
    for mode, chunk in build_graph().stream({"question": question}, context=context, stream_mode=["updates", "values"]):
        if mode == "updates":
            nodes += chunk
        else:
            state = chunk
    return nodes, state


def test_the_straight_way(make_context: Make, scripted: Script) -> None:
    nodes, state = run(make_context(model=scripted(AIMessage("ready"), answer())))
    assert nodes == ["filter", "retrieve", "analyse", "answer", "check"]
    assert state["answer"].value.number == 1240
    assert state["answer"].citations[0].title == "Harrowgate Tools 10-K FY2031"
    assert state["failures"] == ()


def test_tools_are_called_until_the_model_is_ready(make_context: Make, scripted: Script) -> None:
    model = scripted(
        calls(("calculate", {"expression": "1240 - 1100"}), prefix="a"),
        calls(("get_page", {"doc": "HARROWGATE_2031_10K", "page": 4}), prefix="b"),
        AIMessage("ready"),
        answer(),
    )
    nodes, state = run(make_context(model=model))
    assert nodes == ["filter", "retrieve", "analyse", "tools", "analyse", "tools", "analyse", "answer", "check"]
    results = [m for m in state["messages"] if isinstance(m, ToolMessage)]
    assert "1240 - 1100 = 140" in results[1].content
    assert isinstance(results[2].artifact, Found)


def test_the_answer_step_has_no_tools_and_asks_for_strict_json(make_context: Make, scripted: Script) -> None:
    model = scripted(AIMessage("ready"), answer())
    run(make_context(model=model))
    analysing, answering = model.options
    assert "calculate" in analysing["tools"]
    assert "response_format" not in analysing
    assert "tools" not in answering
    assert answering["response_format"]["json_schema"]["strict"] is True


def test_one_retry_is_told_what_failed(make_context: Make, scripted: Script) -> None:
    wrong = answer(answer="Net sales were $9,999 million in FY2031.", value=None)
    model = scripted(AIMessage("ready"), wrong, AIMessage("ready"), answer())
    nodes, state = run(make_context(model=model))
    assert nodes == ["filter", "retrieve", "analyse", "answer", "check", "analyse", "answer", "check"]
    assert state["answer"].value.number == 1240
    assert "9,999" in str(model.asked[2][1].content)
    assert "rejected" in str(model.asked[3][1].content)


def test_two_failures_end_in_a_refusal_with_the_reason(make_context: Make, scripted: Script) -> None:
    wrong = [answer(answer="Net sales were $9,999 million in FY2031.", value=None) for _ in range(2)]
    nodes, state = run(make_context(model=scripted(AIMessage("ready"), wrong[0], AIMessage("ready"), wrong[1])))
    assert nodes[-2:] == ["check", "refuse"]
    assert nodes.count("answer") == 2
    assert state["answer"].refused
    assert "9,999" in state["answer"].refusal_reason
    assert state["failures"]


@pytest.mark.parametrize(
    "text",
    [
        "I think it was 1,240.",
        "",
        "[]",
        json.dumps({**GOOD, "citations": []}),
        json.dumps({**GOOD, "numbers_used": [{"number": 1, "citation": 7}]}),
        json.dumps({**GOOD, "surprise": 1}),
        json.dumps({**GOOD, "citations": [{"doc": "HARROWGATE_2031_10K", "page": 0, "quote": "Net sales"}]}),
    ],
)
def test_a_reply_that_is_no_answer_counts_as_the_one_retry(text: str, make_context: Make, scripted: Script) -> None:
    nodes, state = run(make_context(model=scripted(AIMessage("ready"), AIMessage(text), AIMessage("ready"), answer())))
    assert nodes.count("answer") == 2
    assert not state["answer"].refused
    nodes, state = run(
        make_context(model=scripted(AIMessage("ready"), AIMessage(text), AIMessage("ready"), AIMessage(text)))
    )
    assert nodes[-1] == "refuse"
    assert "not a valid answer" in state["answer"].refusal_reason


def test_a_repeated_call_ends_the_loop(make_context: Make, scripted: Script) -> None:
    again = ("calculate", {"expression": "1 + 1"})
    model = scripted(calls(again, prefix="a"), calls(again, prefix="b"), answer())
    nodes, _ = run(make_context(model=model))
    assert nodes == ["filter", "retrieve", "analyse", "tools", "analyse", "answer", "check"]


def test_the_step_budget_ends_the_loop(make_context: Make, scripted: Script) -> None:
    steps = [calls(("calculate", {"expression": f"{n} + 1"}), prefix=f"s{n}-") for n in range(STEP_BUDGET + 3)]
    nodes, state = run(make_context(model=scripted(*steps[: STEP_BUDGET + 1], answer())))
    assert nodes.count("tools") == STEP_BUDGET
    assert not state["answer"].refused


def test_the_longest_way_fits_the_recursion_limit(make_context: Make, scripted: Script) -> None:
    steps = [calls(("calculate", {"expression": f"{n} + 1"}), prefix=f"s{n}-") for n in range(STEP_BUDGET)]
    bad = AIMessage("no")
    nodes, state = run(make_context(model=scripted(*steps, AIMessage("ready"), bad, AIMessage("ready"), bad)))
    assert nodes[-1] == "refuse"
    assert len(nodes) < RECURSION_LIMIT
    assert state["answer"].refused


def test_a_turn_runs_at_most_eight_calls(make_context: Make, scripted: Script) -> None:
    many = calls(*[("calculate", {"expression": f"{n} + 1"}) for n in range(50)])
    _, state = run(make_context(model=scripted(many, AIMessage("ready"), answer())))
    assert len([m for m in state["messages"] if isinstance(m, ToolMessage)]) == 1 + 8


def test_a_refusal_of_the_model_passes(make_context: Make, scripted: Script) -> None:
    refusal = answer(refused=True, refusal_reason="FY2040 is not loaded", answer="", citations=[], value=None)
    nodes, state = run(make_context(model=scripted(AIMessage("ready"), refusal)))
    assert nodes[-1] == "check"
    assert state["answer"].refused
    assert state["answer"].refusal_reason == "FY2040 is not loaded"


def test_checks_can_be_switched_off(make_context: Make, scripted: Script) -> None:
    wrong = answer(answer="Net sales were $9,999 million in FY2031.", value=None)
    nodes, state = run(make_context(model=scripted(AIMessage("ready"), wrong), checks=False))
    assert nodes[-1] == "check"
    assert "9,999" in state["answer"].answer


def test_an_answer_out_of_scope_is_not_given(make_context: Make, scripted: Script) -> None:
    question = Question(text=QUESTION.text, docs=("QUARREL_2031_10K",))
    replies = [AIMessage("ready"), answer(), AIMessage("ready"), answer()]
    _, state = run(make_context(Plan(), scripted(*replies)), question)
    assert state["answer"].refused
    assert "not among the filings" in state["answer"].refusal_reason


def test_routes_are_pure() -> None:
    plain = State(question=QUESTION, messages=[AIMessage("ready")])
    assert route_analysed(plain) == "answer"
    assert route_analysed(State(question=QUESTION, messages=[calls(("calculate", {}))])) == "tools"
    assert route_analysed(State(question=QUESTION)) == "answer"
    failed = (Failure(kind="invalid", detail="x"),)
    assert route_checked(State(question=QUESTION, answer=Answer.refusal("x"))) == "done"
    assert route_checked(State(question=QUESTION, failures=failed, attempts=1)) == "analyse"
    assert route_checked(State(question=QUESTION, failures=failed, attempts=2)) == "refuse"


def test_the_graph_is_the_one_of_the_design() -> None:
    drawn = build_graph().get_graph()
    edges = {(e.source, e.target) for e in drawn.edges}
    assert edges == {
        ("__start__", "filter"),
        ("filter", "retrieve"),
        ("retrieve", "analyse"),
        ("analyse", "tools"),
        ("tools", "analyse"),
        ("analyse", "answer"),
        ("answer", "check"),
        ("check", "analyse"),
        ("check", "refuse"),
        ("check", END),
        ("refuse", END),
    }


def messages_of(model: Any, turn: int) -> list[BaseMessage]:
    asked: list[BaseMessage] = model.asked[turn]
    return asked


def test_a_prompt_is_rebuilt_and_not_grown(make_context: Make, scripted: Script) -> None:
    thinking = AIMessage(
        "I am thinking aloud at great length", tool_calls=calls(("calculate", {"expression": "1+1"})).tool_calls
    )
    model = scripted(thinking, AIMessage("ready, and more chatter"), answer())
    run(make_context(model=model))
    last = messages_of(model, 2)
    assert [m.type for m in last] == ["system", "human", "ai", "tool", "ai", "tool"]
    assert not any("chatter" in str(m.content) or "thinking" in str(m.content) for m in last)
