"""A reply in free text, made plain and cut into sentences."""

import re
import unicodedata

_MARKUP = [
    (re.compile(r"\\(?:d|t)?frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}"), r"(\1) / (\2)"),
    (re.compile(r"\\(?:text|textbf|mathrm|mathbf|boxed)\s*\{([^{}]*)\}"), r"\1"),
    (re.compile(r"\\times|\\cdot"), "*"),
    (re.compile(r"\\approx|≈|≃"), "= "),
    (re.compile(r"\\[()\[\]]|\\left|\\right|\\,|\\;|\\quad"), " "),
    (re.compile(r"\\([$%&_#])"), r"\1"),
    (re.compile(r"\*\*|__|`+"), ""),
    (re.compile(r"(?m)^\s*[*#>•-]+\s+"), ""),
]
_BREAK = re.compile(r"(?<=[.!?])[\"')\]]?\s+(?=[A-Z0-9(\"'$])|\s*\n+\s*|(?<=[;])\s+")
_ABBREVIATED = re.compile(r"\b(?:Inc|Corp|Co|Ltd|No|vs|approx|e\.g|i\.e|U\.S|Mr|Ms|St|Fig|Adj)\.$")


def plain(reply: str) -> str:
    """Without Markdown and LaTeX; NFKC; lines kept."""
    text = unicodedata.normalize("NFKC", reply)
    for pattern, replacement in _MARKUP:
        text = pattern.sub(replacement, text)
    return text.strip()


def sentences(text: str) -> list[str]:
    """Sentences and lines of a plain text, in order, none empty."""
    found: list[str] = []
    for piece in _BREAK.split(text):
        piece = piece.strip()
        if found and _ABBREVIATED.search(found[-1]):
            found[-1] = f"{found[-1]} {piece}"
        elif piece:
            found.append(piece)
    return found
