"""Rows of a table: labels joined where they wrap, headings above them by indent, values by column."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from ingestion.domain import Box, Word
from ingestion.layout import Line
from ingestion.tables.cells import Cell
from ingestion.tables.columns import column_of
from ingestion.tables.model import Column, Row, Value

_INDENT = 2.5
"""Points by which two indents differ at least; less is the same indent."""
_CENTRED = 90.0
"""Points right of the outermost labels from which a heading is centred over the statement, not indented."""
_TIGHT = 0.75
"""Share of the usual distance between rows under which two lines belong to one row."""
_LEADERS = re.compile(r"(?:\s*\.){3,}\s*$|[\s.]*\.{4,}")
_NO_HEADING = re.compile(r"commitments\b|contingenc|see (?:accompanying )?note", re.IGNORECASE)
"""Lines of a statement that stand without a number and head nothing."""
_UNFINISHED = re.compile(
    r"(?:[,;]|[-\u2013\u2014/&(]|\b(?:and|or|of|to|from|for|in|on|by|with|the|a|an|at|attributable|per|than|less|plus|its"
    r"|as|under|before|after|including|excluding|other than|due|related|associated))$",
    re.IGNORECASE,
)
_TOP = re.compile(
    r"^(?:(?:net )?cash\b.*)?\b(?:operating|investing|financing) activities\b|^(?:total )?(?:assets|liabilities)\b"
    r"|^(?:(?:stock|share)(?:holders|owners)[’']? )?equity\b|^liabilities and\b|^supplement",
    re.IGNORECASE,
)


@dataclass(slots=True)
class LabelledLine:
    """A line split into label and cells; `cells` are empty for a line of text alone.

    `heads` is True for a line that only names columns or their periods, `prose` for a line of running text. `tight`
    is True when it stands nearer to the line above than the rows of the table do, so that both are one label;
    `last_of_label` when the line below stands farther away.
    """

    line: Line
    label: list[Word]
    cells: list[Cell]
    heads: bool = False
    prose: bool = False
    tight: bool = False
    last_of_label: bool = True

    @property
    def text(self) -> str:
        """The label as printed, without the dots that lead to the numbers."""
        return _LEADERS.sub("", " ".join([word.text for word in self.label])).strip()


@dataclass(slots=True)
class _Heading:
    indent: float
    rank: int
    text: str
    child: float | None = None


@dataclass(slots=True)
class RowReader:
    """Reads the lines of one block, top to bottom, into rows; `lead` is the text before the first of them."""

    columns: Sequence[Column]
    left: float = 0.0
    rows: list[Row] = field(default_factory=list)
    _stack: list[_Heading] = field(default_factory=list)
    _pending: list[LabelledLine] = field(default_factory=list)
    _last: LabelledLine | None = None

    def read(self, lines: Sequence[LabelledLine]) -> list[Row]:
        """All rows of these lines."""
        _mark_tight(lines)
        for entry in lines:
            if entry.cells:
                self._row(entry)
            else:
                self._text(entry)
        return self.rows

    def _text(self, entry: LabelledLine) -> None:
        text = entry.text
        if not text:
            return
        if self._pending:
            if _continues(self._pending[-1].text, text):
                self._pending.append(entry)
                return
            self._flush()
        elif self._last is not None and self.rows and _is_tail(self._last, entry):
            row = self.rows[-1]
            row.label = f"{row.label} {text}".strip()
            row.quote = f"{row.quote} {entry.line.text}"
            self._last = entry
            return
        self._pending = [entry]
        self._last = None

    def _row(self, entry: LabelledLine) -> None:
        text = entry.text
        parts = [entry]
        if self._pending:
            before = self._pending[-1].text
            wraps = entry.tight and not self._pending[0].tight and not before.endswith(":")
            if (text and (wraps or _continues(before, text))) or (not text and is_open(before)):
                parts = [*self._pending, entry]
                self._pending = []
            else:
                self._flush()
        label = " ".join([part.text for part in parts]).strip()
        indent = parts[0].line.box.x0 if label else float("inf")
        section = self._section(indent)
        if not label and section:
            label, section = _total_of(section[-1]), section[:-1]
            self._stack.pop()
        quote = " ".join([part.line.text for part in parts])
        self.rows.append(Row(label, section, self._values(entry.cells), quote, entry.line.text, indent))
        self._last = entry
        if self._stack and _same_total(label, self._stack[-1].text):
            self._stack.pop()

    def _values(self, cells: Sequence[Cell]) -> list[Value]:
        values: list[Value] = []
        for cell in cells:
            column = column_of(cell, self.columns)
            if column is None or cell.value is None:
                continue
            box = Box(
                cell.x0,
                min([word.y0 for word in cell.words]),
                cell.x1,
                max([word.y1 for word in cell.words]),
            )
            values.append(Value(column, cell.value, box, cell.percent, cell.currency, cell.scale))
        return values

    def _flush(self) -> None:
        """The waiting text turns out to be a heading."""
        text = " ".join([part.text for part in self._pending]).rstrip(":").strip()
        if _NO_HEADING.match(text):
            self._pending = []
            return
        rank = _rank(text)
        indent = self._pending[0].line.box.x0
        if rank == 0 and indent > self.left + _CENTRED:
            indent = self.left - 2 * _INDENT
        heading = _Heading(indent, rank, text)
        self._pending = []
        while self._stack and not _is_under(heading, self._stack[-1]):
            self._stack.pop()
        self._stack.append(heading)

    def _section(self, indent: float) -> tuple[str, ...]:
        while self._stack:
            top = self._stack[-1]
            closes = top.child is not None and top.child > top.indent + _INDENT and indent <= top.indent + _INDENT
            if not closes and indent >= top.indent - _INDENT:
                break
            self._stack.pop()
        if self._stack and self._stack[-1].child is None and indent != float("inf"):
            self._stack[-1].child = indent
        return tuple([heading.text for heading in self._stack])


def _mark_tight(lines: Sequence[LabelledLine]) -> None:
    """Finds lines set closer together than rows are."""
    pitches = [below.line.box.y0 - above.line.box.y0 for above, below in pairwise(lines)]
    usual = sorted(pitches)[len(pitches) // 2] if pitches else 0.0
    before = usual
    for (above, below), pitch in zip(pairwise(lines), pitches, strict=True):
        below.tight = pitch < _TIGHT * usual
        above.last_of_label = pitch > 1.2 * before
        before = pitch


def _total_of(heading: str) -> str:
    """The label of a total that is printed without one: it sums up the rows under its heading."""
    if heading.lower().startswith("total"):
        return heading
    return f"Total {heading.lower() if heading.isupper() else heading[:1].lower() + heading[1:]}"


def _same_total(label: str, heading: str) -> bool:
    return label.lower().startswith("total ") and label[6:].lower().strip() == heading.lower()


def _continues(before: str, text: str) -> bool:
    """Whether a line of label goes on in the next one."""
    if before.endswith(":"):
        return False
    return text[0].islower() or is_open(before)


def is_open(text: str) -> bool:
    """Whether a label cannot end here: a conjunction, a comma, a bracket not closed."""
    return _UNFINISHED.search(text) is not None or text.count("(") > text.count(")")


def _is_tail(row: LabelledLine, entry: LabelledLine) -> bool:
    """Whether a line of text under a row is the rest of its label: the numbers stand on the first line."""
    gap = entry.line.box.y0 - row.line.box.y1
    if gap > 0.8 * (row.line.box.y1 - row.line.box.y0) or not row.text:
        return False
    if entry.text[0].islower() or (entry.tight and entry.last_of_label and not row.tight):
        return not row.text.endswith(":")
    return is_open(row.text) and not entry.text.endswith(":")


def _rank(text: str) -> int:
    """Headings that open a part of a statement, or are set in capitals, hold those that are not."""
    return 0 if _TOP.match(text) or (text.isupper() and len(text) > 3) else 1


def _is_under(heading: _Heading, other: _Heading) -> bool:
    if heading.indent > other.indent + _INDENT:
        return True
    return abs(heading.indent - other.indent) <= _INDENT and heading.rank > other.rank
