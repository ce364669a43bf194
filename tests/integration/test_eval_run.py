"""The evaluation as a command, over the sample filings: files, figures, resumption, limits, errors."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from eval.datasets.financebench import QUESTIONS
from ingestion.samples import SampleSet

REPOSITORY = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def home(ingested_samples: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One library for all tests of this module: runs only read it."""
    return Path(shutil.copytree(ingested_samples, tmp_path_factory.mktemp("eval") / "home"))


def command(home: Path, *arguments: object) -> tuple[list[str], dict[str, str]]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("FOLIO_") and name != "MODEL"}
    return [sys.executable, "-m", "eval.run", *map(str, arguments)], kept | {"FOLIO_HOME": str(home)}


def run(home: Path, *arguments: object) -> subprocess.CompletedProcess[str]:
    line, environment = command(home, *arguments)
    return subprocess.run(line, env=environment, cwd=REPOSITORY, capture_output=True, text=True, check=False)


Evaluate = Callable[..., tuple[int, str, str]]


@pytest.fixture
def evaluate(home: Path, monkeypatch: pytest.MonkeyPatch, run_evaluation: Evaluate) -> Evaluate:
    """The command within this process: exit code, standard output, standard error."""
    monkeypatch.setenv("FOLIO_HOME", str(home))
    monkeypatch.delenv("MODEL", raising=False)
    return run_evaluation


def answers(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "answers.jsonl").read_text(encoding="utf-8").splitlines()]


def without_times(folder: Path) -> list[dict[str, Any]]:
    return [{key: value for key, value in line.items() if key != "timings"} for line in answers(folder)]


def summary(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "summary.json").read_text(encoding="utf-8"))
    return {key: value for key, value in found.items() if key != "latency_s"}


@pytest.fixture(scope="module")
def whole(home: Path) -> Path:
    """A run over all sample questions, not interrupted."""
    folder = home.parent / "whole"
    done = run(home, "--config", "C5", "--out", folder)
    assert done.returncode == 0, done.stderr
    return folder


def test_a_run_leaves_its_four_files_and_the_page(whole: Path) -> None:
    names = {path.name for path in whole.iterdir()}
    assert names == {"manifest.json", "answers.jsonl", "summary.json", "report.md", "report.html"}
    manifest = json.loads((whole / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["config"]["name"] == "C5"
    assert manifest["finished"]
    assert manifest["scorers"]
    assert manifest["prompts"]
    assert manifest["dataset"]["name"] == "samples"
    assert len(manifest["ids"]) == len(answers(whole)) == summary(whole)["dataset"]["n"] >= 40


def test_every_citation_holds_and_nothing_crashes(whole: Path) -> None:
    found = summary(whole)
    assert found["errors"] == 0
    assert found["citations"]["total"] == found["citations"]["valid"] > 20
    counts = found["answers"]
    assert counts["correct"] + counts["incorrect"] + counts["refused"] + counts["unscored"] == found["dataset"]["n"]


def test_a_line_holds_what_it_should(whole: Path) -> None:
    line = next(line for line in answers(whole) if line["verdict"] == "correct" and line["answer"]["citations"])
    keys = ("id", "doc_name", "question_type", "question", "answer", "verdict", "explanation", "retrieved")
    assert set(line) >= {*keys, "steps", "timings", "tokens"}
    assert set(line["retrieved"][0]) == {"doc", "page", "score"}
    assert line["answer"]["citations"][0]["page"] >= 1
    assert line["steps"][:2] == ["filter", "retrieve"]


def test_questions_that_must_be_refused_are_refused(whole: Path) -> None:
    refusals = [line for line in answers(whole) if line["should_refuse"]]
    assert len(refusals) >= 5
    assert sum(line["verdict"] == "correct" for line in refusals) >= 0.75 * len(refusals)


def test_two_runs_differ_in_times_alone(evaluate: Evaluate, whole: Path, tmp_path: Path) -> None:
    assert evaluate("--out", tmp_path / "again", "--limit", "20")[0] == 0
    again = {line["id"]: line for line in without_times(tmp_path / "again")}
    assert len(again) == 20
    assert again == {line["id"]: line for line in without_times(whole) if line["id"] in again}


def test_killed_and_resumed_it_is_the_same_run(home: Path, whole: Path, tmp_path: Path) -> None:
    folder = tmp_path / "killed"
    line, environment = command(home, "--out", folder)
    process = subprocess.Popen(
        line, env=environment, cwd=REPOSITORY, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    path = folder / "answers.jsonl"
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline and not (path.exists() and path.read_bytes().count(b"\n") >= 5):
        time.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    process.wait()
    before = path.read_bytes().count(b"\n")
    assert 5 <= before < len(answers(whole))
    path.write_bytes(path.read_bytes() + b'{"id": "half a li')  # as if killed while writing
    done = run(home, "--resume", folder)
    assert done.returncode == 0, done.stderr
    assert without_times(folder) == without_times(whole)
    assert summary(folder) == summary(whole)


def test_a_limit_stops_the_run_and_a_larger_one_lets_it_go_on(evaluate: Evaluate, tmp_path: Path) -> None:
    folder = tmp_path / "limited"
    code, _, err = evaluate("--out", folder, "--limit", "8", "--max-calls", "6")
    assert code == 1
    assert "the limit of 6 calls is reached" in err
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    assert len(answers(folder)) < 8
    code, _, err = evaluate("--resume", folder, "--max-calls", "500")
    assert code == 0, err
    assert [line["id"] for line in answers(folder)] == manifest["ids"]
    spent = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))["spent"]
    assert 6 < spent["calls"] <= 500


def test_the_ladder_runs_from_bottom_to_top(evaluate: Evaluate, tmp_path: Path) -> None:
    folder = tmp_path / "ladder"
    code, _, err = evaluate("--config", "all", "--limit", "6", "--out", folder)
    assert code == 0, err
    assert {path.name for path in folder.iterdir()} >= {"C0", "C5", "ladder.md", "ladder.html"}
    assert all(line["verdict"] == "refused" or line["should_refuse"] for line in answers(folder / "C0"))
    assert all(not line["retrieved"] for line in answers(folder / "C0"))
    right = [summary(folder / name)["answers"]["correct"] for name in ("C0", "C1", "C5")]
    assert right == sorted(right)
    assert right[-1] > right[0]
    text = (folder / "ladder.md").read_text(encoding="utf-8")
    assert "C4 → C5" in text


def test_below_the_agent_answers_come_from_the_pages_found(evaluate: Evaluate, tmp_path: Path) -> None:
    assert evaluate("--config", "C1", "--limit", "10", "--out", tmp_path / "C1")[0] == 0
    for line in answers(tmp_path / "C1"):
        found = {(page["doc"], page["page"]) for page in line["retrieved"]}
        assert len(found) <= 5
        assert {(one["doc"], one["page"]) for one in line["answer"]["citations"]} <= found


def test_one_part_may_be_left_out(evaluate: Evaluate, tmp_path: Path) -> None:
    assert evaluate("--without", "dense", "--limit", "3", "--out", tmp_path / "less")[0] == 0
    assert summary(tmp_path / "less")["config"] == "C5-dense"


def test_a_dry_run_asks_nothing(evaluate: Evaluate, tmp_path: Path) -> None:
    code, out, _ = evaluate("--config", "all", "--dry-run", "--out", tmp_path / "none")
    assert code == 0
    assert "C5: 82 questions" in out
    assert "0.0000 USD" in out
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--config", "C9"], "no configuration 'C9'"),
        (["--without", "luck"], "no part 'luck'"),
        (["--data", "/nowhere/at/all"], "no such file"),
        (["--ids", "no-such-id"], "'no-such-id' is the id of no question"),
        (["--resume", "/nowhere/at/all"], "holds no run"),
        (["--judge", "offline", "--limit", "1"], "cannot judge"),
    ],
)
def test_bad_input_is_one_clear_line(evaluate: Evaluate, tmp_path: Path, arguments: list[str], message: str) -> None:
    code, _, err = evaluate(*arguments, "--out", tmp_path / "out")
    assert code == 1
    assert message in err
    assert err.strip().count("\n") == 0


def test_a_run_is_not_written_over(evaluate: Evaluate, whole: Path) -> None:
    code, _, err = evaluate("--limit", "1", "--out", whole)
    assert code == 1
    assert "holds a run already" in err


def test_data_that_changed_are_not_resumed_on(
    evaluate: Evaluate, whole: Path, tmp_path: Path, samples: SampleSet
) -> None:
    other = Path(shutil.copytree(samples.folder, tmp_path / "other"))
    path = other / "data" / "financebench_open_source.jsonl"
    path.write_text(path.read_text(encoding="utf-8").replace("$248.00", "$249.00"), encoding="utf-8")
    code, _, err = evaluate("--resume", whole, "--data", other)
    assert code == 1
    assert "the data differ" in err


@pytest.mark.financebench
def test_the_benchmark_runs_through(financebench: Path, tmp_path: Path) -> None:
    """Loads two filings of it and asks their questions; everything else counts as missing."""
    folder = tmp_path / "clone"
    (folder / "pdfs").mkdir(parents=True)
    (folder / "data").symlink_to(financebench / "data")
    with_questions = {
        json.loads(line)["doc_name"] for line in (folder / "data" / QUESTIONS.name).read_text().splitlines()
    }
    chosen = [path for path in sorted((financebench / "pdfs").glob("*.pdf")) if path.stem in with_questions][:2]
    for path in chosen:
        (folder / "pdfs" / path.name).symlink_to(path)
    done = run(tmp_path / "home", "--data", folder, "--out", tmp_path / "run")
    assert done.returncode == 0, done.stderr
    found = summary(tmp_path / "run")
    assert found["dataset"]["pinned"]
    assert found["missing"]["n"] + found["dataset"]["n"] == 73
    assert found["citations"]["total"] == found["citations"]["valid"]
