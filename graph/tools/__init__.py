"""Tools of the analyst: each a function with its own argument model; errors come back as text, not as exceptions."""

from langchain_core.tools import BaseTool
from langgraph.prebuilt import ToolNode
from langgraph.prebuilt.tool_node import ToolInvocationError

from graph.tools.calculate import calculate
from graph.tools.figures import break_down_figure, compute_metric, lookup_figures
from graph.tools.pages import get_page
from graph.tools.search import search_filings
from ingestion.errors import FolioError


def make_tools() -> list[BaseTool]:
    """Every tool, in the order a model sees them."""
    return [lookup_figures, compute_metric, break_down_figure, search_filings, get_page, calculate]


def make_tool_node() -> ToolNode:
    """The graph node that runs the pending calls of the last message."""
    return ToolNode(make_tools(), handle_tool_errors=_explain)


def _explain(error: FolioError | ToolInvocationError) -> str:
    return f"Error: {error}"
