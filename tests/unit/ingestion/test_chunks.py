"""Chunks: whole lines of one page, of a bounded size, all of it and nothing twice."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingestion.chunks import chunk_header, cut_chunks, indexed_text
from ingestion.domain import Filing, Form, Page, PageKind, Word
from ingestion.layout import page_texts

FILING = Filing("HARROW_2031_10K", "Harrowgate Tools", Form.TEN_K, 2031, "0" * 64, 9, "HARROW_2031_10K.pdf")


def page(text: str, **fields: object) -> Page:
    return Page(FILING.doc, 7, text, (Word("x", 0, 0, 1, 1),), **fields)  # type: ignore[arg-type]


def table_page(rows: int) -> Page:
    """A table whose cells were drawn column by column, so that the text has a number a line."""
    words, lines = [], []
    for column in range(4):
        for row in range(rows):
            text = f"Item{row}" if column == 0 else f"{row},{column}00"
            words.append(Word(text, 50.0 + 100 * column, 20.0 + 12 * row, 90.0 + 100 * column, 30.0 + 12 * row))
            lines.append(text)
    return Page(FILING.doc, 8, "\n".join(lines), tuple(words), kind=PageKind.CASH_FLOW)


prose = st.lists(st.text("abc DEF.,;:", max_size=90), max_size=120).map("\n".join)


@given(prose)
def test_chunks_hold_the_whole_page_once_and_in_order(text: str) -> None:
    chunks = cut_chunks(page(text), FILING)
    joined = " ".join(chunk.text for chunk in chunks)
    assert joined.split() == text.split()
    assert [chunk.index for chunk in chunks] == list(range(len(chunks)))
    assert {(chunk.doc, chunk.page) for chunk in chunks} <= {(FILING.doc, 7)}
    assert all(0 < len(chunk.text) <= 1900 for chunk in chunks)


@given(prose)
def test_chunks_are_made_of_whole_lines(text: str) -> None:
    lines = {" ".join(line.split()) for line in text.split("\n")}
    for chunk in cut_chunks(page(text), FILING):
        assert {" ".join(line.split()) for line in chunk.text.split("\n")} <= lines


def test_chunks_are_neither_tiny_nor_huge() -> None:
    text = "\n".join(f"Sentence number {number} says something about the business." for number in range(200))
    chunks = cut_chunks(page(text), FILING)
    assert all(1000 <= len(chunk.text) <= 1500 for chunk in chunks[:-1])
    assert 300 <= len(chunks[-1].text) <= 1800
    assert all(chunk.text.endswith(".") for chunk in chunks)


def test_a_line_longer_than_a_chunk_is_cut_at_sentences() -> None:
    chunks = cut_chunks(page("The lender is not obliged to extend the facility. " * 200), FILING)
    assert len(chunks) > 5
    assert all(chunk.text.endswith(".") and len(chunk.text) <= 1900 for chunk in chunks)
    assert cut_chunks(page("x" * 4000), FILING)[0].text == "x" * 1500


def test_rows_of_a_table_stay_whole() -> None:
    chunks = cut_chunks(table_page(100), FILING)
    assert len(chunks) > 1
    lines = [line for chunk in chunks for line in chunk.text.split("\n")]
    assert lines == [f"Item{row} {row},100 {row},200 {row},300" for row in range(100)]


def test_the_text_of_a_chunk_may_be_quoted() -> None:
    for one in (table_page(100), page("Plain words.\n" * 300)):
        texts = [" ".join(text.split()) for text in page_texts(one)]
        for chunk in cut_chunks(one, FILING):
            assert any(" ".join(chunk.text.split()) in text for text in texts)


@pytest.mark.parametrize("one", [Page("a", 1, ""), Page("a", 1, " \n \n"), Page("a", 1, "\ufffd" * 50, readable=False)])
def test_blank_and_unreadable_pages_have_none(one: Page) -> None:
    assert cut_chunks(one, FILING) == []


def test_the_header_says_whose_page_it_is() -> None:
    one = page("text", kind=PageKind.BALANCE_SHEET, section="Item 8. Financial Statements")
    header = "Harrowgate Tools | 10-K | FY2031 | Item 8. Financial Statements | balance sheet"
    assert chunk_header(one, FILING) == header
    assert indexed_text(cut_chunks(one, FILING)[0]) == header + "\ntext"


def test_headers_of_other_forms() -> None:
    quarter = Filing("q", "Quarrel", Form.TEN_Q, 2031, "0" * 64, 1, "q.pdf", fiscal_quarter=2)
    event = Filing("e", "Quarrel", Form.EIGHT_K, 2031, "0" * 64, 1, "e.pdf", event_date=date(2031, 3, 4))
    undated = Filing("u", "Quarrel", Form.OTHER, None, "0" * 64, 1, "u.pdf")
    assert chunk_header(page(""), quarter) == "Quarrel | 10-Q | Q2 FY2031 | other"
    assert chunk_header(page(""), event) == "Quarrel | 8-K | 2031-03-04 | other"
    assert chunk_header(page(""), undated) == "Quarrel | other | other"
