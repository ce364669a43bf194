"""Which filings a turn may draw on."""

from graph.context import Context, scope_of
from graph.state import State
from ingestion.domain import Filing


def filings_in_scope(state: State, context: Context) -> list[Filing]:
    """The question's scope, or every loaded filing."""
    scope = scope_of(state.question, state.plan)
    return [f for f in context.filings.filings() if not scope or f.doc in scope]
