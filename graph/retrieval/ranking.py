"""The one place where a page gets its score.

    score = ( lexical + coverage + title + kind ) * filing

    lexical   W_FUSED * fused + W_WORDS * words            the searches' own scores
    coverage  W_PASSAGE * passage + W_PAGE * page          concepts of the question on the page (see concepts)
    title     W_TITLE where a concept stands in the title of the page's note or Item, W_TITLE / 2 after its first page
    kind      W_STATEMENT * wish for a primary statement, W_PROSE * wish for another page of a kind the question wants;
              in a discussion of results, W_EARLY * (1 at its first page, 0 at its last): the company as a whole comes
              first, segments, liquidity and accounting estimates after
    filing    how well the filing fits, as a share of the best candidate's fit

A table of contents never is evidence.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from graph.retrieval.concepts import Concept, Coverage, PageKey, cover, holds, searchable
from graph.retrieval.pages import FoundPage
from ingestion.domain import PRIMARY_STATEMENTS, Form, PageKind


@dataclass(frozen=True, slots=True)
class Weights:
    """Weights of the formula; the defaults are what Folio ships with."""

    fused: float = 0.15
    words: float = 0.75
    passage: float = 0.4
    page: float = 0.25
    title: float = 0.3
    statement: float = 1.1
    prose: float = 0.8
    early: float = 0.4


_RELEASE_FORMS = frozenset({Form.EIGHT_K, Form.EARNINGS})
_RELEASE_KINDS = frozenset(
    {PageKind.OTHER, PageKind.EXHIBITS, PageKind.GUIDANCE, PageKind.EARNINGS_TABLES, PageKind.NON_GAAP}
)
_RELEASE_SHARE = 0.9
_WANTED = 0.8
_DISCUSSION = "management's discussion"


@dataclass(frozen=True)
class Ranker:
    """Scores pages for one question.

    `wishes` are page kinds with weights, `filings` the fit of each candidate (1 for the best) and `other_fit` that of
    any other, `discussion` the first and last page of each filing's discussion of results.
    """

    wishes: Mapping[PageKind, float]
    concepts: tuple[Concept, ...]
    filings: Mapping[str, float]
    discussion: Mapping[str, tuple[int, int]]
    other_fit: float = 0.0
    splits: bool = False
    weights: Weights = field(default_factory=Weights)
    _titles: dict[str, float] = field(default_factory=dict, init=False)

    def fit(self, page: FoundPage) -> float:
        """How well the page's filing fits; 0 for a page that never is evidence."""
        return 0.0 if page.kind is PageKind.CONTENTS else self.filings.get(page.doc, self.other_fit)

    def unread(self, page: FoundPage, *, first_of_section: bool) -> float:
        """What a page is worth before it is read for concepts: lexical, title and kind."""
        w = self.weights
        lexical = w.fused * page.scores.get("fused", 0.0) + w.words * page.scores.get("words", 0.0)
        title = w.title * self._title(page.section or "") * (1.0 if first_of_section else 0.5)
        return lexical + title + self._kind(page)

    def read(self, coverage: Coverage) -> float:
        """What its concepts add."""
        return self.weights.passage * coverage.passage + self.weights.page * coverage.page

    def _title(self, section: str) -> float:
        if section not in self._titles:
            title = searchable(section)
            self._titles[section] = float(any(holds(title, concept) for concept in self.concepts))
        return self._titles[section]

    def _kind(self, page: FoundPage) -> float:
        if page.kind in PRIMARY_STATEMENTS:
            return self.weights.statement * self.wishes.get(page.kind, 0.0)
        wish = self.wishes.get(page.kind, 0.0)
        section = (page.section or "").lower().replace("’", "'")
        in_discussion = _DISCUSSION in section and (page.kind is not PageKind.SEGMENTS or self.splits)
        if in_discussion:
            wish = max(wish, self.wishes.get(PageKind.MDNA, 0.0))
        elif section.startswith("note "):
            wish = max(wish, self.wishes.get(PageKind.NOTES, 0.0))
        if page.form in _RELEASE_FORMS and page.kind in _RELEASE_KINDS:
            wish = max(wish, _RELEASE_SHARE * self._prose_wish())
        told_there = self.wishes.get(PageKind.MDNA, 0.0) >= _WANTED
        early = self.weights.early * self._early(page) if in_discussion and told_there else 0.0
        return self.weights.prose * wish + early

    def _prose_wish(self) -> float:
        return max((wish for kind, wish in self.wishes.items() if kind not in PRIMARY_STATEMENTS), default=0.0)

    def _early(self, page: FoundPage) -> float:
        first, last = self.discussion.get(page.doc, (0, 0))
        if not first <= page.number <= last or last == first:
            return 0.0
        return 1.0 - (page.number - first) / (last - first)


def ranked(pages: Mapping[PageKey, FoundPage], ranker: Ranker, *, read: int) -> list[tuple[float, FoundPage]]:
    """Pages with their scores, best first; equal scores by document and page, pages worth nothing left out.

    Reading pages for concepts costs most: only the `read` best so far, which may yet come out on top, are read.
    """
    worth: list[tuple[float, FoundPage]] = []
    for page in pages.values():
        fit = ranker.fit(page)
        before = pages.get((page.doc, page.number - 1))
        first = before is None or before.section != page.section
        worth.append((fit * ranker.unread(page, first_of_section=first) if fit else 0.0, page))
    worth.sort(key=_best_first)
    if ranker.concepts:
        texts = {page.key: searchable(page.text) for _, page in worth[:read]}
        coverage = cover(texts, ranker.concepts)
        worth = [
            (value + ranker.fit(page) * ranker.read(coverage[page.key]) if page.key in coverage else value, page)
            for value, page in worth
        ]
        worth.sort(key=_best_first)
    return [pair for pair in worth if pair[0] > 0]


def _best_first(pair: tuple[float, FoundPage]) -> tuple[float, str, int]:
    return -pair[0], pair[1].doc, pair[1].number
