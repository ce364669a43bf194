"""Identities that need no labels, and the audit over filings."""

import json
import re
from collections.abc import Collection
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pymupdf
import pytest

from ingestion.audit import AuditReport, Measure, audit
from ingestion.catalogue import Catalogue
from ingestion.domain import PRIMARY_STATEMENTS, Box, Figure, Filing, FiscalPeriod, Form, PageKind
from ingestion.figures import read_figures
from ingestion.identities import balance, cash, gross_profit, net_income
from ingestion.layout import visual_lines
from ingestion.page_kinds import classify_pages
from ingestion.reader.pages import read_pages
from ingestion.settings import IngestionSettings

GROUPED = re.compile(r"\(?\$?\d{1,3}(,\d{3})+\)?")
YEAR = FiscalPeriod(2031, None, 12)
DATE = FiscalPeriod(2031, None, 0)
CASH_ROWS = [
    ("Net income", 50),
    ("Net cash provided by operating activities", 120),
    ("Net cash used in investing activities", -70),
    ("Net cash used in financing activities", -30),
    ("Effect of exchange rate changes on cash", -3),
    ("Net increase in cash and cash equivalents", 17),
]


def figures(kind: PageKind, period: FiscalPeriod, rows: list[tuple[str, int]], *, section: str = "") -> list[Figure]:
    return [
        Figure(
            "d", 1, kind, place, label, section, "2031", Decimal(value), "USD", 10**6, period, label, Box(0, 0, 1, 1)
        )
        for place, (label, value) in enumerate(rows)
    ]


@pytest.mark.parametrize(
    "claims",
    [
        "Total liabilities and equity",
        "Total liabilities and stockholders' equity",
        "TOTAL CAPITALIZATION AND LIABILITIES",
        "Total liabilities, redeemable noncontrolling interest and equity",
        "Total equity and liabilities",
    ],
)
def test_the_balance_sheet_balances(claims: str) -> None:
    rows = [("Total current assets", 40), ("Total assets", 90), ("Total liabilities", 60), (claims, 90)]
    assert [outcome.holds for outcome in balance(figures(PageKind.BALANCE_SHEET, DATE, rows))] == [True]
    rows[-1] = (claims, 91)
    assert [outcome.holds for outcome in balance(figures(PageKind.BALANCE_SHEET, DATE, rows))] == [False]


def test_half_a_balance_sheet_fails_and_none_is_told_apart() -> None:
    half = figures(PageKind.BALANCE_SHEET, DATE, [("Total assets", 90)])
    assert [outcome.holds for outcome in balance(half)] == [False]
    assert balance([]) == []


def test_cash_flows_add_up_with_the_currency_effect() -> None:
    assert [outcome.holds for outcome in cash(figures(PageKind.CASH_FLOW, YEAR, CASH_ROWS))] == [True]
    wrong = [*CASH_ROWS[:-1], ("Net increase in cash and cash equivalents", 27)]
    assert [outcome.holds for outcome in cash(figures(PageKind.CASH_FLOW, YEAR, wrong))] == [False]
    missing = [row for row in CASH_ROWS if "investing" not in row[0]]
    assert [outcome.holds for outcome in cash(figures(PageKind.CASH_FLOW, YEAR, missing))] == [False]


def test_net_income_is_the_same_on_both_statements() -> None:
    income = figures(PageKind.INCOME_STATEMENT, YEAR, [("Net income", 50)])
    flow = figures(PageKind.CASH_FLOW, YEAR, CASH_ROWS)
    assert [outcome.holds for outcome in net_income([*income, *flow])] == [True]
    other = [replace(income[0], value=Decimal(55))]
    assert [outcome.holds for outcome in net_income([*other, *flow])] == [False]


def test_gross_profit_where_it_is_printed() -> None:
    rows = [("Net sales", 90), ("Cost of sales", -60), ("Gross profit", 30)]
    assert [outcome.holds for outcome in gross_profit(figures(PageKind.INCOME_STATEMENT, YEAR, rows))] == [True]
    assert gross_profit(figures(PageKind.INCOME_STATEMENT, YEAR, rows[:2])) == []
    rows[2] = ("Gross profit", 35)
    assert [outcome.holds for outcome in gross_profit(figures(PageKind.INCOME_STATEMENT, YEAR, rows))] == [False]


class Loaded:
    """Filings with their figures, as the catalogue gives them."""

    def __init__(self, loaded: dict[Filing, list[Figure]]) -> None:
        self._by_doc = {filing.doc: rows for filing, rows in loaded.items()}
        self._filings = list(loaded)

    def filings(self) -> list[Filing]:
        return self._filings

    def figures(self, docs: Collection[str], *, statements: Collection[PageKind]) -> list[Figure]:
        return [row for doc in docs for row in self._by_doc[doc] if row.statement in statements]

    def page_kinds(self, doc: str) -> dict[int, PageKind]:
        return dict(enumerate({row.statement for row in self._by_doc[doc]}, 1))


class Named(Filing):
    __hash__ = object.__hash__


def annual(doc: str) -> Filing:
    return Named(doc, "Quarrel Foods", Form.TEN_K, 2031, "0" * 64, 9, f"{doc}.pdf")


def measure(report: AuditReport, name: str) -> Measure:
    return next(one for one in report.measures if one.name == name)


def lines(*values: int) -> list[Figure]:
    return figures(PageKind.CASH_FLOW, YEAR, [(f"Line {place}", value) for place, value in enumerate(values)])


def test_the_same_line_in_two_filings() -> None:
    report = audit(Loaded({annual("first"): lines(1, 2, 3), annual("second"): lines(1, 2, 4)}))
    across = measure(report, "cross-year agreement")
    assert (across.held, across.total) == (2, 3)  # one line alone that differs is a misreading
    assert "line 2" in across.failures[0]


def test_lines_restated_together_are_told_apart() -> None:
    report = audit(Loaded({annual("first"): lines(1, 2, 3, 4, 5), annual("second"): lines(1, 2, 3, 7, 9)}))
    assert (measure(report, "cross-year agreement").held, measure(report, "cross-year agreement").total) == (3, 3)
    strict = measure(report, "cross-year agreement, restated lines included")
    assert (strict.held, strict.total) == (3, 5)


def test_a_column_that_differs_throughout_is_no_restatement() -> None:
    report = audit(Loaded({annual("first"): lines(1, 2, 3), annual("second"): lines(4, 5, 6)}))
    assert (measure(report, "cross-year agreement").held, measure(report, "cross-year agreement").total) == (0, 3)


def test_a_change_from_thousands_to_millions_is_rounding() -> None:
    thousands = [replace(row, scale=1000, value=row.value * 1000 + 400) for row in lines(1, 2, 3)]
    report = audit(Loaded({annual("first"): thousands, annual("second"): lines(1, 2, 3)}))
    assert measure(report, "cross-year agreement").share == 1.0


def test_a_filing_without_statements_counts_against_the_share() -> None:
    report = audit(Loaded({annual("empty"): []}))
    assert (measure(report, "statements found").held, measure(report, "statements found").total) == (0, 1)
    assert measure(report, "balance identity").failures == ["empty: nothing to compare"]
    assert json.loads(json.dumps(report.as_json()))["filings"] == 1


def test_the_sample_filings_agree_with_themselves_to_the_digit(ingested_samples: Path) -> None:
    catalogue = Catalogue.open(IngestionSettings(home=ingested_samples).catalogue_url)
    try:
        report = audit(catalogue)
        assert report.filings >= 18
        for one in report.measures:
            assert one.share == 1.0, (one.name, one.failures[:3])
        assert measure(report, "cross-year agreement").total > 500
        _assert_no_amount_is_lost(catalogue)
    finally:
        catalogue.close()


def test_every_column_of_an_annual_income_statement_is_a_year_of_its_own(ingested_samples: Path) -> None:
    """Also where one heading is a line longer, "2031" over "(As Restated)", than those beside it."""
    catalogue = Catalogue.open(IngestionSettings(home=ingested_samples).catalogue_url)
    try:
        for filing in catalogue.filings():
            if filing.form is not Form.TEN_K or filing.fiscal_year is None:
                continue
            years: dict[tuple[int, int], list[int | None]] = {}
            for figure in catalogue.figures([filing.doc], statements=[PageKind.INCOME_STATEMENT]):
                years.setdefault((figure.page, figure.row), []).append(figure.period and figure.period.fiscal_year)
            full = [row for row in years.values() if len(row) == 3]
            newest = filing.fiscal_year
            assert full
            assert all(row == [newest, newest - 1, newest - 2] for row in full), filing.doc
    finally:
        catalogue.close()


def _assert_no_amount_is_lost(catalogue: Catalogue) -> None:
    """Every amount in the value columns of a primary statement is a figure."""
    for filing in catalogue.filings():
        boxes: dict[int, list[Box]] = {}
        for figure in catalogue.figures([filing.doc], statements=PRIMARY_STATEMENTS):
            boxes.setdefault(figure.page, []).append(figure.box)
        for page in catalogue.pages(filing.doc, PRIMARY_STATEMENTS):
            left = min((box.x0 for box in boxes.get(page.number, [])), default=page.width)
            for line in visual_lines(page.words):
                for word in line.words:
                    if GROUPED.fullmatch(word.text) and word.x1 > left + 40:
                        middle = (word.y0 + word.y1) / 2
                        found = any(
                            box.x0 - 1 <= word.x1 <= box.x1 + 8 and box.y0 <= middle <= box.y1
                            for box in boxes[page.number]
                        )
                        assert found, (filing.doc, page.number, line.text)


@pytest.mark.financebench
def test_statements_of_real_filings_add_up(financebench: Path) -> None:
    paths = sorted(path for path in (financebench / "pdfs").glob("*.pdf") if "10K" in path.name)[::9]
    broken: list[str] = []
    asked = 0
    for path in paths:
        with pymupdf.open(path) as document:
            pages = [read.page for read in read_pages(document, path.stem, path)]
        filing = Filing(path.stem, path.stem, Form.TEN_K, None, "0" * 64, len(pages), path.name)
        read = read_figures(classify_pages(pages, Form.TEN_K), filing)
        for check in (balance, cash, net_income):
            outcomes = check(read)
            asked += 1
            if not outcomes or not all(outcome.holds for outcome in outcomes):
                broken.append(f"{path.stem} {check.__name__}")
    assert asked > 20
    assert len(broken) <= 0.03 * asked, broken
