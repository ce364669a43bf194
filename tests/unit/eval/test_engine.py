"""Asking, scoring, writing down: nothing is lost, nothing is counted twice, nothing crashes a run."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from eval.comparison import compare_answers, compare_runs
from eval.datasets import Case, GoldPage
from eval.diagnosis import FailureKind
from eval.engine import Setup, run_case, run_cases
from eval.errors import BudgetError, RunError
from eval.records import Record, RecordFile, Reply, read_records
from eval.scorers.answer import Verdict
from eval.summary import DatasetFacts, summarise
from graph.domain import Answer, Citation, Evidence, Failure, Question, Result, StepTiming, Trace
from ingestion.domain import Page
from ingestion.errors import ModelError

DOC = "FERROW_2031_10K"
QUOTE = "Net sales 5,363 4,869"


class Pages:
    """One page, whatever is asked for."""

    def page(self, doc: str, number: int) -> Page:
        return Page(doc, number, QUOTE)


class Scripted:
    """Answers by the words of the question."""

    def __init__(self) -> None:
        self.asked: list[Question] = []

    def ask(self, question: Question) -> Result | Reply:
        self.asked.append(question)
        match question.text.split()[0]:
            case "crash":
                raise ZeroDivisionError("oops")
            case "unreachable":
                raise ModelError("the model cannot be reached")
            case "spent":
                raise BudgetError("the limit of 5 calls is reached")
            case "refuse":
                return Result(question=question, answer=Answer.refusal("Not loaded."), trace=_trace())
            case "words":
                return Reply(text="I don't know.")
        text = question.text.split()[-1]
        cited = (Citation(doc=DOC, page=4, quote=QUOTE),)
        return Result(question=question, answer=Answer(answer=text, citations=cited), trace=_trace())


def _trace() -> Trace:
    return Trace(
        retrieved=(Evidence(doc=DOC, page=9, score=0.9, text=""), Evidence(doc=DOC, page=4, score=0.5, text="")),
        timings=(StepTiming(node="filter", milliseconds=1.5), StepTiming(node="check", milliseconds=0.5)),
        failures=(Failure(kind="number_unsupported", detail="5 stands in no quote"),),
        tokens_in=100,
        tokens_out=10,
    )


def case(number: int, question: str, answer: str = "$5363.00", **fields: object) -> Case:
    defaults = {"doc": DOC, "company": "Ferrow", "question_type": "metrics-generated"}
    pages = (GoldPage(doc=DOC, page=4),)
    return Case(id=f"q_{number}", question=question, answer=answer, **(defaults | {"evidence": pages} | fields))


def setup(system: Scripted, setting: str = "given") -> Setup:
    return Setup(system, Pages(), "full" if setting == "full" else "given", {DOC: "10-K"}, lambda: len(system.asked))


def test_a_record_says_what_was_asked_found_and_decided() -> None:
    system = Scripted()
    record = run_case(case(1, "sales (in USD millions)? 5,363"), setup(system))
    assert system.asked[0].docs == (DOC,)
    assert (record.verdict, record.failure, record.error) == (Verdict.CORRECT, None, None)
    assert record.steps == ("filter", "check")
    assert (record.citations.total, record.citations.valid, record.citations.on_gold) == (1, 1, True)
    assert (record.tokens.input, record.tokens.output, record.calls) == (100, 10, 1)
    assert [page.page for page in record.retrieved] == [9, 4]
    assert (record.form, record.scorable) == ("10-K", True)
    assert record.timings.total_s > 0


def test_the_full_setting_names_no_filing() -> None:
    system = Scripted()
    run_case(case(1, "sales? 5,363"), setup(system, "full"))
    run_case(case(2, "sales? 5,363", doc=""), setup(system))
    assert [question.docs for question in system.asked] == [(), ()]


@pytest.mark.parametrize(
    ("question", "answer", "fields", "verdict", "failure"),
    [
        ("sales? 5,363", "$5363.00", {}, Verdict.CORRECT, None),
        ("sales? 5,000", "$5363.00", {}, Verdict.INCORRECT, FailureKind.WRONG),
        ("refuse", "$5363.00", {}, Verdict.REFUSED, FailureKind.CITATION_REJECTED),
        ("refuse", "none", {"should_refuse": True, "evidence": ()}, Verdict.CORRECT, None),
        ("sales? 5,363", "none", {"should_refuse": True}, Verdict.INCORRECT, FailureKind.SHOULD_REFUSE),
        ("words", "$5363.00", {"evidence": ()}, Verdict.REFUSED, FailureKind.OVER_REFUSED),
        ("why? flour", "Because of the flour.", {}, Verdict.UNSCORED, FailureKind.UNSCORED),
        ("crash", "$5363.00", {}, Verdict.UNSCORED, FailureKind.CRASHED),
        ("unreachable", "$5363.00", {}, Verdict.UNSCORED, FailureKind.CRASHED),
    ],
)
def test_verdicts(question: str, answer: str, fields: dict[str, object], verdict: Verdict, failure: object) -> None:
    record = run_case(case(1, question, answer, **fields), setup(Scripted()))
    assert (record.verdict, record.failure) == (verdict, failure)
    assert (record.error is not None) is (failure is FailureKind.CRASHED)


def test_records_come_back_as_they_were_written(tmp_path: Path) -> None:
    cases = [case(number, text) for number, text in enumerate(("sales? 5,363", "refuse", "words", "crash"))]
    path = tmp_path / "answers.jsonl"
    seen: list[Record] = []
    with RecordFile(path) as file:
        run_cases(cases, setup(Scripted()), file, seen.append)
    assert list(read_records(path)) == seen
    assert [json.loads(line)["id"] for line in path.read_text().splitlines()] == [one.id for one in cases]


def test_a_run_goes_on_where_it_was_cut_off(tmp_path: Path) -> None:
    cases = [case(number, "sales? 5,363") for number in range(5)]
    path = tmp_path / "answers.jsonl"
    with RecordFile(path) as file:
        run_cases(cases[:3], setup(Scripted()), file, lambda record: None)
    whole = path.read_bytes()
    path.write_bytes(whole[:-40])  # killed in the middle of the third line
    with pytest.raises(RunError, match="the last line is cut off"):
        list(read_records(path))
    system = Scripted()
    with RecordFile(path) as file:
        run_cases(cases, setup(system), file, lambda record: None)
    assert len(system.asked) == 3
    assert [record.id for record in read_records(path)] == [one.id for one in cases]


def test_a_broken_line_in_the_middle_is_an_error_with_its_number(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    with RecordFile(path) as file:
        run_cases([case(1, "refuse"), case(2, "refuse")], setup(Scripted()), file, lambda record: None)
    path.write_text('{"id": 1}\n' + path.read_text())
    with pytest.raises(RunError, match="line 1: not a record"):
        list(read_records(path))


def test_a_spent_budget_ends_the_run_and_keeps_what_there_is(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    with pytest.raises(BudgetError), RecordFile(path) as file:
        run_cases(
            [case(1, "refuse"), case(2, "spent"), case(3, "refuse")], setup(Scripted()), file, lambda record: None
        )
    assert [record.id for record in read_records(path)] == ["q_1"]


def test_a_full_disk_is_a_clear_error_and_leaves_whole_lines(tmp_path: Path) -> None:
    """The operating system's limit on file size stands in for the disk."""
    path = tmp_path / "answers.jsonl"
    with RecordFile(path) as file:
        run_cases([case(1, "refuse")], setup(Scripted()), file, lambda record: None)
    size = path.stat().st_size
    script = f"""
import resource, signal
from pathlib import Path
from eval.errors import RunError
from eval.records import RecordFile
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, ({size} + 100, {size} + 100))
with RecordFile(Path({str(path)!r})) as file:
    try:
        file.write(file.done[0])
    except RunError as error:
        print(error)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert "cannot be written" in done.stdout
    assert "resume the run later" in done.stdout
    assert path.stat().st_size == size
    assert len(list(read_records(path))) == 1


FACTS = DatasetFacts(name="made up", commit=None, pinned=False, n=5)


def _records() -> list[Record]:
    asked = [
        case(1, "sales? 5,363"),
        case(2, "sales? 5,000", disputed=True),
        case(3, "refuse", question_type="novel-generated"),
        case(4, "why? flour", "Because of the flour."),
        case(5, "refuse", "none", should_refuse=True, evidence=(), doc=""),
    ]
    return [run_case(one, setup(Scripted())) for one in asked]


def test_every_question_counts_once() -> None:
    missing = [case(6, "gone")]
    summary = summarise(_records(), config="C5", setting="given", model="offline", dataset=FACTS, missing=missing)
    answers = summary.answers
    assert (answers.correct, answers.incorrect, answers.refused, answers.unscored) == (2, 1, 1, 1)
    assert answers.accuracy.value == 0.4
    assert (summary.scorable.n, summary.scorable.accuracy.value) == (4, 0.5)
    assert {kind: group.n for kind, group in summary.by_type.items()} == {"metrics-generated": 4, "novel-generated": 1}
    assert {form: group.n for form, group in summary.by_form.items()} == {"10-K": 4, "none": 1}
    assert (summary.undisputed.n, summary.undisputed.correct) == (4, 2)
    assert (summary.citations.total, summary.citations.valid) == (3, 3)
    assert (summary.citations.gold_page_rate, summary.citations.gold_page_n) == (1.0, 1)
    assert summary.retrieval_n == 4
    assert summary.retrieval["hit@1"].value == 0.0
    assert summary.retrieval["hit@3"].value == 1.0
    assert summary.retrieval["mrr@20"].value == 0.5
    assert summary.missing.ids == ("q_6",)
    assert summary.calls == 5
    assert sum(summary.failures.values()) == 3


def test_the_summary_has_the_documented_keys() -> None:
    summary = summarise(_records(), config="C5", setting="given", model="offline", dataset=FACTS, missing=[])
    written = summary.model_dump(mode="json")
    assert set(written) >= {
        *("config", "setting", "model", "dataset", "answers", "by_type", "scorable", "citations", "retrieval"),
        *("latency_s", "tokens", "calls"),
    }
    assert set(written["dataset"]) == {"name", "commit", "pinned", "n"}
    assert set(written["answers"]) == {"correct", "incorrect", "refused", "unscored", "accuracy"}
    assert set(written["answers"]["accuracy"]) == {"value", "low", "high"}
    assert set(written["scorable"]) == {"n", "accuracy"}
    assert set(written["citations"]) >= {"total", "valid", "gold_page_rate"}
    assert set(written["retrieval"]) == {"hit@1", "hit@3", "hit@5", "hit@10", "hit@20", "all@10", "mrr@20"}
    assert set(written["latency_s"]) == {"p50", "p95"}
    assert set(written["tokens"]) == {"input", "output", "per_question"}


def test_an_empty_run_has_no_figures_and_no_crash() -> None:
    summary = summarise([], config="C5", setting="given", model="offline", dataset=FACTS, missing=[])
    assert summary.answers.accuracy.value is None
    assert summary.citations.gold_page_rate is None


def test_two_runs_are_compared_question_by_question() -> None:
    first = {record.id: record for record in _records()}
    better = run_case(case(2, "sales? 5,363", disputed=True), setup(Scripted()))
    second = first | {better.id: better, "q_9": better.model_copy(update={"id": "q_9"})}
    found = compare_answers("a", first, "b", second)
    assert (found.n, found.only_first, found.only_second, found.left_out) == (5, (), ("q_2",), ("q_9",))
    right = found.rows[0]
    assert (right.first.value, right.second.value, right.difference.value) == (0.4, 0.6, 0.2)
    assert right.test is not None
    assert (right.test.only_second, right.test.p_value) == (1, 1.0)


def test_retrieval_runs_are_compared_by_rank(tmp_path: Path) -> None:
    for name, ranks in (("a", [1, None, 12]), ("b", [2, 3, 12])):
        (tmp_path / name).mkdir()
        lines = [json.dumps({"id": f"q_{i}", "rank": rank, "gold": [], "top": []}) for i, rank in enumerate(ranks)]
        (tmp_path / name / "ranks.jsonl").write_text("\n".join(lines))
    found = compare_runs(tmp_path / "a", tmp_path / "b")
    by_name = {row.name: row for row in found.rows}
    assert by_name["hit@1"].difference.value == pytest.approx(-1 / 3, abs=1e-3)
    assert by_name["hit@3"].difference.value == pytest.approx(1 / 3, abs=1e-3)
    assert found.only_second == ("q_1",)


def test_runs_of_different_kinds_are_not_compared(tmp_path: Path) -> None:
    with pytest.raises(RunError, match="do not both hold"):
        compare_runs(tmp_path, tmp_path)
