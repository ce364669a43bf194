"""A page to draw on, and a PDF that is the same bytes every time.

Text is set in the base-14 fonts, so that no font file is needed, and written as one content stream a page: drawing
call by call through PyMuPDF takes ten times as long. Coordinates are points from the top left of the page as displayed.
"""

from dataclasses import dataclass, field
from pathlib import Path

import pymupdf

WIDTH, HEIGHT = 612.0, 792.0
_SCAN_DPI = 110


class Fonts:
    """Widths of the base-14 fonts. One object serves a whole run; widths are looked up once a character."""

    NAMES = ("tiro", "tibo", "tiit", "tibi", "helv", "hebo", "heit", "hebi")

    def __init__(self) -> None:
        self._fonts = {name: pymupdf.Font(name) for name in self.NAMES}
        self._widths: dict[str, dict[str, float]] = {name: {} for name in self.NAMES}

    def width(self, text: str, font: str, size: float) -> float:
        """Width of `text` in points."""
        widths = self._widths[font]
        total = 0.0
        for char in text:
            width = widths.get(char)
            if width is None:
                width = widths[char] = self._fonts[font].text_length(char, fontsize=1)
            total += width
        return total * size


@dataclass
class Canvas:
    """One page being drawn. `landscape` pages are stored upright with `/Rotate 90`; `scanned` ones as a picture.

    `anchors` are the names of what stands on the page, and `holds` the blocks behind them.
    """

    fonts: Fonts
    landscape: bool = False
    scanned: bool = False
    anchors: list[str] = field(default_factory=list)
    holds: dict[str, object] = field(default_factory=dict)
    _ops: list[str] = field(default_factory=list)
    _used: set[str] = field(default_factory=set)

    @property
    def width(self) -> float:
        """Displayed width in points."""
        return HEIGHT if self.landscape else WIDTH

    @property
    def height(self) -> float:
        """Displayed height in points."""
        return WIDTH if self.landscape else HEIGHT

    def text(self, x: float, y: float, text: str, font: str, size: float, *, sideways: bool = False) -> None:
        """Draw `text` with its baseline starting at (x, y); `sideways` turns it a quarter to the left."""
        if not text:
            return
        self._used.add(font)
        raw = text.encode("cp1252").decode("latin-1")
        escaped = raw.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
        turn = "0 1 -1 0" if sideways else "1 0 0 1"
        self._ops.append(f"BT /{font} {size:g} Tf {turn} {x:.2f} {self.height - y:.2f} Tm ({escaped}) Tj ET")

    def right(self, x: float, y: float, text: str, font: str, size: float) -> None:
        """Draw `text` so that it ends at x."""
        self.text(x - self.fonts.width(text, font, size), y, text, font, size)

    def center(self, x: float, y: float, text: str, font: str, size: float) -> None:
        """Draw `text` centred on x."""
        self.text(x - self.fonts.width(text, font, size) / 2, y, text, font, size)

    def rule(self, x0: float, x1: float, y: float, thickness: float = 0.6) -> None:
        """A horizontal line."""
        bottom = self.height - y
        self._ops.append(f"{thickness:g} w {x0:.2f} {bottom:.2f} m {x1:.2f} {bottom:.2f} l S")

    def shade(self, x0: float, y0: float, x1: float, y1: float) -> None:
        """A pale blue band behind a table row."""
        self._ops.append(f"0.87 0.93 0.98 rg {x0:.2f} {self.height - y1:.2f} {x1 - x0:.2f} {y1 - y0:.2f} re f 0 g")

    def place(self, document: pymupdf.Document) -> None:
        """Append this page to a PDF."""
        if self.scanned:
            _place_scan(self, document)
            return
        page = document.new_page(width=WIDTH, height=HEIGHT)
        for font in sorted(self._used):
            page.insert_font(fontname=font)
        stream = "\n".join(self._ops)
        if self.landscape:
            stream = f"q 0 1 -1 0 {WIDTH:g} 0 cm\n{stream}\nQ"
            page.set_rotation(90)
        xref = document.get_new_xref()
        document.update_object(xref, "<<>>")
        document.update_stream(xref, stream.encode("latin-1"))
        page.set_contents(xref)


def _place_scan(canvas: Canvas, document: pymupdf.Document) -> None:
    """A page as a scanner leaves it: a picture of the text, and no text."""
    drawn = Canvas(canvas.fonts, _ops=canvas._ops, _used=canvas._used)
    with pymupdf.open() as sheet:
        drawn.place(sheet)
        pixmap = sheet[0].get_pixmap(dpi=_SCAN_DPI, colorspace=pymupdf.csGRAY)
        picture = pixmap.tobytes("png")
    page = document.new_page(width=WIDTH, height=HEIGHT)
    page.insert_image(page.rect, stream=picture)


def write_pdf(canvases: list[Canvas], path: Path, *, title: str, author: str) -> None:
    """Write the pages to `path`. The same pages give the same bytes: no dates, no random file id."""
    with pymupdf.open() as document:
        for canvas in canvases:
            canvas.place(document)
        document.set_metadata({"title": title, "author": author, "producer": "Folio sample filings"})
        document.save(path, garbage=3, deflate=True, no_new_id=True)
