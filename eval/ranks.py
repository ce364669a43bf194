"""A retrieval run in numbers: where the gold pages stood, question by question and in sum.

    hit@k      any gold page among the first k           all@10     every gold page among the first 10
    mrr@20     mean of 1 / best rank, 0 beyond 20        filing@k   the right filing among the first k distinct filings

Each figure is a mean over questions with a 95% bootstrap interval (see stats).
"""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from eval.datasets.types import Case, GoldPage
from eval.errors import RunError
from eval.scorers.retrieval import CUTS, PageRanks, rank_pages
from eval.stats import Estimate, mean, percentile, share
from eval.summary import Latency
from graph.domain import Evidence, Frozen

DEPTH = 20
"""Pages asked for: the deepest cut."""
FILING_CUTS = (1, 3)
RANKS = "ranks.jsonl"
SUMMARY = "summary.json"


class Top(Frozen):
    """A page as it was ranked. `page` counts from 1."""

    doc: str
    page: int
    score: float


class Ranks(Frozen):
    """One question: `rank` is the best rank of a gold page, None where none is among the first 20.

    `ranks` has the rank of each gold page, in the order of `gold`; `filing_rank` that of the right filing among the
    filings in the order they turn up.
    """

    id: str
    doc_name: str
    question_type: str
    form: str
    question: str
    gold: tuple[GoldPage, ...]
    rank: int | None
    ranks: tuple[int | None, ...]
    filing_rank: int | None
    top: tuple[Top, ...]
    seconds: float

    @property
    def pages(self) -> PageRanks:
        """The ranks as the scorer has them."""
        return PageRanks(self.ranks)


class Group(Frozen):
    """Figures of the n questions of one kind, by name."""

    n: int
    retrieval: dict[str, Estimate]


class RetrievalSummary(Frozen):
    """`summary.json` of a retrieval run. `without` are the parts switched off, `missing` questions without a filing."""

    setting: str
    rung: str
    without: tuple[str, ...]
    n: int
    retrieval: dict[str, Estimate]
    by_type: dict[str, Group]
    by_form: dict[str, Group]
    latency_s: Latency
    missing: tuple[str, ...] = ()


def rank_case(case: Case, form: str, found: Sequence[Evidence], seconds: float) -> Ranks:
    """Where the gold pages of a case stand among the pages found."""
    ranks = rank_pages(case.evidence, [(page.doc, page.page) for page in found])
    filings = list(dict.fromkeys(page.doc for page in found))
    return Ranks(
        id=case.id,
        doc_name=case.doc,
        question_type=case.question_type,
        form=form,
        question=case.question,
        gold=case.evidence,
        rank=ranks.first,
        ranks=ranks.ranks,
        filing_rank=filings.index(case.doc) + 1 if case.doc in filings else None,
        top=tuple(Top(doc=page.doc, page=page.page, score=page.score) for page in found),
        seconds=seconds,
    )


def figures(lines: Sequence[Ranks]) -> dict[str, Estimate]:
    """All figures over some questions, each with its interval."""
    pages = [line.pages for line in lines]
    found = {f"hit@{k}": share([ranks.hit(k) for ranks in pages]) for k in CUTS}
    found["all@10"] = share([ranks.all_within(10) for ranks in pages])
    found["mrr@20"] = mean([ranks.reciprocal(DEPTH) for ranks in pages])
    for k in FILING_CUTS:
        found[f"filing@{k}"] = share([line.filing_rank is not None and line.filing_rank <= k for line in lines])
    return found


def summarise(
    lines: Sequence[Ranks], *, setting: str, rung: str, without: Iterable[str], missing: Iterable[str] = ()
) -> RetrievalSummary:
    """The figures of a run, over all questions, by question type and by form."""
    seconds = [line.seconds for line in lines]
    return RetrievalSummary(
        setting=setting,
        rung=rung,
        without=tuple(without),
        n=len(lines),
        retrieval=figures(lines),
        by_type=_groups(lines, {line.id: line.question_type for line in lines}),
        by_form=_groups(lines, {line.id: line.form for line in lines}),
        latency_s=Latency(p50=percentile(seconds, 50), p95=percentile(seconds, 95)),
        missing=tuple(missing),
    )


def write_run(folder: Path, lines: Sequence[Ranks], summary: RetrievalSummary) -> None:
    """Write `ranks.jsonl` and `summary.json` into `folder`. Raises RunError where they cannot be written."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        text = "".join(f"{line.model_dump_json()}\n" for line in lines)
        (folder / RANKS).write_text(text, encoding="utf-8")
        (folder / SUMMARY).write_text(f"{summary.model_dump_json(indent=2)}\n", encoding="utf-8")
    except OSError as error:
        raise RunError(f"{folder}: cannot be written: {error.strerror}") from error


def _groups(lines: Sequence[Ranks], kind_of: Mapping[str, str]) -> dict[str, Group]:
    groups: dict[str, list[Ranks]] = {}
    for line in lines:
        groups.setdefault(kind_of[line.id], []).append(line)
    return {kind: Group(n=len(group), retrieval=figures(group)) for kind, group in sorted(groups.items())}
