"""The `folio` command: ask, see what is loaded, serve the page, run the demo."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
import uvicorn
from rich.console import Console

from app import demo as demonstration
from app import figures as lookups
from app.render import answer_view, breakdown_view, computation_view, filings_table, lookup_view
from app.schemas import BreakdownView, ComputationView, LookupView
from app.services import open_services
from app.settings import AppSettings
from graph.domain import Question
from graph.figures import Dimension
from ingestion.errors import FolioError
from ingestion.library import open_library
from ingestion.settings import IngestionSettings

cli = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False, help=__doc__)


@contextmanager
def _one_line_errors() -> Iterator[None]:
    try:
        yield
    except FolioError as error:
        Console(stderr=True).print(f"[red]error:[/] {error}", highlight=False, soft_wrap=True)
        raise typer.Exit(1) from error


@cli.command()
def ask(
    question: Annotated[str, typer.Argument(help="A question about the loaded filings.")],
    doc: Annotated[list[str] | None, typer.Option(help="Limit the answer to this filing; may be repeated.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the typed answer as JSON.")] = False,
) -> None:
    """Answer a question, with the page each figure stands on."""
    with _one_line_errors(), open_services() as services:
        result = services.analyst.ask(Question(text=question, docs=tuple(doc or ())))
    if as_json:
        sys.stdout.write(result.answer.model_dump_json(indent=2) + "\n")
    else:
        Console().print(answer_view(result.answer))


@cli.command()
def filings() -> None:
    """List what is loaded."""
    with _one_line_errors(), open_library(IngestionSettings()) as library:
        loaded = library.catalogue.filings()
    Console().print(filings_table(loaded))


Company = Annotated[str, typer.Argument(help="A loaded company, or the beginning of its name.")]
Periods = Annotated[list[str], typer.Option("--period", "-p", help="For example FY2018 or 'Q2 FY2023'; repeatable.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@cli.command()
def figures(
    company: Company,
    items: Annotated[list[str], typer.Argument(help="Line items, such as revenue or capital_expenditures.")],
    period: Periods,
    as_json: Json = False,
) -> None:
    """Look line items up in the statements, with the page and row of each."""
    with _one_line_errors(), open_services() as services:
        found = LookupView.of(lookups.look_up(services, company, items, period))
    if as_json:
        sys.stdout.write(found.model_dump_json(indent=2) + "\n")
    else:
        Console().print(lookup_view(found))


@cli.command()
def parts(
    company: Company,
    item: Annotated[str, typer.Argument(help="A line item, such as revenue or operating_income.")],
    by: Annotated[Dimension, typer.Option(help="What the parts are.")],
    period: Annotated[str, typer.Option("--period", "-p", help="For example FY2018 or 'Q2 FY2023'.")],
    as_json: Json = False,
) -> None:
    """Split a line item by segment, region or product, into parts that add up to the total."""
    with _one_line_errors(), open_services() as services:
        found = BreakdownView.of(lookups.parts_of(services, item, by, company, period))
    if as_json:
        sys.stdout.write(found.model_dump_json(indent=2) + "\n")
    else:
        Console().print(breakdown_view(found))


@cli.command()
def metric(
    company: Company,
    name: Annotated[str, typer.Argument(help="A metric, such as quick_ratio, or an expression over line items.")],
    period: Periods,
    as_json: Json = False,
) -> None:
    """Compute a metric from the statements, with the page of each operand."""
    with _one_line_errors(), open_services() as services:
        outcomes = [ComputationView.of(one) for one in lookups.compute_metric(services, name, company, period)]
    if as_json:
        sys.stdout.write("[" + ",\n".join(one.model_dump_json(indent=2) for one in outcomes) + "]\n")
    else:
        for outcome in outcomes:
            Console().print(computation_view(outcome))


@cli.command()
def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on.")] = None,
    port: Annotated[int | None, typer.Option(help="Port; 7860 unless set.")] = None,
) -> None:
    """Serve the web page and the API on one port."""
    settings = AppSettings()
    host, port = host or settings.host, settings.port if port is None else port
    Console().print(f"Folio: http://{host}:{port} (API: http://{host}:{port}/docs). Ctrl-C stops it.")
    # By name, because the page is built on this room and not the other way round.
    uvicorn.run("ui.app:create_site", factory=True, host=host, port=port, log_level="warning")


@cli.command()
def demo(
    samples: Annotated[Path | None, typer.Option(help="Where to write the sample filings.")] = None,
) -> None:
    """Make sample filings of fictional companies, load them, and ask three questions."""
    with _one_line_errors():
        demonstration.run(Console(), samples)


def main() -> None:
    """Entry point of the `folio` command."""
    cli()
