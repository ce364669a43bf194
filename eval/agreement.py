"""Scorers against people: the released model answers with their human labels, and how far both agree."""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from eval.datasets import Case, load_financebench
from eval.errors import DatasetError
from eval.scorers.amounts import read_gold, read_stated_gold
from eval.scorers.answer import Verdict, judge
from eval.scorers.judge import Judge, Judged
from eval.scorers.polarity import polarity
from eval.stats import Estimate, kappa, share
from graph.domain import Frozen

NUMBER, YES_NO, STATED, WORDS = "a number", "yes or no", "a figure in words", "other words"
KINDS = (NUMBER, YES_NO, STATED, WORDS)
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


def by_kind(rated: Sequence[Rated]) -> list[Agreement]:
    """Agreement for each kind of gold that occurs."""
    groups = {kind: [one for one in rated if one.kind == kind] for kind in KINDS}
    return [agreement(kind, members) for kind, members in groups.items() if members]


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


def rate_by_judge(data: Path, judge: Judge, limit: int) -> list[Rated]:
    """Released answers as a judging model sees them: every n-th of all, so that each file has its share.

    A judgement that failed is unscored. A refusal, as the rules read it, is not put before the judge.
    """
    cases = {case.id: case for case in load_financebench(data).cases}
    answers = [(path.stem, answer) for path in result_files(data) for answer in _answers(path)]
    step = max(1, len(answers) // limit)
    return [_rate_by_judge(source, answer, cases, judge) for source, answer in answers[::step][:limit]]


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


def _rate_by_judge(source: str, answer: Labelled, cases: dict[str, Case], judge: Judge) -> Rated:
    rated = _rate(source, answer, cases)
    if rated.verdict is Verdict.REFUSED:
        return rated
    case = cases.get(answer.financebench_id)
    said = judge.grade(Judged(answer.question, case.answer if case else answer.gold_answer, answer.model_answer))
    verdict = {True: Verdict.CORRECT, False: Verdict.INCORRECT, None: Verdict.UNSCORED}[said.correct]
    return rated.model_copy(update={"verdict": verdict, "explanation": said.error or said.reason})
