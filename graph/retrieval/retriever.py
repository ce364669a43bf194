"""Finds the pages a question needs: search, fold to pages, rank."""

from collections.abc import Iterable, Sequence
from typing import Protocol

from graph.domain import Evidence, Plan, Question
from graph.knowledge import Knowledge
from graph.retrieval.concepts import ConceptTable, PageKey, cover, searchable
from graph.retrieval.pages import FoundPage, add_pages, fold
from graph.retrieval.query import SearchText, search_text
from graph.retrieval.ranking import Ranker, Weights, ranked
from graph.retrieval.settings import RetrievalSettings
from graph.retrieval.sharing import share_out
from ingestion.domain import PRIMARY_STATEMENTS, Filing, PageKind
from ingestion.embedders.base import Embedder
from ingestion.embedders.bm25 import Bm25Encoder
from ingestion.index.base import HybridQuery, SearchFilter, SearchIndex

_ARM_LIMIT = 100
_FUSED_LIMIT = 80
_WORDS_LIMIT = 60
_STATEMENT_LIMIT = 24
_CANDIDATES = 6
_PULLED = 3
_COVERED = 40
_WIDE = 0.25
"""Below this confidence in company and period, the whole index is searched, and candidates only rank."""


class CatalogueView(Protocol):
    """What retrieval needs of the catalogue."""

    def filing(self, name: str) -> Filing:
        """By document name or alias; raises UnknownFiling."""
        ...


class Retriever:
    """Searches the index for a question, with the parts that its settings leave on. Safe to share between threads."""

    def __init__(
        self,
        index: SearchIndex,
        catalogue: CatalogueView,
        embedder: Embedder,
        sparse: Bm25Encoder,
        knowledge: Knowledge,
        settings: RetrievalSettings | None = None,
        weights: Weights | None = None,
    ) -> None:
        self._index = index
        self._catalogue = catalogue
        self._embedder = embedder
        self._sparse = sparse
        self._knowledge = knowledge
        self._concepts = ConceptTable(knowledge)
        self._settings = settings or RetrievalSettings()
        self._weights = weights or Weights()

    def retrieve(self, question: Question, plan: Plan, limit: int) -> list[Evidence]:
        """At most `limit` pages, best first, no page twice; empty where nothing fits."""
        if limit < 1:
            return []
        on = self._settings
        text = search_text(question, plan, self._knowledge, synonyms=on.synonyms, understood=on.filter)
        fits = self._fits(question, plan)
        pages: dict[PageKey, FoundPage] = {}
        likely, rest = self._pools(question, plan, fits)
        for pool in likely:
            self._search(pages, text, pool, likely=True)
        if rest:
            self._search(pages, text, rest, likely=False)
        if on.page_kinds and fits:
            self._pull_statements(pages, text, plan, list(fits)[: max(_PULLED, len(plan.groups) * 2)])
        found = self._rank(pages, plan, fits)
        return self._evidence(
            plan, share_out(found, plan.groups if on.filter else (), fits if on.filter else {}, limit)
        )

    def _fits(self, question: Question, plan: Plan) -> dict[str, float]:
        """How well each document that may be searched fits, 1 for the best; empty where every document may be."""
        if not self._settings.filter or not plan.candidates:
            return dict.fromkeys(sorted(question.docs), 1.0)
        best = max(candidate.score for candidate in plan.candidates) or 1.0
        chosen = [doc for group in plan.groups for doc in group[:2]]
        chosen += [candidate.doc for candidate in plan.candidates]
        scores = {candidate.doc: candidate.score / best for candidate in plan.candidates}
        if plan.groups:  # the best of every company and period compared is as good as the others
            scores |= {group[0]: 1.0 for group in plan.groups}
        kept = list(dict.fromkeys(chosen))[: max(_CANDIDATES, 2 * len(plan.groups))]
        return {doc: scores[doc] for doc in sorted(kept, key=lambda doc: -scores[doc])}

    def _pools(
        self, question: Question, plan: Plan, fits: dict[str, float]
    ) -> tuple[list[frozenset[str]], frozenset[str]]:
        """Documents searched together: the best filing (of each group) by itself, so that none crowds it out, and
        the rest. An empty pool is every document."""
        if not fits:
            return [frozenset(question.docs)], frozenset()
        if not self._settings.filter or plan.confidence < _WIDE:
            return [frozenset(fits) if plan.companies or question.docs else frozenset()], frozenset()
        alone = [group[0] for group in plan.groups] or list(fits)[:1]
        return [frozenset({doc}) for doc in alone], frozenset(fits) - set(alone)

    def _search(self, pages: dict[PageKey, FoundPage], text: SearchText, docs: frozenset[str], *, likely: bool) -> None:
        """BM25 for its own scores, and both arms fused; of filings that are only second best, BM25 alone."""
        where = SearchFilter(docs=docs)
        sparse = text.sparse(self._sparse)
        words = self._index.search(HybridQuery(None, sparse, _WORDS_LIMIT, _ARM_LIMIT, where))
        fold(pages, "words", words, fused=False)
        if self._settings.dense and (likely or not self._settings.filter):
            dense = text.dense(self._embedder)
            both = self._index.search(HybridQuery(dense, sparse, _FUSED_LIMIT, _ARM_LIMIT, where))
            fold(pages, "fused", both, fused=True)

    def _pull_statements(
        self, pages: dict[PageKey, FoundPage], text: SearchText, plan: Plan, docs: Sequence[str]
    ) -> None:
        """The statements a question wants, from the filings that fit best, however poorly their words match."""
        kinds = frozenset(plan.kinds) & PRIMARY_STATEMENTS
        if kinds:
            where = SearchFilter(docs=frozenset(docs), kinds=kinds)
            dense = self._embedder.embed_query(text.words or "statement")
            add_pages(pages, self._index.search(HybridQuery(dense, None, _STATEMENT_LIMIT * len(docs), 0, where)))

    def _rank(
        self, pages: dict[PageKey, FoundPage], plan: Plan, fits: dict[str, float]
    ) -> list[tuple[float, FoundPage]]:
        on = self._settings
        wishes = dict(zip(plan.kinds, plan.kind_weights, strict=False)) if on.page_kinds else {}
        concepts = self._concepts.of(plan) if on.synonyms else ()
        ranker = Ranker(
            wishes=wishes,
            concepts=concepts,
            filings=fits if on.filter and fits else dict.fromkeys((page.doc for page in pages.values()), 1.0),
            discussion=_discussion(pages.values()),
            splits=any(self._knowledge.topics[key].breakdown for key in plan.topics),
            weights=self._weights,
        )
        if not concepts:
            return ranked(pages, {}, ranker)
        # Reading pages for concepts costs most: only those read that may yet come out on top.
        likely = [page for _, page in ranked(pages, {}, ranker)[:_COVERED]]
        return ranked(pages, cover({page.key: searchable(page.text) for page in likely}, concepts), ranker)

    def _evidence(self, plan: Plan, found: Sequence[tuple[float, FoundPage]]) -> list[Evidence]:
        titles = {candidate.doc: candidate.title for candidate in plan.candidates}
        titles |= {doc: self._catalogue.filing(doc).title for doc in {p.doc for _, p in found} if not titles.get(doc)}
        return [
            Evidence(
                doc=page.doc,
                page=page.number,
                score=round(score, 6),
                text=page.text,
                kind=page.kind,
                section=page.section,
                title=titles[page.doc],
            )
            for score, page in found
        ]


def _discussion(pages: Iterable[FoundPage]) -> dict[str, tuple[int, int]]:
    """First and last page found of each filing's discussion of results."""
    spans: dict[str, tuple[int, int]] = {}
    for page in pages:
        if page.kind is PageKind.MDNA:
            first, last = spans.get(page.doc, (page.number, page.number))
            spans[page.doc] = (min(first, page.number), max(last, page.number))
    return spans
