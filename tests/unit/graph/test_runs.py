"""Runs of figures that add up to a total, in the three ways that filings lay them out."""

from decimal import Decimal

import pytest

from graph.figures.runs import find_runs, part_name
from ingestion.domain import Box, Figure, FiscalPeriod, PageKind

MILLION = 10**6


def cell(row: int, label: str, value: str, *, column: str = "2031", section: str = "", x: float = 0) -> Figure:
    return Figure("ACME_2031_10K", 7, PageKind.SEGMENTS, row, label, section, column, Decimal(value), "USD", MILLION,
                  FiscalPeriod(2031, None, 12), f"{label} {value}", Box(x, 0, x + 1, 1))  # fmt: skip


def names_of(figures: list[Figure], total: int) -> list[list[str]]:
    runs = find_runs(figures, Decimal(total) * MILLION, lambda f: f.label.startswith("Net sales"))
    return [[part.name for part in run] for run in runs]


def test_rows_of_a_column() -> None:
    rows = [
        cell(0, "Tools", "1200"),
        cell(1, "Pumps (1)", "500"),
        cell(2, "Corporate", "-20"),
        cell(3, "Total", "1680"),
    ]
    assert names_of(rows, 1_680) == [["Tools", "Pumps", "Corporate"]]


def test_a_subtotal_gives_way_to_the_rows_above_it() -> None:
    rows = [
        cell(0, "Northern", "700"),
        cell(1, "Southern", "500"),
        cell(2, "Total Tools", "1200"),
        cell(3, "Pumps", "450"),
    ]
    assert names_of(rows, 1_650) == [["Northern", "Southern", "Pumps"]]


def test_rows_of_one_name_under_different_headings() -> None:
    rows = [
        cell(0, "Net sales", "1200", section="Tools"),
        cell(1, "Operating expenses", "1000", section="Tools"),
        cell(5, "Net sales", "500", section="Segments > Pumps"),
        cell(6, "Operating expenses", "450", section="Segments > Pumps"),
    ]
    assert names_of(rows, 1_700) == [["Tools", "Pumps"]]


def test_cells_of_a_row() -> None:
    row = [
        cell(0, "Net sales", "1200", column="Year ended December 31, 2031 Tools", x=100),
        cell(0, "Net sales", "500", column="Fiscal 2031 Pumps", x=200),
        cell(0, "Net sales", "1700", column="Total", x=300),
    ]
    assert names_of(row, 1_700) == [["Tools", "Pumps"]]


def test_rounding_may_part_sum_and_total() -> None:
    rows = [cell(0, "Tools", "1200"), cell(1, "Pumps", "500"), cell(2, "Valves", "99")]
    assert names_of(rows, 1_800) == [["Tools", "Pumps", "Valves"]]
    assert names_of(rows, 1_802) == []


def test_the_nearer_of_two_runs_counts() -> None:
    # A stray row before the table is small enough to hide in what rounding allows.
    rows = [cell(0, "Dilutive effect of options", "1.1"), cell(1, "Tools", "1200"), cell(2, "Pumps", "500")]
    assert names_of(rows, 1_700) == [["Tools", "Pumps"]]


@pytest.mark.parametrize(
    "rows",
    [
        [cell(0, "Tools", "1700")],
        [cell(0, "Tools", "1200"), cell(9, "Pumps", "500")],  # far apart
        [cell(0, "Tools", "1200"), cell(1, "Tools", "500")],  # one name for two
        [],
    ],
)
def test_what_is_no_run(rows: list[Figure]) -> None:
    assert names_of(rows, 1_700) == []


@pytest.mark.parametrize(
    ("heading", "name"),
    [
        ("Three Months Ended March 31, 2031 North America", "North America"),
        ("As of/Year ended December 31, 2031 Domestic", "Domestic"),
        ("Other (5)", "Other"),
        ("Walmart U.S.", "Walmart U.S."),
        ("2031", ""),
    ],
)
def test_names_of_parts(heading: str, name: str) -> None:
    assert part_name(heading) == name
