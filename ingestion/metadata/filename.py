"""What a file name says: `3M_2018_10K`, `AMCOR_2022_8K_dated-2022-07-01`, `ADOBE_2022Q2_10Q`, `acme-10q-q3-2031`."""

import re
from collections.abc import Iterator

from ingestion.domain import Form
from ingestion.metadata.dates import find_dates
from ingestion.metadata.facts import Facts

_FORMS = (
    (Form.TEN_K, re.compile(r"10k(?:405|t|a)?")),
    (Form.TEN_Q, re.compile(r"10qa?")),
    (Form.EIGHT_K, re.compile(r"8ka?")),
    (Form.EARNINGS, re.compile(r"earnings?|(?:earnings|press)release|ex99(?:\.?1)?")),
    (Form.ANNUAL_REPORT, re.compile(r"(?:10k)?annualreport")),
)
_PERIOD = re.compile(
    r"(?:fy)?(?P<y1>(?:19|20)\d\d)-?q(?P<q1>[1-4])|q(?P<q2>[1-4])-?(?:fy)?(?P<y2>(?:19|20)\d\d)"
    r"|(?P<q3>[1-4])q-?(?P<y3>(?:19|20)\d\d)|(?:fy)?(?P<y4>(?:19|20)\d\d)|(?P<q5>q[1-4]|[1-4]q)|fy(?P<y6>\d\d)"
)
_JOINED = re.compile(r"(annual|earnings|press)[_\s-]+(report|release)", re.IGNORECASE)
_DATED = ("dated", "date")
_HYPHENED = re.compile(r"(?<!\d)(10|8|ex)-(k|q|99)", re.IGNORECASE)
_SEPARATOR = re.compile(r"[_\s-]+")


def read_file_name(stem: str) -> Facts:
    """Facts in a file name without its ending. The company is what stands before the first fact, as written."""
    event = next(find_dates(stem), None)
    rest = stem if event is None else stem[: event[1]] + stem[event[2] :]
    form: Form | None = None
    year: int | None = None
    quarter: int | None = None
    company: list[str] = []
    for part in _parts(_HYPHENED.sub(r"\1\2", _JOINED.sub(r"\1\2", rest))):
        lower = part.lower()
        named = next((kind for kind, pattern in _FORMS if pattern.fullmatch(lower)), None)
        period = _PERIOD.fullmatch(lower)
        if named is not None and (form is None or named is Form.ANNUAL_REPORT):
            form = named
        elif period is not None:
            year, quarter = _year(period) or year, _quarter(period) or quarter
        elif form is None and year is None and quarter is None and lower not in _DATED:
            company.append(part)
    found = form is not None or year is not None
    return Facts(
        company=" ".join(company) if company and found else None,
        form=form,
        fiscal_year=year or (event[0].year if event and form is Form.EIGHT_K else None),
        fiscal_quarter=quarter,
        event_date=event[0] if event and form is Form.EIGHT_K else None,
    )


def _parts(stem: str) -> Iterator[str]:
    for part in _SEPARATOR.split(stem):
        if part.strip("."):
            yield part.strip(".")


def _year(match: re.Match[str]) -> int | None:
    for name in ("y1", "y2", "y3", "y4"):
        if match[name]:
            return int(match[name])
    return 2000 + int(match["y6"]) if match["y6"] else None


def _quarter(match: re.Match[str]) -> int | None:
    for name in ("q1", "q2", "q3", "q5"):
        if match[name]:
            return int(match[name].strip("q"))
    return None
