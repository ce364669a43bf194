"""Pages told by their subject rather than by an Item: segments, non-GAAP, guidance, officers, auditors, parent-only."""

from collections.abc import Sequence
from dataclasses import dataclass

from ingestion.domain import PRIMARY_STATEMENTS, PageKind
from ingestion.page_kinds.clues import Clues
from ingestion.page_kinds.rules import Rules
from ingestion.page_kinds.titles import TABLE, anchor_share

SOME_FIGURES = 0.12
_FILLS = 0.4  # share of a page a subject must take to name it
_OFFICERS_NAMED = 4
_SCHEDULE_PAGES = 8
_STATEMENT_ROWS = 0.3
_SUBHEADING = 70  # squashed characters
_HEADLINE = 110


@dataclass(frozen=True)
class Subject:
    """A kind with its confidence, 0 to 1."""

    kind: PageKind
    confidence: float


def cover_pages(pages: Sequence[Clues], before: int, rules: Rules) -> dict[int, Subject]:
    """The cover and the rest of it on the next pages; `before` is the index of the first page with an Item."""
    found = {0: Subject(PageKind.COVER, 0.9)}
    for index in range(1, min(before, 6, len(pages))):
        marks = len(set(rules.marks.cover.findall(pages[index].flat)))
        if marks >= 2 or (marks and index - 1 in found):
            found[index] = Subject(PageKind.COVER, 0.8)
    return found


def auditor_reports(pages: Sequence[Clues], skip: frozenset[int], rules: Rules) -> dict[int, Subject]:
    """Auditor's reports, with the pages they run on to."""
    found: dict[int, Subject] = {}
    for index, page in enumerate(pages):
        if index in skip or page.number_share > TABLE or not page.lines:
            continue
        line = next((n for n, text in page.headings() if rules.marks.auditor.match(text) and len(text) < 100), None)
        share = page.share_after(line) if line is not None else 0.0
        if share <= _FILLS and rules.marks.opinion.search(page.head):
            share = 1.0  # the heading is a picture, or the text gives it last
        if share > _FILLS and ("opinion" in page.flat or rules.marks.auditor_more.search(page.flat)):
            found[index] = Subject(PageKind.AUDITOR_REPORT, 0.5 + 0.45 * share)
        elif line is None and index - 1 in found and rules.marks.auditor_more.search(page.flat):
            found[index] = Subject(PageKind.AUDITOR_REPORT, 0.7)
    return found


def parent_schedules(pages: Sequence[Clues], first: int, skip: frozenset[int], rules: Rules) -> dict[int, Subject]:
    """Condensed statements of the parent alone (Schedule I), with the pages they run on to.

    They come after the group's own statements, which begin at index `first`.
    """
    found: dict[int, Subject] = {}
    left = 0
    for index, page in enumerate(pages):
        if index < first:
            continue
        lines = [text for _, text in page.headings(14)]
        named = index not in skip and any(rules.marks.parent.search(text) and len(text) < 120 for text in lines)
        if named and ("schedulei" in page.head or index - 1 in found or _is_statement(page, rules)):
            found[index] = Subject(PageKind.PARENT_ONLY, 0.85)
            left = _SCHEDULE_PAGES if "schedule" in page.head else 0
            continue
        ended = index in skip or not page.lines or any(rules.marks.notes_end.fullmatch(text) for text in lines[:3])
        left = 0 if ended else left - 1
        if left > 0:
            found[index] = Subject(PageKind.PARENT_ONLY, 0.6)
    return found


def _is_statement(page: Clues, rules: Rules) -> bool:
    shares = [anchor_share(rules.statements[kind].anchors, page.flat) for kind in PRIMARY_STATEMENTS]
    return page.number_share > TABLE and max(shares) > _STATEMENT_ROWS


def officer_pages(pages: Sequence[Clues], skip: frozenset[int], rules: Rules) -> dict[int, Subject]:
    """Lists of executive officers, which stand in Item 1, 4 or 10 as the company likes."""
    found: dict[int, Subject] = {}
    for index, page in enumerate(pages):
        if index in skip or len(rules.marks.officer_words.findall(page.flat)) < _OFFICERS_NAMED:
            continue
        line = next((n for n, text in page.headings() if rules.marks.officers.fullmatch(text)), None)
        if line is not None and page.share_after(line) > _FILLS:
            found[index] = Subject(PageKind.EXECUTIVE_OFFICERS, 0.9)
        elif line is None and index - 1 in found:
            found[index] = Subject(PageKind.EXECUTIVE_OFFICERS, 0.6)
    return found


def is_segment_page(page: Clues, rules: Rules) -> bool:
    """Whether figures by segment, under a heading that says so, fill a good part of a page."""
    if page.flat.count("segment") < 4 or page.number_share < SOME_FIGURES:
        return False
    lines = (n for n, text in page.headings() if len(text) < _SUBHEADING and rules.marks.segment.fullmatch(text))
    first = next(lines, None)
    return first is not None and page.share_after(first) > _FILLS


def is_non_gaap_page(page: Clues, rules: Rules, before: PageKind = PageKind.OTHER) -> bool:
    """Whether a page reconciles measures outside GAAP to GAAP in a table, or runs on from such a page `before`."""
    if page.number_share < SOME_FIGURES:
        return False
    said = page.flat.count("non-gaap") + page.flat.count("reconcil") + page.flat.count("excludingspecialitems")
    if before is PageKind.NON_GAAP and page.number_share > TABLE and page.flat.count("adjusted") >= 3:
        return True
    headings = [text for _, text in page.headings() if len(text) < _HEADLINE and rules.marks.non_gaap.fullmatch(text)]
    strong = any(text.startswith("reconciliation") for text in headings) and "adjusted" in page.flat
    return strong or (said >= 2 and bool(headings))


def is_guidance_page(page: Clues, rules: Rules) -> bool:
    """Whether a page states what the company expects of the year ahead, under a heading that says so."""
    headings = [text for _, text in page.headings() if len(text) < _SUBHEADING and rules.marks.guidance.fullmatch(text)]
    # "X reports results and raises its guidance" is the headline of a release, not the place where it is given.
    return any(not rules.marks.headline.search(text) for text in headings)
