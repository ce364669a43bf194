"""The periods a question names: years, quarters, halves, ranges, dates, "latest".

A year is firm where the question marks it as a fiscal period (FY2018, fiscal 2018, Q2 2023, "between 2016 and 2018")
and loose where it stands alone; beside firm years, a later loose year is something else ("expects to pay in 2030").
"""

import re
from dataclasses import dataclass
from datetime import date
from functools import cache

from graph.domain import Period

_MONTHS = ("january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
           "november", "december")  # fmt: skip
_ORDINALS = {"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4, "last": 4}
_COUNTS = {"two": 2, "three": 3, "four": 4, "five": 5}
_LONGEST_RANGE = 10
_CENTURY_TURN = 69


@dataclass(frozen=True, slots=True)
class AskedPeriods:
    """What a question says about time. `dates` are exact days, with the text they were read from left in `periods`.

    `periods` are in the order of the question, ranges filled in; `months` are years with a month
    ("June 2032"); `latest` is set where it asks for the newest figures.
    """

    periods: tuple[Period, ...] = ()
    dates: tuple[date, ...] = ()
    months: tuple[tuple[int, int], ...] = ()
    latest: bool = False

    @property
    def years(self) -> tuple[int, ...]:
        """Years named, oldest first."""
        return tuple(sorted({period.year for period in self.periods if period.year is not None}))


@dataclass(frozen=True, slots=True)
class _Found:
    start: int
    period: Period
    firm: bool


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    edge, end = r"(?<![A-Za-z0-9$.,])", r"(?![A-Za-z0-9]|[.,]\d)"
    mark = r"(?:FYE?|CY|YE|F\.Y\.|fiscal(?:\s+years?|\s+periods?)?|financial\s+year|year)"
    year = r"'?((?:19|20)\d\d|(?<=[Y'\s])\d\d)"
    link = rf"\s*(?:of|for|in|,|-|_)?\s*(?:the\s+)?(?:{mark})?\s*"
    full = r"((?:19|20)\d\d)"
    month = "(" + "|".join(f"{name}|{name[:3]}" for name in _MONTHS) + r"|sept)\.?"
    ordinal = "(" + "|".join(_ORDINALS) + ")"
    sources = {
        "iso": rf"{edge}{full}-(\d\d)-(\d\d){end}",
        "us": rf"{edge}(\d\d?)/(\d\d?)/{full}{end}",
        "month_day": rf"{edge}{month}\s+(\d\d?)(?:st|nd|rd|th)?\s*,?\s*{full}{end}",
        "day_month": rf"{edge}(\d\d?)(?:st|nd|rd|th)?\s+(?:of\s+)?{month}\s*,?\s*{full}{end}",
        "month": rf"{edge}{month}\s+(?:of\s+)?{full}{end}",
        "quarter": rf"{edge}Q\s?([1-4])(?:{link}{year}|{full}){end}",
        "number_q": rf"{edge}([1-4])Q{link}'?((?:19|20)?\d\d){end}",
        "year_q": rf"{edge}(?:{mark})?\s*'?((?:19|20)\d\d|(?<=[Yy])\d\d)\s*[-_,]?\s*Q\s?([1-4]){end}",
        "quarter_words": rf"{edge}{ordinal}\s+(?:fiscal\s+)?quarter(?:{link}{year})?{end}",
        "quarter_alone": rf"{edge}Q\s?([1-4]){end}",
        "half": rf"{edge}(?:H([12])|([12])H){link}'?((?:19|20)?\d\d){end}",
        "half_words": rf"{edge}{ordinal}\s+half(?:{link}{year})?{end}",
        "range": rf"{edge}(between\s+)?(?:{mark})?\s*'?((?:19|20)\d\d|(?<=[Yy])\d\d)\s*"
        r"(?:fiscal\s+(?:year|period)s?)?\s*"
        rf"(to|through|until|thru|-|–|—|vs\.?|versus|and|or|&)\s*(?:the\s+)?({mark})?\s*'?((?:19|20)\d\d|\d\d){end}",
        "fiscal": rf"{edge}{mark}\s*'?((?:19|20)\d\d|\d\d){end}|{edge}{full}(?=\s+(?:fiscal|annual|10-?K)\b)",
        "bare": rf"{edge}{full}(?![A-Za-z0-9]|[.,]\d|\s*(?:million|billion|thousand|basis))",
        "average": rf"{edge}([2-9]|{'|'.join(_COUNTS)})[\s-]+(?:fiscal\s+)?years?\s+(?:\w+\s+)?average",
        "latest": r"\b(?:latest|most\s+recent|newest|last\s+(?:fiscal\s+)?(?:year|quarter)|current(?:ly)?"
        r"(?!\s+(?:assets?|liabilit|ratio|portion|debt|maturit|report|installment|operating|tax|deferred|expected)))\b",
    }
    return {name: re.compile(source, re.IGNORECASE) for name, source in sources.items()}


def find_periods(text: str) -> AskedPeriods:
    """Every period in `text`; never raises."""
    reader = _Reader(text)
    reader.read_dates()
    reader.read_parts_of_years()
    reader.read_ranges()
    reader.read_years()
    return reader.result()


class _Reader:
    """Takes periods out of a text, most specific shape first; what has been read is blanked."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._full = text
        self._found: list[_Found] = []
        self._dates: list[date] = []
        self._months: list[tuple[int, int]] = []

    def read_dates(self) -> None:
        for match in self._take("iso"):
            self._date(match, match[1], match[2], match[3])
        for match in self._take("us"):
            self._date(match, match[3], match[1], match[2])
        for match in self._take("month_day"):
            self._date(match, match[3], _month(match[1]), match[2])
        for match in self._take("day_month"):
            self._date(match, match[3], _month(match[2]), match[1])
        for match in self._take("month"):
            self._months.append((int(match[2]), _month(match[1])))
            self._found.append(_Found(match.start(), Period(year=int(match[2]), as_printed=match.group()), True))

    def read_parts_of_years(self) -> None:
        for match in self._take("quarter"):
            self._add(match, match[2] or match[3], quarter=int(match[1]))
        for match in self._take("year_q"):
            self._add(match, match[1], quarter=int(match[2]))
        for match in self._take("number_q"):
            self._add(match, match[2], quarter=int(match[1]))
        for match in self._take("quarter_words"):
            self._add(match, match[2], quarter=_ORDINALS[match[1].lower()])
        for match in self._take("half"):
            self._add(match, match[3], half=int(match[1] or match[2]))
        for match in self._take("half_words"):
            if _ORDINALS[match[1].lower()] <= 2 or match[1].lower() == "last":
                self._add(match, match[2], half=min(2, _ORDINALS[match[1].lower()]))
        for match in self._take("quarter_alone"):
            self._add(match, None, quarter=int(match[1]))

    def read_ranges(self) -> None:
        while match := _patterns()["range"].search(self._text):
            first, last = _year(match[2]), _year(match[5])
            marked = bool(match[4] or re.match(r"between|\W*F", match.group(), re.IGNORECASE))
            if (len(match[5]) == 2 and not marked) or abs(last - first) > _LONGEST_RANGE:
                self._blank(match.start(), match.start(2) + len(match[2]))  # "2018 and 12": one year
                self._found.append(_Found(match.start(), Period(year=first, as_printed=match[2]), marked))
                continue
            listed = match[3].lower() in ("and", "or", "&", "vs", "vs.", "versus") and not match[1]
            step = 1 if last >= first else -1
            years = (first, last) if listed else range(first, last + step, step)
            for year in dict.fromkeys(years):
                self._found.append(_Found(match.start(), Period(year=year, as_printed=match.group().strip()), True))
            # The second year may begin another range: "2016, 2017 and 2018 to 2020".
            self._blank(match.start(), match.end())

    def read_years(self) -> None:
        for match in self._take("fiscal"):
            self._add(match, match[1] or match[2])
        for match in self._take("bare"):
            before = self._full[max(0, match.start() - 16) : match.start()]
            if not re.search(r"(?:due|matur\w*|expir\w*)(?:\s+(?:in|by|through))?\s+$", before, re.IGNORECASE):
                self._add(match, match[1], firm=False)

    def result(self) -> AskedPeriods:
        found = sorted(self._found, key=lambda f: f.start)
        found = _with_years(found)
        firm = [f.period.year for f in found if f.firm and f.period.year]
        if firm:
            found = [f for f in found if f.firm or (f.period.year or 0) <= max(firm)]
        periods = list(dict.fromkeys(f.period for f in found))
        unique = {(p.year, p.quarter, p.half): p for p in reversed(periods)}
        ordered = [p for p in periods if unique[p.year, p.quarter, p.half] is p]
        latest = bool(_patterns()["latest"].search(self._full))
        return AskedPeriods(
            tuple(self._averaged(ordered)), tuple(dict.fromkeys(self._dates)), tuple(self._months), latest
        )

    def _averaged(self, periods: list[Period]) -> list[Period]:
        """With "3 year average" and one year, the years before it as well."""
        match = _patterns()["average"].search(self._full)
        whole = [p for p in periods if p.year and not p.quarter and not p.half]
        if not match or len(whole) != 1 or whole[0].year is None:
            return periods
        count = _COUNTS.get(match[1].lower()) or int(match[1])
        earlier = [Period(year=whole[0].year - back, as_printed=match.group()) for back in range(count - 1, 0, -1)]
        return earlier + periods

    def _take(self, name: str) -> list[re.Match[str]]:
        matches = list(_patterns()[name].finditer(self._text))
        for match in matches:
            self._blank(match.start(), match.end())
        return matches

    def _blank(self, start: int, end: int) -> None:
        self._text = self._text[:start] + "\0" * (end - start) + self._text[end:]

    def _add(
        self,
        match: re.Match[str],
        year: str | None,
        *,
        quarter: int | None = None,
        half: int | None = None,
        firm: bool = True,
    ) -> None:
        period = Period(
            year=_year(year) if year else None, quarter=quarter, half=half, as_printed=match.group().strip()
        )
        self._found.append(_Found(match.start(), period, firm))

    def _date(self, match: re.Match[str], year: str, month: str | int, day: str) -> None:
        try:
            found = date(int(year), int(month), int(day))
        except ValueError:
            return
        before = self._full[max(0, match.start() - 24) : match.start()].lower()
        if not re.search(r"years?\s+end(?:ed|ing)\s+(?:on\s+)?$", before):
            self._dates.append(found)
        self._found.append(_Found(match.start(), Period(year=found.year, as_printed=match.group().strip()), True))


def _with_years(found: list[_Found]) -> list[_Found]:
    """A quarter or half without a year takes the year of the next period that has one, else of the one before."""
    result: list[_Found] = []
    for place, item in enumerate(found):
        period = item.period
        if period.year is None:
            years = [f.period.year for f in (*found[place + 1 :], *reversed(found[:place])) if f.period.year]
            if years:
                period = period.model_copy(update={"year": years[0]})
        result.append(_Found(item.start, period, item.firm))
    return result


def _year(text: str) -> int:
    number = int(text)
    if number >= 100:
        return number
    return number + (2000 if number < _CENTURY_TURN else 1900)


def _month(text: str) -> int:
    return next(n for n, name in enumerate(_MONTHS, 1) if name.startswith(text.lower()[:3]))
