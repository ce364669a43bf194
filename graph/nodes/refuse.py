"""Refuse: two drafts failed the check, and an unchecked answer is never given."""

from typing import TypedDict

from graph.domain import Answer
from graph.state import State


class Refused(TypedDict):
    """The refusal that takes the draft's place."""

    answer: Answer


def refuse(state: State) -> Refused:
    """Say what kept failing; the failures stay in the state for the trace."""
    details = "; ".join(f.detail for f in state.failures[:3])
    return {"answer": Answer.refusal(f"No answer could be supported by the loaded filings: {details}")}
