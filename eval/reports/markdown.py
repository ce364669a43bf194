"""`report.md`: the run in tables, each with its n, and every question with what it was decided on."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from eval.manifest import Manifest
from eval.records import Record
from eval.reports.figures import interval, judge_facts, judge_rows, percent, seconds
from eval.summary import Group, Summary, text_of
from graph.domain import Answer


def write_markdown(path: Path, manifest: Manifest, summary: Summary, records: Sequence[Record]) -> None:
    """Write the report of one run."""
    parts = [
        f"# {manifest.config.name}, {manifest.config.title}",
        f"{interval(summary.answers.accuracy)} of n = {len(records)} questions answered rightly.",
        _facts(manifest, summary),
        "## Answers",
        group_table({"all questions": _all(summary, len(records)), "undisputed gold": summary.undisputed}),
        f"Questions the rules can decide: {interval(summary.scorable.accuracy)} right, n = {summary.scorable.n}.",
        "## By question type",
        group_table(summary.by_type),
        "## By form",
        group_table(summary.by_form),
        "## Citations and retrieval",
        _evidence(summary),
        *(("## The judge", _judged(manifest, summary)) if summary.judge else ()),
        "## What went wrong",
        rows(("Kind", "n"), ((kind, str(n)) for kind, n in summary.failures.items())) or "Nothing.",
        "## Questions",
        *(_question(record) for record in records),
    ]
    path.write_text("\n\n".join(part for part in parts if part) + "\n", encoding="utf-8")


def group_table(groups: Mapping[str, Group]) -> str:
    """Verdicts by group, one row each."""
    return rows(
        ("", "n", "right", "wrong", "refused", "unscored", "right (95% interval)"),
        (
            (name, *map(str, (g.n, g.correct, g.incorrect, g.refused, g.unscored)), interval(g.accuracy))
            for name, g in groups.items()
        ),
    )


def _all(summary: Summary, n: int) -> Group:
    return Group(n=n, **summary.answers.model_dump())


def _facts(manifest: Manifest, summary: Summary) -> str:
    data = manifest.dataset
    pinned = f"commit {data.commit}" if data.pinned else "not a pinned release"
    missing = f"; {summary.missing.n} questions left out, their filing is not loaded" if summary.missing.n else ""
    names = f" ({', '.join(summary.missing.ids)})" if summary.missing.ids else ""
    code = manifest.code
    lines = [
        f"- data: {data.name}, {pinned}{f', {data.note}' if data.note else ''}; n = {data.n}{missing}{names}",
        f"- setting: {manifest.setting}; model: {manifest.model}; scorers {manifest.scorers}",
        f"- library: {', '.join(f'{key} {value}' for key, value in manifest.library.items())}",
        f"- code: {code.commit or 'no repository'}{' with changes' if code.dirty else ''}; Python {code.python}",
        f"- time: median {seconds(summary.latency_s.p50)}, 95th percentile {seconds(summary.latency_s.p95)}; "
        f"{summary.tokens.per_question:,} tokens a question; {summary.calls} model turns; "
        f"{manifest.spent.cost:.2f} USD",
    ]
    return "\n".join(lines)


def _evidence(summary: Summary) -> str:
    citations = summary.citations
    found = ((name, interval(estimate)) for name, estimate in summary.retrieval.items())
    return (
        f"{citations.valid} of {citations.total} citations hold; "
        f"{percent(citations.gold_page_rate)} of right answers cite a gold page, n = {citations.gold_page_n}.\n\n"
        + rows((f"n = {summary.retrieval_n}", "share (95% interval)"), found)
    )


def _judged(manifest: Manifest, summary: Summary) -> str:
    return f"{judge_facts(manifest, summary)}\n\n" + rows(
        ("", "n", "mean (95% interval)"),
        ((name, str(n), interval(estimate)) for name, n, estimate in judge_rows(summary)),
    )


def _question(record: Record) -> str:
    cited = record.answer.citations if isinstance(record.answer, Answer) else ()
    lines = [
        f"### {record.id}: {record.verdict}",
        f"{_cell(record.question)}",
        f"- answer: {_cell(text_of(record)) or '(none)'}",
        f"- gold: {_cell(record.gold)}{' (disputed)' if record.disputed else ''}",
        f"- decided: {_cell(record.explanation)}{f'; {record.failure}' if record.failure else ''}",
        f"- gold pages: {', '.join(f'{page.doc} p. {page.page}' for page in record.gold_pages) or 'none'}",
        *(f"- cited: {one.doc} p. {one.page}: {_cell(one.quote)}" for one in cited),
        *(f"- the check: {_cell(reason)}" for reason in record.rejected),
    ]
    if record.judgement:
        said = record.judgement
        lines.append(f"- the judge: {_cell(said.error or f'{said.correct}: {said.reason}')}")
    return lines[0] + "\n\n" + lines[1] + "\n\n" + "\n".join(lines[2:])


def rows(head: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    """A table; empty without lines."""
    body = [f"| {' | '.join(_cell(cell) for cell in line)} |" for line in lines]
    return "\n".join([f"| {' | '.join(head)} |", f"|{' --- |' * len(head)}", *body]) if body else ""


def _cell(text: str) -> str:
    """One line that stays in its cell, with every sign shown as it is."""
    plain = " ".join(text.split())
    for sign in "\\`*_|<>$#":
        plain = plain.replace(sign, f"\\{sign}")
    return plain
