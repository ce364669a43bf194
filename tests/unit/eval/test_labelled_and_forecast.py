"""Sets labelled by company, year and page; and what a run would take."""

import json
from pathlib import Path

import pytest

from eval.config import load_config
from eval.datasets.labelled import load_labelled
from eval.errors import DatasetError
from eval.forecast import describe, forecast
from ingestion.domain import Filing, Form

FILINGS = [
    Filing("FERROW_2031_10K", "Ferrow Mills", Form.TEN_K, 2031, "", 90, "a.pdf"),
    Filing("FERROW_2031Q2_10Q", "Ferrow Mills", Form.TEN_Q, 2031, "", 40, "b.pdf"),
]


def labelled(tmp_path: Path, *lines: object) -> Path:
    path = tmp_path / "annual_reports.jsonl"
    path.write_text("\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines), encoding="utf-8")
    return path


def test_the_annual_filing_is_found_by_company_and_year(tmp_path: Path) -> None:
    line = {"question": "What were sales?", "answer": 5, "company": "FERROW MILLS", "fiscal_year": 2031, "page": 47}
    other = line | {"id": "x", "fiscal_year": 2030, "page": None, "pages": [3, 4, 3], "expected": "refusal"}
    dataset = load_labelled(labelled(tmp_path, line, "", other), FILINGS)
    first, second = dataset.cases
    assert (first.id, first.doc, first.answer) == ("line_00001", "FERROW_2031_10K", "5")
    # Pages of such sets count from 1 already.
    assert [page.page for page in first.evidence] == [47]
    assert (second.id, second.doc, second.should_refuse) == ("x", "FERROW MILLS 2030", True)
    assert [page.page for page in second.evidence] == [3, 4]
    assert dataset.source.name == "annual_reports"
    assert not dataset.source.pinned


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("{", "line 2: not JSON"),
        ({"question": "?", "answer": "5", "company": "F"}, "line 2: fiscal_year"),
        ({"question": "?", "answer": "5", "company": "F", "fiscal_year": 2031, "page": 0}, "line 2: page"),
        ({"question": "", "answer": "5", "company": "F", "fiscal_year": 2031}, "line 2: question"),
    ],
)
def test_a_broken_line_is_named(tmp_path: Path, line: object, reason: str) -> None:
    good = {"question": "?", "answer": "5", "company": "F", "fiscal_year": 2031}
    with pytest.raises(DatasetError, match=reason):
        load_labelled(labelled(tmp_path, good, line), FILINGS)


def test_a_forecast_comes_from_earlier_runs_where_there_are_any(tmp_path: Path) -> None:
    unmeasured = forecast(load_config("C5"), "groq:openai/gpt-oss-120b", 100, tmp_path)
    assert unmeasured.cost is not None
    assert unmeasured.cost > 0
    assert unmeasured.calls > 100
    # 8,000 tokens a minute are what a free key has: they, and not the model, decide how long it takes.
    assert unmeasured.minutes == pytest.approx((unmeasured.input + unmeasured.output) / 8_000, abs=0.1)
    run = tmp_path / "runs" / "one" / "summary.json"
    run.parent.mkdir(parents=True)
    facts = {"config": "C5", "model": "groq:openai/gpt-oss-120b", "dataset": {"n": 10}, "calls": 30}
    run.write_text(json.dumps(facts | {"tokens": {"input": 1_000, "output": 100}, "latency_s": {"p50": 2.0}}))
    (tmp_path / "runs" / "two").mkdir()
    (tmp_path / "runs" / "two" / "summary.json").write_text("{")
    measured = forecast(load_config("C5"), "groq:openai/gpt-oss-120b", 100, tmp_path)
    assert (measured.calls, measured.input, measured.output) == (300, 10_000, 1_000)
    assert "measured over 10 questions" in measured.source


def test_what_has_no_price_is_not_called_free(tmp_path: Path) -> None:
    offline, unknown = (forecast(load_config("C5"), model, 10, tmp_path) for model in ("offline", "groq:unheard-of"))
    assert (offline.cost, offline.input, offline.output) == (0.0, 0, 0)
    assert unknown.cost is None
    lines = describe([offline, unknown])
    assert "cost unknown" in lines[1]
    assert lines[2].startswith("all: about")
