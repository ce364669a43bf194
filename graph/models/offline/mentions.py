"""Where a question names metrics and line items: longest names first, whole words, case and hyphens apart."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from graph.knowledge import Knowledge

_WORD = re.compile(r"[a-z0-9]+(?:[&'][a-z0-9]+)*|%|\+|/")
_ARITHMETIC = re.compile(r"[-+*/] |/|%|^(?:change|growth|increase|average)\b|\bas a (?:percent|share)", re.IGNORECASE)
_PLURAL = re.compile(r"(?<=[a-z]{3})(?<![su])s$")
_CASH_FROM_OPERATIONS = re.compile(
    r"\bcash\b[^.?,;]{0,40}\b(?:generat|provid|produc)\w*\b[^.?,;]{0,20}\b(?:operations|operating activities)\b",
    re.IGNORECASE,
)
"""A line item that people say as a sentence."""

_ABBREVIATED = re.compile(
    r"\b(?:adj|approx|avg|dept|dr|est|excl|incl|intl|jr|mr|mrs|no|op|sr|st|tot|vs)\.$", re.IGNORECASE
)
"""Words that a point shortens, so that no sentence ends there."""

Kind = Literal["metric", "item"]


@dataclass(frozen=True, slots=True)
class Mention:
    """A name of a metric or line item in a text, from `start` to `end`."""

    key: str
    kind: Kind
    start: int
    end: int


class Vocabulary:
    """Names of the knowledge, ready to be found in texts. Where two share a name, metrics come first, then file order.

    With `weak`, names that are common words as well ("cash", "debt") count too: right where nothing else is named.
    A `plain` vocabulary has no names that hold arithmetic themselves ("change in revenue", "capex / revenue"): it is
    for reading a definition, where the arithmetic must be seen.
    """

    def __init__(self, knowledge: Knowledge, *, weak: bool = False, plain: bool = False) -> None:
        self._names: dict[tuple[str, ...], tuple[str, Kind]] = {}
        self._longest: dict[str, int] = {}
        for kind, key, names in _entries(knowledge, weak=weak):
            for name in names:
                if not (plain and _ARITHMETIC.search(name)):
                    self._add(name, key, kind)

    def find(self, text: str) -> list[Mention]:
        """All mentions, left to right, none inside another; of two that overlap, the longer one."""
        spoken = _CASH_FROM_OPERATIONS.search(text)
        if spoken:
            return [Mention("operating_cash_flow", "item", *spoken.span())]
        words = [(_stem(m.group()), m.start(), m.end()) for m in _WORD.finditer(text.casefold())]
        found: list[Mention] = []
        place = 0
        while place < len(words):
            size, entry = self._longest_at([w for w, _, _ in words[place : place + 12]])
            ahead = (self._longest_at([w for w, _, _ in words[p : p + 12]])[0] for p in range(place + 1, place + size))
            if entry is None or any(longer > size for longer in ahead):
                place += 1
                continue
            found.append(Mention(entry[0], entry[1], words[place][1], words[place + size - 1][2]))
            place += size
        return found

    def _add(self, name: str, key: str, kind: Kind) -> None:
        words = tuple(_stem(w) for w in _WORD.findall(name.casefold()))
        if words:
            self._names.setdefault(words, (key, kind))
            self._longest[words[0]] = max(self._longest.get(words[0], 0), len(words))

    def _longest_at(self, words: list[str]) -> tuple[int, tuple[str, Kind] | None]:
        for size in range(min(len(words), self._longest.get(words[0], 0)), 0, -1):
            entry = self._names.get(tuple(words[:size]))
            if entry:
                return size, entry
        return 0, None


def _entries(knowledge: Knowledge, *, weak: bool) -> Iterator[tuple[Kind, str, tuple[str, ...]]]:
    for metric in knowledge.metrics.values():
        yield "metric", metric.key, (*metric.names, metric.key.replace("_", " "))
    for item in knowledge.items.values():
        yield "item", item.key, (*item.names, item.key.replace("_", " "))
    if weak:
        for metric in knowledge.metrics.values():
            yield "metric", metric.key, metric.weak
        for item in knowledge.items.values():
            yield "item", item.key, item.weak


def sentences(text: str) -> Iterator[str]:
    """Sentences of a question; a point between digits or after a single letter ends none."""
    start = 0
    for match in re.finditer(r"(?<![A-Z\s])(?<!\b[A-Za-z])[.?!;](?=\s+[A-Z\"]|\s*$)|\?", text):
        if match.group() == "." and _ABBREVIATED.search(text, start, match.end()):
            continue
        yield text[start : match.end()].strip()
        start = match.end()
    if text[start:].strip():
        yield text[start:].strip()


def _stem(word: str) -> str:
    return _PLURAL.sub("", word)
