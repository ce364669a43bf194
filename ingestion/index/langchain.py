"""Folio's encoders in the shape langchain-qdrant asks for, so that others can search the same collection."""

from langchain_core.embeddings import Embeddings
from langchain_qdrant import SparseEmbeddings, SparseVector

from ingestion.embedders.base import Embedder
from ingestion.embedders.bm25 import Bm25Encoder
from ingestion.index.base import SparseWeights


class DenseEmbeddings(Embeddings):
    """A dense embedder as LangChain's `Embeddings`."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """One list of `dim` numbers a text."""
        rows: list[list[float]] = self._embedder.embed_passages(texts).tolist()
        return rows

    def embed_query(self, text: str) -> list[float]:
        """A list of `dim` numbers."""
        row: list[float] = self._embedder.embed_query(text).tolist()
        return row


class Bm25Embeddings(SparseEmbeddings):
    """The BM25 encoder as langchain-qdrant's `SparseEmbeddings`."""

    def __init__(self, encoder: Bm25Encoder) -> None:
        self._encoder = encoder

    def embed_documents(self, texts: list[str]) -> list[SparseVector]:
        """One sparse vector a text."""
        return [_sparse(self._encoder.encode_passage(text)) for text in texts]

    def embed_query(self, text: str) -> SparseVector:
        """The sparse vector of a question."""
        return _sparse(self._encoder.encode_query(text))


def _sparse(weights: SparseWeights) -> SparseVector:
    return SparseVector(indices=list(weights.indices), values=list(weights.values))
