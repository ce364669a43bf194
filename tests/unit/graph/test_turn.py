"""Prompts: rebuilt from what is known, inside the token budget, structured results beside the text."""

from langchain_core.messages import AIMessage, AnyMessage, ToolMessage

from graph.artifacts import Computed, Found, evidence_of
from graph.context import Budget
from graph.domain import Calculation, Evidence, Failure, Period, Plan, Question
from graph.prompts import load_prompt, prompt_hashes
from graph.state import State, exchanges, is_repeated, steps_taken
from graph.turn import TurnMessage, build_prompt, describe_filings, estimate_tokens
from ingestion.domain import Filing, Form

QUESTION = Question(text="What was net income?")


def piece(page: int, text: str, doc: str = "ACME_2031_10K") -> Evidence:
    return Evidence(doc=doc, page=page, score=1.0, text=text, title="Acme 10-K FY2031")


def searched(call_id: str, *evidence: Evidence) -> list[AnyMessage]:
    call = {"name": "search_filings", "args": {"query": call_id}, "id": call_id}
    return [
        AIMessage(content="", tool_calls=[call]),
        ToolMessage("raw", tool_call_id=call_id, artifact=Found(evidence)),
    ]


def total(prompt: list[AnyMessage]) -> int:
    return sum(estimate_tokens(str(m.content)) for m in prompt)


def test_the_budget_holds_whatever_was_found() -> None:
    pages = [piece(n, f"page {n} " + "figures 1,234 " * 2_000) for n in range(1, 31)]
    state = State(question=QUESTION, messages=searched("a", *pages) + searched("b", *pages[::-1]))
    for task in ("analyse", "answer"):
        prompt = build_prompt(task, state, Budget(prompt_tokens=6_500))  # type: ignore[arg-type]
        assert total(prompt) <= 6_500
        assert total(prompt) > 4_000


def test_small_budgets_keep_the_question() -> None:
    state = State(question=QUESTION, messages=searched("a", piece(1, "text " * 5_000)))
    prompt = build_prompt("answer", state, Budget(prompt_tokens=1_500))
    assert "What was net income?" in prompt[1].content
    assert total(prompt) <= 1_600


def test_the_newest_search_and_its_best_pages_come_first() -> None:
    old = [piece(n, f"old {n} " + "x" * 20_000) for n in range(1, 6)]
    new = [piece(n, f"new {n} " + "y" * 20_000) for n in range(11, 16)]
    state = State(question=QUESTION, messages=searched("a", *old) + searched("b", *new))
    *_, first, _, second = build_prompt("answer", state, Budget(prompt_tokens=6_500))
    assert "new 11" in second.content
    assert "old 5" not in first.content
    assert "page 5] Acme 10-K FY2031" in first.content
    assert "text left out; get_page shows it" in first.content


def test_a_page_is_shown_once() -> None:
    page = piece(7, "The only page.")
    state = State(question=QUESTION, messages=searched("a", page) + searched("b", page))
    prompt = build_prompt("answer", state, Budget())
    assert sum("The only page." in str(m.content) for m in prompt) == 1


def test_structured_results_stay_beside_the_text() -> None:
    calculation = Calculation(expression="1 + 1", result=2)
    call = {"name": "calculate", "args": {"expression": "1 + 1"}, "id": "k"}
    state = State(
        question=QUESTION,
        plan=Plan(companies=("Acme",), periods=(Period(year=2031, as_printed="FY31"),)),
        failures=(Failure(kind="invalid", detail="no JSON"),),
        messages=[
            *searched("a", piece(3, "text")),
            AIMessage(content="", tool_calls=[call]),
            ToolMessage("1 + 1 = 2", tool_call_id="k", artifact=Computed(calculation)),
        ],
    )
    prompt = build_prompt("analyse", state, Budget())
    turn = prompt[1]
    assert isinstance(turn, TurnMessage)
    assert (turn.turn.plan.companies, turn.turn.steps_left) == (("Acme",), 5)
    assert "FY31" in turn.content
    assert "no JSON" in turn.content
    assert evidence_of(prompt) == (piece(3, "text"),)
    assert prompt[-1].content == "1 + 1 = 2"


def test_unanswered_calls_are_left_out() -> None:
    pending = AIMessage(content="", tool_calls=[{"name": "calculate", "args": {}, "id": "open"}])
    messages: list[AnyMessage] = [*searched("a", piece(1, "t")), pending]
    assert len(exchanges(messages)) == 1
    assert steps_taken(messages) == 0
    prompt = build_prompt("answer", State(question=QUESTION, messages=messages), Budget())
    assert all(not isinstance(m, AIMessage) or m.tool_calls[0]["id"] == "a" for m in prompt)


def test_only_new_calls_are_no_repetition() -> None:
    messages = searched("a", piece(1, "t"))
    same = {"name": "search_filings", "args": {"query": "a"}, "id": "z"}
    other = {"name": "search_filings", "args": {"query": "other"}, "id": "y"}
    assert is_repeated([*messages, AIMessage(content="", tool_calls=[same])])
    assert not is_repeated([*messages, AIMessage(content="", tool_calls=[same, other])])
    assert not is_repeated(messages)


def test_long_lists_of_filings_say_so() -> None:
    many = [Filing(f"D{n}", "Acme", Form.TEN_K, 2000 + n, "", 1, "") for n in range(60)]
    text = describe_filings(many)
    assert text.endswith("and 20 more")
    assert describe_filings([]) == "none"


def test_prompts_are_files_with_hashes() -> None:
    assert set(prompt_hashes()) == {"analyse", "answer"}
    assert all(len(digest) == 12 for digest in prompt_hashes().values())
    assert "JSON" in load_prompt("answer")
