"""Understand the question: companies, periods, forms, and so which filings it is about."""

from typing import TypedDict

from langgraph.runtime import Runtime

from graph.context import Context
from graph.domain import Plan
from graph.state import State


class Filtered(TypedDict):
    """What the filter learned."""

    plan: Plan


def filter_filings(state: State, runtime: Runtime[Context]) -> Filtered:
    """Read the question against the catalogue."""
    return {"plan": runtime.context.understand(state.question, runtime.context.filings)}
