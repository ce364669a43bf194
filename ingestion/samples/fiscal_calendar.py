"""Fiscal calendars: when a company's years and quarters end."""

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal


def month_end(year: int, month: int) -> date:
    """Last day of a month."""
    after = date(year + month // 12, month % 12 + 1, 1)
    return after - timedelta(days=1)


def long_date(day: date) -> str:
    """A date as a filing prints it, for example `January 31, 2032`."""
    return f"{day:%B} {day.day}, {day.year}"


@dataclass(frozen=True)
class FiscalCalendar:
    """A year that ends with a month, or on the last Saturday of January (52 or 53 weeks).

    Fiscal 2031 of a January company ends in January 2032: it is named after the year it mostly lies in.
    """

    kind: Literal["month", "last_saturday_of_january"]
    month: int = 12

    def year_end(self, fiscal_year: int) -> date:
        """Last day of a fiscal year."""
        if self.kind == "month":
            return month_end(fiscal_year, self.month)
        day = date(fiscal_year + 1, 1, 31)
        return day - timedelta(days=(day.weekday() - 5) % 7)

    def quarter_end(self, fiscal_year: int, quarter: int) -> date:
        """Last day of quarter 1 to 4."""
        if quarter == 4:
            return self.year_end(fiscal_year)
        if self.kind == "month":
            months = fiscal_year * 12 + self.month - 1 - 3 * (4 - quarter)
            return month_end(months // 12, months % 12 + 1)
        return self.year_end(fiscal_year - 1) + timedelta(weeks=13 * quarter)

    def weeks(self, fiscal_year: int) -> int:
        """52 or 53 for a week-based year; 52 for any other."""
        if self.kind == "month":
            return 52
        return (self.year_end(fiscal_year) - self.year_end(fiscal_year - 1)).days // 7
