"""Gold a number: is the number that the reply finally asserts the same?

The reply is cut into sentences. Of those with a number of a fitting unit the conclusion is, in this order: the last
one that says so ("Therefore", "the answer is", "rounded to"), the first one where nothing is calculated, the last one.
In it the asserted number is the one after the last "=", else the one after "is", "was", "of", "approximately", else
the first. Years, periods, note numbers and counts of other things ("across 240 stores") are never candidates.
"""

import re

from eval.scorers.amounts import TOLERANCE, Gold, Measure, comparable, equal, figures, read_gold, read_stated_gold
from eval.scorers.base import Score, unscorable
from eval.scorers.replies import plain, sentences
from graph.checking.passages import prepare_line

_CONCLUDES = re.compile(
    r"^(?:therefore|thus|so\b|hence|in (?:summary|conclusion)|overall|accordingly|finally|consequently|as a result|"
    r"round(?:ed|ing)|(?:the )?(?:final )?answer\b|based on (?:this|these|the above|the))"
    r"|\banswer is\b|\brounded to\b|\brounds to\b|\btherefore\b",
    re.IGNORECASE,
)
_ASSERTS = re.compile(
    r"(?:\b(?:is|was|were|are|be|of|equals?|equal to|totall?ed|reached|amount(?:s|ed) to|at|by|to)\b"
    r"|\b(?:approximately|about|around|roughly|nearly|negative|a|an|only)\b|[:=~\s(])*[-$(]*\s*$",
    re.IGNORECASE,
)
_VERB = re.compile(r"\b(?:is|was|were|are|be|equals?|equal to|totall?ed|amount(?:s|ed) to)\b", re.IGNORECASE)


def score_numeric(gold: str, reply: str, question: str) -> Score:
    """Right if the asserted number equals the gold (tolerance: see `eval.scorers.amounts`).

    Not scorable where the gold is not one number. A reply without any fitting number is wrong.
    """
    wanted = read_gold(gold, question) or read_stated_gold(gold, question)
    if wanted is None:
        return unscorable("the gold is not one number")
    return score_measure(wanted, reply)


def score_measure(gold: Gold, reply: str) -> Score:
    """The same for a gold already read."""
    found = asserted(gold, reply)
    if found is None:
        return Score(False, None, f"no number of unit {gold.measure.unit} is asserted; gold {gold.measure.text}")
    right = any(equal(value, gold) for value in comparable(found, gold))
    relation = "is" if right else "is not"
    return Score(right, found.text, f"{found.text} {relation} gold {gold.measure.text} ({TOLERANCE})")


def asserted(gold: Gold, reply: str) -> Measure | None:
    """The number a reply finally asserts, among those that measure what the gold does."""
    candidates = [(text, found) for text in sentences(plain(reply)) if (found := _candidates(text, gold))]
    if not candidates:
        return None
    concluding = [pair for pair in candidates if _CONCLUDES.search(pair[0])]
    if concluding:
        return _main(*concluding[-1])
    calculates = any("=" in text for text, _ in candidates)
    return _main(*candidates[-1 if calculates else 0])


def _candidates(sentence: str, gold: Gold) -> list[Measure]:
    return [measure for measure in figures(sentence, gold.question) if comparable(measure, gold)]


def _main(sentence: str, found: list[Measure]) -> Measure:
    text = prepare_line(sentence)
    equals = text.rfind("=")
    after = [measure for measure in found if measure.start > equals >= 0]
    if after:
        return after[0]
    verbs = [match.end() for match in _VERB.finditer(text)]
    for measure in found:
        lead = text[: measure.start]
        if any(_ASSERTS.fullmatch(lead[verb:]) for verb in verbs if verb <= measure.start):
            return measure
    return found[0]
