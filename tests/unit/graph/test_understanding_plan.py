"""A question as a whole: what it wants, which pages, and what happens to questions that are none."""

import time

import pytest

from graph.domain import Plan, Question
from graph.knowledge import Knowledge
from graph.understanding import Understander
from graph.understanding.terms import TermFinder, core_of
from ingestion.domain import Filing, Form, PageKind

K = PageKind


def filing(company: str, year: int, form: Form = Form.TEN_K, quarter: int | None = None) -> Filing:
    doc = f"{company.split()[0]}_{year}_{form.name}{quarter or ''}"
    return Filing(doc, company, form, year, doc, 10, f"{doc}.pdf", fiscal_quarter=quarter)


FILINGS = [
    filing("Bramwell Foods", 2031),
    filing("Bramwell Foods", 2032),
    filing("Bramwell Foods", 2032, Form.TEN_Q, 2),
    filing("Harrowgate Tools", 2032),
]


@pytest.fixture(scope="module")
def understander(knowledge: Knowledge) -> Understander:
    return Understander(knowledge)


@pytest.mark.parametrize(
    ("question", "items", "metrics"),
    [
        ("What is the FY2031 capital expenditure amount?", ("capital_expenditures",), ()),
        ("capex as a % of revenue", (), ("capex_to_revenue",)),
        ("free cash flow conversion", (), ("free_cash_flow_conversion",)),
        ("year end net PPNE", ("ppe_net",), ()),
        ("net AR", ("accounts_receivable",), ()),
        ("Answer as a public equities analyst: total current assets?", ("total_current_assets",), ()),
        ("quick ratio; does it have enough cash?", (), ("quick_ratio",)),
        ("How much cash was there?", ("cash_and_equivalents",), ()),
        ("the nature of the restructuring liability", (), ()),
    ],
)
def test_items_and_metrics(
    knowledge: Knowledge, question: str, items: tuple[str, ...], metrics: tuple[str, ...]
) -> None:
    found = TermFinder(knowledge).find(question)
    assert (found.items, found.metrics) == (items, metrics)


@pytest.mark.parametrize(
    ("question", "core"),
    [
        (
            "What drove gross margin? If gross margin is not a useful metric, then please state that and explain why.",
            "What drove gross margin?",
        ),
        ("Based on the balance sheet, what is total debt? Answer in USD millions.", "what is total debt?"),
        ("Assume you are an analyst. Answer by using the cash flow statement: what is capex?", "what is capex?"),
        ("We need a ratio. What is the current ratio? Round to two decimal places.", "What is the current ratio?"),
        ("Round your answer to two decimal places.", "Round your answer to two decimal places."),
    ],
)
def test_how_to_answer_is_told_from_what_is_asked(question: str, core: str) -> None:
    assert core_of(question) == core


@pytest.mark.parametrize(
    ("question", "first", "others"),
    [
        ("What is Bramwell's total debt by the balance sheet?", K.BALANCE_SHEET, set()),
        ("Bramwell's inventory turnover ratio in FY2032", K.INCOME_STATEMENT, {K.BALANCE_SHEET}),
        ("How much capex did Bramwell spend?", K.CASH_FLOW, set()),
        ("What drove Bramwell's operating margin change?", K.MDNA, {K.INCOME_STATEMENT}),
        ("Which debt securities are registered on a national securities exchange?", K.COVER, set()),
        ("Has Bramwell any ongoing legal battles?", K.LEGAL_PROCEEDINGS, {K.NOTES}),
        ("Does Bramwell pay a stable dividend?", K.MARKET_FOR_EQUITY, {K.CASH_FLOW}),
        ("Which geographic region had the biggest drop in revenue?", K.SEGMENTS, {K.NOTES, K.INCOME_STATEMENT}),
        ("What acquisitions did Bramwell make?", K.NOTES, {K.MDNA}),
        ("What are the main risk factors?", K.RISK_FACTORS, set()),
        ("Who is the auditor of Bramwell?", K.AUDITOR_REPORT, set()),
        ("What industry does Bramwell operate in?", K.BUSINESS, set()),
    ],
)
def test_page_kinds_wanted(understander: Understander, question: str, first: PageKind, others: set[PageKind]) -> None:
    plan = understander.plan(Question(text=question), FILINGS)
    assert plan.kinds[0] is first
    assert others <= set(plan.kinds)
    assert list(plan.kind_weights) == sorted(plan.kind_weights, reverse=True)


def test_scope_is_the_company_and_never_cuts_by_year(understander: Understander) -> None:
    plan = understander.plan(Question(text="Bramwell's revenue in FY2031"), FILINGS)
    assert set(plan.scope) == {f.doc for f in FILINGS if f.company == "Bramwell Foods"}
    assert plan.search_text == "the company revenue in FY2031"
    assert plan.confidence == 0.8  # "Bramwell" is short for its name


def test_given_documents_limit_the_candidates(understander: Understander) -> None:
    plan = understander.plan(Question(text="Bramwell's revenue in FY2031", docs=("Bramwell_2032_TEN_K",)), FILINGS)
    assert [candidate.doc for candidate in plan.candidates] == ["Bramwell_2032_TEN_K"]


def test_no_company_leaves_everything_open(understander: Understander) -> None:
    plan = understander.plan(Question(text="What was revenue in FY2032?"), FILINGS)
    assert plan.companies == plan.scope == plan.unknown_companies == ()
    assert len(plan.candidates) == len(FILINGS)
    assert plan.confidence < 0.5


def test_two_companies_are_both_in_scope(understander: Understander) -> None:
    plan = understander.plan(Question(text="Compare Bramwell and Harrowgate on revenue in FY2032"), FILINGS)
    assert plan.companies == ("Bramwell Foods", "Harrowgate Tools")
    assert len(plan.groups) == 2


def test_a_company_that_is_not_loaded_is_named(understander: Understander) -> None:
    plan = understander.plan(Question(text="What was FY2020 revenue of Costco?"), FILINGS)
    assert plan.companies == ()
    assert plan.unknown_companies == ("Costco",)
    assert plan.confidence == 0.0


@pytest.mark.parametrize(
    "text",
    ["", " \n\t ", "?", "...", "\u200b", "\u8d44\u672c\u652f\u51fa\u662f\u591a\u5c11", "\u0645\u0627 \u0647\u064a",
     "\U0001f4c8" * 50, "1234567890", "'s 's 's", "((((", "%s %d {} {0}", "FY", "Q", "between and", "\x00"],
)  # fmt: skip
def test_a_question_without_meaning_is_an_empty_plan(understander: Understander, text: str) -> None:
    plan = understander.plan(Question(text=text), FILINGS)
    assert plan.companies == plan.items == plan.metrics == plan.missing_periods == ()
    assert plan.confidence < 0.5
    assert plan.candidates


def test_ten_thousand_words_are_read_at_both_ends_and_quickly(understander: Understander) -> None:
    words = " ".join(["Bramwell's revenue in FY2031,", *["and so on and on"] * 2_000, "and its inventory turnover"])
    started = time.perf_counter()
    plan = understander.plan(Question(text=words), FILINGS)
    assert time.perf_counter() - started < 2
    assert plan.companies == ("Bramwell Foods",)
    assert plan.metrics == ("inventory_turnover",)


def test_an_empty_library_gives_an_empty_plan(understander: Understander) -> None:
    plan = understander.plan(Question(text="Bramwell's revenue in FY2031"), [])
    assert plan.candidates == plan.companies == ()


def test_tables_follow_what_is_loaded(knowledge: Knowledge) -> None:
    understander = Understander(knowledge)
    question = Question(text="Harrowgate revenue")
    assert understander.plan(question, FILINGS[:1]).companies == ()
    assert understander.plan(question, FILINGS).companies == ("Harrowgate Tools",)


def test_plans_are_values(understander: Understander) -> None:
    question = Question(text="Bramwell's revenue in FY2031")
    plan = understander.plan(question, FILINGS)
    assert plan == understander.plan(question, FILINGS)
    assert Plan.model_validate_json(plan.model_dump_json()) == plan
