"""Dates as filings print them."""

import re
from collections.abc import Iterator
from datetime import date

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = (
    "(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    "|nov(?:ember)?|dec(?:ember)?)"
)
_DATE = re.compile(
    rf"\b(?P<m1>{_MONTH})\.?\s*(?P<d1>\d{{1,2}})(?:st|nd|rd|th)?\s*,?\s*(?P<y1>(?:19|20)\d\d)\b"
    rf"|\b(?P<d2>\d{{1,2}})(?:st|nd|rd|th)?\s+(?P<m2>{_MONTH})\.?,?\s+(?P<y2>(?:19|20)\d\d)\b"
    r"|\b(?P<y3>(?:19|20)\d\d)-(?P<m3>\d\d)-(?P<d3>\d\d)\b"
    r"|\b(?P<m4>\d{1,2})/(?P<d4>\d{1,2})/(?P<y4>(?:19|20)\d\d)\b",
    re.IGNORECASE,
)


def find_dates(text: str) -> Iterator[tuple[date, int, int]]:
    """Every full date of a text with where it starts and ends, left to right."""
    for match in _DATE.finditer(text):
        for style in "1234":
            if match[f"y{style}"]:
                found = _date(match[f"y{style}"], match[f"m{style}"], match[f"d{style}"])
                if found:
                    yield found, match.start(), match.end()


def first_date(text: str) -> date | None:
    """The first full date of a text."""
    return next((found for found, _, _ in find_dates(text)), None)


def _date(year: str, month: str, day: str) -> date | None:
    number = int(month) if month.isdecimal() else _MONTHS.index(month[:3].lower()) + 1
    try:
        return date(int(year), number, int(day))
    except ValueError:
        return None
