"""Small filings drawn for the tests of ingestion, and what a FOLIO_HOME holds, for comparing two."""

import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pymupdf
import pytest

from eval.run import main
from ingestion.index.base import HybridQuery, SearchFilter
from ingestion.library import Library, open_library
from ingestion.settings import IngestionSettings

WriteFiling = Callable[..., Path]
Evaluate = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run_evaluation(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Evaluate:
    """`python -m eval.run` within this process: exit code, standard output, standard error."""

    def call(*arguments: object) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.argv", ["eval.run", *map(str, arguments)])
        with pytest.raises(SystemExit) as stopped:
            main()
        captured = capsys.readouterr()
        return int(stopped.value.code or 0), captured.out, captured.err

    return call


@pytest.fixture
def write_filing(tmp_path: Path) -> WriteFiling:
    """Writes a 10-K of a fictional company: cover, prose, a balance sheet; other `note`, other content."""

    def write(
        name: str = "HARROW_2031_10K.pdf",
        *,
        folder: str = "in",
        company: str = "HARROWGATE TOOLS, INC.",
        registrant: str = "04711",
        end: str = "December 31, 2031",
        pages: int = 3,
        note: str = "",
    ) -> Path:
        path = tmp_path / folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with pymupdf.open() as document:
            _cover(document.new_page(), company, registrant, end)
            for number in range(2, pages):
                _prose(document.new_page(), f"{note} {number}")
            _balance_sheet(document.new_page(), end)
            document.save(path, no_new_id=True)
        return path

    return write


def _cover(page: pymupdf.Page, company: str, registrant: str, end: str) -> None:
    lines = [
        "UNITED STATES",
        "SECURITIES AND EXCHANGE COMMISSION",
        "Washington, D.C. 20549",
        "FORM 10-K",
        "ANNUAL REPORT PURSUANT TO SECTION 13 OR 15(d) OF THE SECURITIES EXCHANGE ACT OF 1934",
        f"For the fiscal year ended {end}",
        f"Commission file number 001-{registrant}",
        company,
        "(Exact name of registrant as specified in its charter)",
    ]
    for row, line in enumerate(lines):
        page.insert_text((72, 100 + 20 * row), line)


def _prose(page: pymupdf.Page, note: str) -> None:
    page.insert_text((72, 60), f"Item 7. Management's Discussion {note}")
    for row in range(45):
        page.insert_text((72, 80 + 15 * row), f"Sentence {row} of {note} says that demand for mills and depots rose.")


def _balance_sheet(page: pymupdf.Page, end: str) -> None:
    page.insert_text((72, 45), "Item 8. Financial Statements and Supplementary Data")
    page.insert_text((72, 60), "Consolidated Balance Sheets")
    page.insert_text((72, 75), "(In millions)")
    page.insert_text((300, 90), end)
    rows = {
        "Cash and cash equivalents": "1,200",
        "Inventories": "3,215",
        "Total current assets": "4,415",
        "Property, plant and equipment, net": "3,000",
        "Total assets": "7,415",
        "Accounts payable": "1,000",
        "Total current liabilities": "1,000",
        "Long-term debt": "2,000",
        "Total liabilities": "3,000",
        "Total stockholders' equity": "4,415",
        "Total liabilities and stockholders' equity": "7,415",
    }
    for row, (label, number) in enumerate(rows.items()):
        page.insert_text((72, 110 + 15 * row), label)
        page.insert_text((320, 110 + 15 * row), number)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A FOLIO_HOME that does not exist yet."""
    return tmp_path / "home"


@pytest.fixture
def settings(home: Path) -> IngestionSettings:
    """Settings of that FOLIO_HOME, whatever the machine's environment says."""
    return IngestionSettings(home=home, database_url=None, qdrant_url=None, embedding_model="wordllama")


@pytest.fixture
def library(settings: IngestionSettings) -> Iterator[Library]:
    """An open, empty library."""
    with open_library(settings, create=True) as opened:
        yield opened


@dataclass(frozen=True)
class Contents:
    """Everything a FOLIO_HOME holds, order left out."""

    rows: dict[str, set[tuple[Any, ...]]]
    chunks: set[tuple[Any, ...]]
    copies: dict[str, bytes]
    left_over: list[str]


def read_contents(home: Path) -> Contents:
    """Rows of the catalogue, chunks of the index, copies, and files that should not be there."""
    settings = IngestionSettings(home=home, database_url=None, qdrant_url=None, embedding_model="wordllama")
    connection = sqlite3.connect(home / "catalogue.sqlite")
    names = ("folio_meta", "filings", "aliases", "pages", "figures")
    rows = {name: set(connection.execute(f"SELECT * FROM {name}").fetchall()) for name in names}  # noqa: S608
    connection.close()
    chunks: set[tuple[Any, ...]] = set()
    with open_library(settings) as library:
        anything = np.ones(library.embedder.dim, dtype=np.float32)
        for doc, count in library.index.doc_counts().items():
            where = SearchFilter(docs=frozenset({doc}))
            hits = library.index.search(HybridQuery(anything, None, limit=count, arm_limit=count, filter=where))
            chunks |= {(hit.doc, hit.page, hit.index, hit.header, hit.text, hit.metadata) for hit in hits}
            assert len(hits) == count
    filings = home / "filings"
    copies = {path.name: path.read_bytes() for path in filings.glob("*.pdf")}
    left_over = [path.name for path in (filings / ".incoming").iterdir()]
    return Contents(rows, chunks, copies, left_over)


@pytest.fixture
def contents() -> Callable[[Path], Contents]:
    """`read_contents`."""
    return read_contents
