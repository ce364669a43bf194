"""Which printed figure is a line item of a company in a period.

Filings are tried in the order an analyst would open them: the annual report of the period asked for, that of the
operand's own year, then later ones, which print earlier years as well; releases and quarterly reports last. Within a
filing, the statement the item belongs to comes before other places that print it.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from decimal import Decimal

from graph.domain import Period
from graph.figures.choosing import Chooser
from graph.figures.periods import describe_period, fits
from graph.filings import Filings
from graph.knowledge import Knowledge
from ingestion.domain import Figure, Filing, Form, PageKind

_ANNUAL = {Form.TEN_K: 0, Form.ANNUAL_REPORT: 1, Form.EARNINGS: 2, Form.TEN_Q: 3, Form.EIGHT_K: 4, Form.OTHER: 5}
_QUARTERLY = {Form.TEN_Q: 0, Form.EARNINGS: 1, Form.EIGHT_K: 2, Form.TEN_K: 3, Form.ANNUAL_REPORT: 4, Form.OTHER: 5}


@dataclass(frozen=True, slots=True)
class PeriodFigure:
    """A line item of a period as printed. `value` has the sign analysts use, on the figure's own scale."""

    item: str
    name: str
    period: Period
    figure: Figure
    value: Decimal
    score: float
    alternatives: tuple[Figure, ...] = ()


@dataclass(frozen=True, slots=True)
class Missing:
    """A line item no filing in scope prints for a period."""

    item: str
    name: str
    period: Period

    def __str__(self) -> str:
        return f"{self.name} for {describe_period(self.period)}"


@dataclass(frozen=True, slots=True)
class Lookup:
    """What was found of a company's line items, and what is missing."""

    company: str
    found: tuple[PeriodFigure, ...]
    missing: tuple[Missing, ...]


class FigureBook:
    """Finds figures in the catalogue by line item. Stateless but for label tables built once; safe for threads."""

    def __init__(self, filings: Filings, knowledge: Knowledge) -> None:
        self.knowledge = knowledge
        self._filings = filings
        self._chooser = Chooser(knowledge)

    def lookup(
        self,
        items: Sequence[str],
        company: str,
        periods: Sequence[Period],
        scope: Collection[str] = (),
        forms: Collection[Form] = (),
    ) -> Lookup:
        """Every item for every period; `company` as the catalogue spells it. Unknown items raise KeyError."""
        reader = self.open(company, periods[-1], scope, forms) if periods else None
        found: list[PeriodFigure] = []
        missing: list[Missing] = []
        for item in items:
            for period in periods if reader else ():
                match = reader.find(item, period) if reader else None
                if match is None:
                    missing.append(Missing(item, self.knowledge.items[item].name, period))
                else:
                    found.append(match)
        return Lookup(company, tuple(found), tuple(missing))

    def open(
        self, company: str, anchor: Period, scope: Collection[str] = (), forms: Collection[Form] = ()
    ) -> "CompanyReader":
        """A reader of one company's filings, ordered for questions about `anchor`."""
        filings = [
            f
            for f in self._filings.filings()
            if f.company == company and (not scope or f.doc in scope) and (not forms or f.form in forms)
        ]
        return CompanyReader(self._filings, self.knowledge, self._chooser, company, filings, anchor)


class CompanyReader:
    """Figures of one company for one question; each statement is read from the catalogue at most once."""

    def __init__(
        self,
        source: Filings,
        knowledge: Knowledge,
        chooser: Chooser,
        company: str,
        filings: Sequence[Filing],
        anchor: Period,
    ) -> None:
        self.company = company
        self.filings = filings
        self._source = source
        self._knowledge = knowledge
        self._chooser = chooser
        self._anchor = anchor
        self._figures: dict[str, list[Figure]] = {}
        self._found: dict[tuple[str, int | None, int | None, int | None], PeriodFigure | None] = {}

    def find(self, item: str, period: Period) -> PeriodFigure | None:
        """The figure, or None where no filing in scope prints it."""
        key = (item, period.year, period.quarter, period.half)
        if key not in self._found:
            self._found[key] = self._search(item, period)
        return self._found[key]

    def find_in(self, filing: Filing, item: str, period: Period) -> PeriodFigure | None:
        """The figure as one filing prints it on the item's own statement, or None."""
        return self._match(item, period, filing, (self._knowledge.items[item].statement,))

    def item_of(self, figure: Figure) -> str | None:
        """The line item that a figure's row names, or None."""
        return self._chooser.item_of(figure, self.company)

    def _search(self, item: str, period: Period) -> PeriodFigure | None:
        known = self._knowledge.items[item]
        for kinds in ((known.statement,), known.also):
            for filing in self.filings_for(period) if kinds else ():
                match = self._match(item, period, filing, kinds)
                if match:
                    return match
        return None

    def _match(self, item: str, period: Period, filing: Filing, kinds: Collection[PageKind]) -> PeriodFigure | None:
        column = [f for f in self.figures_of(filing) if f.statement in kinds and fits(f.period, period)]
        ranked = self._chooser.choose(item, column, self.company)
        if not ranked:
            return None
        best = ranked[0]
        others = tuple(r.figure for r in ranked[1:4] if r.figure.value != best.figure.value)
        value = self._chooser.signed(item, best.figure, column, self.company)
        return PeriodFigure(item, self._knowledge.items[item].name, period, best.figure, value, best.score, others)

    def figures_of(self, filing: Filing) -> list[Figure]:
        """Every figure of a filing; read from the catalogue once."""
        if filing.doc not in self._figures:
            self._figures[filing.doc] = self._source.figures([filing.doc])
        return self._figures[filing.doc]

    def filings_for(self, period: Period) -> list[Filing]:
        """The company's filings in scope, in the order to open them for a period."""
        asked, own = self._anchor.year or 0, period.year or 0
        quarterly = bool(period.quarter or period.half)
        ranks = _QUARTERLY if quarterly else _ANNUAL

        def order(filing: Filing) -> tuple[int, int, int, str]:
            year = filing.fiscal_year or 0
            other_quarter = quarterly and filing.fiscal_quarter not in (None, period.quarter, 2 * (period.half or 0))
            near = 0 if year == asked else 1 if year == own else 2 + abs(year - own) + (10 if year < own else 0)
            return int(other_quarter), ranks[filing.form] // 2, near, filing.doc

        return sorted(self.filings, key=order)
