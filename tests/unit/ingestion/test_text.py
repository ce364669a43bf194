"""Numbers as filings print them."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingestion.text import SCALE_WORDS, find_numbers, normalise, parse_cell, prints_decimal_comma

CELLS = [
    ("1,577", "1577"),
    ("$1,577", "1577"),
    ("$ 1,577", "1577"),
    ("(1,577)", "-1577"),
    ("$(1,577)", "-1577"),
    ("$ (1,577)", "-1577"),
    ("($1,577)", "-1577"),
    ("(1,577", "-1577"),
    ("\u22124.2%", "-4.2"),
    ("\u2013310", "-310"),
    ("\uff0d15", "-15"),
    ("-15", "-15"),
    ("(96)", "-96"),
    ("(0.5)%", "-0.5"),
    ("(0.5%)", "-0.5"),
    ("12.5%", "12.5"),
    (".07", "0.07"),
    ("$.07", "0.07"),
    ("0", "0"),
    ("0.0", "0.0"),
    ("1,23,456", "123456"),
    ("12,34,56,789", "123456789"),
    ("1,234,567.89", "1234567.89"),
    ("\u20ac 5", "5"),
    ("\u00a31,000", "1000"),
    ("1,204\u00b2", "1204"),
    ("\uff11\uff12", "12"),
    ("2031", "2031"),
    ("$310 million", "310"),
]


@pytest.mark.parametrize(("cell", "value"), CELLS)
def test_a_cell_has_its_value(cell: str, value: str) -> None:
    assert parse_cell(cell) == Decimal(value)


@pytest.mark.parametrize(
    "cell", ["\u2014", "-", "\u2013", "", " ", "$\u2014", "NM", "n/a", "2031\u20132032", "1,2345", "Q2", "12 of 15"]
)
def test_a_cell_that_is_no_number_has_none(cell: str) -> None:
    assert parse_cell(cell) is None


@pytest.mark.parametrize(
    ("cell", "value"),
    [("1.284,6", "1284.6"), ("7,35 %", "7.35"), ("1.284", "1284"), ("(1.284)", "-1284"), ("\u221212,5", "-12.5")],
)
def test_decimal_comma_cells(cell: str, value: str) -> None:
    assert parse_cell(cell, decimal_comma=True) == Decimal(value)


def test_a_range_of_years_is_not_negative() -> None:
    assert [number.value for number in find_numbers("the plan for 2030\u20132031")] == [2030, 2031]
    assert [number.value for number in find_numbers("fell by \u2013310 in 2031")] == [-310, 2031]


def test_scale_words_and_units_beside_a_number() -> None:
    (number,) = find_numbers("Umsatz 1.284,6 Mio. EUR", decimal_comma=True)
    assert (number.value, number.amount) == (Decimal("1284.6"), Decimal("1284600000"))
    (percent,) = find_numbers("Marge 7,35 %", decimal_comma=True)
    assert (percent.value, percent.percent) == (Decimal("7.35"), True)
    (staff,) = find_numbers("Mitarbeiter 1.284", decimal_comma=True)
    assert staff.value == 1284


def test_form_names_and_quarters_hold_no_negative_number() -> None:
    assert all(number.value >= 0 for number in find_numbers("Form 10-K, Q2, FY2031, pages 25 - 50, 53 - 57"))


def test_the_convention_is_held_for_the_document() -> None:
    german = ["Umsatz 1.284,6 Mio. EUR", "Marge 7,35 %", "Mitarbeiter 1.284"]
    assert prints_decimal_comma(german)
    assert not prints_decimal_comma(["Sales 1,284.6", "Margin 7.35%", "Staff 1,284", "Notes 3,4"])
    assert not prints_decimal_comma(["Staff 1,284", "Sales 2,118"])
    assert not prints_decimal_comma([])


def test_normalise_folds_what_looks_alike() -> None:
    assert normalise("Net\u00a0 Sales \u2014 \u201cA\u201d\u200b") == 'net sales - "a"'


def grouped(digits: str, *, indian: bool, mark: str) -> str:
    """Thousands groups, or for lakh and crore groups of two after the last three digits."""
    head, tail = digits[:-3], digits[-3:]
    step = 2 if indian else 3
    groups = []
    while head:
        groups.insert(0, head[-step:])
        head = head[:-step]
    return mark.join([*groups, tail])


SIGNS = st.sampled_from(["", "({})", "$({})", "-{}", "\u2212{}", "\u2013{}", "\uff0d{}", "$ ({})", "(${})"])


@given(
    whole=st.integers(min_value=0, max_value=10**13),
    decimals=st.integers(min_value=0, max_value=4),
    fraction=st.integers(min_value=0, max_value=9999),
    sign=SIGNS,
    grouping=st.sampled_from(["none", "thousands", "lakh"]),
    comma=st.booleans(),
)
def test_format_then_parse_returns_the_value(
    whole: int, decimals: int, fraction: int, sign: str, grouping: str, comma: bool
) -> None:
    if comma and grouping == "lakh":
        grouping = "thousands"  # lakh is grouped with commas only
    mark, point = (".", ",") if comma else (",", ".")
    digits = str(whole)
    text = digits if grouping == "none" else grouped(digits, indian=grouping == "lakh", mark=mark)
    places = f"{fraction:04d}"[:decimals]
    if places:
        text += point + places
    value = Decimal(f"{digits}.{places}" if places else digits)
    printed = sign.format(text) if sign else text
    assert parse_cell(printed, decimal_comma=comma) == (-value if sign and value else value)


@given(
    tenths=st.integers(min_value=1, max_value=10**9),
    word=st.sampled_from(sorted(word for word in SCALE_WORDS if len(word) > 2)),
    upper=st.booleans(),
    negative=st.booleans(),
)
def test_every_scale_word_multiplies(tenths: int, word: str, upper: bool, negative: bool) -> None:
    value = Decimal(tenths) / 10
    printed = f"{value:,} {word.capitalize() if upper else word}"
    (number,) = find_numbers(f"({printed})" if negative else f"about {printed} in all")
    assert number.value == (-value if negative else value)
    assert number.amount == number.value * SCALE_WORDS[word]


@pytest.mark.parametrize(
    ("row", "values"),
    [("Restructuring — 6,315 —", [6315]), ("Goodwill $ — $ 5", [5]), ("Loss − 4.2%", ["-4.2"]), ("Net -310", [-310])],
)
def test_a_nil_dash_is_no_sign_of_the_next_figure(row: str, values: list[object]) -> None:
    assert [number.value for number in find_numbers(row)] == [Decimal(str(value)) for value in values]
