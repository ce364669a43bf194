"""The tool that finds pages."""

from langchain_core.tools import tool
from langgraph.prebuilt import ToolRuntime
from pydantic import BaseModel, Field

from graph.artifacts import Found
from graph.context import Context
from graph.domain import Plan, Question
from graph.state import State
from graph.tools.pages import find_pages
from graph.tools.scope import resolve_doc
from graph.turn import render_evidence


class SearchArgs(BaseModel):
    """What to look for, and where."""

    query: str = Field(
        description="What to look for, in words; name the company and the fiscal year.", max_length=1_000
    )
    doc: str | None = Field(default=None, description="Search only this document.")


@tool(args_schema=SearchArgs, response_format="content_and_artifact")
def search_filings(query: str, runtime: ToolRuntime[Context, State], doc: str | None = None) -> tuple[str, Found]:
    """Search the loaded filings for pages; returns the best pages with their text."""
    state, context = runtime.state, runtime.context
    docs = (resolve_doc(doc, state, context),) if doc else state.question.docs
    question = Question(text=query, docs=docs)
    plan = _with_what_was_asked(context.understand(question, context.filings), state.plan, one_doc=bool(doc))
    found = find_pages(question, plan, context)
    return render_evidence(found.evidence), found


def _with_what_was_asked(plan: Plan, asked: Plan, *, one_doc: bool) -> Plan:
    """A query that names no company or period means those of the question; its scope stays the question's."""
    known: dict[str, object] = {"scope": () if one_doc else asked.scope}
    if not plan.companies and not one_doc:
        known |= {"companies": asked.companies, "candidates": asked.candidates, "confidence": asked.confidence}
    if not plan.periods:
        known["periods"] = asked.periods
    return plan.model_copy(update=known)
