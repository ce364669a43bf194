"""Find pages for the question, logged as the first tool exchange of the loop."""

from typing import TypedDict

from langchain_core.messages import AIMessage, AnyMessage, ToolMessage
from langgraph.runtime import Runtime

from graph.context import Context
from graph.state import State
from graph.tools.pages import find_pages
from graph.tools.search import search_filings
from graph.turn import render_evidence

CALL_ID = "retrieval"


class Retrieved(TypedDict):
    """The search as an exchange: what was asked, and what came back."""

    messages: list[AnyMessage]


def retrieve(state: State, runtime: Runtime[Context]) -> Retrieved:
    """Search with the question itself."""
    found = find_pages(state.question, state.plan, runtime.context)
    name = search_filings.name
    call = AIMessage(
        content="", tool_calls=[{"name": name, "args": {"query": state.question.text[:1_000]}, "id": CALL_ID}]
    )
    result = ToolMessage(render_evidence(found.evidence), name=name, tool_call_id=CALL_ID, artifact=found)
    return {"messages": [call, result]}
