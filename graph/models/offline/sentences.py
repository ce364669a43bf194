"""Answers in the filing's own words: the sentences of the found pages that hold the question's words best.

score(s) = sum of idf(w) over the question's words w in s, divided by the sum over all of them
idf(w)   = ln(1 + n / df(w)), over the n sentences of the found pages

A sentence is quoted when it holds at least half of what the question asks, weighted so; pages count in their order.
"""

import math
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from graph.domain import Answer
from graph.models.offline.drafting import Draft
from graph.models.offline.reading import Desk
from ingestion.text import Number, find_numbers

_WORD = re.compile(r"[a-z][a-z'-]+|\d[\d,.]*\d|\d")
_SENTENCE = re.compile(r"(?<=[.!?])(?<!\b[A-Z]\.)\s+(?=[A-Z(\"'“])")
_BULLETS = frozenset("•●▪■◦")
_HEADING = 0.6
"""Share of the width of a page's lines below which a line ends a paragraph."""
_STOP = frozenset(
    """a an and any are as at be been but by can could did do does for from give had has have how if in into is it its
    of on or please state that the their them then there these this those to was were what when where which who why
    will with would you your answer question explain using based between during among about company companies
    fiscal year years quarter amount fy report filing""".split()  # noqa: SIM905
)
_LEAST_SHARE = 0.5
_SHORTEST, _LONGEST = 30, 600
_QUOTED = 2
_PAGES = 6


@dataclass(frozen=True, slots=True)
class _Candidate:
    doc: str
    page: int
    text: str
    score: float


def answer_text(desk: Desk, *, figure: bool = False) -> Answer | None:
    """The best sentences as the answer, each quoted; None where none is good enough.

    With `figure`, only sentences that hold a figure, because the question asks for one.
    """
    best = _candidates(desk, figure=figure)
    chosen = [c for c in best[:_QUOTED] if c.score >= _LEAST_SHARE and c.score >= 0.8 * best[0].score]
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


def _figures(sentence: str) -> list[Number]:
    """Numbers that may be figures: not years, not small counts."""
    return [n for n in find_numbers(sentence) if not (1900 <= n.value <= 2100 and not n.percent and n.scale == 1)]


def _candidates(desk: Desk, *, figure: bool) -> list[_Candidate]:
    asked = _words(desk.turn.question.text) - _own_words(desk)
    pieces = [
        (place, piece, sentence)
        for place, piece in enumerate(desk.evidence[:_PAGES])
        for sentence in split_sentences(piece.text)
        if _SHORTEST <= len(sentence) <= _LONGEST and (not figure or _figures(sentence))
    ]
    held = [_words(text) for _, _, text in pieces]
    counts = Counter(word for words in held for word in words & asked)
    weights = {w: math.log(1 + len(pieces) / counts[w]) if counts[w] else math.log(1 + len(pieces)) for w in asked}
    total = sum(weights.values())
    if not total:
        return []
    found = [
        _Candidate(piece.doc, piece.page, text, sum(weights[w] for w in words & asked) / total * (1 - 0.03 * place))
        for (place, piece, text), words in zip(pieces, held, strict=True)
        if _is_prose(text)
    ]
    return sorted(found, key=lambda c: (-c.score, c.doc, c.page))


def _own_words(desk: Desk) -> set[str]:
    """Names of the companies: they stand on every page and tell nothing."""
    names = " ".join((*desk.turn.plan.companies, *(p.as_printed for p in desk.turn.plan.periods)))
    return _words(names)


def _words(text: str) -> set[str]:
    return {_stem(w) for w in _WORD.findall(text.casefold()) if w not in _STOP}


def _stem(word: str) -> str:
    word = re.sub(r"'s?$", "", word)
    return re.sub(r"(?<=[a-z]{4})(?:ing|ed|es|s|ions?|ments?)$", "", word)


def _is_prose(text: str) -> bool:
    """Whether it reads like a sentence: mostly words, and ends like one."""
    letters = sum(c.isalpha() or c.isspace() for c in text)
    return letters / len(text) > 0.75 and text[-1] in ".!?;:" and text[0].isupper()
