"""The demo: sample filings of fictional companies, made, loaded and asked."""

from pathlib import Path
from time import perf_counter

from rich.console import Console
from rich.rule import Rule

from app.render import answer_view
from app.services import open_services
from graph.domain import Question
from ingestion.pipeline import add
from ingestion.samples import make_samples
from ingestion.settings import IngestionSettings

QUESTIONS = (
    "What was Calderwick Instruments' FY2033 capital expenditure (in USD millions)?",
    "What was Brindlemoor's fiscal 2032 operating margin? Round to one decimal place.",
    "What was the FY2033 revenue of Harrowgate Tools?",
)
"""A line item, a ratio that needs the calculator, and one that must be refused: no such company is loaded."""


def run(console: Console, folder: Path | None = None) -> None:
    """Make the samples in `folder` (default FOLIO_HOME/samples), load those not loaded yet, ask three questions."""
    settings = IngestionSettings()
    started = perf_counter()
    samples = make_samples(folder or settings.home / "samples")
    console.print(f"{len(samples.docs)} sample filings of fictional companies in {samples.folder}")
    report = add(settings, [samples.pdfs], manifest=samples.manifest)
    console.print(f"{report.summary()}\n")
    with open_services(ingestion=settings) as services:
        for question in QUESTIONS:
            console.print(Rule(style="dim"))
            console.print(f"[bold cyan]?[/] {question}")
            console.print(answer_view(services.analyst.ask(Question(text=question)).answer))
    console.print(Rule(style="dim"))
    console.print(
        f"\nDone in {perf_counter() - started:.1f} s. The web page: [bold]make serve[/], then http://127.0.0.1:7860"
    )
