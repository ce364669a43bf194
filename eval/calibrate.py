"""`python -m eval.calibrate`: how far the scorers agree with people, on the released model answers.

Each answer of `results/*.jsonl` carries a human label: correct, incorrect or refusal. A scorer's decision is compared
with "correct or not": a refusal counts as not correct on both sides. Cohen's kappa and the confusion are given for the
answers it decides; what it leaves unscored shows in the coverage. Exit code 1 when a floor is not met.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer
from pydantic import BaseModel, ConfigDict, ValidationError
from rich.console import Console
from rich.table import Table

from eval.datasets import Case, load_financebench
from eval.errors import DatasetError
from eval.scorers.amounts import read_gold, read_stated_gold
from eval.scorers.answer import Verdict, judge
from eval.scorers.base import SCORERS
from eval.scorers.polarity import polarity
from eval.stats import Estimate, kappa, share
from graph.domain import Frozen
from ingestion.errors import FolioError

NUMBER, YES_NO, STATED, WORDS = "a number", "yes or no", "a figure in words", "other words"
CORRECT, REFUSAL = "Correct Answer", "Refusal"


class Floor(Frozen):
    """What a kind of gold must reach: the share of answers decided, and the agreement on them."""

    coverage: float
    kappa: float


FLOORS = {NUMBER: Floor(coverage=0.95, kappa=0.90), YES_NO: Floor(coverage=0.60, kappa=0.85)}
REFUSAL_FLOOR = 0.94


class Labelled(BaseModel):
    """A released answer with its human label."""

    model_config = ConfigDict(extra="ignore", coerce_numbers_to_str=True)

    financebench_id: str
    question: str
    model_answer: str
    gold_answer: str
    label: str


class Rated(Frozen):
    """A released answer as people and scorers see it."""

    source: str
    id: str
    kind: str
    label: str
    verdict: Verdict
    explanation: str

    @property
    def agrees(self) -> bool:
        """Whether both call it correct, or both do not."""
        return (self.label == CORRECT) == (self.verdict is Verdict.CORRECT)


class Agreement(Frozen):
    """Scorers against people for one kind of gold: n answers, those decided, and how far both agree on these.

    `asserted` is the share decided as right or wrong, refusals left out. `confusion` counts "label / verdict".
    """

    kind: str
    n: int
    decided: int
    coverage: float
    asserted: float
    accuracy: Estimate
    kappa: float | None
    confusion: dict[str, int]


def rate(data: Path) -> list[Rated]:
    """Every released answer with the scorers' verdict. Raises DatasetError."""
    cases = {case.id: case for case in load_financebench(data).cases}
    return [_rate(path.stem, answer, cases) for path in result_files(data) for answer in _answers(path)]


def result_files(data: Path) -> list[Path]:
    """The files of released answers; raises DatasetError where there are none."""
    files = sorted((data / "results").glob("*.jsonl"))
    if not files:
        raise DatasetError(data / "results", "holds no released answers (*.jsonl)")
    return files


def agreement(kind: str, rated: Sequence[Rated]) -> Agreement:
    """Agreement over all of these answers."""
    decided = [one for one in rated if one.verdict is not Verdict.UNSCORED]
    asserted = [one for one in decided if one.verdict is not Verdict.REFUSED]
    pairs = [(one.label == CORRECT, one.verdict is Verdict.CORRECT) for one in decided]
    return Agreement(
        kind=kind,
        n=len(rated),
        decided=len(decided),
        coverage=len(decided) / len(rated) if rated else 0.0,
        asserted=len(asserted) / len(rated) if rated else 0.0,
        accuracy=share([one.agrees for one in decided]),
        kappa=kappa(pairs),
        confusion=dict(sorted(Counter(f"{one.label} / {one.verdict}" for one in rated).items())),
    )


def refusal_agreement(rated: Sequence[Rated]) -> Estimate:
    """The share of answers that both, or neither, call a refusal."""
    return share([(one.label == REFUSAL) == (one.verdict is Verdict.REFUSED) for one in rated])


def shortfalls(found: Sequence[Agreement], refusals: Estimate) -> list[str]:
    """The floors that are not met, in words."""
    missed = []
    for one in found:
        floor = FLOORS.get(one.kind)
        if floor and one.coverage < floor.coverage:
            missed.append(f"gold {one.kind}: decides {one.coverage:.1%}, floor {floor.coverage:.0%}")
        if floor and (one.kappa or 0.0) < floor.kappa:
            missed.append(f"gold {one.kind}: kappa {one.kappa or 0.0:.3f}, floor {floor.kappa:.2f}")
    if (refusals.value or 0.0) < REFUSAL_FLOOR:
        missed.append(f"refusals: agreement {refusals.value or 0.0:.3f}, floor {REFUSAL_FLOOR:.2f}")
    return missed


def calibrate(
    data: Annotated[Path, typer.Option(help="A FinanceBench clone with its results folder.")],
    disagreements: Annotated[bool, typer.Option(help="List every answer on which people and scorers differ.")] = True,
    out: Annotated[Path | None, typer.Option(help="Write the figures as JSON into this file.")] = None,
) -> None:
    """Score the released model answers and compare with the human labels."""
    rated = rate(data)
    kinds = [kind for kind in (NUMBER, YES_NO, STATED, WORDS) if any(one.kind == kind for one in rated)]
    found = [agreement(kind, [one for one in rated if one.kind == kind]) for kind in kinds]
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
    for line in missed:
        typer.echo(f"below the floor: {line}", err=True)
    if missed:
        raise typer.Exit(1)


def _answers(path: Path) -> Iterator[Labelled]:
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            yield Labelled.model_validate_json(line)
        except ValidationError as error:
            raise DatasetError(path, error.errors()[0]["msg"], number) from error


def _rate(source: str, answer: Labelled, cases: dict[str, Case]) -> Rated:
    # The question file states the gold as printed ("65.4%"), the results as a bare number (0.654).
    case = cases.get(answer.financebench_id)
    gold, question = (case.answer, case.question) if case else (answer.gold_answer, answer.question)
    verdict, score = judge(gold, answer.model_answer, question)
    return Rated(
        source=source,
        id=answer.financebench_id,
        kind=_kind(gold, question),
        label=answer.label,
        verdict=verdict,
        explanation=score.explanation,
    )


def _kind(gold: str, question: str) -> str:
    if polarity(gold) is not None:
        return YES_NO
    if read_gold(gold, question):
        return NUMBER
    return STATED if read_stated_gold(gold, question) else WORDS


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
    """Entry point: a FolioError is one line and exit code 1."""
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    app.command()(calibrate)
    try:
        app()
    except FolioError as error:
        typer.echo(f"error: {error}", err=True)
        sys.exit(1)


if __name__ == "__main__":
    main()
