"""What both backends store for a chunk: point ids, vector names, and the payload langchain-qdrant reads.

    {"page_content": text, "metadata": {"doc", "page", "chunk", "header", "company", "form", ...}}

Filter keys are paths into it ("metadata.doc"); Qdrant answers a misspelt path with nothing and no error, so they
are spelt here only.
"""

import uuid
from collections.abc import Sequence
from typing import Any

import numpy as np

from ingestion.domain import Form, PageKind
from ingestion.errors import ConfigurationError, StorageError
from ingestion.index.base import ChunkMetadata, Hit, IndexPoint, SearchFilter, SparseWeights, Vector

# langchain-qdrant's own defaults, so that it opens the collection without being told.
DENSE_NAME = ""
SPARSE_NAME = "langchain-sparse"

# The constant of reciprocal rank fusion. Both backends count ranks from 0; Qdrant's default of 2 would let the
# first hit of one arm outrank chunks that both arms agree on.
RRF_K = 60

KEYWORD_KEYS = ("metadata.doc", "metadata.company", "metadata.form", "metadata.kind")
INTEGER_KEYS = ("metadata.fiscal_year",)
DOC_KEY = "metadata.doc"

_NAMESPACE = uuid.UUID("6f1e2d3c-5b4a-4978-8695-a4b3c2d1e0f9")


def point_id(doc: str, page: int, index: int) -> str:
    """The same chunk has the same id in every run and backend."""
    return str(uuid.uuid5(_NAMESPACE, f"{doc}\n{page}\n{index}"))


def payload_of(point: IndexPoint) -> dict[str, Any]:
    """The payload of a chunk; enums as their text, a fiscal year that is unknown as null."""
    chunk, about = point.chunk, point.metadata
    return {
        "page_content": chunk.text,
        "metadata": {
            "doc": chunk.doc,
            "page": chunk.page,
            "chunk": chunk.index,
            "header": chunk.header,
            "company": about.company,
            "form": str(about.form),
            "fiscal_year": about.fiscal_year,
            "fiscal_quarter": about.fiscal_quarter,
            "kind": str(about.kind),
            "section": about.section,
        },
    }


def hit_of(payload: dict[str, Any] | None, score: float) -> Hit:
    """The hit a payload written by `payload_of` stands for. Raises StorageError for any other payload."""
    try:
        about = (payload or {})["metadata"]
        return Hit(
            doc=about["doc"],
            page=about["page"],
            index=about["chunk"],
            text=(payload or {})["page_content"],
            header=about["header"],
            score=score,
            metadata=ChunkMetadata(
                company=about["company"],
                form=Form(about["form"]),
                fiscal_year=about["fiscal_year"],
                fiscal_quarter=about["fiscal_quarter"],
                kind=PageKind(about["kind"]),
                section=about["section"],
            ),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise StorageError(f"the index holds a point that this version of Folio did not write: {error}") from error


def conditions(where: SearchFilter | None) -> list[tuple[str, list[str] | list[int]]]:
    """Key and allowed values of each condition that restricts, in a fixed order; all must hold."""
    if where is None:
        return []
    named: list[tuple[str, list[str] | list[int]]] = [
        (DOC_KEY, sorted(where.docs)),
        ("metadata.company", sorted(where.companies)),
        ("metadata.form", sorted(map(str, where.forms))),
        ("metadata.fiscal_year", sorted(where.fiscal_years)),
        ("metadata.kind", sorted(map(str, where.kinds))),
    ]
    return [(key, values) for key, values in named if values]


def usable_dense(vector: Vector | None, dim: int) -> list[float] | None:
    """The dense arm of a query, or None where it is off: no vector, or one without direction.

    Raises ConfigurationError when the vector does not fit the index.
    """
    if vector is None:
        return None
    check_dim(vector, dim)
    if not np.any(vector):
        return None  # text without a known token: every chunk would be equally near
    return [float(value) for value in vector]


def usable_sparse(weights: SparseWeights | None) -> SparseWeights | None:
    """The sparse arm of a query, or None where it is off or holds no token."""
    return weights if weights is not None and weights.indices else None


def check_dim(vector: Vector, dim: int) -> None:
    """Raise ConfigurationError unless `vector` has shape (dim,) and holds finite numbers."""
    if vector.shape != (dim,):
        raise ConfigurationError(
            f"the index holds vectors of {dim} numbers, this one has shape {vector.shape}: "
            "was it made by another embedding model?"
        )
    if not np.all(np.isfinite(vector)):
        raise ConfigurationError("a vector holds a number that is not finite")


def in_order(hits: Sequence[Hit]) -> list[Hit]:
    """Best first; equal scores by doc, page and chunk."""
    return sorted(hits, key=lambda hit: (-hit.score, hit.doc, hit.page, hit.index))
