"""A question as something to compute: which measure, of which periods, in which shape of answer."""

import re
from dataclasses import dataclass, field
from typing import Literal

from graph.domain import Period
from graph.figures import Dimension
from graph.knowledge import Knowledge
from graph.models.offline.asking import Direction
from graph.models.offline.asking_parts import Extreme
from graph.models.offline.mentions import Vocabulary
from graph.models.offline.style import Style

Shape = Literal["value", "change", "trend", "sign", "level", "largest", "part", "text"]
"""value: one figure. change: how much it moved. trend: did it rise, or improve. sign: is it positive. level: is it
high or healthy. largest: which of several. part: which segment, region or product. text: words, not a figure."""

UNREAD = "definition of the question"
"""Stands for a definition that could not be read: nothing is computed by another one instead."""


_FIGURE = re.compile(
    r"how\s+(?:much|many|large|big|high)\b"
    r"|what\s+(?:(?:is|was|are|were)\s+)?(?:the\s+|its\s+)?(?:\w+\s+){0,2}"
    r"(?:amounts?|values?|sizes?|numbers?|percent(?:age)?|rates?|prices?|quantity|quantities)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Request:
    """A question as something to compute. `texts` are what compute_metric takes: keys, or expressions over keys.

    `names` are what the answer calls them. `periods` run from the earliest to the one asked for; a shape that
    compares has two. `expected` tells that the question is about what is still to come, `narrowed` that it narrows the
    figure in a way no line item does, `defined` that it defines the measure itself, `part_of`
    the line item of which it may name a segment, region or product. `needs` are words of the clause that are left over:
    whatever narrows the figure is among them. `company_names` are what the
    companies asked about go by. A shape "part" asks for the part of a `dimension` that is first `by` something.
    """

    shape: Shape
    clause: str
    periods: tuple[Period, ...]
    texts: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    style: Style = field(default_factory=Style)
    direction: Direction = "up"
    least: bool = False
    yes_no: bool = False
    narrowed: bool = False
    expected: bool = False
    company_names: tuple[str, ...] = ()
    defined: bool = False
    part_of: str = ""
    needs: tuple[str, ...] = ()
    dimension: Dimension | None = None
    by: Extreme = "level"


@dataclass(frozen=True)
class Words:
    """The vocabularies: firm names, names that may mean something else too, and names without arithmetic."""

    names: Vocabulary
    weak: Vocabulary
    plain: Vocabulary

    @classmethod
    def of(cls, knowledge: Knowledge) -> "Words":
        """All of them, from the knowledge files."""
        return cls(
            Vocabulary(knowledge), Vocabulary(knowledge, weak=True), Vocabulary(knowledge, weak=True, plain=True)
        )


def asks_for_figure(request: Request) -> bool:
    """Whether only a figure can answer: one is named, or the clause asks how much or how many."""
    named = request.shape != "text" and not request.yes_no
    return named or bool(_FIGURE.match(request.clause))
