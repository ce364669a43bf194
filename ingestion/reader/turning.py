"""Frames of a page, and boxes turned from one into another.

`native` is the page before `/Rotate`, as PyMuPDF extracts text; `displayed` is what a viewer shows; `upright` is what
a reader sees after turning the head, so that most text runs left to right. They differ by quarter turns.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Sides = NDArray[np.float64]
"""Boxes of shape (4, n): rows x0, y0, x1, y1, in points."""

_TURN_OF_DIRECTION = {(1, 0): 0, (0, -1): 90, (-1, 0): 180, (0, 1): 270}


class Frame(NamedTuple):
    """Width and height of a page in points."""

    width: float
    height: float

    def turned(self, degrees: int) -> "Frame":
        """The same page after turning it."""
        return Frame(self.height, self.width) if degrees % 180 else self


def turn(sides: Sides, degrees: int, frame: Frame) -> Sides:
    """Boxes after turning a page of size `frame` clockwise by a multiple of 90 degrees."""
    x0, y0, x1, y1 = sides
    width, height = frame
    match degrees % 360:
        case 90:
            return np.array([height - y1, x0, height - y0, x1])
        case 180:
            return np.array([width - x1, height - y1, width - x0, height - y0])
        case 270:
            return np.array([y0, width - x1, y1, width - x0])
        case _:
            return sides


def upright_turn(direction: tuple[float, float]) -> int | None:
    """Clockwise degrees that make text of this direction run left to right; None for slanted text."""
    return _TURN_OF_DIRECTION.get((round(direction[0], 2), round(direction[1], 2)))  # type: ignore[arg-type]


def looks_turned(lengths: NDArray[np.int64], sides: Sides, line_starts: NDArray[np.bool_]) -> bool:
    """Whether much of the text may not run left to right, judged by words alone: cheap, for every page.

    `lengths` are the words' characters, `line_starts` marks the first word of each line. Words of four letters are
    wider than tall when upright, and each word of a line stands right of the one before.
    """
    x0, y0, x1, y1 = sides
    long = lengths >= 4
    tall = long & (y1 - y0 > 1.2 * (x1 - x0))
    if int(tall.sum()) * 5 > int(long.sum()):
        return True
    steps = np.diff(x0)[~line_starts[1:]]
    return 2 * int((steps < 0).sum()) > len(steps)
