"""Several runs on one page: what each part brings, with intervals, and what it costs."""

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from eval.comparison import Comparison, compare_answers
from eval.manifest import Manifest
from eval.records import Record
from eval.reports.elements import Markup, bar, page, section, stack, table, tag
from eval.reports.figures import interval, p_value, percent, seconds
from eval.reports.markdown import rows
from eval.summary import Group, Summary
from graph.domain import Frozen


class Rung(Frozen):
    """A finished run."""

    manifest: Manifest
    summary: Summary
    records: tuple[Record, ...]


def write_ladder(folder: Path, rungs: Sequence[Rung]) -> None:
    """Write `ladder.md` and `ladder.html` over runs on the same questions, in the order given."""
    steps = [_step(lower, upper) for lower, upper in pairwise(rungs)]
    (folder / "ladder.md").write_text(_markdown(rungs, steps), encoding="utf-8")
    (folder / "ladder.html").write_text(_html(rungs, steps), encoding="utf-8")


def _step(lower: Rung, upper: Rung) -> Comparison:
    return compare_answers(
        lower.summary.config,
        {record.id: record for record in lower.records},
        upper.summary.config,
        {record.id: record for record in upper.records},
    )


_HEAD = ("", "n", "right (95% interval)", "wrong", "refused", "unscored", "citations hold", "gold page cited")
_COST_HEAD = ("", "median time", "95th percentile", "tokens a question", "model turns", "USD")
_STEP_HEAD = ("", "n", "difference in points (95% interval)", "won", "lost", "McNemar p")


def _figures(rung: Rung) -> tuple[str, ...]:
    answers, citations = rung.summary.answers, rung.summary.citations
    return (
        f"{rung.summary.config} {rung.manifest.config.title}",
        str(len(rung.records)),
        interval(answers.accuracy),
        *map(str, (answers.incorrect, answers.refused, answers.unscored)),
        f"{citations.valid} of {citations.total}",
        f"{percent(citations.gold_page_rate)} of {citations.gold_page_n}",
    )


def _cost(rung: Rung) -> tuple[str, ...]:
    summary = rung.summary
    times = (seconds(summary.latency_s.p50), seconds(summary.latency_s.p95))
    spent = (f"{summary.tokens.per_question:,}", str(summary.calls), f"{rung.manifest.spent.cost:.4f}")
    return (summary.config, *times, *spent)


def _difference(step: Comparison) -> tuple[str, ...]:
    row = step.rows[0]
    value, low, high = row.difference.value, row.difference.low, row.difference.high
    assert row.test is not None  # noqa: S101 - the first row counts right answers
    change = "–"
    if value is not None and low is not None and high is not None:
        change = f"{value * 100:+.1f} ({low * 100:+.1f} to {high * 100:+.1f})"
    test = row.test
    counts = (str(test.only_second), str(test.only_first), p_value(test.p_value))
    return (f"{step.first} → {step.second}", str(step.n), change, *counts)


def _facts(rungs: Sequence[Rung]) -> str:
    manifest, missing = rungs[0].manifest, rungs[0].summary.missing.n
    data = manifest.dataset
    left_out = f"; {missing} questions left out, their filing is not loaded" if missing else ""
    note = f", {data.note}" if data.note else ""
    return f"{data.name}{note}; setting {manifest.setting}; model {manifest.model}; n = {data.n}{left_out}"


def _markdown(rungs: Sequence[Rung], steps: Sequence[Comparison]) -> str:
    parts = [
        "# The ladder",
        _facts(rungs),
        rows(_HEAD, [_figures(rung) for rung in rungs]),
        "## What each step brings",
        rows(_STEP_HEAD, [_difference(step) for step in steps]),
        "## Time and cost",
        rows(_COST_HEAD, [_cost(rung) for rung in rungs]),
    ]
    return "\n\n".join(parts) + "\n"


def _html(rungs: Sequence[Rung], steps: Sequence[Comparison]) -> str:
    bars = [
        (rung.summary.config, rung.manifest.config.title, bar(rung.summary.answers.accuracy), *_figures(rung)[1:])
        for rung in rungs
    ]
    kinds = sorted({kind for rung in rungs for kind in rung.summary.failures})
    failures = [(kind, *(str(rung.summary.failures.get(kind, 0)) for rung in rungs)) for kind in kinds]
    names = [rung.summary.config for rung in rungs]
    return page(
        "Folio: the ladder",
        tag("h1", "The ladder: what each part brings"),
        tag("p", _facts(rungs), class_="soft"),
        section("Questions answered rightly", table(("", "", "right", *_HEAD[1:]), bars)),
        section("Verdicts", *(_verdicts(rung) for rung in rungs)),
        section("What each step brings", table(_STEP_HEAD, [_difference(step) for step in steps])),
        section("What went wrong", table(("Kind", *names), failures, numbers=tuple(range(1, len(names) + 1)))),
        section("Time and cost", table(_COST_HEAD, [_cost(rung) for rung in rungs])),
    )


def _verdicts(rung: Rung) -> Markup:
    group = Group(n=len(rung.records), **rung.summary.answers.model_dump())
    return Markup(tag("p", f"{rung.summary.config} {rung.manifest.config.title}") + stack(group))
