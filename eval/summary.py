"""A run in numbers: `summary.json`, whose keys are stable and documented in eval/README.md."""

from collections import Counter
from collections.abc import Iterable, Sequence

from pydantic import Field

from eval.datasets.types import Case
from eval.records import Record
from eval.scorers.answer import Verdict
from eval.scorers.retrieval import CUTS, rank_pages
from eval.stats import Estimate, mean, percentile, share
from graph.domain import Answer, Frozen


class AnswerCounts(Frozen):
    """Verdicts, and the share of right ones among all questions."""

    correct: int
    incorrect: int
    refused: int
    unscored: int
    accuracy: Estimate


class Group(AnswerCounts):
    """The same for the n questions of one kind."""

    n: int


class Scorable(Frozen):
    """Questions that the rules can decide, and the share of right ones among them. Refusals are not right."""

    n: int
    accuracy: Estimate


class Citations(Frozen):
    """Citations of all answers, those that hold, and how many of the right answers cite a gold page."""

    total: int
    valid: int
    gold_page_rate: float | None
    gold_page_n: int


class Latency(Frozen):
    """Seconds from question to checked answer."""

    p50: float | None
    p95: float | None


class TokenSums(Frozen):
    """Tokens of all questions, and of one on average."""

    input: int
    output: int
    per_question: float


class DatasetFacts(Frozen):
    """What was asked: n counts the questions of this run."""

    name: str
    commit: str | None
    pinned: bool
    n: int


class JudgeFigures(Frozen):
    """Means of what a judge said: each over the n answers it said it of. `failed` judgements count nowhere else."""

    judged: int
    failed: int
    n: dict[str, int]
    means: dict[str, Estimate]
    agrees_with_rules: Estimate


class Missing(Frozen):
    """Questions that could not be asked because their filing is not loaded; no figure counts them."""

    n: int
    ids: tuple[str, ...]


class Summary(Frozen):
    """All of it. `undisputed` leaves out the questions whose gold answer is contested."""

    config: str
    setting: str
    model: str
    dataset: DatasetFacts
    answers: AnswerCounts
    by_type: dict[str, Group]
    by_form: dict[str, Group]
    undisputed: Group
    scorable: Scorable
    citations: Citations
    retrieval: dict[str, Estimate]
    retrieval_n: int
    failures: dict[str, int]
    latency_s: Latency
    tokens: TokenSums
    calls: int
    errors: int = Field(description="questions that crashed; they count as not right")
    missing: Missing
    judge: JudgeFigures | None = None


def summarise(
    records: Sequence[Record], *, config: str, setting: str, model: str, dataset: DatasetFacts, missing: Sequence[Case]
) -> Summary:
    """Count every record once; intervals are 95% bootstrap intervals over questions."""
    scorable = [record for record in records if record.scorable and record.verdict is not Verdict.UNSCORED]
    right = [record for record in records if record.verdict is Verdict.CORRECT and record.citations.on_gold is not None]
    seconds = [record.timings.total_s for record in records]
    tokens_in = sum(record.tokens.input for record in records)
    tokens_out = sum(record.tokens.output for record in records)
    return Summary(
        config=config,
        setting=setting,
        model=model,
        dataset=dataset,
        answers=AnswerCounts(**_counts(records), accuracy=_accuracy(records)),
        by_type=_groups(records, [record.question_type for record in records]),
        by_form=_groups(records, [record.form or "none" for record in records]),
        undisputed=_group([record for record in records if not record.disputed]),
        scorable=Scorable(n=len(scorable), accuracy=_accuracy(scorable)),
        citations=Citations(
            total=sum(record.citations.total for record in records),
            valid=sum(record.citations.valid for record in records),
            gold_page_rate=round(sum(bool(r.citations.on_gold) for r in right) / len(right), 4) if right else None,
            gold_page_n=len(right),
        ),
        retrieval=retrieval_figures(records),
        retrieval_n=sum(bool(record.gold_pages) for record in records),
        failures=dict(sorted(Counter(record.failure for record in records if record.failure).items())),
        latency_s=Latency(p50=percentile(seconds, 50), p95=percentile(seconds, 95)),
        tokens=TokenSums(
            input=tokens_in,
            output=tokens_out,
            per_question=round((tokens_in + tokens_out) / len(records), 1) if records else 0.0,
        ),
        calls=sum(record.calls for record in records),
        errors=sum(record.error is not None for record in records),
        missing=Missing(n=len(missing), ids=tuple(case.id for case in missing)),
        judge=judge_figures(records),
    )


def judge_figures(records: Sequence[Record]) -> JudgeFigures | None:
    """What the judge said, or None where there was none."""
    judged = [(record, record.judgement) for record in records if record.judgement is not None]
    if not judged:
        return None
    said = {
        name: [float(value) for _, judgement in judged if (value := getattr(judgement, name)) is not None]
        for name in ("correct", "faithful", "context_recall", "context_precision", "citations_right")
    }
    both = [
        (record.verdict is Verdict.CORRECT) == judgement.correct
        for record, judgement in judged
        if judgement.correct is not None and record.verdict in (Verdict.CORRECT, Verdict.INCORRECT)
    ]
    return JudgeFigures(
        judged=len(judged),
        failed=sum(judgement.error is not None for _, judgement in judged),
        n={name: len(values) for name, values in said.items()},
        means={name: mean(values) for name, values in said.items()},
        agrees_with_rules=share(both),
    )


def retrieval_figures(records: Iterable[Record]) -> dict[str, Estimate]:
    """hit@k, all@10 and mrr@20 over the questions that have gold pages."""
    ranked = [
        rank_pages(record.gold_pages, [(page.doc, page.page) for page in record.retrieved])
        for record in records
        if record.gold_pages
    ]
    figures = {f"hit@{k}": share([ranks.hit(k) for ranks in ranked]) for k in CUTS}
    return figures | {
        "all@10": share([ranks.all_within(10) for ranks in ranked]),
        "mrr@20": mean([ranks.reciprocal(20) for ranks in ranked]),
    }


def is_right(record: Record) -> bool:
    """Whether a question counts as answered rightly."""
    return record.verdict is Verdict.CORRECT


def text_of(record: Record) -> str:
    """The words of an answer, whichever kind it is."""
    return record.answer.answer if isinstance(record.answer, Answer) else record.answer.text


def _accuracy(records: Sequence[Record]) -> Estimate:
    return share([is_right(record) for record in records])


def _counts(records: Sequence[Record]) -> dict[str, int]:
    counted = Counter(record.verdict for record in records)
    return {verdict.value: counted[verdict] for verdict in Verdict}


def _group(records: Sequence[Record]) -> Group:
    return Group(n=len(records), **_counts(records), accuracy=_accuracy(records))


def _groups(records: Sequence[Record], kinds: Sequence[str]) -> dict[str, Group]:
    members: dict[str, list[Record]] = {}
    for record, kind in zip(records, kinds, strict=True):
        members.setdefault(kind, []).append(record)
    return {kind: _group(members[kind]) for kind in sorted(members)}
