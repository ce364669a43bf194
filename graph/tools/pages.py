"""Pages as evidence: found by search or opened by number."""

from langchain_core.tools import tool
from langgraph.prebuilt import ToolRuntime
from pydantic import BaseModel, Field

from graph.artifacts import Found
from graph.context import Context
from graph.domain import Evidence, Plan, Question
from graph.state import State
from graph.tools.scope import resolve_doc
from graph.turn import render_evidence


class PageArgs(BaseModel):
    """Which page."""

    doc: str = Field(description="The document, as shown with the evidence.")
    page: int = Field(description="The page, counted from 1.")


@tool(args_schema=PageArgs, response_format="content_and_artifact")
def get_page(doc: str, page: int, runtime: ToolRuntime[Context, State]) -> tuple[str, Found]:
    """Read one page of a filing in full."""
    context = runtime.context
    doc = resolve_doc(doc, runtime.state, context)
    opened = context.filings.page(doc, page)
    evidence = Evidence(
        doc=doc,
        page=page,
        score=1.0,
        text=opened.text,
        kind=opened.kind,
        section=opened.section,
        title=context.filings.filing(doc).title,
    )
    return render_evidence((evidence,)), Found((evidence,))


def find_pages(question: Question, plan: Plan, context: Context) -> Found:
    """The best pages for a question."""
    return Found(tuple(context.retriever.retrieve(question, plan, context.budget.pages)))
