"""Which segment, region or product: how the question is read, and the answer through the whole graph."""

from collections.abc import Callable
from decimal import Decimal

import pytest

from graph.build import build_graph
from graph.context import Context
from graph.domain import Answer, Plan, Question
from graph.figures import FigureBook, break_down
from graph.figures.periods import period_of
from graph.knowledge import Knowledge
from graph.models.offline import asking
from graph.models.offline.asking_parts import extreme, part_asked_for
from graph.understanding.periods import find_periods
from ingestion.domain import Box, Figure, FiscalPeriod, Page, PageKind

Make = Callable[..., Context]
Ask = Callable[[str], Answer]
DOC = "HARROWGATE_2031_10K"
HARROWGATE = "Harrowgate Tools"

SEGMENTS = {"Forging": (700, 560), "Lakeside": (420, 450), "Services": (140, 95), "Corporate and other": (-20, -5)}
PROFIT = {"Forging": (120, 90), "Lakeside": (70, 55), "Services": (16, -8), "Corporate and other": (-20, 6)}
REGIONS = {"United States": (800, 750), "Europe": (300, 240), "Asia Pacific": (140, 110)}


@pytest.fixture
def filed(shelf):  # type: ignore[no-untyped-def]
    """The shelf with a page of breakdowns in the 2031 report: revenue 1,240 after 1,100, operating income 186."""
    lines: list[str] = []
    for section, rows in (("Net sales", SEGMENTS), ("Operating income", PROFIT), ("Net sales by region", REGIONS)):
        lines.append(section)
        for label, values in rows.items():
            quote = f"{label} {' '.join(f'({-v})' if v < 0 else f'{v:,}' for v in values)}"
            lines.append(quote)
            shelf.rows += [
                Figure(DOC, 7, PageKind.SEGMENTS, len(lines), label, section, str(year), Decimal(value), "USD", 10**6,
                       FiscalPeriod(year, None, 12), quote, Box(0, 0, 1, 1))
                for year, value in zip((2031, 2030), values, strict=True)
            ]  # fmt: skip
    shelf.pages[DOC, 7] = Page(DOC, 7, "(In millions)\n2031 2030\n" + "\n".join(lines), kind=PageKind.SEGMENTS)
    return shelf


@pytest.fixture
def ask(filed, make_context: Make) -> Ask:  # type: ignore[no-untyped-def]
    def run(text: str) -> Answer:
        plan = Plan(companies=(HARROWGATE,), periods=find_periods(text).periods)
        state = build_graph().invoke({"question": Question(text=text)}, context=make_context(plan))
        assert state["failures"] == ()
        answer: Answer = state["answer"]
        return answer

    return run


@pytest.mark.parametrize(
    ("question", "dimension", "first"),
    [
        ("Which of Acme's segments had the highest operating income in 2031?", "segment", ("level", False)),
        ("Which segment contributed the least to 2031 revenue?", "segment", ("level", True)),
        ("Which business unit performed worst in 2031?", "segment", ("growth", True)),
        ("Which division's sales grew fastest?", "segment", ("growth", False)),
        ("What segment has dragged down growth?", "segment", ("change", True)),
        ("Which reportable segment saw the smallest decline in sales?", "segment", ("growth", False)),
        ("In which country did sales fall the most in dollar terms?", "region", ("change", True)),
        ("Which geographic region had the biggest drop in sales?", "region", ("growth", True)),
        ("Which product category had the slowest growth?", "product", ("growth", True)),
        ("Which product line had the largest increase in revenue?", "product", ("growth", False)),
        ("Which segment was sold?", "segment", None),
        ("What was revenue of the largest segment?", None, ("level", False)),
        ("What are the main products of Acme?", None, None),
    ],
)
def test_how_the_question_is_read(question: str, dimension: str | None, first: tuple[str, bool] | None) -> None:
    clause = asking.main_clause(question)
    assert part_asked_for(clause) == dimension
    assert extreme(clause) == first


def test_the_fastest(ask: Ask) -> None:
    answer = ask("Which of Harrowgate's segments grew fastest in FY2031?")
    assert answer.answer.startswith(
        "Of the segments that Harrowgate Tools reports, Services had the fastest growth in revenue in FY2031: "
        "it rose 47.4% from $95 million to $140 million; Forging rose 25.0%"
    )
    assert "Corporate" not in answer.answer
    assert answer.value is not None
    assert (answer.value.number, answer.value.unit) == (Decimal("47.4"), "percent")
    assert {(c.doc, c.page) for c in answer.citations} == {(DOC, 7)}


def test_the_largest_fall(ask: Ask) -> None:
    answer = ask("Which segment had the biggest decline in revenue in FY2031?")
    assert "Lakeside had the largest percentage fall in revenue in FY2031: it fell 6.7%" in answer.answer


def test_none_fell(ask: Ask) -> None:
    answer = ask("Which region had the worst topline performance in FY2031?")
    assert "none fell in revenue in FY2031; United States had the smallest rise: it rose 6.7%" in answer.answer


def test_the_largest(ask: Ask) -> None:
    answer = ask("Which of Harrowgate's segments had the highest operating income in FY2031?")
    assert "Forging had the highest operating income in FY2031: $120 million; Lakeside $70 million" in answer.answer
    assert answer.value is not None
    assert (answer.value.number, answer.value.scale) == (120, 10**6)


def test_a_change_in_money(ask: Ask) -> None:
    answer = ask("Which segment dragged down the company's growth in FY2031?")
    assert "Lakeside had the largest fall in revenue in FY2031: it fell $30 million from $450 million" in answer.answer


@pytest.mark.parametrize(
    "question",
    [
        "Which product category had the highest revenue in FY2031?",  # no breakdown by product
        "Which segment had the highest organic growth in FY2031?",  # of another measure than the one that adds up
        "Which segment had the highest revenue in FY2029?",  # not split in any filing
        "Excluding acquisitions, which segment grew fastest in FY2031?",
    ],
)
def test_nothing_is_taken_for_what_was_not_asked(question: str, ask: Ask) -> None:
    answer = ask(question)
    assert answer.calculation is None
    assert "fastest growth" not in answer.answer
    assert "highest revenue" not in answer.answer


def test_parts_and_rest_add_up(filed, knowledge: Knowledge) -> None:  # type: ignore[no-untyped-def]
    year = period_of("FY2031")
    reader = FigureBook(filed, knowledge).open(HARROWGATE, year)
    found = break_down("revenue", "segment", reader, year, knowledge)
    assert found is not None
    assert sum(part.now.value for part in (*found.parts, *found.rest)) == found.total.value == 1_240
    assert [part.before and part.before.value for part in found.parts] == [560, 450, 95]
    assert break_down("revenue", "product", reader, year, knowledge) is None
    assert break_down("total_assets", "segment", reader, year, knowledge) is None


def test_a_part_that_is_named(ask: Ask) -> None:
    answer = ask("What was Harrowgate's revenue in Asia Pacific in FY2031 (in USD millions)?")
    assert answer.answer == (
        "Asia Pacific, a region that Harrowgate Tools reports, had revenue of $140 million in FY2031."
    )
    assert [(c.page, c.quote) for c in answer.citations] == [(7, "Asia Pacific 140 110")]
    assert answer.value is not None
    assert (answer.value.number, answer.value.scale) == (140, 10**6)


@pytest.mark.parametrize(
    ("question", "start"),
    [
        ("Did revenue of the Lakeside segment grow in FY2031?", "No, revenue of Lakeside"),
        ("Did revenue of the Lakeside segment decline in FY2031?", "Yes, revenue of Lakeside"),
        ("How did Harrowgate's revenue in the U.S. change between FY2030 and FY2031?", "Revenue of United States"),
    ],
)
def test_how_a_part_moved(question: str, start: str, ask: Ask) -> None:
    answer = ask(question)
    assert answer.answer.startswith(start)
    assert answer.calculation is not None
    assert len(answer.numbers_used) == 2


def test_growth_from_a_loss_is_no_share(ask: Ask) -> None:
    answer = ask("Did operating income of the Services segment grow in FY2031?")
    assert answer.answer.startswith("Yes, operating income of Services")
    assert "rose by $24 million from -$8 million in FY2030 to $16 million in FY2031" in answer.answer
    assert "%" not in answer.answer
    assert ask("What was the percentage growth in operating income of the Services segment in FY2031?").value is None


@pytest.mark.parametrize(
    "question",
    [
        "What was Harrowgate's revenue in Antarctica in FY2031?",
        "What was Harrowgate's revenue in Latin America in FY2031?",
        "What was the revenue of Harrowgate's Dunmarrow unit in FY2031?",
    ],
)
def test_the_total_is_not_given_for_a_part(question: str, ask: Ask) -> None:
    assert "1,240" not in ask(question).answer
