"""One run of `add`: look at the files, name them, read them in worker processes, write them."""

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeVar

from ingestion.catalogue import StoredFiling
from ingestion.discover import Found, copy_verified
from ingestion.domain import Filing
from ingestion.errors import FolioError, StorageError, UnreadableFiling
from ingestion.library import Library
from ingestion.manifest import Manifest
from ingestion.metadata import Known, Resolved, Subject, read_file_name, resolve
from ingestion.pipeline.plan import Job, make_plan, repair_jobs, reread
from ingestion.pipeline.report import Failure, Loaded
from ingestion.pipeline.stage import Reader, Reading, Scouting, extract_plain_text
from ingestion.pipeline.state import State, incoming_dir, put_right
from ingestion.pipeline.store import ReadFiling, Store
from ingestion.worker import WorkerError

T = TypeVar("T")
J = TypeVar("J")

Progress = Callable[[int, int], None]
"""Called with (pages done, pages to do) whenever a file is finished."""


@dataclass(frozen=True, slots=True)
class Named:
    """A job whose filing is known: what will be read as what."""

    job: Job
    filing: Filing
    registrant: str | None


@dataclass(slots=True)
class Outcome:
    """What a run did so far."""

    loaded: list[Loaded] = field(default_factory=list)
    unchanged: list[str] = field(default_factory=list)
    duplicates: list[tuple[str, str]] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)
    plain_seconds: float = 0.0
    plain_pages: int = 0

    @property
    def pages(self) -> int:
        """Pages written."""
        return sum(one.pages for one in self.loaded)


@dataclass(slots=True)
class Run:
    """The run itself; the caller holds the writer lock and owns library and executor.

    `width` is how many files are in work at once: enough to keep the workers busy, few enough to bound memory.
    """

    library: Library
    executor: Executor
    width: int
    progress: Progress
    outcome: Outcome = field(default_factory=Outcome)

    def add(self, found: Sequence[Found], manifest: Manifest, *, overwrite: bool, repair: bool) -> None:
        """Bring these files in, and with `repair` also loaded filings that are incomplete or out of date."""
        state = put_right(self.library, keep=[file.path for file in found])
        plan = make_plan(found, state.stored, state.complete, manifest, replace=overwrite)
        self.outcome.unchanged += plan.unchanged
        self.outcome.duplicates += plan.duplicates
        for doc, names in plan.new_aliases:
            self.library.catalogue.add_aliases(doc, names)
        jobs = plan.jobs
        if repair:
            planned = {job.doc for job in jobs} | set(plan.unchanged)
            more, lost = repair_jobs(state.stored, state.complete, planned, state.copies)
            jobs = [*jobs, *more]
            for doc in lost:
                self.outcome.failures.append(Failure(doc, "is incomplete and its copy is gone: add its file again"))
        self._read(self._name(jobs, state))

    def measure_plain(self, paths: Sequence[Path]) -> float:
        """Wall seconds of plain text extraction of these files with the same workers."""
        start = time.perf_counter()
        for _, future in self._submitted(list(paths), lambda path: (extract_plain_text, (path,))):
            future.exception()
        return time.perf_counter() - start

    def _name(self, jobs: Sequence[Job], state: State) -> list[Named]:
        """Scout the files and settle what each filing is; loaded ones whose company gets another name join in."""
        scouted: dict[str, tuple[Job, Scouting]] = {}
        reader = self._reader()
        for job, future in self._submitted(jobs, lambda job: (reader.scout, (job.path,))):
            scouting = self._result(job, future)
            if scouting is not None:
                scouted[job.doc] = job, scouting
        stored = {one.filing.doc: one for one in state.stored}
        subjects = [_subject(job, scouting) for job, scouting in scouted.values()]
        known = [_known(one.filing, one.registrant) for doc, one in stored.items() if doc not in scouted]
        resolved, renamed = resolve(subjects, known)
        named = [_named(job, scouting, resolved[doc]) for doc, (job, scouting) in scouted.items()]
        for doc, company in renamed.items():
            if doc in state.copies:
                named.append(_renamed(stored[doc], state.copies[doc], company))
        # Long files first: the last one decides when all are done.
        return sorted(named, key=lambda one: (-one.filing.page_count, one.filing.doc))

    def _read(self, named: Sequence[Named]) -> None:
        reader, store = self._reader(), Store(self.library)
        total = sum(one.filing.page_count for one in named)
        done = 0
        staged: dict[str, Path] = {}

        def task(one: Named) -> tuple[Callable[[Path, Filing], Reading], tuple[Path, Filing]]:
            path = one.job.path
            if not one.job.in_place:
                path = staged[one.job.doc] = self._stage(one.job)
            return reader.read, (path, one.filing)

        for one, future in self._submitted(named, task):
            reading = self._result(one.job, future)
            if reading is not None:
                store.put(ReadFiling(one.job, reading, one.registrant, staged.get(one.job.doc)))
                self._note(one, reading)
            elif one.job.doc in staged:
                staged[one.job.doc].unlink(missing_ok=True)
            done += one.filing.page_count
            self.progress(done, total)
        store.finish()

    def _note(self, one: Named, reading: Reading) -> None:
        self.outcome.plain_seconds += reading.plain_seconds
        self.outcome.plain_pages += reading.plain_pages
        unreadable = sum(not packed.page.readable for packed in reading.pages)
        self.outcome.loaded.append(
            Loaded(
                one.job.doc,
                reading.filing.title,
                len(reading.pages),
                unreadable,
                len(reading.figures),
                len(reading.chunks),
            )
        )

    def _submitted(
        self, items: Sequence[J], task: Callable[[J], tuple[Callable[..., T], tuple[object, ...]]]
    ) -> Iterator[tuple[J, Future[T]]]:
        """(item, finished future) in order of finishing, with at most `width` in work."""
        waiting = list(reversed(items))
        running: dict[Future[T], J] = {}
        while waiting or running:
            while waiting and len(running) < self.width:
                item = waiting.pop()
                running[self._submit(item, task)] = item
            finished, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in finished:
                yield running.pop(future), future

    def _submit(self, item: J, task: Callable[[J], tuple[Callable[..., T], tuple[object, ...]]]) -> Future[T]:
        try:
            call, arguments = task(item)
        except UnreadableFiling as error:
            failed: Future[T] = Future()
            failed.set_exception(error)
            return failed
        return self.executor.submit(call, *arguments)

    def _result(self, job: Job, future: Future[T]) -> T | None:
        """The result, or None after noting the failure."""
        error = future.exception()
        if error is None:
            return future.result()
        if isinstance(error, UnreadableFiling):
            reason = error.reason
        elif isinstance(error, WorkerError):
            reason = str(error)
        elif isinstance(error, FolioError) or not isinstance(error, Exception):
            raise error  # the settings, the storage or the person at the keyboard: no fault of this file
        else:
            reason = f"cannot be read ({type(error).__name__}: {error})"
        self.outcome.failures.append(Failure(job.doc if job.in_place else str(job.path), reason))
        return None

    def _reader(self) -> Reader:
        settings = self.library.settings
        return Reader(settings.embedding_model, settings.home / "cache", settings.max_pages)

    def _stage(self, job: Job) -> Path:
        """Copy a file in, so that what is read is what is kept. Raises UnreadableFiling or StorageError."""
        target = incoming_dir(self.library) / f"{job.sha256}.pdf"
        try:
            copy_verified(job.path, target, job.sha256)
        except OSError as error:
            raise StorageError(f"{target.parent} cannot be written: {error.strerror}") from error
        return target


def _subject(job: Job, scouting: Scouting) -> Subject:
    stem = job.file_name.removesuffix(".pdf").removesuffix(".PDF")
    return Subject(job.doc, stem, job.manifest, scouting.cover, read_file_name(stem))


def _known(filing: Filing, registrant: str | None) -> Known:
    return Known(
        doc=filing.doc,
        company=filing.company,
        from_manifest=filing.sources.get("company") == "manifest",
        form=filing.form,
        fiscal_year=filing.fiscal_year,
        period_end=filing.period_end,
        registrant=registrant,
        ticker=filing.ticker,
    )


def _named(job: Job, scouting: Scouting, facts: Resolved) -> Named:
    filing = Filing(
        doc=job.doc,
        company=facts.company,
        form=facts.form,
        fiscal_year=facts.fiscal_year,
        sha256=job.sha256,
        page_count=scouting.page_count,
        file_name=job.file_name,
        fiscal_quarter=facts.fiscal_quarter,
        period_end=facts.period_end,
        event_date=facts.event_date,
        ticker=facts.ticker,
        aliases=job.aliases,
        sources=facts.sources,
    )
    return Named(job, filing, facts.registrant)


def _renamed(one: StoredFiling, copy: Path, company: str) -> Named:
    return Named(reread(one, copy), replace(one.filing, company=company), one.registrant)
