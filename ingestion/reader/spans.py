"""Spans of a page (runs of one font and size), for the few pages where words alone do not tell enough.

Two things need them: footnote marks, which the extraction glues to the number before ("1,234" and a raised 2 give
"1,2342"), and text that cannot be seen. Reading spans costs a fifth of reading the page, hence only where needed.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypedDict

import pymupdf

from ingestion.reader.turning import upright_turn

Rectangle = tuple[float, float, float, float]


class Span(TypedDict):
    """What is used of PyMuPDF's span; `bbox` and `origin` in points of the native page."""

    text: str
    bbox: Rectangle
    size: float
    origin: tuple[float, float]
    color: int
    char_flags: int


class SpanLine(TypedDict):
    """A line of spans and its direction as a unit vector."""

    dir: tuple[float, float]
    spans: list[Span]


@dataclass(frozen=True, slots=True)
class Mark:
    """A raised footnote mark that touches the word before it: where it stands and in which direction it is read."""

    line: int
    span: int
    text: str
    box: Rectangle
    direction: tuple[float, float]


_DIGITS = 0.12
"""Share of digits above which a page is a table of numbers; prose has 0.02."""
_GLUED = (
    re.compile(r",\d{4}(?!\d)"),  # 1,2342
    re.compile(r"\((?<=[\w)%.]\()[0-9a-z]{1,2}\)"),  # Revenue(1)
)
_ONE_MARK = r"(?:\(?(?:\d{1,2}|[a-z])\)?|[*†‡§#]+)"
# Several are set apart, or in parentheses each: "th" and "TM" are no marks.
_MARK = re.compile(rf"{_ONE_MARK}(?:(?:,\s?|\s){_ONE_MARK}){{0,3}}|(?:\((?:\d{{1,2}}|[a-z])\))+")
_SMALLER = 0.85
_RAISED = 0.15
_WHITE = 0xFFFFFF
_DRAWN = 16 | 32  # filled or stroked
_LIGHT = 0.95


def read_spans(textpage: pymupdf.TextPage) -> list[SpanLine]:
    """Lines of spans in the PDF's order."""
    blocks = textpage.extractDICT()["blocks"]
    return [line for block in blocks if block["type"] == 0 for line in block["lines"]]


def may_have_glued_marks(text: str) -> bool:
    """Whether spans are worth reading for footnote marks: much of the text is digits, or a word tells of a mark."""
    plain = text.encode()
    digits = len(plain) - len(plain.translate(None, b"0123456789"))
    return digits > _DIGITS * len(plain) or any(pattern.search(text) for pattern in _GLUED)


def main_turn(lines: Sequence[SpanLine]) -> int:
    """Clockwise degrees that bring most characters of the page upright."""
    counts: Counter[int] = Counter()
    for line in lines:
        degrees = upright_turn(line["dir"])
        if degrees is not None:
            counts[degrees] += sum(len(span["text"]) for span in line["spans"])
    return counts.most_common(1)[0][0] if counts else 0


def glued_marks(lines: Sequence[SpanLine]) -> list[Mark]:
    """Every footnote mark that touches the word before it."""
    return [
        Mark(number, position, span["text"].strip(), span["bbox"], line["dir"])
        for number, line in enumerate(lines)
        if len(line["spans"]) > 1
        for position, span in enumerate(line["spans"])
        if position and _is_mark(line["spans"][position - 1], span, line["dir"])
    ]


def _is_mark(before: Span, span: Span, direction: tuple[float, float]) -> bool:
    if span["size"] > _SMALLER * before["size"] or before["text"][-1:].isspace():
        return False
    if not _MARK.fullmatch(span["text"].rstrip()):
        return False
    dx, dy = direction
    # How far the baseline is raised, seen along the direction of the text.
    rise = (span["origin"][0] - before["origin"][0]) * dy - (span["origin"][1] - before["origin"][1]) * dx
    return rise > _RAISED * before["size"]


def text_of(lines: Sequence[SpanLine], marks: Sequence[Mark]) -> str:
    """The text of the page in the PDF's order, footnote marks set off by a space."""
    places = {(mark.line, mark.span) for mark in marks}
    rows = (
        "".join(
            f" {span['text']}" if (number, position) in places else span["text"]
            for position, span in enumerate(line["spans"])
        )
        for number, line in enumerate(lines)
    )
    return "\n".join(rows) + "\n"


def hidden_boxes(lines: Sequence[SpanLine], page: pymupdf.Page) -> list[Rectangle]:
    """Boxes of text no one can see: neither filled nor stroked, or white on nothing, with no picture beneath.

    Text over a picture stays: it is what a scanner recognised. White text on a coloured ground is a heading.
    """
    suspects = [
        span["bbox"]
        for line in lines
        for span in line["spans"]
        if (span["color"] == _WHITE or not span["char_flags"] & _DRAWN) and span["text"].strip()
    ]
    if not suspects or page.rotation:  # drawings are in another frame there
        return []
    grounds = [pymupdf.Rect(image["bbox"]) for image in page.get_image_info()]
    grounds += [
        pymupdf.Rect(drawing["rect"])
        for drawing in page.get_cdrawings()
        if drawing.get("fill") is not None and min(drawing["fill"]) < _LIGHT
    ]
    return [box for box in suspects if not any(ground.contains(_middle(box)) for ground in grounds)]


def _middle(box: Rectangle) -> pymupdf.Point:
    return pymupdf.Point((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
