"""From blocks (headings, paragraphs, tables) to pages: wrapping, columns, page breaks, printed page numbers."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from ingestion.samples.pdf import Canvas, Fonts
from ingestion.samples.tables import Table, draw_table, table_height
from ingestion.samples.wrapping import Run, runs, wrap, wrap_runs

MARGIN = 54.0
_BOTTOM = 60.0
_GUTTER = 20.0


@dataclass(frozen=True)
class Look:
    """How one company's filings look: fonts, shaded rows, dot leaders, risk factors and releases in two columns."""

    family: str = "ti"
    size: float = 9.5
    leading: float = 1.22
    shaded: bool = True
    leaders: bool = False
    columns: bool = False

    @property
    def regular(self) -> str:
        """Name of the upright font."""
        return "tiro" if self.family == "ti" else "helv"

    @property
    def bold(self) -> str:
        """Name of the bold font."""
        return f"{self.family}bo"

    @property
    def italic(self) -> str:
        """Name of the italic font."""
        return f"{self.family}it"


@dataclass(frozen=True)
class Text:
    """A paragraph. `**bold**` and `__italic__` set words apart; `align` is left, center or bullet."""

    text: str
    align: str = "left"
    size: float = 1.0
    after: float = 6.0
    anchor: str = ""


@dataclass(frozen=True)
class Heading:
    """A heading, kept with what follows. Level 1 is a Part or Item, 2 a section, 3 a run of its own in italics."""

    text: str
    level: int = 2
    anchor: str = ""
    size: float = 1.0


@dataclass(frozen=True)
class Break:
    """Start a new page. `landscape` turns it, `scanned` makes it a picture; both last for one page."""

    landscape: bool = False
    scanned: bool = False


@dataclass(frozen=True)
class Columns:
    """Text set in two columns, filled left then right."""

    blocks: tuple["Text | Heading", ...]


@dataclass(frozen=True)
class Drawn:
    """A page drawn by hand (a cover, a contents page, a table on its side); no printed number of its own."""

    draw: Callable[[Canvas], None]
    anchor: str = ""
    numbered: bool = False


Block = Text | Heading | Break | Columns | Drawn | Table


@dataclass(frozen=True)
class _ColumnLine:
    """A line of two-column text: `height` is its step and, at a paragraph's end, the space after it."""

    item: Text
    runs: list[Run]
    size: float
    step: float
    height: float
    first: bool


@dataclass
class Setter:
    """Sets blocks onto pages. After `set`, `pages` are the canvases and `printed` their printed numbers."""

    fonts: Fonts
    look: Look
    header: str = ""
    prefix: str = ""
    first: int = 1
    numbered: bool = True
    pages: list[Canvas] = field(default_factory=list)
    printed: list[str] = field(default_factory=list)
    _y: float = 0.0
    _fresh: bool = False

    def set(self, blocks: Sequence[Block]) -> None:
        """Lay out all blocks in order; once for each setter."""
        for position, block in enumerate(blocks):
            if isinstance(block, Break):
                self._new_page(block.landscape, block.scanned)
            elif isinstance(block, Drawn):
                self._draw(block)
            elif isinstance(block, Columns):
                self._columns(block)
            else:
                self._flow(block, blocks[position + 1 : position + 2])
        self._number()

    def _flow(self, block: Text | Heading | Table, following: Sequence[Block]) -> None:
        if not self.pages or self._y == 0.0:
            self._new_page()
        page = self.pages[-1]
        need = self._height(block, page.width - 2 * MARGIN)
        if isinstance(block, Heading):
            need += self._least(following, page.width - 2 * MARGIN)
        if self._y + need > page.height - _BOTTOM and not self._fresh:
            splits = isinstance(block, Text) and need > 60 and not block.anchor
            if not splits or self._y > page.height - _BOTTOM - 40:
                self._new_page()
        self._place(block)

    def _least(self, following: Sequence[Block], width: float) -> float:
        """Height that must fit below a heading, so that it is never the last line of a page."""
        nearest = following[0] if following else None
        if isinstance(nearest, Table):
            return min(self._height(nearest, width), 640.0)
        return 45.0 if isinstance(nearest, Text | Heading) else 0.0

    def _place(self, block: Text | Heading | Table) -> None:
        page = self.pages[-1]
        if block.anchor:
            self._mark(block.anchor, block)
        if isinstance(block, Table):
            self._y = draw_table(page, block, self.look.regular, self._y, MARGIN, page.width - MARGIN)
        elif isinstance(block, Heading):
            self._heading(block)
        else:
            self._paragraph(block)
        self._fresh = False

    def _heading(self, block: Heading) -> None:
        size = self.look.size * block.size * (1.12 if block.level == 1 else 1.0)
        font = self.look.bold if block.level < 3 else f"{self.look.family}bi"
        self._y += 4.0 if self._fresh else 8.0
        page = self.pages[-1]
        for line in wrap(self.fonts, block.text, font, size, page.width - 2 * MARGIN):
            self._y += size * self.look.leading
            page.text(MARGIN, self._y, line, font, size)
        self._y += 5.0

    def _paragraph(self, block: Text) -> None:
        size = self.look.size * block.size
        step = size * self.look.leading
        lines = self._lines(block, self.pages[-1].width - 2 * MARGIN)
        for number, line in enumerate(lines):
            if self._y + step > self.pages[-1].height - _BOTTOM:
                self._new_page()
            self._y += step
            self._line(line, block, MARGIN, self.pages[-1].width - MARGIN, size, first=number == 0)
        self._y += block.after

    def _lines(self, block: Text, width: float) -> list[list[Run]]:
        indent = 16.0 if block.align == "bullet" else 0.0
        return wrap_runs(
            self.fonts,
            runs(block.text, self.look.regular, self.look.bold, self.look.italic),
            self.look.size * block.size,
            width - indent,
        )

    def _line(self, line: list[Run], block: Text, left: float, right: float, size: float, *, first: bool) -> None:
        page = self.pages[-1]
        widths = [self.fonts.width(text, font, size) for text, font in line]
        x = left
        if block.align == "center":
            x = (left + right - sum(widths)) / 2
        elif block.align == "bullet":
            if first:
                page.text(left + 4, self._y, "•", self.look.regular, size)
            x = left + 16.0
        for (text, font), width in zip(line, widths, strict=True):
            page.text(x, self._y, text, font, size)
            x += width

    def _columns(self, block: Columns) -> None:
        """Two columns from here down, even where the text ends on this page; else left to the foot, then right."""
        if not self.pages or self._y == 0.0:
            self._new_page()
        width = (self.pages[-1].width - 2 * MARGIN - _GUTTER) / 2
        lines = list(self._column_lines(block, width))
        height = sum(line.height for line in lines)
        top, deepest, column = self._y, self._y, 0
        for line in lines:
            foot = self.pages[-1].height - _BOTTOM
            even = top + height / 2 + 20.0
            if self._y + line.step > (min(foot, even) if column == 0 else foot):
                column += 1
                if column == 2:
                    self._new_page()
                    height -= 2 * (foot - top)
                    top, deepest, column = self._y, self._y, 0
                self._y = top
            if line.first and line.item.anchor:
                self._mark(line.item.anchor, line.item)
            left = MARGIN + column * (width + _GUTTER)
            self._y += line.step
            self._line(line.runs, line.item, left, left + width, line.size, first=line.first)
            deepest = max(deepest, self._y)
            self._y += line.height - line.step
        self._y, self._fresh = deepest + 8.0, False

    def _column_lines(self, block: Columns, width: float) -> Iterator["_ColumnLine"]:
        for item in block.blocks:
            text = item if isinstance(item, Text) else Text(f"**{item.text}**", anchor=item.anchor, after=3.0)
            lines = self._lines(text, width)
            size = self.look.size * text.size
            step = size * self.look.leading
            for number, line in enumerate(lines, 1):
                after = text.after if number == len(lines) else 0.0
                yield _ColumnLine(text, line, size, step, step + after, number == 1)

    def _mark(self, anchor: str, block: "Text | Heading | Table") -> None:
        self.pages[-1].anchors.append(anchor)
        self.pages[-1].holds[anchor] = block

    def _height(self, block: Text | Heading | Table, width: float) -> float:
        if isinstance(block, Table):
            return table_height(self.fonts, block, self.look.regular, width)
        step = self.look.size * self.look.leading
        if isinstance(block, Heading):
            return step * block.size + 13.0
        return len(self._lines(block, width)) * step * block.size

    def _draw(self, block: Drawn) -> None:
        page = Canvas(self.fonts)
        self.pages.append(page)
        if block.anchor:
            page.anchors.append(block.anchor)
        block.draw(page)
        self._finish(page, numbered=block.numbered)
        self._y = 0.0

    def _new_page(self, landscape: bool = False, scanned: bool = False) -> None:
        page = Canvas(self.fonts, landscape=landscape, scanned=scanned)
        self.pages.append(page)
        self._finish(page, numbered=self.numbered)
        self._y = MARGIN + (6.0 if self.header else 0.0)
        self._fresh = True

    def _finish(self, page: Canvas, *, numbered: bool) -> None:
        """Head the page. Only numbered pages count, so printed numbers fall behind the PDF's own."""
        if not numbered:
            self.printed.append("")
            return
        count = sum(1 for number in self.printed if number)
        self.printed.append(f"{self.prefix}{self.first + count}")
        if self.header:
            page.text(MARGIN, 36.0, self.header, self.look.regular, 8.0)

    def _number(self) -> None:
        """Print the page numbers, last on each page as in a real file."""
        for page, number in zip(self.pages, self.printed, strict=True):
            page.center(page.width / 2, page.height - 32.0, number, self.look.regular, 9.0)
