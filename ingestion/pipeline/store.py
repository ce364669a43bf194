"""Writing filings that were read: index first, then the copy, then the catalogue."""

from dataclasses import dataclass
from pathlib import Path

from ingestion.errors import StorageError
from ingestion.library import Library
from ingestion.pipeline.plan import Job
from ingestion.pipeline.stage import Reading
from ingestion.pipeline.state import version_of

_BATCH_CHUNKS = 4000
"""Chunks to gather before a flush: making the index durable costs the same for one filing as for ten."""


@dataclass(frozen=True, slots=True)
class ReadFiling:
    """A filing read and ready to be written. `staged` is its copy on the way in, None if it is in place already."""

    job: Job
    reading: Reading
    registrant: str | None
    staged: Path | None


class Store:
    """Writes filings in batches. Call `finish` at the end, or what was put last is as if it had never been."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._version = version_of(library)
        self._waiting: list[ReadFiling] = []
        self._chunks = 0

    def put(self, filing: ReadFiling) -> None:
        """Write the chunks of a filing; the filing counts as loaded once its batch is complete."""
        if filing.job.stored is not None:
            # Absent before it is written anew, so that a kill in between leaves no mixture of two versions.
            self._library.catalogue.remove(filing.job.stored.filing.doc)
            self._library.index.delete(filing.job.stored.filing.doc)
        self._library.index.upsert(filing.reading.points())
        self._waiting.append(filing)
        self._chunks += len(filing.reading.chunks)
        if self._chunks >= _BATCH_CHUNKS:
            self.finish()

    def finish(self) -> None:
        """Complete what was put so far."""
        if not self._waiting:
            return
        self._library.index.flush()
        for filing in self._waiting:
            self._keep_copy(filing)
            self._library.catalogue.save_packed(
                filing.reading.filing,
                filing.reading.pages,
                filing.reading.figures,
                chunk_count=len(filing.reading.chunks),
                version=self._version,
                registrant=filing.registrant,
            )
        self._waiting, self._chunks = [], 0

    def _keep_copy(self, filing: ReadFiling) -> None:
        if filing.staged is None:
            return
        target = self._library.settings.filings_dir / f"{filing.job.doc}.pdf"
        try:
            filing.staged.replace(target)
        except OSError as error:
            raise StorageError(f"{target} cannot be written: {error.strerror}") from error
