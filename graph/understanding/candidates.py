"""Which filings may hold the answer, best first.

A filing scores between 0 and 1.3: how well its period fits, times how well its form fits, plus a little for a form the
theme of the question is usual in. A year's own annual report fits best, but the next two print the year as well.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from graph.domain import Candidate, Period
from graph.understanding.calendar import ANNUAL_FORMS, Place
from graph.understanding.periods import AskedPeriods
from ingestion.domain import Filing, Form

_OTHER_FORM = 0.55
_HINT = 0.25
_MOST = 60
_GROUP = 3
_BESIDE_A_DAY = 0.8
"""How much a filing on the year counts where the question names a day or month of it."""
_BELONGS = 0.4
_PRINTED_YEARS = 2
"""How many years before its own an annual report prints in full, beside its own."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What a question wants of a filing. `hints` are forms its theme is usual in; `ahead` asks for expectations,
    `restated` for figures as a later filing gives them.
    """

    periods: AskedPeriods
    forms: tuple[Form, ...] = ()
    hints: tuple[Form, ...] = ()
    ahead: bool = False
    balance_dates: bool = False
    restated: bool = False


def anchors(wish: Wish) -> list[Period]:
    """The periods a filing should be about: each printed together with the others it covers.

    An annual report prints three years (balance sheets two), so FY2018 to FY2020 is asked of FY2020 alone.
    """
    quarters = [p for p in wish.periods.periods if p.year and (p.quarter or p.half)]
    if quarters:
        newest = {(p.quarter, p.half): max(q.year or 0 for q in quarters if (q.quarter, q.half) == (p.quarter, p.half))
                  for p in quarters}  # fmt: skip
        near = [
            p for p in quarters if p.year == newest[p.quarter, p.half] or newest[p.quarter, p.half] - (p.year or 0) > 1
        ]
        return list(dict.fromkeys(near))
    chosen: list[int] = []
    years = wish.periods.years
    reach = 1 if wish.balance_dates and len(years) > 2 else _PRINTED_YEARS
    for year in reversed(years):
        if not any(0 <= other - year <= reach for other in chosen):
            chosen.append(year)
    return [Period(year=year) for year in chosen]


def rank_filings(filings: Sequence[Filing], places: dict[str, Place], wish: Wish) -> tuple[Candidate, ...]:
    """Candidates, best first; newer filings first among equals."""
    wanted = anchors(wish)
    newest = _newest(filings, places)
    scored = []
    for filing in filings:
        place = places[filing.doc]
        fit = max((_period_fit(filing, place, p, wish) for p in wanted), default=_recency(filing, place, wish, newest))
        if wish.periods.dates or wish.periods.months:
            fit *= _BESIDE_A_DAY
        fit = max([fit, *(_day_fit(filing, place, day) for day in wish.periods.dates)])
        fit = max([fit, *(_month_fit(filing, place, month) for month in wish.periods.months)])
        score = round(fit * _form_fit(filing.form, wish) + (_HINT * fit if filing.form in wish.hints else 0.0), 4)
        scored.append((Candidate(doc=filing.doc, score=score, title=filing.title), place.end or date.min))
    scored.sort(key=lambda pair: (-pair[0].score, -pair[1].toordinal(), pair[0].doc))
    return tuple(candidate for candidate, _ in scored[:_MOST])


def compared_groups(
    candidates: Sequence[Candidate], filings: Iterable[Filing], places: dict[str, Place], wish: Wish
) -> tuple[tuple[str, ...], ...]:
    """Documents of each company, or of each period, that is compared with another; empty where nothing is compared."""
    by_doc = {filing.doc: filing for filing in filings}
    wanted = anchors(wish)
    groups: dict[object, list[str]] = {}
    companies = {by_doc[candidate.doc].company for candidate in candidates}
    for candidate in candidates:
        filing = by_doc[candidate.doc]
        fits = [_period_fit(filing, places[filing.doc], period, wish) for period in wanted]
        period = fits.index(max(fits)) if fits and max(fits) >= _BELONGS else None
        key = filing.company if len(companies) > 1 else period
        if key is not None and len(groups.setdefault(key, [])) < _GROUP:
            groups[key].append(candidate.doc)
    return tuple(map(tuple, groups.values())) if len(groups) > 1 else ()


def missing_periods(filings: Iterable[Filing], places: dict[str, Place], wish: Wish) -> tuple[Period, ...]:
    """Periods asked for that none of these filings reports on."""
    held = [(filing, places[filing.doc]) for filing in filings]
    return tuple(p for p in anchors(wish) if not any(_reports(filing, place, p, wish) for filing, place in held))


def _reports(filing: Filing, place: Place, asked: Period, wish: Wish) -> bool:
    if place.year is None or asked.year is None:
        return True
    after = place.year - asked.year
    quarter = asked.quarter or (2 * asked.half if asked.half else None)
    if wish.ahead and after == -1:
        return True  # what was expected of a year stands in the filings of the year before
    if quarter is None:
        if filing.form in ANNUAL_FORMS or filing.form is Form.EARNINGS:
            return 0 <= after <= _PRINTED_YEARS
        return 0 <= after <= 1
    if filing.form is Form.EIGHT_K or filing.form is Form.OTHER:
        return after == 0
    if place.quarter is None:
        return after == 0 and quarter == 4
    return 0 <= after <= 1 and place.quarter == quarter


def _period_fit(filing: Filing, place: Place, asked: Period, wish: Wish) -> float:
    if place.year is None or asked.year is None:
        return 0.3
    after = place.year - asked.year
    if asked.quarter or asked.half:
        return _quarter_fit(filing, place, asked.quarter or 2 * (asked.half or 1), after)
    if wish.ahead and filing.form is Form.EARNINGS:
        return _ahead_fit(place, after)
    return _year_fit(filing, place, after, wish)


def _year_fit(filing: Filing, place: Place, after: int, wish: Wish) -> float:
    match filing.form:
        case Form.TEN_K if wish.restated:
            return {0: 0.7, 1: 1.0, 2: 0.6}.get(after, 0.1)
        case Form.TEN_K:
            return {0: 1.0, 1: 0.62, 2: 0.45, -1: 0.2}.get(after, 0.1)
        case Form.ANNUAL_REPORT:
            return {0: 0.95, 1: 0.58, 2: 0.42, -1: 0.2}.get(after, 0.1)
        case Form.EARNINGS if place.quarter in (4, None):
            return {0: 0.8, 1: 0.4}.get(after, 0.1)
        case Form.EARNINGS:
            return {0: 0.4, 1: 0.3}.get(after, 0.1)
        case Form.TEN_Q:
            return {0: 0.4, 1: 0.5 if wish.balance_dates else 0.3}.get(after, 0.1)
        case _:
            return {0: 0.35, 1: 0.15}.get(after, 0.1)


def _ahead_fit(place: Place, after: int) -> float:
    """Expectations of a year stand in the release of the year before, then in those of its own quarters."""
    if after == -1 and place.quarter in (4, None):
        return 1.0
    if after == 0:
        return 0.6 if place.quarter in (4, None) else 0.95
    return 0.3 if after == -1 else 0.1


def _quarter_fit(filing: Filing, place: Place, quarter: int, after: int) -> float:
    if filing.form in ANNUAL_FORMS:
        return {0: 0.9 if quarter == 4 else 0.35, 1: 0.25}.get(after, 0.1)
    if place.quarter is None:
        return 0.35 if after == 0 else 0.1
    if place.quarter == quarter:
        own = 1.0 if filing.form is Form.TEN_Q else 0.95
        return {0: own, 1: own - 0.4}.get(after, 0.1)
    if after == 0:
        return 0.45 if place.quarter > quarter else 0.3
    return 0.15 if after == 1 else 0.1


def _day_fit(filing: Filing, place: Place, day: date) -> float:
    """How near a filing is to a day: the day of its event, the last day of its period, or the weeks after that."""
    if place.day is not None:
        distance = abs((place.day - day).days)
        return 1.1 if distance == 0 else 0.75 if distance <= 10 else 0.5 if distance <= 31 else 0.1
    if filing.period_end is None or place.end is None:
        return 0.0
    late = (day - place.end).days
    if abs(late) <= 6:
        return 1.0
    return 0.85 if 0 < late <= 75 else 0.1


def _month_fit(filing: Filing, place: Place, month: tuple[int, int]) -> float:
    """An event of that month, or a period that ends in it."""
    when = place.day if place.day is not None else place.end if filing.period_end else None
    if when is None or (when.year, when.month) != month:
        return 0.0
    return 1.05 if place.day is not None else 0.95


def _form_fit(form: Form, wish: Wish) -> float:
    if not wish.forms or form in wish.forms:
        return 1.0
    return 0.9 if form in ANNUAL_FORMS and ANNUAL_FORMS & set(wish.forms) else _OTHER_FORM


def _newest(filings: Sequence[Filing], places: dict[str, Place]) -> dict[tuple[str, Form], date]:
    newest: dict[tuple[str, Form], date] = {}
    for filing in filings:
        key = (filing.company, filing.form)
        newest[key] = max(newest.get(key, date.min), places[filing.doc].end or date.min)
    return newest


def _recency(filing: Filing, place: Place, wish: Wish, newest: dict[tuple[str, Form], date]) -> float:
    """Without a period: the newest of a company's reports, and more clearly so where the question says "latest"."""
    ends = {form: end for (company, form), end in newest.items() if company == filing.company}
    end = place.end or date.min
    periodic = [e for form, e in ends.items() if form is not Form.EIGHT_K] or list(ends.values())
    years = (max(periodic) - end).days / 365.25
    base = 0.8 if filing.form in ANNUAL_FORMS else 0.7
    if wish.periods.latest:
        full = 1.0 if filing.form in ANNUAL_FORMS else 0.95 if filing.form is Form.TEN_Q else 0.9
        return max(0.1, full - 0.3 * max(years, 0.0))
    return max(0.3, base - 0.1 * max(years, 0.0))
