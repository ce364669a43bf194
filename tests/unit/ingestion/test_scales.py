"""Scale notes and what rows count."""

from decimal import Decimal

import pytest

from ingestion.domain import Box
from ingestion.scales import find_currency, is_per_share, read_scale_note
from ingestion.tables.model import Row, Value
from ingestion.units import Measure, Words, column_words, measure, row_words


@pytest.mark.parametrize(
    ("text", "scale", "shares"),
    [
        ("(In millions)", 10**6, 10**6),
        ("(MILLIONS)", 10**6, 10**6),
        ("(Dollars in millions, except per share amounts)", 10**6, 10**6),
        ("in millions, except share and per share data", 10**6, 1),
        ("(in thousands, except for par value and per share)", 10**3, 10**3),
        ("($ in thousands, shares in millions)", 10**3, 10**6),
        ("(Amounts in billions)", 10**9, 10**9),
        ("(expressed in thousands of U.S. dollars)", 10**3, 10**3),
        ("Thousands of dollars", 10**3, 10**3),
        ("($000)", 10**3, 10**3),
        ("($000s omitted)", 10**3, 10**3),
        ("REPORTED SALES ($MM)", 10**6, 10**6),
        ("€ million", 10**6, 10**6),
        ("Mio. EUR", 10**6, 10**6),
        ("(Rs. in crore)", 10**7, 10**7),
        ("(₹ in lakhs)", 10**5, 10**5),
    ],
)
def test_scale_notes(text: str, scale: int, shares: int) -> None:
    note = read_scale_note(text)
    assert note is not None
    assert (note.scale, note.shares) == (scale, shares)


@pytest.mark.parametrize(
    "text", ["", "Consolidated Balance Sheets", "for $12 million in cash", "one in a million", "2031"]
)
def test_texts_that_state_no_scale(text: str) -> None:
    assert read_scale_note(text) is None


def test_currencies_and_amounts_per_share() -> None:
    assert [find_currency(text) for text in ("€", "RMB in millions", "C$", "US$", "shares")] == [
        "EUR",
        "CNY",
        "CAD",
        "USD",
        None,
    ]
    assert is_per_share("Dividends declared per common share")
    assert is_per_share("Earnings per diluted common share")
    assert not is_per_share("Percent of shares")


def value(number: str, *, currency: str | None = None, percent: bool = False) -> Value:
    return Value(0, Decimal(number), Box(0, 0, 1, 1), percent, currency)


def row(label: str, *section: str, values: tuple[str, ...] = ("2.10",)) -> Row:
    return Row(label, section, [value(number) for number in values], label, label, 0.0)


@pytest.mark.parametrize(
    ("label", "section", "unit"),
    [
        ("Basic", ("Earnings per share",), "USD/share"),
        ("Continuing operations", ("Per common share", "Basic earnings"), "USD/share"),
        ("Basic", ("Weighted-average common shares outstanding",), "shares"),
        ("Shares used to compute basic net income per share", (), "shares"),
        ("Common stock, par value $.01 per share; 500 shares authorized", ("Equity",), "USD"),
        ("Proceeds from issuance of common shares", (), "USD"),
        ("Outstanding shares - 503 and 509", ("Equity", "Common stock, $0.01 par value"), "USD"),
        ("Effective tax rate", (), "percent"),
        ("Net sales", (), "USD"),
        ("Diluted EPS", (), "USD/share"),
    ],
)
def test_what_a_row_counts(label: str, section: tuple[str, ...], unit: str) -> None:
    words = row_words(row(label, *section), Words())
    assert measure(words, column_words("2031"), value("2.10"), read_scale_note("(in millions)"), "USD").unit == unit


def test_a_total_per_share_outside_its_section_shows_itself_by_its_cents() -> None:
    before = row_words(row("Continuing operations", "Earnings per share"), Words())
    assert row_words(row("Net income attributable to Quarrel Foods", values=("2.92", "1.90")), before).per_share
    assert not row_words(row("Net income attributable to Quarrel Foods", values=("292", "190")), before).per_share


def test_columns_may_count_something_else() -> None:
    note = read_scale_note("(in millions)")
    plain = Words()
    assert measure(plain, column_words("% change"), value("8.5"), note, "USD") == Measure("percent", 1)
    assert measure(plain, column_words("EPS (Diluted US cents)"), value("12.3"), note, "USD") == Measure(
        "cents/share", 1
    )
    assert measure(plain, column_words("2031"), value("8", percent=True), note, "USD") == Measure("percent", 1)
    assert measure(plain, column_words("2031"), value("8", currency="€"), note, "USD").unit == "EUR"
    assert measure(plain, column_words("2031"), value("8"), None, None) == Measure("pure", None)


def test_a_label_may_state_its_own_scale() -> None:
    words = row_words(row("Weighted-average shares outstanding (in thousands)"), Words())
    assert measure(
        words, Words(), value("57,412".replace(",", "")), read_scale_note("(in millions)"), "USD"
    ) == Measure("shares", 10**3)
