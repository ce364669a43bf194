"""Gold a few names or a few figures: are they all in the reply?

A gold is a list when it holds nothing but names ("Trellis, Arden and Thera"), or when the question asks how much and
the gold states two or three figures. All of them there: right. None there: wrong. Anything between is not scorable,
as nobody says how many are enough, nor is a change stated in place of its two ends.
"""

import re
from dataclasses import replace

from eval.scorers.amounts import Gold, Measure, comparable, equal, figures, gold_of
from eval.scorers.base import Score, unscorable
from eval.scorers.replies import plain
from ingestion.text import normalise

_SEPARATOR = re.compile(r",\s*(?:and\s+)?|\s+and\s+|\s*[;\n/•]\s*|\s+&\s+")
_SMALL = frozenset(("of", "the", "and", "for", "in", "de", "rest"))
_HOW_MUCH = re.compile(r"\bhow (?:much|many)\b")
_MOST_FIGURES = 3
_LONGEST_NAME = 5


def score_listing(gold: str, reply: str, question: str) -> Score:
    """Right if all names or figures of the gold stand in the reply; not scorable where the gold is no list."""
    if names := names_of(gold):
        text = _bare(plain(reply))
        return _score(names, [name for name in names if _bare(name) in text], Score(False, None, "none is named"))
    wanted = [gold_of(measure, question) for measure in figures(gold, question)]
    if _HOW_MUCH.search(normalise(question)) and 1 < len(wanted) <= _MOST_FIGURES:
        return _score_figures(wanted, figures(plain(reply), question))
    return unscorable("the gold is no list")


def _score_figures(wanted: list[Gold], stated: list[Measure]) -> Score:
    found = [
        gold.measure.text
        for gold in wanted
        if any(equal(value, gold) for measure in stated for value in comparable(measure, gold))
    ]
    first, last = wanted[0].measure, wanted[-1].measure
    # "It rose by 3 points" says of 20% and 23% what can be said of them in one figure.
    change = gold_of(replace(first, value=abs(last.value - first.value)), wanted[0].question + " change")
    as_change = any(equal(abs(value), change) for measure in stated for value in comparable(measure, change))
    kind = [measure for measure in stated if any(comparable(measure, gold) for gold in wanted)]
    none = (
        Score(False, kind[0].text, "none of the gold's figures is stated")
        if kind
        else unscorable("no figure is stated")
    )
    return _score([gold.measure.text for gold in wanted], found, unscorable("put as a change") if as_change else none)


def names_of(gold: str) -> list[str]:
    """The names a gold consists of; empty where it says anything else."""
    names = [name.strip(" .\"'-") for name in _SEPARATOR.split(gold.strip())]
    names = [name for name in names if name]
    return names if names and all(_is_name(name) for name in names) else []


def _is_name(text: str) -> bool:
    words = text.split()
    capital = [word for word in words if word[0].isupper()]
    others = [word for word in words if not word[0].isupper()]
    return len(words) <= _LONGEST_NAME and bool(capital) and all(word in _SMALL for word in others)


def _bare(text: str) -> str:
    """Words alone, between spaces, without articles."""
    words = re.findall(r"\w+", normalise(text))
    return f" {' '.join(word for word in words if word not in ('the', 'a', 'an'))} "


def _score(wanted: list[str], found: list[str], none: Score) -> Score:
    if len(found) == len(wanted):
        return Score(True, ", ".join(found), f"all of {len(wanted)} stand in the reply")
    return Score(None, ", ".join(found), f"only {len(found)} of {len(wanted)} stand in the reply") if found else none
