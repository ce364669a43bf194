"""Words of a question that finance knowledge knows: line items, metrics, topics, statements.

Terms are found longest first and take their words with them, so that "free cash flow conversion" is no free cash flow.
Words are compared folded: lower case, without apostrophes and plural endings, hyphens and slashes as spaces.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

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
_SENTENCE = re.compile(r"(?<=[.?!])\s+(?=[A-Z\"'(])|(?<=;)\s+")


@dataclass(frozen=True, slots=True)
class Terms:
    """What was found, each in order of appearance. `topics` are ordered by how much of the question they cover."""

    items: tuple[str, ...] = ()
    metrics: tuple[str, ...] = ()
    topics: tuple[str, ...] = ()
    statements: tuple[PageKind, ...] = ()


@dataclass(frozen=True, slots=True)
class _Term:
    group: str
    key: str
    weak: bool = False


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
        self._longest = max(map(len, self._terms), default=1)
        self._longest_cue = max(map(len, self._cues), default=1)

    def find(self, text: str) -> Terms:
        """Terms of a question: statements anywhere in it, the rest in what it asks, not in how it wants its answer."""
        found: dict[str, list[str]] = {"items": [], "metrics": [], "statements": []}
        core = core_of(text)
        terms = self._longest_matches(fold(core))
        topics = self._topics(core)
        firm = any(not term.weak and term.group != "statements" for term in terms) or set(topics) - self._general
        for term in (*terms, *(t for t in self._longest_matches(fold(text)) if t.group == "statements")):
            if term.key not in found[term.group] and not (term.weak and firm):
                found[term.group].append(term.key)
        return Terms(
            items=tuple(found["items"]),
            metrics=tuple(found["metrics"]),
            topics=topics,
            statements=tuple(PageKind(kind) for kind in found["statements"]),
        )

    def _add(self, group: str, key: str, names: Iterable[str], *, weak: bool = False) -> None:
        for name in names:
            if words := fold(name):
                self._terms.setdefault(words, _Term(group, key, weak))

    def _longest_matches(self, words: tuple[str, ...]) -> list[_Term]:
        found: list[_Term] = []
        place = 0
        while place < len(words):
            for size in range(min(self._longest, len(words) - place), 0, -1):
                if term := self._terms.get(words[place : place + size]):
                    found.append(term)
                    place += size
                    break
            else:
                place += 1
        return found

    def _topics(self, text: str) -> tuple[str, ...]:
        words = fold(text)
        plain = [word.casefold() for word in _TOKEN.findall(normalise(text))]
        covered: dict[str, set[int]] = {}
        for place in range(len(words)):
            for size in range(1, min(self._longest_cue, len(words) - place) + 1):
                for key in self._cues.get(words[place : place + size], ()):
                    covered.setdefault(key, set()).update(range(place, place + size))
        for place, word in enumerate(plain):
            for size in range(3, len(word) + 1):
                for key in self._stems.get(word[:size], ()):
                    covered.setdefault(key, set()).add(place)
        return tuple(sorted(covered, key=lambda key: (-len(covered[key]), min(covered[key]))))


def fold(text: str) -> tuple[str, ...]:
    """Words of a text as terms are compared."""
    plain = normalise(text).replace("'s", "").replace("'", "")
    return tuple(_singular(word) for word in _TOKEN.findall(plain))


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
