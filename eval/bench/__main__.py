"""`python -m eval.bench`: one table of how long things take on this machine."""

import os
import tempfile
from pathlib import Path
from typing import Annotated

import typer
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from eval.bench import retrieval, search, synthetic
from eval.bench.timing import Timing, in_own_process
from ingestion.embedders import make_embedder
from ingestion.embedders.bm25 import Bm25Encoder
from ingestion.errors import FolioError, StorageMissing
from ingestion.index.edge import EdgeIndex
from ingestion.settings import IngestionSettings

_LOG_WIDTH = 110


def main(
    queries: Annotated[int, typer.Option(min=1, help="Hybrid queries to time.")] = 300,
    points: Annotated[int, typer.Option(min=1, help="Chunks of the made-up index, used when nothing is ingested.")] = (
        60_000
    ),
    local_queries: Annotated[
        int, typer.Option(min=0, help="Queries of qdrant-client's local mode, seconds each; 0 leaves it out.")
    ] = 5,
    made_up: Annotated[bool, typer.Option("--made-up", help="Use the made-up index although filings are loaded.")] = (
        False
    ),
) -> None:
    """Time hybrid queries on what is ingested under FOLIO_HOME, or on a made-up index, beside local mode."""
    console = Console()
    if not console.is_terminal:
        console.width = _LOG_WIDTH  # a log does not wrap at 80
    settings = IngestionSettings()
    try:
        with tempfile.TemporaryDirectory(prefix="folio-bench-") as folder:
            setup = _an_index(settings, Path(folder), points, console, made_up=made_up)
            timings = in_own_process(search.measure_edge, setup, queries)
            timings += in_own_process(retrieval.measure_retrieval, setup, queries)
            if local_queries:
                console.print("Filling qdrant-client's local mode, which takes a minute or two")
                timings += in_own_process(search.measure_local, setup, local_queries)
    except FolioError as error:
        Console(stderr=True).print(f"[red]{error}[/red]", highlight=False)
        raise typer.Exit(1) from error
    console.print(table(timings))
    for timing in timings:
        if timing.note:
            console.print(f"{timing.what}: {timing.note}")


def _an_index(
    settings: IngestionSettings, folder: Path, points: int, console: Console, *, made_up: bool
) -> search.Setup:
    """The ingested index, else a made-up one in `folder`."""
    cache_dir = settings.home / "cache"
    embedder = make_embedder(settings.embedding_model, cache_dir=cache_dir)
    count = 0 if made_up else _ingested(settings, embedder.dim)
    if count:
        console.print(f"{count:,} chunks ingested under {settings.home}, {embedder.name}, {os.cpu_count()} cores")
        return search.Setup(settings.index_dir, settings.embedding_model, cache_dir)
    console.print(f"{points:,} made-up chunks, seed {synthetic.SEED}, {embedder.name}, {os.cpu_count()} cores")
    synthetic.build_index(folder, points, embedder, Bm25Encoder())
    return search.Setup(folder, settings.embedding_model, cache_dir)


def _ingested(settings: IngestionSettings, dim: int) -> int:
    try:
        index = EdgeIndex.open(settings.index_dir, dim)
    except StorageMissing:
        return 0
    try:
        return index.count()
    finally:
        index.close()


def table(timings: list[Timing]) -> Table:
    """The table, with each row's median over that of Qdrant Edge; `memory` is what stayed resident for the index."""
    base = next((t.median_ms for t in timings if t.what == search.EDGE), None)
    shown = Table(box=SIMPLE, pad_edge=False, padding=(0, 1, 0, 0))
    shown.add_column("", no_wrap=True)
    for heading in ("calls", "median\nms", "p95\nms", "x Edge", "load\ns", "memory\nMB", "peak\nMB"):
        shown.add_column(heading, justify="right", no_wrap=True)
    for timing in timings:
        shown.add_row(
            timing.what,
            str(timing.calls),
            _number(timing.median_ms, 2),
            _number(timing.p95_ms, 2),
            _number(timing.median_ms / base if base else None, 1),
            _number(timing.load_s, 2),
            _number(timing.resident_mb, 0),
            _number(timing.peak_mb, 0),
        )
    return shown


def _number(value: float | None, decimals: int) -> str:
    return "" if value is None else f"{value:,.{decimals}f}"


if __name__ == "__main__":
    typer.run(main)
