"""`python -m eval.run`: ask the questions of a data set and write what came of it."""

import sys
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Literal

import typer

from eval.budget import Ledger, Limits
from eval.command import run_command
from eval.config import Config, config_names, load_config
from eval.datasets import Dataset
from eval.errors import EvaluationError
from eval.filings import ensure_loaded, load_dataset
from eval.forecast import describe, forecast
from eval.manifest import Manifest
from eval.records import Record
from eval.reports.ladder import write_ladder
from eval.running import (
    SAMPLE_SEED,
    Hands,
    Options,
    carry_out,
    choose,
    read_manifest,
    read_rung,
    split_of,
    start_run,
)
from eval.scorers.judge import check_judge
from eval.summary import Summary
from graph.settings import GraphSettings
from ingestion.library import open_library
from ingestion.settings import IngestionSettings


def run(
    config: Annotated[str, typer.Option(help="A rung of the ladder, C0 to C5, or all.")] = "C5",
    data: Annotated[Path | None, typer.Option(help="A FinanceBench clone, or a folder laid out like one.")] = None,
    setting: Annotated[
        Literal["given", "full"], typer.Option(help="given: the right filing is named; full: all are searched.")
    ] = "given",
    without: Annotated[list[str] | None, typer.Option(help="Switch one part of the configuration off.")] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="A sample of so many questions, stratified by type.")] = None,
    ids: Annotated[str, typer.Option(help="Only these questions: ids, or their ends, by comma.")] = "",
    seed: Annotated[int, typer.Option(help="Seed of the sample.")] = SAMPLE_SEED,
    out: Annotated[Path | None, typer.Option(help="Folder of the run; by default one under FOLIO_HOME/runs.")] = None,
    resume: Annotated[Path | None, typer.Option(help="Go on with the run in this folder.")] = None,
    fallback: Annotated[list[str] | None, typer.Option(help="Model to move on to when a day is spent.")] = None,
    judge: Annotated[
        str | None, typer.Option(help="Model that grades the answers; not the one that gives them.")
    ] = None,
    max_calls: Annotated[int | None, typer.Option(min=0, help="Most model calls of this run.")] = None,
    max_tokens: Annotated[int | None, typer.Option(min=0, help="Most tokens of this run.")] = None,
    max_cost: Annotated[float | None, typer.Option(min=0, help="Most USD of this run.")] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what it would take, and ask nothing.")] = False,
) -> None:
    """Ask the questions of a data set (default: the sample questions), score the answers, write the report."""
    configs = _configs(config, without or [])
    if judge is not None:
        check_judge(judge, (GraphSettings().model, *(fallback or ())))
    options = Options(
        setting=setting,
        limit=limit,
        ids=tuple(one.strip() for one in ids.split(",") if one.strip()),
        seed=seed,
        limits=Limits(calls=max_calls, tokens=max_tokens, cost=max_cost),
        fallbacks=tuple(fallback or ()),
        judge=judge,
    )
    settings = IngestionSettings()
    manifest = read_manifest(resume) if resume is not None else None
    dataset = load_dataset(data, settings)
    ensure_loaded(dataset, settings, _say)
    with ExitStack() as stack:
        hands = Hands(
            library=stack.enter_context(open_library(settings)),
            graph=GraphSettings(),
            ledger=stack.enter_context(Ledger(settings.home / "cache" / "eval.sqlite")),
            say=_say,
            progress=_progress,
        )
        if resume is not None and manifest is not None:
            _finish(resume, manifest, dataset, options, hands)
        elif dry_run:
            _foretell(configs, dataset, options, hands, settings.home)
        else:
            folder = out or _default_folder(settings.home, config, setting, dataset)
            _run_all(folder, configs, dataset, options, hands)


def _run_all(folder: Path, configs: list[Config], dataset: Dataset, options: Options, hands: Hands) -> None:
    """One run in the folder, or one run a rung below it with a page over all."""
    if len(configs) == 1:
        _start(folder, configs[0], dataset, options, hands)
        return
    for one in configs:
        _start(folder / one.name, one, dataset, options, hands)
    write_ladder(folder, [read_rung(folder / one.name) for one in configs])
    typer.echo(f"ladder: {folder / 'ladder.html'}")


def _foretell(configs: list[Config], dataset: Dataset, options: Options, hands: Hands, home: Path) -> None:
    n = len(choose(dataset, hands.library, options).here)
    for line in describe([forecast(one, hands.graph.model, n, home) for one in configs]):
        typer.echo(line)


def _start(folder: Path, config: Config, dataset: Dataset, options: Options, hands: Hands) -> None:
    split = choose(dataset, hands.library, options)
    if not split.here:
        raise EvaluationError("no question to ask: none of their filings is loaded")
    manifest = start_run(folder, config, dataset, split, options, hands)
    _tell(folder, carry_out(folder, manifest, split, hands))


def _finish(folder: Path, manifest: Manifest, dataset: Dataset, options: Options, hands: Hands) -> None:
    """Go on with a run as it was started; only its limits may be raised."""
    given = {name: value for name, value in options.limits.model_dump().items() if value is not None}
    manifest = manifest.model_copy(update={"limits": manifest.limits.model_copy(update=given)})
    _tell(folder, carry_out(folder, manifest, split_of(manifest, dataset, hands.library), hands))


def _configs(name: str, without: list[str]) -> list[Config]:
    configs = [load_config(one) for one in (config_names() if name == "all" else [name])]
    for part in without:
        configs = [config.without(part) for config in configs]
    return configs


def _default_folder(home: Path, config: str, setting: str, dataset: Dataset) -> Path:
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    return home / "runs" / f"{stamp}-{dataset.source.name.lower()}-{config}-{setting}"


def _tell(folder: Path, summary: Summary) -> None:
    answers, accuracy = summary.answers, summary.answers.accuracy
    share = "" if accuracy.value is None else f" = {accuracy.value:.1%} ({accuracy.low:.1%} to {accuracy.high:.1%})"
    typer.echo(
        f"{summary.config} {summary.setting}: {answers.correct} of {summary.dataset.n} right{share}, "
        f"{answers.incorrect} wrong, {answers.refused} refused, {answers.unscored} not scorable; "
        f"{summary.citations.valid} of {summary.citations.total} citations hold"
    )
    if summary.missing.n:
        typer.echo(f"left out, their filing is not loaded: {summary.missing.n} ({', '.join(summary.missing.ids)})")
    typer.echo(f"report: {folder / 'report.html'}")


def _progress(record: Record) -> None:
    if sys.stderr.isatty():
        typer.echo(f"{record.id}: {record.verdict} ({record.timings.total_s:.2f} s)", err=True)


def _say(text: str) -> None:
    typer.echo(text, err=True)


def main() -> None:
    """Entry point."""
    run_command(run)


if __name__ == "__main__":
    main()
