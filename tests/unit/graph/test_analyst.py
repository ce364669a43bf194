"""The facade: what it takes, what it gives, its steps, its trace, and many asks at once."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from langchain_core.messages import AIMessage

from graph.analyst import QUESTION_LIMIT, Analyst, Step
from graph.build import build_graph
from graph.context import Context
from graph.domain import Plan, Question, Result
from graph.understanding import Understander
from ingestion.errors import FolioError, InvalidQuestion, ModelError, UnknownFiling

Make = Callable[..., Context]
NET_INCOME = "What was the net income of Harrowgate Tools in FY2031?"


@pytest.fixture
def analyst(make_context: Make) -> Analyst:
    return Analyst(build_graph(), make_context())


def test_a_question_gets_a_checked_answer_and_its_trace(analyst: Analyst) -> None:
    result = analyst.ask(NET_INCOME)
    assert isinstance(result, Result)
    assert result.answer.value is not None
    assert result.answer.value.number == 136
    trace = result.trace
    assert trace.plan.companies == ("Harrowgate Tools",)
    assert [t.node for t in trace.timings] == ["filter", "retrieve", "analyse", "tools", "analyse", "answer", "check"]
    assert all(t.milliseconds > 0 for t in trace.timings)
    assert trace.retrieved[0].doc == "HARROWGATE_2030_10K"
    assert trace.tool_calls == (
        'compute_metric({"metric": "net_income", "company": "Harrowgate Tools", "periods": ["FY2031"]})',
    )
    assert (trace.attempts, trace.failures, trace.tokens_in) == (1, (), 0)


def test_steps_come_before_the_result(analyst: Analyst) -> None:
    *steps, last = analyst.stream(NET_INCOME)
    assert all(isinstance(step, Step) for step in steps)
    assert isinstance(last, Result)
    named = {step.node: step for step in steps if isinstance(step, Step)}
    assert named["filter"].plan is not None
    assert named["filter"].detail == "Harrowgate Tools, FY2031"
    assert named["retrieve"].evidence
    assert "$136 million" in named["answer"].detail
    assert named["check"].detail == "passed"


def test_a_reader_in_no_hurry_does_not_slow_the_nodes(analyst: Analyst) -> None:
    for event in analyst.stream(NET_INCOME):
        if isinstance(event, Result):
            assert max(t.milliseconds for t in event.trace.timings) < 600
        elif event.node == "retrieve":
            time.sleep(0.6)


@pytest.mark.parametrize("text", ["", "   ", "\n\t\u00a0 "])
def test_an_empty_question(text: str, analyst: Analyst) -> None:
    with pytest.raises(InvalidQuestion, match="empty"):
        analyst.ask(text)


def test_a_text_too_long_to_be_a_question(analyst: Analyst) -> None:
    with pytest.raises(InvalidQuestion, match="100,000"):
        analyst.ask("x" * QUESTION_LIMIT)


def test_a_long_question_is_read(analyst: Analyst) -> None:
    question = "Consider this. " * 6_000 + NET_INCOME
    assert len(question) < QUESTION_LIMIT
    assert analyst.ask(question).answer.value is not None


@pytest.mark.parametrize("text", ["?", "營業收入是多少?", "🙂", "' OR 1=1 --", "\x00", "{}", "FY2031", "a" * 5_000])
def test_strange_questions_are_refused_and_not_failed(text: str, shelf, make_context: Make, knowledge) -> None:  # type: ignore[no-untyped-def]
    context = replace(make_context(), understand=Understander(knowledge))
    result = Analyst(build_graph(), context).ask(text)
    assert result.answer.refused or result.answer.citations


def test_documents_are_known_by_name(analyst: Analyst) -> None:
    with pytest.raises(UnknownFiling):
        analyst.ask(Question(text=NET_INCOME, docs=("NOPE",)))


def test_documents_bind_the_answer(analyst: Analyst) -> None:
    result = analyst.ask(Question(text=NET_INCOME, docs=("HARROWGATE_2031_10K",) * 2))
    assert result.question.docs == ("HARROWGATE_2031_10K",)
    assert {e.doc for e in result.trace.retrieved} == {"HARROWGATE_2031_10K"}


def test_errors_are_of_one_tree(analyst: Analyst) -> None:
    with pytest.raises(FolioError):
        analyst.ask("")


def test_failures_and_attempts_are_traced(make_context: Make, scripted: Callable[..., object]) -> None:
    bad = AIMessage('{"answer": "It was 5.", "citations": [{"doc": "X", "page": 1, "quote": "x"}]}')
    model = scripted(AIMessage("ready"), bad, AIMessage("ready"), bad)
    result = Analyst(build_graph(), make_context(Plan(), model)).ask("What was it?")
    assert result.answer.refused
    assert result.trace.attempts == 2
    assert {f.kind for f in result.trace.failures} >= {"quote_not_on_page"}


def test_a_model_that_cannot_be_asked(make_context: Make, scripted: Callable[..., object]) -> None:
    context = make_context(Plan(), scripted(ConnectionError("down"), *[ConnectionError("down")] * 3))
    with pytest.raises(ModelError, match="cannot be reached"):
        Analyst(build_graph(), context).ask("What was it?")


def test_many_at_once(analyst: Analyst) -> None:
    questions = [
        f"What was {item} of Harrowgate Tools in FY2031?" for item in ("net income", "revenue", "gross profit")
    ]
    expected = [analyst.ask(q).answer for q in questions]
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda q: analyst.ask(q).answer, questions * 8))
    assert answers == expected * 8
