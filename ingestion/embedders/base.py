"""The contract of a dense embedder: separate verbs for queries and passages, unit-length rows."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from ingestion.index.base import Vector


class Embedder(Protocol):
    """One of `wordllama.WordLlamaEmbedder` (static, inside its wheel) and `fastembed.FastEmbedder`."""

    @property
    def name(self) -> str:
        """Model name and version; part of what decides whether a filing must be embedded again."""
        ...

    @property
    def dim(self) -> int:
        """Length of a vector."""
        ...

    def embed_passages(self, texts: Sequence[str]) -> Vector:
        """Array of shape (len(texts), dim), rows of unit length (zero for text without a known token)."""
        ...

    def embed_query(self, text: str) -> Vector:
        """Array of shape (dim,)."""
        ...


def unit_rows(rows: Vector) -> Vector:
    """Rows of shape (n, dim) scaled to unit length; zero rows stay zero."""
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    unit: Vector = np.divide(rows, lengths, out=np.zeros_like(rows), where=lengths > 0)
    return unit
