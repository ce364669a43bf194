"""What the rules look at on one page, computed once per page.

Squashed text is lower case without any space and with straight quotes: PDFs break words ("Balance Shee t"), letter-space
headings, and put cells on lines of their own, and squashing undoes all three.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from ingestion.domain import Page

HEAD_LINES = 16
_STRAIGHT = (("’", "'"), ("‘", "'"), ("\xa0", " "), ("\u2009", " "), ("\u200b", ""), ("\xad", ""), ("\u2011", "-"))
_NUMBER = re.compile(r"\d[\d,.]*")


@dataclass(frozen=True)
class Clues:
    """One page as the rules see it. `lines` are the printed lines that are not empty, `squashed` the same, squashed."""

    number: int
    lines: tuple[str, ...]
    squashed: tuple[str, ...]
    readable: bool

    @cached_property
    def flat(self) -> str:
        """The whole page squashed."""
        return "".join(self.squashed)

    @cached_property
    def head(self) -> str:
        """The first lines, squashed, separated by line breaks."""
        return "\n".join(self.squashed[:HEAD_LINES])

    @cached_property
    def number_share(self) -> float:
        """Numbers as a share of all words on the page, 0 to 1; tables of figures have more than 0.25."""
        words = sum(line.count(" ") + 1 for line in self.lines)
        return len(_NUMBER.findall("\n".join(self.lines))) / words if words else 0.0


def read_clues(pages: Sequence[Page]) -> list[Clues]:
    """Clues for each page, in order."""
    return [_clues(page) for page in pages]


def _clues(page: Page) -> Clues:
    text = page.text
    if not text.isascii():
        for odd, plain in _STRAIGHT:
            text = text.replace(odd, plain)
    flat = text.lower().replace(" ", "").replace("\t", "").replace("\r", "")
    rows = zip(text.split("\n"), flat.split("\n"), strict=True)
    pairs = [(line, flat_line) for raw, flat_line in rows if flat_line and (line := raw.strip())]
    lines, squashed = zip(*pairs, strict=True) if pairs else ((), ())
    return Clues(page.number, lines, squashed, page.readable)
