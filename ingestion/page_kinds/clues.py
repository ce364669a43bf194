"""What the rules look at on one page, computed once per page.

Squashed text is lower case without any space and with straight quotes: PDFs break words ("Balance Shee t"),
letter-space headings and put cells on lines of their own, and squashing undoes all three.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from ingestion.domain import Page

HEAD_LINES = 16
_PLAIN = (
    ("’", "'"),
    ("‘", "'"),
    ("\xa0", " "),
    ("\u2009", " "),
    ("\u200b", ""),
    ("\xad", ""),
    ("\u2011", "-"),
    ("ﬁ", "fi"),
    ("ﬂ", "fl"),
)
_NUMBER = re.compile(r"\d[\d,.]*")
_HEADING_LENGTH = 120
_HEADING_WORDS = 16


@dataclass(frozen=True)
class Clues:
    """One page as the rules see it. `lines` are the printed lines that are not empty, `squashed` the same, squashed."""

    lines: tuple[str, ...]
    squashed: tuple[str, ...]

    @cached_property
    def flat(self) -> str:
        """The whole page squashed."""
        return "".join(self.squashed)

    @cached_property
    def head(self) -> str:
        """The first lines, squashed, separated by line breaks."""
        return "\n".join(self.squashed[:HEAD_LINES])

    @cached_property
    def numbers(self) -> int:
        """How many numbers stand on the page."""
        return len(_NUMBER.findall("\n".join(self.lines)))

    @cached_property
    def number_share(self) -> float:
        """Numbers as a share of all words on the page, 0 to 1; tables of figures have more than 0.25."""
        words = sum(line.count(" ") + 1 for line in self.lines)
        return self.numbers / words if words else 0.0

    def headings(self, limit: int | None = None) -> Iterator[tuple[int, str]]:
        """Number and squashed text of each line that is set like a heading rather than prose or a cell."""
        for number, line in enumerate(self.lines[:limit]):
            if is_heading(line):
                yield number, self.squashed[number]

    def share_after(self, line: int, end: int | None = None) -> float:
        """The share of the page's text, 0 to 1, from a line up to another."""
        return sum(map(len, self.squashed[line:end])) / max(1, len(self.flat))


def is_heading(line: str) -> bool:
    """Whether a line may be a heading: short, starts with a capital or a digit, does not end like a sentence."""
    if len(line) > _HEADING_LENGTH or line[-1] in ".,;" or line.count(" ") > _HEADING_WORDS:
        return False
    first = next((char for char in line if char.isalnum()), "a")
    return not first.islower()


def read_clues(pages: Sequence[Page]) -> list[Clues]:
    """Clues for each page, in order; a page without usable text has no lines."""
    return [_clues(page) for page in pages]


def _clues(page: Page) -> Clues:
    text = page.text if page.readable else ""
    if not text.isascii():
        for odd, plain in _PLAIN:
            text = text.replace(odd, plain)
    flat = text.lower().replace(" ", "").replace("\t", "").replace("\r", "")
    rows = zip(text.split("\n"), flat.split("\n"), strict=True)
    kept = [(line, squashed) for raw, squashed in rows if squashed and (line := raw.strip())]
    return Clues(tuple(line for line, _ in kept), tuple(squashed for _, squashed in kept))
