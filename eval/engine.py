"""Asks the questions of a run one after the other, scores each answer at once, and writes it down."""

import time
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Literal, Protocol

from eval.datasets import Case
from eval.diagnosis import diagnose
from eval.errors import EvaluationError
from eval.records import CitationCounts, Found, Record, RecordFile, Reply, Timings, Tokens
from eval.scorers.answer import Verdict, can_score, judge
from eval.scorers.base import Score
from eval.scorers.citation import score_citations
from eval.scorers.judge import Judge, Judged, Judgement
from eval.scorers.refusal import score_refusal
from graph.checking import PageSource
from graph.domain import Answer, Question, Result, Trace
from ingestion.errors import FolioError

Setting = Literal["given", "full"]


class System(Protocol):
    """What is measured."""

    def ask(self, question: Question) -> Result | Reply:
        """An answer with its trace, or words from a model that saw no filing."""
        ...


@dataclass(frozen=True, slots=True)
class Setup:
    """Where questions are asked: the system, the pages that citations are checked against, and form by document."""

    system: System
    pages: PageSource
    setting: Setting
    forms: dict[str, str]
    turns: Callable[[], int]
    """Model turns answered so far, in this whole process."""
    judge: Judge | None = None


def run_cases(cases: Iterable[Case], setup: Setup, file: RecordFile, progress: Callable[[Record], object]) -> None:
    """Ask every case that the file does not hold yet, and append its record.

    A question that crashes is recorded as such and the run goes on; an EvaluationError (a spent budget, a full disk)
    ends it, and it can be resumed.
    """
    done = {record.id for record in file.done}
    for case in cases:
        if case.id not in done:
            record = run_case(case, setup)
            file.write(record)
            progress(record)


def run_case(case: Case, setup: Setup) -> Record:
    """Ask one question and score what comes back."""
    docs = (case.doc,) if setup.setting == "given" and case.doc else ()
    turns, started, error = setup.turns(), time.perf_counter(), None
    answered: Result | Reply
    try:
        answered = setup.system.ask(Question(text=case.question, docs=docs))
    except EvaluationError:
        raise
    except Exception as crash:  # noqa: BLE001 - a crash is a record of its own, not the end of the run
        error = f"{type(crash).__name__}: {crash}"[:500] if not isinstance(crash, FolioError) else str(crash)
        answered = Reply(text="", refused=True)
    seconds = time.perf_counter() - started
    judgement = _judge(case, answered, setup.judge) if setup.judge and error is None else None
    calls = setup.turns() - turns
    return make_record(case, answered, setup, docs=docs, seconds=seconds, calls=calls, judgement=judgement, error=error)


def make_record(
    case: Case,
    answered: Result | Reply,
    setup: Setup,
    *,
    docs: Collection[str],
    seconds: float,
    calls: int,
    judgement: Judgement | None,
    error: str | None,
) -> Record:
    """The record of a case: verdict, citations, retrieval, and what went wrong."""
    answer = answered.answer if isinstance(answered, Result) else answered
    trace = answered.trace if isinstance(answered, Result) else Trace()
    verdict, score = _verdict(case, answer, error)
    cited = answer.citations if isinstance(answer, Answer) else ()
    citations = score_citations(cited, case.evidence, setup.pages, docs)
    found = tuple(Found(doc=page.doc, page=page.page, score=round(page.score, 6)) for page in trace.retrieved)
    rejected = tuple(f"{failure.kind}: {failure.detail}" for failure in trace.failures)
    return Record(
        id=case.id,
        doc_name=case.doc,
        question_type=case.question_type,
        question=case.question,
        answer=answer,
        verdict=verdict,
        explanation=score.explanation,
        retrieved=found,
        steps=tuple(step.node for step in trace.timings),
        timings=Timings(total_s=round(seconds, 6), steps=trace.timings),
        tokens=Tokens(input=trace.tokens_in, output=trace.tokens_out),
        calls=calls,
        gold=case.answer,
        gold_pages=case.evidence,
        extracted=score.extracted,
        scorable=case.should_refuse or can_score(case.answer, case.question),
        should_refuse=case.should_refuse,
        disputed=case.disputed,
        form=setup.forms.get(case.doc, ""),
        citations=CitationCounts(total=citations.total, valid=citations.valid, on_gold=citations.on_gold),
        rejected=rejected,
        failure=diagnose(
            verdict,
            gold=case.evidence,
            found=found,
            should_refuse=case.should_refuse,
            rejected=bool(rejected),
            crashed=error is not None,
        ),
        judgement=judgement,
        error=error,
    )


def _judge(case: Case, answered: Result | Reply, judge: Judge) -> Judgement | None:
    """What a judge says of an answer; a refusal is not judged."""
    if isinstance(answered, Reply):
        return judge.grade(Judged(case.question, case.answer, answered.text))
    answer = answered.answer
    if answer.refused:
        return None
    quotes = [citation.quote for citation in answer.citations]
    return judge.grade(Judged(case.question, case.answer, answer.answer, answered.trace.retrieved, quotes))


def _verdict(case: Case, answer: Answer | Reply, error: str | None) -> tuple[Verdict, Score]:
    if error is not None:
        return Verdict.UNSCORED, Score(None, None, f"crashed: {error}")
    text = answer.answer if isinstance(answer, Answer) else answer.text
    # A typed answer says itself whether it refuses; words are read for it.
    refused = answer.refused if isinstance(answer, Answer) or answer.refused else None
    verdict, score = judge(case.answer, text, case.question, refused=refused)
    if not case.should_refuse:
        return verdict, score
    score = score_refusal(verdict is Verdict.REFUSED, score.extracted, should_refuse=True)
    return (Verdict.CORRECT if score.value else Verdict.INCORRECT), score
