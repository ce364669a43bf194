"""Which segment, region or product is first: by size, by growth, or by how much it changed."""

from dataclasses import dataclass, replace
from decimal import Decimal

from graph.calculator import CalculatorError, evaluate
from graph.domain import Answer, Calculation
from graph.figures import Breakdown, Computation, Part, PeriodFigure, describe_period
from graph.models.offline.drafting import Draft, Written, write_result
from graph.models.offline.reading import Desk
from graph.models.offline.request import Request

_FIRST_BY = {
    ("growth", False): "fastest growth in",
    ("growth", True): "largest percentage fall in",
    ("change", False): "largest increase in",
    ("change", True): "largest fall in",
}


@dataclass(frozen=True, slots=True)
class _Ranked:
    """A part with what it is ranked by, as an expression over printed values, and as its value."""

    part: Part
    expression: str
    value: Decimal


def answer_part(desk: Desk, request: Request) -> Answer | None:
    """The part that is first, then the others; None without a breakdown, or where a year before it is not printed."""
    breakdown = next((b.breakdown for b in desk.broken_down if b.breakdown), None)
    if breakdown is None:
        return None
    try:
        ranked = [_rank(part, request) for part in breakdown.parts]
    except CalculatorError:
        return None
    known = [one for one in ranked if one]
    if len(known) < len(ranked) or len(known) < 2:
        return None
    known.sort(key=lambda one: one.value, reverse=not request.least)
    if request.by != "level" and (known[0].value < 0) != request.least and known[0].value:
        return _none_moved(breakdown, request, known)
    return _write(breakdown, request, known, _headline(breakdown, request, known[0]))


def _rank(part: Part, request: Request) -> _Ranked | None:
    now, before = part.now.value, part.before
    if request.by == "level":
        return _Ranked(part, f"{now:f}", now)
    if before is None or before.figure.scale != part.now.figure.scale:
        return None
    if request.by == "growth" and before.value <= 0:
        return None  # growth from nothing, or from a loss, is no share
    terms = f"{now:f} / {before.value:f} - 1" if request.by == "growth" else f"{now:f} - {_signed(before.value)}"
    return _Ranked(part, terms, evaluate(terms))


def _signed(value: Decimal) -> str:
    return f"({value:f})" if value < 0 else f"{value:f}"


def _headline(breakdown: Breakdown, request: Request, first: _Ranked) -> str:
    measure, when = request.names[0].lower(), describe_period(breakdown.period)
    of = f"Of the {_plural(breakdown)} that {breakdown.company} reports, {first.part.name} had the"
    if request.by == "level":
        return (
            f"{of} {'lowest' if request.least else 'highest'} {measure} in {when}: {_amount(first.part.now, request)}"
        )
    return f"{of} {_FIRST_BY[request.by, request.least]} {measure} in {when}: it {_moved(first, request)}"


def _none_moved(breakdown: Breakdown, request: Request, known: list[_Ranked]) -> Answer:
    """None fell where the largest fall is asked for, or none rose: the one nearest to it."""
    measure, when = request.names[0].lower(), describe_period(breakdown.period)
    verb, nearest = ("fell", "smallest rise") if request.least else ("rose", "smallest fall")
    text = (
        f"Of the {_plural(breakdown)} that {breakdown.company} reports, none {verb} in {measure} in {when}; "
        f"{known[0].part.name} had the {nearest}: it {_moved(known[0], request)}"
    )
    return _write(breakdown, request, known, text)


def _write(breakdown: Breakdown, request: Request, known: list[_Ranked], headline: str) -> Answer:
    draft = Draft()
    for one in known:
        draft.use(f for f in (one.part.now, one.part.before if request.by != "level" else None) if f)
    if request.by == "level":
        others = [f"{one.part.name} {_amount(one.part.now, request)}" for one in known[1:]]
    else:
        others = [f"{one.part.name} {_moved(one, request)}" for one in known[1:]]
    expression = f"{'min' if request.least else 'max'}({', '.join(one.expression for one in known)})"
    text = f"{headline}; {'; '.join(others)}."
    return draft.answer(
        text, _value(known[0], request).value, Calculation(expression=expression, result=known[0].value)
    )


def _value(one: _Ranked, request: Request) -> Written:
    return _growth(one, request) if request.by == "growth" else write_result(_result(one, request), request.style)


def _moved(one: _Ranked, request: Request) -> str:
    """How a part moved, for example "rose 12.1% from $100 million to $112 million"."""
    before = one.part.before
    size = (
        _growth(one, request, exact=abs(one.value))
        if request.by == "growth"
        else write_result(_result(one, request), request.style, exact=abs(one.value))
    )
    span = f"from {_amount(before, request)} to {_amount(one.part.now, request)}" if before else ""
    if not one.value:
        return f"was unchanged at {_amount(one.part.now, request)}"
    return f"{'fell' if one.value < 0 else 'rose'} {size.text} {span}"


def _growth(one: _Ranked, request: Request, exact: Decimal | None = None) -> Written:
    # Decimals asked for go for the share; the scale asked for goes for amounts.
    return write_result(replace(_result(one, request), unit="percent"), request.style, exact=exact)


def _amount(figure: PeriodFigure, request: Request) -> str:
    style = replace(request.style, percent=False, decimals=None)
    return write_result(_printed(figure), style).text


def _result(one: _Ranked, request: Request) -> Computation:
    return replace(_printed(one.part.now), expression=one.expression, result=one.value)


def _printed(figure: PeriodFigure) -> Computation:
    return Computation(
        name=figure.name,
        definition="",
        unit="currency",
        company="",
        period=figure.period,
        operands=(figure,),
        formula=figure.item,
        expression=f"{figure.value:f}",
        result=figure.value,
        scale=figure.figure.scale,
        currency=figure.figure.unit,
    )


def _plural(breakdown: Breakdown) -> str:
    return {"segment": "segments", "region": "regions", "product": "products and services"}[breakdown.dimension]
