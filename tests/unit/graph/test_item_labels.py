"""Labels that filers of many industries print, and the line items they are."""

import pytest

from graph.knowledge import ItemMatcher, Knowledge
from ingestion.domain import PageKind

PRINTED = {
    PageKind.INCOME_STATEMENT: {
        "revenue": [
            "Total net sales",
            "Total operating revenues",
            "Total net revenue",
            "Total revenues net of interest expense",
        ],
        "cost_of_revenue": [
            "Merchandise costs",
            "Cost of goods sold, exclusive of depreciation and amortization shown separately below",
            "Cost of sales, buying and occupancy",
            "Cost of sales (exclusive of items shown separately below)",
            "Total costs of revenue",
        ],
        "selling_general_administrative": [
            "Operating, selling, general and administrative expenses",
            "Selling, general and administrative",
            "Marketing, general and administrative expenses",
        ],
        "research_and_development": [
            "Technology and development",
            "Product development",
            "Research, development and engineering",
            "Research and development expenses",
        ],
        "operating_income": [
            "Earnings from operations",
            "Income from operations",
            "Operating profit",
            "Operating earnings",
            "Operating income (loss)",
            "Consolidated operating profit",
        ],
        "income_before_taxes": [
            "Income before income taxes",
            "Earnings before provision for income taxes",
            "Income before provision for income taxes",
            "Earnings before income taxes",
            "Income from continuing operations before income taxes and equity in earnings",
            "Income (loss) before income tax provision",
            "Pretax income",
        ],
        "income_tax_expense": [
            "Provision for income taxes",
            "Income tax provision",
            "Income tax expense (benefit)",
            "Provision for (benefit from) income taxes",
            "Income taxes",
        ],
        "net_income": [
            "Net income attributable to common stockholders",
            "Net earnings",
            "Net income (loss)",
            "Profit for the year",
        ],
        "interest_expense": [
            "Interest expense, net",
            "Interest and debt expense",
            "Interest expense",
            "Interest on debt",
            "Interest and other financial charges",
            "Interest, net",
        ],
        "eps_diluted": [
            "Diluted",
            "Diluted earnings per share",
            "Net income per share - diluted",
            "Earnings per common share — assuming dilution",
        ],
        "shares_diluted": [
            "Diluted weighted average shares outstanding",
            "Weighted-average common shares outstanding, diluted",
        ],
        "depreciation_and_amortization": ["Depreciation and amortization"],
        "gross_profit": ["Gross margin", "Gross profit"],
    },
    PageKind.BALANCE_SHEET: {
        "cash_and_equivalents": [
            "Cash and cash equivalents",
            "Cash and equivalents",
            "Cash, cash equivalents, and restricted cash",
            "Cash and temporary cash investments",
        ],
        "short_term_investments": ["Short-term investments", "Marketable securities", "Current marketable securities"],
        "accounts_receivable": [
            "Receivables, net",
            "Accounts receivable, less allowances of $10 and $12",
            "Trade accounts receivable, net",
            "Trade receivables, net",
            "Accounts and notes receivable, net",
            "Notes and accounts receivable, net",
            "Customer receivables",
            "Accounts receivable - trade",
        ],
        "inventory": [
            "Merchandise inventories",
            "Inventories, net",
            "Merchandise inventories, net",
            "Total inventories",
            "Inventory",
        ],
        "ppe_net": [
            "Property and equipment, net",
            "Property, plant, and equipment, net",
            "Net property and equipment",
            "Property, plant and equipment — net",
            "Net property, plant and equipment",
            "Land, buildings, and equipment",
            "Property and equipment, at cost, less accumulated depreciation",
            "Total property, plant and equipment, net",
            "Premises and equipment",
            "Plant, property and equipment, net",
        ],
        "accounts_payable": [
            "Accounts payable",
            "Trade payables",
            "Accounts payable and accrued expenses",
            "Accounts payable and accrued liabilities",
            "Accounts payable and other current liabilities",
            "Trade accounts payable",
            "Accounts payable, trade",
            "Accounts payable to suppliers",
        ],
        "total_current_assets": ["Total current assets", "Total Current Assets"],
        "total_current_liabilities": ["Total current liabilities"],
        "long_term_debt": [
            "Long-term debt, less current portion",
            "Long-term debt, net of current portion",
            "Long-term debt, excluding current portion",
            "Long-term debt, net",
            "Notes payable, non-current",
            "Long-term obligations",
            "Long-term borrowings",
            "Senior notes, net",
            "Long-term notes payable",
        ],
        "current_portion_of_long_term_debt": [
            "Current maturities of long-term debt",
            "Current portion of long-term debt",
            "Long-term debt due within one year",
        ],
        "total_assets": ["Total assets", "Total Assets"],
        "total_liabilities": ["Total liabilities"],
        "shareholders_equity": [
            "Total stockholders' equity",
            "Total shareholders’ equity",
            "Total shareowners' equity",
        ],
        "total_equity": ["Total equity"],
        "goodwill": ["Goodwill"],
        "retained_earnings": [
            "Retained earnings",
            "Reinvested earnings",
            "Earnings reinvested in the business",
            "Accumulated deficit",
        ],
        "short_term_debt": ["Notes payable, current", "Commercial paper", "Loans and notes payable"],
    },
    PageKind.CASH_FLOW: {
        "operating_cash_flow": [
            "Net cash provided by operating activities",
            "Net cash flows from operating activities",
            "Cash provided by operations",
            "Net cash from operating activities",
            "Net Cash Provided by Operating Activities",
            "Cash flow from operations",
            "Total operating activities",
            "Cash generated by operating activities",
            "Net cash provided by (used in) operating activities",
        ],
        "capital_expenditures": [
            "Payments for property and equipment",
            "Purchases of land, buildings, and equipment",
            "Additions to property and equipment",
            "Capital spending",
            "Capital expenditures",
            "Property, plant and equipment additions",
            "Property additions",
            "Purchases of property and equipment",
            "Payments for acquisition of property, plant and equipment",
            "Expenditures for property, plant and equipment",
            "Additions to property, plant and equipment",
            "Acquisition of property, plant and equipment",
            "Purchase of property and equipment",
            "Payments to acquire property, plant and equipment",
            "Purchase of property and equipment, including internal-use software",
            "Purchases of property and equipment and capitalized software",
            "Capital expenditures, net",
            "Investment in property, plant and equipment",
            "Purchases of fixed assets",
            "Plant and equipment additions",
            "Additions to property, plant and equipment, net",
            "Additions to property and equipment, net of $35, $10 and $91 of non-cash capital expenditures",
            "Capital investments",
            "Cash paid for property and equipment",
            "Payments for property, plant and equipment",
            "Expenditures for property and equipment",
            "Purchases of premises and equipment",
        ],
        "depreciation_and_amortization": [
            "Depreciation and amortization",
            "Depreciation, depletion and amortization",
            "Depreciation & amortization",
            "Depreciation, amortization and other",
        ],
        "depreciation": ["Depreciation"],
        "dividends_paid": [
            "Cash dividends paid",
            "Dividends paid",
            "Dividends",
            "Payment of dividends",
            "Dividends paid to common stockholders",
            "Payments of dividends",
            "Cash dividend payments",
            "Dividends paid on common stock",
            "Common stock dividends paid",
            "Payment of dividends and dividend equivalents",
            "Dividend payments",
        ],
        "stock_based_compensation": [
            "Stock-based compensation",
            "Share-based compensation expense",
            "Stock-based compensation expense",
            "Share-based compensation",
            "Equity-based compensation",
        ],
        "share_repurchases": [
            "Repurchases of common stock",
            "Purchase of treasury stock",
            "Treasury stock purchases",
            "Purchases of stock for treasury",
            "Common stock repurchased",
            "Purchase of company stock",
            "Share repurchases",
            "Acquisition of treasury stock",
        ],
        "investing_cash_flow": ["Net cash used in investing activities", "Net cash used for investing activities"],
        "financing_cash_flow": ["Net cash provided by (used for) financing activities"],
        "taxes_paid": ["Income taxes paid, net"],
        "interest_paid": ["Cash paid for interest"],
    },
}


@pytest.fixture(scope="module")
def matcher(knowledge: Knowledge) -> ItemMatcher:
    return ItemMatcher(knowledge)


@pytest.mark.parametrize(
    ("statement", "item", "label"),
    [
        (statement, item, label)
        for statement, items in PRINTED.items()
        for item, labels in items.items()
        for label in labels
    ],
)
def test_printed_labels(matcher: ItemMatcher, statement: PageKind, item: str, label: str) -> None:
    assert matcher.match_item(label, "", statement) == item


@pytest.mark.parametrize(
    ("item", "label", "section", "company", "least", "most"),
    [
        # "Incorporated" belongs to the name; what is left for common shareholders is less than what is the company's.
        ("net_income", "Net income attributable to Harrow Incorporated", "", "Harrow", 0.99, 1.0),
        ("net_income", "Net income available to common shareholders", "", "Harrow", 0.9, 0.99),
        # A note's table may be of anything unless its heading was read or the row says it.
        ("unrecognized_tax_benefits", "Ending balance", "", "", 0.0, 0.0),
        ("unrecognized_tax_benefits", "Ending balance", "Unrecognized tax benefits", "", 0.9, 1.0),
        ("unrecognized_tax_benefits", "Gross unrecognized tax benefits at December 31", "", "", 0.8, 1.0),
        ("unrecognized_tax_benefits", "Gross unrecognized tax benefits at January 1", "", "", 0.0, 0.8),
        ("unrecognized_tax_benefits", "Unrecognized tax benefits, beginning of year", "", "", 0.0, 0.0),
        ("service_revenue", "Subscription", "Revenue", "", 0.0, 0.0),
    ],
)
def test_how_well_a_label_fits(
    matcher: ItemMatcher, item: str, label: str, section: str, company: str, least: float, most: float
) -> None:
    assert least <= matcher.score(item, label, section, company) <= most
