"""A period of a company as a statement column: amounts by item name, formatted as filings print them."""

import re
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from ingestion.samples.books import Books, eps
from ingestion.samples.company import Company
from ingestion.samples.fiscal_calendar import long_date
from ingestion.samples.model import Flows, Levels

_ITEM = re.compile(r"(?P<sign>[+-]?)\s*(?P<name>[a-z_]+)(?:\[(?P<index>\d+)\])?")
NIL = "\u2014"
PER_SHARE = ("eps_basic", "eps_diluted", "dividends_per_share")


@dataclass(frozen=True)
class Period:
    """Quarters `first` to `last` of a fiscal year, with the levels at their start and end."""

    company: Company
    year: int
    first: int
    last: int
    flows: Flows
    start: Levels
    levels: Levels
    restated: bool = False

    @property
    def end(self) -> date:
        """Last day."""
        return self.company.calendar.quarter_end(self.year, self.last)

    def amount(self, item: str) -> int | Decimal:
        """The number of an item such as `net_income`, `-dividends`, `revenue_by_line[0]` or `accrued+accrued_pay`."""
        if item in PER_SHARE:
            return self._per_share(item)
        return sum(self._part(part) for part in _ITEM.finditer(item.replace(" ", "")))

    def _part(self, match: re.Match[str]) -> int:
        name = match["name"]
        if name.startswith("start_"):
            value = getattr(self.start, name.removeprefix("start_"))
        elif hasattr(self.flows, name):
            value = getattr(self.flows, name)
        else:
            value = getattr(self.levels, name)
        number = int(value[int(match["index"])] if match["index"] else value)
        return -number if match["sign"] == "-" else number

    def _per_share(self, item: str) -> Decimal:
        if item == "dividends_per_share":
            return (Decimal(self.flows.dividend_cents) / 100).quantize(Decimal("0.01"))
        shares = self.flows.basic_shares if item == "eps_basic" else self.flows.diluted_shares
        return eps(self.flows.net_income, shares, self.company.drivers.unit)


def period(
    company: Company, books: Books, year: int, first: int = 1, last: int = 4, *, restated: bool = False
) -> Period:
    """The period of quarters `first` to `last`."""
    before = books.levels(year, first - 1) if first > 1 else books.levels(year - 1, 4)
    flows = books.flows(year, tuple(range(first, last + 1)))
    return Period(company, year, first, last, flows, before, books.levels(year, last), restated)


def grouped(number: int | Decimal, *, nil: str = NIL) -> str:
    """A figure as a statement prints it: thousands commas, parentheses below zero, a dash for nil."""
    if number == 0 and isinstance(number, int):
        return nil
    return f"({abs(number):,})" if number < 0 else f"{number:,}"


def print_shares(thousands: int, unit: int) -> str:
    """Shares in the unit of the statement: millions with one decimal, or thousands."""
    if unit == 1000:
        return f"{thousands:,}"
    return f"{Decimal(thousands) / 1000:,.1f}"


def print_item(column: Period, item: str) -> str:
    """The cell that a statement prints for an item."""
    if item in ("basic_shares", "diluted_shares"):
        return print_shares(int(column.amount(item)), column.company.drivers.unit)
    return grouped(column.amount(item))


def period_head(column: Period) -> str:
    """Column heading of a flow period."""
    if column.company.calendar.kind == "month":
        head = str(column.end.year)
    else:
        head = long_date(column.end).replace(", ", ",\n")
    return f"{head}\n(As Restated)" if column.restated else head


def date_head(column: Period) -> str:
    """Column heading of a balance sheet date."""
    head = long_date(column.end).replace(", ", ",\n")
    return f"{head}\n(As Restated)" if column.restated else head
