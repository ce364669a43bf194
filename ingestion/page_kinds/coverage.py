"""How often each primary statement of a filing is found exactly once: a measure that needs no labels."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ingestion.domain import Page, PageKind
from ingestion.page_kinds.clues import read_clues
from ingestion.page_kinds.rules import load_rules
from ingestion.page_kinds.titles import anchor_share

_MEASURED = (PageKind.BALANCE_SHEET, PageKind.INCOME_STATEMENT, PageKind.CASH_FLOW)


@dataclass(frozen=True)
class StatementShare:
    """Of `filings` reports, how many have the statement once, as one run of pages that hold all of it.

    `exceptions` names the others, each with the pages found.
    """

    kind: PageKind
    filings: int
    exceptions: tuple[tuple[str, tuple[int, ...]], ...]

    @property
    def share(self) -> float:
        """Between 0 and 1; 1 of no filings."""
        return 1.0 - len(self.exceptions) / self.filings if self.filings else 1.0


def statement_shares(filings: Iterable[Sequence[Page]]) -> list[StatementShare]:
    """Shares for classified pages of annual and quarterly reports, one sequence of pages a filing, in order."""
    exceptions: dict[PageKind, list[tuple[str, tuple[int, ...]]]] = {kind: [] for kind in _MEASURED}
    count = 0
    for pages in filings:
        count += 1
        for kind in _MEASURED:
            found = [page for page in pages if page.kind is kind]
            if not _is_whole(kind, found):
                exceptions[kind].append((pages[0].doc if pages else "", tuple(page.number for page in found)))
    return [StatementShare(kind, count, tuple(exceptions[kind])) for kind in _MEASURED]


def _is_whole(kind: PageKind, pages: Sequence[Page]) -> bool:
    if not pages or pages[-1].number - pages[0].number != len(pages) - 1:
        return False
    text = "".join(clues.flat for clues in read_clues(pages))
    return anchor_share(load_rules().statements[kind].whole, text) == 1.0
