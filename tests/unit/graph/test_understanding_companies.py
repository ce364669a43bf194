"""Companies as questions name them. Companies and tickers of the index are invented; known ones are public names."""

import pytest

from graph.knowledge import Knowledge
from graph.understanding.companies import CompanyFinder
from ingestion.domain import Filing, Form


def filing(company: str, ticker: str | None = None) -> Filing:
    doc = f"{company.replace(' ', '_')}_2031_10K"
    return Filing(doc, company, Form.TEN_K, 2031, doc, 10, f"{doc}.pdf", ticker=ticker)


@pytest.fixture(scope="module")
def finder(knowledge: Knowledge) -> CompanyFinder:
    filings = [
        filing("Allgood Assurance", "ALL"),
        filing("Insight Technologies", "IT"),
        filing("Fordham Motors", "F"),
        filing("Catalina Machines", "CAT"),
        filing("Bramwell Foods, Inc.", "BWFD"),
        filing("Harrowgate Tools"),
        filing("Johnson & Johnson", "JNJ"),
        filing("Target", "TGT"),
    ]
    return CompanyFinder(filings, knowledge)


@pytest.mark.parametrize(
    ("question", "companies"),
    [
        # Short and word-like tickers (cases.md, filter).
        ("List all risk factors about IT spending at Bramwell Foods in FY31", ("Bramwell Foods, Inc.",)),
        ("Compare gross margin of F and CAT", ("Fordham Motors", "Catalina Machines")),
        ("$ALL revenue", ("Allgood Assurance",)),
        ("What IT risks are reported?", ()),
        ("Does it all add up?", ()),
        ("Revenue of ALL in FY2031", ("Allgood Assurance",)),
        ("NYSE: IT debt", ("Insight Technologies",)),
        ("bwfd revenue", ("Bramwell Foods, Inc.",)),
        # Names, short names, spellings.
        ("bramwell foods revenue", ("Bramwell Foods, Inc.",)),
        ("What is Bramwell's revenue?", ("Bramwell Foods, Inc.",)),
        ("BRAMWELLFOODS revenue", ("Bramwell Foods, Inc.",)),
        ("WHAT IS THE REVENUE OF BRAMWELL FOODS", ("Bramwell Foods, Inc.",)),
        ("JnJ's margins and those of Harrowgate", ("Johnson & Johnson", "Harrowgate Tools")),
        ("J&J sales", ("Johnson & Johnson",)),
        ("Johnson and Johnson sales", ("Johnson & Johnson",)),
        ("What is Target's gross margin?", ("Target",)),
        ("Did they miss the target?", ()),
        # Misspellings.
        ("Harowgate Tools revenue", ("Harrowgate Tools",)),
        ("revenue of Bramwel Foods", ("Bramwell Foods, Inc.",)),
        ("a foolish question about machines", ()),
        # Other scripts around the name.
        ("Harrowgate\u7684\u8d44\u672c\u652f\u51fa", ("Harrowgate Tools",)),
        ("Какова выручка Harrowgate Tools?", ("Harrowgate Tools",)),
        ("", ()),
    ],
)
def test_loaded_companies_are_found(finder: CompanyFinder, question: str, companies: tuple[str, ...]) -> None:
    assert finder.find(question).loaded == companies


@pytest.mark.parametrize(
    ("question", "unknown"),
    [
        ("What was FY2020 revenue of Costco?", ("Costco",)),
        ("Facebook revenue 2019", ("Facebook",)),
        ("What was Zorblatt Industries' revenue in 2020?", ("Zorblatt Industries",)),
        ("How much revenue did Quagmire Widgets report in FY2019?", ("Quagmire Widgets",)),
        ("Compare Bramwell Foods and Honeywell on margins", ("Honeywell",)),
        # A former part, a rival, or a customer of the company asked about is no other company.
        ("What did Johnson & Johnson receive for Kenvue?", ()),
        # Capitals that name no company.
        ("Which Board nominees were elected in FY2031?", ()),
        ("What is the revenue of the Consumer Health segment?", ()),
        ("How does the Inflation Reduction Act affect results?", ()),
        ("What is the exposure to Argentina?", ()),
        ("What is EBITDA in FY2031?", ()),
        ("WHAT WAS THE REVENUE?", ()),
        ("What Was The Net Revenue In Fiscal 2031", ()),
        ("Among Operations, Investing and Financing, which was largest?", ()),
        ("Did the company pay dividends in March 2031?", ()),
    ],
)
def test_a_company_that_is_not_loaded_is_told_from_other_capitals(
    finder: CompanyFinder, question: str, unknown: tuple[str, ...]
) -> None:
    assert finder.find(question).unknown == unknown


def test_a_misspelling_is_less_certain_than_the_name(finder: CompanyFinder) -> None:
    assert finder.find("Harowgate Tools").certainty < finder.find("Harrowgate Tools").certainty == 1.0


def test_a_short_word_is_never_taken_for_a_misspelt_name(finder: CompanyFinder) -> None:
    assert finder.find("tarp, tame and tool").loaded == ()


def test_a_name_shared_by_two_companies_needs_more_than_its_first_word(knowledge: Knowledge) -> None:
    finder = CompanyFinder([filing("Vexlume Software"), filing("Vexlume Health")], knowledge)
    assert finder.find("Vexlume revenue").loaded == ()
    assert finder.find("Vexlume Health revenue").loaded == ("Vexlume Health",)
