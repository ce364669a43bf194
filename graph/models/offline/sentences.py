"""Answers in the filing's own words: the sentences of the found pages that hold the question's words best.

    score(s) = share(s) * (1 - 0.05 * place of its page) + 0.1 [s holds a phrase of the question's topics]
             - 0.0002 * its length in characters
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
from itertools import pairwise

from graph.domain import Answer
from graph.knowledge import Knowledge
from graph.models.offline import asking
from graph.models.offline.drafting import Draft
from graph.models.offline.reading import Desk
from graph.models.offline.request import Request, asks_for_figure
from ingestion.domain import Form
from ingestion.text import find_numbers, normalise

_WORD = re.compile(r"[a-z][a-z'&-]*[a-z]|[a-z]&[a-z]")
_ENDING = re.compile(r"(?<=[a-z]{3})(?:ations?|itions?|ions?|ings?|ments?|ers?|ed|es|s|ly|al|e)$")
_IRREGULAR = {
    "paid": "pay",
    "sold": "sell",
    "sales": "sell",
    "bought": "buy",
    "grew": "grow",
    "growth": "grow",
    "rose": "rise",
    "fell": "fall",
    "spun": "spin",
    "spinn": "spin",
    "acquis": "acquir",
    "held": "hold",
    "led": "lead",
}
_SENTENCE = re.compile(
    r"(?<=[.!?])(?<!\b[A-Z]\.)(?<!\b[vV]\.)(?<!\bvs\.)(?<!\b(?:No|Co|Mr|Ms|Dr|St)\.)(?<!\b(?:Inc|Ltd|Mrs)\.)(?<!\bCorp\.)"
    r"\s+(?=[A-Z(\"'“])"
)
_BULLETS = frozenset("•●▪■◦")
_HEADING = 0.6
"""Share of the width of a page's lines below which a line ends a paragraph."""
_GOES_ON = re.compile(r"(?:[,(“-]|\b(?:the|an?|of|and|or|to|in|for|with|by|from|on|at|as|that|its|our|their|which))$")
"""How a line ends that is no heading and no end of a paragraph, however short it is."""
_OWNERS = r"(?!(?:[\w&.]+ ){0,3}(?:common|share|stock|noncontrolling|owners|the company))"
_CAUSE = re.compile(
    rf"due to|driven by|drove|because|as a result|result(?:s|ed|ing) (?:from|in)|attributable to {_OWNERS}"
    r"|reflect(?:s|ed|ing)?\b|led to|led by|owing to|offset by|caused|stem(?:s|med) from|primarily|mainly"
)
_ANAPHORA = re.compile(
    r"(?:The (?:increase|decrease|improvement|change|decline|growth|rate|rise|fall)(?!\s+(?:in|of)\b)"
    r"|It|They|This|These)\b"
)
_ABOUT = re.compile(
    r"\b(?:agenda|purpose|about|announce\w*|disclos\w*|events?|subject|topic|filed for)\b", re.IGNORECASE
)
_DATED = re.compile(r"(?:On|Effective|As of) [A-Z][a-z]+ \d{1,2}, \d{4}\b")
_WHAT_THEY_ARE = (
    r"leaders?|providers?|manufacturers?|compan(?:y|ies)|suppliers?|producers?|operators?|developers?|retailers?"
    r"|distributors?|industry"
)
_MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
_BONUS: dict[str, re.Pattern[str] | None] = {
    "industry": re.compile(rf"\b(?:is|are|as)\s+(?:a|an|the|one of the)\s[^.]{{0,80}}\b(?:{_WHAT_THEY_ARE})\b"),
    "list": re.compile(rf"\b(?:{_MONTHS})\b|\$"),
    "": None,
}
"""What a sentence should say for some questions: what a company is; dates and amounts of each thing listed."""
_COMPARES = re.compile(
    r"\b(?:most|highest|largest|biggest|greatest|least|lowest|smallest|best|worst|fastest|slowest|led by|exceed\w*)\b"
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
_QUOTED, _LISTED = 2, 4
_OPENING = 30
"""Characters in which a reason names what it explains."""
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
    most = 1 if asking.asks_for_reason(request.clause) else _LISTED if asking.asks_for_list(request.clause) else _QUOTED
    chosen = [c for c in best if c.score >= least and c.score >= 0.85 * best[0].score][:most]
    chosen = chosen or _event(desk, request)
    if not chosen:
        return None
    draft = Draft(sure=min(0.9, chosen[0].score))
    for one in chosen:
        draft.cite(one.doc, one.page, one.text)
    text = " ".join(one.text if one.text[-1] in ".!?;" else f"{one.text} ..." for one in chosen)
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
        heading = len(line) < _HEADING * width and following[:1].isupper() and not _GOES_ON.search(line)
        if not line or heading or following[:1] in _BULLETS:
            yield from _SENTENCE.split(paragraph)
            paragraph = ""
    yield from _SENTENCE.split(paragraph)


def _candidates(desk: Desk, knowledge: Knowledge, request: Request) -> list[_Candidate]:
    asked = _words(request.clause) - _words(" ".join((*request.company_names, *_periods_named(desk))))
    asked = asked - {_stem(word) for word in knowledge.question_words} or asked
    pieces = [
        (place, piece, passage, normalise(passage))
        for place, piece in enumerate(desk.evidence[:_PAGES])
        for passage in _passages(piece.text, pairs=asking.asks_for_reason(request.clause))
    ]
    held = [_words(plain) & asked for *_, plain in pieces]
    weights = _weights(asked, held)
    total = sum(weights.values())
    reason = asking.asks_for_reason(request.clause)
    listed = asking.asks_for_list(request.clause)
    topics = [knowledge.topics[key] for key in desk.turn.plan.topics if key in knowledge.topics]
    phrases = [normalise(phrase) for topic in topics for phrase in topic.phrases]
    extra = _BONUS["industry" if "industry" in desk.turn.plan.topics else "list" if listed else ""]
    found: dict[str, _Candidate] = {}
    for (place, piece, text, plain), words in zip(pieces, held, strict=True):
        special = bool(extra and extra.search(text))
        enough = len(words) >= min(_LEAST_WORDS, len(asked)) or (special and not listed)
        about = not reason or bool(_words(plain[:_OPENING]) & asked)
        if total and enough and about and _is_of_kind(text, plain, request):
            score = sum(weights[w] for w in words) / total * (1 - 0.05 * place) - 0.0002 * len(text)
            score += 0.1 * any(phrase in plain for phrase in phrases) + (0.2 if listed else 0.5) * special
            found.setdefault(plain, _Candidate(piece.doc, piece.page, text, score))
    return sorted(found.values(), key=lambda c: (-c.score, c.doc, c.page))


def _passages(text: str, *, pairs: bool) -> Iterator[str]:
    """Sentences that may be quoted, once each; with `pairs`, also two in a row: a reason follows what it explains."""
    pieces = list(split_sentences(text))
    # An item of a list ends without a point, and says as much as a sentence.
    listed = {item for mark, item in pairwise(pieces) if mark in _BULLETS and _reads_well(item)}
    whole = [s for s in dict.fromkeys(pieces) if _SHORTEST <= len(s) <= _LONGEST and (s in listed or _is_prose(s))]
    yield from (s for s in whole if not (pairs and _ANAPHORA.match(s)))
    flat = " ".join(text.split())
    for first, second in pairwise(whole) if pairs else ():
        if not _CAUSE.search(normalise(first)) and _ANAPHORA.match(second) and f"{first} {second}" in flat:
            yield f"{first} {second}"


def _event(desk: Desk, request: Request) -> list[_Candidate]:
    """What a current report is about, where the question asks no more: the sentence that tells what happened when."""
    if not desk.evidence or not _ABOUT.search(request.clause):
        return []
    best = desk.evidence[0]
    filing = next((f for f in desk.turn.loaded if f.doc == best.doc), None)
    if filing is None or filing.form is not Form.EIGHT_K:
        return []
    told = next((s for s in split_sentences(best.text) if _DATED.match(s) and _reads_well(s)), "")
    if len(told) > _LONGEST:
        told = told[:_LONGEST].rpartition(" ")[0]  # what parties and papers follow can be read on the page
    return [_Candidate(best.doc, best.page, told, _THRESHOLD)] if told else []


def _is_of_kind(text: str, plain: str, request: Request) -> bool:
    """Whether a sentence may be what is asked for."""
    if _DISCLAIMER.search(plain):
        return False
    if asks_for_figure(request) and not _holds_figure(text):
        return False
    if request.narrowed and request.needs and not _words(" ".join(request.needs)) & _words(plain):
        return False
    if asking.superlative(request.clause) and not _COMPARES.search(plain):
        return False
    return not asking.asks_for_reason(request.clause) or (bool(_CAUSE.search(plain)) and _moves_alike(plain, request))


def _moves_alike(plain: str, request: Request) -> bool:
    """Whether a reason is one for a rise where a rise is asked about, and for a fall where a fall is."""
    way, told = asking.direction_of(request.clause), asking.first_direction(plain)
    return way not in ("up", "down") or told is None or way == told


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


def _periods_named(desk: Desk) -> tuple[str, ...]:
    return tuple(period.as_printed for period in desk.turn.plan.periods)


def _words(text: str) -> set[str]:
    return {_stem(word) for word in _WORD.findall(normalise(text)) if word not in _STOP}


def _stem(word: str) -> str:
    """Enough of a word to know its other forms by: "inventories", "inventory"; "acquisition", "acquired"."""
    word = re.sub(r"'s?$", "", word)
    stem = _IRREGULAR.get(word) or _ENDING.sub("", word)
    stem = re.sub(r"(?<=[a-z]{2})[iy]e?$", "i", stem)
    return _IRREGULAR.get(stem, stem)[:7]


def _is_prose(text: str) -> bool:
    """Whether it reads like a sentence: mostly words, and begins and ends like one."""
    return _reads_well(text) and text[-1] in ".!?;"


def _reads_well(text: str) -> bool:
    letters = sum(c.isalpha() or c.isspace() for c in text)
    return bool(text) and letters / len(text) > 0.6 and not text[0].islower()


_STOP = frozenset(
    """a an and any are as at be been but by can could did do does for from give had has have how if in into is it its
    of on or please that the their them then there these this those to was were what when where which who why will with
    would you your fy drove driven drive drivers why reason reasons cause caused done form filing""".split()  # noqa: SIM905
)
