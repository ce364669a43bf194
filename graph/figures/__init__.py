"""Looking figures up and computing with them, each number with the page it stands on."""

from graph.figures.book import FigureBook, Lookup, Missing, PeriodFigure
from graph.figures.breakdown import Breakdown, Dimension, Part, break_down
from graph.figures.compute import Computation, Incomputable, UnknownMetricError, compute
from graph.figures.periods import describe_period, period_of

__all__ = [
    "Breakdown",
    "Computation",
    "Dimension",
    "FigureBook",
    "Incomputable",
    "Lookup",
    "Missing",
    "Part",
    "PeriodFigure",
    "UnknownMetricError",
    "break_down",
    "compute",
    "describe_period",
    "period_of",
]
