"""Answers made of figures, one function a shape of question."""

import re
from dataclasses import dataclass, replace

from graph.calculator import CalculatorError, evaluate
from graph.domain import Answer, Calculation
from graph.figures import Computation, Incomputable, describe_period
from graph.knowledge import Knowledge, LineItem
from graph.models.offline.drafting import Draft, Written, calculation_of, write_result
from graph.models.offline.judging import YARDSTICKS
from graph.models.offline.planning import ANCHORS, variants
from graph.models.offline.reading import Desk
from graph.models.offline.request import Request
from ingestion.text import normalise

_NIL_IF_NOT = re.compile(
    r"\bif\b[^.?]*\b(?:not|no|none)\b[^.?]*\b(?:state|answer|say|report|respond|give|return)\s+(?:with\s+)?(?:0|zero|nil)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Measured:
    """A measure of one company: its results, one a period, earliest first."""

    name: str
    key: str
    results: tuple[Computation, ...]

    @property
    def last(self) -> Computation:
        """The result for the period asked for."""
        return self.results[-1]


def measured(desk: Desk, request: Request, company: str, knowledge: Knowledge) -> list[Measured] | list[Incomputable]:
    """Every measure of the request for a company, or what is missing of the first that has no result."""
    done: list[Measured] = []
    for text, name in zip(request.texts, request.names, strict=True):
        missing: list[Incomputable] = []
        for variant in variants(text, knowledge):
            results = desk.results(variant, company)
            missing += [r for r in results if isinstance(r, Incomputable)]
            whole = tuple(r for r in results if isinstance(r, Computation))
            if whole and len(whole) == len(results):
                done.append(Measured(name, text, whole))
                break
        else:
            return missing[:1]
    return done


def answer_figures(request: Request, measures: list[Measured], knowledge: Knowledge) -> Answer | None:
    """The answer in the request's shape; None where no rule says how to judge."""
    measure = measures[0]
    match request.shape:
        case "value":
            return _value(request, measure)
        case "change" if len(measure.results) > 1:
            return _change(request, measure)
        case "trend" if len(measure.results) > 1:
            return _trend(request, measure, knowledge)
        case "sign":
            return _sign(request, measure)
        case "level":
            return _level(request, measure)
        case "largest":
            return _largest(request, measures)
    return None


def answer_nothing_printed(desk: Desk, request: Request, missing: Incomputable, knowledge: Knowledge) -> Answer | None:
    """What to say where the statement is there and the line item is not: nil if asked so, or that the metric is unfit.

    None where the statement was not found, or its page names the item after all: then the figure may just not have
    been read, and nothing is claimed.
    """
    absent = knowledge.items[missing.missing[0].item]
    anchors = [f for f in desk.looked_up if f.figure.statement is absent.statement]
    texts = {(e.doc, e.page): e.text for e in desk.evidence}
    pages = [texts.get((a.figure.doc, a.figure.page)) for a in anchors]
    wanted = ANCHORS.get(absent.statement)
    if not wanted or len(anchors) < len(wanted) or any(text is None or _is_named(absent, text) for text in pages):
        return None
    statement = absent.statement.value.replace("_", " ")
    whose = f"{_possessive(missing.company)} {statement} for {describe_period(missing.period)}"
    where = f"{whose} shows no {absent.name.lower()}"
    metric = knowledge.metrics.get(request.texts[0])
    draft = Draft()
    draft.use(anchors)
    draft.numbers.clear()
    if asks_for_nil(desk.turn.question.text):
        return draft.answer(f"{where}: 0.")
    if metric and metric.unsuited:
        return draft.answer(f"{metric.name} is not a meaningful measure for {missing.company}: {where}.")
    return None


def asks_for_nil(question: str) -> bool:
    """Whether the question wants 0 stated where nothing is printed."""
    return bool(_NIL_IF_NOT.search(question))


def _is_named(item: LineItem, text: str) -> bool:
    plain = normalise(text)
    return any(normalise(label) in plain for label in (*item.labels, *item.synonyms) if len(label) > 6)


def _value(request: Request, measure: Measured) -> Answer:
    if len(measure.results) > 1:
        return _each_period(request, measure)
    result = measure.last
    written = write_result(result, request.style)
    draft = Draft()
    draft.use(result.operands)
    text = f"{_owner(result)} {_low(measure.name)} for {describe_period(result.period)} was {written.text}."
    return draft.answer(text + _how(request, result), written.value, calculation_of(result))


def _each_period(request: Request, measure: Measured) -> Answer:
    """One figure a period, the latest last."""
    draft = Draft()
    told = []
    for result in measure.results:
        draft.use(result.operands)
        told.append(f"{write_result(result, request.style).text} for {describe_period(result.period)}")
    last = measure.last
    text = f"{_owner(last)} {_low(measure.name)} was {', '.join(told[:-1])} and {told[-1]}."
    steps = ", ".join(result.expression for result in measure.results)
    # one expression that holds every figure as a step, so that the check can recompute each of them
    expression = f"max({steps})"
    calculation = Calculation(expression=expression, result=evaluate(expression)) if calculation_of(last) else None
    return draft.answer(text + _how(request, last), write_result(last, request.style).value, calculation)


def _change(request: Request, measure: Measured) -> Answer | None:
    pair = _pair(request, measure)
    if pair is None:
        return None
    return pair.draft.answer(f"{pair.told}.{_how(request, measure.last)}", pair.difference.value, pair.calculation)


def _trend(request: Request, measure: Measured, knowledge: Knowledge) -> Answer | None:
    pair = _pair(request, measure)
    if pair is None:
        return None
    delta = pair.calculation.result
    metric = knowledge.metrics.get(measure.key)
    good = -1 if metric and metric.better == "lower" else 1
    wanted = {"up": delta > 0, "down": delta < 0, "better": delta * good > 0, "worse": delta * good < 0}
    if request.direction == "either":
        verdict = "is unchanged" if not delta else "improved" if delta * good > 0 else "declined"
        text = f"It {verdict}: {pair.told}."
    else:
        text = f"{'Yes' if wanted[request.direction] else 'No'}, {pair.told}."
    return pair.draft.answer(text + _how(request, measure.last), None, pair.calculation)


def _sign(request: Request, measure: Measured) -> Answer:
    result = measure.last
    written = write_result(result, request.style)
    draft = Draft()
    draft.use(result.operands)
    positive = result.result > 0
    holds = positive != (request.direction == "down")
    text = (
        f"{'Yes' if holds else 'No'}, {_owner(result)} {_low(measure.name)} for {describe_period(result.period)} "
        f"was {written.text}, which is {'positive' if positive else 'negative' if result.result else 'nil'}."
    )
    return draft.answer(text + _how(request, result), written.value, calculation_of(result))


def _level(request: Request, measure: Measured) -> Answer | None:
    yardstick = YARDSTICKS.get(measure.key)
    if yardstick is None:
        return None
    result = measure.last
    written = write_result(result, request.style)
    draft = Draft()
    draft.use(result.operands)
    holds = yardstick.holds(result.result)
    text = (
        f"{'Yes' if holds else 'No'}, {_owner(result)} {_low(measure.name)} for {describe_period(result.period)} "
        f"was {written.text}: {yardstick.met if holds else yardstick.missed}."
    )
    return draft.answer(text + _how(request, result), written.value, calculation_of(result))


def _largest(request: Request, measures: list[Measured]) -> Answer:
    ordered = sorted(measures, key=lambda m: m.last.result, reverse=not request.least)
    draft = Draft()
    for measure in ordered:
        draft.use(measure.last.operands)
    written = {m.name: write_result(m.last, request.style).text for m in ordered}
    best = ordered[0]
    rest = "; ".join(f"{_low(m.name)} was {written[m.name]}" for m in ordered[1:])
    text = (
        f"{best.name}, at {written[best.name]}, was the {'lowest' if request.least else 'highest'} for "
        f"{best.last.company} in {describe_period(best.last.period)}; {rest}."
    )
    value = write_result(best.last, request.style).value
    return draft.answer(text, value, calculation_of(best.last))


@dataclass(frozen=True, slots=True)
class _Pair:
    """Two periods side by side: how the measure moved, in words and as a calculation."""

    told: str
    difference: Written
    calculation: Calculation
    draft: Draft


def _pair(request: Request, measure: Measured) -> _Pair | None:
    """The first and the last period; None where their figures are on different scales."""
    first, last = measure.results[0], measure.last
    if first.scale != last.scale:
        return None
    expression = f"({last.expression}) - ({first.expression})"
    try:
        delta = evaluate(expression)
    except CalculatorError:
        return None
    draft = Draft()
    draft.use((*first.operands, *last.operands))
    before, after = write_result(first, request.style), write_result(last, request.style)
    decimals = max(0, -int(after.value.number.as_tuple().exponent))
    style = replace(request.style, decimals=decimals)
    size = write_result(last, style, exact=abs(delta)).text
    if last.unit == "percent" or (request.style.percent and last.unit == "ratio"):
        size = f"{size.removesuffix('%')} percentage points"
    what, move = f"{_owner(last)} {_low(measure.name)}", ("rose", "a rise") if delta > 0 else ("fell", "a fall")
    when = describe_period(first.period), describe_period(last.period)
    told = f"{what} {move[0]} from {before.text} in {when[0]} to {after.text} in {when[1]}, {move[1]} of {size}"
    if not delta:
        told = f"{what} was {after.text} in both {when[0]} and {when[1]}"
    difference = write_result(last, style, exact=delta)
    return _Pair(told, difference, Calculation(expression=expression, result=delta), draft)


def _how(request: Request, result: Computation) -> str:
    """How the figure was computed, in words; nothing where the question said it, or the figure is printed."""
    if request.defined or not result.definition or calculation_of(result) is None:
        return ""
    return f" Computed as {result.definition}."


def _owner(result: Computation) -> str:
    return _possessive(result.company)


def _possessive(name: str) -> str:
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def _low(name: str) -> str:
    return name[0].lower() + name[1:] if name[1:2].islower() else name
