"""Answers made of figures, one function a shape of question."""

from dataclasses import dataclass

from graph.calculator import CalculatorError, evaluate
from graph.domain import Answer, Calculation
from graph.figures import Computation, Incomputable, describe_period
from graph.knowledge import Knowledge
from graph.models.offline.drafting import Draft, Written, calculation_of, write_result
from graph.models.offline.judging import YARDSTICKS
from graph.models.offline.planning import variants
from graph.models.offline.reading import Desk
from graph.models.offline.request import Request


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


def _value(request: Request, measure: Measured) -> Answer:
    result = measure.last
    written = write_result(result, request.style)
    draft = Draft()
    draft.use(result.operands)
    text = f"{_owner(result)} {_low(measure.name)} for {describe_period(result.period)} was {written.text}."
    return draft.answer(text + _how(request, result), written.value, calculation_of(result))


def _change(request: Request, measure: Measured) -> Answer | None:
    pair = _pair(request, measure)
    if pair is None:
        return None
    text = (
        f"{_owner(measure.last)} {_low(measure.name)} {pair.verb} from {pair.before.text} in {pair.first} "
        f"to {pair.after.text} in {pair.last}{pair.by}."
    )
    return pair.draft.answer(text + _how(request, measure.last), pair.difference.value, pair.calculation)


def _trend(request: Request, measure: Measured, knowledge: Knowledge) -> Answer | None:
    pair = _pair(request, measure)
    if pair is None:
        return None
    delta = pair.calculation.result
    metric = knowledge.metrics.get(measure.key)
    good = -1 if metric and metric.better == "lower" else 1
    moved = (
        f"{_owner(measure.last)} {_low(measure.name)} {pair.verb} from {pair.before.text} in {pair.first} "
        f"to {pair.after.text} in {pair.last}{pair.by}"
    )
    wanted = {"up": delta > 0, "down": delta < 0, "better": delta * good > 0, "worse": delta * good < 0}
    if request.direction == "either":
        verdict = "unchanged" if not delta else "improved" if delta * good > 0 else "declined"
        text = f"It {verdict}: {moved}." if delta else f"It is unchanged: {moved}."
    else:
        text = f"{'Yes' if wanted[request.direction] else 'No'}, {moved}."
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
    before: Written
    after: Written
    difference: Written
    first: str
    last: str
    verb: str
    by: str
    calculation: Calculation
    draft: Draft


def _pair(request: Request, measure: Measured) -> _Pair | None:
    """Two periods side by side; None where their figures are on different scales."""
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
    is_share = last.unit == "percent" or (request.style.percent and last.unit == "ratio")
    verb = "rose" if delta > 0 else "fell" if delta < 0 else "stayed"
    size = write_result(last, request.style, exact=abs(delta)).text
    by = f"{size.removesuffix('%')} percentage points" if is_share else size
    move = "a rise" if delta > 0 else "a fall"
    return _Pair(
        before=write_result(first, request.style),
        after=write_result(last, request.style),
        difference=write_result(last, request.style, exact=delta),
        first=describe_period(first.period),
        last=describe_period(last.period),
        verb=verb,
        by=f", {move} of {by}" if delta else "",
        calculation=Calculation(expression=expression, result=delta),
        draft=draft,
    )


def _how(request: Request, result: Computation) -> str:
    """How the figure was computed, in words; nothing where the question said it, or the figure is printed."""
    if request.defined or not result.definition or calculation_of(result) is None:
        return ""
    return f" Computed as {result.definition}."


def _owner(result: Computation) -> str:
    name = result.company
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def _low(name: str) -> str:
    return name[0].lower() + name[1:] if name[1:2].islower() else name
