"""What a question wants computed: which measure, of which periods, in which shape of answer.

The question is read clause by clause: instructions ("base your answer on the balance sheet") and conditions ("if the
ratio is not relevant, say so") are set aside, a definition is read on its own, and the main clause tells the rest.
"""

import re
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from graph.domain import Period, Plan
from graph.knowledge import Knowledge
from graph.models.offline.definitions import find_definition, read_definition
from graph.models.offline.mentions import Mention, Vocabulary, sentences
from graph.models.offline.style import Style, style_of
from graph.understanding.terms import core_of

Shape = Literal["value", "change", "trend", "sign", "level", "largest", "text"]
"""value: one figure. change: how much it moved. trend: did it rise, or improve. sign: is it positive. level: is it
high or healthy. largest: which of several. text: words, not a figure."""

Direction = Literal["up", "down", "better", "worse", "either"]

_ASKS = re.compile(
    r"\b(?:what|how|which|who|when|where|why|does|do|did|is|are|was|were|has|have|can|could|will|would|should|among)\b",
    re.I,
)
_YES_NO = re.compile(r"(?:does|do|did|is|are|was|were|has|have|can|could|will|would|should)\b", re.I)
_WHY = re.compile(
    r"\b(?:why|drove|driven|drivers?|drives|reasons?|caused?|explains?|attribut(?:ed|able) to (?!share|stock|common|the (?:company|parent))"
    r"|factors?|nature|purpose|describe|list|summari[sz]e|discuss|impact|due to|because)\b",
    re.I,
)
_UP = re.compile(r"\b(?:increas\w*|grow\w*|grew|ris(?:e|en|ing)|rose|higher|expand\w*|accelerat\w*|climb\w*)\b", re.I)
_DOWN = re.compile(
    r"\b(?:decreas\w*|declin\w*|fall(?:en|ing)?|fell|drop\w*|lower|contract(?:ed|ing)?|shr[aiu]nk\w*|reduc\w*|decelerat\w*)\b",
    re.I,
)
_BETTER = re.compile(r"\bimprov\w*|\bbetter\b|\bstrengthen\w*", re.I)
_WORSE = re.compile(r"\bwors\w*|\bdeteriorat\w*|\bweaken\w*", re.I)
_MOST = re.compile(r"\b(?:most|highest|largest|biggest|greatest|least|lowest|smallest|more|less|higher|lower)\b", re.I)
_LEAST = re.compile(r"\b(?:least|lowest|smallest)\b", re.I)
_CHANGE = re.compile(r"\bchang\w*\b", re.I)
_CHANGE_BEFORE = re.compile(
    r"\b(?:(?P<growth>growth(?:\s+rate)?)|change|increase|decrease|difference)\s+(?:of|in|for)\s+(?:the\s+|its\s+|their\s+|total\s+)?$",
    re.I,
)
_YOY = re.compile(r"year[- ]over[- ]year|\byoy\b|\by/y\b|percent(?:age)? change|\bgrowth rate\b", re.I)
_AVERAGE = re.compile(
    r"\b(?:(?P<n>\d|two|three|four|five)[- ]years?\s+)?average\b(?!\s+(?:common|share|number|diluted|basic|price|rate))",
    re.I,
)
_CAGR = re.compile(r"\bcagr\b|compound(?:ed)? annual growth", re.I)
_SOURCE = re.compile(
    r"(?:from|in|on|within|of|using|by)?\s*(?:the\s+)?(?:consolidated\s+)?"
    r"(?:statements?\s+of\s+(?:cash\s+flows?|income|operations|earnings|financial\s+position)"
    r"|(?:cash\s+flow|income|p&l|profit\s+and\s+loss)\s+statements?|balance\s+sheets?)",
    re.I,
)
_HIGH_GROWTH = re.compile(r"\bhigh[- ]growth\b", re.I)
_SIGN = re.compile(r"\b(?:positive|negative|pays?|paid|reports?|reported|records?|recorded|have any|hold any)\b", re.I)
_CASH_FLOWS = {
    "operating_cash_flow": r"operati(?:ons|ng)",
    "investing_cash_flow": "investing",
    "financing_cash_flow": "financing",
}
_LISTS = re.compile(
    r"^(?:which|who|when|where)\b|^what\s+(?:are|were)\s+(?:the\s+|some\s+)?(?:major|main|key|primary|top|different|two|three|four|five)\b",
    re.I,
)
_IF = re.compile(r"^(?:if|in case|where|when)\b", re.I)
_NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5}

_QUALIFIERS = re.compile(
    r"\b(?:segments?|regions?|regional|geograph\w*|countr(?:y|ies)|domestic|international|overseas|foreign|u\.s\.|product lines?|divisions?"
    r"|brands?|categor(?:y|ies)|channels?|organic\w*|comparable|same[- ]store|constant currency|exclud\w*|pro forma|non[- ]?gaap"
    r"|adjusted|normali[sz]ed|expect\w*|forecast\w*|guidance|outlook|project(?:ed|ion)|target\w*|estimat\w*|budget\w*|hypothetical"
    r"|instruments?|securit(?:y|ies)|customers?|suppliers?|employees?|real change|events?|potential|stable)\b"
    r"|\bUS\b(?!\s*(?:\$|dollars?|d\b|gaap))",
)
"""Words that narrow a figure to less than the whole company, or to something no statement prints."""


@dataclass(frozen=True, slots=True)
class Request:
    """A question as something to compute. `texts` are what compute_metric takes: keys, or expressions over keys.

    `names` are what the answer calls them. `periods` run from the earliest to the one asked for; a shape that
    compares has two. `qualified` tells that the question narrows the figure in a way no line item does.
    """

    shape: Shape
    texts: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    periods: tuple[Period, ...] = ()
    style: Style = field(default_factory=Style)
    direction: Direction = "up"
    yes_no: bool = False
    least: bool = False
    qualified: bool = False
    defined: bool = False
    clause: str = ""


def read_request(question: str, plan: Plan, knowledge: Knowledge, words: "Words", latest: Period) -> Request:
    """What a question wants. `latest` is the period meant where the question names none."""
    clause = main_clause(question)
    mentions = words.names.find(_without_sources(clause))
    target, spans = _periods(plan, latest)
    style = style_of(question)
    yes_no = bool(_YES_NO.match(clause))
    if not mentions or _WHY.search(clause):
        return Request("text", style=style, yes_no=yes_no, clause=clause, periods=(target,))
    return _Reader(question, clause, mentions, target, spans, style, knowledge, words).request(yes_no=yes_no)


@dataclass(frozen=True)
class Words:
    """The vocabularies: all names, and those without arithmetic of their own."""

    names: Vocabulary
    plain: Vocabulary

    @classmethod
    def of(cls, knowledge: Knowledge) -> "Words":
        """Both, from the knowledge files."""
        return cls(Vocabulary(knowledge), Vocabulary(knowledge, plain=True))


def main_clause(question: str) -> str:
    """The clause that asks, from its asking word on; how it wants to be answered is left out."""
    core = [s for s in sentences(core_of(question)) if not _IF.match(s)] or [question]
    sentence = next((s for s in core if s.endswith("?")), core[0])
    start = _ASKS.search(sentence)
    return sentence[start.start() if start else 0 :].strip()


def _without_sources(clause: str) -> str:
    """Statements named as sources are blanked, so that "cash flow statement" is no cash flow; places are kept."""
    return _SOURCE.sub(lambda match: " " * len(match.group()), clause)


def _periods(plan: Plan, latest: Period) -> tuple[Period, tuple[int, ...]]:
    """The period asked for (the last one named), and all years named."""
    named = [p for p in plan.periods if p.year is not None]
    if not named:
        return latest, ()
    target = max(named, key=lambda p: (p.year or 0, p.quarter or (2 * p.half if p.half else 5)))
    return target, tuple(sorted({p.year for p in named if p.year is not None}))


class _Reader:
    """Puts clause, mentions and periods together; each method is one reading of the clause."""

    def __init__(
        self,
        question: str,
        clause: str,
        mentions: list[Mention],
        target: Period,
        years: tuple[int, ...],
        style: Style,
        knowledge: Knowledge,
        words: Words,
    ) -> None:
        self.question, self.clause, self.mentions = question, clause, mentions
        self.target, self.years, self.style = target, years, style
        self.knowledge, self.words = knowledge, words
        self.subject = next((m for m in mentions if m.kind == "metric"), mentions[0])
        self.before, self.after = clause[: self.subject.start], clause[self.subject.end :]

    def request(self, *, yes_no: bool) -> Request:
        """The request, by the first reading that fits."""
        text, name, defined = self._measure()
        common: dict[str, Any] = {
            "style": self.style,
            "yes_no": yes_no,
            "qualified": bool(_QUALIFIERS.search(self._rest())),
            "defined": defined,
            "clause": self.clause,
        }
        items = self._compared()
        if len(items) > 1 and _MOST.search(self.clause) and not _QUALIFIERS.search(self._rest()):
            names = tuple(self.knowledge.items[key].name for key in items)
            return Request("largest", items, names, (self.target,), least=bool(_LEAST.search(self.clause)), **common)
        if _LISTS.search(self.clause):
            return Request("text", periods=(self.target,), **common)
        if base := self._changing(text, yes_no=yes_no):
            name = (
                self.knowledge.metrics[base].name if base in self.knowledge.metrics else self.knowledge.items[base].name
            )
            found = self._direction(self.clause) or "up"
            return Request("trend", (base,), (name,), (self._earlier(), self.target), direction=found, **common)
        growth = self._over_time(text)
        if growth is not None:
            return Request("value", (growth.text,), (growth.name(name),), (self.target,), **growth.styled(common))
        pair = (self._earlier(), self.target)
        direction = self._direction()
        if direction and (yes_no or direction in ("better", "worse", "either")):
            return Request("trend", (text,), (name,), pair, direction=direction, **common)
        if yes_no:
            shape: Shape = "sign" if _SIGN.search(self.clause) else "level"
            down: Direction = "down" if re.search(r"\bnegative\b", self.clause, re.I) else "up"
            return Request(shape, (text,), (name,), (self.target,), direction=down, **common)
        if _CHANGE.search(self._rest()) or direction:
            return Request("change", (text,), (name,), pair, **common)
        return Request("value", (text,), (name,), (self.target,), **common)

    def _measure(self) -> tuple[str, str, bool]:
        """What compute_metric shall compute, what to call it, and whether the question defines it."""
        key = self.subject.key
        metric = self.knowledge.metrics.get(key)
        name = metric.name if metric else self.knowledge.items[key].name
        given = find_definition(self.question)
        if given is None:
            return key, name, False
        text = read_definition(given.text, self.target.year or 0, self.words.plain)
        if text is None:
            return key, name, False
        defined = {m.key for m in self.words.names.find(given.name)}
        if key in defined or not defined:
            return text, name, True
        for part in sorted(defined & set(self.knowledge.metrics)):
            source = metric.default.expression.source if metric else ""
            if re.search(rf"\b{part}\b", source):
                return re.sub(rf"\b{part}\b", f"({text})", source), name, True
        return key, name, False

    def _over_time(self, text: str) -> "_OverTime | None":
        """Averages over years, compound and simple growth, as one expression seen from the last year."""
        gap = (self.target.year or 0) - min(self.years, default=self.target.year or 0)
        average = _AVERAGE.search(self.clause)
        if _CAGR.search(self.clause) and gap:
            base = self._base_item()
            return _OverTime(f"({base} / prior({base}, {gap})) ** (1 / {gap}) - 1", "{} CAGR", percent=True)
        if average and not self._average_is_named():
            count = _count(average["n"]) or gap + 1
            terms = [text, *(_prior(text, back) for back in range(1, count))]
            return _OverTime(f"avg({', '.join(terms)})", f"{count}-year average of {{}}") if count > 1 else None
        metric = self.knowledge.metrics.get(text)
        if metric and metric.key.endswith("_growth"):
            base = metric.key.removesuffix("_growth")
            return None if base not in self.knowledge.items or gap < 2 else self._growth(base, gap)
        change = _CHANGE_BEFORE.search(self.before)
        if (change and (change["growth"] or self.style.percent or _YOY.search(self.clause))) and not self._is_share(
            text
        ):
            return self._growth(text, max(1, gap))
        if _YOY.search(self.clause) and not self._is_share(text):
            return self._growth(text, max(1, gap))
        if change and self._is_share(text):
            return _OverTime(f"({text}) - {_prior(text, max(1, gap))}", "Change in {}", percent=True)
        return None

    def _growth(self, text: str, gap: int) -> "_OverTime":
        return _OverTime(f"({text}) / {_prior(text, gap)} - 1", "Growth of {}", percent=True)

    def _is_share(self, text: str) -> bool:
        metric = self.knowledge.metrics.get(self.subject.key)
        return metric is not None and metric.unit in ("percent", "ratio", "times", "days")

    def _average_is_named(self) -> bool:
        """Whether "average" belongs to the measure's own name or definition."""
        average = _AVERAGE.search(self.clause)
        return average is not None and self.subject.start <= average.start() < self.subject.end

    def _base_item(self) -> str:
        items = [m.key for m in self.mentions if m.kind == "item"]
        return items[0] if items else "revenue"

    def _earlier(self) -> Period:
        year = self.target.year or 0
        before = [y for y in self.years if y < year]
        return Period(year=before[0] if before else year - 1, quarter=self.target.quarter, half=self.target.half)

    def _compared(self) -> tuple[str, ...]:
        """Line items the clause names side by side; the three parts of a cash flow statement also by their short names."""
        parts = [key for key, word in _CASH_FLOWS.items() if re.search(word, self.clause, re.I)]
        if len(parts) > 1 and re.search(r"activit|cash\s*flow", self.clause, re.I):
            return tuple(parts)
        return tuple(dict.fromkeys(m.key for m in self.mentions if m.kind == "item"))

    def _changing(self, text: str, *, yes_no: bool) -> str | None:
        """What moves, in a yes-or-no question that names its growth or change as a measure of its own."""
        base = text.removesuffix("_growth").removesuffix("_change")
        known = base in self.knowledge.items or base in self.knowledge.metrics
        return base if yes_no and base != text and known and not _HIGH_GROWTH.search(self.clause) else None

    def _direction(self, rest: str | None = None) -> Direction | None:
        rest = self._rest() if rest is None else rest
        if _BETTER.search(rest):
            return "either" if _WORSE.search(rest) or _DOWN.search(rest) else "better"
        if _WORSE.search(rest):
            return "worse"
        if _HIGH_GROWTH.search(self.clause):
            return None
        up, down = _UP.search(rest), _DOWN.search(rest)
        if up and down:
            return "either"
        return "up" if up else "down" if down else None

    def _rest(self) -> str:
        """The clause without the names of measures."""
        rest = self.clause
        for mention in self.mentions:
            rest = rest[: mention.start] + " " * (mention.end - mention.start) + rest[mention.end :]
        return _without_sources(rest)


@dataclass(frozen=True, slots=True)
class _OverTime:
    """An expression over several years, and how the answer names it."""

    text: str
    pattern: str
    percent: bool = False

    def name(self, name: str) -> str:
        if not self.pattern.startswith("{}") and name[1:2].islower():
            name = name[0].lower() + name[1:]
        return self.pattern.format(name)

    def styled(self, common: dict[str, Any]) -> dict[str, Any]:
        """The same arguments, with percent where the measure is one."""
        return {**common, "style": replace(common["style"], percent=True)} if self.percent else common


def _prior(text: str, back: int) -> str:
    return f"prior({text})" if back == 1 else f"prior({text}, {back})"


def _count(word: str | None) -> int | None:
    return None if word is None else int(word) if word.isdigit() else _NUMBERS[word.lower()]
