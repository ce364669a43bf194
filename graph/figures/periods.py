"""Periods as a tool call names them, and which printed columns they are."""

import re

from graph.domain import Period
from ingestion.domain import FiscalPeriod
from ingestion.errors import FolioError

_YEAR = re.compile(r"(?:fy|fiscal(?: year)?)?\s?'?(20\d\d|19\d\d|\d\d)\b", re.IGNORECASE)
_QUARTER = re.compile(r"\bq([1-4])|\b([1-4])q|\b(first|second|third|fourth) quarter", re.IGNORECASE)
_HALF = re.compile(r"\bh([12])|\b([12])h|\b(first|second) half", re.IGNORECASE)
_ORDINALS = ("first", "second", "third", "fourth")


class PeriodError(FolioError):
    """A text that names no period."""


def period_of(text: str) -> Period:
    """The period a short text names: "FY2018", "2018", "Q2 FY2023", "H1 2023". Raises PeriodError."""
    quarter, half = _ordinal(_QUARTER.search(text)), _ordinal(_HALF.search(text))
    rest = _HALF.sub(" ", _QUARTER.sub(" ", text))
    years = _YEAR.findall(rest)
    if not years:
        raise PeriodError(f"{text[:60]!r} names no fiscal year; write for example FY2018 or Q2 FY2023")
    year = int(years[-1])
    return Period(year=year if year > 99 else 2000 + year, quarter=quarter, half=half, as_printed=text)


def describe_period(period: Period) -> str:
    """For example FY2018, Q2 FY2023, H1 FY2023."""
    part = f"Q{period.quarter} " if period.quarter else f"H{period.half} " if period.half else ""
    return f"{part}FY{period.year}"


def earlier(period: Period, years: int) -> Period:
    """The same part of an earlier year."""
    if not years or period.year is None:
        return period
    return Period(year=period.year - years, quarter=period.quarter, half=period.half)


def fits(printed: FiscalPeriod | None, wanted: Period) -> bool:
    """Whether a printed column is the period: a date at its end, or a span of its length that ends there."""
    if printed is None or printed.fiscal_year != wanted.year:
        return False
    quarter = wanted.quarter or (2 * wanted.half if wanted.half else 4)
    if not printed.months:
        return (printed.quarter or 4) == quarter
    if wanted.half == 2:
        return False  # filings print no second half
    months = 3 if wanted.quarter else 6 if wanted.half else 12
    return printed.months == months and (months == 12 or (printed.quarter or quarter) == quarter)


def _ordinal(match: re.Match[str] | None) -> int | None:
    if match is None:
        return None
    found = next(group for group in match.groups() if group)
    return int(found) if found.isdigit() else _ORDINALS.index(found.lower()) + 1
