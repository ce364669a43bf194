"""Answers in the filing's own words: the sentences of the found pages that hold the question's words best.

    score(s) = share(s) * (1 - 0.05 * place of its page) + 0.1 [s holds a phrase of the question's topics]
    share(s) = sum of weight(w) over the question's words w in s, divided by the sum over all of them
    weight(w) = ln(1 + n / (1 + df(w))), over the n sentences of the found pages; half of the mean where w is in none

A sentence is quoted when its score reaches a threshold, it holds at least two of the question's words, and it is of
the kind that is asked: a figure, a reason, a comparison. Disclaimers are never quoted.
"""

import math
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from graph.domain import Answer
from graph.knowledge import Knowledge
from graph.models.offline import asking
from graph.models.offline.drafting import Draft
from graph.models.offline.reading import Desk
from graph.models.offline.request import Request, asks_for_figure
from ingestion.text import find_numbers, normalise

_WORD = re.compile(r"[a-z][a-z'&-]*[a-z]|[a-z]&[a-z]")
_ENDING = re.compile(r"(?<=[a-z]{3})(?:ations?|itions?|ions?|ings?|ments?|ers?|ed|es|s|ly|al)$")
_SENTENCE = re.compile(
    r"(?<=[.!?])(?<!\b[A-Z]\.)(?<!\b[vV]\.)(?<!\bvs\.)(?<!\b(?:No|Co|Mr|Ms|Dr|St)\.)(?<!\b(?:Inc|Ltd|Mrs)\.)(?<!\bCorp\.)"
    r"\s+(?=[A-Z(\"'“])"
)
_BULLETS = frozenset("•●▪■◦")
_HEADING = 0.6
"""Share of the width of a page's lines below which a line ends a paragraph."""
_CAUSE = re.compile(
    r"due to|driven by|drove|because|as a result|result(?:s|ed|ing) (?:from|in)|attributable to|reflect(?:s|ed|ing)?\b"
    r"|led to|led by|owing to|offset by|caused|stem(?:s|med) from|primarily|mainly"
)
_COMPARES = re.compile(
    r"\b(?:most|highest|largest|biggest|greatest|least|lowest|smallest|best|worst|more|less|higher|lower|larger|smaller"
    r"|fastest|slowest|exceed\w*|compared|led)\b"
)
_DISCLAIMER = re.compile(
    r"forward[- ]looking|risks? and uncertaint|differ materially|undertakes? no|no (?:duty|obligation) to update"
    r"|should be read (?:in conjunction|together)|table of contents|incorporated (?:herein )?by reference"
)
_NEGATION = re.compile(r"\b(?:not|never|no|none|neither)\b")
_THRESHOLD = 0.5
_YES_NO_THRESHOLD = 0.65
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


def answer_text(desk: Desk, knowledge: Knowledge, request: Request) -> Answer | None:
    """The best sentences as the answer, each quoted; None where none is good enough."""
    best = _candidates(desk, knowledge, request)
    least = _YES_NO_THRESHOLD if request.yes_no else _THRESHOLD
    chosen = [c for c in best if c.score >= least and c.score >= 0.85 * best[0].score][:_QUOTED]
    if not chosen:
        return None
    draft = Draft(sure=min(0.9, chosen[0].score))
    for one in chosen:
        draft.cite(one.doc, one.page, one.text)
    text = " ".join(one.text for one in chosen)
    if request.shape == "sign":
        text = f"{'No' if _NEGATION.search(normalise(chosen[0].text)) else 'Yes'}: {text}"
    return draft.answer(text)


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


def _candidates(desk: Desk, knowledge: Knowledge, request: Request) -> list[_Candidate]:
    asked = _words(request.clause) - _own_words(desk)
    asked -= {_stem(word) for word in knowledge.question_words} if len(asked) > _LEAST_WORDS else set()
    pieces = [
        (place, piece, sentence, normalise(sentence))
        for place, piece in enumerate(desk.evidence[:_PAGES])
        for sentence in dict.fromkeys(split_sentences(piece.text))
        if _SHORTEST <= len(sentence) <= _LONGEST and _is_prose(sentence)
    ]
    held = [_words(plain) & asked for *_, plain in pieces]
    weights = _weights(asked, held)
    total = sum(weights.values())
    topics = [knowledge.topics[key] for key in desk.turn.plan.topics if key in knowledge.topics]
    phrases = [normalise(phrase) for topic in topics for phrase in topic.phrases]
    found: dict[str, _Candidate] = {}
    for (place, piece, text, plain), words in zip(pieces, held, strict=True):
        if total and len(words) >= min(_LEAST_WORDS, len(asked)) and _is_of_kind(text, plain, request):
            score = sum(weights[w] for w in words) / total * (1 - 0.05 * place)
            score += 0.1 * any(phrase in plain for phrase in phrases)
            found.setdefault(plain, _Candidate(piece.doc, piece.page, text, score))
    return sorted(found.values(), key=lambda c: (-c.score, c.doc, c.page))


def _is_of_kind(text: str, plain: str, request: Request) -> bool:
    """Whether a sentence may be what is asked for."""
    if _DISCLAIMER.search(plain):
        return False
    if asks_for_figure(request) and not _holds_figure(text):
        return False
    if asking.superlative(request.clause) and not _COMPARES.search(plain):
        return False
    return not asking.asks_for_reason(request.clause) or bool(_CAUSE.search(plain))


def _weights(asked: set[str], held: list[set[str]]) -> dict[str, float]:
    counts = Counter(word for words in held for word in words)
    weights = {w: math.log(1 + len(held) / (1 + counts[w])) for w in asked if counts[w]}
    unseen = sum(weights.values()) / len(weights) / 2 if weights else 1.0
    return weights | dict.fromkeys(asked - set(weights), unseen)


def _holds_figure(sentence: str) -> bool:
    """Whether it holds a number that measures something: no year, no day, no name of a form."""
    return any(
        n.percent or n.currency or n.scale > 1 or n.decimals or abs(n.value) > 2100 for n in find_numbers(sentence)
    )


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


_STOP = frozenset(
    """a an and any are as at be been but by can could did do does for from give had has have how if in into is it its
    of on or please that the their them then there these this those to was were what when where which who why will with
    would you your fy drove driven drive drivers why reason reasons cause caused done form filing""".split()  # noqa: SIM905
)
