"""`python -m eval.retrieval` over the sample filings, and over a part of FinanceBench where it is there."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from eval.compare import main as compare_main
from eval.datasets.financebench import QUESTIONS
from eval.retrieval import PLOT, main
from ingestion.samples import SampleSet

Command = Callable[..., tuple[int, str, str]]


@pytest.fixture(scope="module")
def home(ingested_samples: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One library for all tests of this module: runs only read it."""
    return Path(shutil.copytree(ingested_samples, tmp_path_factory.mktemp("retrieval") / "home"))


@pytest.fixture
def call(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """A command within this process: exit code, standard output, standard error."""

    def run(command: Callable[[], None], home: Path, *arguments: object) -> tuple[int, str, str]:
        monkeypatch.setenv("FOLIO_HOME", str(home))
        monkeypatch.setattr("sys.argv", ["command", *map(str, arguments)])
        with pytest.raises(SystemExit) as stopped:
            command()
        captured = capsys.readouterr()
        return int(stopped.value.code or 0), captured.out, captured.err

    return run


@pytest.fixture
def measure(call: Command, home: Path, samples: SampleSet, tmp_path: Path) -> Callable[..., dict[str, Any]]:
    """A run over the sample questions: its summary."""

    def run(*arguments: object, name: str = "run") -> dict[str, Any]:
        out = tmp_path / name
        code, _, error = call(main, home, "--data", samples.folder, "--out", out, *arguments)
        assert code == 0, error
        summary: dict[str, Any] = json.loads((out / "summary.json").read_text(encoding="utf-8"))
        return summary

    return run


def value(summary: dict[str, Any], name: str) -> float:
    return float(summary["retrieval"][name]["value"])


def test_the_right_page_is_found_among_all_filings(measure: Callable[..., dict[str, Any]]) -> None:
    summary = measure("--setting", "full", "--no-plot")
    assert summary["setting"] == "full"
    assert value(summary, "hit@1") >= 0.65
    assert value(summary, "hit@3") >= 0.90
    assert value(summary, "all@10") >= 0.95
    assert value(summary, "filing@1") >= 0.90


def test_the_right_page_is_found_in_the_right_filing(measure: Callable[..., dict[str, Any]], tmp_path: Path) -> None:
    summary = measure("--setting", "given")
    assert value(summary, "hit@1") >= 0.70
    assert value(summary, "hit@3") >= 0.95
    assert value(summary, "filing@1") == 1.0
    assert (tmp_path / "run" / PLOT).read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("part", ["synonyms", "page_kinds", "filter"])
def test_each_part_brings_something(measure: Callable[..., dict[str, Any]], part: str) -> None:
    whole = measure("--setting", "full", "--no-plot")
    less = measure("--setting", "full", "--no-plot", "--without", part, name="less")
    assert less["without"] == [part]
    assert value(less, "mrr@20") < value(whole, "mrr@20")


def test_rungs_rise(measure: Callable[..., dict[str, Any]]) -> None:
    scores = [value(measure("--rung", rung, "--no-plot", name=rung), "hit@10") for rung in ("C1", "C3")]
    assert scores[0] < scores[1]


def test_two_runs_can_be_compared(
    call: Command, measure: Callable[..., dict[str, Any]], home: Path, tmp_path: Path
) -> None:
    measure("--no-plot", name="one")
    measure("--no-plot", "--rung", "C1", name="other")
    code, out, _ = call(compare_main, home, tmp_path / "one", tmp_path / "other")
    assert code == 0
    assert "hit@1" in out


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("--without", "colour"), "'colour' is none of"),
        (("--rung", "C7"), "no rung 'C7'"),
        (("--data", "/nowhere"), "no such file"),
    ],
)
def test_what_cannot_be_measured_is_one_line(
    call: Command, home: Path, arguments: tuple[str, ...], reason: str
) -> None:
    code, _, error = call(main, home, *arguments)
    assert code == 1
    assert reason in error
    assert len(error.strip().splitlines()) == 1


@pytest.mark.financebench
def test_part_of_the_benchmark(financebench: Path, call: Command, tmp_path: Path) -> None:
    """The filings of three questions' companies; all of it is measured by hand, for it takes minutes to load."""
    lines = [json.loads(line) for line in (financebench / QUESTIONS).read_text(encoding="utf-8").splitlines()]
    named = {line["doc_name"] for line in lines}
    chosen = [path for path in sorted((financebench / "pdfs").glob("*.pdf")) if path.stem in named][:3]
    folder = tmp_path / "financebench"
    (folder / "pdfs").mkdir(parents=True)
    (folder / "data").symlink_to(financebench / "data")
    for path in chosen:
        (folder / "pdfs" / path.name).symlink_to(path)
    code, _, error = call(
        main, tmp_path / "home", "--data", folder, "--setting", "given", "--no-plot", "--out", tmp_path / "run"
    )
    assert code == 0, error
    summary = json.loads((tmp_path / "run" / "summary.json").read_text(encoding="utf-8"))
    assert summary["n"] >= 3
    assert value(summary, "hit@10") >= 0.9
