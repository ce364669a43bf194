"""Tables of a page from the positions of its words."""

import re
from collections.abc import Sequence
from itertools import pairwise

from ingestion.domain import Page, Word
from ingestion.layout import Line, make_line, visual_lines
from ingestion.tables.cells import split_line
from ingestion.tables.columns import column_of, find_columns
from ingestion.tables.headings import head_columns, is_period_line, phrases
from ingestion.tables.model import Column, Table
from ingestion.tables.rows import LabelledLine, RowReader

_PAGE_NUMBER = re.compile(
    r"(?:page\s*)?[-\u2013]?\s*(?:[A-Z]-?)?\d{1,3}(?:\s+of\s+\d{1,3})?\s*[-\u2013]?", re.IGNORECASE
)
_AMOUNT = re.compile(r"\(?[$\u20ac\u00a3]?\(?(?:\d{1,3}(?:[.,]\d|\b(?![/-]))|\d{5})")
_PROSE = 0.7
"""Share of the width of the text that a line of prose fills at least."""
_HEADING_LINES = 12
"""Lines over the first row that may hold headings, dates and the scale note."""


def read_tables(page: Page, *, decimal_comma: bool = False) -> list[Table]:
    """All tables of a page, from top to bottom; of statements set beside each other the left one first."""
    lines = _without_page_number(visual_lines(page.words))
    tables: list[Table] = []
    for side in _sides(lines):
        tables += _read_side(side, decimal_comma)
    rows_of_page = " ".join([line.text for line in lines])
    for table in tables:
        for row in table.rows:
            if row.quote not in rows_of_page:  # lines that wrap in one of two columns do not follow each other
                row.quote = row.line
    return tables


def _without_page_number(lines: list[Line]) -> list[Line]:
    """Drops the first and the last line if they hold the page number: it may stand right under a column."""
    if len(lines) > 1 and _is_page_number(lines[-1], lines[-1].box.y0 - lines[-2].box.y1):
        lines = lines[:-1]
    if len(lines) > 1 and _is_page_number(lines[0], lines[1].box.y0 - lines[0].box.y1):
        lines = lines[1:]
    return lines


def _is_page_number(line: Line, gap: float) -> bool:
    """Whether a line is a page number, alone or at either end of a running title that stands apart."""
    if _PAGE_NUMBER.fullmatch(line.text):
        return True
    numbers = [word.text for word in line.words if word.text.isdigit() and not _is_year(word.text)]
    ends = (line.words[0].text, line.words[-1].text)
    return gap > line.box.y1 - line.box.y0 and len(numbers) == 1 and numbers[0] in ends and len(numbers[0]) < 4


def _is_year(text: str) -> bool:
    return len(text) == 4 and text[:2] in ("19", "20")


def _read_side(lines: Sequence[Line], decimal_comma: bool) -> list[Table]:
    entries = [_entry(line, decimal_comma) for line in lines]
    firsts = [next((cell.x0 for cell in entry.cells if not cell.year), None) for entry in entries]
    edges = sorted([edge for edge in firsts if edge is not None])
    if not edges:
        return []
    zone = edges[len(edges) // 4] - 20.0
    right = max([entry.line.box.x1 for entry in entries])
    left = min([entry.line.box.x0 for entry in entries])
    for entry in entries:
        entry.heads = is_period_line(entry.line, zone) or _ends_in_years(entry)
        entry.prose = not entry.heads and _is_prose(entry, left, right)
        if not entry.heads and (entry.prose or all(cell.year for cell in entry.cells)):
            # A sentence or a title that ends in a year: no amount is printed like a year.
            entry.label, entry.cells = list(entry.line.words), []
        entry.heads = entry.heads or (not entry.cells and not entry.prose and _names_columns(entry.line, zone))
    tables: list[Table] = []
    columns: list[Column] = []
    waiting: list[LabelledLine] = []
    for block in _blocks(entries):
        table = _read_block([*waiting, *block], columns)
        waiting = []
        if table is not None:
            tables.append(table)
            columns = table.columns
        elif len(block) <= _HEADING_LINES:
            waiting = block  # headings with a number in them look like rows
    return tables


def _entry(line: Line, decimal_comma: bool) -> LabelledLine:
    label, cells = split_line(line.words, decimal_comma=decimal_comma)
    return LabelledLine(line, label, cells)


def _blocks(entries: Sequence[LabelledLine]) -> list[list[LabelledLine]]:
    """Cuts a page where prose parts its tables, and where a new line of periods opens a new set of columns."""
    blocks: list[list[LabelledLine]] = [[]]
    rows = 0
    prose = 0
    for entry in entries:
        if entry.prose:
            prose += 1
            if prose > 1 and rows:
                blocks.append([])
                rows = 0
        else:
            prose = 0
        if rows and entry.heads:
            carried = _carried(blocks[-1])
            blocks.append(carried)
            rows = 0
        blocks[-1].append(entry)
        if not entry.heads and any(cell.value is not None for cell in entry.cells):
            rows += 1
    return blocks


def _ends_in_years(entry: LabelledLine) -> bool:
    """Whether a line ends in years over columns, whatever it names before: "Maturities Rates % 2031 2030"."""
    numbers = [cell for cell in entry.cells if cell.value is not None]
    return len(numbers) > 1 and all(cell.year for cell in numbers)


def _names_columns(line: Line, zone: float) -> bool:
    """Whether a line without numbers has two headings or more over the columns."""
    over = [run for run in phrases(line.words) if (run[0].x0 + run[-1].x1) / 2 > zone]
    return len(over) > 1 and not any(_AMOUNT.match(run[0].text) for run in over)


def _carried(block: list[LabelledLine]) -> list[LabelledLine]:
    """Takes the lines of text at the end of a block away from it: they head the next one."""
    count = 0
    while count < min(5, len(block)) and not block[-1 - count].cells and not block[-1 - count].text[:1].islower():
        count += 1
    carried = block[len(block) - count :]
    del block[len(block) - count :]
    return carried


def _is_prose(entry: LabelledLine, left: float, right: float) -> bool:
    line = entry.line
    return (
        len(entry.cells) < 2
        and len(line.text) > 60
        and line.box.x1 - line.box.x0 > _PROSE * (right - left)
        and sum(word.text[0].islower() for word in line.words) > 0.4 * len(line.words)
        and all(b.x0 - a.x1 < 12 for a, b in pairwise(line.words))
    )


def _read_block(block: Sequence[LabelledLine], before: Sequence[Column]) -> Table | None:
    numbered = [e for e in block if e.cells and not e.heads]
    years = [c for e in block if e.cells and e.heads for c in e.cells]
    columns = find_columns([(i, e.label, e.cells) for i, e in enumerate(numbered)], years)
    if not columns:
        return None
    first = next((i for i, e in enumerate(block) if _has_values(e, columns)), None)
    if first is None:
        return None
    opening = _first_label(block, first, columns)
    heads = block[max(0, first - _HEADING_LINES) : opening]
    notes = [e.text for e in heads if e.prose]
    last_prose = max([i for i, e in enumerate(heads) if e.prose], default=-1)
    above = head_columns([e.line for e in heads[last_prose + 1 :]], columns)
    if not any(column.heading for column in columns) and len(before) == len(columns):
        for column, earlier in zip(columns, before, strict=True):
            column.heading = earlier.heading
    rows = RowReader(columns, left=min([e.line.box.x0 for e in block[opening:]])).read(
        [_settle(e, columns) for e in block[opening:]]
    )
    lead = [e.text for e in block[opening:first]]
    named = sum(any(char.isalpha() for char in row.label) or _is_year(row.label) for row in rows)
    # Numbers without names, such as telephone numbers under addresses, are no table.
    return Table(columns, rows, above, notes, lead) if rows and named * 2 >= len(rows) else None


def _first_label(block: Sequence[LabelledLine], first: int, columns: Sequence[Column]) -> int:
    """Where the rows begin: text directly over the first row, in the label's place, is a heading of rows."""
    opening = first
    while opening > 0:
        entry = block[opening - 1]
        inside = entry.line.box.x1 < columns[0].x0 - 1
        if not inside or entry.heads or entry.text.startswith("("):
            break
        opening -= 1
    return opening


def _has_values(entry: LabelledLine, columns: Sequence[Column]) -> bool:
    if entry.heads:
        return False
    return any(cell.value is not None and column_of(cell, columns) is not None for cell in entry.cells)


def _settle(entry: LabelledLine, columns: Sequence[Column]) -> LabelledLine:
    """Gives numbers that stand left of the first column back to the label."""
    cells = list(entry.cells)
    label = list(entry.label)
    while cells and column_of(cells[0], columns) is None:
        if cells[0].x1 <= columns[0].x0 or len(cells) == 1:
            label += cells.pop(0).words
        else:
            break
    return LabelledLine(entry.line, label, cells)


def _sides(lines: Sequence[Line]) -> list[Sequence[Line]]:
    """Two statements set beside each other become two pages' worth of lines."""
    cut = _gutter(lines)
    if cut is None:
        return [lines]
    sides: list[Sequence[Line]] = []
    for keep_left in (True, False):
        side: list[Line] = []
        for line in lines:
            words: list[Word] = [word for word in line.words if (word.x0 < cut) is keep_left]
            if words:
                side.append(make_line(words))
        sides.append(side)
    return sides


def _gutter(lines: Sequence[Line]) -> float | None:
    """The left edge of a second column of labels, if rows go label, number, label, number at one place."""
    starts: dict[int, int] = {}
    for line in lines:
        words = line.words
        for before, word in pairwise(words):
            if before.text[-1:].isdigit() or before.text.endswith(")"):
                wide = word.x0 - before.x1 > 10
                if wide and word.text[0].isalpha() and words[-1].text[-1:] in "0123456789)\u2014-":
                    place = round(word.x0 / 4)
                    starts[place] = starts.get(place, 0) + 1
    if not starts:
        return None
    place, count = max(starts.items(), key=lambda entry: entry[1])
    if count < 5:
        return None
    return place * 4 - 4.0
