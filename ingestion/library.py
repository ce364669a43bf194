"""Everything ingested, opened together: catalogue, search index, and the encoders that made it."""

import re
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from ingestion.catalogue import Catalogue
from ingestion.embedders.base import Embedder
from ingestion.embedders.bm25 import Bm25Encoder
from ingestion.embedders.factory import make_embedder
from ingestion.errors import StorageError, UnknownFiling
from ingestion.index.base import SearchIndex
from ingestion.index.edge import EdgeIndex
from ingestion.settings import IngestionSettings

EMBEDDER_NOTE = "embedder"
"""Key under which the catalogue notes which embedding model made the index."""
_SAFE_DOC = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,149}")


@dataclass(frozen=True)
class Library:
    """What has been ingested; a context manager that closes index and catalogue."""

    catalogue: Catalogue
    index: SearchIndex
    embedder: Embedder
    sparse: Bm25Encoder
    settings: IngestionSettings

    def filing_path(self, doc: str) -> Path:
        """The copy of a filing's PDF. Raises UnknownFiling for a name that is not loaded."""
        doc = self.catalogue.filing(doc).doc
        if not _SAFE_DOC.fullmatch(doc):
            raise UnknownFiling(doc)
        return self.settings.filings_dir / f"{doc}.pdf"

    def close(self) -> None:
        """Let go of index and catalogue."""
        try:
            self.index.close()
        finally:
            self.catalogue.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def open_library(settings: IngestionSettings, *, create: bool = False) -> Library:
    """Open what has been ingested under `settings`; with `create`, make empty stores when nothing is there.

    Raises StorageMissing when nothing has been ingested, StorageLocked when another process holds the
    embedded index, SchemaMismatch, ConfigurationError, or StorageError.
    """
    catalogue = Catalogue.open(settings.catalogue_url, create=create)
    try:
        embedder = make_embedder(settings.embedding_model, cache_dir=settings.home / "cache")
        _check_embedder(catalogue, embedder, create=create)
        index = _open_index(settings, embedder.dim, create=create)
    except BaseException:
        catalogue.close()
        raise
    return Library(catalogue, index, embedder, Bm25Encoder(), settings)


def _check_embedder(catalogue: Catalogue, embedder: Embedder, *, create: bool) -> None:
    made_by = catalogue.note(EMBEDDER_NOTE)
    if made_by is None and create:
        catalogue.set_note(EMBEDDER_NOTE, embedder.name)
    elif made_by is not None and made_by != embedder.name:
        raise StorageError(
            f"the index was made with {made_by}, EMBEDDING_MODEL is {embedder.name}: "
            "set it back, or run `python -m ingestion add` to embed everything again"
        )


def _open_index(settings: IngestionSettings, dim: int, *, create: bool) -> SearchIndex:
    # Imported here, because a client for a server takes longer to load than all the rest.
    if settings.qdrant_url:
        from ingestion.index.server import ServerIndex

        return ServerIndex.open(
            settings.qdrant_url,
            settings.qdrant_collection,
            dim,
            api_key=settings.qdrant_api_key,
            create=create,
        )
    return EdgeIndex.open(settings.index_dir, dim, create=create)
