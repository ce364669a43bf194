"""The borders a tool keeps: a document must be loaded, and within the question's scope."""

from graph.context import Context, scope_of
from graph.state import State
from ingestion.errors import FolioError


class OutOfScopeError(FolioError):
    """A tool was asked for a document the question does not cover."""


def resolve_doc(name: str, state: State, context: Context) -> str:
    """The document's own name. Raises UnknownFiling or OutOfScopeError, which the tool node turns into text."""
    doc = context.filings.filing(name).doc
    scope = scope_of(state.question, state.plan)
    if scope and doc not in scope:
        raise OutOfScopeError(f"{doc} is outside this question; it covers {', '.join(sorted(scope)[:20])}")
    return doc
