"""The index on a Qdrant server or cluster, in a collection that langchain-qdrant opens as its own.

It needs Qdrant 1.16 or later, which lets a query name the constant of reciprocal rank fusion.
"""

import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Self

from qdrant_client import QdrantClient, models
from qdrant_client.common.client_exceptions import QdrantException
from qdrant_client.http.exceptions import ApiException, UnexpectedResponse

from ingestion.embedders.base import Embedder
from ingestion.errors import ConfigurationError, SchemaMismatch, StorageError, StorageMissing
from ingestion.index.base import Hit, HybridQuery, IndexPoint, SearchFilter, SparseWeights
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

if TYPE_CHECKING:
    from langchain_qdrant import QdrantVectorStore

    from ingestion.embedders.bm25 import Bm25Encoder

_BATCH = 256
_MANY = 1_000_000
_SECONDS = 30
_CONFLICT = 409


class ServerIndex:
    """A collection on a Qdrant server; use `open`. Safe to share between threads and processes."""

    def __init__(self, client: QdrantClient, collection: str, dim: int, place: str, *, owned: bool) -> None:
        self._client = client
        self._owned = owned
        self._collection = collection
        self._dim = dim
        self._place = place
        self._closed = False

    @classmethod
    def open(
        cls,
        url: str,
        collection: str,
        dim: int,
        *,
        api_key: str | None = None,
        create: bool = False,
        client: QdrantClient | None = None,
    ) -> Self:
        """Open a collection for vectors of `dim` numbers; with `create`, make it when absent.

        `client` takes the place of a connection to `url`, for example `QdrantClient(":memory:")`; whoever made it
        closes it.
        Raises StorageMissing when there is no such collection (unless `create`), SchemaMismatch when it was made
        for other vectors, ConfigurationError for a URL that is none, StorageError when the server cannot be reached
        or refuses.
        """
        owned = client is None
        index = cls(client or _connect(url, api_key), collection, dim, url, owned=owned)
        try:
            index._prepare(create=create)
        except BaseException:
            index.close()
            raise
        return index

    def upsert(self, points: Sequence[IndexPoint]) -> None:
        """Write points; the same chunk written again replaces itself. Durable on return."""
        for point in points:
            check_dim(point.dense, self._dim)
        with self._errors():
            for start in range(0, len(points), _BATCH):
                batch = [_server_point(point) for point in points[start : start + _BATCH]]
                self._client.upsert(self._collection, batch, wait=True)

    def delete(self, doc: str) -> None:
        """Remove all points of a document; an unknown one is no error."""
        where = models.Filter(must=_conditions(SearchFilter(docs=frozenset({doc}))))
        with self._errors():
            self._client.delete(self._collection, models.FilterSelector(filter=where), wait=True)

    def search(self, query: HybridQuery) -> list[Hit]:
        """Best first, equal scores in order of doc, page, chunk; with one arm on, its own score."""
        arms = self._arms(query)
        if not arms:
            return []
        where = _filter(query.filter)

        def fetch(size: int) -> list[Hit]:
            if len(arms) == 1:
                vector, using = arms[0]
                found = self._client.query_points(
                    self._collection, query=vector, using=using, query_filter=where, limit=size
                )
            else:
                found = self._client.query_points(
                    self._collection,
                    prefetch=[
                        models.Prefetch(query=vector, using=using, filter=where, limit=query.arm_limit)
                        for vector, using in arms
                    ],
                    query=models.RrfQuery(rrf=models.Rrf(k=RRF_K)),
                    limit=size,
                )
            return [hit_of(point.payload, point.score) for point in found.points]

        with self._errors():
            return best(fetch, query.limit)

    def count(self, where: SearchFilter | None = None) -> int:
        """Exact number of points that fit."""
        with self._errors():
            return self._client.count(self._collection, count_filter=_filter(where), exact=True).count

    def doc_counts(self) -> dict[str, int]:
        """Points per document."""
        with self._errors():
            found = self._client.facet(self._collection, DOC_KEY, limit=_MANY, exact=True)
        return {str(hit.value): hit.count for hit in found.hits}

    def flush(self) -> None:
        """Nothing to do: the server acknowledges a write once it is in its log."""

    def close(self) -> None:
        """Close the connection; harmless when already closed."""
        self._closed = True
        if self._owned:
            self._client.close()

    def vector_store(self, embedder: Embedder, sparse: "Bm25Encoder") -> "QdrantVectorStore":
        """The same collection as langchain-qdrant's vector store in hybrid mode.

        Ask it for k = 50 or more and cut: its prefetch takes k from each arm. It fuses with Qdrant's own constant.
        """
        from langchain_qdrant import QdrantVectorStore, RetrievalMode

        from ingestion.index.langchain import Bm25Embeddings, DenseEmbeddings

        return QdrantVectorStore(
            client=self._client,
            collection_name=self._collection,
            embedding=DenseEmbeddings(embedder),
            sparse_embedding=Bm25Embeddings(sparse),
            retrieval_mode=RetrievalMode.HYBRID,
            vector_name=DENSE_NAME,
            sparse_vector_name=SPARSE_NAME,
        )

    def _arms(self, query: HybridQuery) -> list[tuple[list[float] | models.SparseVector, str]]:
        dense, sparse = usable_dense(query.dense, self._dim), usable_sparse(query.sparse)
        arms: list[tuple[list[float] | models.SparseVector, str]] = []
        if dense is not None:
            arms.append((dense, DENSE_NAME))
        if sparse is not None:
            arms.append((_server_sparse(sparse), SPARSE_NAME))
        return arms

    def _prepare(self, *, create: bool) -> None:
        with self._errors():
            if not create and not self._client.collection_exists(self._collection):
                raise StorageMissing(f"there is no collection {self._collection!r} at {self._place}: add filings first")
            if create:
                self._create_collection()
            self._check_collection()

    def _create_collection(self) -> None:
        """Make whatever is absent, also after a kill half way or beside another process that does the same."""
        if not self._client.collection_exists(self._collection):
            try:
                self._client.create_collection(
                    self._collection,
                    vectors_config=models.VectorParams(size=self._dim, distance=models.Distance.COSINE),
                    sparse_vectors_config={SPARSE_NAME: models.SparseVectorParams(modifier=models.Modifier.IDF)},
                )
            except UnexpectedResponse as error:
                if error.status_code != _CONFLICT:
                    raise
        with warnings.catch_warnings():
            # The in-memory client of tests says that it does without.
            warnings.filterwarnings("ignore", message="Payload indexes have no effect")
            for key in KEYWORD_KEYS:
                self._client.create_payload_index(self._collection, key, models.PayloadSchemaType.KEYWORD)
            for key in INTEGER_KEYS:
                self._client.create_payload_index(self._collection, key, models.PayloadSchemaType.INTEGER)

    def _check_collection(self) -> None:
        params = self._client.get_collection(self._collection).config.params
        dense = params.vectors
        if isinstance(dense, dict):
            dense = dense.get(DENSE_NAME)
        if dense is None or dense.size != self._dim or dense.distance != models.Distance.COSINE:
            held = "no unnamed vector" if dense is None else f"{dense.distance} vectors of {dense.size} numbers"
            raise SchemaMismatch(
                f"collection {self._collection!r} at {self._place} holds {held}, the embedding model gives "
                f"{self._dim} (Cosine): set EMBEDDING_MODEL back, or QDRANT_COLLECTION to a new name"
            )
        sparse = (params.sparse_vectors or {}).get(SPARSE_NAME)
        if sparse is None or sparse.modifier != models.Modifier.IDF:
            raise SchemaMismatch(
                f"collection {self._collection!r} at {self._place} has no sparse vector {SPARSE_NAME!r} with the "
                "IDF modifier: set QDRANT_COLLECTION to a new name"
            )

    @contextmanager
    def _errors(self) -> Iterator[None]:
        if self._closed:
            raise StorageError("the index is closed")
        try:
            yield
        except (ApiException, QdrantException, ValueError) as error:  # ValueError: an answer that is no JSON
            reason = " ".join(str(error).split())[:300]
            raise StorageError(f"the Qdrant server at {self._place} cannot be used: {reason}") from error


def _connect(url: str, api_key: str | None) -> QdrantClient:
    try:
        # The version check would print a warning instead of failing; the first request fails clearly.
        return QdrantClient(url=url, api_key=api_key, timeout=_SECONDS, check_compatibility=False)
    except ValueError as error:
        raise ConfigurationError(f"QDRANT_URL={url!r} is no URL of a Qdrant server: {error}") from error


def _server_point(point: IndexPoint) -> models.PointStruct:
    chunk = point.chunk
    vector: dict[str, models.Vector] = {DENSE_NAME: point.dense.tolist()}
    if point.sparse.indices:
        vector[SPARSE_NAME] = _server_sparse(point.sparse)
    return models.PointStruct(id=point_id(chunk.doc, chunk.page, chunk.index), vector=vector, payload=payload_of(point))


def _server_sparse(weights: SparseWeights) -> models.SparseVector:
    return models.SparseVector(indices=list(weights.indices), values=list(weights.values))


def _filter(where: SearchFilter | None) -> models.Filter | None:
    must = _conditions(where)
    return models.Filter(must=must) if must else None


def _conditions(where: SearchFilter | None) -> list[models.Condition]:
    return [models.FieldCondition(key=key, match=models.MatchAny(any=values)) for key, values in conditions(where)]
