"""The cells at the end of a line: digits with the `$`, `(`, `)`, `%` and footnote marks a PDF keeps as words apart."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from ingestion.domain import Word
from ingestion.text import SCALE_WORDS, parse_cell

_DASHES = "-\u2010\u2011\u2012\u2013\u2014\u2212\ufe63\uff0d"
_CURRENCY = r"(?:US|C|A|NZ|HK|S)?\$|R\$|[€£¥₹]"
_DIGITS = r"(?:\d[\d.,]*\d|\d|[.,]\d+)"
_MARK = (
    r"(?:\*+|[†‡§]+|\((?:[a-zA-Z]{1,2}|\d{1,2})\)(?:,?\((?:[a-zA-Z]|\d{1,2})\))*|[\u00b9\u00b2\u00b3\u2070-\u2079]+)"
)
_NUMBER_WORD = re.compile(
    rf"[(\[]?(?:{_CURRENCY})?[(\[]?[{_DASHES}+]?(?:{_CURRENCY})?(?P<digits>{_DIGITS})(?P<tail>%?[)\]]?%?)(?P<mark>{_MARK})?"
)
_NIL_WORD = re.compile(rf"[(\[]?(?:{_CURRENCY})?[{_DASHES}]{{1,3}}%?[)\]]?(?:{_MARK})?")
_PREFIX_WORD = re.compile(rf"(?:{_CURRENCY})?[(\[]|{_CURRENCY}")
_SUFFIX_WORD = re.compile(r"[)\]%]{1,2}")
_MARK_WORD = re.compile(_MARK)
_FILLERS = frozenset({"nm", "n/m", "n.m.", "na", "n/a", "n.a.", "*", "**", "bps", "bp", "pts", "pp", "ppts", "x"})
_LABEL_ENDS = frozenset(":;,&/")
_UNITS = frozenset({"eur", "usd", "gbp", "chf", "jpy", "€", "$", "£"})
_GLUED_MARK = re.compile(r"(\d{1,3}(?:,\d{3})*,\d{3})\d")
_NUMBERED = re.compile(
    r"(?:january|february|march|april|may|june|july|august|september|october|november|december)"
    r"|(?:jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec)|notes?|item|items|page|part|exhibit|fiscal"
)
_YEAR = re.compile(r"(?:19|20)\d\d")

_TOUCHING = 2.5
"""Points between a sign, a mark or a `)` and the digits it belongs to."""


@dataclass(slots=True)
class Cell:
    """A number, a nil dash or a filler ("NM") at the end of a line; `value` is None unless it is a number.

    `x0` and `x1` are the edges of everything printed for the cell, `edge` the right edge of its digits: numbers in
    parentheses hang over the edge of their column. `currency` is the symbol printed with it, `scale` the multiplier
    ("Mio."), if any.
    """

    words: list[Word]
    value: Decimal | None
    x0: float
    x1: float
    edge: float
    percent: bool = False
    currency: str | None = None
    year: bool = False
    scale: int | None = None

    @property
    def text(self) -> str:
        """The cell as printed."""
        return " ".join([word.text for word in self.words])


def split_line(words: Sequence[Word], *, decimal_comma: bool = False) -> tuple[list[Word], list[Cell]]:
    """The words of a line's label, and the cells that follow its last word of text, left to right.

    Cells are taken from the right end until a word that belongs to no number, so a label that ends in digits ("Notes
    due 2040") gives cells too: whether they stand in a column is for the table to decide.
    """
    start = len(words)
    seen_number = False
    while start:
        text = words[start - 1].text
        if not _may_be_cell(text):
            break
        seen_number = seen_number or text[-1:].isdigit() or any(char.isdigit() or char in _DASHES for char in text)
        start -= 1
    if not seen_number:
        return list(words), []
    while start < len(words) and start and _belongs_to_label(words[:start], words[start]):
        start += 1
    if start == len(words) or (start and _is_unit(words[-1].text) and _one_space(words[start - 1], words[start])):
        return list(words), []  # nothing but a label, or a sentence that ends "of $0.2 billion"
    return list(words[:start]), _cells(list(words[start:]), decimal_comma)


def _belongs_to_label(label: Sequence[Word], word: Word) -> bool:
    """Whether digits only end the label: "December 31", "(Note 16)"."""
    last = label[-1].text
    if _NUMBERED.fullmatch(last.strip("(,.").lower()):
        return word.x0 - label[-1].x1 < word.y1 - word.y0
    if _MARK_WORD.fullmatch(word.text):
        return _one_space(label[-1], word)
    if word.text.endswith(")") and "(" not in word.text:
        text = " ".join([part.text for part in label])
        return text.count("(") > text.count(")") and word.x0 - label[-1].x1 < word.y1 - word.y0
    return False


def _one_space(before: Word, word: Word) -> bool:
    """Whether a word follows another as text does; a cell stands farther off."""
    return word.x0 - before.x1 < 0.4 * (before.y1 - before.y0)


def _may_be_cell(text: str) -> bool:
    if any(char.isdigit() for char in text):
        return _NUMBER_WORD.fullmatch(text) is not None or _MARK_WORD.fullmatch(text) is not None
    return (
        _NIL_WORD.fullmatch(text) is not None
        or _PREFIX_WORD.fullmatch(text) is not None
        or _SUFFIX_WORD.fullmatch(text) is not None
        or _MARK_WORD.fullmatch(text) is not None
        or text.lower() in _FILLERS
        or (len(text) < 3 and not text.isalnum() and text not in _LABEL_ENDS)
        or _is_unit(text)
    )


def _is_unit(text: str) -> bool:
    """Whether a word after a number says what it is counted in: "1.284,6 Mio. EUR"."""
    word = text.lower().rstrip(".")
    return word in _UNITS or (len(word) > 1 and word in SCALE_WORDS)


def _cells(words: list[Word], decimal_comma: bool) -> list[Cell]:
    cells: list[Cell] = []
    pending: list[Word] = []
    for position, word in enumerate(words):
        text = word.text
        if _is_unit(text) and cells and not pending and cells[-1].value is not None and text not in "$€£":
            _add_unit(cells[-1], word)
        elif _PREFIX_WORD.fullmatch(text) or _starts_number(words, position):
            pending.append(word)
        elif _joins_last(cells, pending, word):
            _extend(cells[-1], word)
        elif _NUMBER_WORD.fullmatch(text):
            cells.append(_number([*pending, word], decimal_comma))
            pending = []
        elif _NIL_WORD.fullmatch(text) or text.lower() in _FILLERS or not any(char.isalnum() for char in text):
            cells.append(_blank([*pending, word]))
            pending = []
    return cells


def _starts_number(words: list[Word], position: int) -> bool:
    """A dash that touches the digits after it is their sign; one that stands apart is a nil."""
    word = words[position]
    if len(word.text) != 1 or word.text not in _DASHES or position + 1 == len(words):
        return False
    if position and word.x0 - words[position - 1].x1 < 2 * _TOUCHING and words[position - 1].text[-1:].isdigit():
        return False  # a range: "0.75 - 8.00"
    after = words[position + 1]
    return after.x0 - word.x1 < _TOUCHING and _NUMBER_WORD.fullmatch(after.text) is not None


def _joins_last(cells: list[Cell], pending: list[Word], word: Word) -> bool:
    """Whether the word closes the cell before it: `)`, `%`, or a footnote mark set small or touching."""
    if not cells or pending:
        return False
    if _SUFFIX_WORD.fullmatch(word.text):
        return True
    if not _MARK_WORD.fullmatch(word.text):
        return False
    last = cells[-1].words[-1]
    small = (word.y1 - word.y0) < 0.85 * (last.y1 - last.y0)
    return word.x0 - last.x1 < _TOUCHING or small


def _add_unit(cell: Cell, word: Word) -> None:
    text = word.text.lower().rstrip(".")
    cell.words.append(word)
    cell.x1 = word.x1
    if text in SCALE_WORDS:
        cell.scale = SCALE_WORDS[text]
    else:
        cell.currency = word.text


def _extend(cell: Cell, word: Word) -> None:
    cell.words.append(word)
    cell.x1 = word.x1
    if "%" in word.text:
        cell.percent = True
    if ")" in word.text and cell.value is not None and cell.value > 0 and _opens(cell.words):
        cell.value = -cell.value


def _opens(words: list[Word]) -> bool:
    return any(word.text.startswith(("(", "$(", "[")) for word in words)


def _number(words: list[Word], decimal_comma: bool) -> Cell:
    last = words[-1]
    match = _NUMBER_WORD.fullmatch(last.text)
    assert match is not None  # noqa: S101 - the caller matched it
    mark = match["mark"] or ""
    printed = last.text[: len(last.text) - len(mark)] if mark else last.text
    digits = match["digits"]
    if not decimal_comma and (glued := _GLUED_MARK.fullmatch(digits)):
        # "1,2342": no number is grouped like this, a raised 2 lost its height.
        printed = printed.replace(digits, glued[1])
    text = "".join([word.text for word in words[:-1]]) + printed
    value = parse_cell(text, decimal_comma=decimal_comma)
    hanging = len(match["tail"]) + len(mark)
    edge = last.x1 - hanging * (last.x1 - last.x0) / (len(last.text) + 1)
    return Cell(
        words,
        value,
        words[0].x0,
        last.x1,
        edge,
        percent="%" in match["tail"],
        currency=_symbol(text),
        year=len(words) == 1 and _YEAR.fullmatch(printed) is not None,
    )


def _blank(words: list[Word]) -> Cell:
    return Cell(words, None, words[0].x0, words[-1].x1, words[-1].x1, currency=_symbol(words[0].text))


def _symbol(text: str) -> str | None:
    match = re.search(_CURRENCY, text)
    return match.group() if match else None
