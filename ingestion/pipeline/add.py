"""Adding filings and removing them."""

import os
import shutil
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import BinaryIO

from ingestion.catalogue import Catalogue
from ingestion.discover import Found, display_name, find_pdfs, identify
from ingestion.domain import Filing
from ingestion.embedders.factory import make_embedder
from ingestion.errors import StorageError, StorageMissing, UnreadableFiling
from ingestion.library import EMBEDDER_NOTE, Library, open_library
from ingestion.manifest import Manifest, read_manifest
from ingestion.pipeline.lock import writer_lock
from ingestion.pipeline.report import AddReport, Failure, Timing
from ingestion.pipeline.run import Outcome, Progress, Run
from ingestion.pipeline.state import incoming_dir
from ingestion.settings import IngestionSettings
from ingestion.worker import IsolatedPool, Limits

_WAIT_SECONDS = 30.0
_UPLOAD_WAIT_SECONDS = 600.0
_AHEAD = 2
"""Files in work beyond those being read: the next ones for workers that finish while results are written."""


def add(
    target: IngestionSettings | Library,
    paths: Sequence[Path],
    *,
    manifest: Path | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
    baseline: bool = False,
    executor: Executor | None = None,
    wait: float = _WAIT_SECONDS,
) -> AddReport:
    """Bring PDFs into the library; files that are there already and unchanged cost no more than a hash.

    `target` is an open library, or the settings of one that is opened (made if need be) for the time. `workers` is
    the number of reading processes (default: processors this process may use). `baseline` also measures plain text
    extraction of the same files. `executor` takes the place of the worker processes, without their limits. `wait` is
    how many seconds another writer may take to finish.
    A file that cannot be read is a failure in the report, and the others go in. Raises ManifestError, StorageLocked
    or another StorageError, ConfigurationError.
    """
    start = time.perf_counter()
    entries = read_manifest(manifest) if manifest else Manifest({})
    count = workers or _processors()
    with ExitStack() as stack:
        library = stack.enter_context(_writing(target, wait))
        files, complaints = find_pdfs([Path(path) for path in paths])
        found, unreadable = _identify(files)
        pool = executor or stack.enter_context(_pool(library.settings, count))
        run = Run(library, pool, count + _AHEAD, progress or _no_progress)
        run.outcome.failures += [Failure(str(error.path), error.reason) for error in [*complaints, *unreadable]]
        run.add(found, entries, overwrite=True, repair=True)
        seconds = time.perf_counter() - start
        plain = run.measure_plain([file.path for file in found]) if baseline else _extrapolated(run.outcome, count)
        names = {name for filing in library.catalogue.filings() for name in (filing.doc, *filing.aliases)}
    docs = {file.doc for file in found}
    outcome = run.outcome
    return AddReport(
        loaded=tuple(sorted(outcome.loaded, key=lambda one: one.doc)),
        unchanged=tuple(sorted(outcome.unchanged)),
        duplicates=tuple(sorted(outcome.duplicates)),
        failures=tuple(sorted(outcome.failures, key=lambda one: one.file)),
        timing=Timing(seconds, count, plain, baseline),
        manifest_lines=len(entries),
        manifest_unused=entries.unused(docs | names),
        without_line=sum(entries.entry(doc) is None for doc in docs) if entries else 0,
    )


def add_upload(
    library: Library, file_name: str, content: BinaryIO, *, wait: float = _UPLOAD_WAIT_SECONDS
) -> tuple[Filing, bool]:
    """(filing, whether it is new) for an uploaded PDF; safe to call from many threads and processes at once.

    Uploads wait for one another, so the second of two with the same content finds the first. `file_name` is only a
    label: folders and control characters in it are dropped. A loaded filing is never overwritten: other content
    under its name becomes a document of another name.
    Raises UnreadableFiling when the content is no filing we can read, StorageLocked after `wait` seconds.
    """
    with writer_lock(library.settings.home, wait=wait):
        path = incoming_dir(library).parent / ".upload.pdf"
        try:
            found = _receive(path, file_name, content)
            with _pool(library.settings, 1) as pool:
                run = Run(library, pool, 1, _no_progress)
                run.add([found], Manifest({}), overwrite=False, repair=False)
        finally:
            path.unlink(missing_ok=True)
        outcome = run.outcome
        if outcome.failures:
            raise UnreadableFiling(Path(found.name or "upload"), outcome.failures[0].reason)
        loaded = {one.sha256: one for one in library.catalogue.filings()}
        return loaded[found.sha256], bool(outcome.loaded)


def remove(library: Library, doc: str, *, wait: float = _WAIT_SECONDS) -> None:
    """Forget a filing (by name or alias), its chunks and its copy. Raises UnknownFiling or StorageLocked."""
    with writer_lock(library.settings.home, wait=wait):
        doc = library.catalogue.filing(doc).doc
        copy = library.filing_path(doc)
        library.catalogue.remove(doc)
        library.index.delete(doc)
        library.index.flush()
        copy.unlink(missing_ok=True)


def _receive(path: Path, file_name: str, content: BinaryIO) -> Found:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as file:
            shutil.copyfileobj(content, file)
    except OSError as error:
        raise StorageError(f"the upload cannot be stored: {error.strerror}") from error
    return identify(path, display_name(file_name))


@contextmanager
def _writing(target: IngestionSettings | Library, wait: float) -> Iterator[Library]:
    settings = target if isinstance(target, IngestionSettings) else target.settings
    with writer_lock(settings.home, wait=wait):
        if isinstance(target, Library):
            yield target
            return
        _drop_other_index(settings)
        with open_library(target, create=True) as library:
            yield library


def _drop_other_index(settings: IngestionSettings) -> None:
    """Remove an index that another embedding model made: its filings are read again from their copies."""
    try:
        catalogue = Catalogue.open(settings.catalogue_url)
    except StorageMissing:
        return
    try:
        made_by = catalogue.note(EMBEDDER_NOTE)
        name = make_embedder(settings.embedding_model, cache_dir=settings.home / "cache").name
        if made_by is not None and made_by != name:
            if settings.qdrant_url is None:
                shutil.rmtree(settings.index_dir, ignore_errors=True)
            catalogue.set_note(EMBEDDER_NOTE, name)
    finally:
        catalogue.close()


def _identify(files: Sequence[Path]) -> tuple[list[Found], list[UnreadableFiling]]:
    found: list[Found] = []
    unreadable: list[UnreadableFiling] = []
    for path in files:
        try:
            found.append(identify(path))
        except UnreadableFiling as error:
            unreadable.append(error)
    return found, unreadable


def _extrapolated(outcome: Outcome, workers: int) -> float | None:
    """Plain extraction of all pages read, from the sample that was timed, shared among the workers."""
    if not outcome.plain_pages:
        return None
    return outcome.plain_seconds / outcome.plain_pages * outcome.pages / workers


def _pool(settings: IngestionSettings, workers: int) -> IsolatedPool:
    return IsolatedPool(workers, Limits(settings.read_seconds, settings.read_megabytes))


def _processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _no_progress(_done: int, _total: int) -> None:
    return None
