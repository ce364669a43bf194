"""Structured results that travel beside the text of a message, so that no model parses what the program knows."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from langchain_core.messages import BaseMessage, ToolMessage

from graph.domain import Calculation, Evidence
from graph.figures import Breakdown, Computation, Incomputable, Lookup


@dataclass(frozen=True, slots=True)
class Found:
    """Pages found or opened, best first."""

    evidence: tuple[Evidence, ...]


@dataclass(frozen=True, slots=True)
class FiguresFound:
    """Line items looked up in the statements."""

    lookup: Lookup


@dataclass(frozen=True, slots=True)
class MetricsComputed:
    """A metric, by the text it was asked for, for each period asked."""

    asked: str
    results: tuple[Computation | Incomputable, ...]


@dataclass(frozen=True, slots=True)
class BrokenDown:
    """A line item split into its parts; None where no filing in scope prints parts that add up."""

    breakdown: Breakdown | None


@dataclass(frozen=True, slots=True)
class Computed:
    """What the calculator made of an expression."""

    calculation: Calculation


T = TypeVar("T")


def artifacts(messages: Sequence[BaseMessage], kind: type[T]) -> Iterator[T]:
    """Artifacts of one kind, in the order they came."""
    for message in messages:
        if isinstance(message, ToolMessage) and isinstance(message.artifact, kind):
            yield message.artifact


def evidence_of(messages: Sequence[BaseMessage]) -> tuple[Evidence, ...]:
    """Every page seen so far, the first time it was seen."""
    seen: dict[tuple[str, int], Evidence] = {}
    for found in artifacts(messages, Found):
        for piece in found.evidence:
            seen.setdefault((piece.doc, piece.page), piece)
    return tuple(seen.values())
