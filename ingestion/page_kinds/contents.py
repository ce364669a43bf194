"""Tables of contents: pages that list Items, statements or notes with their page numbers rather than begin them."""

import re
from collections.abc import Sequence

from ingestion.page_kinds.clues import Clues
from ingestion.page_kinds.notes import note_rows

HEADING = re.compile(
    r"^\W*(?:part\s*(?P<part>iv|i{1,3})\b\W*)?i\s?t\s?e\s?m\s*(?P<number>\d{1,2}(?:\.\d\d)?)\s?(?P<letter>[abc](?![a-z]))?"
    r"(?:\W+(?P<title>.*))?$",
    re.IGNORECASE,
)
_PAGE_NUMBER = re.compile(r"(?:.*(?:[^\d.,]|\.\.))?(?:f-)?\d{1,3}(?:[-–]\d{1,3})?(?:,\d{1,3}[-–]\d{1,3})*|n/a|\*+")
_RUNNING = 5  # pages that carry a link to the contents
_EARLY = 8  # pages a long table of contents may run over
_LISTED = 5  # Items or notes on one page that make it a list
_NAMES = ("riskfactors", "legalproceedings", "properties", "management'sdiscussion", "financialstatements", "exhibits")
_NAMED = 4  # of these on one early page of short entries, whatever its heading
_LIST_LINES = 12
_PROSE_LINE = 80  # squashed characters; contents print shorter entries
_ENTRY_NUMBER = 10  # squashed characters; "Item 10." is no sentence
_NOTE_ENTRY = 110  # squashed characters a listed note takes at most


def find_contents(pages: Sequence[Clues]) -> frozenset[int]:
    """Indices of pages that list parts of the filing with their page numbers."""
    found: set[int] = set()
    # Many filings print "Table of Contents", a link, at the head of every page.
    links = sum("tableofcontents" in page.squashed[:3] for page in pages) > _RUNNING
    names = ("indexto",) if links else ("indexto", "tableofcontents")
    for index, page in enumerate(pages):
        indexed = any(line.startswith(names) for line in page.squashed[:8])
        follows = index - 1 in found and index < _EARLY
        named = index < _EARLY and sum(name in page.flat for name in _NAMES) >= _NAMED
        if _lists_items(page) or _lists_notes(page) or ((indexed or follows or named) and _is_list(page)):
            found.add(index)
    return frozenset(found)


def item_rows(page: Clues) -> list[int]:
    """Numbers of the lines that read like an Item's heading."""
    return [n for n, line in enumerate(page.squashed) if "item" in line[:16] and HEADING.match(page.lines[n])]


def _lists_items(page: Clues) -> bool:
    rows = item_rows(page)
    if len(rows) < _LISTED:
        return False
    sentences = sum(line[-1] == "." and line[-2:] != ".." and len(line) > _ENTRY_NUMBER for line in page.squashed)
    return _numbered(page, rows[0]) >= len(rows) * 0.6 and sentences < len(rows) * 0.5


def _lists_notes(page: Clues) -> bool:
    rows = note_rows(page)
    return len(rows) >= _LISTED and len(page.flat) < len(rows) * _NOTE_ENTRY and _numbered(page, 0) >= len(rows) * 0.6


def _is_list(page: Clues) -> bool:
    """Whether most of the page is short entries, a third of its lines ending in a small number."""
    prose = sum(len(line) > _PROSE_LINE for line in page.squashed)
    amounts = sum("$" in line or "%" in line for line in page.squashed)
    lines = len(page.lines)
    return lines >= _LIST_LINES and _numbered(page, 0) >= lines * 0.3 and prose <= lines * 0.25 and amounts < 3


def _numbered(page: Clues, start: int) -> int:
    """How many lines end in a page number."""
    return sum(1 for line in page.squashed[start:] if len(line) < 200 and _PAGE_NUMBER.fullmatch(line))
