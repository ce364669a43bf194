"""`python -m eval.calibrate`: how far the scorers agree with people, on the released model answers.

Each answer of `results/*.jsonl` carries a human label: correct, incorrect or refusal. A scorer's decision is compared
with "correct or not": a refusal counts as not correct on both sides. Cohen's kappa and the confusion are given for the
answers it decides; what it leaves unscored shows in the coverage. Exit code 1 when a floor is not met.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from eval.agreement import (
    FLOORS,
    REFUSAL_FLOOR,
    Agreement,
    Rated,
    by_kind,
    rate,
    rate_by_judge,
    refusal_agreement,
    shortfalls,
)
from eval.budget import Ledger, Limits, Meter
from eval.command import run_command
from eval.scorers.answer import Verdict
from eval.scorers.base import SCORERS
from eval.scorers.judge import Judge, check_judge
from eval.stats import Estimate
from eval.systems import metered_model
from graph.settings import GraphSettings
from ingestion.settings import IngestionSettings


def calibrate(
    data: Annotated[Path, typer.Option(help="A FinanceBench clone with its results folder.")],
    disagreements: Annotated[bool, typer.Option(help="List every answer on which people and scorers differ.")] = True,
    out: Annotated[Path | None, typer.Option(help="Write the figures as JSON into this file.")] = None,
    judge: Annotated[str | None, typer.Option(help="Also let this model judge, for instance groq:NAME.")] = None,
    judged: Annotated[int, typer.Option(min=1, help="How many answers the judge is shown.")] = 200,
    max_calls: Annotated[int | None, typer.Option(min=0, help="Most calls of the judge.")] = None,
    max_cost: Annotated[float | None, typer.Option(min=0, help="Most USD of the judge.")] = None,
) -> None:
    """Score the released model answers and compare with the human labels."""
    rated = rate(data)
    found = by_kind(rated)
    refusals = refusal_agreement(rated)
    missed = shortfalls(found, refusals)
    _show(Console(), rated, found, refusals, disagreements=disagreements)
    if out is not None:
        out.parent.mkdir(parents=True, exist_ok=True)
        figures = {
            "scorers": SCORERS,
            "n": len(rated),
            "kinds": [one.model_dump(mode="json") for one in found],
            "refusals": refusals.model_dump(),
            "missed": missed,
        }
        out.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    if judge is not None:
        _calibrate_judge(data, judge, judged, Limits(calls=max_calls, cost=max_cost))
    for line in missed:
        typer.echo(f"below the floor: {line}", err=True)
    if missed:
        raise typer.Exit(1)


def _calibrate_judge(data: Path, name: str, count: int, limits: Limits) -> None:
    """Judge a sample of the released answers, and print the agreement with people, beside that of the rules."""
    check_judge(name, ())
    home, graph = IngestionSettings().home, GraphSettings()
    with Ledger(home / "cache" / "eval.sqlite") as ledger:
        model = metered_model((name,), graph, Meter(limits, ledger), home, warn=lambda text: typer.echo(text, err=True))
        rated = rate_by_judge(data, Judge(name, model), count)
    console = Console()
    console.print(f"judged by {name}, {len(rated)} answers:")
    _show(console, rated, by_kind(rated), refusal_agreement(rated), disagreements=False)


def _show(
    console: Console, rated: Sequence[Rated], found: Sequence[Agreement], refusals: Estimate, *, disagreements: bool
) -> None:
    table = Table("Gold", "n", "decided", "right or wrong", "agreement", "kappa", "floor")
    for one in found:
        floor = FLOORS.get(one.kind)
        table.add_row(
            one.kind,
            str(one.n),
            f"{one.coverage:.1%}",
            f"{one.asserted:.1%}",
            "–" if one.accuracy.value is None else f"{one.accuracy.value:.1%}",
            "–" if one.kappa is None else f"{one.kappa:.3f}",
            f"{floor.coverage:.0%}, {floor.kappa:.2f}" if floor else "",
        )
    console.print(table)
    console.print(
        f"refusals: agreement {refusals.value:.3f} ({refusals.low:.3f} to {refusals.high:.3f}), n = {len(rated)}, "
        f"floor {REFUSAL_FLOOR:.2f}; scorers {SCORERS}",
        soft_wrap=True,
    )
    for one in found:
        counts = ", ".join(f"{pair} {n}" for pair, n in one.confusion.items())
        console.print(f"gold {one.kind}, label / verdict: {counts}", soft_wrap=True)
    differ = [one for one in rated if one.verdict is not Verdict.UNSCORED and not one.agrees]
    console.print(f"{len(differ)} disagreements")
    if disagreements:
        for answer in differ:
            console.print(
                f"  {answer.source} {answer.id}: people {answer.label}, scorers {answer.verdict}: {answer.explanation}",
                markup=False,
                highlight=False,
                soft_wrap=True,
            )


def main() -> None:
    """Entry point."""
    run_command(calibrate)


if __name__ == "__main__":
    main()
