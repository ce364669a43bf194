"""Row labels as filings print them, and the line items they are."""

from decimal import Decimal

import pytest

from graph.knowledge import ItemMatcher, Knowledge, label_words
from ingestion.domain import Box, Figure, FiscalPeriod, PageKind

IS, BS, CF = PageKind.INCOME_STATEMENT, PageKind.BALANCE_SHEET, PageKind.CASH_FLOW


@pytest.fixture(scope="module")
def matcher(knowledge: Knowledge) -> ItemMatcher:
    return ItemMatcher(knowledge)


@pytest.mark.parametrize(
    ("label", "section", "statement", "company", "item"),
    [
        ("Net sales", "", IS, "", "revenue"),
        ("TOTAL REVENUES", "", IS, "", "revenue"),
        ("Net income attributable to Harrowgate Tools", "", IS, "Harrowgate Tools, Inc.", "net_income"),
        ("Total Harrowgate shareholders’ equity", "", BS, "Harrowgate", "shareholders_equity"),
        ("Total stockholders' equity", "", BS, "", "shareholders_equity"),
        ("Property, plant and equipment — net", "", BS, "", "ppe_net"),
        ("Accounts receivable — net of allowances of $95 and $103", "Current assets", BS, "", "accounts_receivable"),
        ("Inventories (Note 4)", "", BS, "", "inventory"),
        ("Deferred income taxes", "Noncurrent liabilities", BS, "", "deferred_tax_liabilities"),
        ("Deferred income taxes", "Other assets", BS, "", "deferred_tax_assets"),
        ("Operating lease liabilities", "Current liabilities", BS, "", "operating_lease_liabilities_current"),
        ("Basic", "Earnings per share", IS, "", "eps_basic"),
        ("Basic", "Weighted average shares outstanding", IS, "", "shares_basic"),
        ("Operating income (loss)", "", IS, "", "operating_income"),
        ("Less: accumulated depreciation", "", BS, "", "accumulated_depreciation"),
        ("Purchases of property, plant and equipment (PP&E)", "", CF, "", "capital_expenditures"),
        ("Accounts payable", "Changes in assets and liabilities", CF, "", "change_in_payables"),
        ("Accounts payable", "", BS, "", "accounts_payable"),
        ("Cash and cash equivalents at end of year", "", CF, "", "cash_at_end"),
        ("Something nobody prints", "", BS, "", None),
        ("", "", BS, "", None),
    ],
)
def test_a_row_is_its_line_item(
    matcher: ItemMatcher, label: str, section: str, statement: PageKind, company: str, item: str | None
) -> None:
    assert matcher.match_item(label, section, statement, company) == item


def test_total_assets_is_not_total_current_assets(matcher: ItemMatcher) -> None:
    assert matcher.score("total_assets", "Total current assets") == 0
    assert matcher.score("total_assets", "Total assets") == 1


def test_a_longer_label_scores_lower_than_the_label_itself(matcher: ItemMatcher) -> None:
    exact = matcher.score("cost_of_revenue", "Cost of sales")
    longer = matcher.score("cost_of_revenue", "Cost of sales and other things entirely")
    assert 0 < longer < exact


def test_figures_rank_by_label_and_by_statement(matcher: ItemMatcher) -> None:
    def figure(row: int, label: str, statement: PageKind) -> Figure:
        return Figure("D", 1, statement, row, label, "", "2031", Decimal(row), "USD", 1,
                      FiscalPeriod(2031), label, Box(0, 0, 1, 1))  # fmt: skip

    figures = [figure(1, "Inventories", CF), figure(2, "Other assets", BS), figure(3, "Inventories", BS)]
    ranked = matcher.rank("inventory", figures)
    assert [one.figure.row for one in ranked] == [3, 1]
    assert ranked[0].score > ranked[1].score


@pytest.mark.parametrize(
    ("label", "words"),
    [
        ("Total Acme Corp. shareowners’ equity", "total shareholders equity"),
        ("Net income (loss)", "net income"),
        ("R&D", "r and d"),
        ("(1,234)", ""),
    ],
)
def test_labels_are_compared_by_their_words(label: str, words: str) -> None:
    assert label_words(label, "Acme Corporation") == words
