"""Statements drawn as real PDFs and read back, for the tests of tables and figures."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import pymupdf
import pytest

from ingestion.domain import Filing, Form, Page, PageKind
from ingestion.reader.pages import read_pages

SIZE = 9.0


@dataclass
class Sheet:
    """A page being drawn: labels flush left, cells flush right at `rights`, headings centred."""

    rights: Sequence[float] = (380.0, 460.0, 540.0)
    kind: PageKind = PageKind.INCOME_STATEMENT
    pitch: float = 14.0
    y: float = 50.0
    drawn: list[tuple[float, float, str, float]] = field(default_factory=list)

    def row(self, label: str, *cells: str, indent: float = 0.0, size: float = SIZE) -> "Sheet":
        """A row; an empty cell is blank. A cell in two parts, "$|1,204", has its sign set apart."""
        self.drawn.append((50.0 + indent, self.y, label, size))
        for right, cell in zip(self.rights, cells, strict=False):
            sign, _, digits = cell.rpartition("|")
            hang = pymupdf.get_text_length(")", fontsize=size) if digits.endswith(")") else 0.0
            self.drawn.append((right + hang - pymupdf.get_text_length(digits, fontsize=size), self.y, digits, size))
            if sign:
                self.drawn.append((right - 48.0, self.y, sign, size))
        self.y += self.pitch
        return self

    def centred(self, *phrases: tuple[float, str]) -> "Sheet":
        """Phrases centred on these places."""
        for middle, text in phrases:
            self.drawn.append((middle - pymupdf.get_text_length(text, fontsize=SIZE) / 2, self.y, text, SIZE))
        self.y += self.pitch
        return self

    def at(self, x: float, text: str, *, dy: float = 0.0, size: float = SIZE) -> "Sheet":
        """A word on the line before, for instance a raised footnote mark."""
        self.drawn.append((x, self.y - self.pitch + dy, text, size))
        return self

    def draw(self, page: pymupdf.Page) -> None:
        """Write everything on a page."""
        for x, y, text, size in self.drawn:
            if text:
                page.insert_text((x, y), text, fontsize=size)


ReadSheets = Callable[..., list[Page]]


@pytest.fixture
def sheet() -> type[Sheet]:
    """The class: `sheet()` starts a page."""
    return Sheet


@pytest.fixture
def read_sheets(tmp_path: Path) -> ReadSheets:
    """Draws sheets, reads the PDF back, and sets each page's kind."""

    def read(*sheets: Sheet) -> list[Page]:
        path = tmp_path / "drawn.pdf"
        with pymupdf.open() as document:
            for one in sheets:
                one.draw(document.new_page())
            document.save(path)
        with pymupdf.open(path) as document:
            pages = [read_page.page for read_page in read_pages(document, "drawn", path)]
        return [replace(page, kind=one.kind) for page, one in zip(pages, sheets, strict=True)]

    return read


@pytest.fixture
def make_filing() -> Callable[..., Filing]:
    """A filing with these fields and plain ones for the rest."""

    def make(form: Form = Form.TEN_K, fiscal_year: int | None = 2031, **fields: object) -> Filing:
        base = Filing("drawn", "Harrowgate Tools", form, fiscal_year, "0" * 64, 1, "drawn.pdf")
        return replace(base, **fields)  # type: ignore[arg-type]

    return make
