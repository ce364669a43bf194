"""Which line item, and which company, a caller of the figures means."""

from collections.abc import Sequence

from graph.knowledge import Knowledge
from ingestion.domain import Filing
from ingestion.errors import NotFound


class UnknownItemError(NotFound):
    """No line item goes by this key or name."""


class UnknownCompanyError(NotFound):
    """No single loaded company goes by this name."""


def item_named(name: str, knowledge: Knowledge) -> str:
    """The key of a line item, by key or by a name questions use. Raises UnknownItemError."""
    items = knowledge.items
    wanted = name.strip().casefold()
    key = wanted.replace(" ", "_")
    if key in items:
        return key
    named = [i.key for i in items.values() if wanted in {n.casefold() for n in i.names}]
    if not named:
        raise UnknownItemError(f"no line item named {name[:80]!r}; known are {', '.join(items)}")
    return named[0]


def company_named(name: str, filings: Sequence[Filing]) -> str:
    """The company as the catalogue spells it: the same name, or the only one that begins with it or holds it.

    Raises UnknownCompanyError, which names those loaded.
    """
    companies = list(dict.fromkeys(f.company for f in filings))
    wanted = name.strip().casefold()
    for fits in (str.__eq__, str.startswith, str.__contains__):
        found = [c for c in companies if wanted and fits(c.casefold(), wanted)]
        if len(found) == 1:
            return found[0]
    loaded = ", ".join(companies[:60]) or "none"
    raise UnknownCompanyError(f"no single company named {name[:80]!r} is loaded; loaded are {loaded}")
