"""A quote stands on its page, or it does not: nothing that changes a figure or a meaning gets through."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.checking import locate_quote, quote_on_page
from ingestion.domain import Box, Page, Word

LENDER = "The lender is not obliged to extend the facility before 2033."
STATEMENT = """Harrowgate Tools
Consolidated Statement of Cash Flows
(In millions)
2031 2030
Purchases of property, plant and equip-
ment (PP&E) $ (1,577) $ (1,373)
Acquisitions, net of cash acquired — 262
Other net –310 58
Gross margin 45.0 % 44.1 %
Long-term debt 6,814 6,500
Proﬁt attributable to the company’s owners 1,234²
"""


def page(text: str) -> Page:
    return Page("HARROWGATE_2031_10K", 12, text)


@pytest.mark.parametrize(
    "quote",
    [
        "Purchases of property, plant and equipment (PP&E) $ (1,577) $ (1,373)",
        "purchases of property plant and equipment (PP&E) (1577) (1373)",
        "Purchases of property, plant and equip-\nment (PP&E)\n$\n(1,577)",
        "equipment (PP&E) $(1,577)",
        "Other net -310 58",
        "Other net \u2212310   58",
        "Acquisitions, net of cash acquired - 262",
        "Gross margin 45.0% 44.1%",
        "long term debt 6,814",
        "LONG-TERM DEBT 6814",
        "Profit attributable to the company's owners 1,234",
        "(In millions)",
        "Harrowgate Tools Consolidated Statement",
        "\u201cLong\u2011term debt\u201d",
        "\uff16\uff18\uff11\uff14",
        "Long\u00adterm debt",
    ],
)
def test_what_stands_there(quote: str) -> None:
    assert quote_on_page(quote, page(STATEMENT))


@pytest.mark.parametrize(
    "quote",
    [
        "Purchases of property, plant and equipment (PP&E) $ (1,578)",  # a digit changed
        "Purchases of property, plant and equipment (PP&E) $ (1,757)",  # digits transposed
        "Purchases of property, plant and equipment (PP&E) $ 1,577",  # sign lost
        "Long-term debt (6,814)",  # sign invented
        "Long-term debt -6,814",
        "Long-term debt 6.814",  # a comma is no point
        "Long-term debt 6,81",
        "Long-term debt 681",
        "Long-term debt 68,14",
        "Long-term debt 6 814",
        "Long-term debt 6,500",  # a column skipped
        "Acquisitions, net of cash acquired 262",  # the nil cell dropped: 262 moves a column
        "Gross margin 45.0 44.1 %",  # percent lost
        "Gross margin 45 %",
        "Other net 58",
        "ther net -310",  # begins inside a word
        "Other ne",
        "Purchases of property and plant and equipment",
        "Profit attributable to the company's owners 12342",  # a footnote mark glued to its number
        "",
        "   \n\t ",
        "...",
        "\u2026 - () $ , .",
        "$",
        "Harrowgate Tools " * 600,
        "1" * 10_000,
    ],
)
def test_what_does_not(quote: str) -> None:
    assert not quote_on_page(quote, page(STATEMENT))


@pytest.mark.parametrize(
    ("quote", "stands"),
    [
        ("The lender is ... obliged to extend the facility", False),
        ("obliged to extend the facility ... The lender is", False),
        ("The lender is not obliged ... before 2033", True),
        ("The lender is not obliged \u2026 before 2033", True),
        ("The lender is not obliged [...] before 2033", True),
        ("The lender is not obliged . . . before 2033.", True),
        ("... not obliged to extend ...", True),
        ("The lender is not obliged ... before 2034", False),
        ("The lender is not obliged ... the lender", False),
        ("obliged to extend the facility", False),  # begins right after the "not" it drops
        ("is obliged to extend the facility", False),
        ("extend the facility before 2033", True),
        ("The borrower ... extend the facility", False),
    ],
)
def test_what_an_ellipsis_may_leave_out(quote: str, stands: bool) -> None:
    assert quote_on_page(quote, page(LENDER)) is stands


@pytest.mark.parametrize(
    ("text", "quote", "stands"),
    [
        ("Revenue 412 388\nCost of revenue 161 150", "Revenue ... 388", True),
        ("Revenue 412 388\nCost of sales 161 150", "Revenue ... 161", False),
        ("Total assets 7,415 7,002\nLease liabilities 58 63", "Total ... liabilities 58", False),
        ("Total assets 7,415 7,002\nLease liabilities 58 63", "Total assets 7,415 ... Lease liabilities 58", True),
        ("Sales rose. Costs fell. Margin was 10%.", "Sales rose. ... Margin was 10%.", True),
        ("Sales rose in the north. Costs in the south fell.", "Sales rose ... fell", False),
        ("We expect growth, except in Europe, to continue.", "We expect growth ... to continue", False),
        ("It may, unless waived, be repaid.", "It may ... be repaid", False),
        ("It was more than 5 million.", "It was more ... 5 million", False),
        ("It doesn\u2019t expect to pay a dividend.", "It ... expect to pay a dividend", False),
        ("Start " + "filler " * 80 + "end.", "Start ... end", False),
        ("It is notable.", "It is not able", False),
        ("It is not able to pay.", "It is notable", False),
        ("It is not\nable to pay.", "It is notable", False),
        ("It is unable to pay.", "able to pay", False),
        ("It is not. Able staff left.", "Able staff left", True),
        ("The total of 1,5\n77 was paid", "total of 1,577", False),  # a number split by a line break
        ("The amount was 1,57\u00b27", "1,5727", False),
        ("was 1\u00bd times", "was 11/2 times", False),
    ],
)
def test_meaning_is_kept(text: str, quote: str, stands: bool) -> None:
    assert quote_on_page(quote, page(text)) is stands


def test_a_quote_over_two_pages_stands_on_neither() -> None:
    quote = "Deferred revenue, net of current portion"
    assert not quote_on_page(quote, page("Deferred revenue, net of"))
    assert not quote_on_page(quote, page("current portion"))


def test_a_page_without_text_holds_no_quote() -> None:
    assert not quote_on_page("Revenue 412", Page("SCAN", 1, "", readable=False))
    assert locate_quote("Revenue 412", Page("SCAN", 1, "", readable=False)) == []


def _words(rows: list[list[str]]) -> tuple[Word, ...]:
    return tuple(
        Word(text, 50.0 + 100 * column, 100.0 + 20 * row, 90.0 + 100 * column, 110.0 + 20 * row)
        for row, cells in enumerate(rows)
        for column, text in enumerate(cells)
    )


def test_a_quote_may_stand_in_visual_rows_only() -> None:
    """Labels drawn first and numbers after: the PDF's own text never has them side by side."""
    words = _words([["Revenue", "412", "388"], ["Costs", "161", "150"]])
    drawn = tuple(sorted(words, key=lambda word: word.x0))
    by_column = Page("D", 1, "\n".join(word.text for word in drawn), drawn)
    assert quote_on_page("Revenue 412 388", by_column)
    assert quote_on_page("Revenue\nCosts", by_column)
    assert not quote_on_page("Revenue 161", by_column)
    assert locate_quote("Revenue 412 388", by_column) == [Box(50.0, 100.0, 290.0, 110.0)]


def test_boxes_are_one_a_row_and_part() -> None:
    words = _words([["Revenue", "412", "388"], ["Costs", "161", "150"]])
    drawn = Page("D", 1, "Revenue 412 388\nCosts 161 150", words)
    assert locate_quote("388 Costs 161", drawn) == [Box(250.0, 100.0, 290.0, 110.0), Box(50.0, 120.0, 190.0, 130.0)]
    assert locate_quote("Revenue ... 388", drawn) == [Box(50.0, 100.0, 90.0, 110.0), Box(250.0, 100.0, 290.0, 110.0)]
    assert locate_quote("Revenue 388", drawn) == []
    assert locate_quote("Revenue ... 161", drawn) == []


_texts = st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "Zs", "S"]), max_size=80)


@given(st.lists(st.sampled_from(["revenue", "not", "1,577", "(262)", "12%", "—", "net-of", "$", "2031."]), min_size=1))
def test_a_whole_line_always_stands_on_its_page(words: list[str]) -> None:
    line = " ".join(words)
    holds_something = any(char.isalnum() for char in line)
    assert quote_on_page(line, page(f"Heading\n{line}\nFooter")) is holds_something


@given(st.integers(0, 10**9), st.integers(0, 10**9))
def test_a_number_stands_for_no_other(printed: int, quoted: int) -> None:
    assert quote_on_page(f"Total {quoted:,}", page(f"Total {printed:,} at year end")) is (printed == quoted)


@given(_texts, _texts)
def test_no_text_breaks_it(quote: str, text: str) -> None:
    assert quote_on_page(quote, page(text)) in (True, False)


def test_a_hostile_quote_is_not_slow() -> None:
    hostile = " ... ".join(["a"] * 2_000)
    start = time.perf_counter()
    assert not quote_on_page(hostile, page("a b " * 1_000))
    assert time.perf_counter() - start < 2.0
