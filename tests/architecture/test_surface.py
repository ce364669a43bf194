"""The surface others build on: changing it is a decision, not an accident."""

import inspect

from graph.analyst import Analyst, Step, make_context, open_analyst
from graph.domain import Answer, Citation, Evidence, Plan, Question, Result, Trace, Value
from graph.settings import GraphSettings
from graph.tools import make_tools


def test_the_facade() -> None:
    assert [n for n in vars(Analyst) if not n.startswith("_")] == ["ask", "stream"]
    assert list(inspect.signature(Analyst.ask).parameters) == ["self", "question"]
    assert list(inspect.signature(open_analyst).parameters) == ["settings", "ingestion"]
    assert list(inspect.signature(make_context).parameters) == ["library", "settings"]


def test_the_answer() -> None:
    assert set(Answer.model_fields) == {
        "answer", "value", "numbers_used", "calculation", "citations", "confidence", "refused", "refusal_reason",
    }  # fmt: skip
    assert set(Value.model_fields) == {"number", "unit", "scale"}
    assert {"doc", "page", "quote"} <= set(Citation.model_fields)


def test_what_travels_with_an_answer() -> None:
    assert set(Result.model_fields) == {"question", "answer", "trace"}
    assert {"plan", "retrieved", "failures", "timings", "tool_calls", "tokens_in", "tokens_out", "attempts"} <= set(
        Trace.model_fields
    )
    assert {"node", "milliseconds", "detail", "plan", "evidence"} == set(Step.model_fields)
    assert set(Question.model_fields) == {"text", "docs"}
    assert {"doc", "page", "score", "text"} <= set(Evidence.model_fields)
    assert {"companies", "unknown_companies", "periods", "missing_years", "scope", "confidence"} <= set(
        Plan.model_fields
    )


def test_the_settings() -> None:
    names = {field.alias for field in GraphSettings.model_fields.values()}
    assert {"MODEL", "GROQ_API_KEY", "GROQ_BASE_URL"} <= names
    assert GraphSettings.model_fields["model"].default == "offline"


def test_the_tools() -> None:
    arguments = {tool.name: sorted(tool.tool_call_schema.model_json_schema()["properties"]) for tool in make_tools()}
    assert arguments == {
        "lookup_figures": ["company", "form", "items", "periods"],
        "compute_metric": ["company", "metric", "periods"],
        "break_down_figure": ["by", "company", "item", "period"],
        "search_filings": ["doc", "query"],
        "get_page": ["doc", "page"],
        "calculate": ["expression"],
    }
