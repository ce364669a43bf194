"""Ask the model what else is needed; it calls tools, or says that it is ready."""

from typing import TypedDict

from langchain_core.messages import AIMessage, AnyMessage
from langgraph.runtime import Runtime

from graph.context import Context
from graph.models.calls import ToolCallError, call_model
from graph.state import State
from graph.tools import make_tools
from graph.turn import build_prompt

CALLS_PER_TURN = 8


class Analysed(TypedDict):
    """One model turn, with tool calls or without."""

    messages: list[AnyMessage]


def analyse(state: State, runtime: Runtime[Context]) -> Analysed:
    """One turn of the loop.

    A provider that could not parse the model's own tool call ends the loop: the answer step asks without tools.
    """
    context = runtime.context
    prompt = build_prompt("analyse", state, context.budget)
    try:
        reply = call_model(context.model.bind_tools(make_tools()), prompt)
    except ToolCallError as rejected:
        return {"messages": [AIMessage(content=str(rejected))]}
    return {"messages": [reply.model_copy(update={"tool_calls": reply.tool_calls[:CALLS_PER_TURN]})]}
