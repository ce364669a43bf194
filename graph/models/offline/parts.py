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
        edge, amount = "lowest" if request.least else "highest", amount_of(first.part.now, request).text
        return f"{of} {edge} {measure} in {when}: {amount}"
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
        others = [f"{one.part.name} {amount_of(one.part.now, request).text}" for one in known[1:]]
    else:
        others = [f"{one.part.name} {_moved(one, request)}" for one in known[1:]]
    expression = f"{'min' if request.least else 'max'}({', '.join(one.expression for one in known)})"
    text = f"{headline}; {'; '.join(others)}."
    return draft.answer(
        text, _value(known[0], request).value, Calculation(expression=expression, result=known[0].value)
    )


def amount_of(figure: PeriodFigure, request: Request) -> Written:
    """A printed figure, on the scale asked for."""
    return change_of(figure, request, figure.value)


def change_of(figure: PeriodFigure, request: Request, change: Decimal) -> Written:
    """An amount on the scale of a printed figure, written as that is."""
    return write_result(replace(_printed(figure), result=change), replace(request.style, percent=False, decimals=None))


def share_of(figure: PeriodFigure, request: Request, share: Decimal) -> Written:
    """A share as a percentage, with the decimals asked for."""
    return write_result(replace(_printed(figure), result=share, unit="percent"), request.style)


def _value(one: _Ranked, request: Request) -> Written:
    write = share_of if request.by == "growth" else change_of
    return write(one.part.now, request, one.value)


def _moved(one: _Ranked, request: Request) -> str:
    """How a part moved, for example "rose 12.1% from $100 million to $112 million"."""
    now, before = amount_of(one.part.now, request).text, one.part.before
    if not one.value:
        return f"was unchanged at {now}"
    write = share_of if request.by == "growth" else change_of
    size = write(one.part.now, request, abs(one.value)).text
    return f"{'fell' if one.value < 0 else 'rose'} {size}" + (
        f" from {amount_of(before, request).text} to {now}" if before else ""
    )


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
