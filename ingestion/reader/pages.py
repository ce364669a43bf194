"""Reading the pages of an open document."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import repeat
from pathlib import Path
from typing import Any

import numpy as np
import pymupdf
from numpy.typing import NDArray

from ingestion.catalogue.rows import PackedPage, storable
from ingestion.catalogue.words import GRID, pack_columns
from ingestion.domain import Box, Figure, Page, Word
from ingestion.errors import ReadLimitExceeded, UnreadableFiling
from ingestion.layout import visual_lines
from ingestion.reader import spans
from ingestion.reader.printed import printed_numbers
from ingestion.reader.turning import Frame, Sides, looks_turned, turn

# Ligatures are written out, and glyphs without a known character come as U+FFFD rather than as their number.
_FLAGS = pymupdf.TEXT_PRESERVE_WHITESPACE | pymupdf.TEXT_MEDIABOX_CLIP
_UNKNOWN = "\ufffd"
_UNKNOWN_SHARE = 0.2


@dataclass(frozen=True, slots=True)
class ReadPage:
    """A page as it is read, and what is kept of it.

    `page` is upright: its words, width and height are those of the page turned so that its text runs left to right,
    and words that do not run so are left out; kinds and figures are read from it. `packed` holds all words, in the
    page as displayed. `turned` is how far, in degrees clockwise, `page` is turned against the displayed page.
    """

    page: Page
    blob: bytes
    displayed: Frame
    turned: int

    def packed(self, page: Page) -> PackedPage:
        """`page`, which is this page with kind and section set, as it is stored."""
        kept = replace(page, words=(), width=self.displayed.width, height=self.displayed.height)
        return PackedPage(kept, self.blob)

    def place(self, figure: Figure) -> Figure:
        """A figure read from `page`, with its box on the displayed page."""
        if not self.turned:
            return figure
        sides = np.array(figure.box, dtype=np.float64).reshape(4, 1)
        back = turn(sides, -self.turned, self.displayed.turned(self.turned))
        return replace(figure, box=Box(*back[:, 0].tolist()))


def read_pages(document: pymupdf.Document, doc: str, path: Path) -> list[ReadPage]:
    """All pages in order. Raises UnreadableFiling (naming the page) or ReadLimitExceeded."""
    pages = list(_each_page(document, doc, path))
    numbers = printed_numbers([read.page.text for read in pages])
    return [
        replace(read, page=replace(read.page, printed=printed)) for read, printed in zip(pages, numbers, strict=True)
    ]


def _each_page(document: pymupdf.Document, doc: str, path: Path) -> Iterator[ReadPage]:
    for index in range(document.page_count):
        try:
            yield _read_page(document[index], doc)
        except MemoryError:
            raise ReadLimitExceeded(path, "needs more memory than allowed") from None
        except (RuntimeError, pymupdf.mupdf.FzErrorBase) as error:
            if "malloc" in str(error) or "calloc" in str(error):
                raise ReadLimitExceeded(path, "needs more memory than allowed") from error
            raise UnreadableFiling(path, f"page {index + 1} is damaged") from error


@dataclass(slots=True)
class _Words:
    """Words in columns. `sides` is in the native frame, on the grid the catalogue keeps."""

    texts: list[str]
    sides: Sides
    line_starts: NDArray[np.bool_]

    def lengths(self) -> NDArray[np.int64]:
        """Characters of each word."""
        return np.fromiter(map(len, self.texts), dtype=np.int64, count=len(self.texts))

    def seen(self, sides: Sides) -> tuple[Word, ...]:
        """The words with these boxes. Built without calling `Word`, which takes four times as long."""
        return tuple(map(tuple.__new__, repeat(Word), zip(self.texts, *sides.tolist(), strict=True)))


def _read_page(page: pymupdf.Page, doc: str) -> ReadPage:
    textpage = page.get_textpage(flags=_FLAGS)
    text: str = storable(textpage.extractText())
    words = _columns(textpage.extractWORDS())
    rotation: int = page.rotation
    total = rotation
    suspect = rotation != 0 or looks_turned(words.lengths(), words.sides, words.line_starts)
    if suspect or spans.may_have_glued_marks(text):
        lines = spans.read_spans(textpage)
        total = spans.main_turn(lines) if suspect else 0
        text = _settle(page, lines, words, text)
    displayed = Frame(page.rect.width, page.rect.height)
    blank = Page(doc, page.number + 1, text, width=displayed.width, height=displayed.height)
    return _turned_page(blank, words, displayed, rotation, total) if suspect else _plain_page(blank, words, displayed)


def _columns(raw: list[tuple[Any, ...]]) -> _Words:
    if not raw:
        return _Words([], np.zeros((4, 0)), np.zeros(0, dtype=np.bool_))
    x0, y0, x1, y1, texts, _, _, positions = zip(*raw, strict=True)
    sides = np.rint(np.array([x0, y0, x1, y1]) * GRID) / GRID
    return _Words(list(texts), sides, np.array(positions) == 0)


def _settle(page: pymupdf.Page, lines: Sequence[spans.SpanLine], words: _Words, text: str) -> str:
    """Take footnote marks and invisible words out of `words`; the text, with marks set apart."""
    hidden = spans.hidden_boxes(lines, page)
    if hidden:
        _drop_words(words, hidden)
        lines = [
            {"dir": line["dir"], "spans": [span for span in line["spans"] if span["bbox"] not in hidden]}
            for line in lines
        ]
    marks = spans.glued_marks(lines)
    for mark in marks:
        _cut_mark(words, mark)
    return storable(spans.text_of(lines, marks)) if marks or hidden else text


def _drop_words(words: _Words, boxes: list[spans.Rectangle]) -> None:
    middle_x, middle_y = (words.sides[0] + words.sides[2]) / 2, (words.sides[1] + words.sides[3]) / 2
    keep = np.ones(len(words.texts), dtype=np.bool_)
    for x0, y0, x1, y1 in boxes:
        keep &= ~((x0 <= middle_x) & (middle_x <= x1) & (y0 <= middle_y) & (middle_y <= y1))
    words.texts = [text for text, kept in zip(words.texts, keep, strict=True) if kept]
    words.sides, words.line_starts = words.sides[:, keep], words.line_starts[keep]


def _cut_mark(words: _Words, mark: spans.Mark) -> None:
    """Take a mark off the end of the word it is glued to. It is no word: in a row it would pass for a value."""
    text = mark.text.split()[0]
    x0, y0, x1, y1 = words.sides
    m0, n0, m1, n1 = mark.box
    near = (x0 < m1) & (x1 > m0 - 1) & (y0 < n1) & (y1 > n0)
    for index in np.flatnonzero(near).tolist():
        word = words.texts[index]
        if word.endswith(text) and len(word) > len(text):
            words.texts[index] = word[: -len(text)]
            _shorten(words.sides, index, mark)
            return


def _shorten(sides: Sides, index: int, mark: spans.Mark) -> None:
    dx, dy = round(mark.direction[0]), round(mark.direction[1])
    if dx > 0:
        sides[2, index] = max(sides[0, index], mark.box[0])
    elif dx < 0:
        sides[0, index] = min(sides[2, index], mark.box[2])
    elif dy < 0:
        sides[1, index] = min(sides[3, index], mark.box[3])
    elif dy > 0:
        sides[3, index] = max(sides[1, index], mark.box[1])


def _plain_page(page: Page, words: _Words, displayed: Frame) -> ReadPage:
    """The page of nearly all pages: text runs left to right and nothing is turned."""
    seen = words.seen(words.sides)
    return ReadPage(_judged(page, seen), pack_columns(words.texts, words.sides), displayed, 0)


def _turned_page(page: Page, words: _Words, displayed: Frame, rotation: int, total: int) -> ReadPage:
    """A page with `/Rotate`, or with text that does not run left to right; `total` turns native to upright."""
    native = displayed.turned(rotation)
    upright = native.turned(total)
    seen = list(words.seen(turn(words.sides, total, native)))
    level = [word for word in seen if not _is_tall(word)]
    turned = (total - rotation) % 360
    if turned:  # drawn in any order, often column by column: put back into rows
        rows = visual_lines(level)
        level = [word for row in rows for word in row.words]
        seen = level + [word for word in seen if _is_tall(word)]
        text = "\n".join([row.text for row in rows] + [word.text for word in seen[len(level) :]]) + "\n"
        page = replace(page, text=text)
    page = replace(page, width=upright.width, height=upright.height)
    return ReadPage(_judged(page, tuple(level)), _pack_turned(seen, -turned, upright), displayed, turned)


def _is_tall(word: Word) -> bool:
    return len(word.text) > 2 and word.y1 - word.y0 > 1.2 * (word.x1 - word.x0)


def _pack_turned(words: Sequence[Word], degrees: int, frame: Frame) -> bytes:
    if not words:
        return b""
    texts, *sides = zip(*words, strict=True)
    return pack_columns(texts, turn(np.array(sides, dtype=np.float64), degrees, frame))


def _judged(page: Page, words: tuple[Word, ...]) -> Page:
    """The page with its words, or marked unreadable: without any text, or with glyphs no one can name."""
    unknown = page.text.count(_UNKNOWN)
    readable = bool(words) and unknown <= _UNKNOWN_SHARE * len(page.text)
    return replace(page, words=words if readable else (), readable=readable)
