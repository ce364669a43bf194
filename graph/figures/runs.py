"""Runs of neighbouring figures that add up to a total: what tells a breakdown from every other table.

A run is made of rows of one column, of rows of one name under different headings, or of cells of one row:

    Tools       1,200         Tools                           Tools  Pumps  Total
    Pumps         800           Net sales   1,200   Net sales 1,200    800  2,000
                                ...
    Total       2,000         Pumps
                                Net sales     800

Sums are compared to half of the last printed digit for each figure, which is what rounding can do.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from ingestion.domain import Figure

_LONGEST = 24
_ROWS_APART = 4
"""Rows between neighbours at most: headings and nils stand between them."""
_SUBTOTAL = re.compile(r"^total\b|\breportable segments?\b|\bsegment totals?\b|\bsubtotal\b", re.IGNORECASE)
_NOTES = re.compile(r"\s*(?:\(\w{1,2}\)|\[\w{1,2}\]|\*+)\s*$")
_WHEN = re.compile(
    r"\btable of contents\b|\b(?:(?:for )?(?:the )?(?:as of )?(?:fiscal )?"
    r"(?:(?:three|six|nine|twelve|\d+) (?:months|weeks)|years?|quarters?)(?: ended| ending)?"
    r"|(?:january|february|march|april|may|june|july|august|september|october|november|december)(?: \d{1,2})?"
    r"|\d{1,2},|(?:19|20)\d\d|fiscal|as of(?: or)?)(?!\w),?/?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Named:
    """A figure, and the name of the part it stands for."""

    name: str
    figure: Figure


Run = tuple[Named, ...]


def find_runs(figures: Iterable[Figure], total: Decimal, is_measure: Callable[[Figure], bool]) -> list[Run]:
    """All runs of at least two figures with names of their own that add up to `total` (in units), as long as can be.

    `figures` are of one filing, one period and one unit; `is_measure` tells rows named as the total is.
    """
    found: list[Run] = []
    for series in _series(figures, is_measure):
        runs = [_without_subtotals(series, start, end) for start, end in _sums(series, total)]
        found += [run for run in runs if len({part.name for part in run}) == len(run) > 1]
    return found


def _series(figures: Iterable[Figure], is_measure: Callable[[Figure], bool]) -> Iterator[Run]:
    columns: dict[tuple[int, str], list[Figure]] = defaultdict(list)
    rows: dict[tuple[int, int], list[Figure]] = defaultdict(list)
    for figure in figures:
        columns[figure.page, figure.column].append(figure)
        if is_measure(figure):
            rows[figure.page, figure.row].append(figure)
    for column in columns.values():
        column.sort(key=lambda f: f.row)
        measures = [f for f in column if is_measure(f)]
        parts = [f for f in column if not is_measure(f)]
        for together in _neighbours(parts):
            yield tuple(Named(part_name(f.label), f) for f in together)
        yield tuple(Named(part_name(f.section.rpartition(" > ")[2]), f) for f in measures if f.section)
    for row in rows.values():
        row.sort(key=lambda f: f.box.x0)
        yield tuple(Named(part_name(f.column), f) for f in row)


def _neighbours(figures: Sequence[Figure]) -> Iterator[list[Figure]]:
    together: list[Figure] = []
    for figure in figures:
        if together and figure.row - together[-1].row > _ROWS_APART:
            yield together
            together = []
        together.append(figure)
    if together:
        yield together


def part_name(heading: str) -> str:
    """What a label or heading names, without dates, lengths of time and footnote marks."""
    return " ".join(_NOTES.sub("", _WHEN.sub(" ", heading)).split()).strip(" ,:;-–—")


def _sums(series: Run, total: Decimal) -> list[tuple[int, int]]:
    """Where runs that add up start and end, the end not included; of two that overlap, the one nearer to the total."""
    amounts = [part.figure.amount or Decimal(0) for part in series]
    steps = [_last_digit(part.figure) / 2 for part in series]
    fitting: list[tuple[Decimal, int, int, int]] = []
    for start in range(len(series)):
        added, slack = amounts[start], steps[start]
        if abs(added) >= abs(total):
            continue  # a figure as large as the total is no part of it
        for end in range(start + 1, min(len(series), start + _LONGEST)):
            added += amounts[end]
            slack += steps[end]
            if abs(added - total) <= slack:
                fitting.append((abs(added - total), start - end, start, end + 1))
    found: list[tuple[int, int]] = []
    for _, _, start, end in sorted(fitting):
        if all(end <= first or last <= start for first, last in found):
            found.append((start, end))
    return sorted(found)


def _without_subtotals(series: Run, start: int, end: int) -> Run:
    """The run with each subtotal replaced by the rows above it that add up to it."""
    parts: list[Named] = []
    for place in range(start, end):
        part = series[place]
        inner = _above(series, place) if _SUBTOTAL.search(part.name) else None
        parts += inner or (part,)
    return tuple(parts)


def _above(series: Run, place: int) -> Run | None:
    total, first = series[place].figure.amount or Decimal(0), max(0, place - _LONGEST)
    ends = [start for start, end in _sums(series[first:place], total) if first + end == place]
    return _without_subtotals(series, first + min(ends), place) if ends else None


def _last_digit(figure: Figure) -> Decimal:
    return Decimal(1).scaleb(int(figure.value.as_tuple().exponent)) * (figure.scale or 1)
