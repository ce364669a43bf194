"""Words of a question beside measure, company and period: which of them make another figure of it."""

import pytest

from graph.models.offline.mentions import sentences
from graph.models.offline.request import asks_for_figure


@pytest.mark.parametrize(
    ("question", "item"),
    [
        ("How much cash did Acme hold in FY2031?", "cash_and_equivalents"),
        ("What was Acme's cash at the end of 2031?", "cash_and_equivalents"),
        ("How much were the cash proceeds from the Lakeside divestiture?", None),
        ("What was the debt covenant of 2031?", None),
        ("What is the equity stake in Tarn?", None),
        ("Did profit increase in 2031?", "net_income"),
    ],
)
def test_an_everyday_word_is_a_measure_only_by_itself(read, question: str, item: str | None) -> None:  # type: ignore[no-untyped-def]
    assert read(question).texts == ((item,) if item else ())


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        ("What is the amount of the gain on the separation?", True),
        ("What percentage of shares was tendered?", True),
        ("How large is the credit facility?", True),
        ("What was the total purchase price of Tarn?", True),
        ("What was the agenda of the meeting?", False),
        ("Who was appointed?", False),
    ],
)
def test_what_only_a_figure_answers(read, question: str, figure: bool) -> None:  # type: ignore[no-untyped-def]
    assert asks_for_figure(read(question)) == figure


@pytest.mark.parametrize(
    ("question", "narrowed"),
    [
        ("How much revenue did Acme generate in Asia Pacific in FY2031?", True),
        ("What was Acme's operating income from Lakeside in FY2031?", True),
        ("What was Acme International's revenue in FY2031?", True),
        ("What was the revenue of Acme Instruments, Inc. in FY2031?", False),
        ("What was Acme's revenue in US$ MM for FYE2031, as in the Income Statement?", False),
        ("What did Acme report as Total Revenue (in USD Mn, to one decimal place) for CY2031?", False),
        ("WHAT WAS ACME'S REVENUE IN FY2031?", False),
    ],
)
def test_a_name_beside_the_measure_narrows_it(read, question: str, narrowed: bool) -> None:  # type: ignore[no-untyped-def]
    assert read(question.replace("ACME", "Acme")).narrowed == narrowed


def test_no_sentence_ends_at_an_abbreviation() -> None:
    assert list(sentences("What was Adj. EBITDA of Acme? Approx. figures do.")) == [
        "What was Adj. EBITDA of Acme?",
        "Approx. figures do.",
    ]


@pytest.mark.parametrize(
    ("question", "narrowed"),
    [
        ("How much revenue did Acme get from advertising in FY2031?", True),
        ("What was operating income of the forging business in FY2031?", True),
        ("What were total current assets of Acme at the end of FY2031?", False),
        ("What was revenue in the third quarter of 2031?", False),
        ("What was income tax expense in FY2031, in thousands of US dollars?", False),
        ("What is the cash conversion cycle for FY2031, in days?", False),
    ],
)
def test_what_a_line_item_is_taken_from_narrows_it(read, question: str, narrowed: bool) -> None:  # type: ignore[no-untyped-def]
    assert read(question).narrowed == narrowed


@pytest.mark.parametrize(
    "question",
    [
        "What interest rate does Acme pay on its debt in FY2031?",
        "What was the price per share of Acme's share repurchases in FY2031?",
        "What was Acme's revenue per store in FY2031?",
        "What was the highest revenue Acme ever had?",
        "By how much did Acme's net income exceed its dividends paid in FY2031?",
    ],
)
def test_a_figure_about_a_measure_is_not_the_measure(read, question: str) -> None:  # type: ignore[no-untyped-def]
    assert read(question).narrowed


@pytest.mark.parametrize(
    "question",
    [
        "What dollar amount of capital expenditures did Acme spend in FY2031?",
        "What size of inventory did Acme hold at the end of FY2031?",
        "Roughly how many times has Acme sold its inventory in FY2031? Calculate inventory turnover.",
    ],
)
def test_words_that_change_nothing(read, question: str) -> None:  # type: ignore[no-untyped-def]
    assert not read(question).narrowed


def test_a_ratio_of_two_measures_with_the_company_between(read) -> None:  # type: ignore[no-untyped-def]
    request = read("What is the ratio of Acme's R&D to SG&A in FY2031?")
    assert request.texts == ("(research_and_development) / (selling_general_administrative)",)
