"""Digits of an answer that name something instead of measuring it: periods, forms, notes, list counters, names.

They need no quote. Most still have to be known, from the question, from a cited page or from its document's name: a
year that stands nowhere there is as invented as a figure would be.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from graph.checking.passages import Passage
from ingestion.text import find_numbers

_MONTH = (
    r"(?:january|february|march|april|may|june|july|august|september|october|november|december"
    r"|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.?"
)
_YEAR = r"(?:19|20)\d\d"
_ALWAYS = [
    r"\b(?:10-?[kq]|8-?k|6-?k|[24]0-?f)(?:/a)?\b",  # forms
    r"\bq[1-4]\b|\b[1-4]q(?!\w)|\bh[12]\b|\b[12]h(?!\w)",
    r"\b(?:1st|2nd|3rd|4th)(?= (?:fiscal )?(?:quarter|half))",
    r"\b\d{1,2}(?:/\d{1,2})?[- ]?(?=-(?:year|quarter|month|week)s?\b)",
    r"(?m:^)\s*(?:\d{1,2}[.)]|\(\d{1,2}\))(?= \S)",  # list counters
]
_IF_KNOWN = [
    rf"\b{_MONTH} \d{{1,2}}(?:st|nd|rd|th)?\b(?:,? {_YEAR}\b)?",
    rf"\b\d{{1,2}} {_MONTH}(?: {_YEAR}\b)?",
    r"(?<![\d/.])\d{1,2}/\d{1,2}/(?:\d{4}|\d{2})(?![\d/])|(?<![\d-])\d{4}-\d{2}-\d{2}(?![\d-])",
    rf"(?<![\w.,$€£¥-])(?<![$€£¥] ){_YEAR}(?:[-/](?:{_YEAR}|\d\d))?"
    r"(?![\w%]|[.,]\d| ?%| (?:thousand|million|billion|percent))",
    rf"\b(?:fy|cy|fiscal(?: year)?) ?(?:{_YEAR}|\d\d)\b",
    rf"\b(?:q[1-4]|[1-4]q|h[12]|[12]h) ?(?:of )?(?:fy)?(?:{_YEAR}|\d\d)\b",
    r"\b(?:notes?|items?|pages?|pp?|parts?|exhibits?|tables?|sections?|schedules?|topics?|asc|asu|rules?|levels?|tiers?"
    r"|phases?|chapters?)[. ]{1,2}\(?\d[\w.-]*(?:(?:,| and| to|-) ?\d[\w.-]*)*",
]
_COMPOUND = re.compile(r"(?<![\w.,$€£¥])(?:[^\W\d_]+[-.&/]?\d\w*|\d+-?[^\W\d_]\w*)(?:[-&/]\w+)*")
_DIGITS = re.compile(r"\d+")
_COUNT_LIMIT = 31


@dataclass(frozen=True)
class Known:
    """What an answer may name: the question, the cited pages and documents. All texts are prepared lines."""

    question: Passage
    texts: tuple[Passage, ...]
    pages: frozenset[int] = frozenset()
    _numbers: set[str] = field(default_factory=set, init=False, repr=False)

    def number(self, digits: str) -> bool:
        """Whether these digits stand in one of the texts, or number a cited page; 18 is known where 2018 is."""
        if not self._numbers:
            self._numbers.update(str(page) for page in self.pages)
            for text in (self.question, *self.texts):
                self._numbers.update(unit.key.strip("\x01\x02").lstrip("-") for unit in text.units)
        plain = digits.lstrip("0") or "0"
        return bool({digits, plain, "0" + plain, f"20{digits}", f"19{digits}"} & self._numbers)

    def word(self, word: str) -> bool:
        """Whether this word, letters and digits, stands in one of the texts; "3ms" (of "3M's") does where "3m" does."""
        forms = "|".join(re.escape(form) for form in {word, word.removesuffix("s")})
        pattern = re.compile(rf"(?<![^\W_])(?:{forms})(?![^\W_])")
        return any(pattern.search(text.text) for text in (self.question, *self.texts))


def named_spans(text: str, known: Known | None) -> list[tuple[int, int]]:
    """The stretches of a prepared text whose digits name something; with `known` None, by their form alone."""

    def known_digits(match: re.Match[str]) -> bool:
        return known is None or all(known.number(digits) for digits in _DIGITS.findall(match.group()))

    spans = [match.span() for pattern in _ALWAYS for match in re.finditer(pattern, text)]
    spans += [m.span() for pattern in _IF_KNOWN for m in re.finditer(pattern, text) if known_digits(m)]
    if known is not None:
        spans += [m.span() for m in _COMPOUND.finditer(text) if known.word(m.group())]
        spans += _question_counts(text, known)
    return spans


def name_words(text: str) -> set[str]:
    """The words of letters and digits in a prepared text, such as names of companies and products."""
    return {match.group() for match in _COMPOUND.finditer(text)}


def _question_counts(text: str, known: Known) -> Iterator[tuple[int, int]]:
    """Small counts the question gave ("the top 5 segments", "2 decimal places").

    Only bare integers up to 31: an amount or a share that stands in the question alone is a claim to be shown.
    """
    asked = {n.value for n in find_numbers(known.question.text) if n.scale == 1 and not n.percent and not n.currency}
    for number in find_numbers(text):
        bare = number.scale == 1 and not (number.percent or number.currency or number.decimals)
        if bare and 0 <= number.value <= _COUNT_LIMIT and number.value in asked:
            yield number.start, number.end


def unnamed_digits(text: str, spans: list[tuple[int, int]]) -> Callable[[int, int], bool]:
    """A test whether the digits from one place to another lie outside all spans."""

    def outside(start: int, end: int) -> bool:
        return not any(first <= start and end <= last for first, last in spans)

    return outside
