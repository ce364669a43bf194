"""Tools: what they return, what stays inside the question's scope, and errors that come back as text."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
from langchain_core.messages import AIMessage, ToolMessage

from graph.artifacts import Computed, FiguresFound, Found, MetricsComputed
from graph.build import build_graph
from graph.context import Context, scope_of
from graph.domain import Evidence, Plan, Question
from graph.figures import Computation, Incomputable
from graph.tools import make_tools

Make = Callable[..., Context]
Script = Callable[..., Any]
Call = Callable[..., ToolMessage]


@pytest.fixture
def call(make_context: Make, scripted: Script) -> Call:
    """Run one tool call through the graph and give its message."""

    def run(name: str, args: dict[str, Any], docs: tuple[str, ...] = (), plan: Plan | None = None) -> ToolMessage:
        asked = AIMessage(content="", tool_calls=[{"name": name, "args": args, "id": "one"}])
        context = make_context(
            plan, scripted(asked, AIMessage("ready"), AIMessage("no"), AIMessage("ready"), AIMessage(""))
        )
        state = build_graph().invoke({"question": Question(text="What?", docs=docs)}, context=context)
        return next(m for m in state["messages"] if isinstance(m, ToolMessage) and m.tool_call_id == "one")

    return run


def test_every_tool_describes_itself() -> None:
    tools = {tool.name: tool for tool in make_tools()}
    assert list(tools) == [
        "lookup_figures",
        "compute_metric",
        "break_down_figure",
        "search_filings",
        "get_page",
        "calculate",
    ]
    for tool in tools.values():
        schema = tool.tool_call_schema
        assert tool.description
        assert isinstance(schema, type)
        assert "runtime" not in schema.model_fields


def test_calculate(call: Call) -> None:
    message = call("calculate", {"expression": "(1,240 - 1,100) / 1,100 * 100"})
    assert isinstance(message.artifact, Computed)
    assert round(message.artifact.calculation.result, 2) == Decimal("12.73")
    assert message.content.startswith("(1,240 - 1,100) / 1,100 * 100 = 12.72")


@pytest.mark.parametrize("expression", ["9**9**9", "1/0", "__import__('os')", "revenue / 2", ""])
def test_calculate_explains_what_it_cannot_do(expression: str, call: Call) -> None:
    message = call("calculate", {"expression": expression})
    assert message.status == "error"
    assert str(message.content).startswith("Error: ")


def test_get_page(call: Call) -> None:
    message = call("get_page", {"doc": "HARROWGATE_2031_10K", "page": 3})
    assert "Net sales 1,240 1,100 1,000" in message.content
    assert isinstance(message.artifact, Found)
    assert message.artifact.evidence[0].title == "Harrowgate Tools 10-K FY2031"


@pytest.mark.parametrize("page", [0, -1, 10_000])
def test_get_page_beyond_the_document(page: int, call: Call) -> None:
    message = call("get_page", {"doc": "HARROWGATE_2031_10K", "page": page})
    assert (message.status, message.artifact) == ("error", None)
    assert "has pages 1 to 9" in message.content


@pytest.mark.parametrize("doc", ["NOPE_2031_10K", "../../etc/passwd", "", "x" * 5_000])
def test_get_page_of_an_unknown_document(doc: str, call: Call) -> None:
    message = call("get_page", {"doc": doc, "page": 1})
    assert message.status == "error"
    assert "is loaded" in message.content
    assert len(message.content) < 400


def test_tools_stay_within_the_documents_of_the_question(call: Call) -> None:
    inside = ("QUARREL_2031_10K",)
    for name, args in (
        ("get_page", {"doc": "HARROWGATE_2031_10K", "page": 3}),
        ("search_filings", {"query": "net sales", "doc": "HARROWGATE_2031_10K"}),
    ):
        message = call(name, args, docs=inside)
        assert message.status == "error"
        assert "outside this question" in message.content
    searched = call("search_filings", {"query": "net sales of Harrowgate Tools"}, docs=inside)
    assert {e.doc for e in searched.artifact.evidence} == set(inside)
    looked = call(
        "lookup_figures", {"items": ["revenue"], "company": "Harrowgate Tools", "periods": ["FY2031"]}, docs=inside
    )
    assert not looked.artifact.lookup.found
    assert "Not found: Revenue for FY2031" in looked.content


def test_tools_stay_within_the_plan(call: Call) -> None:
    plan = Plan(companies=("Quarrel Foods",), scope=("QUARREL_2031_10K",))
    assert call("get_page", {"doc": "HARROWGATE_2031_10K", "page": 3}, plan=plan).status == "error"


def test_search_of_one_document(call: Call) -> None:
    message = call("search_filings", {"query": "cash", "doc": "HARROWGATE_2030_10K"})
    assert {e.doc for e in message.artifact.evidence} == {"HARROWGATE_2030_10K"}


def test_lookup_gives_page_and_row(call: Call) -> None:
    args = {"items": ["revenue", "Capital expenditures"], "company": "harrowgate", "periods": ["FY2030", "FY2031"]}
    message = call("lookup_figures", args)
    assert isinstance(message.artifact, FiguresFound)
    found = {(f.item, f.period.year): f for f in message.artifact.lookup.found}
    assert found["revenue", 2031].value == 1240
    assert found["capital_expenditures", 2030].value == 77
    assert found["capital_expenditures", 2030].figure.value == -77
    assert found["capital_expenditures", 2030].figure.doc == "HARROWGATE_2031_10K"
    assert "[HARROWGATE_2031_10K page 5]" in message.content


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ({"items": ["unicorns"], "company": "Quarrel Foods", "periods": ["FY2031"]}, "no line item named"),
        (
            {"items": ["revenue"], "company": "Nobody Ltd", "periods": ["FY2031"]},
            "loaded are Harrowgate Tools, Quarrel Foods",
        ),
        ({"items": ["revenue"], "company": "", "periods": ["FY2031"]}, "no single company"),
        ({"items": ["revenue"], "company": "Quarrel Foods", "periods": ["next year"]}, "names no fiscal year"),
        ({"items": [], "company": "Quarrel Foods", "periods": ["FY2031"]}, "items"),
        ({"company": "Quarrel Foods"}, "items"),
    ],
)
def test_lookup_explains_what_it_cannot_do(args: dict[str, Any], said: str, call: Call) -> None:
    message = call("lookup_figures", args)
    assert message.status == "error"
    assert said in message.content


def test_a_metric_with_its_operands(call: Call) -> None:
    message = call("compute_metric", {"metric": "gross_margin", "company": "Harrowgate Tools", "periods": ["2031"]})
    assert isinstance(message.artifact, MetricsComputed)
    (result,) = message.artifact.results
    assert isinstance(result, Computation)
    assert (result.expression, float(result.result)) == ("496 / 1240", 0.4)
    assert [f.figure.page for f in result.operands] == [3, 3]


def test_a_metric_that_cannot_be_computed(call: Call) -> None:
    message = call(
        "compute_metric", {"metric": "gross_margin", "company": "Harrowgate Tools", "periods": ["2020", "2031"]}
    )
    first, second = message.artifact.results
    assert isinstance(first, Incomputable)
    assert isinstance(second, Computation)
    assert "not found: Gross profit for FY2020" in message.content


@pytest.mark.parametrize("metric", ["luck", "gross_margin.mine", "revenue +", "import os", "3 + 4"])
def test_an_unknown_metric(metric: str, call: Call) -> None:
    message = call("compute_metric", {"metric": metric, "company": "Harrowgate Tools", "periods": ["2031"]})
    assert message.status == "error"


def test_an_unknown_tool(call: Call) -> None:
    assert "not a valid tool" in call("browse_web", {"url": "x"}).content


@pytest.mark.parametrize(
    ("docs", "scope", "expected"),
    [
        ((), (), set()),
        (("A",), (), {"A"}),
        ((), ("A", "B"), {"A", "B"}),
        (("A", "B"), ("B", "C"), {"B"}),
        (("A",), ("B",), {"A"}),
    ],
)
def test_scope(docs: tuple[str, ...], scope: tuple[str, ...], expected: set[str]) -> None:
    assert scope_of(Question(text="?", docs=docs), Plan(scope=scope)) == expected


def test_evidence_text_is_what_the_page_says(call: Call) -> None:
    found = call("search_filings", {"query": "Lakeside"}).artifact
    assert all(isinstance(e, Evidence) for e in found.evidence)
    assert any("Veldhaven" in e.text for e in found.evidence)
