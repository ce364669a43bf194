"""`report.html`: one run, to be looked at."""

from collections.abc import Sequence
from pathlib import Path

from eval.manifest import Manifest
from eval.records import Record
from eval.reports.elements import Markup, bar, groups, page, section, stack, table, tag
from eval.reports.figures import interval, judge_facts, judge_rows, percent, seconds
from eval.summary import Group, Summary, text_of
from graph.domain import Answer


def write_html(path: Path, manifest: Manifest, summary: Summary, records: Sequence[Record]) -> None:
    """Write the page of one run."""
    config = manifest.config
    everything = Group(n=len(records), **summary.answers.model_dump())
    title = f"Folio {config.name}: {config.title}"
    path.write_text(
        page(
            title,
            tag("h1", title),
            tag("p", config.description, class_="soft"),
            _headline(manifest, summary, everything),
            groups("By question type", summary.by_type),
            groups("By form", summary.by_form),
            groups("With and without disputed gold answers", {"all": everything, "undisputed": summary.undisputed}),
            _evidence(summary),
            _judged(manifest, summary),
            section("What went wrong", table(("Kind", "n"), list(summary.failures.items()), numbers=(1,))),
            _cost(manifest, summary),
            section(f"Questions, n = {len(records)}", *(_question(record) for record in records)),
        ),
        encoding="utf-8",
    )


def _headline(manifest: Manifest, summary: Summary, everything: Group) -> Markup:
    data = manifest.dataset
    accuracy = summary.answers.accuracy
    facts = [data.name, f"commit {data.commit}" if data.pinned else "not a pinned release", data.note]
    left_out = f"{summary.missing.n} questions left out: their filing is not loaded." if summary.missing.n else ""
    return section(
        "Questions answered rightly",
        tag("p", percent(accuracy.value), class_="big"),
        tag("p", f"95% interval {interval(accuracy)}, n = {everything.n}, every question counted", class_="soft"),
        stack(everything),
        tag(
            "p",
            f"Of the {summary.scorable.n} the rules can decide: {interval(summary.scorable.accuracy)} right.",
        ),
        tag(
            "p", "; ".join(fact for fact in facts if fact) + f"; setting {manifest.setting}. {left_out}", class_="soft"
        ),
    )


def _evidence(summary: Summary) -> Markup:
    citations = summary.citations
    rows = [(name, bar(estimate), interval(estimate)) for name, estimate in summary.retrieval.items()]
    said = (
        f"{citations.valid} of {citations.total} citations hold. "
        f"{percent(citations.gold_page_rate)} of right answers cite a gold page, n = {citations.gold_page_n}."
    )
    return section(
        "Pages found and cited",
        tag("p", said),
        table((f"n = {summary.retrieval_n}", "share", "95% interval"), rows),
    )


def _judged(manifest: Manifest, summary: Summary) -> Markup:
    if summary.judge is None:
        return Markup("")
    lines = [(name, n, bar(estimate), interval(estimate)) for name, n, estimate in judge_rows(summary)]
    head = ("", "n", "mean", "95% interval")
    return section("The judge", tag("p", judge_facts(manifest, summary)), table(head, lines, numbers=(1,)))


def _cost(manifest: Manifest, summary: Summary) -> Markup:
    code, spent = manifest.code, manifest.spent
    rows = [
        ("model", manifest.model),
        ("time, median and 95th percentile", f"{seconds(summary.latency_s.p50)}, {seconds(summary.latency_s.p95)}"),
        ("tokens in, out", f"{summary.tokens.input:,}, {summary.tokens.output:,}"),
        ("model turns; calls made, from the cache", f"{summary.calls}; {spent.calls}, {spent.cached}"),
        ("cost", f"{spent.cost:.4f} USD"),
        (
            "code",
            f"{code.commit or 'no repository'}{' with changes' if code.dirty else ''}, scorers {manifest.scorers}",
        ),
        ("library", ", ".join(f"{key} {value}" for key, value in manifest.library.items())),
    ]
    return section("Time, cost and code", table(("", ""), rows))


def _question(record: Record) -> Markup:
    cited = record.answer.citations if isinstance(record.answer, Answer) else ()
    judgement = record.judgement
    facts: list[tuple[str, object]] = [
        ("answer", text_of(record) or "(none)"),
        ("gold", record.gold + (" (disputed)" if record.disputed else "")),
        ("decided", record.explanation),
        ("gold pages", ", ".join(f"{one.doc} p. {one.page}" for one in record.gold_pages) or "none"),
        *(("cited", Markup(tag("span", f"{one.doc} p. {one.page}") + tag("blockquote", one.quote))) for one in cited),
        *(("the check", reason) for reason in record.rejected),
        *((("the judge", judgement.error or f"{judgement.correct}: {judgement.reason}"),) if judgement else ()),
        *((("crashed", record.error),) if record.error else ()),
    ]
    label = tag("span", record.verdict.value, class_=f"tag {record.verdict.value}")
    failure = tag("span", f" {record.failure}" if record.failure else "", class_="soft")
    return tag(
        "details",
        tag("summary", label, f"{record.id}: {record.question}", failure),
        tag("dl", *(Markup(tag("dt", name) + tag("dd", value)) for name, value in facts)),
    )
