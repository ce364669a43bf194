"""What is on disk, against what the catalogue says; and putting it right before more is added."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from ingestion.catalogue import StoredFiling
from ingestion.errors import StorageError
from ingestion.library import Library

INCOMING = ".incoming"
PIPELINE_VERSION = "3"
"""Part of what decides whether a loaded filing is up to date; changed whenever reading gives other results."""


@dataclass(frozen=True, slots=True)
class State:
    """Loaded filings, the copies there are (by document), and which filings are complete and up to date."""

    stored: tuple[StoredFiling, ...]
    copies: Mapping[str, Path]
    complete: frozenset[str]


def version_of(library: Library) -> str:
    """What a filing read now is marked with: pipeline and embedding model."""
    return f"{PIPELINE_VERSION} | {library.embedder.name}"


def incoming_dir(library: Library) -> Path:
    """Folder of files on their way in."""
    return library.settings.filings_dir / INCOMING


def put_right(library: Library, *, keep: Collection[Path] = ()) -> State:
    """Remove what an interrupted run left, and tell what is complete. Files in `keep` are not touched.

    The caller holds the writer lock.
    """
    stored = tuple(library.catalogue.stored())
    docs = {one.filing.doc for one in stored}
    counts = library.index.doc_counts()
    orphans = sorted(set(counts) - docs)
    for doc in orphans:
        library.index.delete(doc)
    if orphans:
        library.index.flush()
    copies = _tidy_copies(library, docs, {path.resolve() for path in keep})
    version = version_of(library)
    complete = frozenset(
        one.filing.doc
        for one in stored
        if one.version == version and counts.get(one.filing.doc, 0) == one.chunk_count and one.filing.doc in copies
    )
    return State(stored, copies, complete)


def _tidy_copies(library: Library, docs: Collection[str], keep: Collection[Path]) -> dict[str, Path]:
    """Delete copies of no loaded filing and files left on their way in; the copies that stay, by document."""
    folder, incoming = library.settings.filings_dir, incoming_dir(library)
    try:
        incoming.mkdir(parents=True, exist_ok=True)
        copies = {path.stem: path for path in folder.glob("*.pdf")}
        stale = [path for doc, path in copies.items() if doc not in docs]
        for path in [*stale, *incoming.iterdir()]:
            if path.resolve() not in keep:
                path.unlink()
    except OSError as error:
        raise StorageError(f"{folder} cannot be used: {error.strerror}") from error
    return {doc: path for doc, path in copies.items() if doc in docs}
