"""The numeric scorer reads what a reply finally asserts, in the gold's unit."""

import pytest

from eval.scorers.numeric import score_numeric

MARGIN = "What was the gross margin of Ferrow Mills in FY2031, in percent?"
RATIO = "What is the FY2031 operating cash flow ratio of Ferrow Mills? Round your answer to two decimal places."
MILLIONS = "What is the FY2031 capital expenditure (in USD millions) of Ferrow Mills?"
BILLIONS = "What is the year end FY2031 net PP&E of Ferrow Mills? Answer in USD billions."


@pytest.mark.parametrize(
    ("reply", "right"),
    [
        ("The margin was 18%, across 240 stores.", True),
        ("0.18", True),
        ("180%", False),
        ("18 percentage points", False),
        ("The margin was 12%, across 18 stores.", False),
        ("It was 18.0 percent.", True),
        ("18", True),
        ("240 stores", False),
        ("The margin fell from 20% in 2030. In 2031 it was 18%.", False),
    ],
)
def test_a_percentage_is_read_with_its_unit(reply: str, right: bool) -> None:
    assert score_numeric("18%", reply, MARGIN).value is right


def test_a_count_of_stores_is_never_the_extracted_number() -> None:
    for reply in ("Across 240 stores the margin was 18%.", "240 stores had a margin of 18%.", "240 stores"):
        assert "240" not in (score_numeric("18%", reply, MARGIN).extracted or "")


def test_percentage_points_answer_a_question_about_a_change() -> None:
    asked = "What is the change in operating margin from FY2030 to FY2031, in percents?"
    assert score_numeric("0.2%", "The change was 0.2 percentage points.", asked).value is True
    assert score_numeric("0.2%", "It rose by 20 basis points.", asked).value is True
    assert score_numeric("0.2%", "The change was 2 percentage points.", asked).value is False


@pytest.mark.parametrize(
    ("gold", "reply", "question", "right"),
    [
        ("$1577.00", "Capital expenditure was $1,577 million.", MILLIONS, True),
        ("$1577.00", "It was $1,577,000,000.", MILLIONS, True),
        ("$1577.00", "It was $1.58 billion.", MILLIONS, True),
        ("$1577.00", "It was $1,577.", MILLIONS, True),
        ("$1577.00", "It was (1,577) million.", MILLIONS, True),
        ("$1577.00", "It was $1,577,312 (in thousands).", MILLIONS, True),
        ("$1577.00", "It was $1,577 billion.", MILLIONS, False),
        ("$1577.00", "It was $1,577 thousand.", MILLIONS, False),
        ("$1577.00", "It was $1,755 million.", MILLIONS, False),
        ("$1577.00", "It was $1,592 million.", MILLIONS, True),  # within 1%
        ("$1577.00", "It was $1,594 million.", MILLIONS, False),
        ("$8.70", "Net PP&E was $8.738 billion.", BILLIONS, True),
        ("$8.70", "Net PP&E was $8,738 million.", BILLIONS, True),
        ("$8.70", "Net PP&E was $9.1 billion.", BILLIONS, False),
        ("$0.40", "$0.389 billion", BILLIONS, True),  # the gold means 0.4
        ("$0.40", "$0.34 billion", BILLIONS, False),
        ("0.66", "The ratio is 0.66.", RATIO, True),
        ("0.66", "The ratio is 66%.", RATIO, True),
        ("0.66", "The ratio is 0.6587.", RATIO, True),
        ("0.66", "The ratio is 0.65.", RATIO, False),
        ("-0.02", "ROA is -0.02.", RATIO, True),
        ("-0.02", "ROA is (1.6)%.", RATIO, True),
        ("-0.02", "ROA is \u22120.0157.", RATIO, True),
        ("-0.02", "ROA is 0.02.", RATIO, False),
        ("-0.02", "ROA is -0.03.", RATIO, False),
        ("93.86", "DPO was 93.86 days.", RATIO, True),
        ("93.86", "DPO was 39.86 days.", RATIO, False),
        ("0", "None is outlined, so the answer is 0.", RATIO, True),
    ],
)
def test_units_scales_signs_and_precision(gold: str, reply: str, question: str, right: bool) -> None:
    assert score_numeric(gold, reply, question).value is right


@pytest.mark.parametrize(
    "reply",
    [
        "Operating cash flow was $1,469 million, liabilities $2,214 million.\n\nRatio = 1,469 / 2,214 = 0.66",
        "Ratio = $1,469 / $2,214\nRatio \u2248 0.6635\n\nTherefore, the FY2031 ratio is 0.66, against 0.52 in FY2030.",
        "\\[ \\text{Ratio} = \\frac{1469}{2214} \\approx 0.66 \\]",
        "**Answer:** 0.66",
        "The FY2031 ratio is 0.66. This is lower than the 0.83 of FY2030.",
    ],
)
def test_the_final_number_counts(reply: str) -> None:
    score = score_numeric("0.66", reply, RATIO)
    assert score.value is True, score


def test_names_years_and_notes_are_not_numbers() -> None:
    asked = "What are the FY2031 sales of 7Rivers (in USD millions)?"
    reply = "Per note 12 of the 10-K for 2031, sales of 7Rivers for FY2031 were $311 million in Q4 2031."
    assert score_numeric("$311.00", reply, asked).extracted == "$311 million"


def test_a_figure_in_a_sentence_is_gold_where_a_figure_is_asked() -> None:
    gold = "Ferrow sold its inventory 2.7 times in FY2031."
    assert (
        score_numeric(gold, "About 2.7 times.", "Roughly how many times has Ferrow sold its inventory?").value is True
    )
    assert score_numeric(gold, "2.7 times.", "What drove the inventory of Ferrow?").value is None


def test_what_is_no_number_is_not_scorable() -> None:
    assert score_numeric("The consumer segment.", "5", MARGIN).value is None
    assert score_numeric("Between 5 and 7", "5", MARGIN).value is None


def test_a_reply_without_a_number_is_wrong_and_the_tolerance_is_named() -> None:
    score = score_numeric("18%", "It was high.", MARGIN)
    assert (score.value, score.extracted) == (False, None)
    assert "within 1%" in score_numeric("18%", "18%", MARGIN).explanation
