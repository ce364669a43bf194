"""Manifests: FinanceBench's layout, other columns, and broken lines."""

from datetime import date
from pathlib import Path

import pytest

from ingestion.domain import Form
from ingestion.errors import ConfigurationError, ManifestError
from ingestion.manifest import Manifest, read_manifest
from ingestion.metadata import Facts


def read(tmp_path: Path, text: str, name: str = "manifest.jsonl") -> Manifest:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return read_manifest(path)


def facts(manifest: Manifest, doc: str) -> Facts:
    entry = manifest.entry(doc)
    assert entry is not None
    return entry.facts


def test_financebench_lines(tmp_path: Path) -> None:
    manifest = read(
        tmp_path,
        '{"doc_name": "HARROW_2031_10K", "company": "Harrowgate", "doc_type": "10k", "doc_period": 2031, "x": 1}\n'
        "\n"
        '{"doc_name": "HARROW_2032Q1_EARNINGS", "company": "Harrowgate", "doc_type": "Earnings", "doc_period": 2032}\n'
        '{"doc_name": "HARROW_2031_annualreport", "doc_type": "10k_annualreport", "doc_period": 2031}\n',
    )
    assert len(manifest) == 3
    assert facts(manifest, "harrow_2031_10k") == Facts("Harrowgate", None, Form.TEN_K, 2031)
    assert facts(manifest, "HARROW_2032Q1_EARNINGS").form is Form.EARNINGS
    assert facts(manifest, "HARROW_2031_annualreport").form is Form.ANNUAL_REPORT
    assert manifest.entry("QUARREL_2031_10K") is None
    assert manifest.unused({"Harrow_2031_10K"}) == 2


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_tables_with_other_headings(tmp_path: Path, delimiter: str) -> None:
    rows = [
        ["File Name", "Company Name", "Form Type", "Fiscal Year", "Quarter", "Period End", "Ticker", "Event-Date"],
        ["sub/Quarrel 2031.pdf", "Quarrel Foods", "10-Q/A", "FY2031", "Q2", "2031-07-03", "QRL", ""],
        ["b.pdf", "", "8-K", "", "", "", "", "March 4, 2031"],
    ]
    text = "\ufeff" + "\n".join(
        delimiter.join(row) if delimiter != "," else ",".join(f'"{c}"' for c in row) for row in rows
    )
    manifest = read(tmp_path, text, "manifest.csv")
    assert facts(manifest, "Quarrel_2031") == Facts("Quarrel Foods", "QRL", Form.TEN_Q, 2031, 2, date(2031, 7, 3))
    assert facts(manifest, "b") == Facts(form=Form.EIGHT_K, event_date=date(2031, 3, 4))


@pytest.mark.parametrize(
    ("period", "quarter", "expected"),
    [
        ("2031Q2", "", (2031, 2)),
        ("Q3 FY2031", "", (2031, 3)),
        ("2031", "FY", (2031, None)),
        ("2031.0", "2.0", (2031, 2)),
    ],
)
def test_periods_in_one_column(tmp_path: Path, period: str, quarter: str, expected: tuple[int, int | None]) -> None:
    found = facts(read(tmp_path, f"doc,year,quarter\na,{period},{quarter}\n", "m.csv"), "a")
    assert (found.fiscal_year, found.fiscal_quarter) == expected


GOOD = '{"doc_name": "a", "doc_period": 2031}\n'


@pytest.mark.parametrize(
    ("text", "name", "line", "reason"),
    [
        (GOOD + "{broken\n", "m.jsonl", 2, "not JSON"),
        (GOOD + "\n\n[1]\n", "m.jsonl", 4, "not a JSON object"),
        (GOOD + '{"company": "x"}', "m.jsonl", 2, "names no document"),
        (GOOD + '{"doc_name": "b", "doc_period": "soon"}', "m.jsonl", 2, "'soon' is not a fiscal year"),
        (GOOD + '{"doc_name": "b", "doc_period": 31}', "m.jsonl", 2, "not a fiscal year"),
        (GOOD + '{"doc_name": "b", "quarter": 5}', "m.jsonl", 2, "not a fiscal quarter"),
        (GOOD + '{"doc_name": "b", "period_end": "2031-02-30"}', "m.jsonl", 2, "not a date"),
        (GOOD + '{"doc_name": "A.pdf", "doc_period": 2032}', "m.jsonl", 2, "A stands on line 1 already"),
        (GOOD + "[" * 100_000, "m.jsonl", 2, "not JSON|nested too deeply"),
        ("doc,year\na,2031\nb\n", "m.csv", 3, "has 1 cells, the heading has 2"),
        ('doc,year\na,2031\n"b,2031\n', "m.csv", 3, "unexpected end"),
        ("", "m.csv", 1, "no heading"),
    ],
)
def test_a_broken_line_is_named(tmp_path: Path, text: str, name: str, line: int, reason: str) -> None:
    with pytest.raises(ManifestError, match=reason) as caught:
        read(tmp_path, text, name)
    assert caught.value.line == line
    assert str(caught.value).startswith(f"{name}, line {line}: ")


def test_bytes_that_are_no_text_are_named_by_line(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    path.write_bytes(GOOD.encode() + b'{"doc_name": "\xff"}\n')
    with pytest.raises(ManifestError) as caught:
        read_manifest(path)
    assert caught.value.line == 2


def test_the_same_line_twice_is_no_fault(tmp_path: Path) -> None:
    assert len(read(tmp_path, GOOD + GOOD)) == 1


def test_a_manifest_that_is_not_there_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="no such file"):
        read_manifest(tmp_path / "gone.jsonl")
