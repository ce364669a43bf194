"""The graph, at a glance:

filter -> retrieve -> analyse <-> tools
                         |
                         v
                       answer -> check -> done
                         ^          |-> once more, told what failed (analyse)
                                    |-> refuse
"""

from typing import Literal

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from graph.context import Context
from graph.nodes import analyse, answer, check, filter_filings, refuse, retrieve
from graph.state import MAX_ATTEMPTS, STEP_BUDGET, Input, State, is_repeated, pending_calls, steps_taken
from graph.tools import make_tool_node

RECURSION_LIMIT = 24
"""Room for filter, retrieve, six tool turns, two drafts with their checks, and a refusal (21), and no more."""

Graph = CompiledStateGraph[State, Context, Input, State]


def route_analysed(state: State) -> Literal["tools", "answer"]:
    """On to the tools while there are new calls and steps left."""
    if not pending_calls(state.messages) or is_repeated(state.messages):
        return "answer"
    return "tools" if steps_taken(state.messages) < STEP_BUDGET else "answer"


def route_checked(state: State) -> Literal["done", "analyse", "refuse"]:
    """Done when the draft stands; otherwise one retry, then a refusal."""
    if not state.failures:
        return "done"
    return "analyse" if state.attempts < MAX_ATTEMPTS else "refuse"


def build_graph() -> Graph:
    """Compile the graph; what it works with comes at each run, as its context."""
    builder = StateGraph(State, context_schema=Context, input_schema=Input)
    builder.add_node("filter", filter_filings)
    builder.add_node("retrieve", retrieve)
    builder.add_node("analyse", analyse)
    builder.add_node("tools", make_tool_node())
    builder.add_node("answer", answer)
    builder.add_node("check", check)
    builder.add_node("refuse", refuse)

    builder.add_edge(START, "filter")
    builder.add_edge("filter", "retrieve")
    builder.add_edge("retrieve", "analyse")
    builder.add_conditional_edges("analyse", route_analysed)
    builder.add_edge("tools", "analyse")
    builder.add_edge("answer", "check")
    builder.add_conditional_edges("check", route_checked, {"done": END, "analyse": "analyse", "refuse": "refuse"})
    builder.add_edge("refuse", END)
    return builder.compile(name="folio").with_config(recursion_limit=RECURSION_LIMIT)
