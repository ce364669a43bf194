"""Looking figures up by line item, and computing with them."""

from collections.abc import Callable
from decimal import Decimal

import pytest

from graph.calculator import CalculatorError
from graph.domain import Period
from graph.figures import Computation, FigureBook, Incomputable, UnknownMetricError, compute, describe_period, period_of
from graph.figures.periods import PeriodError, fits
from graph.knowledge import Knowledge
from ingestion.domain import Box, Figure, FiscalPeriod, PageKind

HARROWGATE = "Harrowgate Tools"
FY = Period(year=2031)


@pytest.fixture
def book(shelf, knowledge: Knowledge) -> FigureBook:  # type: ignore[no-untyped-def]
    return FigureBook(shelf, knowledge)


@pytest.fixture
def print_row(shelf) -> Callable[..., None]:  # type: ignore[no-untyped-def]
    """Print one more figure in the 2031 report of Harrowgate Tools."""

    def add(
        label: str,
        value: str,
        kind: PageKind,
        *,
        scale: int | None = 10**6,
        unit: str = "USD",
        year: int = 2031,
        section: str = "",
    ) -> None:
        months = 0 if kind is PageKind.BALANCE_SHEET else 12
        quote = f"{label} {value}"
        shelf.rows.append(
            Figure("HARROWGATE_2031_10K", 4, kind, 90, label, section, str(year), Decimal(value), unit, scale,
                   FiscalPeriod(year, None, months), quote, Box(0, 0, 1, 1))
        )  # fmt: skip

    return add


def result(book: FigureBook, text: str, period: Period = FY) -> Computation | Incomputable:
    return compute(text, book.open(HARROWGATE, period), period, book.knowledge)


def value(book: FigureBook, text: str, period: Period = FY) -> float:
    outcome = result(book, text, period)
    assert isinstance(outcome, Computation)
    return float(outcome.result)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("FY2018", Period(year=2018)),
        ("2018", Period(year=2018)),
        ("FY18", Period(year=2018)),
        ("fiscal 2018", Period(year=2018)),
        ("Q2 FY2023", Period(year=2023, quarter=2)),
        ("2023 Q2", Period(year=2023, quarter=2)),
        ("2Q23", Period(year=2023, quarter=2)),
        ("third quarter of 2023", Period(year=2023, quarter=3)),
        ("H1 FY2023", Period(year=2023, half=1)),
        ("first half 2023", Period(year=2023, half=1)),
    ],
)
def test_periods_of_tool_calls(text: str, expected: Period) -> None:
    assert period_of(text).model_copy(update={"as_printed": ""}) == expected
    assert period_of(describe_period(expected)).model_copy(update={"as_printed": ""}) == expected


@pytest.mark.parametrize("text", ["", "next year", "Q2", "later"])
def test_texts_that_are_no_period(text: str) -> None:
    with pytest.raises(PeriodError):
        period_of(text)


@pytest.mark.parametrize(
    ("printed", "wanted", "expected"),
    [
        (FiscalPeriod(2031, None, 12), Period(year=2031), True),
        (FiscalPeriod(2030, None, 12), Period(year=2031), False),
        (FiscalPeriod(2031, 2, 3), Period(year=2031), False),
        (FiscalPeriod(2031, 2, 3), Period(year=2031, quarter=2), True),
        (FiscalPeriod(2031, 2, 6), Period(year=2031, quarter=2), False),
        (FiscalPeriod(2031, 2, 6), Period(year=2031, half=1), True),
        (FiscalPeriod(2031, 3, 3), Period(year=2031, quarter=2), False),
        (FiscalPeriod(2031, None, 0), Period(year=2031), True),
        (FiscalPeriod(2031, 4, 0), Period(year=2031), True),
        (FiscalPeriod(2031, 2, 0), Period(year=2031), False),
        (FiscalPeriod(2031, 2, 0), Period(year=2031, quarter=2), True),
        (FiscalPeriod(2031, 2, 0), Period(year=2031, half=1), True),
        (FiscalPeriod(2031, None, 12), Period(year=2031, half=2), False),
        (None, Period(year=2031), False),
    ],
)
def test_columns_of_a_period(printed: FiscalPeriod | None, wanted: Period, expected: bool) -> None:
    assert fits(printed, wanted) is expected


def test_lookup_tells_what_is_missing(book: FigureBook) -> None:
    lookup = book.lookup(["revenue", "goodwill"], HARROWGATE, [Period(year=2030), FY])
    assert [(f.item, f.period.year, f.value) for f in lookup.found] == [
        ("revenue", 2030, 1100),
        ("revenue", 2031, 1240),
    ]
    assert [str(m) for m in lookup.missing] == ["Goodwill for FY2030", "Goodwill for FY2031"]


def test_the_own_report_of_the_period_asked_for_comes_first(book: FigureBook) -> None:
    assert book.open(HARROWGATE, FY).find("revenue", FY).figure.doc == "HARROWGATE_2031_10K"  # type: ignore[union-attr]
    past = Period(year=2030)
    assert book.open(HARROWGATE, past).find("revenue", past).figure.doc == "HARROWGATE_2030_10K"  # type: ignore[union-attr]
    # seen from 2031 the column of 2030 is in the same report
    assert book.open(HARROWGATE, FY).find("revenue", past).figure.doc == "HARROWGATE_2031_10K"  # type: ignore[union-attr]
    # a balance sheet prints two years: the third is in the report before
    oldest = Period(year=2029)
    assert book.open(HARROWGATE, FY).find("inventory", oldest).figure.doc == "HARROWGATE_2030_10K"  # type: ignore[union-attr]


def test_scope_binds(book: FigureBook) -> None:
    assert book.open(HARROWGATE, FY, {"HARROWGATE_2030_10K"}).find("revenue", FY) is None
    assert book.open(HARROWGATE, FY, {"QUARREL_2031_10K"}).find("revenue", FY) is None


def test_outflows_are_positive(book: FigureBook) -> None:
    assert value(book, "capital_expenditures") == 92
    assert value(book, "free_cash_flow") == 98
    assert value(book, "financing_cash_flow") == -59


def test_a_row_that_is_another_item_by_name_is_not_this_one(book: FigureBook, print_row: Callable[..., None]) -> None:
    print_row("Total liabilities and shareholders' equity", "1200", PageKind.BALANCE_SHEET)
    outcome = result(book, "total_liabilities")
    assert isinstance(outcome, Computation)
    assert float(outcome.result) == 560  # by its fallback: liabilities and equity less equity


@pytest.mark.parametrize("printed", ["-34", "34"])
def test_a_tax_is_signed_by_what_it_leads_to(printed: str, book: FigureBook, shelf) -> None:  # type: ignore[no-untyped-def]
    for place, figure in enumerate(shelf.rows):
        if figure.label.startswith("Provision") and figure.period.fiscal_year == 2031:
            shelf.rows[place] = Figure(
                **{**{f: getattr(figure, f) for f in figure.__slots__}, "value": Decimal(printed)}
            )
    assert value(book, "effective_tax_rate") == 0.2


def test_operands_on_two_scales_are_brought_to_one(book: FigureBook, print_row: Callable[..., None]) -> None:
    print_row("Goodwill", "300000", PageKind.BALANCE_SHEET, scale=1_000)
    assert value(book, "goodwill / total_assets") == 0.25
    outcome = result(book, "goodwill + total_assets")
    assert isinstance(outcome, Computation)
    assert (float(outcome.result), outcome.scale, outcome.unit) == (1_500_000, 1_000, "currency")


def test_an_unknown_scale_stays_unknown(book: FigureBook, print_row: Callable[..., None]) -> None:
    print_row("Goodwill", "300", PageKind.BALANCE_SHEET, scale=None)
    outcome = result(book, "goodwill")
    assert isinstance(outcome, Computation)
    assert (outcome.scale, outcome.unit) == (None, "currency")


def test_per_share_figures_are_not_scaled(book: FigureBook, print_row: Callable[..., None]) -> None:
    print_row("Diluted earnings per share", "3.40", PageKind.INCOME_STATEMENT, scale=1, unit="USD/share")
    outcome = result(book, "eps_diluted")
    assert isinstance(outcome, Computation)
    assert (outcome.result, outcome.unit, outcome.scale) == (Decimal("3.40"), "currency/share", 1)


def test_fallbacks_are_used_for_all_periods(book: FigureBook, shelf) -> None:  # type: ignore[no-untyped-def]
    shelf.rows = [f for f in shelf.rows if f.label != "Gross profit"]
    outcome = result(book, "gross_profit - prior(gross_profit)")
    assert isinstance(outcome, Computation)
    assert float(outcome.result) == 78
    assert outcome.expression == "1240 - 744 - (1100 - 682)"


def test_inventories_printed_only_in_parts_are_added_up(
    book: FigureBook,
    shelf,  # type: ignore[no-untyped-def]
    print_row: Callable[..., None],
) -> None:
    shelf.rows = [row for row in shelf.rows if "nventor" not in row.label]
    for label, amount in (("Raw materials and supplies", "992"), ("Work in process and finished goods", "1221")):
        print_row(label, amount, PageKind.BALANCE_SHEET, section="Assets > Inventories, net")
    assert value(book, "inventory") == 992 + 1221


def test_what_is_not_printed_and_optional_leaves_no_trace(book: FigureBook) -> None:
    outcome = result(book, "cash_and_equivalents + opt(short_term_investments)")
    assert isinstance(outcome, Computation)
    assert outcome.expression == "210"


def test_what_is_missing_is_told_with_its_period(book: FigureBook) -> None:
    outcome = result(book, "goodwill / prior(total_assets, 5)")
    assert isinstance(outcome, Incomputable)
    assert [str(m) for m in outcome.missing] == ["Goodwill for FY2031", "Total assets for FY2026"]


def test_units(book: FigureBook) -> None:
    units = {}
    for text in ("gross_margin", "revenue", "inventory_turnover", "total_assets / revenue", "revenue - net_income"):
        outcome = result(book, text)
        assert isinstance(outcome, Computation)
        units[text] = outcome.unit
    assert list(units.values()) == ["percent", "currency", "times", "ratio", "currency"]


def test_another_definition_by_name(book: FigureBook) -> None:
    assert value(book, "inventory_turnover.year_end") == 7.75
    outcome = result(book, "inventory_turnover.year_end")
    assert isinstance(outcome, Computation)
    assert "year-end" in outcome.definition


@pytest.mark.parametrize(
    "text", ["", "luck", "revenue + luck", "1 + 1", "revenue[0]", "gross_margin.luck", "prior(revenue, 99)"]
)
def test_what_is_no_measure(text: str, book: FigureBook) -> None:
    with pytest.raises(UnknownMetricError):
        result(book, text)


def test_a_division_by_zero_is_an_error(book: FigureBook) -> None:
    with pytest.raises(CalculatorError):
        result(book, "revenue / (net_income - net_income)")
