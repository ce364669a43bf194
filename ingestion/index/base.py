"""The contract every search index keeps: hybrid search over chunks, with typed filters.

An index holds one point per chunk: a dense vector (cosine), a sparse BM25 vector (IDF is applied by the index), and
the payload langchain-qdrant reads (`page_content`, `metadata`). Arms are fused by reciprocal rank inside Qdrant:

    score(d) = sum over arms of 1 / (k + rank_arm(d))
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from ingestion.domain import Chunk, Form, PageKind

Vector = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class SparseWeights:
    """A sparse vector: strictly increasing token ids and their weights, same length."""

    indices: tuple[int, ...]
    values: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class ChunkMetadata:
    """What a point can be filtered by, the same for all chunks of a page."""

    company: str
    form: Form
    fiscal_year: int | None
    fiscal_quarter: int | None
    kind: PageKind
    section: str | None = None


@dataclass(frozen=True, slots=True)
class IndexPoint:
    """One chunk ready for the index. `dense` has shape (dim,)."""

    chunk: Chunk
    metadata: ChunkMetadata
    dense: Vector
    sparse: SparseWeights


@dataclass(frozen=True, slots=True)
class SearchFilter:
    """Conditions that must all hold; an empty field does not restrict, several values are alternatives."""

    docs: frozenset[str] = frozenset()
    companies: frozenset[str] = frozenset()
    forms: frozenset[Form] = frozenset()
    fiscal_years: frozenset[int] = frozenset()
    kinds: frozenset[PageKind] = frozenset()


@dataclass(frozen=True, slots=True)
class HybridQuery:
    """A question ready for the index; an arm that is None is off. `dense` has shape (dim,)."""

    dense: Vector | None
    sparse: SparseWeights | None
    limit: int = 50
    arm_limit: int = 100
    filter: SearchFilter = field(default_factory=SearchFilter)


@dataclass(frozen=True, slots=True)
class Hit:
    """A chunk found, with its fused score (higher is better)."""

    doc: str
    page: int
    index: int
    text: str
    header: str
    score: float
    metadata: ChunkMetadata


class SearchIndex(Protocol):
    """One of `edge.EdgeIndex` (in process) and `server.ServerIndex` (a Qdrant server)."""

    def upsert(self, points: Sequence[IndexPoint]) -> None:
        """Write points; the same chunk written again replaces itself."""
        ...

    def delete(self, doc: str) -> None:
        """Remove all points of a document; unknown documents are no error."""
        ...

    def search(self, query: HybridQuery) -> list[Hit]:
        """Best first; equal scores in order of doc, page, chunk index."""
        ...

    def count(self, where: SearchFilter | None = None) -> int:
        """Exact number of points that fit."""
        ...

    def doc_counts(self) -> dict[str, int]:
        """Points per document, for `verify` and for finding what an interrupted run left behind."""
        ...

    def flush(self) -> None:
        """Make everything written so far durable."""
        ...

    def close(self) -> None:
        """Flush and let go of files and locks; a closed index cannot be used again."""
        ...
