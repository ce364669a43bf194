"""Hybrid queries: the index Folio uses, beside qdrant-client's local mode on the same points."""

import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

import numpy as np
from qdrant_client import QdrantClient

from eval.bench.timing import Spread, Timing, peak_mb, resident_mb, time_calls
from ingestion.embedders import make_embedder
from ingestion.embedders.base import Embedder
from ingestion.embedders.bm25 import Bm25Encoder
from ingestion.index.base import HybridQuery, SearchFilter, SearchIndex
from ingestion.index.edge import EdgeIndex
from ingestion.index.server import ServerIndex

EDGE = "hybrid query, Edge"

_WORDS = 10
_SEED = 7
_LOCAL_BATCH = 5_000


@dataclass(frozen=True)
class Setup:
    """The index to measure and the embedding model it was made with."""

    folder: Path
    model: str
    cache_dir: Path

    def encoders(self) -> tuple[Embedder, Bm25Encoder]:
        """The model, loaded, and the BM25 encoder."""
        embedder = make_embedder(self.model, cache_dir=self.cache_dir)
        embedder.embed_query("load the model")
        return embedder, Bm25Encoder()


@dataclass(frozen=True)
class Question:
    """Words drawn from one chunk of the index, and the filing that holds it."""

    text: str
    doc: str


def questions(index: SearchIndex, dim: int, count: int) -> list[Question]:
    """Each question takes ten words of a chunk that lies near a random direction; the same for the same index."""
    rng = np.random.default_rng(_SEED)
    found: list[Question] = []
    while len(found) < count:
        direction = rng.normal(size=dim).astype(np.float32)
        hits = index.search(HybridQuery(direction, None, limit=20))
        if not hits:
            break
        for hit in hits[: count - len(found)]:
            words = hit.text.split() or [hit.doc]
            found.append(Question(" ".join(rng.choice(words, size=_WORDS)), hit.doc))
    return found


def measure_edge(setup: Setup, count: int) -> list[Timing]:
    """The embedded index: encoding, hybrid queries over everything and within one filing."""
    embedder, sparse = setup.encoders()
    before, start = resident_mb(), time.perf_counter()
    index = EdgeIndex.open(setup.folder, embedder.dim)
    load_s = time.perf_counter() - start
    try:
        asked = questions(index, embedder.dim, count)
        queries = [HybridQuery(embedder.embed_query(q.text), sparse.encode_query(q.text)) for q in asked]
        encoding = time_calls([_encoding(embedder, sparse, q.text) for q in asked])
        wide = time_calls([_searching(index, query) for query in queries])
        narrow = time_calls(
            [
                _searching(index, replace(query, filter=SearchFilter(docs=frozenset({question.doc}))))
                for query, question in zip(queries, asked, strict=True)
            ]
        )
        return [
            _row("encoding a question", encoding),
            replace(
                _row(EDGE, wide),
                load_s=load_s,
                resident_mb=resident_mb() - before,
                peak_mb=peak_mb(),
            ),
            _row("hybrid in one filing, Edge", narrow),
        ]
    finally:
        index.close()


def measure_local(setup: Setup, count: int) -> list[Timing]:
    """qdrant-client's local mode, in memory, filled with the points of the embedded index.

    `note` says for how many questions both rank the same ten chunks first.
    """
    embedder, sparse = setup.encoders()
    edge = EdgeIndex.open(setup.folder, embedder.dim)
    try:
        asked = questions(edge, embedder.dim, count)
        queries = [HybridQuery(embedder.embed_query(q.text), sparse.encode_query(q.text)) for q in asked]
        expected = [_first_ten(edge, query) for query in queries]
        before = resident_mb()
        local, load_s = _fill_local(edge, embedder.dim)
    finally:
        edge.close()
    timing = _row("hybrid query, local mode", time_calls([_searching(local, q) for q in queries], warm_up=1))
    same = sum(_first_ten(local, query) == ten for query, ten in zip(queries, expected, strict=True))
    return [
        replace(
            timing,
            load_s=load_s,
            resident_mb=resident_mb() - before,
            peak_mb=peak_mb(),
            note=f"same first ten as Edge: {same} of {len(queries)}",
        )
    ]


def _fill_local(edge: EdgeIndex, dim: int) -> tuple[ServerIndex, float]:
    """A local-mode index with the points of `edge`, and the seconds that writing them took."""
    with warnings.catch_warnings():
        # It warns that it is not made for this many points, which is what is measured here.
        warnings.simplefilter("ignore", UserWarning)
        local = ServerIndex.open("memory", "bench", dim, create=True, client=QdrantClient(":memory:"))
        seconds = 0.0
        points = edge.points()
        while batch := list(islice(points, _LOCAL_BATCH)):
            start = time.perf_counter()
            local.upsert(batch)
            seconds += time.perf_counter() - start
    return local, seconds


def _first_ten(index: SearchIndex, query: HybridQuery) -> list[tuple[str, int, int]]:
    return [(hit.doc, hit.page, hit.index) for hit in index.search(replace(query, limit=10))]


def _searching(index: SearchIndex, query: HybridQuery) -> Callable[[], object]:
    return lambda: index.search(query)


def _encoding(embedder: Embedder, sparse: Bm25Encoder, text: str) -> Callable[[], object]:
    return lambda: (embedder.embed_query(text), sparse.encode_query(text))


def _row(what: str, spread: Spread) -> Timing:
    return Timing(what, spread.calls, spread.median_ms, spread.p95_ms)
