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


def resolve_company(name: str, context: Context) -> str:
    """The company as the catalogue spells it: the same name, or the only one that begins with it or holds it."""
    companies = list(dict.fromkeys(f.company for f in context.filings.filings()))
    wanted = name.strip().casefold()
    for fits in (str.__eq__, str.startswith, str.__contains__):
        found = [c for c in companies if wanted and fits(c.casefold(), wanted)]
        if len(found) == 1:
            return found[0]
    raise OutOfScopeError(f"no single company named {name[:80]!r} is loaded; loaded are {', '.join(companies[:60])}")
