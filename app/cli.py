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
from app.render import answer_view, filings_table
from app.services import open_services
from app.settings import AppSettings
from graph.domain import Question
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
