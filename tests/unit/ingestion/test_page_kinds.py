"""Kinds of pages, on small invented filings: one for each kind of filing and of page."""

import tomllib
from collections.abc import Sequence
from pathlib import Path

import pymupdf
import pytest

from ingestion.domain import Form, Page, PageKind
from ingestion.page_kinds import classify_pages
from ingestion.page_kinds.coverage import statement_shares

TEXTS = {
    name: text.replace("|", "\n")
    for name, text in tomllib.loads((Path(__file__).parents[2] / "data" / "page_texts.toml").read_text()).items()
}
COVER, CONTENTS, PROSE, AUDITOR = (TEXTS[name] for name in ("cover", "contents", "prose", "auditor"))
INCOME = TEXTS["income"]
BALANCE = TEXTS["assets"] + TEXTS["liabilities"]
CASH = TEXTS["operating"] + TEXTS["financing"]
COMPANY = "Harrowgate Tools, Inc. and Subsidiaries"
UNITS = "(in millions, except per share data)\n2031\n2030\n"
SEE_NOTES = "The accompanying notes are an integral part of these consolidated financial statements.\n"


def statement(title: str, rows: str, company: str = COMPANY) -> str:
    return f"{company}\n{title}\n{UNITS}{rows}{SEE_NOTES}"


INCOME_STATEMENT = statement("Consolidated Statements of Income", INCOME)
BALANCE_SHEET = statement("Consolidated Balance Sheets", BALANCE)
CASH_FLOW = statement("Consolidated Statements of Cash Flows", CASH)
COMPREHENSIVE_INCOME = statement("Consolidated Statements of Comprehensive Income", TEXTS["comprehensive"])
EQUITY = statement("Consolidated Statements of Changes in Shareholders' Equity", TEXTS["equity"])
ALL_STATEMENTS = (INCOME_STATEMENT, COMPREHENSIVE_INCOME, BALANCE_SHEET, CASH_FLOW, EQUITY)
NOTES = "Notes to Consolidated Financial Statements\nNote 1. Policies\n" + PROSE


def filing(*texts: str) -> list[Page]:
    return [Page("SAMPLE", number, text, readable=bool(text)) for number, text in enumerate(texts, 1)]


def kinds(*texts: str, form: Form = Form.TEN_K) -> list[PageKind]:
    return [page.kind for page in classify_pages(filing(*texts), form)]


def pages_of(kind: PageKind, texts: Sequence[str], form: Form = Form.TEN_K) -> list[int]:
    return [page.number for page in classify_pages(filing(*texts), form) if page.kind is kind]


# Every kind of an annual report


def test_an_annual_report_from_cover_to_exhibits() -> None:
    found = kinds(
        COVER,
        CONTENTS,
        "Item 1. Business\n" + PROSE,
        "Item 1A. Risk Factors\n" + PROSE,
        "Item 2. Properties\n" + PROSE,
        "Item 3. Legal Proceedings\n" + PROSE,
        "Item 5. Market for Registrant's Common Equity\n" + PROSE,
        "Item 7. Management's Discussion and Analysis of Financial Condition\n" + PROSE,
        "Item 8. Financial Statements and Supplementary Data\n" + AUDITOR,
        *ALL_STATEMENTS,
        f"{COMPANY}\nNotes to Consolidated Financial Statements\nNote 1. Significant Accounting Policies\n{PROSE}",
        "Item 9A. Controls and Procedures\n" + PROSE,
        "Item 15. Exhibits and Financial Statement Schedules\n" + PROSE,
        "Exhibit 10.4\nRESTRICTED STOCK AGREEMENT\n" + PROSE,
    )
    assert found == [
        PageKind.COVER,
        PageKind.CONTENTS,
        PageKind.BUSINESS,
        PageKind.RISK_FACTORS,
        PageKind.PROPERTIES,
        PageKind.LEGAL_PROCEEDINGS,
        PageKind.MARKET_FOR_EQUITY,
        PageKind.MDNA,
        PageKind.AUDITOR_REPORT,
        PageKind.INCOME_STATEMENT,
        PageKind.COMPREHENSIVE_INCOME,
        PageKind.BALANCE_SHEET,
        PageKind.CASH_FLOW,
        PageKind.EQUITY,
        PageKind.NOTES,
        PageKind.OTHER,
        PageKind.EXHIBITS,
        PageKind.EXHIBITS,
    ]


def test_confidence_is_between_0_and_1_and_nothing_else_of_a_page_changes() -> None:
    before = filing(COVER, CONTENTS, BALANCE_SHEET, "")
    after = classify_pages(before, Form.TEN_K)
    assert all(0.0 <= page.kind_confidence <= 1.0 for page in after)
    assert [(p.doc, p.number, p.text, p.readable) for p in after] == [
        (p.doc, p.number, p.text, p.readable) for p in before
    ]


def test_a_filing_without_pages_has_no_kinds() -> None:
    assert classify_pages([], Form.TEN_K) == []


def test_a_page_without_text_is_other_with_no_confidence() -> None:
    page = classify_pages(filing(COVER, ""), Form.TEN_K)[1]
    assert (page.kind, page.kind_confidence) == (PageKind.OTHER, 0.0)


def test_the_cover_runs_on_to_the_next_page() -> None:
    more = (
        "Indicate by check mark if the registrant is a well-known seasoned issuer.\n"
        "The aggregate market value of the common stock was $ 9 billion.\nDocuments incorporated by reference: none\n"
    )
    assert kinds(COVER, more, CONTENTS)[:2] == [PageKind.COVER, PageKind.COVER]


def test_an_auditors_report_runs_on_and_may_lack_its_heading() -> None:
    body = AUDITOR.split("\n", 1)[1]
    more = "Critical audit matters are matters that were communicated to the audit committee.\n" + PROSE
    texts = (COVER, "Item 8. Financial Statements and Supplementary Data\n" + PROSE, body, more, *ALL_STATEMENTS)
    assert pages_of(PageKind.AUDITOR_REPORT, texts) == [3, 4]


def test_the_first_item_without_a_heading_lies_between_the_contents_and_the_second() -> None:
    found = classify_pages(filing(COVER, CONTENTS, PROSE, "Item 1A. Risk Factors\n" + PROSE), Form.TEN_K)
    assert (found[2].kind, found[2].section) == (PageKind.BUSINESS, "Item 1. Business")
    assert found[2].kind_confidence < 0.5


def test_executive_officers_inside_item_1() -> None:
    officers = (
        "Executive Officers of the Registrant\n"
        + (
            "Desmond Oyelaran, 51, Executive Vice President and Chief Financial Officer since 2029.\n"
            "Maren Holtby, 47, Senior Vice President, General Counsel and Secretary since 2030.\n"
        )
        * 4
    )
    found = classify_pages(
        filing(COVER, "Item 1. Business\n" + PROSE, officers, "Item 1A. Risk Factors\n" + PROSE), Form.TEN_K
    )
    assert found[2].kind is PageKind.EXECUTIVE_OFFICERS
    assert found[2].section == "Item 1. Business"


def test_segment_tables_in_the_discussion_and_in_the_notes() -> None:
    table = TEXTS["segments"]
    found = kinds(
        COVER,
        "Item 7. Management's Discussion and Analysis\n" + PROSE,
        table,
        *ALL_STATEMENTS,
        "Notes to Consolidated Financial Statements\nNote 1. Accounting Policies\n" + PROSE,
        "Note 2. Segment Information\n" + table,
    )
    assert found[2] is PageKind.SEGMENTS
    assert found[-1] is PageKind.SEGMENTS
    assert found[-2] is PageKind.NOTES


def test_non_gaap_reconciliation_in_the_discussion() -> None:
    table = (
        "Reconciliation of Non-GAAP Financial Measures\nNet income\n582\n528\nRestructuring\n40\n22\n"
        "Adjusted net income (non-GAAP)\n622\n550\nAdjusted diluted earnings per share\n3.08\n2.68\n"
    )
    found = kinds(COVER, "Item 7. Management's Discussion and Analysis\n" + PROSE, table, *ALL_STATEMENTS)
    assert found[2] is PageKind.NON_GAAP


# Quarterly reports and releases


def test_a_quarterly_report() -> None:
    texts = (
        COVER.replace("10-K", "10-Q"),
        "Part I\nItem 1. Financial Statements\n"
        + statement("Condensed Consolidated Statements of Income (Unaudited)", INCOME),
        statement("Condensed Consolidated Balance Sheets (Unaudited)", BALANCE),
        statement("Condensed Consolidated Statements of Cash Flows (Unaudited)", CASH),
        "Notes to Condensed Consolidated Financial Statements\nNote 1. Basis of Presentation\n" + PROSE,
        "Item 2. Management's Discussion and Analysis of Financial Condition\n" + PROSE,
        "Part II\nItem 1. Legal Proceedings\n" + PROSE,
        "Item 2. Unregistered Sales of Equity Securities\n" + PROSE,
    )
    assert kinds(*texts, form=Form.TEN_Q) == [
        PageKind.COVER,
        PageKind.INCOME_STATEMENT,
        PageKind.BALANCE_SHEET,
        PageKind.CASH_FLOW,
        PageKind.NOTES,
        PageKind.MDNA,
        PageKind.LEGAL_PROCEEDINGS,
        PageKind.MARKET_FOR_EQUITY,
    ]


def test_an_earnings_release_page_by_page() -> None:
    highlights = "Harrowgate Tools reports fourth quarter results and raises its outlook\n" + PROSE
    guidance = (
        "Fiscal 2032 Guidance\nWe expect sales to grow by 3% to 4% and earnings per share of $3.05 to $3.15.\n" + PROSE
    )
    supplement = "Supplementary Sales Data\n(in millions)\nEurope\n1,204\n1,088\nAmericas\n2,898\n2,862\n"
    reconciliation = TEXTS["reconciliation"]
    more = TEXTS["more_reconciliation"]
    texts = (
        highlights,
        guidance,
        statement("Condensed Consolidated Statement of Earnings", INCOME),
        statement("Condensed Consolidated Balance Sheets", BALANCE),
        supplement,
        reconciliation,
        more,
    )
    assert kinds(*texts, form=Form.EARNINGS) == [
        PageKind.OTHER,
        PageKind.GUIDANCE,
        PageKind.INCOME_STATEMENT,
        PageKind.BALANCE_SHEET,
        PageKind.EARNINGS_TABLES,
        PageKind.NON_GAAP,
        PageKind.NON_GAAP,
    ]


def test_a_release_may_print_one_statement_for_several_periods() -> None:
    texts = ("Harrowgate Tools reports results\n" + PROSE, INCOME_STATEMENT, INCOME_STATEMENT.replace("2031", "2029"))
    assert pages_of(PageKind.INCOME_STATEMENT, texts, Form.EARNINGS) == [2, 3]


def test_an_8k_with_a_release_and_a_contract_attached() -> None:
    texts = (
        COVER.replace("10-K", "8-K"),
        TEXTS["event"],
        "Exhibit 10.1\nCREDIT AGREEMENT\n" + PROSE,
        "Section 6.01\n1,000\n2,000\n3,000\n4,000\n",
        "Exhibit 99.1\nHarrowgate Tools announces results\n" + PROSE,
        "Sales by region\n1,204\n1,088\n2,898\n2,862\n",
    )
    found = classify_pages(filing(*texts), Form.EIGHT_K)
    assert [page.kind for page in found] == [
        PageKind.COVER,
        PageKind.OTHER,
        PageKind.EXHIBITS,
        PageKind.EXHIBITS,
        PageKind.OTHER,
        PageKind.EARNINGS_TABLES,
    ]
    assert (
        found[1].section
        == "Item 2.02 Results of Operations and Financial Condition; Item 9.01 Financial Statements and Exhibits"
    )
    assert found[5].section == "Exhibit 99.1"


# The measure, and real filings


def test_the_measure_names_a_statement_that_is_cut_short() -> None:
    whole = classify_pages(filing(COVER, INCOME_STATEMENT, BALANCE_SHEET, CASH_FLOW), Form.TEN_K)
    short = classify_pages(
        filing(
            COVER,
            INCOME_STATEMENT,
            BALANCE_SHEET,
            statement("Consolidated Statements of Cash Flows", TEXTS["operating"]),
        ),
        Form.TEN_K,
    )
    shares = {share.kind: share for share in statement_shares([whole, short])}
    assert shares[PageKind.BALANCE_SHEET].share == 1.0
    assert shares[PageKind.CASH_FLOW].share == 0.5
    assert shares[PageKind.CASH_FLOW].exceptions == (("SAMPLE", (4,)),)


@pytest.mark.financebench
def test_nearly_every_10k_has_each_primary_statement_once(financebench: Path) -> None:
    reports = []
    for path in sorted((financebench / "pdfs").glob("*_10K.pdf")):
        with pymupdf.open(path) as document:
            pages = [Page(path.stem, n, page.get_text()) for n, page in enumerate(document, 1)]
        reports.append(classify_pages(pages, Form.TEN_K))
    for share in statement_shares(reports):
        assert share.share >= 0.98, share
