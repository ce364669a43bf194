"""Periods: what a column heading says, and where that falls in a company's own fiscal calendar."""

import re
from calendar import monthrange
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from ingestion.domain import Filing, FiscalPeriod, Form

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_NUMBERS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "sixteen": 16, "twenty-six": 26,
    "twenty-seven": 27, "thirty-nine": 39, "forty": 40, "fifty-two": 52, "fifty-three": 53,
}  # fmt: skip
_USUAL_WEEKS = ((range(12, 18), 3), (range(24, 29), 6), (range(36, 41), 9), (range(48, 54), 12))
_MONTH = r"(?P<{0}>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"
_DATE = re.compile(
    r"\b" + _MONTH.format("m1") + r"\s*(?P<d1>\d{1,2})(?!\d)(?:st|nd|rd|th)?(?:\s*[,.]?\s*(?P<y1>(?:19|20)\d\d))?"
    r"|\b(?P<d2>\d{1,2})(?:st|nd|rd|th)?\s+" + _MONTH.format("m2") + r"(?:\s*,?\s*(?P<y2>(?:19|20)\d\d))?"
    r"|\b(?P<m3>\d{1,2})/(?P<d3>\d{1,2})/(?P<y3>(?:20)?\d\d)\b"
    r"|\b" + _MONTH.format("m4") + r"\s+(?P<y4>(?:19|20)\d\d)",
    re.IGNORECASE,
)
_SPELT = "|".join(sorted(_NUMBERS, key=len, reverse=True))
_LENGTH = re.compile(rf"\b(?P<n>{_SPELT}|\d{{1,2}})[\s-]+(?P<unit>months?|weeks?)\b", re.IGNORECASE)
_QUARTER = re.compile(
    r"\b(?:(?P<word>first|second|third|fourth|1st|2nd|3rd|4th)[\s-]+(?:fiscal[\s-]+)?quarter|q(?P<a>[1-4])|(?P<b>[1-4])q)",
    re.IGNORECASE,
)
_ANY_QUARTER = re.compile(r"\bquarters?\b", re.IGNORECASE)
_HALF = re.compile(r"\b(?:first half|half[\s-]year|h1|1h)\b", re.IGNORECASE)
_FULL_YEAR = re.compile(r"\b(?:years?|fiscal|fy\s?\d{2,4}|full[\s-]year|annual)\b", re.IGNORECASE)
_YEAR = re.compile(
    r"(?<![\d,.$])(?:fy\s?)?((?:19|20)\d\d)(?![\d,]|\.\d)|\bfy\s?[’']?(\d\d)\b|(?<!\w)[’'](\d\d)\b", re.IGNORECASE
)
_SHORT_QUARTER_YEAR = re.compile(r"\b(?:q[1-4]|[1-4]q)[\s’'-]*(?P<y>20\d\d|\d\d)\b", re.IGNORECASE)
_COMPARES = re.compile(
    r"\bvs\b|\bversus\b|change|increase|decrease|variance|growth|compared|difference|\bincr\b|\bdecr\b", re.IGNORECASE
)
_SURELY_COMPARES = re.compile(r"\bvs\b|\bversus\b|%|percent|\bchange", re.IGNORECASE)
_ENDS_IN_YEAR = re.compile(r"\b(?:19|20)\d\d(?:\s*\([^)]*\))*\*?$")
_TO_DATE = re.compile(r"\bytd\b|year[\s-]to[\s-]date", re.IGNORECASE)
_RESTATED = re.compile(
    r"restated|as[\s-]+(?:previously\s+)?(?:adjusted|revised|recast)|\brecast|\bre-?presented", re.IGNORECASE
)
_AS_REPORTED = re.compile(r"as[\s-]+(?:previously|originally)[\s-]+reported", re.IGNORECASE)
_ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "1st": 1, "2nd": 2, "3rd": 3, "4th": 4}
_NEAR = timedelta(days=16)
"""A 52/53-week year ends up to some days away from the same date of another year."""


@dataclass(frozen=True, slots=True)
class Heading:
    """What a heading says about time; a field is None where it says nothing.

    `comparison` marks columns of changes, which belong to no one period. `labelled` says that the year was printed
    alone over its column, whatever date a title over all columns gives.
    """

    months: int | None = None
    quarter: int | None = None
    month: int | None = None
    day: int | None = None
    year: int | None = None
    comparison: bool = False
    restated: bool = False
    labelled: bool = False

    @property
    def end(self) -> date | None:
        """The date, where it is complete."""
        if self.year is None or self.month is None:
            return None
        last = monthrange(self.year, self.month)[1]
        return date(self.year, self.month, min(self.day or last, last))


def read_heading(text: str) -> Heading:
    """Length, date, quarter and year named in a column heading or a title."""
    months, quarter = _length(text)
    found = _dates(text)
    # "April 29 - June 7, 2031" ends with the last of its dates.
    month, day, year = next((one for one in reversed(found) if one[2]), found[-1] if found else (None, None, None))
    years = {int(m[1]) if m[1] else 2000 + int(m[2] or m[3]) for m in _YEAR.finditer(text)}
    short = _SHORT_QUARTER_YEAR.search(text)
    if short and not years:
        years = {int(short["y"]) % 100 + 2000}
    if year is None and len(years) == 1:
        year = next(iter(years))
    return Heading(
        months=months,
        quarter=quarter,
        month=month,
        day=day,
        year=year,
        comparison=_is_comparison(text, years, dated=day is not None and year is not None),
        restated=_RESTATED.search(text) is not None and _AS_REPORTED.search(text) is None,
    )


def _is_comparison(text: str, years: set[int], *, dated: bool) -> bool:
    """Whether a heading is about a change; "2031" under "Sales vs. prior period" is not."""
    if len(years) > 1:
        return True
    if _ENDS_IN_YEAR.search(text):
        return False
    if dated:
        return _SURELY_COMPARES.search(text) is not None
    return _COMPARES.search(text) is not None or (not years and _SURELY_COMPARES.search(text) is not None)


def _length(text: str) -> tuple[int | None, int | None]:
    """(months, quarter) a text names."""
    named = _QUARTER.search(text)
    quarter = None
    if named:
        quarter = _ORDINALS[named["word"].lower()] if named["word"] else int(named["a"] or named["b"])
        if _TO_DATE.search(text):
            return 3 * quarter, None
    if match := _LENGTH.search(text):
        number = match["n"].lower()
        count = _NUMBERS.get(number) or int(number)
        if match["unit"].lower().startswith("week"):
            count = next((months for weeks, months in _USUAL_WEEKS if count in weeks), max(1, round(count / 4.35)))
        return (count, quarter) if count <= 12 else (None, quarter)
    if named or _ANY_QUARTER.search(text):
        return 3, quarter
    if _HALF.search(text):
        return 6, None
    if _FULL_YEAR.search(text):
        return 12, None
    return None, None


def _dates(text: str) -> list[tuple[int, int | None, int | None]]:
    found: list[tuple[int, int | None, int | None]] = []
    for match in _DATE.finditer(text):
        if match["m3"]:
            month, day, year = int(match["m3"]), int(match["d3"]), int(match["y3"])
            year += 2000 if year < 100 else 0
            if not (1 <= month <= 12 and 1 <= day <= 31):
                continue
            found.append((month, day, year))
            continue
        name = (match["m1"] or match["m2"] or match["m4"]).lower()
        printed_day = match["d1"] or match["d2"]
        printed_year = match["y1"] or match["y2"] or match["y4"]
        day_number = int(printed_day) if printed_day else None
        if day_number is not None and not 1 <= day_number <= 31:
            continue
        found.append((_MONTHS.index(name) + 1, day_number, int(printed_year) if printed_year else None))
    return found


def merge(own: Heading, shared: Heading) -> Heading:
    """A column's own heading completed from the title over all columns."""
    takes_date = own.month is None and (own.year is None or shared.year is None or shared.year == own.year)
    takes_day = takes_date or (own.month is None and shared.month is not None)
    return Heading(
        months=own.months or shared.months,
        quarter=own.quarter or shared.quarter,
        month=shared.month if takes_day else own.month,
        day=shared.day if takes_day else own.day,
        year=own.year or shared.year,
        comparison=own.comparison,
        restated=own.restated or shared.restated,
        labelled=own.year is not None and own.month is None,
    )


@dataclass(frozen=True, slots=True)
class FiscalCalendar:
    """A company's fiscal year: `year_end` is the last day of fiscal year `fiscal_year`.

    `quarter` is that of the filing, for "three months" without a date.
    `label_shift` is what has to be added to a year printed alone ("2031") to get the fiscal year; `dates` are the
    period ends printed in full in the filing, which correct a computed date by the few days of a 52/53-week year.
    """

    year_end: date
    fiscal_year: int
    label_shift: int = 0
    dates: frozenset[date] = frozenset()
    quarter: int | None = None

    def period(self, heading: Heading, *, instant: bool, months: int | None) -> FiscalPeriod | None:
        """The period a heading means; None when it names no year. `months` is the length if the heading has none."""
        if heading.year is None or heading.comparison:
            return None
        length = 0 if instant else heading.months or months
        if length is None:
            return None
        end = heading.end
        if end is None or (heading.labelled and self._ends_in_new_year):
            return self._from_label(heading.year, heading.quarter, length)
        return self._from_end(end, length)

    @property
    def _ends_in_new_year(self) -> bool:
        """Whether a year ends days into the next: "2031" alone is then the year that ends on January 2, 2032."""
        return self.fiscal_year == self.year_end.year - 1 and (self.year_end.month, self.year_end.day) <= (1, 10)

    def _from_label(self, year: int, quarter: int | None, months: int) -> FiscalPeriod:
        fiscal_year = year + self.label_shift
        end = self._end_of(fiscal_year)
        quarter = quarter or (self.quarter if months == 3 else None)
        if quarter:
            end = self._known(add_months(end, -3 * (4 - quarter)))
        if months in (6, 9) and not quarter:
            return FiscalPeriod(fiscal_year, None, months, self._known(add_months(end, months - 12)))
        return FiscalPeriod(fiscal_year, quarter if months in (0, 3) else None, months, end)

    def _from_end(self, end: date, months: int) -> FiscalPeriod:
        fiscal_year = self._year_of(end)
        left = round((self._end_of(fiscal_year) - end).days / 91.3)
        quarter: int | None = min(4, max(1, 4 - left))
        if months not in (0, 3) or (months == 0 and quarter == 4):
            quarter = None
        return FiscalPeriod(fiscal_year, quarter, months, end)

    def _year_of(self, end: date) -> int:
        """The fiscal year a date belongs to: the first that ends on it or later, some days allowed."""
        years = end.year - self.year_end.year - 1
        while end > _shift_years(self.year_end, years) + _NEAR:
            years += 1
        return self.fiscal_year + years

    def _end_of(self, fiscal_year: int) -> date:
        return self._known(_shift_years(self.year_end, fiscal_year - self.fiscal_year))

    def _known(self, guess: date) -> date:
        near = [known for known in self.dates if abs(known - guess) <= timedelta(days=8)]
        return min(near, key=lambda known: abs(known - guess)) if near else guess


def make_calendar(filing: Filing, headings: Iterable[Heading]) -> FiscalCalendar | None:
    """The calendar of a filing's company, from the filing and the headings of its primary statements.

    None when neither a date nor a fiscal year is known.
    """
    seen = [heading for heading in headings if not heading.comparison]
    dates = frozenset(end for heading in seen if heading.day and (end := heading.end))
    labels = [heading.year for heading in seen if heading.year is not None and heading.labelled]
    labels = labels or [heading.year for heading in seen if heading.year is not None]
    end = filing.period_end or _latest(dates, filing)
    if end is None:
        if filing.fiscal_year is None and not labels:
            return None
        end = date(max(labels) if labels else filing.fiscal_year or 0, 12, 31)
    quarter = filing.fiscal_quarter or _quarter_of(filing, seen, end)
    year_end = add_months(end, 3 * (4 - quarter)) if quarter and quarter < 4 else end
    fiscal_year = filing.fiscal_year
    if fiscal_year is None or filing.form is Form.EIGHT_K or not _may_name(fiscal_year, year_end):
        fiscal_year = _usual_year(year_end)
    shift = fiscal_year - max(labels) if labels and _annual(filing) else 0
    return FiscalCalendar(year_end, fiscal_year, shift if abs(shift) <= 1 else 0, dates | {end}, quarter)


def add_months(day: date, count: int) -> date:
    """The date some months later or earlier; a month's last day stays the last day."""
    place = day.year * 12 + day.month - 1 + count
    year, month = divmod(place, 12)
    last = monthrange(year, month + 1)[1]
    was_last = day.day == monthrange(day.year, day.month)[1]
    return date(year, month + 1, last if was_last else min(day.day, last))


def _annual(filing: Filing) -> bool:
    return filing.form in (Form.TEN_K, Form.ANNUAL_REPORT)


def _latest(dates: frozenset[date], filing: Filing) -> date | None:
    if filing.fiscal_year is not None:
        # A maturity or a later event is no period end.
        dates = frozenset(end for end in dates if abs(end.year - filing.fiscal_year) <= 1)
    return max(dates, default=None)


def _quarter_of(filing: Filing, seen: Iterable[Heading], end: date) -> int | None:
    if filing.form is not Form.TEN_Q:
        return None
    longest = max([heading.months for heading in seen if heading.months in (3, 6, 9)], default=None)
    return longest // 3 if longest else None


def _usual_year(year_end: date) -> int:
    """Most companies name a year by where it ends; one that ends in the first days of January is the year before."""
    return year_end.year - 1 if (year_end.month, year_end.day) <= (1, 10) else year_end.year


def _may_name(fiscal_year: int, year_end: date) -> bool:
    """Whether a fiscal year ending then can bear this number: a year that ends by March may be named by its start."""
    return fiscal_year == year_end.year or (fiscal_year == year_end.year - 1 and year_end.month <= 3)


def _shift_years(day: date, years: int) -> date:
    return add_months(day, 12 * years)
