"""Statements over several pages: which pages before and after its first one a statement takes in."""

from collections.abc import Sequence

from ingestion.domain import PageKind
from ingestion.page_kinds.clues import Clues
from ingestion.page_kinds.rules import Rules
from ingestion.page_kinds.titles import TABLE, begins_notes, find_titles, is_bare

_FEW = 3  # numbers on a page with nothing but its page number and date
_LONGEST = 5  # pages of one statement


def look_back(
    pages: Sequence[Clues],
    start: int,
    found: dict[int, tuple[PageKind, float]],
    skip: frozenset[int],
    rules: Rules,
) -> None:
    """Give the page before its kind too: it has the same heading, or the upper rows that are missing here."""
    kind, confidence = found[start]
    index = start - 1
    if index < 0 or index in found or index in skip:
        return
    before, page = pages[index], pages[start]
    if _same_heading(before, page, kind, rules) or _has_upper_rows(before, page, kind, rules):
        found[index] = (kind, confidence)


def _has_upper_rows(before: Clues, page: Clues, kind: PageKind, rules: Rules) -> bool:
    upper = rules.statements[kind].whole[0]
    if before.number_share < TABLE or find_titles(before, rules) or any(text in page.flat for text in upper):
        return False
    return any(text in before.flat for text in upper)


def carry_on(
    pages: Sequence[Clues],
    start: int,
    found: dict[int, tuple[PageKind, float]],
    skip: frozenset[int],
    rules: Rules,
) -> None:
    """Give the pages a statement runs on to its kind: the same heading again, or the rows still missing.

    A page of neither is kept back, and belongs to the statement when it goes on after it or the next one begins.
    """
    kind, confidence = found[start]
    seen = pages[start].flat
    waiting: list[int] = []
    for index in range(start + 1, min(start + _LONGEST, len(pages))):
        page = pages[index]
        ended = index in found or _begins_other(page, kind, rules)
        again = not ended and _same_heading(pages[start], page, kind, rules)
        adds = not ended and all(is_bare(pages[n]) for n in waiting) and _adds_rows(page, kind, seen, rules)
        if ended or again or adds:
            between = [n for n in waiting if not ended or pages[n].numbers > _FEW]
            found.update((n, (kind, confidence * 0.9)) for n in between)
            waiting = []
        if ended or index in skip:
            return
        if again or adds:
            found[index] = (kind, confidence * 0.95)
            seen += page.flat
        elif waiting:
            return
        else:
            waiting.append(index)


def _begins_other(page: Clues, kind: PageKind, rules: Rules) -> bool:
    titles = find_titles(page, rules)
    return begins_notes(page, rules) or bool(titles and kind not in titles)


def _same_heading(first: Clues, page: Clues, kind: PageKind, rules: Rules) -> bool:
    """Whether a page repeats the heading of the page before; another registrant's has another name beside it."""
    title, before = find_titles(page, rules).get(kind), find_titles(first, rules).get(kind)
    if title is None or before is None or page.number_share < TABLE * 0.4:
        return False
    if "continued" in page.head or "cont'd" in page.head:
        return True
    beside = 1 if 0 in (title.line, before.line) else -1  # the company's name stands above the title, or below it
    pairs = ((title.line, before.line), (title.line + beside, before.line + beside))
    return all(page.squashed[here : here + 1] == first.squashed[there : there + 1] for here, there in pairs)


def _adds_rows(page: Clues, kind: PageKind, seen: str, rules: Rules) -> bool:
    if page.number_share < TABLE or find_titles(page, rules):
        return False
    return any(
        any(text in page.flat for text in row) and not any(text in seen for text in row)
        for row in rules.statements[kind].second
    )
