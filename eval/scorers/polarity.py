"""Gold a yes or a no: does the reply really assert one, and the same one?

A reply asserts a polarity when it opens with yes or no, says that the answer is one, or says the question's own
predicate of its subject, affirmed or denied: "Does X have an improving margin?" is answered by "X's margin has
improved", "did not improve" and "declined". The last such sentence that concludes counts, else the first, else the
last. A hedged predicate ("may", "depends", "to determine whether") asserts nothing, and the reply stays unscored.
"""

import re
from itertools import pairwise

from eval.scorers.amounts import comparable, equal, figures, gold_of
from eval.scorers.base import Score, unscorable
from eval.scorers.replies import plain, sentences
from ingestion.text import normalise

_LEAD = re.compile(r"^(?:\W|answer:?|final answer:?|short answer:?)*(yes|no)\b(?!\.?\s*\d)", re.IGNORECASE)
_SAID = re.compile(
    r"\b(?:answer|conclusion)(?: to (?:this|the|your) question)? (?:is|would be):? [\"']?(yes|no)\b", re.IGNORECASE
)
_CLAUSE = re.compile(
    r"(?:^|, |: )(?:is|are|was|were|does|do|did|has|have|had|can|could|will|would|should) (.*?)"
    r"(?:[?.]|$|\bif\b|\bbased on\b|\bin (?:fy|q[1-4]|h[12]|20)|\bas of\b|\bbetween\b)"
)
_CONCLUDES = re.compile(
    r"^(?:therefore|thus|so\b|hence|in (?:summary|conclusion)|overall|accordingly|consequently|as a result|based on)"
    r"|\b(?:indicat|suggest|conclude|conclusion|inferred|demonstrat|show)",
    re.IGNORECASE,
)
_HEDGE = re.compile(
    r"\b(?:may|might|could|would need|whether|depends?|if|unclear|difficult|cannot|determine|assess|necessarily"
    r"|generally|typically|can be used|ideal|considered (?:good|healthy|ideal)|usually)\b|\?",
    re.IGNORECASE,
)
_DENIES = re.compile(r"\b(?:not|no|never|neither|nor|without|lack(?:s|ed)?|rather than)\b|n't\b", re.IGNORECASE)
_STOP = re.compile(
    r"the|an?|of|in|on|its|their|any|that|were|was|is|are|has|have|had|does|do|did|for|by|to|as|and|or|from|between"
    r"|there|be|based|data|not|company|fiscal|year|period|fy|q[1-4]|with|at|compared|this|using"
)
_UP = "improv increas grow grew rose ris accelerat higher expand positive strong gain"
_DOWN = "declin decreas deteriorat fell fall drop decelerat lower contract shrank shrunk negative weak reduc worsen"
_CHANGES = re.compile(r"\b(?:by|of|change|increase|decrease|decline|drop|rise)\b")
_ENOUGH = 0.6
"""Share of the predicate's stems a sentence must have to speak of it."""
_OPPOSITES = {stem: _DOWN.split() for stem in _UP.split()} | {stem: _UP.split() for stem in _DOWN.split()}


def polarity(text: str) -> bool | None:
    """The polarity a gold opens with: True for yes, False for no, None for neither."""
    match = _LEAD.match(normalise(text))
    return None if match is None else match[1].casefold() == "yes"


def score_polarity(gold: str, reply: str, question: str) -> Score:
    """Right if the reply asserts the gold's polarity; not scorable where either asserts none."""
    wanted = polarity(gold)
    if wanted is None:
        return unscorable("the gold is neither yes nor no")
    said = asserted_polarity(reply, question)
    if said is None:
        return unscorable("the reply asserts neither yes nor no")
    yes, sentence = said
    explanation = f"asserts {'yes' if yes else 'no'}, gold {'yes' if wanted else 'no'}"
    if yes is wanted and _figures_differ(gold, reply, question):
        return Score(None, sentence, f"{explanation}, but on other figures")
    return Score(yes is wanted, sentence, explanation)


def _figures_differ(gold: str, reply: str, question: str) -> bool:
    """Whether gold and reply both state figures and have none in common: then people judge either way.

    A change may be stated by its two ends: "fell from 310 to 275" has the 35 of a gold that says "fell by 35".
    """
    stated = figures(plain(reply), question)
    wanted = [gold_of(measure, question) for measure in figures(gold, question)]
    if not stated or not wanted:
        return False
    for one in wanted:
        values = [value for measure in stated for value in comparable(measure, one)]
        if one.measure.value and _CHANGES.search(normalise(gold)):
            values += [abs(after - before) for before, after in pairwise(values)]
        if any(equal(value, one) for value in values):
            return False
    return True


def asserted_polarity(reply: str, question: str) -> tuple[bool, str] | None:
    """The polarity a reply asserts and the sentence it does so in."""
    said = sentences(plain(reply))
    for sentence in (*said[:2], *said[-2:]):
        if lead := _LEAD.match(sentence) or _SAID.search(sentence):
            return lead[1].casefold() == "yes", sentence
    predicate = _predicate(question)
    found = [(yes, text) for text in said if (yes := _says(text, predicate)) is not None]
    if not found:
        return None
    concluding = [pair for pair in found if _CONCLUDES.search(pair[1])] or found
    return concluding[-1] if len({yes for yes, _ in concluding}) == 1 else None


def _predicate(question: str) -> list[str]:
    """Stems of what is asked of the subject, from the question's first clause; none where that is itself negated."""
    clause = _CLAUSE.search(normalise(question))
    if clause is None or _DENIES.search(clause[1]):
        return []
    words = re.findall(r"[a-z]+", clause[1].replace("-", " "))
    return [stem for word in words if not _STOP.fullmatch(word) and len(stem := _stem(word)) > 2]


def _stem(word: str) -> str:
    return re.sub(r"(?:ations?|ation|ing|ies|ied|ed|es|ity|ly|al|s|e)$", "", word) if len(word) > 4 else word


def _says(sentence: str, predicate: list[str]) -> bool | None:
    """Whether a sentence affirms or denies the predicate, or does neither."""
    text = normalise(sentence).replace("-", " ")
    if not predicate or _HEDGE.search(text):
        return None
    stems = [_stem(word) for word in re.findall(r"[a-z]+", text)]

    def stands(stem: str) -> bool:
        return any(word.startswith(stem) for word in stems)

    denied = bool(_DENIES.search(text))
    turned = [
        stem
        for stem in predicate
        if any(stem.startswith(key) and any(stands(o) for o in os) for key, os in _OPPOSITES.items())
    ]
    share = sum(stands(stem) for stem in predicate) / len(predicate)
    if turned and not any(stands(stem) for stem in turned):
        share += len(turned) / len(predicate)
        return denied if share >= _ENOUGH else None
    return (not denied) if share >= _ENOUGH else None
