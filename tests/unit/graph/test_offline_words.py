"""Answers in a filing's own words: sentences, reasons, lists, securities of the cover page, current reports."""

from collections.abc import Callable

import pytest

from graph.build import build_graph
from graph.context import Context
from graph.domain import Answer, Plan, Question
from graph.models.offline.cover import read_securities
from graph.models.offline.sentences import split_sentences
from graph.understanding.periods import find_periods
from ingestion.domain import Filing, Form, Page, PageKind

Make = Callable[..., Context]
Ask = Callable[..., Answer]

COVER = """HARROWGATE TOOLS, INC.
Securities registered pursuant to Section 12(b) of the Act:
Title of each class
Trading Symbol(s)
Name of each exchange on which registered
Common Stock, $0.50 par value per share
HWT
New York Stock Exchange
3.875% Notes due 2036
HWT36
New York Stock Exchange
Securities registered pursuant to Section 12(g) of the Act: None
Indicate by check mark whether the registrant is a shell company."""

DISCUSSION = """Results of Operations
Net sales increased 12.7% to $1,240 million in 2031 from $1,100 million in 2030. The increase was driven by higher
volumes in forging and by the acquisition of Tarn Castings. Gross profit was $496 million, or 40.0% of net sales. The
improvement reflects lower prices of nickel. Results may differ materially from net sales increases we foresee.
On May 4, 2031, the Company acquired Tarn Castings Ltd. for $62 million in cash. The Company made no acquisitions in
2030. We have never declared or paid a special bonus dividend on preferred shares.
Smith v. Harrowgate Tools, a suit about overtime, was settled for $14 million."""


@pytest.fixture
def ask(shelf, make_context: Make) -> Ask:  # type: ignore[no-untyped-def]
    shelf.pages["HARROWGATE_2031_10K", 1] = Page("HARROWGATE_2031_10K", 1, COVER, kind=PageKind.COVER)
    shelf.pages["HARROWGATE_2031_10K", 2] = Page("HARROWGATE_2031_10K", 2, DISCUSSION, kind=PageKind.MDNA)

    def run(text: str, doc: str = "HARROWGATE_2031_10K", topics: tuple[str, ...] = ()) -> Answer:
        plan = Plan(companies=("Harrowgate Tools",), periods=find_periods(text).periods, topics=topics)
        state = build_graph().invoke({"question": Question(text=text, docs=(doc,))}, context=make_context(plan))
        assert state["failures"] == ()
        answer: Answer = state["answer"]
        return answer

    return run


def test_a_reason_comes_with_what_it_explains(ask: Ask) -> None:
    answer = ask("Why did net sales increase in 2031?")
    assert answer.answer.startswith("Net sales increased 12.7%")
    assert "acquisition of Tarn Castings" in answer.answer
    assert "nickel" not in answer.answer
    assert [c.page for c in answer.citations] == [2]


def test_a_fall_is_not_explained_by_a_rise(ask: Ask) -> None:
    assert ask("Why did net sales decrease in 2031?").refused


def test_lists_name_dates_and_amounts(ask: Ask) -> None:
    answer = ask("What are the major acquisitions of Harrowgate Tools?", topics=("acquisitions",))
    assert "Tarn Castings Ltd. for $62 million" in answer.answer


def test_disclaimers_are_never_quoted(ask: Ask) -> None:
    answer = ask("How much do net sales increases foreseen differ materially?")
    assert answer.refused or "differ materially" not in answer.answer


def test_where_a_figure_is_asked_a_sentence_without_one_is_no_answer(ask: Ask) -> None:
    assert ask("How many foundries in the Lakeside segment closed in Veldhaven during the decline?").refused


def test_a_superlative_needs_a_comparison(ask: Ask) -> None:
    assert ask("Which forging had the highest volumes in 2031?").refused


def test_abbreviations_end_no_sentence() -> None:
    text = "Smith v. Harrowgate Inc. was settled. The U.S. Court agreed on No. 5. All rose."
    settled, agreed, rose = split_sentences(text)
    assert settled == "Smith v. Harrowgate Inc. was settled."
    assert agreed == "The U.S. Court agreed on No. 5."
    assert rose == "All rose."


def test_headings_are_no_part_of_a_sentence() -> None:
    text = "Liquidity\nCash rose because customers paid earlier than in the year before, and as we\nbought less steel."
    assert list(split_sentences(text))[1].startswith("Cash rose")


def test_debt_on_the_cover_page(ask: Ask) -> None:
    answer = ask("Which debt securities are registered to trade on an exchange?", topics=("registered_securities",))
    assert "3.875% Notes due 2036 (HWT36)" in answer.answer
    assert "Common Stock" not in answer.answer
    assert answer.citations[0].quote == "3.875% Notes due 2036 HWT36 New York Stock Exchange"


def test_all_securities_of_the_cover_page(ask: Ask) -> None:
    answer = ask("Which securities are registered on an exchange?", topics=("registered_securities",))
    assert "Common Stock" in answer.answer
    assert "Notes due 2036" in answer.answer


def test_no_debt_on_the_cover_page(shelf, ask: Ask) -> None:  # type: ignore[no-untyped-def]
    plain = COVER.replace("3.875% Notes due 2036\nHWT36\nNew York Stock Exchange\n", "")
    shelf.pages["HARROWGATE_2031_10K", 1] = Page("HARROWGATE_2031_10K", 1, plain, kind=PageKind.COVER)
    answer = ask("Which debt securities are registered on an exchange?", topics=("registered_securities",))
    assert answer.answer.startswith("None:")
    assert "Common Stock" in answer.answer


def test_rows_of_a_cover_page_on_one_line() -> None:
    text = (
        "Securities registered pursuant to Section 12(b) of the Act:\n"
        "Common Stock, par value $0.10 VZ New York Stock Exchange\n1.625% Notes due 2024 VZ 24B New York Stock Exchange"
    )
    assert [(s.title, s.symbol) for s in read_securities(text)] == [
        ("Common Stock, par value $0.10", "VZ"),
        ("1.625% Notes due 2024", "VZ 24B"),
    ]


def test_what_a_current_report_is_about(shelf, ask: Ask) -> None:  # type: ignore[no-untyped-def]
    doc = "HARROWGATE_2031_8K"
    shelf.documents[doc] = Filing(
        doc, "Harrowgate Tools", Form.EIGHT_K, 2031, sha256=doc, page_count=2, file_name="x.pdf"
    )
    told = "On May 4, 2031, Harrowgate Tools, Inc. entered into a credit agreement with Saltmarsh Bank."
    shelf.pages[doc, 1] = Page(doc, 1, f"Item 1.01 Entry into a Material Agreement.\n{told} It matures later.")
    assert told in ask("What was the key agenda of the 8-K dated May 4, 2031?", doc=doc).answer


def test_a_long_opening_is_cut_where_a_word_ends(shelf, ask: Ask) -> None:  # type: ignore[no-untyped-def]
    doc = "HARROWGATE_2031_8K"
    shelf.documents[doc] = Filing(
        doc, "Harrowgate Tools", Form.EIGHT_K, 2031, sha256=doc, page_count=2, file_name="x.pdf"
    )
    told = (
        "On May 4, 2031, Harrowgate Tools, Inc. entered into an indenture with " + "the trustee and the party of " * 30
    )
    shelf.pages[doc, 1] = Page(doc, 1, f"Other Events.\n{told}\nThe rest follows.")
    answer = ask("What was the key agenda of the 8-K dated May 4, 2031?", doc=doc)
    assert answer.answer.endswith(" ...")
    assert answer.answer.removesuffix(" ...") == answer.citations[0].quote
    assert len(answer.answer) < 620


def test_an_item_of_a_list_may_be_quoted(shelf, ask: Ask) -> None:  # type: ignore[no-untyped-def]
    told = "Harrowgate received $62 million in cash proceeds from the Lakeside divestiture"
    page = f"Highlights of the year\n•\n{told}\n•\nNew plant in Veldhaven opened"
    shelf.pages["HARROWGATE_2031_10K", 2] = Page("HARROWGATE_2031_10K", 2, page, kind=PageKind.MDNA)
    answer = ask("How much were the cash proceeds from the Lakeside divestiture?")
    assert "$62 million in cash proceeds from the Lakeside divestiture" in answer.answer
