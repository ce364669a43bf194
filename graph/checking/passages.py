"""A text made ready for finding quotes in it.

Two texts are compared as strings of units: runs of letters, numbers, and the signs that change a meaning (`%`, `<`,
a lone dash that stands for nil). White space, `$`, thousands commas, case, and other punctuation are not units, so
they never matter. What does matter:

- A number is one unit with its sign: `1,577`, `$ 1577` and `1577` are equal; `(1,577)`, `157`, `1,57 7` are not.
- Letters are compared without the borders between words, then the borders are compared: a border that only one side
  has must be a hyphen ("equip-\\nment" is "equipment", "long-term" is "long term", "notable" is not "not able").
- A quote begins and ends where a word of the text does.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass

from ingestion.text import normalise

_UNIT = re.compile(r"(?P<number>\d+(?:[.,]\d+)*)|(?P<letters>[^\W\d_]+)|(?P<dash>-)|(?P<mark>[%<>±€£¥≤≥])")
_GROUPED = re.compile(r"\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d+)?")
_OPENED = re.compile(r"\(\s?(?:us)?[$€£¥]?\s?-?$")
_CLOSED = re.compile(r"\s?%?\s?\)")
_MINUS = re.compile(r"(?:^|[\s(])(?:us)?[$€£¥]?-(?:us)?[$€£¥]?$")
# NFKC would glue a footnote mark to its number (1,234 and a raised 2 become 1,2342) and 1½ into 11/2.
_RAISED = {ord(mark): f" {mark}" for mark in "¹²³⁰⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉¼½¾⅓⅔⅛⅜⅝⅞"}
_NIL = "\x03"


@dataclass(frozen=True, slots=True)
class Unit:
    """A run of letters, a number or a mark: `key` is what is compared, `start` and `end` its place in the text."""

    key: str
    start: int
    end: int


def prepare_line(line: str) -> str:
    """One line as it is compared: NFKC, one kind of minus, single spaces, case folded, no apostrophes."""
    return normalise(line.translate(_RAISED)).replace("'", "")


@dataclass(frozen=True, slots=True)
class Passage:
    """A prepared text: its units, their joined keys, and where each unit begins in those.

    `text` keeps line breaks; `units` point into it. `hyphens` holds the positions in `joined` at which the text has a
    hyphen.
    """

    text: str
    units: tuple[Unit, ...]
    joined: str
    starts: tuple[int, ...]
    hyphens: frozenset[int]

    @classmethod
    def of(cls, text: str) -> "Passage":
        """Prepare a text; its line breaks are kept as such."""
        return cls.of_prepared("\n".join([prepare_line(line) for line in text.splitlines()]))

    @classmethod
    def of_prepared(cls, prepared: str) -> "Passage":
        """From lines that went through `prepare_line`."""
        units: list[Unit] = []
        starts: list[int] = []
        hyphens: set[int] = set()
        place = 0
        for match in _UNIT.finditer(prepared):
            key = _key(match, prepared)
            if key is None:
                hyphens.add(place)
                continue
            units.append(Unit(key, match.start(), match.end()))
            starts.append(place)
            place += len(key)
        return cls(prepared, tuple(units), "".join([unit.key for unit in units]), tuple(starts), frozenset(hyphens))

    def find(self, part: "Passage", first: int = 0) -> Iterator[tuple[int, int]]:
        """Places of another passage in this one, as (first unit, unit after the last), from unit `first` on."""
        if not part.joined or first >= len(self.units):
            return
        at = self.joined.find(part.joined, self.starts[first])
        while at >= 0:
            end = at + len(part.joined)
            if self._borders(at) and self._borders(end) and self._same_words(part, at, end):
                yield bisect_left(self.starts, at), bisect_left(self.starts, end)
            at = self.joined.find(part.joined, at + 1)

    def _borders(self, place: int) -> bool:
        if place == len(self.joined):
            return True
        index = bisect_left(self.starts, place)
        return index < len(self.starts) and self.starts[index] == place

    def _same_words(self, part: "Passage", at: int, end: int) -> bool:
        here = {start - at for start in self.starts[bisect_left(self.starts, at) : bisect_left(self.starts, end)]}
        there = set(part.starts)
        return all(at + place in self.hyphens for place in here - there) and (there - here) <= part.hyphens


def _key(match: re.Match[str], text: str) -> str | None:
    """What a unit is compared by; None for a hyphen, which only marks a border."""
    if letters := match["letters"]:
        return letters
    if mark := match["mark"]:
        return mark
    if match["dash"]:
        return _NIL if _is_nil(text, match.start()) else None
    digits = match["number"]
    if _GROUPED.fullmatch(digits):
        digits = digits.replace(",", "")
    before = text[max(0, match.start() - 8) : match.start()]
    negative = bool(_MINUS.search(before)) or bool(_OPENED.search(before) and _CLOSED.match(text, match.end()))
    return f"\x01{'-' if negative else ''}{digits}\x02"


def _is_nil(text: str, place: int) -> bool:
    """Whether a dash stands alone beside numbers, as an empty cell of a table does."""
    before, after = text[max(0, place - 4) : place], text[place + 1 : place + 5]
    alone = (not before or before[-1].isspace() or before[-1] in "$€£¥") and (not after or after[0].isspace())
    numbers = re.search(r"[\d)%-]\s+[$€£¥]?\s?$", before) or re.match(r"\s+[($€£¥]?\s?[\d-]", after)
    return alone and bool(numbers)
