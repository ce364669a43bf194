"""A line item split into its parts, by segment, region or product.

Only parts that add up to the company's total as its own statement prints it are a breakdown (see graph.figures.runs).
Which of several breakdowns is by what:

    region    most parts are named after places; the more of them, the better
    segment   the filing prints a profit for each part, or heads the table so
    product   neither, beside a breakdown by segment or region; or parts named as products and services
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from graph.domain import Period
from graph.figures.book import CompanyReader, PeriodFigure
from graph.figures.periods import earlier, fits
from graph.figures.runs import Named, Run, find_runs, part_name
from graph.knowledge import Knowledge
from ingestion.domain import Figure, Filing, PageKind

Dimension = Literal["segment", "region", "product"]

_KINDS = frozenset({PageKind.SEGMENTS, PageKind.NOTES, PageKind.EARNINGS_TABLES, PageKind.NON_GAAP, PageKind.MDNA})
_PROFIT = re.compile(r"\b(?:income|profit|earnings|ebit\w*|contribution|loss)\b", re.IGNORECASE)
_PRODUCT = re.compile(r"\b(?:products?|services?|revenues?|sales|goods|subscriptions?|equipment)\b", re.IGNORECASE)
_NOT_MONEY = frozenset({"shares", "percent", "pure"})
_PARTS_BY_NAME = frozenset({"product_revenue", "service_revenue"})
"""Line items that are parts of another."""
_NO_PART = re.compile(
    r"\bcorporate\b|unallocated|eliminat|reconcil|inter-?segment|not allocated|adjustments?\b|hedg|currenc|\brounding\b"
    r"|^(?:all )?other\b",
    re.IGNORECASE,
)
"""What is needed for the sum, and is nothing anybody would call a segment, region or product."""
_WHOLE = re.compile(
    r"^(?:total|worldwide|consolidated|net sales|company)\b|\b(?:reportable|operating) segments?\b", re.IGNORECASE
)
"""A whole of several parts: a sum with one among its parts is by nothing in particular."""
_BRIDGE = re.compile(
    r"^(?:less|add|plus|impact of|effects? of)\b"
    r"|\b(?:expenses?|costs?|income|ebit\w*|profit|earnings|loss(?:es)?|gains?|depreciation|amorti[sz]ation"
    r"|impairments?|restructuring|adjusted)\b",
    re.IGNORECASE,
)
"""What leads from one measure to another: a reconciliation adds up, too."""
_LEGAL = r",?\s+(?:inc|incorporated|corp|corporation|company|co|plc|ltd|limited)\b\.?\s+"
_LONGEST_NAME = 80
_MOSTLY = 0.5
_WORD = re.compile(r"[a-zà-ÿ-]+")
_US = re.compile(r"\bu\.?s\.?(?:a\.?)?(?!\w)")


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a total: its figure, and that of the year before where the filing prints it."""

    name: str
    now: PeriodFigure
    before: PeriodFigure | None


@dataclass(frozen=True, slots=True)
class Breakdown:
    """A line item of a company and period in parts that add up to `total`, in printed order.

    `rest` is what belongs to no part: corporate, eliminations, other.
    """

    item: str
    company: str
    period: Period
    dimension: Dimension
    total: PeriodFigure
    parts: tuple[Part, ...]
    rest: tuple[Part, ...]


def break_down(
    item: str, dimension: Dimension, reader: CompanyReader, period: Period, knowledge: Knowledge
) -> Breakdown | None:
    """The breakdown that the first filing in order prints; None where none does."""
    for filing in reader.filings_for(period):
        total = reader.find_in(filing, item, period)
        if total is None or not total.figure.amount or total.figure.unit in _NOT_MONEY or "/" in total.figure.unit:
            continue
        table = _Table(reader, filing, knowledge)
        run = table.chosen(table.runs(total), dimension)
        if run:
            return _breakdown(table, total, dimension, run)
    return None


@dataclass(frozen=True)
class _Table:
    """The tables of one filing that may hold breakdowns."""

    reader: CompanyReader
    filing: Filing
    knowledge: Knowledge

    @cached_property
    def figures(self) -> list[Figure]:
        return [f for f in self.reader.figures_of(self.filing) if f.statement in _KINDS and f.scale]

    @cached_property
    def profitable(self) -> frozenset[str]:
        """Names that a profit is printed for, in whichever way the table is laid out."""
        names: set[str] = set()
        for figure in self.figures:
            if _PROFIT.search(figure.label):
                names |= {part_name(figure.section.rpartition(" > ")[2]), part_name(figure.column)}
            elif _PROFIT.search(figure.section) or _PROFIT.search(figure.column):
                names.add(part_name(figure.label))
        return frozenset(name.casefold() for name in names)

    def runs(self, total: PeriodFigure) -> list[Run]:
        """Runs that add up to a total, and name no other line items."""
        fitting = [f for f in self.figures if f.unit == total.figure.unit and fits(f.period, total.period)]
        is_measure = {id(f): self.reader.item_of(f) == total.item for f in fitting}
        runs = find_runs(fitting, total.value * (total.figure.scale or 1), lambda f: is_measure[id(f)])
        own = re.compile(rf"^{re.escape(self.reader.company)}{_LEGAL}", re.IGNORECASE)  # the head of a page
        named = [tuple(Named(own.sub("", part.name), part.figure) for part in run) for run in runs]
        return [run for run in named if all(self._may_be_part(part, total.item) for part in run)]

    def _may_be_part(self, part: Named, item: str) -> bool:
        named = self.reader.item_of(part.figure)
        if not part.name or len(part.name) > _LONGEST_NAME or _WHOLE.search(part.name) or _BRIDGE.search(part.name):
            return False
        return named is None or named == item or named in _PARTS_BY_NAME

    def chosen(self, runs: Sequence[Run], dimension: Dimension) -> Run | None:
        """The run that is by `dimension`: the best of those that are, the earliest of equals."""
        runs = [run for run in runs if len(_names(run)) > 1]
        by_segment = max(runs, key=self._is_by_segment, default=None)
        if by_segment is not None and not self._is_by_segment(by_segment):
            by_segment = None
        match dimension:
            case "segment":
                return by_segment
            case "region":
                best = max(runs, key=lambda run: (self.places(run), len(run)), default=None)
                return best if best is not None and self.places(best) > _MOSTLY else None
        others = [run for run in runs if self.places(run) <= _MOSTLY]
        if by_segment is not None:
            others = [run for run in others if _names(run) != _names(by_segment)]
        alone = len({_names(run) for run in runs}) == 1
        return next((run for run in others if not alone or _are_products(run)), None)

    def places(self, run: Run) -> float:
        """Share of the parts that are named after places."""
        names = _names(run)
        return sum(self._is_place(name) for name in names) / len(names)

    def _is_place(self, name: str) -> bool:
        return bool(_US.search(name) or set(_WORD.findall(name)) & self.knowledge.place_words)

    def _is_by_segment(self, run: Run) -> float:
        names = _names(run)
        earning = len(names & self.profitable) / len(names)
        headed = any("segment" in f"{p.figure.section} {p.figure.column}".casefold() for p in run)
        return 2.0 * (earning > _MOSTLY) + (headed and self.places(run) <= _MOSTLY)


def _names(run: Run) -> frozenset[str]:
    return frozenset(part.name.casefold() for part in run if not _NO_PART.search(part.name))


def _are_products(run: Run) -> bool:
    return all(_PRODUCT.search(name) for name in _names(run))


def _breakdown(table: _Table, total: PeriodFigure, dimension: Dimension, run: Run) -> Breakdown:
    before = _year_before(table, total, run)
    parts: list[Part] = []
    rest: list[Part] = []
    for named in run:
        now = _part_figure(total, named.name, named.figure, total.period)
        part = Part(named.name, now, before.get(named.name.casefold()))
        (rest if _NO_PART.search(named.name) else parts).append(part)
    return Breakdown(total.item, table.reader.company, total.period, dimension, total, tuple(parts), tuple(rest))


def _year_before(table: _Table, total: PeriodFigure, run: Run) -> dict[str, PeriodFigure]:
    """The same parts a year earlier, by name: of the run nearest to this one that adds up to that year's total."""
    then = table.reader.find_in(table.filing, total.item, earlier(total.period, 1))
    names, page = _names(run), run[0].figure.page
    runs = [other for other in table.runs(then) if names <= _names(other)] if then else []
    if then is None or not runs:
        return {}
    nearest = min(runs, key=lambda other: abs(other[0].figure.page - page))
    return {p.name.casefold(): _part_figure(then, p.name, p.figure, then.period) for p in nearest}


def _part_figure(total: PeriodFigure, name: str, figure: Figure, period: Period) -> PeriodFigure:
    return PeriodFigure(total.item, f"{total.name} of {name}", period, figure, figure.value, total.score)
