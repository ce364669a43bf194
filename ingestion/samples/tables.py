"""Tables as filings print them: labels left, `$` and figures right, brackets hanging, rules over totals.

A cell is a finished text: "1,234", "(310)", "—", "4.2%". `^` starts a footnote mark: "1,234^(1)" prints a raised (1).
"""

from dataclasses import dataclass

from ingestion.samples.pdf import Canvas, Fonts
from ingestion.samples.wrapping import wrap

_STEP = 1.32
_INDENT = 9.0


@dataclass(frozen=True)
class Row:
    """One row. `level` indents the label; `rule` draws a line above the figures and `double` two below."""

    label: str
    cells: tuple[str, ...] = ()
    level: int = 0
    dollar: bool = False
    bold: bool = False
    rule: bool = False
    double: bool = False
    gap: bool = False


@dataclass(frozen=True)
class Table:
    """A table with its title lines, scale note and column headings (`\\n` breaks a heading).

    `groups` are headings over several columns: (text, columns). `shares` widens the label column.
    """

    heads: tuple[str, ...]
    rows: tuple[Row, ...]
    titles: tuple[str, ...] = ()
    note: str = ""
    groups: tuple[tuple[str, int], ...] = ()
    corner: str = ""
    foot: tuple[str, ...] = ()
    anchor: str = ""
    column: float = 66.0
    size: float = 8.6
    shaded: bool = True
    leaders: bool = False
    after: float = 10.0
    centered: bool = False


def bold_of(font: str) -> str:
    """The bold face of a base-14 font name."""
    return f"{font[:2]}bo"


def _label_width(table: Table, width: float) -> float:
    return width - len(table.heads) * table.column


def _label_lines(fonts: Fonts, table: Table, row: Row, font: str, width: float) -> list[str]:
    face = bold_of(font) if row.bold else font
    room = (width if not row.cells else _label_width(table, width)) - row.level * _INDENT - 6.0
    return wrap(fonts, row.label.replace("^", ""), face, table.size, room)


def table_height(fonts: Fonts, table: Table, font: str, width: float) -> float:
    """Height in points that `draw_table` will use."""
    step = table.size * _STEP
    lines = sum(len(_label_lines(fonts, table, row, font, width)) for row in table.rows)
    gaps = sum(row.gap for row in table.rows)
    feet = sum(len(wrap(fonts, text, font, table.size - 0.8, width)) for text in table.foot)
    groups = max(map(len, _group_lines(fonts, table, font)), default=0)
    head_height = (len(table.titles) + bool(table.note) + groups + _head_depth(table)) * step
    return head_height + (lines + 0.5 * gaps) * step + feet * step * 0.92 + table.after + 12.0


def draw_table(page: Canvas, table: Table, font: str, y: float, left: float, right: float) -> float:
    """Draw at y between left and right; returns the y below it."""
    step = table.size * _STEP
    for title in table.titles:
        y += step * 1.05
        page.center((left + right) / 2, y, title, bold_of(font), table.size + 1.0)
    if table.note:
        y += step
        page.center((left + right) / 2, y, table.note, font, table.size)
    y = _draw_heads(page, table, font, y + 4.0, left, right)
    shade = False
    for row in table.rows:
        y += step * 0.5 * row.gap
        lines = _label_lines(page.fonts, table, row, font, right - left)
        bottom = y + step * len(lines)
        if table.shaded and shade:
            page.shade(left, y + 2.2, right, bottom + 2.2)
        shade = not shade
        _draw_row(page, table, row, lines, font, y, left, right)
        y = bottom
    y += 4.0
    for text in table.foot:
        for line in wrap(page.fonts, text, font, table.size - 0.8, right - left):
            y += step * 0.92
            page.text(left, y, line, font, table.size - 0.8)
    return y + table.after


def _group_lines(fonts: Fonts, table: Table, font: str) -> list[list[str]]:
    """Lines of each group heading: "Three Months Ended" over the date where it is wider than its columns."""
    lines = []
    for text, span in table.groups:
        fits = fonts.width(text, bold_of(font), table.size) <= span * table.column - 20.0
        lines.append([text] if fits else text.replace(" Ended ", " Ended\n").split("\n"))
    return lines


def _head_depth(table: Table) -> int:
    return max((head.count("\n") + 1 for head in table.heads if head), default=0)


def _draw_heads(page: Canvas, table: Table, font: str, y: float, left: float, right: float) -> float:
    step, bold = table.size * _STEP, bold_of(font)
    start = x = left + _label_width(table, right - left)
    groups = _group_lines(page.fonts, table, font)
    deepest = max(map(len, groups), default=0)
    for (_, span), lines in zip(table.groups, groups, strict=True):
        end = x + span * table.column
        for number, line in enumerate(lines, 1 + deepest - len(lines)):
            page.center((x + end) / 2 + 4.0, y + number * step, line, bold, table.size)
        if any(lines):
            page.rule(x + 10.0, end - 2.0, y + deepest * step + 2.5)
        x = end
    y += deepest * step
    depth = _head_depth(table)
    for column, head in enumerate(table.heads):
        lines = head.split("\n") if head else []
        x0 = start + column * table.column
        for number, line in enumerate(lines, 1 + depth - len(lines)):
            page.center(x0 + table.column / 2 + 4.0, y + step * number, line, bold, table.size)
        if head:
            page.rule(x0 + 10.0, x0 + table.column - 2.0, y + step * depth + 2.5)
    if table.corner:
        page.text(left, y + step * depth, table.corner, font, table.size)
    return y + step * depth + 3.0


def _draw_row(
    page: Canvas, table: Table, row: Row, lines: list[str], font: str, y: float, left: float, right: float
) -> None:
    face, size, step = (bold_of(font) if row.bold else font), table.size, table.size * _STEP
    x = left + row.level * _INDENT
    marked, _, mark = row.label.partition("^")
    for number, line in enumerate(lines):
        y += step
        text = line
        last = number == len(lines) - 1
        if last and mark and line.endswith(mark):
            text = line[: -len(mark)]
        indent = 0.0 if number == 0 else _INDENT
        page.text(x + indent, y, text, face, size)
        end = x + indent + page.fonts.width(text, face, size)
        if text != line:
            page.text(end, y - size * 0.36, mark, font, size * 0.62)
            end += page.fonts.width(mark, font, size * 0.62)
        if last and table.leaders and row.cells and marked:
            _draw_leaders(page, end + 3.0, left + _label_width(table, right - left), y, font, size)
    start = left + _label_width(table, right - left)
    for column, cell in enumerate(row.cells):
        if cell:
            x0 = start + column * table.column
            if table.centered:
                page.center(x0 + table.column / 2 + 4.0, y, cell, face, size)
            else:
                _draw_cell(page, row, cell, face, size, y, x0, table.column)


def _draw_leaders(page: Canvas, x: float, end: float, y: float, font: str, size: float) -> None:
    dots = int((end - x) / page.fonts.width(".", font, size)) if end > x else 0
    if dots > 3:
        page.right(end, y, "." * dots, font, size)


def _draw_cell(page: Canvas, row: Row, cell: str, face: str, size: float, y: float, left: float, width: float) -> None:
    figure, _, mark = cell.partition("^")
    edge = left + width - 8.0
    digits = figure.rstrip(")%")
    page.text(edge - page.fonts.width(digits, face, size), y, figure, face, size)
    if mark:
        page.text(edge + page.fonts.width(figure[len(digits) :], face, size), y - size * 0.36, mark, face, size * 0.62)
    if row.dollar and figure not in ("—", ""):
        page.text(left + 10.0, y, "$", face, size)
    if row.rule:
        page.rule(left + 10.0, left + width - 2.0, y - size * 0.92)
    if row.double:
        page.rule(left + 10.0, left + width - 2.0, y + 2.2)
        page.rule(left + 10.0, left + width - 2.0, y + 3.8)
