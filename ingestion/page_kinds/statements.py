"""Finding the primary statements: score each page by its title and rows, then choose the run that fits together.

A 10-K prints "consolidated balance sheet" on dozens of pages: contents, selected data, the auditor's report, notes,
consolidating tables of guarantors, parent-only schedules, and statements of other companies among the exhibits. One page
alone cannot tell; the group's own statements are the best-scored set of three that stand close together.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product

from ingestion.domain import PageKind
from ingestion.page_kinds.clues import HEAD_LINES, Clues
from ingestion.page_kinds.rules import STATEMENTS, Rules, StatementRule

_PRIMARY = (PageKind.BALANCE_SHEET, PageKind.INCOME_STATEMENT, PageKind.CASH_FLOW)
_KEYWORDS = ("statement", "balancesheet", "cashflow", "financialposition", "financialcondition", "resultsofoperations", "earnings", "equity")
_MIN_SCORE = 1.6
_KEPT = 6  # candidates of one kind that are worth combining
_NEAR = 12  # pages between the first and the last statement of one set


@dataclass(frozen=True)
class Candidate:
    """A page that may be a statement. `score` is about 1 for a title, plus up to 1 for its rows, plus marks."""

    kind: PageKind
    index: int
    score: float
    titled: bool


def anchor_share(rows: Iterable[tuple[str, ...]], flat: str) -> float:
    """The share of rows, 0 to 1, of which any alternative stands in the text."""
    found = [any(text in flat for text in row) for row in rows]
    return sum(found) / len(found) if found else 0.0


def titles(page: Clues, rules: Rules, limit: int | None = HEAD_LINES) -> dict[PageKind, tuple[int, bool]]:
    """Statements whose title stands on the page as a line (or two): line number, and whether it says consolidated."""
    lines = page.squashed[:limit]
    if not any(word in line for line in lines for word in _KEYWORDS):
        return {}
    found: dict[PageKind, tuple[int, bool]] = {}
    for number, line in enumerate(lines):
        raw = page.lines[number]
        if len(line) > 140 or raw[0].islower():
            continue
        pair = line + lines[number + 1] if number + 1 < len(lines) else line
        for text in (line, pair):
            kind = _title_kind(text, rules)
            if kind is not None:
                found.setdefault(kind, (number, "consolidated" in text))
                break
    return found


def _title_kind(text: str, rules: Rules) -> PageKind | None:
    if len(text) > 160 or not any(word in text for word in _KEYWORDS):
        return None
    for kind in STATEMENTS:
        if rules.statements[kind].title.fullmatch(text):
            return kind
    return None


def score_page(page: Clues, rule: StatementRule, title: tuple[int, bool] | None, rules: Rules) -> float:
    """How much a page looks like the start of this statement, about 0 to 3."""
    score = anchor_share(rule.anchors, page.flat) * 1.5
    if title:
        score += 1.0 - 0.03 * title[0] + (0.3 if title[1] else 0.0)
    if rules.not_primary.search(page.head) or rules.parent.search(page.head):
        score -= 1.5
    if rules.statement_note.search(page.flat):
        score += 0.25
    if rules.units.search(page.head):
        score += 0.1
    if page.number_share < 0.2:
        score -= 0.8
    return score


def find_candidates(pages: Sequence[Clues], skip: frozenset[int], rules: Rules) -> list[Candidate]:
    """Every page that may hold the first page of a statement, with its score."""
    found: list[Candidate] = []
    for index, page in enumerate(pages):
        if index in skip or not page.readable:
            continue
        on_page = titles(page, rules)
        if len(on_page) >= 4:  # a list of statements
            continue
        for kind, title in on_page.items():
            score = score_page(page, rules.statements[kind], title, rules)
            if score >= _MIN_SCORE:
                found.append(Candidate(kind, index, score, True))
    return found


def choose_set(candidates: Sequence[Candidate]) -> dict[PageKind, Candidate]:
    """The balance sheet, income statement and cash flow that belong together: best scores, close to each other."""
    by_kind = {
        kind: sorted((c for c in candidates if c.kind is kind), key=lambda c: (-c.score, c.index))[:_KEPT]
        for kind in _PRIMARY
    }
    present = [kind for kind in _PRIMARY if by_kind[kind]]
    if not present:
        return {}
    best: tuple[float, tuple[Candidate, ...]] | None = None
    for combination in product(*(by_kind[kind] for kind in present)):
        indices = [c.index for c in combination]
        if len(set(indices)) < len(indices):
            continue
        spread = max(indices) - min(indices)
        value = sum(c.score for c in combination) - 0.02 * spread - (1.0 if spread > _NEAR else 0.0) - 0.0005 * min(indices)
        if best is None or value > best[0]:
            best = (value, combination)
    return {c.kind: c for c in best[1]} if best else {}


def assign_statements(pages: Sequence[Clues], skip: frozenset[int], rules: Rules) -> dict[int, tuple[PageKind, float]]:
    """Kind and confidence by page index, for the group's own statements and their continuations."""
    candidates = find_candidates(pages, skip, rules)
    chosen = choose_set(candidates)
    if not chosen:
        return {}
    found = {c.index: (c.kind, min(1.0, c.score / 2.8)) for c in chosen.values()}
    low, high = min(found) - 4, max(found) + 6
    for candidate in sorted(candidates, key=lambda c: -c.score):
        if candidate.kind not in _PRIMARY and low <= candidate.index <= high and candidate.index not in found:
            found[candidate.index] = (candidate.kind, min(1.0, candidate.score / 2.8))
    for index in sorted(found):
        _continue(pages, index, found, skip, rules)
    return found


def _continue(
    pages: Sequence[Clues], start: int, found: dict[int, tuple[PageKind, float]], skip: frozenset[int], rules: Rules
) -> None:
    kind, confidence = found[start]
    rule = rules.statements[kind]
    seen = pages[start].flat
    for index in range(start + 1, min(start + 4, len(pages))):
        page = pages[index]
        if index in found or index in skip or not page.readable:
            return
        on_page = titles(page, rules)
        if on_page and kind not in on_page:
            return
        fresh = [row for row in rule.second if not any(t in seen for t in row) and any(t in page.flat for t in row)]
        if not (kind in on_page and page.number_share > 0.2) and not (fresh and page.number_share > 0.25):
            return
        found[index] = (kind, confidence * 0.95)
        seen += page.flat
