"""The figure of one segment, region or product that the question names: "AWS", "Asia Pacific", "footwear"."""

import re

from graph.calculator import evaluate
from graph.domain import Answer, Calculation
from graph.figures import Breakdown, Part, describe_period
from graph.models.offline.drafting import Draft
from graph.models.offline.over_time import growth
from graph.models.offline.parts import amount_of, change_of, share_of
from graph.models.offline.reading import Desk
from graph.models.offline.request import Request

_WORD = re.compile(r"[a-z0-9][a-z0-9&'-]*")
_US = re.compile(r"\bu\.?\s?s\.?(?:a\.?)?(?!\w)|\bunited states(?: of america)?\b|\bamerican\b", re.IGNORECASE)
_GENERIC = frozenset({"segment", "product", "operation", "busines", "and", "the", "of", "total"})
"""Words of a part's name that a question leaves out."""


def answer_named_part(desk: Desk, request: Request) -> Answer | None:
    """The part's figure, or how it moved; None where no part is named, or the shape needs more than is printed."""
    named = _named(desk, request)
    if named is None:
        return None
    breakdown, part = named
    kind = "product line" if breakdown.dimension == "product" else breakdown.dimension
    who = f"{part.name}, a {kind} that {breakdown.company} reports,"
    measure = breakdown.total.name.lower()
    draft = Draft()
    draft.use([part.now])
    if request.shape == "value" and request.texts == (request.part_of,) and len(request.periods) == 1:
        text = f"{who} had {measure} of {amount_of(part.now, request).text} in {describe_period(breakdown.period)}."
        return draft.answer(text, amount_of(part.now, request).value)
    if part.before is None or part.before.figure.scale != part.now.figure.scale or not _asks_for_change(request):
        return None
    now, before = part.now.value, part.before.value
    draft.use([part.before])
    change = now - before
    moved = "rose" if change > 0 else "fell" if change < 0 else "was unchanged"
    size = f" by {change_of(part.now, request, abs(change)).text}"
    expression = f"{now:f} - ({before:f})"
    value = change_of(part.now, request, change)
    if before > 0:
        expression = f"({expression}) / {before:f}"
        share = evaluate(expression)
        size = f"{size}, or {share_of(part.now, request, abs(share)).text},"
        value = share_of(part.now, request, share) if request.style.percent else value
    elif request.style.percent:
        return None  # growth from nothing, or from a loss, is no share
    text = (
        f"{measure} of {who} {moved}{size if change else ''} from {amount_of(part.before, request).text} in "
        f"{describe_period(part.before.period)} to {amount_of(part.now, request).text} in "
        f"{describe_period(breakdown.period)}."
    )
    verdict = _verdict(request, positive=change > 0, negative=change < 0)
    text = f"{verdict}{text}" if verdict else f"{text[0].upper()}{text[1:]}"
    return draft.answer(text, value.value, Calculation(expression=expression, result=evaluate(expression)))


def _named(desk: Desk, request: Request) -> tuple[Breakdown, Part] | None:
    """The part whose whole name stands in the clause; the longest name where several do."""
    asked = _words(request.clause)
    found = [
        (len(words), breakdown, part)
        for one in desk.broken_down
        if (breakdown := one.breakdown)
        for part in breakdown.parts
        if (words := _words(part.name) - _GENERIC) and words <= asked
    ]
    if not found:
        return None
    _, breakdown, part = max(found, key=lambda one: one[0])
    return breakdown, part


def _words(text: str) -> set[str]:
    plain = _US.sub("unitedstates", text).casefold().replace("’", "'")
    return {re.sub(r"'s$|s$|'$", "", word) for word in _WORD.findall(plain)}


def _asks_for_change(request: Request) -> bool:
    """Whether the change from the year before is asked for, which is all that is printed beside a part."""
    if request.texts == (growth(request.part_of, 1).text,):
        return True
    first, last = request.periods[0].year, request.periods[-1].year
    return request.shape in ("change", "trend") and first is not None and last is not None and last - first == 1


def _verdict(request: Request, *, positive: bool, negative: bool) -> str:
    if not request.yes_no:
        return ""
    holds = {"up": positive, "better": positive, "down": negative, "worse": negative}.get(request.direction)
    return "" if holds is None else "Yes, " if holds else "No, "
