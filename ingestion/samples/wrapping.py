"""Breaking text into lines that fit a width, in one font or with bold and italic words in it."""

import re

from ingestion.samples.pdf import Fonts

_MARKS = re.compile(r"(\*\*.+?\*\*|__.+?__)")
_WORDS = re.compile(r"\s*\S+\s*")

Run = tuple[str, str]
"""A piece of text and the font it is set in."""


def wrap(fonts: Fonts, text: str, font: str, size: float, width: float) -> list[str]:
    """Lines of `text`, each at most `width` wide unless a single word is wider."""
    return ["".join(piece for piece, _ in line) for line in wrap_runs(fonts, [(text, font)], size, width)]


def runs(text: str, regular: str, bold: str, italic: str) -> list[Run]:
    """Pieces of a text with `**bold**` and `__italic__` marks."""
    pieces: list[Run] = []
    for part in _MARKS.split(text):
        if part.startswith("**") and part.endswith("**") and len(part) > 4:
            pieces.append((part[2:-2], bold))
        elif part.startswith("__") and part.endswith("__") and len(part) > 4:
            pieces.append((part[2:-2], italic))
        elif part:
            pieces.append((part, regular))
    return pieces


def wrap_runs(fonts: Fonts, pieces: list[Run], size: float, width: float) -> list[list[Run]]:
    """Lines of runs; a run's neighbours in the same font are joined, so that a plain line is one piece."""
    lines: list[list[Run]] = [[]]
    used = 0.0
    for text, font in pieces:
        for found in _WORDS.findall(text) or [text]:
            word = found
            if used and used + fonts.width(word.rstrip(), font, size) > width:
                lines.append([])
                used = 0.0
                word = word.lstrip()
            line = lines[-1]
            if line and line[-1][1] == font:
                line[-1] = (line[-1][0] + word, font)
            else:
                line.append((word, font))
            used += fonts.width(word, font, size)
    return [_trim(line) for line in lines]


def _trim(line: list[Run]) -> list[Run]:
    if not line:
        return [("", "tiro")]
    text, font = line[-1]
    return [*line[:-1], (text.rstrip(), font)]
