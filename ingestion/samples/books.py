"""Arithmetic in whole units, and the books: all quarters of a company, added up as asked."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from ingestion.samples.model import Flows, Levels


def share(amount: int, basis_points: int) -> int:
    """`basis_points` of an amount, rounded half away from zero."""
    product = amount * basis_points
    return (abs(product) + 5_000) // 10_000 * (1 if product >= 0 else -1)


def allocate(total: int, weights: Sequence[int]) -> list[int]:
    """Whole parts of a total by weight, which add up to it exactly (rounded cumulatively)."""
    parts, done, reached, whole = [], 0, 0, sum(weights)
    for weight in weights:
        reached += weight
        upto = (2 * total * reached + whole) // (2 * whole)
        parts.append(upto - done)
        done = upto
    return parts


def add_flows(parts: Iterable[Flows]) -> Flows:
    """Flows of a longer period. Weighted shares are averaged; everything else adds up."""
    pieces = list(parts)
    values: dict[str, Any] = {}
    for item in fields(Flows):
        column = [getattr(piece, item.name) for piece in pieces]
        if isinstance(column[0], tuple):
            values[item.name] = tuple(sum(numbers) for numbers in zip(*column, strict=True))
        else:
            values[item.name] = sum(column)
    for name in ("basic_shares", "diluted_shares"):
        total = sum(getattr(piece, name) for piece in pieces)
        values[name] = (2 * total + len(pieces)) // (2 * len(pieces))
    return Flows(**values)


def eps(net_income: int, shares_thousands: int, unit: int) -> Decimal:
    """Earnings per share in dollars and cents; `net_income` in `unit` dollars."""
    value = Decimal(net_income * unit) / Decimal(shares_thousands * 1000)
    return value.quantize(Decimal("0.01"), ROUND_HALF_UP)


@dataclass(frozen=True)
class Quarter:
    """One quarter: what happened in it and what stood at its end."""

    fiscal_year: int
    number: int
    flows: Flows
    levels: Levels


@dataclass(frozen=True)
class Books:
    """All quarters of a company, and the levels before the first."""

    opening: Levels
    quarters: tuple[Quarter, ...] = field(default=())

    def flows(self, year: int, quarters: Sequence[int] = (1, 2, 3, 4)) -> Flows:
        """Flows of some quarters of a fiscal year."""
        return add_flows(q.flows for q in self.quarters if q.fiscal_year == year and q.number in quarters)

    def levels(self, year: int, quarter: int = 4) -> Levels:
        """Levels at the end of a quarter; the quarter before the first gives the opening ones."""
        for item in self.quarters:
            if (item.fiscal_year, item.number) == (year, quarter):
                return item.levels
        if self.quarters and (year, quarter) == (self.quarters[0].fiscal_year - 1, 4):
            return self.opening
        raise KeyError((year, quarter))
