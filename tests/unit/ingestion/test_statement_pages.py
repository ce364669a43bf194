"""Finding the primary statements: titles, pages they run over, and what only looks like a statement."""

import tomllib
from collections.abc import Sequence
from pathlib import Path

import pytest

from ingestion.domain import Form, Page, PageKind
from ingestion.page_kinds import classify_pages

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


# Primary statements


@pytest.mark.parametrize(
    ("title", "rows", "kind"),
    [
        ("CONSOLIDATED BALANCE SHEETS", BALANCE, PageKind.BALANCE_SHEET),
        ("Consolidated Statements of Financial Position", BALANCE, PageKind.BALANCE_SHEET),
        ("Consolidated Statement of Financial Condition", BALANCE, PageKind.BALANCE_SHEET),
        ("Consolidated Balance Shee t", BALANCE, PageKind.BALANCE_SHEET),
        ("C O N S O L I D A T E D  B A L A N C E  S H E E T S", BALANCE, PageKind.BALANCE_SHEET),
        ("Balance Sheets", BALANCE, PageKind.BALANCE_SHEET),
        ("STATEMENT 3 Consolidated Financial Position at December 31", BALANCE, PageKind.BALANCE_SHEET),
        ("Condensed Consolidated Balance Sheets (Unaudited)", BALANCE, PageKind.BALANCE_SHEET),
        ("Consolidated Statements of Operations", INCOME, PageKind.INCOME_STATEMENT),
        ("Consolidated Statements of Earnings (Loss)", INCOME, PageKind.INCOME_STATEMENT),
        ("Statement of Consolidated Income", INCOME, PageKind.INCOME_STATEMENT),
        ("INCOME STATEMENTS", INCOME, PageKind.INCOME_STATEMENT),
        ("Consolidated Results of Operations for the Years Ended December 31", INCOME, PageKind.INCOME_STATEMENT),
        (
            "Consolidated Statements of Income and Comprehensive Income",
            INCOME + TEXTS["comprehensive"],
            PageKind.INCOME_STATEMENT,
        ),
        ("Consolidated Statements of Comprehensive Income", INCOME + TEXTS["comprehensive"], PageKind.INCOME_STATEMENT),
        ("Consolidated Statements of Cash Flows - (Continued)", CASH, PageKind.CASH_FLOW),
        ("CASH FLOWS STATEMENTS", CASH, PageKind.CASH_FLOW),
        ("Statements of Consolidated Cash Flows", CASH, PageKind.CASH_FLOW),
        (
            "Consolidated Statements of Cash Flows Harrowgate Tools, Inc. and Subsidiaries",
            CASH,
            PageKind.CASH_FLOW,
        ),
    ],
)
def test_titles_as_filings_print_them(title: str, rows: str, kind: PageKind) -> None:
    assert kinds(COVER, PROSE, statement(title, rows))[2] is kind


def test_income_and_comprehensive_income_on_one_page_are_the_income_statement() -> None:
    both = statement("Consolidated Statements of Income", INCOME) + statement(
        "Consolidated Statements of Comprehensive Income", TEXTS["comprehensive"]
    )
    assert kinds(COVER, both, BALANCE_SHEET, CASH_FLOW)[1] is PageKind.INCOME_STATEMENT


def test_a_balance_sheet_over_two_pages_without_a_second_heading() -> None:
    first = f"{COMPANY}\nConsolidated Balance Sheets\n{UNITS}{TEXTS['assets']}"
    texts = (COVER, INCOME_STATEMENT, first, TEXTS["liabilities"] + SEE_NOTES, CASH_FLOW)
    assert pages_of(PageKind.BALANCE_SHEET, texts) == [3, 4]


def test_a_balance_sheet_over_two_pages_with_the_same_heading_on_both() -> None:
    heading = f"{COMPANY}\nConsolidated Balance Sheets\n{UNITS}"
    texts = (COVER, heading + TEXTS["assets"], heading + TEXTS["liabilities"] + SEE_NOTES, INCOME_STATEMENT, CASH_FLOW)
    assert pages_of(PageKind.BALANCE_SHEET, texts) == [2, 3]


def test_a_cash_flow_statement_over_two_pages() -> None:
    first = f"{COMPANY}\nConsolidated Statements of Cash Flows\n{UNITS}{TEXTS['operating']}"
    texts = (
        COVER,
        INCOME_STATEMENT,
        BALANCE_SHEET,
        first,
        TEXTS["financing"],
        NOTES,
    )
    assert pages_of(PageKind.CASH_FLOW, texts) == [4, 5]
    assert kinds(*texts)[5] is PageKind.NOTES


def test_the_last_row_alone_on_the_next_page_still_belongs_to_the_statement() -> None:
    last = "Cash and cash equivalents, end\n$ 1,204\n$ 1,088\n$ 1,011\n62\n"
    texts = (COVER, INCOME_STATEMENT, BALANCE_SHEET, CASH_FLOW, last, EQUITY)
    assert pages_of(PageKind.CASH_FLOW, texts) == [4, 5]


def test_a_title_alone_on_its_page_belongs_to_the_table_on_the_next() -> None:
    texts = (
        COVER,
        INCOME_STATEMENT,
        BALANCE_SHEET,
        f"{COMPANY}\nConsolidated Statements of Cash Flows\n",
        UNITS + CASH,
    )
    found = classify_pages(filing(*texts), Form.TEN_K)
    assert [page.kind for page in found[3:]] == [PageKind.CASH_FLOW, PageKind.CASH_FLOW]
    assert found[3].kind_confidence < found[4].kind_confidence


def test_a_title_that_the_text_gives_last_is_still_found() -> None:
    rows = UNITS + INCOME + f"{COMPANY}\nConsolidated Statements of Income\n"
    assert kinds(COVER, rows, BALANCE_SHEET, CASH_FLOW)[1] is PageKind.INCOME_STATEMENT


def test_a_statement_without_any_title_is_known_by_its_rows() -> None:
    assert kinds(COVER, INCOME_STATEMENT, UNITS + BALANCE, CASH_FLOW)[2] is PageKind.BALANCE_SHEET


# What looks like a statement and is none


def test_selected_financial_data_is_no_statement() -> None:
    selected = (
        "Item 6. Selected Financial Data\nStatement of Operations Data:\n"
        + INCOME
        + "Balance Sheet Data:\nTotal assets\n5,511\nLong-term debt\n1,300\n"
    )
    texts = (COVER, selected, *ALL_STATEMENTS)
    assert pages_of(PageKind.INCOME_STATEMENT, texts) == [3]
    assert pages_of(PageKind.BALANCE_SHEET, texts) == [5]


def test_a_list_of_statements_is_contents_or_exhibits_but_no_statement() -> None:
    index = "Index to Consolidated Financial Statements\n" + "".join(
        f"{title}\n{page}\n"
        for page, title in enumerate(
            [
                "Report of Independent Registered Public Accounting Firm",
                "Consolidated Statements of Income",
                "Consolidated Statements of Comprehensive Income",
                "Consolidated Balance Sheets",
                "Consolidated Statements of Cash Flows",
                "Notes to Consolidated Financial Statements",
            ],
            41,
        )
    )
    assert kinds(COVER, index, *ALL_STATEMENTS)[1] is PageKind.CONTENTS


def test_consolidating_tables_of_guarantors_are_notes() -> None:
    guarantors = (
        "Condensed Consolidating Balance Sheets\n(in millions)\nParent\nGuarantors\nEliminations\n"
        + TEXTS["assets"]
        + TEXTS["liabilities"]
    )
    texts = (
        COVER,
        *ALL_STATEMENTS,
        NOTES,
        guarantors,
    )
    found = kinds(*texts)
    assert found[-1] is PageKind.NOTES
    assert found.count(PageKind.BALANCE_SHEET) == 1


def test_pro_forma_statements_before_the_real_ones_do_not_count() -> None:
    pro_forma = "Pro Forma Condensed Combined Statements of Income\n(in millions)\n" + INCOME
    assert pages_of(PageKind.INCOME_STATEMENT, (COVER, pro_forma, *ALL_STATEMENTS)) == [3]


def test_parent_only_statements_are_told_apart() -> None:
    schedule = TEXTS["schedule"]
    texts = (
        COVER,
        "Item 8. Financial Statements and Supplementary Data\n" + PROSE,
        *ALL_STATEMENTS,
        NOTES,
        "Item 15. Exhibits and Financial Statement Schedules\n" + PROSE,
        schedule + BALANCE,
        "Statements of Cash Flows\n(in millions)\n" + CASH,
    )
    assert pages_of(PageKind.PARENT_ONLY, texts) == [10, 11]
    assert pages_of(PageKind.BALANCE_SHEET, texts) == [5]
    assert pages_of(PageKind.CASH_FLOW, texts) == [6]


def test_statements_of_another_company_among_the_exhibits_are_exhibits() -> None:
    other = [text.replace("Harrowgate Tools", "Quarrel Foods") for text in ALL_STATEMENTS]
    texts = (
        COVER,
        *ALL_STATEMENTS,
        "Item 15. Exhibits and Financial Statement Schedules\n" + PROSE,
        "Exhibit 99.2\n" + PROSE,
        *other,
    )
    found = kinds(*texts)
    assert found[8:] == [PageKind.EXHIBITS] * 5
    assert [found.count(text) for text in (PageKind.BALANCE_SHEET, PageKind.CASH_FLOW)] == [1, 1]


def test_of_two_registrants_the_first_one_is_the_group() -> None:
    utility = [text.replace(COMPANY, "Harrowgate Electric Company") for text in ALL_STATEMENTS]
    texts = (COVER, *ALL_STATEMENTS, *utility)
    assert pages_of(PageKind.BALANCE_SHEET, texts) == [4]
    assert pages_of(PageKind.INCOME_STATEMENT, texts) == [2]
    assert pages_of(PageKind.CASH_FLOW, texts) == [5]


def test_statement_titles_inside_sentences_are_no_titles() -> None:
    prose = TEXTS["mentions"] + PROSE
    assert kinds(COVER, prose, *ALL_STATEMENTS)[1] is PageKind.MDNA


# Statements that do not stand in Item 8


def test_a_wrapper_report_whose_statements_follow_the_signatures() -> None:
    texts = (
        COVER,
        "Item 7. Management's Discussion and Analysis\n" + PROSE,
        "Item 8. Financial Statements and Supplementary Data\nThe statements begin on page F-1.\n" + PROSE,
        "Item 15. Exhibits and Financial Statement Schedules\n" + PROSE,
        AUDITOR,
        *ALL_STATEMENTS,
        "Notes to Consolidated Financial Statements\n1. Basis of Presentation\n" + PROSE + "2. Revenue\n" + PROSE,
        "Exhibit 21\nSubsidiaries of the Registrant\n" + PROSE,
    )
    found = classify_pages(filing(*texts), Form.TEN_K)
    assert [page.kind for page in found[4:]] == [
        PageKind.AUDITOR_REPORT,
        PageKind.INCOME_STATEMENT,
        PageKind.COMPREHENSIVE_INCOME,
        PageKind.BALANCE_SHEET,
        PageKind.CASH_FLOW,
        PageKind.EQUITY,
        PageKind.NOTES,
        PageKind.EXHIBITS,
    ]
    assert found[7].section == "Item 8. Financial Statements and Supplementary Data"
    assert found[10].section == "Note 1. Basis of Presentation; Note 2. Revenue"


def test_a_wrapper_report_whose_discussion_stands_in_exhibit_13() -> None:
    texts = (
        COVER,
        TEXTS["wrapper"] + PROSE,
        "Item 15. Exhibits and Financial Statement Schedules\n" + PROSE,
        "Exhibit 12\nRatio of Earnings to Fixed Charges\n" + PROSE,
        "Exhibit 13\nManagement's Discussion and Analysis of Financial Condition and Results of Operations\n" + PROSE,
        PROSE,
        *ALL_STATEMENTS,
        NOTES,
        "Exhibit 21\nSubsidiaries\n" + PROSE,
    )
    found = kinds(*texts)
    assert found[3:6] == [PageKind.EXHIBITS, PageKind.MDNA, PageKind.MDNA]
    assert found[6:11] == [
        PageKind.INCOME_STATEMENT,
        PageKind.COMPREHENSIVE_INCOME,
        PageKind.BALANCE_SHEET,
        PageKind.CASH_FLOW,
        PageKind.EQUITY,
    ]
    assert found[11:] == [PageKind.NOTES, PageKind.EXHIBITS]
