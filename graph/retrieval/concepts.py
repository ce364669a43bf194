"""What a question is about, as concepts: groups of words any one of which will do.

"Gross margin" stands on a page as "gross profit" or "cost of sales"; a spin-off as "separation". Each line item,
metric and topic of the plan is one concept with its words from the knowledge files; other telling words are one each.
How much of a question a page covers:

    idf(c) = ln(1 + N / (0.5 + n(c)))                  N pages looked at, n(c) of them with a word of c
    coverage(window) = sum of weight(c) idf(c) over concepts c in the window / the same sum over all concepts

Common concepts so count little, and the best window of WINDOW characters tells a passage about the question from a page
that has its words scattered about.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from graph.domain import Plan
from graph.knowledge import Knowledge

PageKey = tuple[str, int]
"""Document and page."""

WINDOW = 400
_ITEM_WEIGHT = 1.5
_TOPIC_WEIGHT = 1.0
_WORD_WEIGHT = 1.0
_SPAN_WEIGHT = 1.0
_SPANS = {
    3: ("three months ended", "quarter ended", "quarters ended", "13 weeks ended", "thirteen weeks ended"),
    6: ("six months ended", "26 weeks ended", "first half"),
    12: ("twelve months ended", "year ended", "years ended", "full year", "full-year", "52 weeks ended", "annual"),
}
_LABELS = 10
_TOPICS = 4
_WORDS = 20
_OCCURRENCES = 20
_ENDINGS = ("ations", "ation", "itions", "ition", "ings", "ing", "ies", "ied", "ions", "ion", "ers", "er", "ed", "es",
            "ely", "ly", "s", "e", "y")  # fmt: skip
_SHORTEST_STEM = 4
_BETWEEN_WORDS = '()[]-–—/"“”•'


@dataclass(frozen=True, slots=True)
class Concept:
    """Words of which any one will do, each as it is looked for: normalised, with a space in front."""

    key: str
    words: tuple[str, ...]
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class Coverage:
    """Share of the question's concepts on a page, and in its best passage; both from 0 to 1."""

    page: float = 0.0
    passage: float = 0.0


class ConceptTable:
    """The concepts of the knowledge, made once."""

    def __init__(self, knowledge: Knowledge) -> None:
        self._known: dict[str, Concept] = {}
        for key in knowledge.metrics:
            self._known[key] = _concept(key, _metric_words(key, knowledge), _ITEM_WEIGHT)
        for item in knowledge.items.values():
            self._known[item.key] = _concept(item.key, (*item.names, *item.labels[:_LABELS]), _ITEM_WEIGHT)
        for topic in knowledge.topics.values():
            words = (*topic.phrases, *(cue.rstrip("*") for cue in topic.cues))
            # An item and a topic may share a key ("goodwill").
            self._known[f"topic {topic.key}"] = _concept(topic.key, words, _TOPIC_WEIGHT)

    def of(self, plan: Plan) -> tuple[Concept, ...]:
        """The concepts of a plan, without repeats."""
        keys = (*plan.metrics, *plan.items, *(f"topic {key}" for key in plan.topics[:_TOPICS]))
        words = [Concept(word, (f" {stem(word)}",), _WORD_WEIGHT) for word in plan.words[:_WORDS]]
        return (*(self._known[key] for key in dict.fromkeys(keys)), *words, *_span_concept(plan))


def searchable(text: str) -> str:
    """A page as concepts are looked for in it."""
    plain = text.lower().replace("’", "'")
    for mark in _BETWEEN_WORDS:
        if mark in plain:
            plain = plain.replace(mark, " ")
    return f" {' '.join(plain.split())} "


def stem(word: str) -> str:
    """The beginning of a word that its other forms share; at least four letters."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_STEM:
            return word[: -len(ending)]
    return word


def cover(texts: Mapping[PageKey, str], concepts: Sequence[Concept]) -> dict[PageKey, Coverage]:
    """Coverage of each text (made by `searchable`) by the formulas above."""
    places = {key: [_places(text, concept) for concept in concepts] for key, text in texts.items()}
    weights = []
    for number, concept in enumerate(concepts):
        holding = sum(bool(found[number]) for found in places.values())
        weights.append(concept.weight * math.log(1 + len(texts) / (0.5 + holding)))
    total = sum(weights) or 1.0
    return {
        key: Coverage(
            page=sum(weight for weight, where in zip(weights, found, strict=True) if where) / total,
            passage=_best_window(found, weights) / total,
        )
        for key, found in places.items()
    }


def holds(text: str, concept: Concept) -> bool:
    """Whether a text made by `searchable` has a word of the concept."""
    return any(word in text for word in concept.words)


def _span_concept(plan: Plan) -> tuple[Concept, ...]:
    """How filings head figures over as long a time as the question asks about."""
    lengths = {3 if p.quarter else 6 if p.half == 1 else 12 for p in plan.periods if p.year}
    if len(lengths) != 1:
        return ()
    (months,) = lengths
    return (_concept(f"{months} months", _SPANS[months], _SPAN_WEIGHT),)


def _metric_words(key: str, knowledge: Knowledge) -> list[str]:
    """Names of a metric, and labels of what it is made of; without its base, which is on every page."""
    words = list(knowledge.metrics[key].names)
    operands = list(dict.fromkeys(operand.name for operand in knowledge.operands(key)))
    for name in operands[: 1 if len(operands) == 2 else None]:
        item = knowledge.items[name]
        words += item.labels[:_LABELS]
        for fallback in item.fallbacks[:1]:
            parts = [part for part in fallback.names if part not in operands]
            words += [label for part in parts for label in knowledge.items[part].labels[:_LABELS]]
    return words


def _concept(key: str, words: Iterable[str], weight: float) -> Concept:
    kept: list[str] = []
    for word in sorted({searchable(word).rstrip() for word in words} - {""}):
        if not (kept and word.startswith(kept[-1])):  # "debt" finds "debt maturities" as well
            kept.append(word)
    return Concept(key, tuple(kept), weight)


def _places(text: str, concept: Concept) -> list[int]:
    found: list[int] = []
    for word in concept.words:
        at = text.find(word)
        count = 0
        while at >= 0 and count < _OCCURRENCES:
            found.append(at)
            count += 1
            at = text.find(word, at + 1)
    return found


def _best_window(places: Sequence[Sequence[int]], weights: Sequence[float]) -> float:
    events = sorted((at, number) for number, where in enumerate(places) for at in where)
    inside = [0] * len(weights)
    best = current = 0.0
    first = 0
    for at, number in events:
        inside[number] += 1
        if inside[number] == 1:
            current += weights[number]
        while events[first][0] < at - WINDOW:
            leaving = events[first][1]
            inside[leaving] -= 1
            if inside[leaving] == 0:
                current -= weights[leaving]
            first += 1
        best = max(best, current)
    return best
