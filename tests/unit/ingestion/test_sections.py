"""The section of a page: Items found from headings and never from the contents, and the notes by their titles."""

import tomllib
from pathlib import Path

import pytest

from ingestion.domain import Form, Page, PageKind
from ingestion.page_kinds import classify_pages

TEXTS = {
    name: text.replace("|", "\n")
    for name, text in tomllib.loads((Path(__file__).parents[2] / "data" / "page_texts.toml").read_text()).items()
}
PROSE = TEXTS["prose"]
CONTENTS = (
    "TABLE OF CONTENTS\nPage\nItem 1. Business ..... 4\nItem 1A. Risk Factors ..... 9\nItem 2. Properties ..... 21\n"
    "Item 3. Legal Proceedings ..... 22\nItem 5. Market for Registrant's Common Equity ..... 23\n"
    "Item 7. Management's Discussion ..... 25 - 50, 53 - 57\nItem 8. Financial Statements ..... 58\n"
    "Item 15. Exhibits ..... 90\n"
)
STATEMENTS = tuple(
    f"Harrowgate Tools, Inc.\nConsolidated {title}\n(in millions)\n2031\n2030\n{rows}"
    for title, rows in (
        ("Statements of Income", TEXTS["income"]),
        ("Balance Sheets", TEXTS["assets"] + TEXTS["liabilities"]),
        ("Statements of Cash Flows", TEXTS["operating"] + TEXTS["financing"]),
    )
)


def sections(*texts: str, form: Form = Form.TEN_K) -> list[str | None]:
    pages = [Page("SAMPLE", number, text) for number, text in enumerate(texts, 1)]
    return [page.section for page in classify_pages(pages, form)]


def sections_of_notes(*notes: str) -> list[str | None]:
    return sections("Form 10-K\n", *STATEMENTS, *notes)[4:]


# Items


def test_a_heading_split_over_two_lines_is_found_and_the_contents_entry_is_not() -> None:
    pages = [
        Page("SAMPLE", number, text)
        for number, text in enumerate(
            (
                "FORM 10-K\n",
                CONTENTS,
                "Item 1.\nBusiness\n" + PROSE,
                "Item 5.\nMarket for Registrant's Common Equity\n" + PROSE,
                "Item 7.\nDiscussion by Management\nRevenue fell because fewer houses were built.\n" + PROSE,
            ),
            1,
        )
    ]
    found = classify_pages(pages, Form.TEN_K)
    discussion = [page.number for page in found if page.section and "Item 7." in page.section]
    assert discussion == [5]
    assert found[4].kind is PageKind.MDNA
    assert (found[1].kind, found[1].section) == (PageKind.CONTENTS, None)


def test_a_page_belongs_to_the_item_before_until_the_next_heading() -> None:
    found = sections("FORM 10-K\n", "Item 1A. Risk Factors\n" + PROSE, PROSE, PROSE, "Item 2. Properties\n" + PROSE)
    assert found == [None, *["Item 1A. Risk Factors"] * 3, "Item 2. Properties"]


def test_several_items_on_one_page_are_all_named_and_the_fullest_gives_the_kind() -> None:
    text = (
        "Item 1B. Unresolved Staff Comments\nNone.\nItem 2. Properties\nWe own our head office.\n"
        f"Item 3. Legal Proceedings\n{PROSE}Item 4. Mine Safety Disclosures\nNot applicable.\n"
    )
    pages = classify_pages([Page("SAMPLE", 1, "FORM 10-K\n"), Page("SAMPLE", 2, text)], Form.TEN_K)
    assert pages[1].section is not None
    assert pages[1].section.split("; ") == [
        "Item 1B. Unresolved Staff Comments",
        "Item 2. Properties",
        "Item 3. Legal Proceedings",
        "Item 4. Mine Safety Disclosures",
    ]
    assert pages[1].kind is PageKind.LEGAL_PROCEEDINGS


def test_short_items_on_one_page_are_no_contents() -> None:
    reference = "The information required by this Item is incorporated by reference to our 2032 Proxy Statement.\n"
    part_3 = "".join(
        f"Item {number}. {title}\n{reference}"
        for number, title in (
            ("10", "Directors, Executive Officers and Corporate Governance"),
            ("11", "Executive Compensation"),
            ("12", "Security Ownership of Certain Beneficial Owners"),
            ("13", "Certain Relationships and Related Transactions"),
            ("14", "Principal Accountant Fees and Services"),
        )
    )
    found = sections("FORM 10-K\n", "Item 9A. Controls and Procedures\n" + PROSE, "74\nPART III\n" + part_3)
    assert found[2] is not None
    assert found[2].startswith("Item 10. Directors")


def test_a_reference_to_an_item_inside_a_sentence_begins_nothing() -> None:
    text = (
        "See\nItem 7. Management's Discussion and Analysis, for a description of how these risks have\naffected us.\n"
    )
    found = sections(
        "FORM 10-K\n",
        "Item 1A. Risk Factors\n" + text + PROSE,
        "Item 2. Properties\n" + PROSE,
        "Item 3. Legal Proceedings\n" + PROSE,
        "Item 7. Management's Discussion and Analysis\n" + PROSE,
    )
    assert found[1:4] == ["Item 1A. Risk Factors", "Item 2. Properties", "Item 3. Legal Proceedings"]


@pytest.mark.parametrize(
    "heading",
    [
        "ITEM 1A. RISK FACTORS",
        "Item 1A - Risk Factors",
        "Item\xa01A.\xa0\xa0\xa0Risk Factors",
        "ITEM 1A RISK FACTORS",
        "Part I, Item 1A. Risk Factors",
        "I tem 1A. Risk Factors",
        "Risk Factors",
    ],
)
def test_headings_as_filings_print_them(heading: str) -> None:
    assert sections("FORM 10-K\n", "Item 1. Business\n" + PROSE, f"{heading}\n{PROSE}")[2] == "Item 1A. Risk Factors"


def test_a_running_head_does_not_begin_the_item_again() -> None:
    head = "PART II\nItem 7. Management's Discussion and Analysis\n"
    found = sections(
        "FORM 10-K\n", *[head + PROSE] * 3, "Item 8. Financial Statements and Supplementary Data\n" + PROSE
    )
    assert found[1:4] == ["Item 7. Management's Discussion and Analysis"] * 3


def test_the_parts_of_a_quarterly_report_are_told_apart() -> None:
    found = sections(
        "FORM 10-Q\n",
        "Item 1. Financial Statements\n" + STATEMENTS[0],
        *STATEMENTS[1:],
        "Item 2. Management's Discussion and Analysis of Financial Condition\n" + PROSE,
        "Item 1. Legal Proceedings\n" + PROSE,
        "Item 1A. Risk Factors\n" + PROSE,
        "Item 2. Unregistered Sales of Equity Securities\n" + PROSE,
        form=Form.TEN_Q,
    )
    assert found[1:] == [
        *["Part I, Item 1. Financial Statements"] * 3,
        "Part I, Item 2. Management's Discussion and Analysis",
        "Part II, Item 1. Legal Proceedings",
        "Part II, Item 1A. Risk Factors",
        "Part II, Item 2. Unregistered Sales of Equity Securities and Use of Proceeds",
    ]


def test_an_8k_carries_its_item_over_to_the_next_page() -> None:
    found = sections(
        "FORM 8-K\n", "Item 5.02.\nDeparture of Directors\n" + PROSE, PROSE, "Item 9.01\nExhibits\n", form=Form.EIGHT_K
    )
    assert found[1] == found[2] == "Item 5.02 Departure or Election of Directors or Certain Officers"
    assert found[3] is not None
    assert found[3].endswith("Item 9.01 Financial Statements and Exhibits")


def test_exhibits_are_named_by_their_number() -> None:
    found = sections(
        "FORM 10-K\n",
        "Item 15. Exhibits\n" + PROSE,
        "Signatures\n" + PROSE,
        "EXHIBIT 10.4\n" + PROSE,
        PROSE,
        "Exhibit 31.1\n",
    )
    assert found[2:] == ["Exhibits", "Exhibit 10.4", "Exhibit 10.4", "Exhibit 31.1"]


# Notes


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Note 1. Accounting Policies", "Note 2. Long-term debt"),
        ("NOTE 1 — Accounting Policies", "NOTE 2 — Long-term debt"),
        ("Note 1\nAccounting Policies", "Note 2\nLong-term debt"),
        ("1. Accounting Policies", "2. Long-term debt"),
        ("1.\nAccounting Policies", "2.\nLong-term debt"),
        ("(1) Accounting Policies", "(2) Long-term debt"),
        ("Note 1: Accounting Policies", "Note 2: Long-term debt (continued)"),
    ],
)
def test_notes_are_named_by_number_and_title(first: str, second: str) -> None:
    found = sections_of_notes(
        f"Notes to Consolidated Financial Statements\n{first}\n{PROSE}", f"{second}\n{PROSE}", PROSE
    )
    assert found == ["Note 1. Accounting Policies", "Note 2. Long-term debt", "Note 2. Long-term debt"]


def test_two_notes_on_a_page_are_both_named() -> None:
    found = sections_of_notes(f"Note 1. Policies\n{PROSE}", f"{PROSE}Note 2. Income Taxes\n{PROSE}")
    assert found[1] == "Note 1. Policies; Note 2. Income Taxes"


def test_a_reference_to_a_note_and_numbered_rows_do_not_begin_one() -> None:
    found = sections_of_notes(
        f"Note 1. Policies\n{PROSE}",
        f"Note 2 to the financial statements has more\n1. Certificates\n2. Bonds held\n5.50% Senior Notes\n{PROSE}",
        f"Note 2. Debt\n{PROSE}",
    )
    assert found == ["Note 1. Policies", "Note 1. Policies", "Note 2. Debt"]


def test_a_list_of_the_notes_is_contents_and_begins_none() -> None:
    entries = "".join(
        f"Note {n}\n{title}\n{50 + n}\n" for n, title in enumerate(("Policies", "Stock", "Debt", "Tax", "Leases"), 1)
    )
    pages = [
        Page("SAMPLE", number, text)
        for number, text in enumerate(("FORM 10-K\n", *STATEMENTS, entries, f"Note 1. Policies\n{PROSE}"), 1)
    ]
    found = classify_pages(pages, Form.TEN_K)
    assert found[4].kind is PageKind.CONTENTS
    assert (found[5].kind, found[5].section) == (PageKind.NOTES, "Note 1. Policies")


def test_notes_end_where_the_next_item_begins() -> None:
    found = sections_of_notes(f"Note 1. Policies\n{PROSE}", f"Item 9A. Controls and Procedures\n{PROSE}")
    assert found == ["Note 1. Policies", "Item 9A. Controls and Procedures"]
