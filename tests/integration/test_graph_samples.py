"""The whole way on the sample filings: ingest, ask, check; every golden question, with the offline model alone."""

import json
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from eval.scorers.answer import Verdict, judge
from graph.analyst import Analyst, open_analyst
from graph.checking import check_answer
from graph.context import scope_of
from graph.domain import Question, Result
from graph.settings import GraphSettings
from ingestion.errors import StorageMissing, UnknownFiling
from ingestion.samples import SampleSet
from ingestion.settings import IngestionSettings

UNANSWERABLE = "Not answerable"


@dataclass(frozen=True)
class Asked:
    """A golden question, what came back, and what the rule scorers say to it."""

    line: dict[str, Any]
    result: Result
    verdict: Verdict

    @property
    def told(self) -> str:
        return f"{self.line['question']} | {self.line['answer']} | {self.result.answer.answer}"


@pytest.fixture(scope="module")
def analyst(ingested_samples: Path) -> Iterator[Analyst]:
    with open_analyst(GraphSettings(model="offline"), IngestionSettings(home=ingested_samples)) as opened:
        yield opened


@pytest.fixture(scope="module")
def golden(samples: SampleSet) -> list[dict[str, Any]]:
    return [json.loads(line) for line in samples.questions.read_text(encoding="utf-8").splitlines()]


def ask_all(analyst: Analyst, golden: list[dict[str, Any]], *, given: bool) -> list[Asked]:
    asked = []
    for line in golden:
        docs = (line["doc_name"],) if given and line["doc_name"] else ()
        result = analyst.ask(Question(text=line["question"], docs=docs))
        answer = result.answer
        reply = answer.refusal_reason if answer.refused else answer.answer
        verdict, _ = judge(line["answer"], reply or "", line["question"], refused=answer.refused)
        asked.append(Asked(line, result, verdict))
    return asked


@pytest.fixture(scope="module")
def given(analyst: Analyst, golden: list[dict[str, Any]]) -> list[Asked]:
    return ask_all(analyst, golden, given=True)


@pytest.fixture(scope="module")
def full(analyst: Analyst, golden: list[dict[str, Any]]) -> list[Asked]:
    return ask_all(analyst, golden, given=False)


@pytest.mark.parametrize("setting", ["given", "full"])
def test_every_answer_passes_the_check(setting: str, analyst: Analyst, request: pytest.FixtureRequest) -> None:
    asked: list[Asked] = request.getfixturevalue(setting)
    for one in asked:
        answer, plan = one.result.answer, one.result.trace.plan
        scope = scope_of(one.result.question, plan)
        years = " ".join(f"FY{year}" for year in range(2025, 2040))
        failures = check_answer(answer, analyst.context.filings, scope, question=f"{one.line['question']}\n{years}")
        assert failures == [], one.told
        assert answer.refused == (not answer.citations)


@pytest.mark.parametrize("setting", ["given", "full"])
def test_figures_are_right_or_refused(setting: str, request: pytest.FixtureRequest) -> None:
    asked = [a for a in request.getfixturevalue(setting) if UNANSWERABLE not in a.line["answer"]]
    figures = [a for a in asked if a.line["question_type"] == "metrics-generated"]
    verdicts = Counter(a.verdict for a in figures)
    wrong = [a.told for a in asked if a.verdict is Verdict.INCORRECT]
    assert len(wrong) <= 0.05 * len(asked), wrong
    assert verdicts[Verdict.CORRECT] >= 0.85 * len(figures), [
        a.told for a in figures if a.verdict is not Verdict.CORRECT
    ]


@pytest.mark.parametrize("setting", ["given", "full"])
def test_what_the_filings_do_not_hold_is_refused(setting: str, request: pytest.FixtureRequest) -> None:
    asked = [a for a in request.getfixturevalue(setting) if UNANSWERABLE in a.line["answer"]]
    assert len(asked) >= 5
    for one in asked:
        assert one.result.answer.refused, one.told
        assert "oaded" in (one.result.answer.refusal_reason or "")


def test_right_answers_cite_a_gold_page(given: list[Asked]) -> None:
    right = [a for a in given if a.verdict is Verdict.CORRECT]
    on_gold = [
        a
        for a in right
        if {(c.doc, c.page) for c in a.result.answer.citations}
        & {(e["doc_name"], e["evidence_page_num"] + 1) for e in a.line["evidence"]}
    ]
    assert len(on_gold) >= 0.9 * len(right)


def test_two_runs_are_the_same(analyst: Analyst, golden: list[dict[str, Any]], given: list[Asked]) -> None:
    again = ask_all(analyst, golden[:12], given=True)
    assert [a.result.answer for a in again] == [a.result.answer for a in given[:12]]


def test_threads_do_not_mix_answers(analyst: Analyst, golden: list[dict[str, Any]], given: list[Asked]) -> None:
    lines = golden[:12]
    with ThreadPoolExecutor(6) as pool:
        answers = list(
            pool.map(lambda n: analyst.ask(Question(text=n["question"], docs=(n["doc_name"],))).answer, lines * 2)
        )
    assert answers == [a.result.answer for a in given[:12]] * 2


def test_a_company_that_is_not_loaded(analyst: Analyst) -> None:
    answer = analyst.ask("What was the revenue of Hollowbrook Dynamics Corporation in FY2031?").answer
    assert answer.refused
    assert "Hollowbrook Dynamics" in (answer.refusal_reason or "")
    assert "loaded" in (answer.refusal_reason or "").casefold()


def test_nothing_ingested(tmp_path: Path) -> None:
    with pytest.raises(StorageMissing), open_analyst(GraphSettings(model="offline"), IngestionSettings(home=tmp_path)):
        pass


def test_an_unknown_document(analyst: Analyst) -> None:
    with pytest.raises(UnknownFiling):
        analyst.ask(Question(text="What was revenue?", docs=("../etc/passwd",)))
