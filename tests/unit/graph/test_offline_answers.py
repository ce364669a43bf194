"""The offline model through the whole graph, on statements held in memory: every answer passes the check."""

import json
from collections.abc import Callable
from decimal import Decimal

import pytest
from langchain_core.messages import HumanMessage

from graph.build import build_graph
from graph.context import Context
from graph.domain import Answer, Period, Plan, Question
from graph.knowledge import Knowledge
from graph.models.offline import OfflineModel
from graph.understanding.periods import find_periods

Make = Callable[..., Context]
Ask = Callable[..., Answer]


@pytest.fixture
def ask(make_context: Make) -> Ask:
    def run(text: str, docs: tuple[str, ...] = (), **plan: object) -> Answer:
        known = {"companies": ("Harrowgate Tools",), "periods": find_periods(text).periods, **plan}
        state = build_graph().invoke({"question": Question(text=text, docs=docs)}, context=make_context(Plan(**known)))
        assert state["attempts"] == 1, state["failures"]
        assert state["failures"] == ()
        answer: Answer = state["answer"]
        return answer

    return run


def test_a_line_item(ask: Ask) -> None:
    answer = ask("What were capital expenditures of Harrowgate Tools in FY2031 (in USD millions)?")
    assert answer.value is not None
    assert (answer.value.number, answer.value.unit, answer.value.scale) == (92, "USD", 10**6)
    (citation,) = answer.citations
    assert (citation.doc, citation.page) == ("HARROWGATE_2031_10K", 5)
    assert citation.quote == "Purchases of property, plant and equipment (92) (77) (60)"
    assert answer.calculation is None
    assert [used.number for used in answer.numbers_used] == [-92]
    assert "$92 million" in answer.answer


def test_another_scale(ask: Ask) -> None:
    answer = ask("What is the year end FY2031 net PPNE? Answer in USD billions.")
    assert "$0.53 billion" in answer.answer
    assert answer.value is not None
    assert (answer.value.number, answer.value.scale) == (Decimal("0.53"), 10**9)


def test_a_ratio_shows_its_calculation(ask: Ask) -> None:
    answer = ask("What was the gross margin in FY2031? Answer in percent, to one decimal place.")
    assert "40.0%" in answer.answer
    assert answer.calculation is not None
    assert (answer.calculation.expression, answer.calculation.result) == ("496 / 1240", Decimal("0.4"))
    assert {used.number for used in answer.numbers_used} == {496, 1240}


def test_a_definition_of_the_question(ask: Ask) -> None:
    answer = ask(
        "What is FY2031 days payable outstanding (DPO)? DPO is defined as: 365 * (average accounts payable between "
        "FY2030 and FY2031) / (FY2031 COGS + change in inventory between FY2030 and FY2031). Round to two decimals."
    )
    assert "40.88" in answer.answer  # 365 * 84 / (744 + 96 - 90)
    assert answer.calculation is not None
    assert answer.calculation.expression == "365 * ((80 + 88) / 2) / (744 + (96 - 90))"
    assert {(c.page) for c in answer.citations} == {3, 4}


def test_an_average_over_years_from_one_filing(ask: Ask) -> None:
    answer = ask("What is the FY2029 - FY2031 3 year average of capex as a % of revenue? Round to one decimal place.")
    assert "6.8%" in answer.answer  # of 7.42, 7.00 and 6.00
    assert {c.doc for c in answer.citations} == {"HARROWGATE_2031_10K"}


def test_growth_and_compound_growth(ask: Ask) -> None:
    assert "12.7%" in ask("What is the year-over-year change in revenue from FY2030 to FY2031 in percent?").answer
    assert "11.4%" in ask("What was the revenue CAGR from FY2029 to FY2031?").answer


def test_a_year_of_an_older_filing_prefers_its_own(ask: Ask) -> None:
    answer = ask("What was net income in FY2030?")
    assert answer.citations[0].doc == "HARROWGATE_2030_10K"


@pytest.mark.parametrize(
    ("question", "begins"),
    [
        ("Does Harrowgate Tools have an improving gross margin as of FY2031?", "Yes,"),
        ("Did the net income of Harrowgate Tools fall between FY2030 and FY2031?", "No,"),
        ("Has the gross margin of Harrowgate Tools improved or declined between FY2030 and FY2031?", "It improved:"),
        ("Does Harrowgate Tools have positive working capital based on FY2031 data?", "Yes,"),
        ("Does Harrowgate Tools have negative working capital based on FY2031 data?", "No,"),
        ("Is Harrowgate Tools a capital-intensive business based on FY2031 data?", "No,"),
        ("Does Harrowgate Tools have a healthy liquidity profile based on its quick ratio for FY2031?", "Yes,"),
        ("Has Harrowgate Tools paid dividends in FY2031?", "Yes,"),
    ],
)
def test_yes_or_no_is_computed_and_shown(question: str, begins: str, ask: Ask) -> None:
    answer = ask(question)
    assert answer.answer.startswith(begins)
    assert answer.numbers_used
    assert answer.citations


def test_a_change_tells_both_ends(ask: Ask) -> None:
    answer = ask("How much has the effective tax rate changed between FY2029 and FY2031?")

    assert "20.0% in both FY2029 and FY2031" in answer.answer


def test_the_largest_of_several(ask: Ask) -> None:
    answer = ask(
        "Among operations, investing, and financing activities, which brought in the most cash flow in FY2031?"
    )
    assert answer.answer.startswith("Cash flow from operating activities, at $190 million, was the highest")
    assert len(answer.citations) == 3


def test_the_words_of_the_filing(ask: Ask) -> None:
    answer = ask("What caused the decline in the Lakeside segment?", docs=("HARROWGATE_2031_10K",))
    assert "closing of two foundries in Veldhaven" in answer.answer
    assert answer.citations[0].page == 6


@pytest.mark.parametrize(
    ("question", "plan", "said"),
    [
        ("What was revenue of Nobody Ltd in FY2031?", {"companies": (), "unknown_companies": ("Nobody Ltd",)},
         ("No filing of Nobody Ltd is loaded", "Harrowgate Tools, Quarrel Foods")),
        ("What was revenue in FY2040?", {"missing_years": (2040,)},
         ("No filing for FY2040 of Harrowgate Tools is loaded", "Harrowgate Tools 10-K FY2031")),
        ("What was goodwill in FY2031?", {}, ("Goodwill for FY2031", "do not print")),
        ("Who is the auditor's favourite composer?", {}, ("No page found says this clearly enough", "Loaded:")),
        ("What is net income expected to be in FY2031?", {}, ("No page found says this clearly enough",)),
        ("What was revenue of the Lakeside segment in FY2031?", {}, ("clearly enough",)),
    ],
)  # fmt: skip
def test_refusals_say_what_is_missing_and_what_is_loaded(
    question: str, plan: dict[str, object], said: tuple[str, ...], ask: Ask
) -> None:
    answer = ask(question, **plan)
    assert answer.refused
    assert answer.value is None
    assert answer.refusal_reason is not None
    for part in said:
        assert part in answer.refusal_reason


def test_it_is_pure(knowledge: Knowledge, make_context: Make) -> None:
    graph, context = build_graph(), make_context()
    question = {"question": Question(text="What was the gross margin in FY2031?")}
    answers = [graph.invoke(question, context=context)["answer"].model_dump_json() for _ in range(3)]
    assert len(set(answers)) == 1
    assert json.loads(answers[0])["value"]["number"] == 40


def test_outside_the_graph_it_says_so(knowledge: Knowledge) -> None:
    reply = OfflineModel(knowledge=knowledge).invoke([HumanMessage("Hello")])
    assert "only inside the graph" in reply.text


def test_periods_default_to_the_newest_report(ask: Ask) -> None:
    answer = ask("What was the net income of Harrowgate Tools?", periods=())
    assert "FY2031" in answer.answer
    assert "$136 million" in answer.answer


def test_a_quarter_that_is_not_loaded(ask: Ask) -> None:
    answer = ask("What was net income in Q2 of FY2031?")
    assert answer.refused
    assert "Q2 FY2031" in (answer.refusal_reason or "")


def test_given_periods_can_be_latest(ask: Ask) -> None:
    assert "FY2031" in ask("What was the latest net income?", periods=(Period(year=None),)).answer
