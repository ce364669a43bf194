"""The check of a draft answer.

1. Each quote stands on its cited page (graph.checking.quotes), and each cited filing is within the question's scope.
2. The calculation, recomputed, gives its stated result, from operands that quotes print (graph.checking.workings).
3. Each number of the answer and its value stands in a quote, or is a step of the calculation
   (graph.checking.support), or merely names a period, a form, a note (graph.checking.names). Digits that are neither
   are unsupported: nothing is passed over.

A refusal states no figure, so that its text is not checked; its citations are.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Protocol

from graph.calculator import CalculatorError, Expression
from graph.checking.names import Known, named_spans, unnamed_digits
from graph.checking.passages import Passage, prepare_line
from graph.checking.quotes import page_passages, spans_of
from graph.checking.support import (
    Claim,
    Printed,
    asked_scales,
    claims_of,
    is_printed,
    is_result,
    page_scales,
    printed_numbers,
    rounds_to,
)
from graph.checking.workings import foreign_operands, steps
from graph.domain import Answer, Citation, Failure, UsedNumber
from ingestion.domain import Page
from ingestion.errors import NotFound
from ingestion.text import find_numbers

_DECIMAL_COMMA = re.compile(r"\d\.\d{3},\d|\d,\d{1,2} ?%|\b(?:mio|mrd)\.")
_POWERS = tuple(Decimal(10) ** power for power in (-9, -6, -3, 3, 6, 9))


class PageSource(Protocol):
    """Where cited pages are read; `ingestion.catalogue.Catalogue` is one."""

    def page(self, doc: str, number: int) -> Page:
        """The page with its words; raises UnknownFiling or UnknownPage."""
        ...


@dataclass
class _Draft:
    """An answer under check: the question, and what its citations, as far as they hold, print."""

    answer: Answer
    question: str
    scales: frozenset[int] = frozenset()
    printed: dict[int, list[Printed]] = field(default_factory=dict)
    passages: dict[tuple[str, int], list[Passage]] = field(default_factory=dict)
    results: list[Decimal] = field(default_factory=list)
    comma: bool = False

    @property
    def all_printed(self) -> list[Printed]:
        return [one for numbers in self.printed.values() for one in numbers]


def check_answer(answer: Answer, pages: PageSource, scope: Collection[str], *, question: str = "") -> list[Failure]:
    """What is wrong with an answer, in reading order; empty when it stands.

    Args:
        answer: The draft; pages of its citations count from 1.
        pages: Where the cited pages are read.
        scope: Documents that may be cited; empty means every one.
        question: Its text. Small counts, names and assumptions in it may be repeated without a quote.
    """
    draft = _Draft(answer, prepare_line(question))
    draft.scales = asked_scales(draft.question)
    failures = [*_check_citations(draft, pages, scope)]
    if answer.refused:
        if answer.value is not None:
            failures.append(Failure(kind="invalid", detail="a refusal states no value"))
        return failures
    if not answer.citations:
        failures.append(Failure(kind="no_citation", detail="the answer cites no page"))
    if not answer.answer.strip():
        failures.append(Failure(kind="invalid", detail="the answer is empty"))
    failures += _check_operands(draft)
    failures += _check_calculation(draft)
    failures += _check_numbers(draft)
    return failures


def _check_citations(draft: _Draft, pages: PageSource, scope: Collection[str]) -> Iterator[Failure]:
    for index, citation in enumerate(draft.answer.citations):
        if scope and citation.doc not in scope:
            yield Failure(kind="out_of_scope", detail=f"{citation.doc} is not among the filings of the question")
            continue
        try:
            page = pages.page(citation.doc, citation.page)
        except NotFound as error:
            yield Failure(kind="quote_not_on_page", detail=str(error))
            continue
        key = (citation.doc, citation.page)
        if key not in draft.passages:
            draft.passages[key] = page_passages(page)
        if not any(spans_of(citation.quote, passage) for passage in draft.passages[key]):
            quote = " ".join(citation.quote.split())[:120]
            yield Failure(kind="quote_not_on_page", detail=f"not on page {citation.page} of {citation.doc}: {quote!r}")
            continue
        draft.printed[index] = _printed(draft, index, citation, page)


def _printed(draft: _Draft, index: int, citation: Citation, page: Page) -> list[Printed]:
    text = draft.passages[citation.doc, citation.page][0].text
    comma = bool(_DECIMAL_COMMA.search(text))
    draft.comma |= comma
    scales = page_scales(page.text)
    if not scales:  # nothing stated on this page: the draft's own word for it, which comes from the catalogue
        scales = frozenset(u.scale for u in draft.answer.numbers_used if u.citation == index and u.scale)
    return printed_numbers(
        prepare_line(citation.quote),
        scales,
        percent_page="%" in text or "percent" in text,
        decimal_comma=comma,
    )


def _check_operands(draft: _Draft) -> Iterator[Failure]:
    for used in draft.answer.numbers_used:
        if used.citation not in draft.printed:
            continue  # its citation has failed, which says enough
        if not _is_used_as_printed(used, draft.printed[used.citation]):
            yield Failure(
                kind="number_unsupported", detail=f"{used.label} {used.number:,f} does not stand in its quote"
            )


def _is_used_as_printed(used: UsedNumber, printed: list[Printed]) -> bool:
    for one in printed:
        number = one.number
        if abs(used.number) == abs(number.value):
            stated = {number.scale} if number.scale > 1 else one.scales
            if used.scale in (None, 1) or not stated or used.scale in stated:
                return True
        if number.percent and abs(used.number) * 100 == abs(number.value):
            return True
        if abs(used.number * (used.scale or 1)) in {abs(amount) for amount in one.amounts}:
            return True
    return False


def _check_calculation(draft: _Draft) -> Iterator[Failure]:
    calculation = draft.answer.calculation
    if calculation is None:
        return
    try:
        expression = Expression(calculation.expression)
        draft.results = steps(expression)
    except CalculatorError as error:
        yield Failure(kind="calculation_wrong", detail=f"{calculation.expression[:120]}: {error}")
        return
    exact, stated = draft.results[0], calculation.result
    decimals = max(0, -int(stated.as_tuple().exponent)) if stated.is_finite() else 0
    if not stated.is_finite() or not rounds_to(exact, stated, decimals):
        yield Failure(
            kind="calculation_wrong", detail=f"{calculation.expression[:120]} is {_short(exact)}, not {_short(stated)}"
        )
    foreign = foreign_operands(expression, lambda value: _is_operand(value, draft))
    for value in foreign:
        yield Failure(kind="number_unsupported", detail=f"the operand {_short(value)} stands in no quote")
    if foreign:
        draft.results = []


def _is_operand(value: Decimal, draft: _Draft) -> bool:
    # Digits only: the "one" of "due within one year" is no operand.
    known = [one.number for one in draft.all_printed if one.number.end]
    known += [number for number in find_numbers(draft.question) if not _is_year(number.value)]
    for number in known:
        for printed in (number.value, number.amount, *((number.value / 100,) if number.percent else ())):
            if abs(printed) == abs(value) or (printed and any(abs(printed) * p == abs(value) for p in _POWERS)):
                return True
    return False


def _is_year(value: Decimal) -> bool:
    return value == value.to_integral_value() and 1900 <= value <= 2100


def _check_numbers(draft: _Draft) -> Iterator[Failure]:
    answer = draft.answer
    text = "\n".join([prepare_line(line) for line in answer.answer.splitlines()])
    passages = [passage for texts in draft.passages.values() for passage in texts]
    documents = [Passage.of(citation.doc) for citation in answer.citations]
    cited_pages = frozenset(citation.page for citation in answer.citations)
    known = Known(Passage.of(draft.question), (*passages, *documents), cited_pages)
    is_claim = unnamed_digits(text, named_spans(text, known))
    stated_scale = {answer.value.scale} if answer.value else set()
    seen: list[tuple[int, int]] = []
    numbers = claims_of(
        text, draft.scales | stated_scale, decimal_comma=draft.comma and bool(_DECIMAL_COMMA.search(text))
    )
    for number, claim in numbers:
        seen.append((number.start, number.end))
        if is_claim(number.start, number.end) and not _is_supported(claim, draft):
            yield Failure(kind="number_unsupported", detail=_unsupported(number.text))
    is_unread = unnamed_digits(text, seen)
    for digits in re.finditer(r"\d+(?:[.,]\d+)*", text):
        if is_claim(*digits.span()) and is_unread(*digits.span()):
            word = re.search(r"\S*$", text[: digits.start()])
            yield Failure(
                kind="number_unsupported", detail=_unsupported(f"{word.group() if word else ''}{digits.group()}")
            )
    if answer.value is not None and not _is_supported(_value_claim(answer, text), draft):
        yield Failure(kind="number_unsupported", detail=_unsupported(f"the value {_short(answer.value.number)}"))


def _value_claim(answer: Answer, text: str) -> Claim:
    assert answer.value is not None  # noqa: S101 - asked only where there is one
    value = answer.value
    decimals = max(0, -int(value.number.as_tuple().exponent))
    falling = any(claim.falling for _, claim in claims_of(text, frozenset()))
    return Claim(value.number, decimals, value.scale, value.unit == "percent", frozenset(), falling)


def _is_supported(claim: Claim, draft: _Draft) -> bool:
    scales = frozenset(scale for one in draft.all_printed for scale in one.scales)
    return is_printed(claim, draft.all_printed) or is_result(claim, draft.results, scales)


def _unsupported(what: str) -> str:
    return f"{what} stands in no quote and is no step of the calculation"


def _short(number: Decimal) -> str:
    return f"{number:,.12g}" if number.is_finite() else str(number)
