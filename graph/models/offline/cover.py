"""Securities registered under Section 12(b), as the cover page of a report lists them: title, symbol, exchange."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from graph.domain import Answer, Evidence
from graph.models.offline.drafting import Draft
from graph.models.offline.reading import Desk
from graph.models.offline.request import Request

TOPIC = "registered_securities"
"""Key of the topic in topics.toml."""
COVER_PAGES = 3
"""A long list runs over to the pages after the cover."""

_BEGINS = re.compile(r"registered\s+pursuant\s+to\s+section\s+12\(b\)\s+of\s+the\s+act:?", re.IGNORECASE)
_ENDS = re.compile(r"12\(g\)|indicate\s+by\s+check\s*mark", re.IGNORECASE)
_EXCHANGE = re.compile(r"\b(?:exchange|nasdaq|nyse|market)\b", re.IGNORECASE)
_DEBT = re.compile(r"\b(?:notes?|debentures?|bonds?|debt securities)\b", re.IGNORECASE)
_ASKS_DEBT = re.compile(r"\b(?:debt|notes|bonds|debentures)\b", re.IGNORECASE)
_HEAD = re.compile(
    r"title\s+of\s+each|trading\s+symbol|name\s+of\s+each|^\(?s\)?$|^(?:on\s+which\s+)?registered$", re.IGNORECASE
)
_ROW = re.compile(
    r"(.+?)\s+([A-Z]{1,5}(?:[ /.]?\d{1,3}[A-Z]{0,2})?)\s+((?:The\s+)?(?:New York|Nasdaq|NASDAQ|NYSE|Chicago|Long)\b.*)"
)
"""A line that holds title, symbol and exchange."""


@dataclass(frozen=True, slots=True)
class Security:
    """A line of the list; `quote` is how it stands on the page."""

    title: str
    symbol: str
    exchange: str
    quote: str

    @property
    def is_debt(self) -> bool:
        """Whether it is borrowed money and no share."""
        return bool(_DEBT.search(self.title))


Placed = tuple[Security, Evidence]
"""A security and the page that lists it."""


def answer_registered(desk: Desk, request: Request) -> Answer | None:
    """Which securities, or debt securities, a company has registered; None without a cover page that lists them."""
    if TOPIC not in desk.turn.plan.topics:
        return None
    pages = {e.page: e for e in desk.evidence if e.doc == desk.evidence[0].doc and e.page <= COVER_PAGES}
    listed = [(s, pages[number]) for number in sorted(pages) for s in read_securities(pages[number].text)]
    if not listed:
        return None
    wants_debt = bool(_ASKS_DEBT.search(request.clause))
    wanted = [(s, page) for s, page in listed if s.is_debt or not wants_debt]
    company = desk.companies[0] if desk.companies else desk.evidence[0].title
    return _told(company, wanted, listed, "debt securities" if wants_debt else "securities")


def read_securities(text: str) -> Iterator[Security]:
    """The list on a cover page, in its order: groups of lines that end with the name of an exchange."""
    begins = _BEGINS.search(text)
    if begins is None:
        return
    ends = _ENDS.search(text, begins.end())
    group: list[str] = []
    for line in text[begins.end() : ends.start() if ends else None].splitlines():
        words = " ".join(line.split())
        if not words or _HEAD.search(words):
            group = [] if words else group
            continue
        row = _ROW.fullmatch(words)
        if row and not group:
            yield Security(row[1], row[2], row[3], words)
            continue
        group.append(words)
        if _EXCHANGE.search(words) and len(group) > 1:
            *title, symbol = group[:-1] if len(group) > 2 else (group[0], "")
            yield Security(" ".join(title), symbol, words, " ".join(group))
            group = []


def _told(company: str, wanted: list[Placed], listed: list[Placed], what: str) -> Answer:
    draft = Draft(sure=0.9)
    for security, page in wanted or listed:
        draft.cite(page.doc, page.page, security.quote)
    titles = [f"{s.title} ({s.symbol})" if s.symbol else s.title for s, _ in wanted or listed]
    if not wanted:
        return draft.answer(f"None: {company} has no {what} registered, only {'; '.join(titles)}.")
    return draft.answer(f"{company} has these {what} registered on an exchange: {'; '.join(titles)}.")
