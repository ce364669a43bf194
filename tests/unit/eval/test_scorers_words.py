"""Polarity, lists, refusals, and the verdict over all of them."""

import pytest

from eval.scorers.answer import Verdict, judge
from eval.scorers.listing import score_listing
from eval.scorers.polarity import score_polarity
from eval.scorers.refusal import declines, score_refusal

IMPROVING = (
    "Does Ferrow Mills have an improving operating margin as of FY2031? If not useful, state that and explain why."
)


@pytest.mark.parametrize(
    ("gold", "reply", "right"),
    [
        ("Yes", "Yes, it improved.", True),
        ("No. It fell to 12.1%.", "No, it fell to 12.1%.", True),
        ("No", "Yes, it improved.", False),
        ("No, it fell.", "Ferrow Mills does not have an improving operating margin.", True),
        ("No, it fell.", "The operating margin of Ferrow Mills declined.", True),
        ("Yes.", "The operating margin of Ferrow Mills has improved.", True),
        ("Yes.", "The operating margin of Ferrow Mills did not improve.", False),
        ("Yes.", "The answer is no.", False),
        ("Yes.", "Whether the operating margin is improving at Ferrow Mills depends.", None),
        ("Yes.", "Ferrow Mills makes flour.", None),
        (
            "Yes.",
            "The operating margin of Ferrow Mills improved. So the operating margin of Ferrow Mills declined.",
            False,
        ),
        ("Yes. It rose to 12.1%.", "Yes, it rose to 19.4%.", None),  # the same word for another reason
        ("Yes. It rose to 12.1%.", "Yes, it rose to 12.1%.", True),
        ("No. It fell by $35 million.", "No, it fell from $310 million to $275 million.", True),
        ("No. It fell by $35 million.", "No, it fell from $310 million to $295 million.", None),
        ("The margin rose.", "Yes", None),
    ],
)
def test_a_polarity_must_be_asserted(gold: str, reply: str, right: bool | None) -> None:
    assert score_polarity(gold, reply, IMPROVING).value is right


def test_no_as_a_number_sign_is_not_a_no() -> None:
    assert score_polarity("Yes", "No. 5 of the list is it.", IMPROVING).value is None


@pytest.mark.parametrize(
    ("gold", "reply", "right"),
    [
        ("Trellis, Arden, and Thera", "They are Arden, Thera and Trellis.", True),
        ("Trellis, Arden, and Thera", "They are Arden and Thera.", None),
        ("Trellis, Arden, and Thera", "They are others.", False),
        ("Developed Rest of the World", "It was Developed Rest of World.", True),
        ("The consumer segment shrank.", "The consumer segment.", None),
    ],
)
def test_lists_of_names(gold: str, reply: str, right: bool | None) -> None:
    assert score_listing(gold, reply, "Which ones?").value is right


def test_lists_of_figures() -> None:
    gold = "The pension part was $1097 million and the health part $862 million."
    asked = "How much did Ferrow expect to pay in 2034?"
    assert score_listing(gold, "$1,097 million in pensions, $862 million for health.", asked).value is True
    assert score_listing(gold, "$1,097 million in pensions.", asked).value is None
    assert score_listing(gold, "$5 million.", asked).value is False
    assert score_listing(gold, "It expects to pay.", asked).value is None
    asked = "How much has the tax rate changed?"
    assert score_listing("From 20% in 2030 to 23% in 2031.", "It rose by 3 percentage points.", asked).value is None
    assert score_listing("From 20% in 2030 to 23% in 2031.", "It rose by 5%.", asked).value is False


@pytest.mark.parametrize(
    ("reply", "declined"),
    [
        ("I'm sorry, but the information provided does not include the figure.", True),
        ("I don't know.", True),
        ("The filing does not provide the figure. You would need to look at the next one.", True),
        ("It is not possible to determine the ratio.", True),
        ("The margin is 12%. Sales rose.\n\nTherefore we cannot determine the ratio.", True),
        ("The filing does not mention any such cost. Therefore, the amount is 0.", False),
        ("Sales were 5. Please note that they rose.", False),
        ("Yes. The filing does not break it down, but sales rose. They rose by 5%. It is clear.", False),
        ("I do not believe it is a growth company. Sales rose by 1%. That is low.", False),
        ("", False),
    ],
)
def test_declining_in_words(reply: str, declined: bool) -> None:
    assert (declines(reply) is not None) is declined


@pytest.mark.parametrize(
    ("refused", "should", "right"),
    [(True, True, True), (True, False, False), (False, True, False), (False, False, True)],
)
def test_refusing_is_right_where_nothing_is_there(refused: bool, should: bool, right: bool) -> None:
    assert score_refusal(refused, None, should_refuse=should).value is right


def test_each_reply_gets_one_verdict() -> None:
    asked = "What was the margin, in percent?"
    assert judge("18%", "18%", asked)[0] is Verdict.CORRECT
    assert judge("18%", "19%", asked)[0] is Verdict.INCORRECT
    assert judge("18%", "I'm sorry, I cannot say.", asked)[0] is Verdict.REFUSED
    assert judge("Because of the flour.", "Flour.", "Why did it fall?")[0] is Verdict.UNSCORED
    assert judge("18%", "Not loaded.", asked, refused=True)[0] is Verdict.REFUSED
    assert judge("18%", "I cannot say more than 18%", asked, refused=False)[0] is Verdict.CORRECT
