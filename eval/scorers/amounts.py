"""Numbers of golds and replies with what they measure, and when two of them are equal.

Equal means: the same when rounded to the gold's own decimals, or within 1% of the gold. Between units:

- a percentage equals its fraction (18% is 0.18), and a bare number of percent only where the question asks for
  percents;
- percentage points (and basis points) equal a percentage only where the question asks for a change;
- an amount counts in the scale beside it, else in the scale the question asks for, or in single units.
"""

import re
from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal
from enum import StrEnum

from graph.checking.names import name_words, named_spans
from graph.checking.passages import prepare_line
from graph.checking.support import asked_scales
from ingestion.text import SCALE_WORDS, Number, find_numbers, normalise

RELATIVE = Decimal("0.01")
TOLERANCE = "right if equal at the gold's own decimals or within 1%"

_CHANGE = re.compile(
    r"\bchang|\bincreas|\bdecreas|\bimprov|\bdeclin|\bdifference|\bgr[eo]w|\bdrop|\bpoints?\b|\bbps\b|\bjump|vs\.?|compare"
)
_PERCENT = re.compile(r"%|\bpercent")
_MONEY = re.compile(r"\busd\b|\$|\bdollars?\b|\b(?:millions?|billions?|thousands?)\b")
_OUTFLOW = re.compile(
    r"\bcapex\b|capital expenditure|\bpaid\b|\bpay\b|dividend|purchas|repa[iy]|\bspen[dt]|\bcosts?\b|\bexpens"
)
_LATE_SCALE = re.compile(
    r"\s*(?:\((?:in )?(?:usd |us\$ |\$ )?(thousands|millions|billions)\)|in (thousands|millions|billions)\b)"
)
_POINTS = re.compile(r"\s*(?:percentage|%)[ -]points?|\s*(?:pp|ppts?|pts)\b", re.IGNORECASE)
_BASIS = re.compile(r"\s*(?:basis points?|bps)\b", re.IGNORECASE)
_NOUN = re.compile(r"[ -]([a-z][a-z-]+)", re.IGNORECASE)
_NO_NOUN = re.compile(
    r"and|or|in|for|as|at|of|to|from|by|on|with|which|when|after|based|is|was|were|compared|times?|days?|turns|x|usd|us"
    r"|dollars|per|over|during|between|if|rounded|this|that|the|a|but|while|versus|vs|indicating|meaning|respectively"
    r"|million|billion|thousand|percent|than|so|therefore|because|since|expressed|approximately"
)
_ASKS_FIGURE = re.compile(
    r"\bhow (?:much|many)\b|\bquantity\b"
    r"|\bwhat (?:is|was|were) (?!.*\b(?:nature|purpose|agenda|industr|reason|cause|main|key|drove)\b)"
)


class Unit(StrEnum):
    """What a number measures."""

    PERCENT = "percent"
    POINTS = "percentage points"
    MONEY = "money"
    PLAIN = "plain"


@dataclass(frozen=True, slots=True)
class Measure:
    """A number with its unit. `value` is as printed, `scale` the multiplier beside it (1: none stated)."""

    text: str
    value: Decimal
    unit: Unit
    scale: int = 1
    decimals: int = 0
    noun: str = ""
    start: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True)
class Gold:
    """A gold number with what its question asks for."""

    measure: Measure
    scales: frozenset[int]
    asks_percent: bool
    asks_change: bool
    asks_outflow: bool
    question: str


def read_gold(answer: str, question: str) -> Gold | None:
    """The gold as one number, or None where it is not just a number."""
    text = normalise(answer)
    numbers = find_numbers(text)
    if len(numbers) != 1:
        return None
    rest = re.sub(
        r"[$%().\s+-]|usd|percent|million|billion|thousand|mn|bn|times|days|x\b",
        "",
        text.replace(numbers[0].text, "", 1),
    )
    if re.search(r"[^\W_]", rest):
        return None
    return gold_of(_measure(text, numbers[0]), question)


def read_stated_gold(answer: str, question: str) -> Gold | None:
    """The one figure of a gold in words, where the question asks for a figure; None otherwise."""
    found = figures(answer, question)
    asks = _ASKS_FIGURE.search(normalise(question))
    return gold_of(found[0], question) if asks and len(found) == 1 else None


def gold_of(measure: Measure, question: str) -> Gold:
    """A gold measure in the light of its question."""
    asked = normalise(question)
    if measure.unit is Unit.PLAIN and re.search(r"\busd\b", asked):
        measure = Measure(measure.text, measure.value, Unit.MONEY, measure.scale, measure.decimals)
    return Gold(
        measure,
        asked_scales(asked),
        bool(_PERCENT.search(asked)),
        bool(_CHANGE.search(asked)),
        bool(_OUTFLOW.search(asked)),
        asked,
    )


def measures(text: str) -> list[Measure]:
    """The numbers of a text, left to right, with their units; years, periods and labels are left out by the caller."""
    return [_measure(text, number) for number in find_numbers(text)]


def _measure(text: str, number: Number) -> Measure:
    after = text[number.end : number.end + 40]
    value, decimals, scale = number.value, number.decimals, number.scale
    points = _POINTS.match(after)
    basis = _BASIS.match(after)
    late = _LATE_SCALE.match(after)
    if basis:
        value, decimals = value / 100, decimals + 2
    if scale == 1 and late:
        scale = SCALE_WORDS[late[1] or late[2]]
    unit = Unit.PLAIN
    if points or basis:
        unit = Unit.POINTS
    elif number.percent:
        unit = Unit.PERCENT
    elif number.currency or scale > 1:
        unit = Unit.MONEY
    noun = _NOUN.match(after)
    word = noun[1] if noun and not _NO_NOUN.fullmatch(noun[1]) else ""
    return Measure(number.text, value, unit, scale, decimals, word, number.start, number.end)


def comparable(candidate: Measure, gold: Gold) -> list[Decimal]:
    """The values of a reply's number in the gold's unit; empty where it measures something else."""
    counts_others = candidate.noun and candidate.noun not in gold.question
    value = candidate.value
    match gold.measure.unit:
        case Unit.PERCENT:
            if candidate.unit is Unit.PERCENT or (candidate.unit is Unit.POINTS and gold.asks_change):
                return [value]
            if candidate.unit is Unit.PLAIN and not counts_others:
                fraction = [value * 100] if abs(value) <= 2 and candidate.decimals else []
                return [*fraction, value] if gold.asks_percent or not value else fraction
        case Unit.PLAIN | Unit.POINTS:
            if candidate.unit is Unit.PERCENT:
                return [value / 100] if abs(gold.measure.value) < 5 else []
            if candidate.unit in (Unit.PLAIN, Unit.MONEY) and not counts_others:
                return [value * candidate.scale]
            if candidate.unit is Unit.POINTS and gold.measure.unit is Unit.POINTS:
                return [value]
        case Unit.MONEY:
            if candidate.unit in (Unit.MONEY, Unit.PLAIN) and not counts_others:
                return _in_gold_scale(candidate, gold)
    return []


def _in_gold_scale(candidate: Measure, gold: Gold) -> list[Decimal]:
    scales = {gold.measure.scale} if gold.measure.scale > 1 else (gold.scales or {1})
    amount = candidate.value * candidate.scale
    values = [amount / scale for scale in scales]
    return values if candidate.scale > 1 else [candidate.value, *values]


def equal(value: Decimal, gold: Gold) -> bool:
    """Whether a value in the gold's unit equals it, see the module's rules."""
    wanted = gold.measure.value
    if gold.asks_outflow and gold.measure.unit is Unit.MONEY:
        value, wanted = abs(value), abs(wanted)
    if abs(value - wanted) <= abs(wanted) * RELATIVE:
        return True
    unit = Decimal(1).scaleb(-_own_decimals(gold.measure))
    return any(value.quantize(unit, rounding=rule) == wanted for rule in (ROUND_HALF_UP, ROUND_HALF_EVEN))


def _own_decimals(measure: Measure) -> int:
    """Decimals that mean something: "$1577.00" and "$8.70" are padded, "0.50" for a ratio is not."""
    if measure.unit is not Unit.MONEY:
        return measure.decimals
    return max(0, -int(measure.value.normalize().as_tuple().exponent))


def figures(text: str, question: str) -> list[Measure]:
    """The numbers of a text that measure something: no years, periods, note numbers, nor names of the question."""
    line = prepare_line(" ".join(text.split()))
    spans = named_spans(line, None)
    for word in name_words(prepare_line(question)):
        spans += [match.span() for match in re.finditer(rf"\b{re.escape(word)}\b", line)]
    return [found for found in measures(line) if not any(first <= found.start < last for first, last in spans)]
