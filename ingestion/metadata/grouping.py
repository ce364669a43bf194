"""Which filings are one company's, by everything that identifies it."""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass

from ingestion.metadata.companies import company_key

_MIN_PREFIX = 3


@dataclass(frozen=True, slots=True)
class Evidence:
    """What identifies a filing's company: `names` from manifest and cover, `written` in the file's name."""

    doc: str
    names: tuple[str, ...]
    written: str | None
    registrant: str | None
    ticker: str | None


def group_companies(filings: Sequence[Evidence]) -> dict[str, frozenset[str]]:
    """For every filing the set of filings of its company.

    The registrant's number and the name decide. Ticker and file name join filings only where registrants do not
    differ: a company and its finance arm share a file name's first word, and a ticker is given out again.
    """
    groups = _Groups(filings)
    for evidence in filings:
        if evidence.registrant:
            groups.join(("registrant", evidence.registrant), evidence.doc)
    for evidence in filings:
        for name in evidence.names:
            groups.join(("name", company_key(name)), evidence.doc)
    for evidence in filings:
        if evidence.ticker:
            groups.join_if_one_registrant(("ticker", evidence.ticker), evidence.doc)
    for evidence in sorted(filings, key=lambda one: one.doc):
        if evidence.written and _fits(evidence):
            groups.join_if_one_registrant(("name", company_key(evidence.written)), evidence.doc)
    return groups.result()


def _fits(evidence: Evidence) -> bool:
    """A file called "report_2031" says nothing about the company; one that begins like its name does."""
    written = company_key(evidence.written or "")
    keys = [company_key(name) for name in evidence.names]
    if not keys:
        return bool(written)
    return len(written) >= _MIN_PREFIX and any(key.startswith(written) or written.startswith(key) for key in keys)


class _Groups:
    """Sets of filings that only grow together."""

    def __init__(self, filings: Iterable[Evidence]) -> None:
        self._members = {evidence.doc: {evidence.doc} for evidence in filings}
        self._registrants = {evidence.doc: evidence.registrant for evidence in filings}
        self._first: dict[Hashable, str] = {}

    def join(self, mark: Hashable, doc: str) -> None:
        """Put `doc` with the filings that bear the same mark."""
        other = self._first.setdefault(mark, doc)
        mine, theirs = self._members[doc], self._members[other]
        if mine is not theirs:
            theirs |= mine
            for member in mine:
                self._members[member] = theirs

    def join_if_one_registrant(self, mark: Hashable, doc: str) -> None:
        """`join`, unless the two groups have different registrants."""
        together = self._members[doc] | self._members[self._first.get(mark, doc)]
        if len({self._registrants[member] for member in together} - {None}) <= 1:
            self.join(mark, doc)

    def result(self) -> dict[str, frozenset[str]]:
        """The set of every filing."""
        frozen: dict[int, frozenset[str]] = defaultdict(frozenset)
        for members in self._members.values():
            frozen[id(members)] = frozenset(members)
        return {doc: frozen[id(members)] for doc, members in self._members.items()}
