"""The index in this process: a Qdrant Edge shard in a folder, nothing to start.

Dense vectors are compared one by one, without a graph: at 60,000 chunks of 256 numbers that takes 3 ms, is exact,
and saves the half minute that building the graph takes. From GRAPH_FROM_POINTS on the graph is built when the
index is closed.

The write-ahead log is off. What counts is `flush`, which the pipeline calls before it records a filing as
complete; whatever an interrupted run left unflushed is written again anyway. Without the log a shard takes a
quarter less space and no lock that forked workers would inherit.
"""

import json
import shutil
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self, cast
from uuid import UUID

import numpy as np
import qdrant_edge as qdrant

from ingestion.domain import Chunk
from ingestion.errors import FolioError, SchemaMismatch, StorageError, StorageMissing
from ingestion.index.base import Hit, HybridQuery, IndexPoint, SearchFilter, SparseWeights
from ingestion.index.lock import FolderLock
from ingestion.index.payload import (
    DENSE_NAME,
    DOC_KEY,
    INTEGER_KEYS,
    KEYWORD_KEYS,
    RRF_K,
    SPARSE_NAME,
    check_dim,
    conditions,
    hit_of,
    payload_of,
    point_id,
    usable_dense,
    usable_sparse,
)
from ingestion.index.ranking import best

GRAPH_FROM_POINTS = 250_000
_BATCH = 1000
_MANY = 1_000_000


class EdgeIndex:
    """A Qdrant Edge shard; use `open`. Safe to share between threads, held by one process at a time."""

    def __init__(self, shard: qdrant.EdgeShard, lock: FolderLock, folder: Path, dim: int) -> None:
        self._shard = shard
        self._lock = lock
        self._folder = folder
        self._dim = dim
        self._writing = threading.Lock()
        self._changed = False
        self._closed = False

    @classmethod
    def open(cls, path: Path, dim: int, *, create: bool = False) -> Self:
        """Open the index in the folder `path` for vectors of `dim` numbers.

        Raises StorageMissing when there is none (unless `create`), StorageLocked when a process holds it,
        SchemaMismatch when it holds vectors of another length, StorageError when it is damaged.
        """
        shard_path = path / "shard"
        if not create and not shard_path.is_dir():
            raise StorageMissing(f"there is no index in {path}: add filings first")
        try:
            path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StorageError(f"the index folder {path} cannot be made: {error.strerror}") from error
        lock = FolderLock(path)
        try:
            if not shard_path.is_dir():
                _create(shard_path, dim)
            _check_stored_dim(shard_path, dim)
            with _storage_errors(path):
                shard = qdrant.EdgeShard.load(str(shard_path))
        except BaseException:
            lock.release()
            raise
        return cls(shard, lock, path, dim)

    def upsert(self, points: Sequence[IndexPoint]) -> None:
        """Write points; the same chunk written again replaces itself. Durable after `flush`."""
        for point in points:
            check_dim(point.dense, self._dim)
        with self._write():
            for start in range(0, len(points), _BATCH):
                batch = [_edge_point(point) for point in points[start : start + _BATCH]]
                self._shard.update(qdrant.UpdateOperation.upsert_points(batch))

    def delete(self, doc: str) -> None:
        """Remove all points of a document; an unknown one is no error.

        IDF goes on counting deleted points until the index is opened again.
        """
        with self._write():
            where = qdrant.Filter(must=_conditions(SearchFilter(docs=frozenset({doc}))))
            self._shard.update(qdrant.UpdateOperation.delete_points_by_filter(where))

    def search(self, query: HybridQuery) -> list[Hit]:
        """Best first, equal scores in order of doc, page, chunk; with one arm on, its own score."""
        arms = self._arms(query)
        if not arms:
            return []
        where = _filter(query.filter)

        def fetch(size: int) -> list[Hit]:
            if len(arms) == 1:
                request = qdrant.QueryRequest(limit=size, query=arms[0], filter=where, with_payload=True)
            else:
                prefetches = [qdrant.Prefetch(limit=query.arm_limit, query=arm, filter=where) for arm in arms]
                request = qdrant.QueryRequest(limit=size, prefetches=prefetches, query=_rrf(), with_payload=True)
            return [hit_of(point.payload, point.score) for point in self._shard.query(request)]

        with self._read():
            return best(fetch, query.limit)

    def count(self, where: SearchFilter | None = None) -> int:
        """Exact number of points that fit."""
        with self._read():
            return self._shard.count(qdrant.CountRequest(exact=True, filter=_filter(where)))

    def doc_counts(self) -> dict[str, int]:
        """Points per document."""
        with self._read():
            hits = self._shard.facet(qdrant.FacetRequest(DOC_KEY, limit=_MANY, exact=True)).hits
        # Edge goes on listing a deleted document, with none.
        return {str(hit.value): hit.count for hit in hits if hit.count}

    def points(self) -> Iterator[IndexPoint]:
        """Every point, in no order, to fill another index with; dense vectors come back at unit length."""
        offset: int | UUID | str | None = None
        while True:
            request = qdrant.ScrollRequest(offset=offset, limit=_BATCH, with_payload=True, with_vector=True)
            with self._read():
                records, offset = self._shard.scroll(request)
            yield from map(_index_point, records)
            if offset is None:
                return

    def flush(self) -> None:
        """Make everything written so far survive a kill."""
        with self._write():
            self._shard.flush()

    def close(self) -> None:
        """Tidy up after changes, flush, and release the folder; harmless when already closed."""
        with self._writing:
            if self._closed:
                return
            self._closed = True
            try:
                with _storage_errors(self._folder):
                    if self._changed:
                        # Drops what deleted and replaced points left behind, once that is a fifth of the whole.
                        self._shard.optimize()
                        self._shard.flush()
                    self._shard.close()
            finally:
                self._lock.release()

    def _arms(self, query: HybridQuery) -> list[qdrant.Query]:
        dense, sparse = usable_dense(query.dense, self._dim), usable_sparse(query.sparse)
        arms = []
        if dense is not None:
            arms.append(qdrant.Query.Nearest(dense, using=DENSE_NAME))
        if sparse is not None:
            arms.append(qdrant.Query.Nearest(_edge_sparse(sparse), using=SPARSE_NAME))
        return arms

    @contextmanager
    def _write(self) -> Iterator[None]:
        # Readers go on meanwhile; writers wait for each other.
        with self._writing, self._read():
            self._changed = True
            yield

    @contextmanager
    def _read(self) -> Iterator[None]:
        if self._closed:
            raise StorageError("the index is closed")
        with _storage_errors(self._folder):
            yield


@contextmanager
def _storage_errors(folder: Path) -> Iterator[None]:
    """Edge raises bare Exception, and its panics are no Exception at all."""
    try:
        yield
    except FolioError:
        raise
    except BaseException as error:
        if isinstance(error, Exception) or type(error).__name__ == "PanicException":
            reason = " ".join(str(error).split())[:300]
            raise StorageError(
                f"the index in {folder} cannot be used: {reason} "
                "(when it is damaged, remove that folder and add the filings again)"
            ) from error
        raise


def _create(shard_path: Path, dim: int) -> None:
    """Make an empty shard under another name first, so that a kill leaves all of it or none."""
    draft = shard_path.with_name("shard.new")
    shutil.rmtree(draft, ignore_errors=True)
    config = qdrant.EdgeConfig(
        vectors=qdrant.EdgeVectorParams(size=dim, distance=qdrant.Distance.Cosine),
        sparse_vectors={SPARSE_NAME: qdrant.EdgeSparseVectorParams(modifier=qdrant.Modifier.Idf)},
        optimizers=qdrant.EdgeOptimizersConfig(indexing_threshold=GRAPH_FROM_POINTS * dim * 4 // 1024),
        wal_enabled=False,
    )
    with _storage_errors(shard_path.parent):
        draft.mkdir()
        shard = qdrant.EdgeShard.create(str(draft), config)
        for keys, kind in (
            (KEYWORD_KEYS, qdrant.PayloadSchemaType.Keyword),
            (INTEGER_KEYS, qdrant.PayloadSchemaType.Integer),
        ):
            for key in keys:
                shard.update(qdrant.UpdateOperation.create_field_index(key, kind))
        shard.flush()
        shard.close()
        draft.rename(shard_path)


def _check_stored_dim(shard_path: Path, dim: int) -> None:
    try:
        stored = json.loads((shard_path / "edge_config.json").read_text())["vectors"][DENSE_NAME]["size"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise StorageError(
            f"the index in {shard_path.parent} is damaged ({error}): remove that folder and add the filings again"
        ) from error
    if stored != dim:
        raise SchemaMismatch(
            f"the index in {shard_path.parent} holds vectors of {stored} numbers, the embedding model gives "
            f"{dim}: set EMBEDDING_MODEL back, or remove the folder and add the filings again"
        )


def _edge_point(point: IndexPoint) -> qdrant.Point:
    chunk = point.chunk
    vector: dict[str, list[float] | qdrant.SparseVector | list[list[float]]] = {DENSE_NAME: point.dense.tolist()}
    if point.sparse.indices:
        vector[SPARSE_NAME] = _edge_sparse(point.sparse)
    return qdrant.Point(id=point_id(chunk.doc, chunk.page, chunk.index), vector=vector, payload=payload_of(point))


def _index_point(record: qdrant.Record) -> IndexPoint:
    hit = hit_of(record.payload, score=0.0)
    vectors = cast(dict[str, Any], record.vector)
    sparse = vectors.get(SPARSE_NAME)
    return IndexPoint(
        chunk=Chunk(hit.doc, hit.page, hit.index, hit.header, hit.text),
        metadata=hit.metadata,
        dense=np.array(vectors[DENSE_NAME], dtype=np.float32),
        sparse=SparseWeights(tuple(sparse.indices), tuple(sparse.values)) if sparse else SparseWeights((), ()),
    )


def _edge_sparse(weights: SparseWeights) -> qdrant.SparseVector:
    return qdrant.SparseVector(list(weights.indices), list(weights.values))


def _rrf() -> qdrant.Fusion:
    # The stubs say Fusion.Rrf is a class of its own; at run time it is a Fusion.
    return cast(qdrant.Fusion, qdrant.Fusion.Rrf(k=RRF_K))


def _filter(where: SearchFilter | None) -> qdrant.Filter | None:
    must = _conditions(where)
    return qdrant.Filter(must=must) if must else None


def _conditions(where: SearchFilter | None) -> "list[qdrant.ConditionType]":
    return [qdrant.FieldCondition(key=key, match=qdrant.MatchAny(any=values)) for key, values in conditions(where)]
