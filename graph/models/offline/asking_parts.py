"""Questions for one of several segments, regions or products: which kind, and first by what."""

import re
from typing import Literal

from graph.figures import Dimension
from graph.models.offline import asking
from graph.models.offline.asking import words

Extreme = Literal["level", "growth", "change"]
"""What makes one of several the first: its size, how fast it grew, or by how much it changed."""

_PRODUCTS = (
    r"products?(?:\s+(?:lines?|categor(?:y|ies)|groups?|types?))?",
    "brands?",
    "services?",
    "categor(?:y|ies)",
    "revenue streams?",
)
_PARTS: tuple[tuple[Dimension, re.Pattern[str]], ...] = (
    ("region", words(r"regions?", r"geograph\w*", "countr(?:y|ies)", r"(?:geographic\w*|regional)\s+\w+")),
    ("segment", words("segments?", "divisions?", "business(?:es)?(?: units?| lines?| segments?)?", "units?")),
    ("product", words(*_PRODUCTS)),
)
_ASKED_PART = re.compile(
    r"(?:in\s+)?(?:which|what)\b(?P<noun>[^?]{0,70}?)\b(?:had|has|have|was|were|is|are|did|does|saw|show\w*|grew|fell"
    r"|declin\w*|drop\w*|increas\w*|decreas\w*|experienc\w*|contribut\w*|generat\w*|report(?:s|ed)?|record\w*|bring"
    r"|brought|drag\w*|weigh\w*|drove|perform\w*|made|account\w*|earn\w*|produc(?:es?|ed)|deliver\w*|lost|held|hurt)\b",
    re.IGNORECASE,
)
_FASTEST = words("fastest|(?P<least>slowest)")
_DRAGGED = re.compile(r"\b(?:drag(?:ged|s)?\s+down|weigh(?:ed|s)?\s+on|held\s+back|hurt)\b", re.IGNORECASE)
_PERFORMED = re.compile(
    r"\b(?:best|(?P<least>worst|weakest|poorest))\b[^?]*\bperform\w*"
    r"|\bperform\w*\s+(?:the\s+)?(?:best|(?P<last>worst))\b",
    re.IGNORECASE,
)
_EDGE = words(
    "most|highest|largest|biggest|greatest|sharpest|steepest|strongest|top|(?P<least>least|lowest|smallest|weakest)"
)
_IN_MONEY = words(r"absolute|dollar (?:terms|amount|value)|in (?:us )?dollars")


def part_asked_for(clause: str) -> Dimension | None:
    """What the clause wants one of: "which of Acme's segments had ..", "what region saw .."."""
    asked = _ASKED_PART.match(clause)
    for dimension, pattern in _PARTS if asked else ():
        if asked and pattern.search(asked["noun"]):
            return dimension
    return None


def without_parts(text: str) -> str:
    """The words for segments, regions and products are blanked; places are kept."""
    for _, pattern in _PARTS:
        text = pattern.sub(lambda match: " " * len(match.group()), text)
    return text


def extreme(clause: str) -> tuple[Extreme, bool] | None:
    """What the part asked for is first by, and whether the least of it is wanted; None where nothing tells."""
    by_change: Extreme = "change" if _IN_MONEY.search(clause) else "growth"
    if _DRAGGED.search(clause):
        return "change", True
    if performed := _PERFORMED.search(clause):
        return by_change, bool(performed["least"] or performed["last"])
    if fast := _FASTEST.search(clause):
        return by_change, bool(fast["least"]) != (asking.first_direction(clause) == "down")
    edge = _EDGE.search(clause)
    if edge is None:
        return None
    moved = asking.first_direction(clause) or ("up" if asking.names_change(clause) else None)
    if moved is None:
        return "level", bool(edge["least"])
    return by_change, bool(edge["least"]) != (moved == "down")
