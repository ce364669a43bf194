"""What an `add` did."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Loaded:
    """A filing that went in. `unreadable` counts pages without usable text."""

    doc: str
    title: str
    pages: int
    unreadable: int
    figures: int
    chunks: int


@dataclass(frozen=True, slots=True)
class Failure:
    """A file that did not go in, and why."""

    file: str
    reason: str


@dataclass(frozen=True, slots=True)
class Timing:
    """Wall seconds of an `add`, beside plain PyMuPDF text extraction of the same pages with the same workers.

    `plain_seconds` was measured on all pages when `plain_measured`, else extrapolated from every n-th page read;
    None when nothing was read.
    """

    seconds: float
    workers: int
    plain_seconds: float | None = None
    plain_measured: bool = False


@dataclass(frozen=True, slots=True)
class AddReport:
    """The outcome of an `add`; `duplicates` are (file, document it is the same as)."""

    loaded: tuple[Loaded, ...]
    unchanged: tuple[str, ...]
    duplicates: tuple[tuple[str, str], ...]
    failures: tuple[Failure, ...]
    timing: Timing
    manifest_lines: int = 0
    manifest_unused: int = 0
    without_line: int = 0

    @property
    def pages(self) -> int:
        """Pages that went in."""
        return sum(one.pages for one in self.loaded)

    @property
    def unreadable(self) -> int:
        """Pages among them without usable text."""
        return sum(one.unreadable for one in self.loaded)

    def summary(self) -> str:
        """One line: what went in, what was there, what failed, how long it took."""
        parts = [f"{len(self.loaded)} filings added ({self.pages:,} pages, {self.unreadable} without text)"]
        if self.unchanged:
            parts.append(f"{len(self.unchanged)} there already")
        if self.duplicates:
            parts.append(f"{len(self.duplicates)} the same under another name")
        if self.failures:
            parts.append(f"{len(self.failures)} failed")
        return ", ".join(parts) + f", in {self.timing.seconds:.1f} s"
