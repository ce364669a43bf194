"""The sample companies' accounts add up to the digit, in the books and as printed."""

from collections.abc import Iterator
from decimal import Decimal
from itertools import pairwise

import pytest

from ingestion.domain import Form
from ingestion.samples.asking import Made
from ingestion.samples.books import Books, allocate, share
from ingestion.samples.make import lay_out, shelves
from ingestion.samples.periods import PER_SHARE
from ingestion.samples.statements import read_chart
from ingestion.samples.tables import Row, Table
from ingestion.text import parse_cell

STATEMENTS = ("income", "balance_assets", "balance_liabilities", "cash_flow")


@pytest.fixture(scope="module")
def made() -> dict[str, Made]:
    return {item.report.doc: item for item in lay_out()}


@pytest.fixture(scope="module")
def books() -> list[Books]:
    return [books for shelf in shelves() for books in (shelf.reported, shelf.corrected)]


def table(item: Made, anchor: str) -> Table:
    found = item.bound.pages[item.bound.anchors[anchor][0]].holds[anchor]
    assert isinstance(found, Table)
    return found


def numbers(row: Row) -> list[Decimal]:
    """Printed figures of a row; a dash is nil."""
    return [parse_cell(cell.partition("^")[0]) or Decimal(0) for cell in row.cells]


def with_statements(made: dict[str, Made]) -> Iterator[Made]:
    return (item for item in made.values() if "income" in item.bound.anchors)


def add_up(rows: list[Row]) -> list[Decimal]:
    return [sum(column, Decimal(0)) for column in zip(*(numbers(row) for row in rows), strict=True)]


def test_every_balance_sheet_balances(books: list[Books]) -> None:
    for book in books:
        for quarter in book.quarters:
            assert quarter.levels.total_assets == quarter.levels.liabilities_and_equity


def test_cash_and_retained_earnings_roll_forward(books: list[Books]) -> None:
    for book in books:
        ends = [book.opening, *(quarter.levels for quarter in book.quarters)]
        for (before, after), quarter in zip(pairwise(ends), book.quarters, strict=True):
            assert after.cash == before.cash + quarter.flows.cash_change
            assert after.cash > 0
            assert after.retained == before.retained + quarter.flows.net_income + quarter.flows.dividends
            assert after.equity - before.equity == (
                quarter.flows.comprehensive_income
                + quarter.flows.dividends
                + quarter.flows.stock_compensation
                + quarter.flows.stock_issued
                + quarter.flows.repurchases
            )


def test_parts_add_up_to_revenue_and_cost(books: list[Books]) -> None:
    for book in books:
        for quarter in book.quarters:
            flows = quarter.flows
            assert sum(flows.segment_revenue) == flows.revenue
            assert sum(flows.revenue_by_line) == flows.revenue
            assert sum(flows.region_revenue) == flows.revenue
            assert sum(flows.segment_income) + flows.corporate_income == flows.operating_income
            assert not flows.cost_by_line or sum(flows.cost_by_line) == flows.cost_of_sales


def test_quarters_add_up_to_the_year(books: list[Books]) -> None:
    for book in books:
        for year in {quarter.fiscal_year for quarter in book.quarters}:
            halves = [book.flows(year, (1, 2)), book.flows(year, (3, 4))]
            whole = book.flows(year)
            for name in ("revenue", "net_income", "operating_cash", "capital_expenditures", "cash_change"):
                assert sum(getattr(half, name) for half in halves) == getattr(whole, name)


def test_levels_before_the_first_quarter_are_the_opening_ones_and_others_unknown(books: list[Books]) -> None:
    first = books[0].quarters[0].fiscal_year
    assert books[0].levels(first - 1) is books[0].opening
    with pytest.raises(KeyError):
        books[0].levels(first - 2)


def test_the_restated_year_differs_only_by_the_error() -> None:
    shelf = next(shelf for shelf in shelves() if shelf.company.drivers.correction)
    error = shelf.company.drivers.correction
    assert error is not None
    old, new = shelf.reported.flows(error.year), shelf.corrected.flows(error.year)
    assert new.cost_of_sales - old.cost_of_sales == error.cost
    assert old.net_income - new.net_income == error.cost - error.tax
    assert new.operating_cash == old.operating_cash
    assert old.current_tax == new.current_tax
    before, after = shelf.reported.levels(error.year), shelf.corrected.levels(error.year)
    assert before.inventories - after.inventories == error.cost
    assert before.cash == after.cash
    assert shelf.reported.flows(error.year - 1) == shelf.corrected.flows(error.year - 1)


def test_printed_balance_sheets_add_up(made: dict[str, Made]) -> None:
    for item in with_statements(made):
        assets, liabilities = table(item, "balance_assets"), table(item, "balance_liabilities")
        for part in (assets, liabilities):
            plain = [row for row in part.rows if row.cells and not row.rule]
            assert add_up(plain) == numbers(part.rows[-1]), item.report.doc
        assert numbers(assets.rows[-1]) == numbers(liabilities.rows[-1])


def test_printed_cash_flows_add_up_and_end_in_the_balance_sheet_cash(made: dict[str, Made]) -> None:
    for item in with_statements(made):
        part = table(item, "cash_flow")
        last = next(number for number, row in enumerate(part.rows) if row.double)
        plain = [row for row in part.rows[:last] if row.cells and not row.rule]
        assert add_up(plain) == numbers(part.rows[last]), item.report.doc
        change = numbers(part.rows[last - 2])
        begin, end = numbers(part.rows[last - 1]), numbers(part.rows[last])
        assert [b + c for b, c in zip(begin, change, strict=True)] == end
        cash = next(row for row in table(item, "balance_assets").rows if row.label.startswith("Cash and cash"))
        assert numbers(cash)[0] == end[0]
        if item.report.form is not Form.TEN_Q:
            assert numbers(cash)[1] == end[1]


def test_printed_income_statements_add_up(made: dict[str, Made]) -> None:
    for item in with_statements(made):
        lines = [line for line in read_chart(item.report.company.statements["income"]) if line.item]
        printed = [row for row in table(item, "income").rows if row.cells]
        value = {line.item: numbers(row) for line, row in zip(lines, printed, strict=True)}
        for column in range(len(printed[0].cells)):
            at = {name: cells[column] for name, cells in value.items()}
            charges = ("selling_general", "research", "amortization", "restructuring", "impairment")
            assert at["revenue"] - at["cost_of_sales"] == at["gross_profit"]
            assert at["gross_profit"] - sum(at.get(name, 0) for name in charges) == at["operating_income"]
            other = at["-interest_expense"] + at["interest_income"] + at.get("gain_on_sale", 0)
            assert at["operating_income"] + other == at["pretax_income"]
            assert at["pretax_income"] - at["income_tax"] == at["net_income"]


def test_net_income_is_the_same_on_every_statement(made: dict[str, Made]) -> None:
    for item in with_statements(made):
        income = next(row for row in table(item, "income").rows if row.double)
        cash_flow = next(row for row in table(item, "cash_flow").rows if row.cells)
        if item.report.form is Form.TEN_K:
            assert income.cells == cash_flow.cells
            comprehensive = next(row for row in table(item, "comprehensive").rows if row.cells)
            assert income.cells == comprehensive.cells
        else:
            assert income.cells[-2:] == cash_flow.cells


def test_filings_of_two_years_agree_unless_restated(made: dict[str, Made]) -> None:
    compared = restated = 0
    for doc, item in made.items():
        later = made.get(doc.replace(str(item.report.year), str(item.report.year + 1)))
        if item.report.form is not Form.TEN_K or later is None:
            continue
        for anchor in STATEMENTS:
            old, new = table(item, anchor), table(later, anchor)
            changed = [
                (row.label, row.cells[0].partition("^")[0], next_row.cells[1].partition("^")[0])
                for row, next_row in zip(old.rows, new.rows, strict=True)
                if row.cells and row.cells[0].partition("^")[0] != next_row.cells[1].partition("^")[0]
            ]
            if "(As Restated)" in new.heads[1]:
                restated += len(changed)
            else:
                assert not changed
            compared += 1
    assert compared == 3 * 2 * len(STATEMENTS)
    assert restated >= 15


def test_note_tables_add_up(made: dict[str, Made]) -> None:
    for item in with_statements(made):
        for anchor in ("regions", "lines", "taxes", "lease_cost", "leases", "maturities"):
            if anchor not in item.bound.anchors:
                continue
            rows = [row for row in table(item, anchor).rows if row.cells]
            plain = [row for row in rows if not row.rule]
            assert add_up(plain) == numbers(rows[-1]), (item.report.doc, anchor)


def test_per_share_amounts_follow_from_income_and_shares(made: dict[str, Made]) -> None:
    for item in with_statements(made):
        if item.report.form is Form.TEN_K:
            for column in item.report.years:
                for name in PER_SHARE[:2]:
                    shares = column.flows.basic_shares if name == "eps_basic" else column.flows.diluted_shares
                    exact = Decimal(column.flows.net_income * column.company.drivers.unit) / (shares * 1000)
                    assert abs(Decimal(column.amount(name)) - exact) <= Decimal("0.005")


@pytest.mark.parametrize(("total", "weights"), [(100, (1, 1, 1)), (7, (3, 3, 3, 1)), (-10, (1, 2, 4)), (0, (1, 1))])
def test_allocation_loses_nothing(total: int, weights: tuple[int, ...]) -> None:
    parts = allocate(total, weights)
    assert sum(parts) == total
    assert len(parts) == len(weights)


def test_share_rounds_half_away_from_zero() -> None:
    assert [share(1, 5_000), share(-1, 5_000), share(3, 3_333), share(200, 25)] == [1, -1, 1, 1]
