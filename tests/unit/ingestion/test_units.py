"""Columns of percentages, told by the sign that stands in their first row only."""

from decimal import Decimal

import pytest

from ingestion.domain import Box
from ingestion.tables.model import Column, Row, Table, Value
from ingestion.units import percent_columns


def _table(*cells: str) -> Table:
    """One column, a row for each cell as printed."""
    rows = []
    for cell in cells:
        number = Decimal(cell.strip("$%() ").replace(",", ""))
        value = Value(0, number, Box(0, 0, 1, 1), percent="%" in cell, currency="$" if "$" in cell else None)
        rows.append(Row("label", (), [value], cell, cell, 0.0))
    return Table([Column(0, 1)], rows)


@pytest.mark.parametrize(
    ("cells", "percent"),
    [
        (["1.0 %", "1.2", "(0.9)", "1.2 %"], True),
        (["21.0%", "1.9", "(0.5)"], True),
        (["12%", "8", "101"], True),
        (["12.5%", "8"], False),  # printed to other decimals: another measure
        (["12%", "8", "$ 101"], False),
        (["12%", "1,204"], False),
        (["1.2", "1.0%"], False),
        (["1.2", "3.4"], False),
    ],
)
def test_a_column_that_begins_with_a_percentage(cells: list[str], percent: bool) -> None:
    assert percent_columns(_table(*cells)) == (frozenset({0}) if percent else frozenset())


def test_no_column_and_no_value() -> None:
    assert percent_columns(Table([Column(0, 1)], [])) == frozenset()
