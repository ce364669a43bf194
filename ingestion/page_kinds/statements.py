"""Finding the primary statements: score each page by its title and rows, then choose the set that fits together.

A 10-K prints "consolidated balance sheet" on dozens of pages: contents, selected data, the auditor's report, notes,
consolidating tables of guarantors, parent-only schedules, and statements of other companies among the exhibits. One
page alone cannot tell; the group's own statements are the best-scored three that stand close together.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from ingestion.domain import PRIMARY_STATEMENTS, PageKind
from ingestion.page_kinds.clues import HEAD_LINES, Clues
from ingestion.page_kinds.rules import STATEMENTS, Rules, StatementRule
from ingestion.page_kinds.runs import carry_on, look_back
from ingestion.page_kinds.titles import TABLE, Title, anchor_share, find_titles, is_bare

_MIN_SCORE = 1.5
_FULL_SCORE = 2.8  # a consolidated title in the first lines over nearly all rows
_UNTITLED_SHARE = 0.7
_KEPT = 6  # candidates of one kind that are worth combining
_NEAR = 12  # pages between the first and the last statement of one set
_TABLE_NUMBERS = 8  # the smallest statement prints more
_BESIDE = 4  # pages from the primary statements to the others of the set
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


def find_candidates(pages: Sequence[Clues], skip: frozenset[int], rules: Rules) -> list[Candidate]:
    """Every page that may hold the first page of a statement, with its score."""
    found: list[Candidate] = []
    bare: dict[PageKind, Title] = {}  # titles of the page before, if it held nothing else
    for index, page in enumerate(pages):
        if index in skip:
            bare = {}
            continue
        titles = find_titles(page, rules)
        bare_page = is_bare(page) and page.numbers < _TABLE_NUMBERS
        if not titles and page.number_share > TABLE:
            found += _untitled(index, page, bare, rules)
        elif not bare_page and len(titles) < _LISTED:
            found += _titled(index, page, titles, rules)
        bare = titles if bare_page else {}
    return [candidate for candidate in found if candidate.score >= _MIN_SCORE]


def _titled(index: int, page: Clues, titles: dict[PageKind, Title], rules: Rules) -> list[Candidate]:
    combined = titles.get(PageKind.COMPREHENSIVE_INCOME)
    rows = rules.statements[PageKind.INCOME_STATEMENT].anchors
    if combined and "pershare" in page.flat and anchor_share(rows, page.flat) >= _UNTITLED_SHARE:
        # One statement of comprehensive income may start with revenue: it is the income statement then.
        titles = {PageKind.INCOME_STATEMENT: combined, **titles}
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
            late = find_titles(page, rules, anywhere=True) if late is None else late
            score = _score(page, rule, late.get(kind), rules)
            found.append(Candidate(kind, index, score, late[kind].line if kind in late else None))
    return found


def _score(page: Clues, rule: StatementRule, title: Title | None, rules: Rules, head: int | None = None) -> float:
    marks = rules.marks
    share = anchor_share(rule.anchors, page.flat)
    score = share * 1.5
    last = head if head is not None else title.line + 2 if title else 6
    # A heading stands at the top of its page, and what is above it belongs to it; given last, it follows the rows.
    above = title.line if title and title.line >= HEAD_LINES else 0
    around = "\n".join(page.squashed[above:last])
    if title:
        score += 1.0 - min(0.3, 0.03 * title.line) + (0.3 if title.consolidated else 0.0)
    if marks.not_primary.search(around) or marks.parent.search(around):
        score -= 1.5
    if share < 0.35:
        score -= 0.5
    if page.number_share < TABLE * 0.7:
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


def _beside(candidates: Sequence[Candidate], primary: Sequence[Candidate]) -> list[Candidate]:
    """The statements of comprehensive income and of equity that stand best among the primary ones, or next to them."""
    if not primary:
        return []
    first, last = min(c.index for c in primary), max(c.index for c in primary)
    best: dict[PageKind, Candidate] = {}
    for candidate in sorted(candidates, key=lambda c: c.score - 0.2 * max(first - c.index, c.index - last, 0)):
        near = first - _BESIDE <= candidate.index <= last + _BESIDE
        if near and candidate.kind not in PRIMARY_STATEMENTS and all(candidate.index != c.index for c in primary):
            best[candidate.kind] = candidate
    return list(best.values())


def _value(combination: tuple[Candidate, ...], reports: frozenset[int]) -> float:
    if not combination:
        return 0.0
    indices = [c.index for c in combination]
    first, last = min(indices), max(indices)
    value = sum(c.score for c in combination) - 0.02 * (last - first) - 0.01 * min(first, 100)
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
        chosen += _beside(candidates, chosen)
    else:
        chosen = sorted((c for c in candidates if c.title is not None), key=lambda c: -c.score)
    found: dict[int, tuple[PageKind, float]] = {}
    for candidate in chosen:
        if candidate.index not in found:
            found[candidate.index] = (candidate.kind, candidate.confidence)
            if candidate.title_page is not None:
                found.setdefault(candidate.title_page, (candidate.kind, 0.3))
    for index in sorted(found):
        look_back(pages, index, found, skip, rules)
        carry_on(pages, index, found, skip, rules)
    return found
