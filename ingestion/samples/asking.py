"""Looking things up in a finished filing to answer a question from it, keeping what was looked at as evidence."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import ROUND_HALF_UP, Decimal
from types import MappingProxyType
from typing import Literal

from ingestion.samples.binding import Bound
from ingestion.samples.layout import Text
from ingestion.samples.note_tables import dates
from ingestion.samples.periods import PER_SHARE, Period
from ingestion.samples.quarterly import quarter_columns
from ingestion.samples.report import Report
from ingestion.samples.statements import Line, read_chart
from ingestion.samples.tables import Row, Table
from ingestion.text import parse_cell

Unit = Literal["thousands", "millions", "billions"]
_UNITS: Mapping[Unit, int] = MappingProxyType({"thousands": 10**3, "millions": 10**6, "billions": 10**9})


@dataclass(frozen=True)
class Made:
    """A filing laid out: the report behind it and its bound pages."""

    report: Report
    bound: Bound


@dataclass
class Asked:
    """The filing a question is about. `seen` collects (anchor, text) in the order things were looked up."""

    made: Made
    seen: list[tuple[str, str]] = field(default_factory=list)

    @property
    def year(self) -> int:
        """Fiscal year of the filing."""
        return self.made.report.year

    def __call__(self, item: str, back: int = 0) -> Decimal:
        """An item of a primary statement in dollars, from the newest column or one `back` years before it."""
        anchor, line = self._line(item)
        self._note(anchor, line.label)
        column = self._columns(anchor)[back]
        number = Decimal(column.amount(item))
        return number if item in PER_SHARE else number * column.company.drivers.unit

    def cell(self, anchor: str, label: str, column: int = 0) -> Decimal:
        """A printed figure of any table, in the unit it is printed in."""
        row = self._note(anchor, label)
        number = parse_cell(row.cells[column].partition("^")[0])
        if number is None:
            raise ValueError(f"{label}: {row.cells[column]!r} is not a number")
        return number

    def printed(self, anchor: str, label: str, column: int = 0) -> str:
        """A printed cell as it stands."""
        return self._note(anchor, label).cells[column].partition("^")[0]

    def rows(self, anchor: str) -> tuple[Row, ...]:
        """All rows of a table."""
        table = self._held(anchor)
        if not isinstance(table, Table):
            raise ValueError(f"{anchor} is not a table")
        for row in table.rows:
            self._note(anchor, row.label)
        return table.rows

    def quote(self, anchor: str) -> str:
        """A paragraph of the filing."""
        block = self._held(anchor)
        if not isinstance(block, Text):
            raise ValueError(f"{anchor} is not a paragraph")
        text = block.text.replace("**", "")
        self.seen.append((anchor, text))
        return text

    def fill(self, text: str) -> str:
        """A text with the filing's numbers in its fields."""
        return self.made.report.facts.fill(text)

    def pages(self, anchor: str) -> list[int]:
        """Pages of an anchor, counting from 0."""
        return self.made.bound.anchors[anchor]

    def _held(self, anchor: str) -> object:
        page = self.made.bound.pages[self.pages(anchor)[0]]
        return page.holds[anchor]

    def _note(self, anchor: str, label: str) -> Row:
        table = self._held(anchor)
        if not isinstance(table, Table):
            raise ValueError(f"{anchor} is not a table")
        row = next((row for row in table.rows if row.label.partition("^")[0] == label and row.cells), None)
        if row is None:
            raise ValueError(f"{anchor} has no row {label!r}")
        cells = " ".join(cell.partition("^")[0] for cell in row.cells)
        entry = (anchor, f"{label} {cells}")
        if entry not in self.seen:
            self.seen.append(entry)
        return row

    def _line(self, item: str) -> tuple[str, Line]:
        charts: Mapping[str, str] = self.made.report.company.statements
        for kind in ("income", "balance", "cash_flow"):
            second = False
            for line in read_chart(charts[kind]):
                second = second or "=" in line.flags
                if line.item.lstrip("-") == item.lstrip("-"):
                    if kind == "balance":
                        return ("balance_liabilities" if second else "balance_assets"), line
                    return kind, line
        raise ValueError(f"no statement prints {item!r}")

    def _columns(self, anchor: str) -> tuple[Period, ...]:
        report = self.made.report
        if anchor.startswith("balance"):
            return dates(report)
        if report.quarter < 4 and anchor == "income":
            return quarter_columns(report)[0]
        return report.current


def dollars(amount: Decimal, unit: Unit) -> str:
    """An amount in the unit asked for, as FinanceBench writes it: `$1577.00`, `$8.70`; thousands are whole."""
    places = 0 if unit == "thousands" else 2
    return f"${rounded(amount / _UNITS[unit], places)}"


def millions(amount: Decimal) -> str:
    """An amount in millions of dollars."""
    return dollars(amount, "millions")


def rounded(number: Decimal, places: int) -> Decimal:
    """Rounded half away from zero."""
    return number.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)


def percents(ratio: Decimal, places: int = 1) -> str:
    """A ratio in percent: `20.4%`."""
    return f"{rounded(100 * ratio, places)}%"
