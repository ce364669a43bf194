"""What a question carries through the graph: few keys, each typed and documented."""

from dataclasses import dataclass, field
from typing import Annotated

from langchain_core.messages import AIMessage, AnyMessage, ToolCall, ToolMessage
from langgraph.graph.message import add_messages

from graph.domain import Answer, Failure, Plan, Question
from ingestion.domain import Filing

STEP_BUDGET = 6
"""Turns with tool calls a question may take, over both attempts."""

MAX_ATTEMPTS = 2
"""Drafts a question may take: the first, and one retry that carries what failed."""


@dataclass(kw_only=True)
class Input:
    """What the caller gives."""

    question: Question


@dataclass(kw_only=True)
class State(Input):
    """What the nodes read and write."""

    plan: Plan = field(default_factory=Plan)
    """What the filter understood of the question."""

    loaded: tuple[Filing, ...] = ()
    """The filings the question may be answered from, as they were when it was asked."""

    messages: Annotated[list[AnyMessage], add_messages] = field(default_factory=list)
    """Model turns and tool results in order, a log: prompts are rebuilt from it, not grown by it. Tool messages carry
    their structured result in `artifact` (see graph.artifacts). The first pair is the retrieval itself."""

    answer: Answer | None = None
    """The latest draft; the final answer or refusal once the graph ends. None where a draft could not be read."""

    failures: tuple[Failure, ...] = ()
    """What the check found wrong with the latest draft; the retry is told."""

    attempts: int = 0
    """Drafts made so far."""


Exchange = tuple[AIMessage, list[ToolMessage]]


def exchanges(messages: list[AnyMessage]) -> list[Exchange]:
    """Model turns whose tool calls were answered, each with the results; unanswered calls are left out."""
    results = {m.tool_call_id: m for m in messages if isinstance(m, ToolMessage)}
    pairs: list[Exchange] = []
    for message in messages:
        if isinstance(message, AIMessage):
            answered = [call for call in message.tool_calls if call["id"] in results]
            if answered:
                turn = AIMessage(content="", tool_calls=answered, id=message.id)
                pairs.append((turn, [results[call["id"] or ""] for call in answered]))
    return pairs


def steps_taken(messages: list[AnyMessage]) -> int:
    """Answered turns, the retrieval that opens every question not counted."""
    return max(0, len(exchanges(messages)) - 1)


def pending_calls(messages: list[AnyMessage]) -> list[ToolCall]:
    """Tool calls of the last message, if it is a model turn."""
    last = messages[-1] if messages else None
    return last.tool_calls if isinstance(last, AIMessage) else []


def is_repeated(messages: list[AnyMessage]) -> bool:
    """Whether every pending call was already answered: the loop turns in a circle."""
    asked = [(call["name"], call["args"]) for turn, _ in exchanges(messages) for call in turn.tool_calls]
    pending = pending_calls(messages)
    return bool(pending) and all((call["name"], call["args"]) in asked for call in pending)
