"""Audit without labels: how far what was read agrees with itself, over everything loaded."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import pairwise
from typing import Protocol

from ingestion.domain import PRIMARY_STATEMENTS, Figure, Filing, FiscalPeriod, Form, PageKind
from ingestion.identities import Outcome, balance, cash, gross_profit, net_income
from ingestion.text import normalise

AIMS = {
    "statements found": 0.98,
    "balance identity": 0.97,
    "cash identity": 0.92,
    "net income agreement": 0.95,
    "cross-year agreement": 0.97,
}
"""Share that each measure should reach; measures not named here are told without an aim."""

_IDENTITIES: dict[str, Callable[[Sequence[Figure]], list[Outcome]]] = {
    "balance identity": balance,
    "cash identity": cash,
    "net income agreement": net_income,
    "gross profit identity": gross_profit,
}
_STATEMENTS = PRIMARY_STATEMENTS | {PageKind.COMPREHENSIVE_INCOME}
_OPTIONAL = frozenset({"gross profit identity"})
_MOST_DETAILS = 200


class FigureSource(Protocol):
    """What the audit needs of the catalogue."""

    def filings(self) -> list[Filing]:
        """All filings loaded."""

    def figures(
        self, docs: Collection[str] | None = None, *, statements: Collection[PageKind] | None = None
    ) -> list[Figure]:
        """The figures of these filings on these statements, by page and row."""

    def page_kinds(self, doc: str) -> dict[int, PageKind]:
        """The kind of each page of a filing, by page number."""


@dataclass(slots=True)
class Measure:
    """One measure: how often it held out of how many, and where it did not."""

    name: str
    held: int = 0
    total: int = 0
    failures: list[str] = field(default_factory=list)

    @property
    def share(self) -> float | None:
        """Between 0 and 1; None when there was nothing to ask."""
        return self.held / self.total if self.total else None

    @property
    def aim(self) -> float | None:
        """The share to reach, if one is set."""
        return AIMS.get(self.name)

    def add(self, holds: bool, failure: str) -> None:
        """Counts one case."""
        self.total += 1
        if holds:
            self.held += 1
        elif len(self.failures) < _MOST_DETAILS:
            self.failures.append(failure)


@dataclass(frozen=True, slots=True)
class AuditReport:
    """All measures over `filings` annual and quarterly reports."""

    filings: int
    measures: tuple[Measure, ...]

    def as_json(self) -> dict[str, object]:
        """Plain types, with stable keys: `filings`, `measures[{name, held, total, share, aim, failures}]`."""
        return {
            "filings": self.filings,
            "measures": [
                {
                    "name": measure.name,
                    "held": measure.held,
                    "total": measure.total,
                    "share": measure.share,
                    "aim": measure.aim,
                    "failures": measure.failures,
                }
                for measure in self.measures
            ],
        }


def audit(catalogue: FigureSource) -> AuditReport:
    """Measures every 10-K and 10-Q loaded; a filing counts for an identity only if it holds in all its periods."""
    reports = [filing for filing in catalogue.filings() if filing.form in (Form.TEN_K, Form.TEN_Q)]
    found = Measure("statements found")
    by_kind = {kind: Measure(f"{kind.value} found") for kind in sorted(PRIMARY_STATEMENTS)}
    identities = {name: Measure(name) for name in _IDENTITIES}
    across = _CrossYear()
    for filing in reports:
        figures = catalogue.figures([filing.doc], statements=_STATEMENTS)
        pages = set(catalogue.page_kinds(filing.doc).values())
        read = {figure.statement for figure in figures}
        for kind, measure in by_kind.items():
            measure.add(kind in pages and kind in read, filing.doc)
        found.add(set(by_kind) <= pages & read, filing.doc)
        for name, check in _IDENTITIES.items():
            _ask(identities[name], filing, check(figures))
        across.add(filing, figures)
    return AuditReport(len(reports), (found, *by_kind.values(), *identities.values(), *across.measures()))


def _ask(measure: Measure, filing: Filing, outcomes: Sequence[Outcome]) -> None:
    if not outcomes:
        if measure.name not in _OPTIONAL:
            measure.add(False, f"{filing.doc}: nothing to compare")
        return
    broken = [outcome for outcome in outcomes if not outcome.holds]
    detail = "; ".join([f"{_when(outcome.period)}: {outcome.detail}" for outcome in broken])
    measure.add(not broken, f"{filing.doc}: {detail}")


@dataclass(frozen=True, slots=True)
class _Amount:
    """An amount in units, and the size of its last printed place: a company may turn from thousands to millions."""

    value: Decimal
    place: Decimal

    def agrees(self, other: "_Amount") -> bool:
        """Whether both are the same amount, rounded to the coarser of the two."""
        coarse = max(self.place, other.place)
        slack = coarse if self.place != other.place else Decimal(0)
        return abs(self.value - other.value) <= slack


def _amount(figure: Figure) -> _Amount | None:
    if figure.scale is None:
        return None
    exponent = figure.value.as_tuple().exponent
    place = Decimal(1).scaleb(exponent if isinstance(exponent, int) else 0)
    return _Amount(figure.value * figure.scale, place * figure.scale)


_Line = tuple[str, str]
_Column = tuple[str, PageKind, FiscalPeriod]


class _CrossYear:
    """The same line of the same period in two filings of a company.

    Columns headed as restated are left out. Others are restated without saying so in the heading: double entry moves at
    least two lines then, and leaves most alone. So where two lines or more, but not more than half of a column, differ,
    these lines are counted as restated; a line that differs alone, or a column that differs throughout, is a failure.
    """

    def __init__(self) -> None:
        self._columns: dict[_Column, list[tuple[str, dict[_Line, _Amount]]]] = defaultdict(list)

    def add(self, filing: Filing, figures: Iterable[Figure]) -> None:
        own: dict[_Column, dict[_Line, set[_Amount]]] = defaultdict(lambda: defaultdict(set))
        for figure in figures:
            if figure.statement not in PRIMARY_STATEMENTS or figure.period is None or figure.restated:
                continue
            amount = _amount(figure)
            label = normalise(figure.label)
            if amount is None or not label:
                continue
            period = FiscalPeriod(figure.period.fiscal_year, figure.period.quarter, figure.period.months)
            section = normalise(figure.section.rpartition(" > ")[2])
            own[filing.company, figure.statement, period][section, label].add(amount)
        for key, lines in own.items():
            # A label printed twice in one section cannot be told apart.
            single = {line: next(iter(amounts)) for line, amounts in lines.items() if len(amounts) == 1}
            self._columns[key].append((filing.doc, single))

    def measures(self) -> tuple[Measure, Measure]:
        """Agreement with restated lines apart, and with them counted as disagreeing."""
        agreement = Measure("cross-year agreement")
        strict = Measure("cross-year agreement, restated lines included")
        for (_, _, period), entries in self._columns.items():
            for (doc, lines), (other, again) in pairwise(entries):
                shared = [line for line in lines if line in again]
                differing = [line for line in shared if not lines[line].agrees(again[line])]
                restated = 2 <= len(differing) <= len(shared) / 2
                for line in shared:
                    holds = line not in differing
                    where = f"{line[1]} {_when(period)}: {doc} {lines[line].value}, {other} {again[line].value}"
                    strict.add(holds, where)
                    if holds or not restated:
                        agreement.add(holds, where)
        return agreement, strict


def _when(period: FiscalPeriod | None) -> str:
    if period is None:
        return "undated"
    quarter = f"Q{period.quarter} " if period.quarter else ""
    return f"{quarter}FY{period.fiscal_year}/{period.months}m"
