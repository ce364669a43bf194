"""Sparse BM25 vectors, the same for both index backends, with numbers kept whole.

    w(t, chunk) = tf * (k + 1) / (tf + k * (1 - b + b * len / avg_len)),   k = 1.2, b = 0.75

Tokens are stemmed English words hashed to 32 bits (`qdrant_edge.Bm25`); the index applies IDF. That tokenizer
splits "1,234.5" into three pieces, so every number is first rewritten to one token that says its value:
"6,814,000", "68,14,000", "6814000" and "6.814 million" become 6814000, and "6.50" becomes 6p5 (a letter holds
where "." and "_" split). A number with a scale word keeps its printed form as well. A round amount in a question is
also looked for as a statement in thousands, millions or billions prints it, at a lower weight.
"""

import re
from collections.abc import Sequence

from qdrant_edge import Bm25, Bm25Config

from ingestion.index.base import SparseWeights
from ingestion.text import SCALE_WORDS, normalise

# Measured on 2,134 chunks of annual reports, 1,207 characters on average with their header, stop words gone.
AVERAGE_TOKENS = 125.0
# How a statement might print an amount is a guess: it must not outrank the amount itself.
RESCALED_WEIGHT = 0.3

_SHORT_SCALES = ("mm", "k", "m", "b")  # an amount in "$5m", but a length in "5 m"
_SCALE = "|".join(sorted(set(SCALE_WORDS) - set(_SHORT_SCALES), key=len, reverse=True))
# It starts with a digit (or the point of ".5") and looks back from there, which lets the engine skip what is no number.
_NUMBER = re.compile(
    r"(?P<number>[.0-9](?<![\w.,].)[0-9]*(?:[.,][0-9]+)*)"
    rf"(?:[ -]?(?P<scale>{_SCALE})\b| ?(?P<short>{'|'.join(_SHORT_SCALES)})\b|-(?P<form>[kqf])\b)?"
)
_YEAR = re.compile(r"fy(?<!\wfy) ?'?([0-9]{4}|[0-9]{2})\b")  # FY18 is 2018
_POINT = re.compile(r"(?:\d{1,3}(?:,\d{2,3})*,\d{3}|\d*)(?:\.\d+)?")  # 6,814.5; lakh grouping 68,14,000
_COMMA = re.compile(r"\d{1,3}(?:\.\d{3})+,\d+|\d{1,3}(?:\.\d{3}){2,}")  # 1.284,6 and 1.284.000, never 1.284
_POWERS = {word: len(str(factor)) - 1 for word, factor in SCALE_WORDS.items()}
_STATEMENT_POWERS = (3, 6, 9)
_SEP = "p"
_CURRENCIES = ("$", "€", "£", "¥", "s$")
_SUPERSCRIPT = re.compile("[⁰¹²³⁴⁵⁶⁷⁸⁹]")  # NFKC would glue a footnote mark to its number


class Bm25Encoder:
    """Text to BM25 weights; deterministic, needs no download, about 6,000 chunks a second on one core.

    `average_tokens` is the mean length of an indexed text in tokens. Safe to share between threads.
    """

    def __init__(self, average_tokens: float = AVERAGE_TOKENS) -> None:
        self._model = Bm25(Bm25Config(avg_len=average_tokens, ascii_folding=True))

    def encode_passage(self, text: str) -> SparseWeights:
        """Term-frequency weights of a chunk; empty for text without a word or number."""
        vector = self._model.embed_document(rewrite_numbers(text))
        return SparseWeights(tuple(vector.indices), tuple(vector.values))

    def encode_query(self, text: str) -> SparseWeights:
        """Weight 1 for every distinct token, RESCALED_WEIGHT for other ways to print its round amounts."""
        rewritten = rewrite_numbers(text)
        return combine([(self._terms(rewritten), 1.0), (self._terms(_rescaled(rewritten)), RESCALED_WEIGHT)])

    def _terms(self, rewritten: str) -> SparseWeights:
        vector = self._model.embed_query(rewritten)
        return SparseWeights(tuple(vector.indices), tuple(vector.values))


def combine(parts: Sequence[tuple[SparseWeights, float]]) -> SparseWeights:
    """One sparse vector of several, each times its factor; a token in several keeps its largest weight."""
    merged: dict[int, float] = {}
    for weights, factor in parts:
        for index, value in zip(weights.indices, weights.values, strict=True):
            merged[index] = max(merged.get(index, 0.0), value * factor)
    ordered = sorted(merged.items())
    return SparseWeights(tuple(index for index, _ in ordered), tuple(value for _, value in ordered))


def rewrite_numbers(text: str) -> str:
    """Text normalised (NFKC, case folded, one space) with each number as one token by its value."""
    folded = normalise(text if text.isascii() else _SUPERSCRIPT.sub(" ", text))
    return _NUMBER.sub(_token, _YEAR.sub(_year, folded))


def _year(match: re.Match[str]) -> str:
    return match[1] if len(match[1]) == 4 else f"20{match[1]}"


def _token(match: re.Match[str]) -> str:
    printed, scale, short, form = match.groups()
    if form:
        return printed + form  # 10-K and 10K are one word
    if printed.isdecimal() and not (scale or short):
        return printed
    if _POINT.fullmatch(printed):
        whole, _, fraction = printed.replace(",", "").partition(".")
    elif _COMMA.fullmatch(printed):
        whole, _, fraction = printed.replace(".", "").partition(",")
    else:
        return match.group()  # "2018,2017" or "1.2.3": several numbers
    if short and match.string[max(0, match.start() - 2) : match.start()].strip() in _CURRENCIES:
        scale = short
    plain = _shift(whole, fraction, 0)
    if scale:
        return f"{_shift(whole, fraction, _POWERS[scale])} {plain}"
    return plain + match.group()[len(printed) :]


def _shift(whole: str, fraction: str, power: int) -> str:
    """The digits of whole.fraction * 10**power, without needless zeros, _SEP for the point."""
    if power >= 0:
        fraction = fraction.ljust(power, "0")
        whole, fraction = whole + fraction[:power], fraction[power:]
    else:
        whole = whole.rjust(-power, "0")
        whole, fraction = whole[:power], whole[power:] + fraction
    whole, fraction = whole.lstrip("0") or "0", fraction.rstrip("0")
    return f"{whole}{_SEP}{fraction}" if fraction else whole


def _rescaled(rewritten: str) -> str:
    """Round amounts of a rewritten question in thousands, millions and billions: 6814000 as 6814."""
    found: list[str] = []
    for amount in re.findall(r"\b\d{4,}(?:p\d+)?\b", rewritten):
        whole, _, fraction = amount.partition(_SEP)
        for power in _STATEMENT_POWERS:
            shifted = _shift(whole, fraction, -power)
            head, _, tail = shifted.partition(_SEP)
            if len(head) >= 3 and len(tail) <= 2:
                found.append(shifted)
    return " ".join(found)
