"""The verdict on one reply: refused, or scored by the scorer that fits its gold, or unscored."""

from collections.abc import Callable
from enum import StrEnum

from eval.scorers.amounts import read_gold, read_stated_gold
from eval.scorers.base import Score
from eval.scorers.listing import score_listing
from eval.scorers.numeric import score_numeric
from eval.scorers.polarity import polarity, score_polarity
from eval.scorers.refusal import declines


class Verdict(StrEnum):
    """What became of a question; each question has exactly one."""

    CORRECT = "correct"
    INCORRECT = "incorrect"
    REFUSED = "refused"
    UNSCORED = "unscored"


def score_answer(gold: str, reply: str, question: str) -> Score:
    """The score of the first scorer that can decide: a yes or no, a number, names or figures.

    A gold that opens with yes or no is judged by its polarity only: its figures are reasons, not the answer.
    """
    scorers: tuple[Callable[[str, str, str], Score], ...] = (
        (score_polarity,) if polarity(gold) is not None else (score_numeric, score_listing)
    )
    score = Score(None, None, "no scorer fits the gold")
    for scorer in scorers:
        score = scorer(gold, reply, question)
        if score.value is not None or score.extracted is not None:
            return score
    return score


def can_score(gold: str, question: str) -> bool:
    """Whether some scorer can decide on a gold at all, whatever the reply."""
    if polarity(gold) is not None or read_gold(gold, question) or read_stated_gold(gold, question):
        return True
    return score_listing(gold, gold, question).value is not None


def judge(gold: str, reply: str, question: str, *, refused: bool | None = None) -> tuple[Verdict, Score]:
    """The verdict on a reply and the score behind it.

    `refused` is what a typed answer says of itself; None means free text, which is read for a refusal.
    """
    reason = declines(reply) if refused is None else (reply if refused else None)
    if reason is not None:
        return Verdict.REFUSED, Score(None, reason, "declines to answer")
    score = score_answer(gold, reply, question)
    if score.value is None:
        return Verdict.UNSCORED, score
    return (Verdict.CORRECT if score.value else Verdict.INCORRECT), score
