"""Reading a question into a request: clause, names of measures, periods and definitions put together."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from graph.domain import Period, Plan
from graph.knowledge import Knowledge
from graph.knowledge.types import Unit
from graph.models.offline import asking, asking_parts
from graph.models.offline.definitions import read_definition
from graph.models.offline.givens import find_definition
from graph.models.offline.leftovers import Leftovers
from graph.models.offline.mentions import Mention
from graph.models.offline.over_time import OverTime, average, compound, difference, growth
from graph.models.offline.request import UNREAD, Request, Words
from graph.models.offline.style import style_of
from graph.understanding.periods import find_periods
from ingestion.domain import PageKind

_CASH_FLOWS = {
    "operating_cash_flow": re.compile(r"operati(?:ons|ng)", re.IGNORECASE),
    "investing_cash_flow": re.compile("investing", re.IGNORECASE),
    "financing_cash_flow": re.compile("financing", re.IGNORECASE),
}
_MOST_YEARS = 5
_SUMMED = frozenset({PageKind.INCOME_STATEMENT, PageKind.BALANCE_SHEET})
"""Statements whose line items filings split into parts."""
_MOVES = re.compile(r"(\w+) (?:- prior\(\1\)|/ prior\(\1\) - 1)")
"""The expression of a metric that is the change or the growth of another measure."""
_SHARE = r"(?:share|percent(?:age)?|portion|fraction|proportion)"
_SHARE_OF = re.compile(rf"\b{_SHARE}\s+of\s+(?:(?:the|its|their|fy\s?\d+|fiscal|\d{{4}}|total)\s+)*$", re.IGNORECASE)
_AS_SHARE_OF = re.compile(
    rf"\s*(?:as\s+)?(?:a\s+)?(?:(?:{_SHARE}|%)\s+of|divided\s+by|relative\s+to)\s+(?:the\s+|its\s+|total\s+)*",
    re.IGNORECASE,
)
_RATIO_OF = re.compile(r"\bratio\s+of\s+(?:the\s+|its\s+)?$", re.IGNORECASE)


def read_request(
    question: str, plan: Plan, knowledge: Knowledge, words: Words, latest: Period, tickers: Sequence[str] = ()
) -> Request:
    """What a question wants. `latest` is the period meant where the question names none.

    `tickers` are those that the filings print of the companies asked about.
    """
    names = (*_names(plan, knowledge), *tickers)
    clause, mentions = "", list[Mention]()
    for clause in asking.clauses(question):
        plain = asking.without_sources(asking.without_names(clause, names))
        weak = [m for m in words.weak.find(plain) if asking.stands_alone(plain[m.end :])]
        if mentions := words.names.find(plain) or weak:
            break
    else:
        clause = asking.main_clause(question)
    target, years = _periods(plan, latest)
    base = Request(
        "text",
        clause,
        (target,),
        style=style_of(question),
        yes_no=asking.is_yes_no(clause),
        expected=asking.is_expectation(clause),
        company_names=names,
    )
    part = _part(question, base, mentions, knowledge)
    if part is not None:
        return part
    if not mentions or asking.asks_for_words(clause) or target.year is None:
        return base
    many = len(plan.companies) > 1
    return _Reader(question, base, mentions, target.year, years, names, many, knowledge, words).request()


def _part(question: str, base: Request, mentions: Sequence[Mention], knowledge: Knowledge) -> Request | None:
    """Which segment, region or product is first by a line item; None where that is not what is asked."""
    dimension, first = asking_parts.part_asked_for(base.clause), asking_parts.extreme(base.clause)
    if dimension is None or first is None or base.expected or base.periods[-1].year is None:
        return None
    by, least = first
    measures = [_moved(m.key, knowledge) for m in mentions]
    items = [key for key in measures if key in knowledge.items and knowledge.items[key].statement in _SUMMED]
    if (mentions and not items) or (not mentions and by == "level"):
        return None
    if asking.is_narrowed(asking_parts.without_parts(asking.without_names(question, base.company_names))):
        return None
    item = items[0] if items else "revenue"
    names = (knowledge.items[item].name,)
    return replace(base, shape="part", texts=(item,), names=names, dimension=dimension, by=by, least=least)


def _moved(key: str, knowledge: Knowledge) -> str:
    """The measure that a metric of growth is the growth of; any other key as it is."""
    metric = knowledge.metrics.get(key)
    moves = _MOVES.fullmatch(metric.default.expression.source) if metric else None
    return moves[1] if moves else key


def _names(plan: Plan, knowledge: Knowledge) -> tuple[str, ...]:
    """Names of the companies asked about, as the catalogue spells them and as people do."""
    known = [c for c in knowledge.companies if {c.name, *c.others} & set(plan.companies)]
    return tuple(dict.fromkeys((*plan.companies, *(n for c in known for n in (c.name, *c.others, *c.tickers)))))


def _periods(plan: Plan, latest: Period) -> tuple[Period, tuple[int, ...]]:
    """The period asked for (the last one named), and all years named."""
    named = [p for p in plan.periods if p.year is not None]
    if not named:
        return latest, ()
    target = max(named, key=lambda p: (p.year or 0, p.quarter or (2 * p.half if p.half else 5)))
    return target, tuple(sorted({p.year for p in named if p.year is not None}))


@dataclass(frozen=True)
class _Reader:
    """Puts clause, mentions and periods together."""

    question: str
    base: Request
    mentions: list[Mention]
    year: int
    years: tuple[int, ...]
    names: tuple[str, ...]
    many: bool
    knowledge: Knowledge
    words: Words

    @property
    def clause(self) -> str:
        return self.base.clause

    @property
    def subject(self) -> Mention:
        """What is asked about: the first metric named, else the first line item."""
        return next((m for m in self.mentions if m.kind == "metric"), self.mentions[0])

    @cached_property
    def left(self) -> Leftovers:
        """What the clause says beside measure, company and period."""
        return Leftovers(self.clause, self.mentions, self.subject, self.names, self.knowledge)

    @property
    def gap(self) -> int:
        """Years between the earliest and the last year named, at least one."""
        return max(1, self.year - min(self.years, default=self.year))

    def request(self) -> Request:
        """The request, by the first reading that fits."""
        text, name, defined = self._measure()
        percent = self.base.style.percent or self._unit() == "percent"
        restated = asking.is_restatement(self.question) and asking.names_change(self.clause)
        base = replace(
            self.base,
            texts=(text,),
            names=(name,),
            defined=defined,
            narrowed=self.left.narrow() or restated,
            needs=tuple(dict.fromkeys((*self.left.leading, *map(str.casefold, self.left.words)))),
            part_of=text if self._may_name_part(text) else "",
            style=replace(self.base.style, percent=percent),
        )
        compared, end = self._compared(), asking.superlative(self.clause)
        if len(compared) > 1 and end:
            names = tuple(self._name(key) for key in compared)
            return replace(base, shape="largest", texts=compared, names=names, least=end == "least")
        if self.many and asking.compares_companies(self.clause):
            return replace(base, shape="value", least=asking.asks_for_less(self.clause))
        if asking.asks_for_list(self.clause):
            return self.base
        if quotient := self._quotient():
            first, second = quotient
            label = f"{self._name(first)} to {self._name(second).lower()}"
            style = replace(base.style, percent=True)
            return replace(base, shape="value", texts=(f"({first}) / ({second})",), names=(label,), style=style)
        if moving := self._moving(text):
            way = asking.direction_of(self.clause) or "up"
            return self._paired(
                replace(base, shape="trend", texts=(moving,), names=(self._name(moving),), direction=way)
            )
        if over := self._over_time(text):
            style = replace(base.style, percent=True) if over.percent else base.style
            return replace(base, shape="value", texts=(over.text,), names=(over.name(name),), style=style)
        return self._plain(base)

    def _plain(self, base: Request) -> Request:
        """Readings of a measure as it stands."""
        way = asking.direction_of(self.left.rest)
        if way and (base.yes_no or way in ("better", "worse", "either")):
            return self._paired(replace(base, shape="trend", direction=way))
        if base.yes_no:
            sign = asking.sign_of(self.clause)
            return replace(base, shape="sign" if sign else "level", direction="down" if sign == "negative" else "up")
        if way or asking.names_change(self.left.rest):
            return self._paired(replace(base, shape="change"))
        periods = base.periods if self._grows(base.texts[0]) else self._each_year()
        return replace(base, shape="value", periods=periods, narrowed=base.narrowed or self.left.ask_otherwise())

    def _measure(self) -> tuple[str, str, bool]:
        """What compute_metric shall compute, what to call it, and whether the question defines it."""
        key = self.subject.key
        name = self._name(key)
        given = find_definition(self.question)
        if given is None or not self._is_arithmetic(given.text):
            return key, name, False
        text = read_definition(given.text, self.year, self.words.plain)
        if text is None:
            return UNREAD, name, True
        defined = {m.key for m in self.words.names.find(given.name)}
        if key in defined or not defined:
            return text, name, True
        source = self.knowledge.metrics[key].default.expression.source if key in self.knowledge.metrics else ""
        for part in sorted(defined):
            if re.search(rf"\b{part}\b", source):
                return re.sub(rf"\b{part}\b", f"({text})", source), name, True
        return key, name, False

    def _is_arithmetic(self, text: str) -> bool:
        """Whether it computes something, and is no mere word about the answer."""
        signs = re.search(r"[-+*/÷×]|\b(?:divided|plus|minus|less|average)\b", text)
        return bool(signs) and bool(self.words.plain.find(text))

    def _over_time(self, text: str) -> OverTime | None:
        """Averages over years, compound and simple growth, as one expression seen from the last year."""
        over = asking.average_of(self.clause)
        if asking.is_compound(self.clause) and len(self.years) > 1:
            items = [m.key for m in self.mentions if m.kind == "item"]
            return compound(items[0] if items else "revenue", self.gap)
        if over and not self.subject.start <= over[0] < self.subject.end:
            count = over[1] or (self.gap + 1 if len(self.years) > 1 else 1)
            return average(text, count) if count > 1 else None
        if moving := self._grows(text):
            return growth(moving, self.gap) if self.gap > 1 else None
        change = asking.change_before(self.clause[: self.subject.start])
        yearly = asking.is_year_over_year(self.clause)
        if self._is_share():
            return difference(text, self.gap) if change and not self.base.yes_no else None
        if yearly or change == "growth" or (change and self.base.style.percent):
            return growth(text, self.gap)
        return None

    def _quotient(self) -> tuple[str, str] | None:
        """Two measures of which the clause wants the share: "what share of net income was paid as dividends"."""
        if len(self.mentions) < 2:
            return None
        first, second = self.mentions[:2]
        plain = asking.without_names(self.clause, self.names)
        before, between = plain[: first.start], plain[first.end : second.start]
        if _SHARE_OF.search(before):
            return second.key, first.key
        if _AS_SHARE_OF.fullmatch(between) or (between.strip() == "to" and _RATIO_OF.search(before)):
            return first.key, second.key
        return None

    def _may_name_part(self, text: str) -> bool:
        """Whether words are left that may name a segment, region or product of a line item."""
        summed = text in self.knowledge.items and self.knowledge.items[text].statement in _SUMMED
        return summed and not self.many and bool(self.left.words or self.left.after_names)

    def _moving(self, text: str) -> str | None:
        """What moves, in a yes-or-no question that names its growth or change as a measure of its own."""
        metric = self.knowledge.metrics.get(text)
        moves = _MOVES.fullmatch(metric.default.expression.source) if metric else None
        return moves[1] if moves and self.base.yes_no and not asking.is_high_growth(self.clause) else None

    def _grows(self, text: str) -> str | None:
        """What a growth metric is the growth of."""
        metric = self.knowledge.metrics.get(text)
        moves = _MOVES.fullmatch(metric.default.expression.source) if metric else None
        return moves[1] if moves and metric and metric.unit == "percent" else None

    def _compared(self) -> tuple[str, ...]:
        """Line items named side by side; the parts of a cash flow statement also by their short names."""
        parts = tuple(key for key, word in _CASH_FLOWS.items() if word.search(self.clause))
        if len(parts) > 1 and re.search(r"activit|cash\s*flow", self.clause, re.IGNORECASE):
            return parts
        return tuple(dict.fromkeys(m.key for m in self.mentions if m.kind == "item"))

    def _each_year(self) -> tuple[Period, ...]:
        """The years the clause itself names side by side, where there are several; else the period asked for."""
        years = find_periods(self.clause).years
        target = self.base.periods[-1]
        if not 1 < len(years) <= _MOST_YEARS or target.year != years[-1]:
            return self.base.periods
        return tuple(Period(year=year, quarter=target.quarter, half=target.half) for year in years)

    def _paired(self, request: Request) -> Request:
        """The same request over two periods: the earliest named, else a year before, and the one asked for."""
        target = request.periods[-1]
        first = self.years[0] if len(self.years) > 1 else self.year - 1
        return replace(request, periods=(Period(year=first, quarter=target.quarter, half=target.half), target))

    def _is_share(self) -> bool:
        return self._unit() in ("percent", "ratio", "times", "days")

    def _unit(self) -> Unit | None:
        metric = self.knowledge.metrics.get(self.subject.key)
        return metric.unit if metric else None

    def _name(self, key: str) -> str:
        return self.knowledge.metrics[key].name if key in self.knowledge.metrics else self.knowledge.items[key].name
