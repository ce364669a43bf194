"""Finding the primary statements: score each page by its title and rows, then choose the set that fits together.

A 10-K prints "consolidated balance sheet" on dozens of pages: contents, selected data, the auditor's report, notes,
consolidating tables of guarantors, parent-only schedules, and statements of other companies among the exhibits. One
page alone cannot tell; the group's own statements are the best-scored three that stand close together.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from ingestion.domain import PRIMARY_STATEMENTS, PageKind
from ingestion.page_kinds.clues import HEAD_LINES, Clues, is_heading
from ingestion.page_kinds.rules import STATEMENTS, Rows, Rules, StatementRule

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
_TITLE_LENGTH = 160
_MIN_SCORE = 1.5
_FULL_SCORE = 2.8  # a consolidated title in the first lines over nearly all rows
_TABLE = 0.25  # share of numbers among the words of a page that is a table of figures
_BARE_PAGE = 300  # a page with less text than this holds a title and no table
_UNTITLED_SHARE = 0.7
_KEPT = 6  # candidates of one kind that are worth combining
_NEAR = 12  # pages between the first and the last statement of one set
_LISTED = 4  # titles on one page that make it a list of statements


@dataclass(frozen=True)
class Candidate:
    """A page that may be the first of a statement. `score` is about 1.3 for a title plus up to 1.5 for its rows."""

    kind: PageKind
    index: int
    score: float
    title: int | None
    title_page: int | None = None

    @property
    def confidence(self) -> float:
        """The score on a scale of 0 to 1."""
        return max(0.3, min(1.0, self.score / _FULL_SCORE))


@dataclass(frozen=True)
class Title:
    """A statement's title: its line number, and whether it says consolidated."""

    line: int
    consolidated: bool


def anchor_share(rows: Rows, flat: str) -> float:
    """The share of rows, 0 to 1, of which any alternative stands in the text."""
    return sum(any(text in flat for text in row) for row in rows) / len(rows)


def find_titles(page: Clues, rules: Rules, limit: int | None = HEAD_LINES) -> dict[PageKind, Title]:
    """Statements whose title stands on the page as a line (or two), in its first lines unless `limit` says other."""
    lines = page.squashed[:limit]
    found: dict[PageKind, Title] = {}
    for number, line in enumerate(lines):
        if len(line) > _TITLE_LENGTH or not _has_keyword(line) or not is_heading(page.lines[number]):
            continue
        after = lines[number + 1] if number + 1 < len(lines) else ""
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


def find_candidates(pages: Sequence[Clues], skip: frozenset[int], rules: Rules) -> list[Candidate]:
    """Every page that may hold the first page of a statement, with its score."""
    found: list[Candidate] = []
    bare: dict[PageKind, Title] = {}  # titles of the page before, if it held nothing else
    for index, page in enumerate(pages):
        if index in skip:
            bare = {}
            continue
        titles = find_titles(page, rules)
        is_bare = len(page.flat) < _BARE_PAGE
        if not titles and page.number_share > _TABLE:
            found += _untitled(index, page, bare, rules)
        elif not is_bare and len(titles) < _LISTED:
            found += _titled(index, page, titles, rules)
        bare = titles if is_bare else {}
    return [candidate for candidate in found if candidate.score >= _MIN_SCORE]


def _titled(index: int, page: Clues, titles: dict[PageKind, Title], rules: Rules) -> list[Candidate]:
    return [
        Candidate(kind, index, _score(page, rules.statements[kind], title, rules), title.line)
        for kind, title in titles.items()
    ]


def _untitled(index: int, page: Clues, bare: dict[PageKind, Title], rules: Rules) -> list[Candidate]:
    """A table whose title stands on the page before, further down, or nowhere."""
    found = []
    late: dict[PageKind, Title] | None = None
    for kind in STATEMENTS:
        rule = rules.statements[kind]
        if kind in bare:
            found.append(Candidate(kind, index, _score(page, rule, bare[kind], rules, head=0), None, index - 1))
        elif kind in PRIMARY_STATEMENTS and anchor_share(rule.anchors, page.flat) >= _UNTITLED_SHARE:
            late = find_titles(page, rules, None) if late is None else late
            score = _score(page, rule, late.get(kind), rules)
            found.append(Candidate(kind, index, score, late[kind].line if kind in late else None))
    return found


def _score(page: Clues, rule: StatementRule, title: Title | None, rules: Rules, head: int | None = None) -> float:
    marks = rules.marks
    share = anchor_share(rule.anchors, page.flat)
    score = share * 1.5
    last = head if head is not None else title.line + 2 if title else 6
    around = "\n".join(page.squashed[max(0, last - 8) : last])
    if title:
        score += 1.0 - min(0.3, 0.03 * title.line) + (0.3 if title.consolidated else 0.0)
    if marks.not_primary.search(around) or marks.parent.search(around):
        score -= 1.5
    if share < 0.35:
        score -= 0.5
    if page.number_share < _TABLE * 0.7:
        score -= 0.8
    if marks.statement_note.search(page.flat):
        score += 0.2
    if marks.units.search(page.head):
        score += 0.1
    return score


def choose_set(candidates: Sequence[Candidate], reports: frozenset[int]) -> dict[PageKind, Candidate]:
    """The balance sheet, income statement and cash flow that belong together.

    The best sum of scores wins; far apart costs a point, and an auditor's report (`reports`, page indices) close by
    adds to it. Of equals the earlier set wins: later ones are other registrants, exhibits, schedules.
    """
    ranked = sorted(candidates, key=lambda c: (-c.score, c.index))
    by_kind = [[c for c in ranked if c.kind is kind][:_KEPT] for kind in STATEMENTS if kind in PRIMARY_STATEMENTS]
    combinations = product(*(group for group in by_kind if group))
    best = max(combinations, key=lambda combination: _value(combination, reports), default=())
    return {candidate.kind: candidate for candidate in best}


def _value(combination: tuple[Candidate, ...], reports: frozenset[int]) -> float:
    if not combination:
        return 0.0
    indices = [c.index for c in combination]
    first, last = min(indices), max(indices)
    value = sum(c.score for c in combination) - 0.02 * (last - first) - 0.002 * first
    if last - first > _NEAR:
        value -= 1.0
    if len(set(indices)) < len(indices):  # two statements on one page happen, but seldom
        value -= 0.5
    if any(first - 8 <= report <= last + 3 for report in reports):
        value += 0.3
    return value


def assign_statements(
    pages: Sequence[Clues], skip: frozenset[int], reports: frozenset[int], rules: Rules, *, one_set: bool
) -> dict[int, tuple[PageKind, float]]:
    """Kind and confidence by page index, for the group's own statements and the pages they continue on.

    With `one_set` (10-K, 10-Q) each primary statement is found once; otherwise (releases) every titled one counts.
    """
    candidates = find_candidates(pages, skip, rules)
    if one_set:
        chosen = list(choose_set(candidates, reports).values())
        if chosen:
            low, high = min(c.index for c in chosen) - 4, max(c.index for c in chosen) + 6
            others = [c for c in candidates if c.kind not in PRIMARY_STATEMENTS and low <= c.index <= high]
            chosen += sorted(others, key=lambda c: -c.score)
    else:
        chosen = sorted((c for c in candidates if c.title is not None), key=lambda c: -c.score)
    found: dict[int, tuple[PageKind, float]] = {}
    for candidate in chosen:
        if candidate.index not in found:
            found[candidate.index] = (candidate.kind, candidate.confidence)
            if candidate.title_page is not None:
                found.setdefault(candidate.title_page, (candidate.kind, 0.3))
    for index in sorted(found):
        _continue(pages, index, found, skip, rules)
    return found


def _continue(
    pages: Sequence[Clues],
    start: int,
    found: dict[int, tuple[PageKind, float]],
    skip: frozenset[int],
    rules: Rules,
) -> None:
    """Give the pages a statement runs on to its kind: the same heading again, or the rows still missing."""
    kind, confidence = found[start]
    seen = pages[start].flat
    for index in range(start + 1, min(start + 4, len(pages))):
        page = pages[index]
        if index in found or index in skip or _begins_other(page, kind, rules):
            return
        if not (_same_heading(pages[start], page, kind, rules) or _adds_rows(page, kind, seen, rules)):
            between = index + 1 in found or (index + 1 < len(pages) and _begins_notes(pages[index + 1], rules))
            if not (between and page.number_share > 0):
                return
        found[index] = (kind, confidence * 0.95)
        seen += page.flat


def _begins_notes(page: Clues, rules: Rules) -> bool:
    return any(rules.marks.notes_heading.fullmatch(line) for line in page.squashed[:6])


def _begins_other(page: Clues, kind: PageKind, rules: Rules) -> bool:
    titles = find_titles(page, rules)
    return _begins_notes(page, rules) or bool(titles and kind not in titles)


def _same_heading(first: Clues, page: Clues, kind: PageKind, rules: Rules) -> bool:
    """Whether a page repeats the heading of the page before; another registrant's has another name in it."""
    title = find_titles(page, rules).get(kind)
    if title is None or page.number_share < _TABLE * 0.4:
        return False
    if "continued" in page.head or "cont'd" in page.head:
        return True
    same_lines = set(first.squashed[:3]) & set(page.squashed[:4])
    return page.squashed[title.line] in first.squashed[:HEAD_LINES] and len(same_lines) >= 2


def _adds_rows(page: Clues, kind: PageKind, seen: str, rules: Rules) -> bool:
    if page.number_share < _TABLE or find_titles(page, rules):
        return False
    return any(
        any(text in page.flat for text in row) and not any(text in seen for text in row)
        for row in rules.statements[kind].second
    )
