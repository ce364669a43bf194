"""What a worker process does with one file; everything here is sent between processes."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import accumulate, chain
from pathlib import Path

import numpy as np
import pymupdf
from numpy.typing import NDArray

from ingestion.catalogue import PackedPage
from ingestion.chunks import cut_chunks, indexed_text
from ingestion.domain import Chunk, Figure, Filing
from ingestion.embedders.base import Embedder
from ingestion.embedders.bm25 import Bm25Encoder
from ingestion.embedders.factory import make_embedder
from ingestion.figures import read_figures
from ingestion.index.base import ChunkMetadata, IndexPoint, SparseWeights, Vector
from ingestion.metadata import Facts, read_cover
from ingestion.page_kinds import classify_pages
from ingestion.reader import ReadPage, open_pdf, read_pages
from ingestion.worker import reading_done

_COVER_PAGES = 8
"""Enough for a brochure before the form, and for the first statements of a quarterly report."""
_FIRST_PAGES = 2
_SAMPLE_EVERY = 16


@dataclass(frozen=True, slots=True)
class Scouting:
    """A first look: how many pages, and what the first of them say."""

    page_count: int
    cover: Facts


@dataclass(frozen=True, slots=True)
class SparseBatch:
    """Sparse vectors in columns: a third of the size of tuples, and faster between processes.

    Vector i is `indices[offsets[i]:offsets[i + 1]]` with the values beside it.
    """

    indices: NDArray[np.uint32]
    values: NDArray[np.float32]
    offsets: tuple[int, ...]

    @classmethod
    def of(cls, vectors: Sequence[SparseWeights]) -> "SparseBatch":
        """These vectors in columns."""
        indices = np.fromiter(chain.from_iterable(vector.indices for vector in vectors), dtype=np.uint32)
        values = np.fromiter(chain.from_iterable(vector.values for vector in vectors), dtype=np.float32)
        lengths = (len(vector.indices) for vector in vectors)
        return cls(indices, values, tuple(accumulate(lengths, initial=0)))

    def __getitem__(self, position: int) -> SparseWeights:
        start, end = self.offsets[position], self.offsets[position + 1]
        return SparseWeights(tuple(self.indices[start:end].tolist()), tuple(self.values[start:end].tolist()))


@dataclass(frozen=True, slots=True)
class Reading:
    """A filing read to the end. `dense` has shape (chunks, dim).

    `plain_seconds` is what plain text extraction took for `plain_pages` of its pages, in processor time.
    """

    filing: Filing
    pages: tuple[PackedPage, ...]
    figures: tuple[Figure, ...]
    chunks: tuple[Chunk, ...]
    dense: Vector
    sparse: SparseBatch
    plain_seconds: float
    plain_pages: int

    def points(self) -> list[IndexPoint]:
        """The chunks as points of the index."""
        about = {packed.page.number: _chunk_metadata(self.filing, packed) for packed in self.pages}
        return [
            IndexPoint(chunk, about[chunk.page], self.dense[position], self.sparse[position])
            for position, chunk in enumerate(self.chunks)
        ]


def _chunk_metadata(filing: Filing, packed: PackedPage) -> ChunkMetadata:
    return ChunkMetadata(
        company=filing.company,
        form=filing.form,
        fiscal_year=filing.fiscal_year,
        fiscal_quarter=filing.fiscal_quarter,
        kind=packed.page.kind,
        section=packed.page.section,
    )


@dataclass(frozen=True, slots=True)
class Reader:
    """How files are read, the same for all files of a run. Raises what `open_pdf` and `read_pages` raise."""

    model: str
    cache_dir: Path
    max_pages: int

    def scout(self, path: Path) -> Scouting:
        """Check a file and look at its first pages."""
        _silence()
        with open_pdf(path, max_pages=self.max_pages) as document:
            texts = [document[index].get_text() for index in range(min(_FIRST_PAGES, document.page_count))]
            cover = read_cover(texts)
            if not cover.settles_year:
                rest = range(len(texts), min(_COVER_PAGES, document.page_count))
                cover = read_cover([*texts, *(document[index].get_text() for index in rest)])
            return Scouting(document.page_count, cover)

    def read(self, path: Path, filing: Filing) -> Reading:
        """Read a file to the end: pages, kinds, figures, chunks, vectors."""
        _silence()
        with open_pdf(path, max_pages=self.max_pages) as document:
            plain_seconds, plain_pages = _plain_sample(document)
            read = read_pages(document, filing.doc, path)
        filing = replace(filing, page_count=len(read))
        pages = classify_pages([one.page for one in read], filing.form)
        figures = _figures(read, read_figures(pages, filing))
        chunks = tuple(chunk for page in pages for chunk in cut_chunks(page, filing))
        packed = tuple(one.packed(page) for one, page in zip(read, pages, strict=True))
        reading_done()
        embedder, bm25 = _encoders(self.model, self.cache_dir)
        texts = [indexed_text(chunk) for chunk in chunks]
        dense = embedder.embed_passages(texts) if texts else np.zeros((0, embedder.dim), dtype=np.float32)
        sparse = SparseBatch.of([bm25.encode_passage(text) for text in texts])
        return Reading(filing, packed, figures, chunks, dense, sparse, plain_seconds, plain_pages)


def _figures(read: Sequence[ReadPage], figures: Sequence[Figure]) -> tuple[Figure, ...]:
    turned = {one.page.number: one for one in read if one.turned}
    return tuple(turned[figure.page].place(figure) if figure.page in turned else figure for figure in figures)


def _plain_sample(document: pymupdf.Document) -> tuple[float, int]:
    start = time.thread_time()
    sample = range(0, document.page_count, _SAMPLE_EVERY)
    for index in sample:
        document[index].get_text()
    return time.thread_time() - start, len(sample)


def extract_plain_text(path: Path) -> int:
    """Plain PyMuPDF text extraction of a whole file, the measure for ingestion; the number of characters."""
    _silence()
    with pymupdf.open(path) as document:
        return sum(len(page.get_text()) for page in document)


@cache
def _encoders(model: str, cache_dir: Path) -> tuple[Embedder, Bm25Encoder]:
    """Loaded once for each process, at its first filing."""
    return make_embedder(model, cache_dir=cache_dir), Bm25Encoder()


def _silence() -> None:
    # MuPDF prints what it repairs; what cannot be read is reported as a failure.
    pymupdf.TOOLS.mupdf_display_errors(False)
    pymupdf.TOOLS.mupdf_display_warnings(False)
