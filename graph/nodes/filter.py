"""Understand the question: companies, periods, forms, and so which filings it is about."""

from typing import TypedDict

from langgraph.runtime import Runtime

from graph.context import Context, scope_of
from graph.domain import Plan
from graph.state import State
from ingestion.domain import Filing


class Filtered(TypedDict):
    """What the filter learned, and what is left to answer from."""

    plan: Plan
    loaded: tuple[Filing, ...]


def filter_filings(state: State, runtime: Runtime[Context]) -> Filtered:
    """Read the question against the catalogue."""
    filings = runtime.context.filings
    plan = runtime.context.understand(state.question, filings)
    scope = scope_of(state.question, plan)
    return {"plan": plan, "loaded": tuple(f for f in filings.filings() if not scope or f.doc in scope)}
