"""Finds the pages a question needs: search, fold to pages, rank."""

from collections.abc import Iterable, Sequence
from typing import Protocol

from graph.domain import Evidence, Plan, Question
from graph.knowledge import Knowledge
from graph.retrieval.concepts import ConceptTable, PageKey
from graph.retrieval.pages import FoundPage, add_pages, fold
from graph.retrieval.pools import Pools, pools_of
from graph.retrieval.query import SearchText, search_text
from graph.retrieval.ranking import Ranker, Weights, ranked
from graph.retrieval.settings import RetrievalSettings
from graph.retrieval.sharing import share_out
from ingestion.domain import PRIMARY_STATEMENTS, Filing, PageKind
from ingestion.embedders.base import Embedder
from ingestion.embedders.bm25 import Bm25Encoder
from ingestion.index.base import HybridQuery, SearchFilter, SearchIndex

_ARM_LIMIT = 60
_FUSED_LIMIT = 40
_WORDS_LIMIT = 40
_REST_LIMIT = 25
_STATEMENT_LIMIT = 24
_PULLED = 3
_READ = 30


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
        pools = pools_of(plan, question.docs, filtered=on.filter)
        text = search_text(question, plan, self._knowledge, synonyms=on.synonyms, understood=on.filter)
        pages = self._found(text, pools)
        if on.page_kinds and not pools.wide:
            self._pull_statements(pages, text, plan, list(pools.fits)[: max(_PULLED, 2 * len(plan.groups))])
        scored = ranked(pages, self._ranker(pages, plan, pools), read=_READ)
        groups, fits = (plan.groups, pools.fits) if on.filter else ((), {})
        return self._evidence(plan, share_out(scored, groups, fits, limit))

    def _found(self, text: SearchText, pools: Pools) -> dict[PageKey, FoundPage]:
        """BM25 for its own scores, and both arms fused; of filings that are only second best, BM25 alone."""
        pages: dict[PageKey, FoundPage] = {}
        sparse = text.sparse(self._sparse)
        dense = text.dense(self._embedder) if self._settings.dense else None
        for docs in (*pools.alone, *([pools.rest] if pools.rest else [])):
            where = SearchFilter(docs=docs)
            limit = _REST_LIMIT if docs is pools.rest else _WORDS_LIMIT
            words = self._index.search(HybridQuery(None, sparse, limit, _ARM_LIMIT, where))
            fold(pages, "words", words, fused=False)
            if dense is not None and docs is not pools.rest:
                both = self._index.search(HybridQuery(dense, sparse, _FUSED_LIMIT, _ARM_LIMIT, where))
                fold(pages, "fused", both, fused=True)
        return pages

    def _pull_statements(
        self, pages: dict[PageKey, FoundPage], text: SearchText, plan: Plan, docs: Sequence[str]
    ) -> None:
        """The statements a question wants, from the filings that fit best, however poorly their words match."""
        kinds = frozenset(plan.kinds) & PRIMARY_STATEMENTS
        if kinds and docs:
            where = SearchFilter(docs=frozenset(docs), kinds=kinds)
            dense = self._embedder.embed_query(text.words or "statement")
            add_pages(pages, self._index.search(HybridQuery(dense, None, _STATEMENT_LIMIT * len(docs), 0, where)))

    def _ranker(self, pages: dict[PageKey, FoundPage], plan: Plan, pools: Pools) -> Ranker:
        on = self._settings
        return Ranker(
            wishes=dict(zip(plan.kinds, plan.kind_weights, strict=False)) if on.page_kinds else {},
            concepts=self._concepts.of(plan) if on.synonyms else (),
            filings=pools.fits,
            other_fit=pools.other_fit,
            discussion=_discussion(pages.values()),
            splits=any(self._knowledge.topics[key].breakdown for key in plan.topics),
            weights=self._weights,
        )

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
