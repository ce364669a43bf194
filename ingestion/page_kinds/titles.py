"""Titles of statements and the rows they are known by, on one page."""

from dataclasses import dataclass

from ingestion.domain import PageKind
from ingestion.page_kinds.clues import HEAD_LINES, Clues, is_heading
from ingestion.page_kinds.rules import STATEMENTS, Rows, Rules

TABLE = 0.25  # share of numbers among the words of a page that is a table of figures
_TITLE_LENGTH = 160
_LAST_LINES = 8
_BARE_PAGE = 300  # a page with less text than this holds a title and no table
_KEYWORDS = (
    "statement",
    "balancesheet",
    "cashflow",
    "financialposition",
    "financialcondition",
    "resultsofoperations",
    "earnings",
    "equity",
    "comprehensiveincome",
    "profitandloss",
)


@dataclass(frozen=True)
class Title:
    """A statement's title: its line number, and whether it says consolidated."""

    line: int
    consolidated: bool


def anchor_share(rows: Rows, flat: str) -> float:
    """The share of rows, 0 to 1, of which any alternative stands in the text."""
    return sum(any(text in flat for text in row) for row in rows) / len(rows)


def find_titles(page: Clues, rules: Rules, *, anywhere: bool = False) -> dict[PageKind, Title]:
    """Statements whose title stands on the page as a line, or two: in its first lines, or failing that its last.

    Some files give the text of a page's heading after that of the table below it. `anywhere` looks at all lines.
    """
    if anywhere:
        return _titles_in(page, range(len(page.lines)), rules)
    found = _titles_in(page, range(min(HEAD_LINES, len(page.lines))), rules)
    if found or page.number_share < TABLE:
        return found
    return _titles_in(page, range(max(HEAD_LINES, len(page.lines) - _LAST_LINES), len(page.lines)), rules)


def _titles_in(page: Clues, span: range, rules: Rules) -> dict[PageKind, Title]:
    found: dict[PageKind, Title] = {}
    for number in span:
        line = page.squashed[number]
        if len(line) > _TITLE_LENGTH or not _has_keyword(line) or not is_heading(page.lines[number]):
            continue
        after = page.squashed[number + 1] if number + 1 < span.stop else ""
        for text in (line, line + after):
            kind = _title_kind(text, rules)
            if kind is not None:
                found.setdefault(kind, Title(number, "consolidated" in text))
                break
    return found


def _has_keyword(text: str) -> bool:
    return any(word in text for word in _KEYWORDS)


def _title_kind(text: str, rules: Rules) -> PageKind | None:
    if len(text) > _TITLE_LENGTH:
        return None
    return next((kind for kind in STATEMENTS if rules.statements[kind].title.fullmatch(text)), None)


def is_bare(page: Clues) -> bool:
    """Whether a page holds a title or a few last rows and no more."""
    return len(page.flat) < _BARE_PAGE


def begins_notes(page: Clues, rules: Rules) -> bool:
    """Whether the heading of the notes stands at the top of the page."""
    return any(rules.marks.notes_heading.fullmatch(line) for line in page.squashed[:6])
