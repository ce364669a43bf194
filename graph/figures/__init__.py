"""Looking figures up and computing with them, each number with the page it stands on."""

from graph.figures.book import FigureBook, Lookup, Missing, PeriodFigure
from graph.figures.compute import Computation, Incomputable, UnknownMetricError, compute
from graph.figures.periods import describe_period, period_of

__all__ = [
    "Computation",
    "FigureBook",
    "Incomputable",
    "Lookup",
    "Missing",
    "PeriodFigure",
    "UnknownMetricError",
    "compute",
    "describe_period",
    "period_of",
]
