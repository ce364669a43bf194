"""Page numbers as printed on the pages ("47", "F-12", "iii"), which seldom equal the PDF's own count."""

import re
from collections.abc import Sequence

_EDGE_LINES = 3
_NUMBER = re.compile(
    r"(?:page\s+)?[-\u2013\u2014\s|]*(?P<prefix>[a-z]{1,2}-)?(?P<number>\d{1,4}|[ivxl]{1,7})[-\u2013\u2014\s|]*"
    r"(?:(?:of|/)\s*\d{1,4})?",
    re.IGNORECASE,
)
_BESIDE_TEXT = re.compile(r"^(?P<first>\d{1,4})\s+[|\D].*|.*?[|\s](?P<last>\d{1,4})$")
_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50}
_REACH = 2

Candidate = tuple[str, int, str]
"""Series the number counts in, its value, and how it is printed."""


def printed_numbers(texts: Sequence[str]) -> list[str | None]:
    """The printed number of each page, from the first and last lines of the pages' texts, in order.

    A number on the edge of a page is its page number only if a page near by carries the number that belongs there:
    a number that stands alone may as well be the last cell of a table.
    """
    candidates = [_candidates(text) for text in texts]
    values = [{(series, value) for series, value, _ in found} for found in candidates]
    return [_confirmed(index, found, values) for index, found in enumerate(candidates)]


def _confirmed(index: int, found: Sequence[Candidate], values: Sequence[set[tuple[str, int]]]) -> str | None:
    near = [step for step in range(-_REACH, _REACH + 1) if step and 0 <= index + step < len(values)]
    best: tuple[int, str] | None = None
    for series, value, printed in found:
        votes = sum((series, value + step) in values[index + step] for step in near)
        if votes and (best is None or votes > best[0]):
            best = votes, printed
    return best[1] if best else None


def _candidates(text: str) -> list[Candidate]:
    lines = [line.strip() for line in text.strip().split("\n")]
    found: list[Candidate] = []
    for line in dict.fromkeys(lines[-_EDGE_LINES:][::-1] + lines[:_EDGE_LINES]):
        if not line or len(line) > 120:
            continue
        if len(line) < 20 and (match := _NUMBER.fullmatch(line)):
            prefix, number = match["prefix"] or "", match["number"]
            roman = not number.isdecimal()
            value = _from_roman(number.lower()) if roman else int(number)
            found.append((("roman" if roman else "") + prefix.upper(), value, prefix.upper() + number))
        elif beside := _BESIDE_TEXT.fullmatch(line):
            number = beside["first"] or beside["last"]
            found.append(("", int(number), number))
    return found


def _from_roman(numeral: str) -> int:
    values = [_ROMAN[letter] for letter in numeral]
    after = [*values[1:], 0]
    return sum(-value if value < following else value for value, following in zip(values, after, strict=True))
