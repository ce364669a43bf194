"""What the first pages of a filing say about it."""

import re
from collections import Counter
from collections.abc import Sequence
from datetime import date

from ingestion.domain import Form
from ingestion.metadata.companies import short_name
from ingestion.metadata.dates import find_dates, first_date
from ingestion.metadata.facts import Facts
from ingestion.metadata.names import listed_company, registrant_name, trading_symbol

COVER_PAGES = 2
_CLOSE = 12
"""Characters between "ended" and its date; a heading that names a date without a year has another further on."""
_FORM = re.compile(r"\bform\s*(10|8|20|40|6)\s*[-\u2010-\u2014\u2212]?\s*([kqf])\b", re.IGNORECASE)
_COMMISSION_HEAD = "securities and exchange commission"
_FORM_HEAD = re.compile(
    r"securities\s+and\s+exchange\s+commission\W+washington.{0,120}?\bform\s*\d", re.IGNORECASE | re.DOTALL
)
_FORMS = {"10k": Form.TEN_K, "10q": Form.TEN_Q, "8k": Form.EIGHT_K}
_COMMISSION = re.compile(
    r"commission\s+file\s*(?:number|no|#)?[s.:()\s]*(\d{1,3})\s*[-\u2010-\u2014]\s*(\d{3,6})", re.IGNORECASE
)
_COMMISSION_AFTER = re.compile(r"\b(\d{1,3})-(\d{4,6})\s*\(?\s*commission\s+file", re.IGNORECASE)
_PERIOD_ENDED = re.compile(
    r"(?:fiscal\s+year|quarterly\s+period|fiscal\s+quarter|transition\s+period|year|quarter|period|months|weeks)\s+ended\s*:?",
    re.IGNORECASE,
)
_REPORT_DATE = re.compile(r"date\s+of\s+(?:report|earliest\s+event)", re.IGNORECASE)
_RELEASE = re.compile(
    r"\b(?:reports?|reported|announces?|announced|delivers|posts)\b.{0,120}?\b(?:results|earnings|sales|revenues?)\b",
    re.IGNORECASE,
)
_ANNUAL_REPORT = re.compile(r"\bannual\s+report\b(?!\s+(?:on\s+form|pursuant))", re.IGNORECASE)
_ORDINAL = r"(?:fiscal\s+)?(?P<{0}>first|second|third|fourth|1st|2nd|3rd|4th|q[1-4]|[1-4]q)"
_YEAR = (
    r"(?:(?:fiscal|fy|full)[\s-]*)?(?:year\s*)?(?:of\s+)?(?:fiscal\s+)?(?:year\s+)?(?:fy)?[\u2019']?"
    r"(?P<{0}>(?:19|20)\d\d|\d\d(?=\b))"
)
_QUARTER_NAMED = re.compile(
    r"\b" + _ORDINAL.format("a") + r"(?:[\s-]+(?:fiscal\s+)?quarter)?(?:\s*,?\s*(?:and|&)\s+(?:full|fiscal)[\s-]*year)?"
    r"(?:\s+(?:results|ended|of|for|in))*[\s,-]*" + _YEAR.format("b") + r"\b"
    r"|\b(?:fiscal\s+)?(?P<c>(?:19|20)\d\d)[\s-]+" + _ORDINAL.format("d") + r"[\s-]*(?:quarter)?\b",
    re.IGNORECASE,
)
_YEAR_NAMED = re.compile(
    r"\b(?:fiscal(?:\s+year)?|full[\s-]year|fy)\s*(?P<a>20\d\d|19\d\d)\b|\b(?P<b>20\d\d)\s+(?:full[\s-]year|annual\s+report)\b"
    r"|\bannual\s+report\s+(?P<c>20\d\d)\b",
    re.IGNORECASE,
)
_FISCAL = re.compile(r"\bfiscal\s+(?:year\s+)?((?:19|20)\d\d)\b", re.IGNORECASE)
_SPAN = re.compile(
    r"\b(three|six|nine|3|6|9|thirteen|fourteen|twenty[\s-]*(?:six|seven)|thirty[\s-]*(?:nine|ten)|forty|13|14|26|27|39|40)"
    r"[\s-]+(months?|weeks?)(?:\s+\w+){0,3}?\s+ended",
    re.IGNORECASE,
)
_SPAN_MONTHS = {"six": 6, "6": 6, "nine": 9, "9": 9, "26": 6, "27": 6, "39": 9, "40": 9, "forty": 9}
_NUMBER_WORDS = {"first": 1, "second": 2, "third": 3, "fourth": 4}


def read_cover(texts: Sequence[str]) -> Facts:
    """Facts from the texts of a filing's first pages, in order.

    The cover is looked for on the first two, or, in an annual report bound around a 10-K, where the form begins. The
    other pages serve to tell which quarter a report covers and how the company numbers its years.
    """
    start = _form_page(texts)
    cover = "\n".join(texts[start : start + COVER_PAGES])
    flat = " ".join(cover.split())
    everything = " ".join(" ".join(texts).split())
    form = _form(flat)
    is_release = form in (Form.EARNINGS, None) or (form is Form.ANNUAL_REPORT and not start)
    before = " ".join(texts[:start])
    if form is Form.TEN_K and _ANNUAL_REPORT.search(before) and not _FORM.search(before):
        form = Form.ANNUAL_REPORT
    company, symbol = listed_company(flat) if is_release else (registrant_name(cover), trading_symbol(cover))
    year, quarter = _named_quarter(flat if is_release else everything, spelt=not is_release)
    return Facts(
        company=short_name(company) if company else None,
        ticker=symbol,
        form=form,
        period_end=_period_end(flat, everything, form),
        event_date=_event_date(flat) if form is Form.EIGHT_K else None,
        registrant=_registrant(flat),
        months=_longest_span(everything) if form is Form.TEN_Q else None,
        year_named=year,
        quarter_named=quarter,
        fiscal_mentions=tuple(sorted(Counter(int(year) for year in _FISCAL.findall(everything)).items())),
    )


def _form_page(texts: Sequence[str]) -> int:
    """Index of the page on which an SEC form begins; 0 when none does."""
    return next((index for index, text in enumerate(texts) if _FORM_HEAD.search(text[:1000])), 0)


def _form(flat: str) -> Form | None:
    match = _FORM.search(flat)
    if match and _COMMISSION_HEAD in flat[:3000].casefold():
        return _FORMS.get((match[1] + match[2]).casefold(), Form.OTHER)
    if _RELEASE.search(flat[:3000]):
        return Form.EARNINGS
    if _ANNUAL_REPORT.search(flat[:2000]):
        return Form.ANNUAL_REPORT
    return None


def _registrant(flat: str) -> str | None:
    match = _COMMISSION.search(flat) or _COMMISSION_AFTER.search(flat)
    return f"{int(match[1])}-{int(match[2])}" if match else None


def _period_end(flat: str, everything: str, form: Form | None) -> date | None:
    """The date behind the first "... ended" of a cover; of a release, which compares periods, the latest such date."""
    if form is Form.EIGHT_K:
        return None
    is_release = form in (Form.EARNINGS, None)
    found: list[date] = []
    for match in _PERIOD_ENDED.finditer(everything if is_release else flat):
        after = match.string[match.end() : match.end() + 60]
        dates = [day for day, start, _ in find_dates(after) if is_release or start < _CLOSE]
        if dates and not is_release:
            return dates[0]
        found += dates
    return max(found, default=None)


def _event_date(flat: str) -> date | None:
    match = _REPORT_DATE.search(flat)
    if match is None:
        return None
    # Some forms print the date above the words.
    return first_date(flat[match.end() : match.end() + 160]) or first_date(
        flat[max(0, match.start() - 80) : match.start()]
    )


def _longest_span(text: str) -> int | None:
    spans = [_SPAN_MONTHS.get(_span_word(match[1]), 3) for match in _SPAN.finditer(text)]
    return max(spans, default=None)


def _span_word(word: str) -> str:
    lower = word.casefold()
    if lower.startswith("twenty"):
        return "six"
    return "nine" if lower.startswith("thirty") else lower


def _named_quarter(flat: str, *, spelt: bool) -> tuple[int | None, int | None]:
    """(year, quarter) of the period a text names first; `spelt`: only with the word "fiscal", as prose compares."""
    for match in _QUARTER_NAMED.finditer(flat):
        if spelt and "fiscal" not in match.group().casefold():
            continue
        year, ordinal = (match["b"], match["a"]) if match["a"] else (match["c"], match["d"])
        return int(year) if len(year) == 4 else 2000 + int(year), _ordinal(ordinal)
    if spelt:
        return None, None
    named = _YEAR_NAMED.search(flat)
    return (int(named["a"] or named["b"] or named["c"]), None) if named else (None, None)


def _ordinal(word: str) -> int:
    digits = [character for character in word if character.isdecimal()]
    return int(digits[0]) if digits else _NUMBER_WORDS[word.casefold()]
