"""`python -m eval.retrieval`: is the right page found, and how far up? No model is asked."""

import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Literal

import typer

from eval.command import run_command
from eval.datasets import Case, with_names_of
from eval.errors import EvaluationError
from eval.filings import ensure_loaded, load_dataset
from eval.ranks import DEPTH, Ranks, RetrievalSummary, rank_case, summarise, write_run
from eval.reports.curves import draw_curves
from eval.reports.figures import interval
from graph.domain import Plan, Question
from graph.knowledge import Knowledge, load_knowledge
from graph.retrieval import PARTS, RetrievalSettings, Retriever, rung
from graph.understanding import Understander
from ingestion.library import Library, open_library
from ingestion.settings import IngestionSettings

RUNGS = ("C1", "C2", "C3")
SETTINGS: tuple[Literal["given", "full"], ...] = ("given", "full")
PLOT = "hit_at_k.png"
Setting = Literal["given", "full"]


def retrieval(
    data: Annotated[Path | None, typer.Option(help="A FinanceBench clone, or a folder laid out like one.")] = None,
    setting: Annotated[
        Setting, typer.Option(help="given: the right filing is named; full: all are searched.")
    ] = "full",
    without: Annotated[
        list[str] | None, typer.Option(help=f"Switch a part off: {', '.join(PARTS)}. May be repeated.")
    ] = None,
    step: Annotated[str, typer.Option("--rung", help=f"A rung of the ladder: {', '.join(RUNGS)}.")] = "C3",
    out: Annotated[Path | None, typer.Option(help="Folder of the run; by default one under FOLIO_HOME/runs.")] = None,
    plot: Annotated[bool, typer.Option(help="Draw hit@k for every rung in both settings.")] = True,
) -> None:
    """Rank pages for every question with gold pages (default: the sample questions), and count where those stand."""
    chosen = _settings(step, without or [])
    settings = IngestionSettings()
    dataset = load_dataset(data, settings)
    ensure_loaded(dataset, settings, _say)
    folder = out or settings.home / "runs" / f"{datetime.now(UTC):%Y%m%d-%H%M%S}-retrieval-{step}-{setting}"
    with open_library(settings) as library:
        split = with_names_of(dataset, library.catalogue)
        cases = [case for case in split.here if case.evidence and not case.should_refuse]
        if not cases:
            raise EvaluationError("no question to rank pages for: none of their filings is loaded")
        bench = Bench(library, load_knowledge())
        lines = bench.rank(cases, setting, chosen)
        missing = [case.id for case in split.missing]
        summary = summarise(lines, setting=setting, rung=step, without=without or (), missing=missing)
        write_run(folder, lines, summary)
        if plot:
            panels: dict[str, list[RetrievalSummary]] = {
                each: [bench.summary(cases, each, name) for name in RUNGS] for each in SETTINGS
            }
            draw_curves(folder / PLOT, panels)
    _tell(folder, summary)


class Bench:
    """Ranks pages for cases over one open library."""

    def __init__(self, library: Library, knowledge: Knowledge) -> None:
        self._library = library
        self._knowledge = knowledge
        self._understand = Understander(knowledge)

    def rank(self, cases: Sequence[Case], setting: Setting, settings: RetrievalSettings) -> list[Ranks]:
        """The pages found for each case, timed from the question's text to the ranked pages."""
        library = self._library
        retriever = Retriever(
            library.index, library.catalogue, library.embedder, library.sparse, self._knowledge, settings
        )
        forms = {filing.doc: filing.form.value for filing in library.catalogue.filings()}
        lines = []
        for case in cases:
            question = Question(text=case.question, docs=(case.doc,) if setting == "given" else ())
            started = time.perf_counter()
            found = retriever.retrieve(question, self._plan(question, settings), DEPTH)
            lines.append(rank_case(case, forms.get(case.doc, ""), found, round(time.perf_counter() - started, 6)))
        return lines

    def summary(self, cases: Sequence[Case], setting: Setting, name: str) -> RetrievalSummary:
        """The figures of one rung in one setting."""
        return summarise(self.rank(cases, setting, rung(name)), setting=setting, rung=name, without=())

    def _plan(self, question: Question, settings: RetrievalSettings) -> Plan:
        """What is understood of the question; nothing where every part that would use it is off."""
        if not (settings.filter or settings.synonyms or settings.page_kinds):
            return Plan()
        return self._understand(question, self._library.catalogue)


def _settings(name: str, without: Sequence[str]) -> RetrievalSettings:
    if name not in RUNGS:
        raise EvaluationError(f"no rung {name!r}; there are {', '.join(RUNGS)}")
    try:
        return rung(name).without(*without)
    except ValueError as error:
        raise EvaluationError(str(error)) from error


def _tell(folder: Path, summary: RetrievalSummary) -> None:
    off = f" without {', '.join(summary.without)}" if summary.without else ""
    typer.echo(f"{summary.rung}{off}, {summary.setting}, n = {summary.n}")
    for name, estimate in summary.retrieval.items():
        typer.echo(f"  {name:10s} {interval(estimate)}")
    if summary.missing:
        typer.echo(f"left out, their filing is not loaded: {len(summary.missing)}")
    typer.echo(f"run: {folder}")


def _say(text: str) -> None:
    typer.echo(text, err=True)


def main() -> None:
    """Entry point."""
    run_command(retrieval)


if __name__ == "__main__":
    main()
