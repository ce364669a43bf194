"""Which filings may answer: fiscal calendars, neighbouring years, forms, comparisons, what is not loaded."""

from collections.abc import Sequence
from datetime import date
from typing import Any

import pytest

from graph.domain import Plan, Question
from graph.knowledge import Knowledge
from graph.understanding import understand
from graph.understanding.calendar import places_of
from ingestion.domain import Filing, Form


def filing(doc: str, form: Form = Form.TEN_K, year: int | None = None, **more: Any) -> Filing:
    company = more.pop("company", "Bramwell Foods")
    return Filing(doc, company, form, year, doc, 10, f"{doc}.pdf", **more)


@pytest.fixture
def shelf() -> list[Filing]:
    return [
        filing("B_2030_10K", year=2030, period_end=date(2030, 12, 31)),
        filing("B_2031_10K", year=2031, period_end=date(2031, 12, 31)),
        filing("B_2032_10K", year=2032, period_end=date(2032, 12, 31)),
        filing("B_2032Q2_10Q", Form.TEN_Q, 2032, fiscal_quarter=2, period_end=date(2032, 6, 30)),
        filing("B_2032Q3_10Q", Form.TEN_Q, 2032, fiscal_quarter=3, period_end=date(2032, 9, 30)),
        filing("B_2031Q4_EARNINGS", Form.EARNINGS, 2031, fiscal_quarter=4, period_end=date(2031, 12, 31)),
        filing("B_2032Q4_EARNINGS", Form.EARNINGS, 2032, fiscal_quarter=4, period_end=date(2032, 12, 31)),
        filing("B_8K_MAY", Form.EIGHT_K, 2032, event_date=date(2032, 5, 26)),
        filing("B_8K_JUNE", Form.EIGHT_K, 2032, event_date=date(2032, 6, 14)),
    ]


def ask(text: str, filings: Sequence[Filing], knowledge: Knowledge, **more: Any) -> Plan:
    return understand(Question(text=text, **more), filings, knowledge)


def first(plan: Plan, count: int = 1) -> list[str]:
    return [candidate.doc for candidate in plan.candidates[:count]]


@pytest.mark.parametrize(
    ("question", "docs"),
    [
        ("What was Bramwell's revenue in FY2031?", ["B_2031_10K"]),
        ("What was Bramwell's FY2030 - FY2032 3 year average operating margin?", ["B_2032_10K"]),
        ("Bramwell's year-over-year change in revenue from FY2030 to FY2031", ["B_2031_10K"]),
        ("Bramwell's revenue in Q2 of FY2032 compared to Q2 of FY2031", ["B_2032Q2_10Q"]),
        ("Bramwell's short-term investments in H1 FY2032", ["B_2032Q2_10Q"]),
        ("What did Bramwell announce on May 26, 2032?", ["B_8K_MAY"]),
        ("Key agenda of Bramwell's 8-K dated 14th June 2032", ["B_8K_JUNE"]),
        ("How did Bramwell's shareholders vote in June 2032?", ["B_8K_JUNE"]),
        ("Bramwell's balance sheet as of September 30, 2032", ["B_2032Q3_10Q"]),
        ("Does Bramwell expect adjusted EPS guidance for FY2032 to be higher?", ["B_2031Q4_EARNINGS"]),
        ("Bramwell's adjusted non-GAAP EBITDA for FY2032", ["B_2032Q4_EARNINGS", "B_2032_10K"]),
        ("Bramwell's Q3 FY2032 10-Q: inventory?", ["B_2032Q3_10Q"]),
        ("What is Bramwell's latest revenue?", ["B_2032_10K"]),
        ("By how much did the restatement change Bramwell's net income for 2030?", ["B_2031_10K"]),
    ],
)
def test_the_best_filing_comes_first(shelf: list[Filing], knowledge: Knowledge, question: str, docs: list[str]) -> None:
    assert first(ask(question, shelf, knowledge), len(docs)) == docs


def test_the_next_years_filing_stands_in_for_a_year_that_is_not_loaded(
    shelf: list[Filing], knowledge: Knowledge
) -> None:
    plan = ask("What was Bramwell's revenue in FY2029?", shelf, knowledge)
    assert first(plan) == ["B_2030_10K"]
    assert plan.missing_years == ()
    own = ask("What was Bramwell's revenue in FY2030?", shelf, knowledge)
    assert own.candidates[0].score > plan.candidates[0].score


def test_a_year_that_no_filing_prints_is_missing_and_candidates_still_rank(
    shelf: list[Filing], knowledge: Knowledge
) -> None:
    plan = ask("What was Bramwell's revenue in FY2025?", shelf, knowledge)
    assert plan.missing_years == (2025,)
    assert plan.candidates
    assert plan.confidence < 0.5
    assert ask("Bramwell's revenue in Q1 FY2033", shelf, knowledge).missing_years == (2033,)


def test_expectations_of_next_year_are_not_missing(shelf: list[Filing], knowledge: Knowledge) -> None:
    plan = ask("What is Bramwell's adjusted EPS guidance for FY2033?", shelf, knowledge)
    assert plan.missing_periods == ()
    assert first(plan) == ["B_2032Q4_EARNINGS"]


def test_compared_companies_each_have_a_group(knowledge: Knowledge) -> None:
    filings = [
        filing(f"{name[0]}_{year}_10K", year=year, company=name)
        for name in ("Bramwell Foods", "Harrowgate Tools")
        for year in (2031, 2032)
    ]
    plan = ask("Compare the gross margin of Harrowgate and Bramwell in FY2032", filings, knowledge)
    assert plan.companies == ("Harrowgate Tools", "Bramwell Foods")
    assert {group[0] for group in plan.groups} == {"B_2032_10K", "H_2032_10K"}


def test_years_too_far_apart_for_one_filing_each_have_a_group(shelf: list[Filing], knowledge: Knowledge) -> None:
    wide = [filing(f"B_{year}_10K", year=year) for year in range(2024, 2033)]
    plan = ask("Bramwell's revenue from FY2025 to FY2032", wide, knowledge)
    assert [group[0] for group in plan.groups] == ["B_2032_10K", "B_2029_10K", "B_2026_10K"]
    assert ask("Bramwell's revenue from FY2030 to FY2032", shelf, knowledge).groups == ()


@pytest.fixture(params=["as the filings say", "from the dates alone"])
def weeks(request: pytest.FixtureRequest) -> list[Filing]:
    """A fiscal year that ends on the Sunday nearest December 31 (cases.md, filter)."""
    said = request.param == "as the filings say"
    quarters = {2: date(2033, 7, 3), 3: date(2033, 10, 2)}
    return [
        filing("W_10K", year=2033 if said else None, period_end=date(2034, 1, 1)),
        *(
            filing(f"W_Q{q}", Form.TEN_Q, 2033 if said else None, fiscal_quarter=q if said else None, period_end=end)
            for q, end in quarters.items()
        ),
    ]


@pytest.mark.parametrize(
    ("question", "doc"),
    [
        ("Bramwell's revenue in Q2 FY2033", "W_Q2"),
        ("Bramwell's revenue in Q3 of fiscal 2033", "W_Q3"),
        ("Bramwell's revenue in FY2033", "W_10K"),
    ],
)
def test_quarters_of_a_52_53_week_year(weeks: list[Filing], knowledge: Knowledge, question: str, doc: str) -> None:
    plan = ask(question, weeks, knowledge)
    assert first(plan) == [doc]
    assert plan.candidates[0].score == pytest.approx(1.0)
    assert plan.missing_periods == ()


def test_the_first_quarter_of_the_next_year_is_not_loaded(weeks: list[Filing], knowledge: Knowledge) -> None:
    plan = ask("Bramwell's revenue in Q1 FY2034", weeks, knowledge)
    assert [(p.year, p.quarter) for p in plan.missing_periods] == [(2034, 1)]
    assert plan.missing_years == (2034,)


def test_quarters_of_a_year_that_ends_in_january() -> None:
    year_end = filing("R_10K", year=2032, period_end=date(2033, 1, 31))
    spring = filing("R_Q1", Form.TEN_Q, None, period_end=date(2033, 4, 30))
    autumn = filing("R_Q3", Form.TEN_Q, None, period_end=date(2032, 10, 31))
    places = places_of([year_end, spring, autumn])
    assert (places["R_Q1"].year, places["R_Q1"].quarter) == (2033, 1)
    assert (places["R_Q3"].year, places["R_Q3"].quarter) == (2032, 3)
