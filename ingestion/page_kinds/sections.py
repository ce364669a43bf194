"""The Items of a filing: where each begins, found from heading lines and never from the table of contents."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ingestion.domain import Form, PageKind
from ingestion.page_kinds.clues import Clues, is_heading
from ingestion.page_kinds.contents import HEADING, item_rows
from ingestion.page_kinds.rules import ItemRule, Rules

_EXHIBIT = re.compile(r"\(?exhibit(?:no\.?)?(\d{1,3}(?:\.\d{1,3})?[a-z0-9()]{0,12}?)\)?")
_SPACE = re.compile(r"\s+")
_TITLE_LINES = 3  # a heading may be split: "Item 7." on one line, its name on the next ones
_ALONE_WEIGHT = 0.5
_REPEAT_WEIGHT = 0.05
_EXHIBITS = "Exhibits"


@dataclass(frozen=True)
class Section:
    """The part of the filing a page lies in: names of the Items on it, the kind of the one that fills it.

    `confidence` is 0 to 1, by the share of the page it fills.
    """

    names: tuple[str, ...]
    kind: PageKind
    confidence: float


@dataclass(frozen=True)
class Start:
    """A heading: page index, line number, the Item it begins."""

    index: int
    line: int
    item: ItemRule
    weight: float


def find_starts(pages: Sequence[Clues], form: Form, contents: frozenset[int], rules: Rules) -> list[Start]:
    """The Item headings of a filing in order, running heads included; empty for forms without ordered Items."""
    return _chain(_candidates(pages, rules.items.get(form, ()), contents))


def find_sections(
    pages: Sequence[Clues], form: Form, contents: frozenset[int], rules: Rules
) -> tuple[dict[int, Section], list[Start]]:
    """The section of each page by index, and the headings; pages before the first heading have no section."""
    if form in (Form.EIGHT_K, Form.EARNINGS):
        return _events(pages, contents, rules), []
    starts = find_starts(pages, form, contents, rules)
    found = _before_first(starts, contents) | _fill(pages, starts)
    exhibits = next((s for s in starts if s.item.kind is PageKind.EXHIBITS), None)
    if exhibits:
        tail = range(max(exhibits.index, starts[-1].index) + 1, len(pages))
        found.update(_exhibit_sections(pages, tail))
        found.update(_annual_report(pages, tail, contents, rules.items.get(form, ())))
    return found, starts


def _candidates(pages: Sequence[Clues], items: Sequence[ItemRule], contents: frozenset[int]) -> list[Start]:
    alone = [item for item in items if item.alone]
    found: list[Start] = []
    for index, page in enumerate(pages):
        if index in contents and len(item_rows(page)) > 1:  # an index to the statements may carry their Item's heading
            continue
        for number, line in enumerate(page.squashed):
            if len(line) > 160:
                continue
            if "item" in line[:16]:
                found += _numbered(index, page, number, items)
            else:
                found += _unnumbered(index, page, number, alone)
    return found


def _numbered(index: int, page: Clues, number: int, items: Sequence[ItemRule]) -> list[Start]:
    match = HEADING.match(page.lines[number])
    if not match:
        return []
    key = match["number"] + (match["letter"] or "").upper()
    title = _SPACE.sub("", match["title"] or "").lower()
    if not title:
        title = "".join(page.squashed[number + 1 : number + _TITLE_LINES])
    return [Start(index, number, item, 1.0) for item in items if item.number == key and item.match.match(title)]


def _unnumbered(index: int, page: Clues, number: int, items: Iterable[ItemRule]) -> list[Start]:
    line = page.squashed[number]
    if len(line) < 8 or not line[0].isalpha() or not is_heading(page.lines[number]):
        return []
    return [Start(index, number, item, _ALONE_WEIGHT) for item in items if item.alone and item.alone.fullmatch(line)]


def _chain(starts: Sequence[Start]) -> list[Start]:
    """The heaviest run of headings whose Items never go back (running heads repeat an Item)."""
    links: list[tuple[float, int]] = []  # weight of the best run that ends here, and the heading before it
    last: dict[int, int] = {}  # by order of the Item: the heading that ends the best run so far
    for position, start in enumerate(starts):
        weight, previous = start.weight, -1
        for order in sorted(last, reverse=True):  # of equals, the run in which this Item began earlier
            earlier = last[order]
            if order <= start.item.order:
                gain = links[earlier][0] + (_REPEAT_WEIGHT if order == start.item.order else start.weight)
                if gain > weight:
                    weight, previous = gain, earlier
        links.append((weight, previous))
        best = last.get(start.item.order)
        if best is None or weight > links[best][0]:
            last[start.item.order] = position
    chain: list[Start] = []
    at = max(last.values(), key=lambda position: links[position][0], default=-1)
    while at >= 0:
        chain.append(starts[at])
        at = links[at][1]
    return chain[::-1]


def _fill(pages: Sequence[Clues], starts: Sequence[Start]) -> dict[int, Section]:
    found: dict[int, Section] = {}
    by_page: dict[int, list[Start]] = {}
    for start in starts:
        by_page.setdefault(start.index, []).append(start)
    current: ItemRule | None = None
    for index, page in enumerate(pages):
        parts = list(_parts(page, current, by_page.get(index, [])))
        if parts:
            found[index] = _section(parts)
            current = parts[-1][0]
    return found


def _before_first(starts: Sequence[Start], contents: frozenset[int]) -> dict[int, Section]:
    """The first Item where its heading was not found: it fills the pages between the contents and the second Item."""
    if not starts or starts[0].item.number != "1A" or starts[0].item.part:
        return {}
    first = max((index + 1 for index in contents if index < starts[0].index), default=1)
    business = Section(("Item 1. Business",), PageKind.BUSINESS, 0.4)
    return dict.fromkeys(range(first, starts[0].index), business)


def _parts(page: Clues, current: ItemRule | None, starts: Sequence[Start]) -> Iterator[tuple[ItemRule, float]]:
    """The Items on a page, each with the share of the page's text it takes."""
    edges = [(0, current), *((start.line, start.item) for start in starts)]
    for position, (line, item) in enumerate(edges):
        end = edges[position + 1][0] if position + 1 < len(edges) else None
        share = page.share_after(line, end)
        if item and (position > 0 or share > 0.05 or len(edges) == 1):
            yield item, share


def _section(parts: Sequence[tuple[ItemRule, float]]) -> Section:
    shares: dict[ItemRule, float] = {}
    for item, share in parts:
        shares[item] = shares.get(item, 0.0) + share
    # An Item that says "none" takes little room beside the ones a reader looks for.
    main = max(shares, key=lambda item: shares[item] * (0.5 if item.kind is PageKind.OTHER else 1.0))
    return Section(tuple(item.section for item in shares), main.kind, 0.5 + 0.4 * min(1.0, shares[main]))


def _exhibit_sections(pages: Sequence[Clues], tail: range) -> dict[int, Section]:
    found: dict[int, Section] = {}
    name = _EXHIBITS
    for index in tail:
        name = _exhibit_name(pages[index]) or name
        found[index] = Section((name,), PageKind.EXHIBITS, 0.7)
    return found


def _exhibit_name(page: Clues) -> str | None:
    for line in page.squashed[:4]:
        match = _EXHIBIT.fullmatch(line)
        if match:
            return f"Exhibit {match[1]}"
    return None


def _annual_report(
    pages: Sequence[Clues], tail: range, contents: frozenset[int], items: Sequence[ItemRule]
) -> dict[int, Section]:
    """Items printed after the exhibits list: a wrapper 10-K whose discussion stands in its Exhibit 13."""
    wanted = [item for item in items if item.kind is PageKind.MDNA]
    outside = contents | frozenset(set(range(len(pages))) - set(tail))
    starts = [
        start
        for index in tail
        if index not in outside
        for number in range(min(len(pages[index].squashed), 30))
        for start in _loose(index, pages[index], number, wanted)
    ]
    if not starts:
        return {}
    first = starts[0].index
    stop = next((index for index in range(first + 1, tail.stop) if _exhibit_name(pages[index])), tail.stop)
    return _fill(pages[:stop], _chain([start for start in starts if start.index < stop]))


def _loose(index: int, page: Clues, number: int, items: Sequence[ItemRule]) -> list[Start]:
    match = HEADING.match(page.lines[number]) if "item" in page.squashed[number][:16] else None
    if match and match["title"]:
        title = _SPACE.sub("", match["title"]).lower()
        return [Start(index, number, item, 1.0) for item in items if item.alone and item.alone.match(title)]
    return _unnumbered(index, page, number, items)


def _events(pages: Sequence[Clues], contents: frozenset[int], rules: Rules) -> dict[int, Section]:
    """The Items of an 8-K, then its exhibits; an earnings release on its own has neither."""
    found: dict[int, Section] = {}
    current: tuple[str, ...] = ()
    kind = PageKind.OTHER
    for index, page in enumerate(pages):
        exhibit = _exhibit_name(page)
        starts = [] if index in contents else [m["number"] for line in page.lines if (m := HEADING.match(line))]
        names = tuple(f"Item {n} {rules.events[n]}" for n in dict.fromkeys(starts) if n in rules.events)
        if names:
            found[index] = Section((*current[-1:], *names) if kind is PageKind.OTHER else names, PageKind.OTHER, 0.5)
            current, kind = names[-1:], PageKind.OTHER
            continue
        if exhibit:
            current, kind = (exhibit,), PageKind.EXHIBITS
        if current:
            found[index] = Section(current, kind, 0.5)
    return found
