"""Agreement with people: counted right, and above its floors on the released answers."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from langchain_core.language_models import GenericFakeChatModel

from eval.agreement import NUMBER, WORDS, YES_NO, Rated, agreement, rate, rate_by_judge, refusal_agreement, shortfalls
from eval.calibrate import main
from eval.datasets.financebench import QUESTIONS
from eval.errors import DatasetError
from eval.scorers.answer import Verdict
from eval.scorers.judge import Judge, Judged, Judgement


def rated(label: str, verdict: Verdict, kind: str = NUMBER) -> Rated:
    return Rated(source="s", id="q", kind=kind, label=label, verdict=verdict, explanation="")


def test_agreement_counts_refusals_as_not_correct() -> None:
    answers = [
        *[rated("Correct Answer", Verdict.CORRECT)] * 4,
        rated("Correct Answer", Verdict.INCORRECT),
        *[rated("Incorrect Answer", Verdict.INCORRECT)] * 2,
        rated("Incorrect Answer", Verdict.REFUSED),
        rated("Refusal", Verdict.REFUSED),
        rated("Refusal", Verdict.UNSCORED),
    ]
    found = agreement(NUMBER, answers)
    assert (found.n, found.decided, found.coverage, found.asserted) == (10, 9, 0.9, 0.7)
    assert found.accuracy.value == pytest.approx(8 / 9, abs=1e-4)
    # Observed 8/9; expected (5*4 + 4*5) / 81.
    assert found.kappa == pytest.approx((8 / 9 - 40 / 81) / (1 - 40 / 81))
    assert found.confusion["Correct Answer / incorrect"] == 1
    assert refusal_agreement(answers).value == 0.8


def test_shortfalls_are_named() -> None:
    good = agreement(NUMBER, [rated("Correct Answer", Verdict.CORRECT), rated("Incorrect Answer", Verdict.INCORRECT)])
    bad = agreement(
        YES_NO, [rated("Correct Answer", Verdict.INCORRECT, YES_NO), rated("Refusal", Verdict.UNSCORED, YES_NO)]
    )
    refusals = refusal_agreement([rated("Refusal", Verdict.REFUSED)])
    assert shortfalls([good], refusals) == []
    missed = shortfalls([good, bad], refusal_agreement([rated("Refusal", Verdict.CORRECT)]))
    assert [line.partition(":")[0] for line in missed] == ["gold yes or no", "gold yes or no", "refusals"]


def _folder(tmp_path: Path, answers: Sequence[tuple[str, str]]) -> Path:
    question = {
        "financebench_id": "q_1",
        "doc_name": "D",
        "question": "What was the margin, in percent?",
        "answer": "65.4%",
        "evidence": [],
    }
    (tmp_path / QUESTIONS).parent.mkdir(parents=True)
    (tmp_path / QUESTIONS).write_text(json.dumps(question))
    lines = [
        # The results state the gold as a bare number; the question file says what it is.
        {**question, "gold_answer": 0.654, "model_answer": text, "label": label}
        for text, label in answers
    ]
    (tmp_path / "results").mkdir()
    (tmp_path / "results" / "m.jsonl").write_text("\n".join(map(json.dumps, lines)))
    return tmp_path


def test_released_answers_are_scored_against_the_printed_gold(tmp_path: Path) -> None:
    found = rate(_folder(tmp_path, [("It was 65.4%.", "Correct Answer"), ("It was 64%.", "Incorrect Answer")]))
    assert [(one.kind, one.verdict, one.agrees) for one in found] == [
        (NUMBER, Verdict.CORRECT, True),
        (NUMBER, Verdict.INCORRECT, True),
    ]
    assert found[0].source == "m"


def test_exit_codes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def run(folder: Path) -> int:
        monkeypatch.setattr("sys.argv", ["calibrate", "--data", str(folder)])
        with pytest.raises(SystemExit) as stopped:
            main()
        return int(stopped.value.code or 0)

    good = _folder(tmp_path / "good", [("65.4%", "Correct Answer"), ("64%", "Incorrect Answer")])
    assert run(good) == 0
    bad = _folder(tmp_path / "bad", [("65.4%", "Incorrect Answer"), ("64%", "Correct Answer")])
    assert run(bad) == 1
    assert "below the floor: gold a number: kappa" in capsys.readouterr().err
    assert run(tmp_path / "none") == 1
    assert "no such file" in capsys.readouterr().err


def test_no_results_is_a_clear_error(tmp_path: Path) -> None:
    folder = _folder(tmp_path, [])
    (folder / "results" / "m.jsonl").unlink()
    with pytest.raises(DatasetError, match="no released answers"):
        rate(folder)


@pytest.mark.financebench
def test_the_floors_are_met_on_the_released_answers(financebench: Path) -> None:
    answers = rate(financebench)
    found = [agreement(kind, [one for one in answers if one.kind == kind]) for kind in (NUMBER, YES_NO, WORDS)]
    assert len(answers) > 1_000
    assert shortfalls(found, refusal_agreement(answers)) == []


def test_a_judge_is_held_to_the_same_labels(tmp_path: Path) -> None:
    folder = _folder(tmp_path, [("65.4%", "Correct Answer"), ("64%", "Incorrect Answer"), ("I cannot say.", "Refusal")])
    seen: list[str] = []

    class Strict(Judge):
        """Takes 65.4% alone for correct, and fails to judge nothing."""

        def grade(self, case: Judged) -> Judgement:
            seen.append(case.answer)
            return Judgement(correct=case.answer == "65.4%", reason="said so")

    found = rate_by_judge(folder, Strict("m", GenericFakeChatModel(messages=iter(()))), 10)
    assert [one.verdict for one in found] == [Verdict.CORRECT, Verdict.INCORRECT, Verdict.REFUSED]
    assert seen == ["65.4%", "64%"]
    assert all(one.agrees for one in found)
    assert len(rate_by_judge(folder, Strict("m", GenericFakeChatModel(messages=iter(()))), 1)) == 1
