"""Words of a question that finance knowledge knows: line items, metrics, topics, statements.

Terms are found longest first and take their words with them, so that "free cash flow conversion" is no free cash flow.
Words are compared folded: lower case, without apostrophes and plural endings, hyphens and slashes as spaces.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from graph.knowledge import Knowledge
from ingestion.domain import PageKind
from ingestion.text import normalise

_TOKEN = re.compile(r"[^\W_]+(?:&[^\W_]+)*|%|\+")
_KEPT_PLURALS = frozenset({"sales", "earnings", "equities", "proceeds", "goods"})
_INSTRUCTION = re.compile(
    r"^\W*(?:if\b.*\b(?:not|isn't|aren't)\b.*\b(?:state|explain|mention|say|answer)\b"
    r"|(?:please\s+)?(?:answer|round|respond|reply|state|provide|present|express|report)\b"
    r"|(?:please\s+)?(?:give|use|utili[sz]e|address|calculate|compute|base|basing|solve|derive)\s+"
    r"(?:a|an|the|your|what|or|information|details|only)\b"
    r"|(?:assume|suppose|imagine|pretend)\b|you are\b|we (?:want|need|would like)\b|(?:please\s+)?help\b"
    r"|here(?:'s| is) the question\b)",
    re.IGNORECASE | re.DOTALL,
)
_PREAMBLE = re.compile(
    r"^\W*(?:(?:bas(?:ed|ing)|by|according|taking|when|considering|using|from|relying|referring|looking)\b[^?]{0,300}?,"
    r"|(?:please\s+)?answer\b[^?]{0,300}?:)\s+"
    r"(?=(?:what|how|which|who|is|are|was|were|does|did|do|has|have|had|by)\b)"
    r"|^\W*here(?:'s| is) the question:\s*",
    re.IGNORECASE,
)
_LONG_TERM = 4
_PERIOD_WORD = re.compile(r"[qh][1-4]|fy\d*$|\d")
_SENTENCE = re.compile(r"(?<=[.?!])\s+(?=[A-Z\"'(])|(?<=;)\s+")


@dataclass(frozen=True, slots=True)
class Terms:
    """What was found, each in order of appearance. `topics` are ordered by how much of the question they cover.

    `rest` are the words that say something and belong to none of them: "exchange", "upjohn".
    """

    items: tuple[str, ...] = ()
    metrics: tuple[str, ...] = ()
    topics: tuple[str, ...] = ()
    statements: tuple[PageKind, ...] = ()
    rest: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Term:
    group: str
    key: str
    weak: bool = False


@dataclass(frozen=True, slots=True)
class _Match:
    term: _Term
    place: int
    size: int


class TermFinder:
    """Term tables of the knowledge, built once."""

    def __init__(self, knowledge: Knowledge) -> None:
        self._terms: dict[tuple[str, ...], _Term] = {}
        self._cues: dict[tuple[str, ...], list[str]] = {}
        self._stems: dict[str, list[str]] = {}
        for item in knowledge.items.values():
            self._add("items", item.key, item.names)
            self._add("items", item.key, item.weak, weak=True)
        for metric in knowledge.metrics.values():
            self._add("metrics", metric.key, metric.names)
            self._add("metrics", metric.key, metric.weak, weak=True)
        for statement in knowledge.statement_names:
            self._add("statements", statement.kind.value, statement.names)
        for topic in knowledge.topics.values():
            for cue in topic.cues:
                if cue.endswith("*") and " " not in cue:
                    self._stems.setdefault(cue[:-1].casefold(), []).append(topic.key)
                else:
                    self._cues.setdefault(fold(cue.rstrip("*")), []).append(topic.key)
        self._general = {topic.key for topic in knowledge.topics.values() if topic.general}
        self._silent = knowledge.question_words
        self._longest = max(map(len, self._terms), default=1)
        self._longest_cue = max(map(len, self._cues), default=1)

    def find(self, text: str) -> Terms:
        """Terms of a question: statements anywhere in it, the rest in what it asks, not in how it wants its answer."""
        words = _words_of(core_of(text))
        matches = self._longest_matches(tuple(word.folded for word in words))
        # A long term ("effect of exchange rates on cash") is no hint at a topic; a short one ("dividends paid") is.
        taken = {p for m in matches if m.size >= _LONG_TERM for p in range(m.place, m.place + m.size)}
        covered = self._topics(words, taken)
        topics = tuple(sorted(covered, key=lambda key: (-len(covered[key]), min(covered[key]))))
        weakly = {p for m in matches if m.term.weak for p in range(m.place, m.place + m.size)}
        themes = {key for key in topics if covered[key] - weakly} - self._general
        firm = any(not m.term.weak and m.term.group != "statements" for m in matches) or themes
        named = self._longest_matches(fold(text))
        kept = [m for m in matches if not (m.term.weak and firm)]
        found: dict[str, list[str]] = {"items": [], "metrics": [], "statements": []}
        for match in (*kept, *(m for m in named if m.term.group == "statements")):
            if match.term.key not in found[match.term.group]:
                found[match.term.group].append(match.term.key)
        known = {p for m in kept for p in range(m.place, m.place + m.size)}.union(*covered.values())
        rest = [w.plain for p, w in enumerate(words) if p not in known and self._says_something(w)]
        return Terms(
            items=tuple(found["items"]),
            metrics=tuple(found["metrics"]),
            topics=topics,
            statements=tuple(PageKind(kind) for kind in found["statements"]),
            rest=tuple(dict.fromkeys(rest)),
        )

    def _says_something(self, word: "_Word") -> bool:
        silent = word.plain in self._silent or word.folded in self._silent
        return not silent and len(word.plain) > 1 and not word.plain[0].isdigit() and not _PERIOD_WORD.match(word.plain)

    def _add(self, group: str, key: str, names: Iterable[str], *, weak: bool = False) -> None:
        for name in names:
            if words := fold(name):
                self._terms.setdefault(words, _Term(group, key, weak))

    def _longest_matches(self, words: tuple[str, ...]) -> list[_Match]:
        found: list[_Match] = []
        place = 0
        while place < len(words):
            for size in range(min(self._longest, len(words) - place), 0, -1):
                if term := self._terms.get(words[place : place + size]):
                    found.append(_Match(term, place, size))
                    place += size
                    break
            else:
                place += 1
        return found

    def _topics(self, words: "list[_Word]", taken: set[int]) -> dict[str, set[int]]:
        covered: dict[str, set[int]] = {}
        folded = tuple(word.folded for word in words)
        for place, word in enumerate(words):
            for size in range(1, min(self._longest_cue, len(words) - place) + 1):
                places = set(range(place, place + size)) - taken
                for key in self._cues.get(folded[place : place + size], ()) if places else ():
                    covered.setdefault(key, set()).update(places)
            for size in range(3, len(word.plain) + 1) if place not in taken else ():
                for key in self._stems.get(word.plain[:size], ()):
                    covered.setdefault(key, set()).add(place)
        return covered


class _Word(NamedTuple):
    plain: str
    folded: str


def _words_of(text: str) -> list[_Word]:
    plain = normalise(text).replace("'s", "").replace("'", "")
    return [_Word(word, _singular(word)) for word in _TOKEN.findall(plain)]


def fold(text: str) -> tuple[str, ...]:
    """Words of a text as terms are compared."""
    return tuple(word.folded for word in _words_of(text))


def core_of(text: str) -> str:
    """What a question asks, without how it wants to be answered: roles, rounding, "if not useful, say so".

    The whole text where nothing else would be left.
    """
    kept = []
    for sentence in _SENTENCE.split(text):
        asked = _PREAMBLE.sub("", _PREAMBLE.sub("", sentence))
        if not _INSTRUCTION.match(asked):
            kept.append(asked)
    return " ".join(kept).strip() or text


def _singular(word: str) -> str:
    if len(word) <= 3 or word in _KEPT_PLURALS or not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word
    return f"{word[:-3]}y" if word.endswith("ies") else word[:-1]
