"""Classifying pages keeps to its budget, on ordinary filings and on odd ones."""

import time
import tomllib
from pathlib import Path

import pytest

from ingestion.domain import Form, Page
from ingestion.page_kinds import classify_pages

TEXTS = {
    name: text.replace("|", "\n")
    for name, text in tomllib.loads((Path(__file__).parents[2] / "data" / "page_texts.toml").read_text()).items()
}


def seconds(texts: list[str]) -> float:
    pages = [Page("SAMPLE", number, text) for number, text in enumerate(texts, 1)]
    started = time.process_time()
    classify_pages(pages, Form.TEN_K)
    return time.process_time() - started


def test_a_thousand_pages_take_about_a_second_at_most() -> None:
    page = TEXTS["prose"] + TEXTS["assets"] + TEXTS["income"]
    # 0.5 ms a page is the budget; the rest is for slow machines.
    assert seconds([TEXTS["cover"], TEXTS["contents"], *[page] * 1000]) < 1.5


@pytest.mark.parametrize(
    "line",
    [
        "Consolidated Balance Sheets " + "inc" * 45 + "!",
        "Consolidated Statements of Income (" + "continued" * 12 + "!",
        "condensed" * 14 + " statements of",
        "Exhibit 1" + "a" * 150 + "!",
        "Item 7. " + "." * 4000,
        "1" * 5000,
        "Note 1 " + "- " * 3000,
    ],
)
def test_odd_lines_do_not_hold_it_up(line: str) -> None:
    assert seconds([f"{line}\n" * 50] * 4) < 1.0


def test_thousands_of_headings_do_not_hold_it_up() -> None:
    headings = (
        "Item 7. Management's Discussion and Analysis\nItem 8. Financial Statements\nNote 1. Policies\n1. Policies\n"
    )
    assert seconds([headings * 50] * 100) < 4.0
