"""Words to rows: the page as an eye reads it, left to right and top to bottom.

A PDF stores text in the order it was drawn: a statement may give all its labels first and its numbers after.
Tables are read from rows put back together from the positions of words; a quote may stand in them, too.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ingestion.domain import Box, Page, Word

_SAME_ROW = 0.5
"""Share of the smaller height that two words of one row have in common: superscripts do, the next row not."""
_TALL = 1.6
"""A word this much taller than its row (a drop cap, text along the margin) does not widen the row."""
_DOUBLED = 1.5
"""Points between two drawings of the same word that are one word drawn twice (bold by overprinting)."""


@dataclass(frozen=True, slots=True)
class Line:
    """A visual row: its words from left to right, their text single-spaced, and the box around them."""

    words: tuple[Word, ...]
    text: str
    box: Box


def visual_lines(words: Sequence[Word]) -> list[Line]:
    """Rows of words by vertical overlap, from top to bottom; a word drawn twice at one place counts once."""
    rows: list[list[Word]] = []
    top = bottom = 0.0
    for word in sorted(words, key=_middle):
        height = word.y1 - word.y0
        overlap = min(bottom, word.y1) - max(top, word.y0)
        if not rows or overlap < _SAME_ROW * min(height, bottom - top):
            rows.append([])
            top, bottom = word.y0, word.y1
        elif bottom - top < height < _TALL * (bottom - top):
            top, bottom = word.y0, word.y1
        rows[-1].append(word)
    return [make_line(row) for row in rows]


def make_line(words: Sequence[Word]) -> Line:
    """A line of these words, which share a row; doubled ones are dropped. `words` must not be empty."""
    kept: list[Word] = []
    for word in sorted(words, key=_left):
        if not any(_is_double(word, other) for other in kept[-3:]):
            kept.append(word)
    return Line(tuple(kept), " ".join([word.text for word in kept]), box_around(kept))


def box_around(words: Sequence[Word]) -> Box:
    """The smallest box around these words, in points. `words` must not be empty."""
    return Box(
        min([word.x0 for word in words]),
        min([word.y0 for word in words]),
        max([word.x1 for word in words]),
        max([word.y1 for word in words]),
    )


def page_texts(page: Page) -> tuple[str, ...]:
    """The texts a quote may stand in: the page's text in the PDF's order, and its visual rows."""
    rows = "\n".join([line.text for line in visual_lines(page.words)])
    return (page.text, rows) if rows else (page.text,)


def _middle(word: Word) -> float:
    return word.y0 + word.y1


def _left(word: Word) -> float:
    return word.x0


def _is_double(word: Word, other: Word) -> bool:
    return (
        word.text == other.text
        and abs(word.x0 - other.x0) < _DOUBLED
        and abs(word.x1 - other.x1) < _DOUBLED
        and abs(word.y0 - other.y0) < _DOUBLED
    )
