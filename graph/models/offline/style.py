"""How a question wants its figure: unit, scale and rounding; and figures written that way."""

import re
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

_SCALES = {"thousand": 10**3, "million": 10**6, "billion": 10**9, "mm": 10**6, "mn": 10**6, "bn": 10**9}
_SCALE = re.compile(
    r"\b(?:in|USD|US\$|\$|dollars?)\s*(?:USD|US|\$|dollars?|units of|of|,)*\s*(thousand|million|billion|mm|mn|bn)s?\b",
    re.I,
)
_DECIMALS = re.compile(
    r"\b(\d|no|zero|one|two|three|four|five)\s+decimals?\b|\bnearest\s+(tenth|hundredth|whole|integer)", re.I
)
_PERCENT = re.compile(
    r"\b(?:in|as)\s+(?:a\s+)?(?:units?\s+of\s+)?(?:percents?|percentages?|%)(?!\s+of\b)|\bwhat percent", re.I
)
_NUMBERS = {
    "no": 0,
    "zero": 0,
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "tenth": 1,
    "hundredth": 2,
    "whole": 0,
    "integer": 0,
}
_SCALE_NAMES = {1: "", 10**3: " thousand", 10**6: " million", 10**9: " billion"}
_SIGNS = {"USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥"}


@dataclass(frozen=True, slots=True)
class Style:
    """What a question asks of its figure; None where it does not say."""

    scale: int | None = None
    decimals: int | None = None
    percent: bool = False


def style_of(question: str) -> Style:
    """Unit, scale and rounding a question asks for."""
    scale, decimals = _SCALE.search(question), _DECIMALS.search(question)
    places: int | None = None
    if decimals:
        word = (decimals[1] or decimals[2]).lower()
        places = int(word) if word.isdigit() else _NUMBERS[word]
    return Style(_SCALES[scale[1].lower()] if scale else None, places, bool(_PERCENT.search(question)))


def rounded(number: Decimal, decimals: int) -> Decimal:
    """Rounded half up, with exactly so many decimals."""
    return number.quantize(Decimal(1).scaleb(-decimals), rounding=ROUND_HALF_UP)


def write_amount(number: Decimal, scale: int | None, currency: str, decimals: int) -> str:
    """An amount on a scale: $1,577 million, -€0.40 billion; without a scale where none is known."""
    value = rounded(number, decimals)
    sign = "-" if value < 0 else ""
    known = _SIGNS.get(currency)
    head = known if known else "" if currency == "shares" else f"{currency} "
    tail = " shares" if currency == "shares" else ""
    return f"{sign}{head}{abs(value):,f}{_SCALE_NAMES.get(scale or 1, '')}{tail}"


def decimals_for(number: Decimal, at_least: int = 2) -> int:
    """Decimals that leave three significant digits, for figures whose rounding nobody asked for."""
    size = number.copy_abs().adjusted() if number else 0
    return max(at_least, min(6, 2 - size)) if size < 0 else at_least
