"""Where a filing stands in its company's own fiscal calendar.

A fiscal year may end in any month, and a 52/53-week year a few days into the next month or year. Most filings come with
fiscal year and quarter; for the others both follow from the period's end and an annual report of the same company:

    d = days from the period's end to the annual report's year end
    year = annual report's year - floor((d + 10) / 365.25)        quarter = 4 - round(d mod 365.25 / 91.3)
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from ingestion.domain import Filing, Form

ANNUAL_FORMS = frozenset({Form.TEN_K, Form.ANNUAL_REPORT})
_YEAR = 365.25
_QUARTER = 91.3
_SLACK = 10


@dataclass(frozen=True, slots=True)
class Place:
    """Fiscal year, quarter (None for a full year or where it does not apply) and last day of what a filing reports.

    `end` may be an estimate, good to a quarter. `day` is the day of the event, for a current report.
    """

    year: int | None
    quarter: int | None
    end: date | None
    day: date | None = None


def places_of(filings: Iterable[Filing]) -> dict[str, Place]:
    """The place of each filing, by document name."""
    by_company: dict[str, list[Filing]] = {}
    for filing in filings:
        by_company.setdefault(filing.company, []).append(filing)
    return {f.doc: _place(f, _year_ends(group)) for group in by_company.values() for f in group}


def _year_ends(filings: Sequence[Filing]) -> list[tuple[date, int]]:
    return [
        (f.period_end, f.fiscal_year if f.fiscal_year is not None else _named_year(f.period_end))
        for f in filings
        if f.form in ANNUAL_FORMS and f.period_end
    ]


def _named_year(end: date) -> int:
    """The year a fiscal year is named after, where no filing says it: early January is the year before."""
    return (end - timedelta(days=_SLACK)).year


def _place(filing: Filing, year_ends: Sequence[tuple[date, int]]) -> Place:
    year, quarter, end = filing.fiscal_year, filing.fiscal_quarter, filing.period_end
    if filing.form in ANNUAL_FORMS:
        year = year if year is not None or end is None else _named_year(end)
        return Place(year, None, end or _estimated_end(year, None, year_ends))
    if filing.form is Form.EIGHT_K:
        day = filing.event_date or end
        return Place(year if year is not None or day is None else day.year, None, day, day)
    if end and (year is None or quarter is None):
        counted_year, counted_quarter = _counted(end, year_ends)
        year = counted_year if year is None else year
        quarter = counted_quarter if quarter is None else quarter
    return Place(year, quarter, end or _estimated_end(year, quarter, year_ends), filing.event_date)


def _counted(end: date, year_ends: Sequence[tuple[date, int]]) -> tuple[int, int]:
    if year_ends:
        year_end, named = min(year_ends, key=lambda pair: abs((pair[0] - end).days))
    else:
        year_end, named = date(end.year, 12, 31), end.year
    days = (year_end - end).days
    whole = math.floor((days + _SLACK) / _YEAR)
    quarters_left = round((days - whole * _YEAR) / _QUARTER)
    return named - whole, max(1, 4 - quarters_left)


def _estimated_end(year: int | None, quarter: int | None, year_ends: Sequence[tuple[date, int]]) -> date | None:
    if year is None or not 1 < year < 9998:
        return None
    year_end, named = min(year_ends, key=lambda pair: abs(pair[1] - year), default=(date(year, 12, 31), year))
    back = (named - year) * _YEAR + (0 if quarter is None else (4 - quarter) * _QUARTER)
    return year_end - timedelta(days=round(back))
