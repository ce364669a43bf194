"""Fiscal years by the company's own naming, and which quarter a date ends.

A fiscal year takes the number the company gives it. Where the filing names it ("fiscal 2033"), that decides;
otherwise it is the calendar year in which the fiscal year ends, or the year before when it ends in the first days
of January, because then it is a 52/53-week year that ran over the end of December.
"""

from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from typing import NamedTuple

from ingestion.metadata.facts import NAMED_MONTHS

_OVERRUN_DAYS = 8
_YEAR_DAYS = 365.25
_QUARTER_DAYS = _YEAR_DAYS / 4


def fiscal_year_of(end: date, mentions: Iterable[tuple[int, int]] = (), *, least: int = 1) -> int:
    """Name of the fiscal year that ends on `end`; `mentions` are (year, times) the filing says "fiscal <year>".

    Fewer than `least` mentions decide nothing: a quarterly report names the year it compares with, too.
    """
    default = end.year - 1 if end.month == 1 and end.day <= _OVERRUN_DAYS else end.year
    if end.month > NAMED_MONTHS:
        return default
    times = dict(mentions)
    before, same = times.get(end.year - 1, 0), times.get(end.year, 0)
    if before == same or max(before, same) < least:
        return default
    return end.year - 1 if before > same else end.year


class YearEnd(NamedTuple):
    """A date on which a fiscal year of the company ended, and what the company calls that year."""

    end: date
    fiscal_year: int


def quarter_of(
    period_end: date, year_ends: Sequence[YearEnd], months: int | None, mentions: Iterable[tuple[int, int]]
) -> tuple[int, int]:
    """(fiscal year, quarter) of the quarter that ends on `period_end`.

    The company's own year ends decide; else `months`, the length of the longest period the report covers; else it
    is taken for a calendar year.
    """
    if year_ends:
        nearest = min(year_ends, key=lambda one: (abs((one.end - period_end).days), one.end))
        quarter, years = _quarter_after(period_end, nearest.end)
        return nearest.fiscal_year + years, quarter
    if months is not None:
        rest = timedelta(days=round((12 - months) * _YEAR_DAYS / 12))
        return fiscal_year_of(period_end + rest, mentions, least=2), months // 3
    quarter, years = _quarter_after(period_end, date(period_end.year, 12, 31))
    return period_end.year + years, quarter


def _quarter_after(period_end: date, year_end: date) -> tuple[int, int]:
    """(quarter, years): the quarter, and how many years after the year that ended on `year_end` its year is.

    52/53-week years end a few days away from the same date of another year, so the nearest quarter is taken.
    """
    quarters = round((period_end - year_end).days / _QUARTER_DAYS)
    years, quarter = divmod(quarters - 1, 4)
    return quarter + 1, years + 1
