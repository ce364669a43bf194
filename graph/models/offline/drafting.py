"""Building an answer around figures: each with its citation, each citation once."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from decimal import Decimal

from graph.domain import Answer, Calculation, Citation, UsedNumber, Value
from graph.figures import Computation, PeriodFigure, describe_period
from graph.models.offline.style import Style, decimals_for, rounded, write_amount

_SMOOTH = Decimal("1e-12")


@dataclass(frozen=True, slots=True)
class Written:
    """A figure in words and as the value of an answer. `exact` is unrounded, in the value's unit and scale."""

    text: str
    value: Value
    exact: Decimal


def write_result(result: Computation, style: Style, *, exact: Decimal | None = None) -> Written:
    """A result (or another number of its unit, `exact`) as the question wants it."""
    number = result.result if exact is None else exact
    match result.unit:
        case "percent":
            return _percent(number, style)
        case "currency":
            return _amount(number, result, style)
        case "currency/share":
            decimals = style.decimals if style.decimals is not None else 2
            text = f"{write_amount(number, 1, result.currency.partition('/')[0], decimals)} per share"
            return Written(text, Value(number=rounded(number, decimals), unit=f"{result.currency}/share"), number)
        case _ if style.percent:
            return _percent(number, style)
        case unit:
            decimals = style.decimals if style.decimals is not None else decimals_for(number)
            value = rounded(number, decimals)
            tail = {"times": " times", "days": " days"}.get(unit, "")
            return Written(f"{value:,f}{tail}", Value(number=value, unit="days" if unit == "days" else "pure"), number)


def _percent(share: Decimal, style: Style) -> Written:
    decimals = style.decimals if style.decimals is not None else 1
    number = rounded(share * 100, decimals)
    return Written(f"{number:,f}%", Value(number=number, unit="percent"), share * 100)


def _amount(number: Decimal, result: Computation, style: Style) -> Written:
    own = result.scale
    scale = style.scale if style.scale and own else own
    exact = number * own / scale if own and scale else number
    decimals = style.decimals if style.decimals is not None else _amount_decimals(exact, converted=scale != own)
    text = write_amount(exact, scale, result.currency, decimals)
    return Written(text, Value(number=rounded(exact, decimals), unit=result.currency, scale=scale or 1), exact)


def _amount_decimals(exact: Decimal, *, converted: bool) -> int:
    printed = max(0, -int(exact.normalize().as_tuple().exponent))
    return min(2, printed) if converted or printed else 0


@dataclass
class Draft:
    """An answer in the making."""

    citations: list[Citation] = field(default_factory=list)
    numbers: list[UsedNumber] = field(default_factory=list)
    sure: float = 1.0

    def use(self, figures: Iterable[PeriodFigure]) -> None:
        """Cite the row of each figure and note its number."""
        for figure in figures:
            place = self.cite(figure.figure.doc, figure.figure.page, figure.figure.quote)
            used = UsedNumber(
                label=f"{figure.name}, {describe_period(figure.period)}",
                number=figure.figure.value,
                scale=figure.figure.scale,
                unit=figure.figure.unit,
                citation=place,
            )
            if used not in self.numbers:
                self.numbers.append(used)
            self.sure = min(self.sure, figure.score)

    def cite(self, doc: str, page: int, quote: str) -> int:
        """The position of a citation, made if it is new."""
        citation = Citation(doc=doc, page=page, quote=quote)
        if citation not in self.citations:
            self.citations.append(citation)
        return self.citations.index(citation)

    def answer(self, text: str, value: Value | None = None, calculation: Calculation | None = None) -> Answer:
        """The finished answer."""
        return Answer(
            answer=text,
            value=value,
            numbers_used=tuple(self.numbers),
            calculation=calculation,
            citations=tuple(self.citations),
            confidence=round(max(0.0, min(1.0, self.sure)), 3),
        )


def calculation_of(result: Computation) -> Calculation | None:
    """The calculation behind a result; None where the figure is printed as it is."""
    if len(result.operands) == 1 and not any(sign in result.expression for sign in "+*/ "):
        return None
    return Calculation(expression=result.expression, result=result.result)
