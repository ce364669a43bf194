"""The `ingestion` command: add filings, see what is loaded, remove, verify, make samples."""

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from ingestion import pipeline
from ingestion.audit import audit
from ingestion.catalogue import Catalogue, StoredFiling
from ingestion.domain import Filing, Page, PageKind
from ingestion.errors import FolioError
from ingestion.library import open_library
from ingestion.settings import IngestionSettings
from ingestion.tabling import audit_table, statement_tables

cli = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False, help=__doc__)

_MOST_ROWS = 40


def main() -> None:
    """Run the command."""
    cli()


@contextmanager
def _one_line_errors() -> Iterator[None]:
    try:
        yield
    except FolioError as error:
        _complain(str(error))
        raise typer.Exit(1) from error


@cli.command()
def add(
    paths: Annotated[list[Path], typer.Argument(help="PDF files, and folders of them.", metavar="PATH...")],
    manifest: Annotated[Path | None, typer.Option(help="JSONL or CSV that says what each filing is.")] = None,
    workers: Annotated[int | None, typer.Option(min=1, max=256, help="Reading processes; one a processor.")] = None,
    baseline: Annotated[
        bool, typer.Option("--baseline", help="Measure plain text extraction of all pages, not of every 16th.")
    ] = False,
) -> None:
    """Bring filings in. What is there already and unchanged is passed over."""
    console = Console()
    with _one_line_errors():
        with _progress(console) as bar:
            task = bar.add_task("reading", total=None)
            report = pipeline.add(
                IngestionSettings(),
                paths,
                manifest=manifest,
                workers=workers,
                baseline=baseline,
                progress=lambda done, total: bar.update(task, completed=done, total=total),
            )
        _print_report(console, report, with_manifest=manifest is not None)
    if report.failures:
        raise typer.Exit(1)


@cli.command("list")
def list_filings() -> None:
    """Show what is loaded."""
    with _one_line_errors():
        catalogue = Catalogue.open(IngestionSettings().catalogue_url)
        stored, unreadable = catalogue.stored(), catalogue.unreadable_pages()
        catalogue.close()
    table = Table("Document", "Company", "Form", "Period", "Ends", "Pages", "Without text", "Chunks")
    table.columns[0].overflow = "fold"  # a name is there to be copied: never cut
    for column in table.columns[5:]:
        column.justify = "right"
    for one in stored:
        table.add_row(*_cells(one, unreadable.get(one.filing.doc, 0)))
    console = Console()
    console.print(table)
    pages = sum(one.filing.page_count for one in stored)
    console.print(f"{len(stored)} filings, {pages:,} pages, {sum(unreadable.values())} without text")


@cli.command()
def show(
    doc: Annotated[str, typer.Argument(help="A document's name, or an alias.")],
    page: Annotated[int | None, typer.Option(help="Print the text of this page, as a PDF viewer counts.")] = None,
    statement: Annotated[PageKind | None, typer.Option(help="Print this statement as it was read.")] = None,
) -> None:
    """Show what is known of a filing, the text of one page, or a statement as read."""
    console = Console(highlight=False)
    with _one_line_errors():
        catalogue = Catalogue.open(IngestionSettings().catalogue_url)
        filing = catalogue.filing(doc)
        if statement is not None:
            tables = statement_tables(catalogue.figures([filing.doc], page=page, statements=[statement]))
            console.print(*tables or (f"no {statement.value} was read from {escape(filing.doc)}",))
        elif page is None:
            pages, figures = catalogue.pages(filing.doc), len(catalogue.figures([filing.doc]))
            _print_filing(console, filing, pages, figures)
        else:
            _print_page(console, filing, catalogue.page(filing.doc, page))
        catalogue.close()


@cli.command("audit")
def audit_figures(
    as_json: Annotated[bool, typer.Option("--json", help="Print the measures, and where each fails, as JSON.")] = False,
) -> None:
    """Ask how far the figures read agree with themselves; needs no labels."""
    with _one_line_errors():
        catalogue = Catalogue.open(IngestionSettings().catalogue_url)
        report = audit(catalogue)
        catalogue.close()
    if as_json:
        print(json.dumps(report.as_json(), indent=1))  # noqa: T201 - plain, for a program to read
    else:
        Console(highlight=False).print(audit_table(report))


@cli.command()
def remove(doc: Annotated[str, typer.Argument(help="A document's name, or an alias.")]) -> None:
    """Take a filing out, with its pages, figures, chunks and copy."""
    with _one_line_errors(), open_library(IngestionSettings()) as library:
        pipeline.remove(library, doc)
    Console().print(f"removed {escape(doc)}")


@cli.command()
def verify() -> None:
    """Compare catalogue, index and copies, and say what is wrong."""
    with _one_line_errors(), open_library(IngestionSettings()) as library:
        problems = pipeline.verify(library)
        count = len(library.catalogue.filings())
    for problem in problems:
        _complain(f"{problem.doc}: {problem.what}")
    if problems:
        raise typer.Exit(1)
    Console().print(f"{count} filings: catalogue, index and copies agree")


@cli.command()
def samples(folder: Annotated[Path, typer.Argument(help="Where to write them.", metavar="DIR")]) -> None:
    """Write the sample filings of fictional companies, their manifest and their questions."""
    # Imported here: the other commands do not need what draws PDFs.
    from ingestion.samples import make_samples

    try:
        made = make_samples(folder)
    except OSError as error:
        _complain(f"{folder} cannot be written: {error.strerror}")
        raise typer.Exit(1) from error
    Console().print(f"{len(made.docs)} filings in {escape(str(made.pdfs))}, manifest {escape(str(made.manifest))}")


def _complain(text: str) -> None:
    Console(stderr=True).print(f"[red]error:[/] {escape(text)}", highlight=False, soft_wrap=True)


class _Rate(ProgressColumn):
    """Pages per second since the start."""

    def render(self, task: Task) -> Text:
        """The rate, or nothing before the first page."""
        rate = task.completed / task.elapsed if task.elapsed else 0.0
        return Text(f"{rate:,.0f} pages/s" if task.completed else "")


def _progress(console: Console) -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        _Rate(),
        TimeElapsedColumn(),
        console=console,
        transient=True,
    )


def _print_report(console: Console, report: pipeline.AddReport, *, with_manifest: bool) -> None:
    table = Table("", "Filings", "Pages", "Without text", "Figures", "Chunks", title="Added")
    for column in table.columns[1:]:
        column.justify = "right"
    if len(report.loaded) <= _MOST_ROWS:
        for one in report.loaded:
            numbers = (one.pages, one.unreadable, one.figures, one.chunks)
            table.add_row(escape(f"{one.doc}  {one.title}"), "", *(f"{number:,}" for number in numbers))
        table.add_section()
    figures, chunks = sum(one.figures for one in report.loaded), sum(one.chunks for one in report.loaded)
    totals = (len(report.loaded), report.pages, report.unreadable, figures, chunks)
    table.add_row("all", *(f"{number:,}" for number in totals))
    console.print(table)
    if report.unchanged:
        console.print(f"{len(report.unchanged)} were there already and are unchanged")
    for file, doc in report.duplicates:
        console.print(f"[yellow]same content[/] {escape(file)} is {escape(doc)}", soft_wrap=True)
    if with_manifest:
        console.print(
            f"manifest: {report.manifest_lines} lines, {report.manifest_unused} about filings that are not here; "
            f"{report.without_line} files without a line"
        )
    _print_failures(report)
    _print_timing(console, report)


def _print_failures(report: pipeline.AddReport) -> None:
    for failure in report.failures:
        _complain(f"{failure.file}: {failure.reason}")


def _print_timing(console: Console, report: pipeline.AddReport) -> None:
    timing = report.timing
    console.print(f"ingestion: {timing.seconds:.1f} s with {timing.workers} workers")
    if timing.plain_seconds:
        how = "measured" if timing.plain_measured else "estimated from every 16th page; --baseline measures all"
        ratio = timing.seconds / timing.plain_seconds
        console.print(
            f"plain PyMuPDF text extraction of the same files: {timing.plain_seconds:.1f} s with the same workers "
            f"({how}); ingestion takes {ratio:.1f} times as long"
        )


def _cells(one: StoredFiling, unreadable: int) -> list[str]:
    filing = one.filing
    when = filing.event_date or filing.period_end
    numbers = (filing.page_count, unreadable, one.chunk_count)
    return [
        escape(filing.doc),
        escape(filing.company),
        filing.form.value,
        _period(filing),
        when.isoformat() if when else "",
        *(f"{number:,}" for number in numbers),
    ]


def _period(filing: Filing) -> str:
    if filing.fiscal_year is None:
        return ""
    return (f"Q{filing.fiscal_quarter} " if filing.fiscal_quarter else "") + f"FY{filing.fiscal_year}"


def _print_filing(console: Console, filing: Filing, pages: list[Page], figures: int) -> None:
    table = Table(show_header=False, title=escape(filing.title))
    rows = {
        "document": filing.doc,
        "also": ", ".join(filing.aliases),
        "file": filing.file_name,
        "company": _sourced(filing, "company", filing.company),
        "ticker": _sourced(filing, "ticker", filing.ticker),
        "form": _sourced(filing, "form", filing.form.value),
        "fiscal year": _sourced(filing, "fiscal_year", filing.fiscal_year),
        "fiscal quarter": _sourced(filing, "fiscal_quarter", filing.fiscal_quarter),
        "period end": _sourced(filing, "period_end", filing.period_end),
        "event date": _sourced(filing, "event_date", filing.event_date),
        "pages": f"{len(pages)}, {sum(not page.readable for page in pages)} without text",
        "figures": str(figures),
        "sha256": filing.sha256,
    }
    for name, value in rows.items():
        if value:
            table.add_row(name, escape(value))
    console.print(table)
    kinds = Table("Kind", "Pages", title="Pages by kind")
    numbers: dict[str, list[int]] = {}
    for page in pages:
        numbers.setdefault(page.kind.value, []).append(page.number)
    for kind, count in Counter({kind: len(found) for kind, found in numbers.items()}).most_common():
        kinds.add_row(f"{kind} ({count})", _ranges(numbers[kind]))
    console.print(kinds)


def _sourced(filing: Filing, name: str, value: object) -> str:
    return "" if value is None else f"{value}  ({filing.sources.get(name, 'unknown')})"


def _ranges(numbers: list[int]) -> str:
    """Page numbers in short: 3-5, 9."""
    runs = [[number for _, number in run] for _, run in groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0])]
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


def _print_page(console: Console, filing: Filing, page: Page) -> None:
    printed = f", printed {page.printed}" if page.printed else ""
    section = f", {page.section}" if page.section else ""
    console.rule(
        escape(f"{filing.doc}, page {page.number} of {filing.page_count}{printed}: {page.kind.value}{section}")
    )
    console.print(page.text if page.readable else "this page has no usable text", markup=False)
