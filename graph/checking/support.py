"""Whether a number of an answer is one that a quote prints, or one that the calculation gives.

A number is supported when, rounded to its own printed decimals, it equals a printed number

- as printed, where the answer names no scale, or
- in amount: printed value times the scale beside it, or else the scale its page states ("in millions"), divided by
  the scale the answer names or the question asks for,

and so for results of the calculation, where a share may also be written as a percentage or in basis points.
Rounding keeps the value within a tenth, and never makes nothing of something.

Signs: a positive number may stand for a printed negative one (cash paid is printed in parentheses). A negative number
needs a printed negative, or a word such as "decrease" in the quote. A fall needs such a word in the answer, too, so
that "grew 3%" is not the result of a calculation that gives -3%.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal

from ingestion.scales import read_scale_note
from ingestion.text import SCALE_WORDS, Number, find_numbers

_FALL = re.compile(
    r"decreas|declin|\bfell\b|\bfall|\bdrop|lower|reduc|\bdown\b|negative|\bloss|contract|shr[aiu]nk|\bless\b|worse|"
    r"deteriorat|outflow|narrow|\bcut|\bused\b|repa[iy]|\bpaid|purchas|unfavo|\bdeficit|impair|\bbelow\b|minus"
)
_SPACED_DASH = re.compile(r"-\s")
_BASIS_POINTS = re.compile(r"\s?(?:basis points?|bps?)\b")
_NUMBER_WORDS = (
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)
_CLOSE = Decimal("1e-12")
_ROUGHEST = Decimal("0.1")


@dataclass(frozen=True, slots=True)
class Printed:
    """A number of a quote. `scales` are what its page, or its use in the answer, says it is counted in."""

    number: Number
    scales: frozenset[int]
    percent_page: bool = False
    falling: bool = False

    @property
    def amounts(self) -> Iterator[Decimal]:
        """The amounts it may stand for, in units."""
        yield self.number.amount
        if self.number.scale == 1 and not self.number.percent:
            yield from (self.number.value * scale for scale in self.scales)


@dataclass(frozen=True, slots=True)
class Claim:
    """A number of an answer. `scales` are multipliers it may be meant in when it names none itself.

    `falling` says that the words around it speak of a fall, `basis_points` that it counts those.
    """

    value: Decimal
    decimals: int
    scale: int = 1
    percent: bool = False
    scales: frozenset[int] = frozenset()
    falling: bool = False
    basis_points: bool = False


def page_scales(text: str) -> frozenset[int]:
    """The scales that notes on a page state; empty where none does."""
    notes = (read_scale_note(line) for line in text.splitlines() if len(line) < 300)
    return frozenset(scale for note in notes if note for scale in (note.scale, note.shares) if scale > 1)


def printed_numbers(quote: str, scales: frozenset[int], *, percent_page: bool, decimal_comma: bool) -> list[Printed]:
    """The numbers of a prepared quote: digits, number words up to twelve, and a dash for nil."""
    falling = bool(_FALL.search(quote))
    numbers = find_numbers(quote) + (find_numbers(quote, decimal_comma=True) if decimal_comma else [])
    for word in re.findall(r"[a-z]+", quote):
        if word in _NUMBER_WORDS:
            numbers.append(Number(word, Decimal(_NUMBER_WORDS.index(word)), 0, 0))
    if re.search(r"(?:^|\s)-(?:\s|$)", quote):
        numbers.append(Number("-", Decimal(0), 0, 0))
    return [
        Printed(number, scales, percent_page, falling or bool(_SPACED_DASH.match(number.text))) for number in numbers
    ]


def claims_of(text: str, scales: frozenset[int], *, decimal_comma: bool = False) -> Iterator[tuple[Number, Claim]]:
    """The numbers of a prepared answer text as claims."""
    falling = bool(_FALL.search(text))
    for number in find_numbers(text, decimal_comma=decimal_comma):
        points = bool(_BASIS_POINTS.match(text, number.end))
        yield (
            number,
            Claim(
                number.value, number.decimals, number.scale, number.percent, scales, falling or number.value < 0, points
            ),
        )


def is_printed(claim: Claim, printed: Iterable[Printed]) -> bool:
    """Whether one of these printed numbers is the claimed one."""
    return any(_equals_printed(claim, one) for one in printed)


def is_result(claim: Claim, results: Iterable[Decimal], scales: frozenset[int]) -> bool:
    """Whether the claim is one of these results of the calculation, whose operands are counted in `scales`."""
    return any(_equals_result(claim, result, scales) for result in results)


def rounds_to(exact: Decimal, stated: Decimal, decimals: int, *, rough: bool = False) -> bool:
    """Whether `stated` is `exact` rounded to so many decimals (half up or half even), or is it but for 1e-12.

    `rough` allows a rounding of more than a tenth, and to zero: right for a computed result, not for a printed number.
    """
    if abs(exact - stated) <= abs(exact) * _CLOSE:
        return True
    if not rough and (not stated or abs(exact - stated) > abs(exact) * _ROUGHEST):
        return False
    if exact.adjusted() + decimals > 25:
        return False
    unit = Decimal(1).scaleb(-decimals)
    return any(exact.quantize(unit, rounding=rule) == stated for rule in (ROUND_HALF_UP, ROUND_HALF_EVEN))


def asked_scales(question: str) -> frozenset[int]:
    """The scales a question asks for: "in USD billions", "(in millions)"."""
    found = re.findall(
        r"\bin (?:us ?)?\$? ?(?:usd |us dollars? |dollars? )?(thousands?|millions?|billions?)\b", question
    )
    found += re.findall(r"\b(?:usd|\$) ?(thousands?|millions?|billions?|mm|mn|bn)\b", question)
    return frozenset(SCALE_WORDS[word] for word in found)


def _equals_printed(claim: Claim, printed: Printed) -> bool:
    number = printed.number
    if not _sign_fits(claim, number.value, falling=printed.falling, is_change=number.percent):
        return False

    def fits(exact: Decimal) -> bool:
        return rounds_to(abs(exact), abs(claim.value), claim.decimals)

    if claim.percent:
        if number.percent or printed.percent_page:
            return fits(number.value)
        return number.decimals >= 2 and fits(number.value * 100)
    if number.percent and fits(number.value / 100):
        return True
    if claim.scale == 1 and fits(number.value):
        return True
    scales = {claim.scale} if claim.scale > 1 else {1, *claim.scales}
    return any(fits(amount / scale) for amount in printed.amounts for scale in scales)


def _equals_result(claim: Claim, result: Decimal, scales: frozenset[int]) -> bool:
    if not _sign_fits(claim, result, falling=False, is_change=True):
        return False

    def fits(exact: Decimal) -> bool:
        return rounds_to(abs(exact), abs(claim.value), claim.decimals, rough=True)

    if claim.basis_points:
        return any(fits(result * factor) for factor in (1, 100, 10_000))
    if claim.percent:
        return fits(result) or fits(result * 100)
    if claim.scale == 1 and (fits(result) or fits(result * 100) or fits(result / 100)):
        return True
    wanted = {claim.scale} if claim.scale > 1 else {1, *claim.scales}
    return any(fits(result * scale / unit) for scale in {1, *scales} for unit in wanted)


def _sign_fits(claim: Claim, exact: Decimal, *, falling: bool, is_change: bool) -> bool:
    """Whether the claim may stand for this number as far as signs go."""
    if (claim.value < 0) == (exact < 0) or not claim.value:
        return True
    if claim.value < 0:
        return falling
    return claim.falling or not is_change
