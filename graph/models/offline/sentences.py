"""Answers in the filing's own words: the sentences of the found pages that hold the question's words best.

    score(s) = share(s) * (1 - 0.05 * place of its page) + 0.1 [s holds a phrase of the question's topics]
    share(s) = sum of weight(w) over the question's words w in s, divided by the sum over all of them
    weight(w) = ln(1 + n / (1 + df(w))), over the n sentences of the found pages; half of the mean where w is in none

A sentence is quoted when its score reaches a threshold and it holds at least two of the question's words.
"""

import math
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from graph.domain import Answer
from graph.knowledge import Knowledge
from graph.models.offline.drafting import Draft
from graph.models.offline.reading import Desk
from ingestion.text import Number, find_numbers, normalise

_WORD = re.compile(r"[a-z][a-z'&-]*[a-z]|[a-z]&[a-z]")
_ENDING = re.compile(r"(?<=[a-z]{3})(?:ations?|itions?|ions?|ings?|ments?|ers?|ed|es|s|ly|al)$")
_SENTENCE = re.compile(r"(?<=[.!?])(?<!\b[A-Z]\.)(?<!\bInc\.)(?<!\bNo\.)\s+(?=[A-Z(\"'“])")
_BULLETS = frozenset("•●▪■◦")
_HEADING = 0.6
"""Share of the width of a page's lines below which a line ends a paragraph."""
_STOP = frozenset(
    """a an and any are as at be been but by can could did do does for from give had has have how if in into is it its
    of on or please state that the their them then there these this those to was were what when where which who why
    will with would you your answer question explain using based between during among about company companies
    fiscal year years quarter amount fy report filing filings mentioned major main key dated form""".split()  # noqa: SIM905
)
_THRESHOLD = 0.5
_LEAST_WORDS = 2
_SHORTEST, _LONGEST = 30, 600
_QUOTED = 2
_PAGES = 5


@dataclass(frozen=True, slots=True)
class _Candidate:
    doc: str
    page: int
    text: str
    score: float


def answer_text(desk: Desk, knowledge: Knowledge, *, figure: bool = False) -> Answer | None:
    """The best sentences as the answer, each quoted; None where none is good enough.

    With `figure`, only sentences that hold a figure, because the question asks for one.
    """
    best = _candidates(desk, knowledge, figure=figure)
    chosen = [c for c in best[:_QUOTED] if c.score >= _THRESHOLD and c.score >= 0.85 * best[0].score]
    if not chosen:
        return None
    draft = Draft(sure=min(0.9, chosen[0].score))
    for one in chosen:
        draft.cite(one.doc, one.page, one.text)
    return draft.answer(" ".join(one.text for one in chosen))


def split_sentences(text: str) -> Iterator[str]:
    """Sentences of a page: lines are joined, but for headings, which are short and end without a point."""
    lines = [" ".join(line.split()) for line in text.splitlines()]
    width = max((len(line) for line in lines), default=0)
    paragraph = ""
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        paragraph = f"{paragraph} {line}".strip()
        heading = len(line) < _HEADING * width and not line.endswith(",") and following[:1].isupper()
        if not line or heading or following[:1] in _BULLETS:
            yield from _SENTENCE.split(paragraph)
            paragraph = ""
    yield from _SENTENCE.split(paragraph)


def _candidates(desk: Desk, knowledge: Knowledge, *, figure: bool) -> list[_Candidate]:
    asked = _words(desk.turn.question.text) - _own_words(desk)
    pieces = [
        (place, piece, sentence)
        for place, piece in enumerate(desk.evidence[:_PAGES])
        for sentence in split_sentences(piece.text)
        if _SHORTEST <= len(sentence) <= _LONGEST and _is_prose(sentence) and (not figure or _figures(sentence))
    ]
    held = [_words(text) & asked for _, _, text in pieces]
    weights = _weights(asked, held)
    total = sum(weights.values())
    phrases = [
        normalise(p) for key in desk.turn.plan.topics if key in knowledge.topics for p in knowledge.topics[key].phrases
    ]
    found = []
    for (place, piece, text), words in zip(pieces, held, strict=True):
        if len(words) >= min(_LEAST_WORDS, len(asked)) and total:
            score = sum(weights[w] for w in words) / total * (1 - 0.05 * place)
            plain = normalise(text)
            score += 0.1 * any(phrase in plain for phrase in phrases)
            found.append(_Candidate(piece.doc, piece.page, text, score))
    return sorted(found, key=lambda c: (-c.score, c.doc, c.page))


def _weights(asked: set[str], held: list[set[str]]) -> dict[str, float]:
    counts = Counter(word for words in held for word in words)
    weights = {w: math.log(1 + len(held) / (1 + counts[w])) for w in asked if counts[w]}
    unseen = sum(weights.values()) / len(weights) / 2 if weights else 1.0
    return weights | dict.fromkeys(asked - set(weights), unseen)


def _figures(sentence: str) -> list[Number]:
    """Numbers that may be figures: not years."""
    return [n for n in find_numbers(sentence) if not (1900 <= n.value <= 2100 and not n.percent and n.scale == 1)]


def _own_words(desk: Desk) -> set[str]:
    """Names of the companies and periods: they stand on every page and tell nothing."""
    plan = desk.turn.plan
    return _words(" ".join((*plan.companies, *(p.as_printed for p in plan.periods))))


def _words(text: str) -> set[str]:
    return {_stem(word) for word in _WORD.findall(normalise(text)) if word not in _STOP}


def _stem(word: str) -> str:
    stem = _ENDING.sub("", re.sub(r"'s?$", "", word))
    return stem[:-1] if len(stem) > 3 and stem[-1] == stem[-2] else stem


def _is_prose(text: str) -> bool:
    """Whether it reads like a sentence: mostly words, and begins and ends like one."""
    letters = sum(c.isalpha() or c.isspace() for c in text)
    return letters / len(text) > 0.7 and text[-1] in ".!?;:" and not text[0].islower()
