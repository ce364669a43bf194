"""`python -m eval.results`: keep the figures of finished runs, and write them into the project's README.

Figures are kept as small JSON files in docs/results, without questions, answers or ids. The table between the markers
in README.md is written from them and from nothing else, and a test holds it to them.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from eval.command import run_command
from eval.errors import EvaluationError
from eval.reports.figures import interval, percent
from eval.reports.markdown import rows
from eval.running import read_rung
from eval.stats import Estimate
from graph.domain import Frozen

START, END = "<!-- results:begin -->", "<!-- results:end -->"


class KeptResult(Frozen):
    """What is kept of a run: figures with their n, and which code and data gave them."""

    name: str
    config: str
    title: str
    setting: str
    model: str
    dataset: str
    pinned: bool
    note: str
    n: int
    missing: int
    correct: int
    incorrect: int
    refused: int
    unscored: int
    accuracy: Estimate
    undisputed_n: int
    undisputed: Estimate
    scorable_n: int
    scorable: Estimate
    citations_valid: int
    citations_total: int
    gold_page_rate: float | None
    gold_page_n: int
    seconds_p50: float | None
    scorers: str
    commit: str | None
    dirty: bool | None


def keep(run: Path, name: str) -> KeptResult:
    """The figures of a finished run; raises RunError."""
    rung = read_rung(run)
    manifest, summary = rung.manifest, rung.summary
    answers, citations = summary.answers, summary.citations
    return KeptResult(
        name=name,
        config=summary.config,
        title=manifest.config.title,
        setting=summary.setting,
        model=summary.model,
        dataset=manifest.dataset.name,
        pinned=manifest.dataset.pinned,
        note=manifest.dataset.note,
        n=summary.dataset.n,
        missing=summary.missing.n,
        correct=answers.correct,
        incorrect=answers.incorrect,
        refused=answers.refused,
        unscored=answers.unscored,
        accuracy=answers.accuracy,
        undisputed_n=summary.undisputed.n,
        undisputed=summary.undisputed.accuracy,
        scorable_n=summary.scorable.n,
        scorable=summary.scorable.accuracy,
        citations_valid=citations.valid,
        citations_total=citations.total,
        gold_page_rate=citations.gold_page_rate,
        gold_page_n=citations.gold_page_n,
        seconds_p50=summary.latency_s.p50,
        scorers=manifest.scorers,
        commit=manifest.code.commit,
        dirty=manifest.code.dirty,
    )


def read_kept(folder: Path) -> list[KeptResult]:
    """All kept results, in the order of data set, setting and rung."""
    found = [KeptResult.model_validate(json.loads(path.read_text(encoding="utf-8"))) for path in folder.glob("*.json")]
    return sorted(found, key=lambda one: (one.dataset, one.setting, one.config, one.name))


def results_block(kept: Sequence[KeptResult]) -> str:
    """The tables as README.md shows them, one a data set and setting, markers included."""
    groups: dict[tuple[str, str], list[KeptResult]] = {}
    for one in kept:
        groups.setdefault((one.dataset, one.setting), []).append(one)
    parts = [part for (dataset, setting), members in groups.items() for part in _group(dataset, setting, members)]
    return "\n\n".join([START, *parts, END])


def with_block(text: str, block: str) -> str:
    """A README with its block replaced; raises EvaluationError where it has no markers."""
    head, start, rest = text.partition(START)
    _, end, tail = rest.partition(END)
    if not start or not end:
        raise EvaluationError(f"README.md has no place for results: a line {START} and a line {END}")
    return head + block + tail


def results(
    runs: Annotated[
        list[Path] | None, typer.Argument(help="Folders of finished runs; none: write the README again.")
    ] = None,
    name: Annotated[str, typer.Option(help="Under which name to keep them; the rung's name is added.")] = "",
    folder: Annotated[Path, typer.Option(help="Where kept results are.")] = Path("docs/results"),
    readme: Annotated[Path, typer.Option(help="The page that shows them.")] = Path("README.md"),
) -> None:
    """Keep the figures of runs and write the README's tables from all that are kept."""
    for run in runs or []:
        one = keep(run, name or run.name)
        label = "-".join(part for part in (name, one.dataset.lower(), one.setting, one.config) if part)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{label}.json").write_text(one.model_dump_json(indent=2) + "\n", encoding="utf-8")
        typer.echo(f"kept {label}")
    readme.write_text(
        with_block(readme.read_text(encoding="utf-8"), results_block(read_kept(folder))), encoding="utf-8"
    )


def _group(dataset: str, setting: str, members: Sequence[KeptResult]) -> list[str]:
    first = members[0]
    facts = [f"n = {first.n}", first.note, "the right filing given" if setting == "given" else "all filings searched"]
    if first.missing:
        facts.insert(1, f"{first.missing} questions left out, their filing is not loaded")
    lines = [
        (
            f"{one.config} {one.title}",
            one.model,
            str(one.n),
            interval(one.accuracy),
            f"{interval(one.undisputed)}, n = {one.undisputed_n}",
            f"{interval(one.scorable)}, n = {one.scorable_n}",
            *map(str, (one.incorrect, one.refused, one.unscored)),
            f"{one.citations_valid} of {one.citations_total}",
            f"{percent(one.gold_page_rate)}, n = {one.gold_page_n}",
        )
        for one in members
    ]
    head = [
        *("", "model", "n", "right (95% interval)", "undisputed gold", "what rules can decide"),
        *("wrong", "refused", "unscored", "citations that hold", "right answers that cite a gold page"),
    ]
    title = f"**{dataset}**: {'; '.join(fact for fact in facts if fact)}."
    return [title, rows(head, lines)]


def main() -> None:
    """Entry point."""
    run_command(results)


if __name__ == "__main__":
    main()
