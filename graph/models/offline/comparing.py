"""One measure of several companies, side by side."""

from graph.calculator import CalculatorError, evaluate
from graph.domain import Answer, Calculation
from graph.figures import describe_period
from graph.knowledge import Knowledge
from graph.models.offline.drafting import Draft, write_result
from graph.models.offline.figure_answers import Measured, measured
from graph.models.offline.planning import MAX_COMPANIES
from graph.models.offline.reading import Desk
from graph.models.offline.request import Request


def answer_companies(desk: Desk, request: Request, knowledge: Knowledge) -> Answer | None:
    """Each company's figure, the highest (or lowest) first; None where one is missing, or they cannot be compared."""
    found: list[Measured] = []
    for company in desk.companies[:MAX_COMPANIES]:
        outcome = measured(desk, request, company, knowledge)
        if not outcome or not isinstance(outcome[0], Measured):
            return None
        found.append(outcome[0])
    if len({m.last.unit for m in found}) > 1 or len({m.last.currency for m in found}) > 1:
        return None
    ordered = sorted(found, key=lambda m: m.last.result * (m.last.scale or 1), reverse=not request.least)
    # one expression that holds every figure as a step, so that the check can recompute each of them
    expression = f"{'min' if request.least else 'max'}({', '.join(m.last.expression for m in ordered)})"
    try:
        result = evaluate(expression)
    except CalculatorError:
        return None
    draft = Draft()
    for measure in ordered:
        draft.use(measure.last.operands)
    best, *others = ordered
    name = best.name[0].lower() + best.name[1:] if best.name[1:2].islower() else best.name
    figures = ", ".join(f"{m.last.company} {write_result(m.last, request.style).text}" for m in others)
    text = (
        f"{best.last.company} had the {'lowest' if request.least else 'highest'} {name} for "
        f"{describe_period(best.last.period)}, {write_result(best.last, request.style).text}, against {figures}."
    )
    value = write_result(best.last, request.style).value
    same_scale = len({m.last.scale for m in ordered}) == 1
    return draft.answer(text, value, Calculation(expression=expression, result=result) if same_scale else None)
