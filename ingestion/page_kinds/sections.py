"""The Items of a filing: where each begins, found from heading lines and never from the table of contents."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ingestion.domain import Form, PageKind
from ingestion.page_kinds.clues import Clues
from ingestion.page_kinds.rules import ItemRule, Rules

_HEADING = re.compile(
    r"^\W*(?:part\s*(?P<part>iv|i{1,3})\b\W*)?i\s?t\s?e\s?m\s*(?P<number>\d{1,2}(?:\.\d\d)?)\s?(?P<letter>[abc](?![a-z]))?"
    r"(?:\W+(?P<title>.*))?$",
    re.IGNORECASE,
)
_SPACE = re.compile(r"\s+")


@dataclass(frozen=True)
class Section:
    """The part of the filing a page lies in."""

    name: str
    kind: PageKind
    confidence: float


@dataclass(frozen=True)
class _Start:
    index: int
    line: int
    item: ItemRule
    weight: float


def find_contents(pages: Sequence[Clues]) -> frozenset[int]:
    """Indices of pages that list Items with their page numbers rather than begin them."""
    found = set()
    for index, page in enumerate(pages):
        rows = [n for n, line in enumerate(page.squashed) if line.startswith("item") and _HEADING.match(page.lines[n])]
        if len(rows) < 5:
            continue
        between = sum(len(line) for line in page.squashed[rows[0] : rows[-1]])
        if between / len(rows) < 220:
            found.add(index)
    return frozenset(found)


def find_sections(pages: Sequence[Clues], form: Form, contents: frozenset[int], rules: Rules) -> dict[int, Section]:
    """The section of each page, by index; pages before the first heading have none."""
    if form in (Form.EIGHT_K, Form.EARNINGS):
        return _event_sections(pages, rules)
    items = rules.items.get(form, ())
    starts = _chain(_starts(pages, items, contents))
    found: dict[int, Section] = {}
    for position, start in enumerate(starts):
        end = starts[position + 1].index if position + 1 < len(starts) else len(pages) - 1
        for index in range(start.index, end + 1):
            found[index] = Section(start.item.section, start.item.kind, 0.8)
    return found


def _starts(pages: Sequence[Clues], items: Sequence[ItemRule], contents: frozenset[int]) -> list[_Start]:
    found = []
    for index, page in enumerate(pages):
        if index in contents:
            continue
        for number, line in enumerate(page.squashed):
            if len(line) > 160:
                continue
            if "item" in line[:12]:
                found += _numbered(index, page, number, items)
            elif len(line) < 120 and not page.lines[number][0].islower():
                found += [_Start(index, number, i, 0.5) for i in items if i.alone and i.alone.fullmatch(line)]
    return found


def _numbered(index: int, page: Clues, number: int, items: Sequence[ItemRule]) -> list[_Start]:
    match = _HEADING.match(page.lines[number])
    if not match:
        return []
    key = match["number"] + (match["letter"] or "").upper()
    title = _SPACE.sub("", match["title"] or "").lower()
    if not title:
        title = "".join(page.squashed[number + 1 : number + 3])
    return [_Start(index, number, i, 1.0) for i in items if i.number == key and i.match.match(title)]


def _chain(starts: Sequence[_Start]) -> list[_Start]:
    """The heaviest run of headings whose Items never go back."""
    best: list[tuple[float, int]] = []
    for position, start in enumerate(starts):
        weight, previous = start.weight, -1
        for earlier in range(position):
            other = starts[earlier]
            if other.item.order <= start.item.order:
                gain = best[earlier][0] + (start.weight if other.item is not start.item else 0.05)
                if gain > weight:
                    weight, previous = gain, earlier
        best.append((weight, previous))
    if not best:
        return []
    at = max(range(len(best)), key=lambda p: best[p][0])
    chain = []
    while at >= 0:
        chain.append(starts[at])
        at = best[at][1]
    return chain[::-1]


def _event_sections(pages: Sequence[Clues], rules: Rules) -> dict[int, Section]:
    found: dict[int, Section] = {}
    current: Section | None = None
    for index, page in enumerate(pages):
        for line in page.lines:
            match = _HEADING.match(line)
            if match and match["number"] in rules.event_items:
                name = f"Item {match['number']} {rules.event_items[match['number']]}"
                current = Section(name, PageKind.OTHER, 0.5)
                found.setdefault(index, current)
        if current:
            found.setdefault(index, current)
    return found
