"""Text as Folio compares it, and the numbers in it.

Filings print one number in many ways: `$1,577`, `(1,577)`, `−1,577` with a real minus, `1.284,6` with a decimal comma.
Everything that reads a number (tables, search, the check, the scorers) reads it here.
"""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

_TRUE_MINUS = "\u2212\uff0d"
_MINUS = "\u2212\uff0d\ufe63\u2010\u2011\u2012\u2013\u2014"
_ZERO_WIDTH = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff\u00ad"))
_QUOTES = {"\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"', "\u0092": "'"}
_FOLDED = dict.fromkeys(map(chr, _ZERO_WIDTH), "") | _QUOTES | dict.fromkeys(_MINUS, "-")
_FOLDABLE = re.compile(f"[{''.join(_FOLDED)}]")

_GROUPED_POINT = r"\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d+)?"  # 1,234,567.8 and lakh grouping 1,23,456
_PLAIN_POINT = r"\d+(?:\.\d+)?|\.\d+"
_GROUPED_COMMA = r"\d{1,3}(?:\.\d{3})+(?:,\d+)?"
_PLAIN_COMMA = r"\d+(?:,\d+)?"

SCALE_WORDS: dict[str, int] = {
    "hundred": 100,
    "thousand": 10**3,
    "thousands": 10**3,
    "k": 10**3,
    "lakh": 10**5,
    "million": 10**6,
    "millions": 10**6,
    "mm": 10**6,
    "mn": 10**6,
    "mio": 10**6,
    "m": 10**6,
    "crore": 10**7,
    "billion": 10**9,
    "billions": 10**9,
    "bn": 10**9,
    "b": 10**9,
    "mrd": 10**9,
    "trillion": 10**12,
}
_CURRENCIES = {"$": "USD", "US$": "USD", "USD": "USD", "€": "EUR", "EUR": "EUR", "£": "GBP", "GBP": "GBP", "¥": "JPY"}
_SCALE = "|".join(sorted(SCALE_WORDS, key=len, reverse=True))
_LONG_SCALE = "|".join(sorted((w for w in SCALE_WORDS if len(w) > 1), key=len, reverse=True))
_LETTER_SCALE = "|".join(w for w in SCALE_WORDS if len(w) == 1)


def _pattern(number: str) -> re.Pattern[str]:
    return re.compile(
        rf"(?P<open>\()?\s?(?P<sign>[-+{_MINUS}])?\s?(?P<currency>US\$|[$€£¥]|USD|EUR|GBP)?\s?(?P<sign2>[-{_MINUS}])?"
        rf"(?<![\w.,])(?P<number>{number})(?![\d]|[.,]\d)(?P<close>\s?\))?"
        rf"(?:\s?(?P<percent>%|percent\b|per cent\b)|[\s-]?(?P<word>{_LONG_SCALE})\b\.?|(?P<letter>{_LETTER_SCALE})\b)?"
        rf"(?P<late>\s?\))?",
        re.IGNORECASE,
    )


_COMMA_STYLE = re.compile(r"(?<![\w.,])(?:\d{1,3}(?:\.\d{3})+(?:,\d+)?|\d+,\d{1,2})(?![\w.,]\d|\d)")
_POINT_STYLE = re.compile(r"(?<![\w.,])(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+\.\d{1,2})(?![\w.,]\d|\d)")
_ENOUGH_STYLE = 200
_PLAIN_CELL = re.compile(
    rf"(?P<open>\()?\$?\s?(?P<open2>\()?(?P<minus>[{_MINUS}-])?\$?(?P<number>{_GROUPED_POINT}|{_PLAIN_POINT})\)?%?\)?"
)
_RAISED = re.compile("[\u00b9\u00b2\u00b3\u2070\u2074-\u2079]+")
_POINT = _pattern(f"{_GROUPED_POINT}|{_PLAIN_POINT}")
_COMMA = _pattern(f"{_GROUPED_COMMA}|{_PLAIN_COMMA}")


@dataclass(frozen=True, slots=True)
class Number:
    """A number as it stands in a text.

    `value` is signed and as printed, without `scale`; `amount` is `value * scale`. `decimals` counts printed decimal
    places. `percent` and `currency` tell the unit where it is printed beside the digits.
    """

    text: str
    value: Decimal
    start: int
    end: int
    scale: int = 1
    percent: bool = False
    currency: str | None = None
    decimals: int = 0

    @property
    def amount(self) -> Decimal:
        """The value times the scale word beside it."""
        return self.value * self.scale


def normalise(text: str) -> str:
    """NFKC, straight quotes, one kind of minus, no zero-width characters, single spaces, case folded.

    Length is not kept. En and em dashes become "-": `find_numbers` decides which of them are signs.
    """
    if not text.isascii():
        # Every page passes here: a search for the few characters concerned is five times as fast as translate().
        text = _FOLDABLE.sub(lambda match: _FOLDED[match[0]], unicodedata.normalize("NFKC", text))
    return " ".join(text.split()).casefold()


def find_numbers(text: str, *, decimal_comma: bool = False) -> list[Number]:
    """All numbers of a text, left to right, with sign, scale word, percent and currency.

    A dash is a sign only where it does not join two numbers or follow a letter: "2030–2031" holds two positive
    numbers, "–310" a negative one, "10-K" none below zero. Parentheses around a whole number make it negative only
    when nothing else stands inside them. Words such as "Q2" or "FY2018" do not hold a number (`\\w` before a digit).
    """
    found: list[Number] = []
    for match in (_COMMA if decimal_comma else _POINT).finditer(text):
        printed = match["number"]
        plain = printed.replace(".", "").replace(",", ".") if decimal_comma else printed.replace(",", "")
        value = Decimal(plain)
        closed = bool(match["close"] or match["late"])
        if (match["open"] and closed) or _is_sign(text, match):
            value = -value
        scale_word = (match["word"] or match["letter"] or "").lower()
        found.append(
            Number(
                text=match.group().strip(),
                value=value,
                start=match.start("number"),
                end=match.end("number"),
                scale=SCALE_WORDS.get(scale_word, 1),
                percent=bool(match["percent"]),
                currency=_CURRENCIES.get((match["currency"] or "").upper()),
                decimals=len(plain.partition(".")[2]),
            )
        )
    return found


def _is_sign(text: str, match: re.Match[str]) -> bool:
    for name in ("sign", "sign2"):
        if not match[name] or match[name] == "+":
            continue
        start, end = match.span(name)
        before, apart = text[max(0, start - 2) : start], text[end : end + 1].isspace()
        stuck = bool(before) and (before[-1].isalnum() or before[-1] in ").%_")
        joins = apart and len(before) == 2 and before[1].isspace() and (before[0].isdigit() or before[0] in "%)")
        # A dash with room after it is the nil of the cell before ("Restructuring — 6,315"), unless it is a real minus.
        if not stuck and not joins and (not apart or match[name] in _TRUE_MINUS):
            return True
    return False


def prints_decimal_comma(texts: Iterable[str]) -> bool:
    """Whether a document writes 1.284,6 for 1,284.6; the convention is held for the whole document.

    "1.284" could be either, but numbers with three decimals are rare, so it counts as grouped.
    """
    comma = point = 0
    for text in texts:
        comma += len(_COMMA_STYLE.findall(text))
        point += len(_POINT_STYLE.findall(text))
        if comma + point > _ENOUGH_STYLE:
            break
    return comma > point


def parse_cell(cell: str, *, decimal_comma: bool = False) -> Decimal | None:
    """The number a table cell prints, signed; None for a dash, a blank, or text that is not one number.

    A dash alone means nil in a statement, which is not the same as a printed zero: callers decide.
    """
    if not decimal_comma and (plain := _PLAIN_CELL.fullmatch(cell)):
        value = Decimal(plain["number"].replace(",", ""))
        return -value if plain["open"] or plain["open2"] or plain["minus"] else value
    # A raised footnote mark would become a digit.
    text = unicodedata.normalize("NFKC", _RAISED.sub("", cell)).translate(_ZERO_WIDTH).strip()
    numbers = find_numbers(text, decimal_comma=decimal_comma)
    if len(numbers) != 1:
        return None
    rest = text[: numbers[0].start] + text[numbers[0].end :]
    # What may stand beside the digits in a cell: currency, parentheses, sign, percent, scale word.
    leftover = re.sub(rf"[()$€£¥%\s*+{_MINUS}-]|US|USD|EUR|GBP|\b(?:{_SCALE})\b\.?", "", rest, flags=re.IGNORECASE)
    if leftover:
        return None
    value = numbers[0].value
    # "(1,577" : the closing parenthesis is often a word of its own, cut off by the column.
    return -value if text.startswith(("(", "$(", "$ (")) and value > 0 else value
