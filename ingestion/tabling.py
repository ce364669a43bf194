"""Statements and audits as a terminal shows them."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from rich.markup import escape
from rich.table import Table

from ingestion.audit import AuditReport
from ingestion.domain import Figure

_UNDER = " > "


def audit_table(report: AuditReport) -> Table:
    """One line a measure: how often it held, the share, and the aim where there is one."""
    table = Table("Measure", "Held", "Of", "Share", "Aim", title=f"Audit of {report.filings} 10-K and 10-Q filings")
    for column in table.columns[1:]:
        column.justify = "right"
    for measure in report.measures:
        share = "" if measure.share is None else f"{measure.share:.1%}"
        short = measure.share is not None and measure.aim is not None and measure.share < measure.aim
        table.add_row(
            measure.name,
            f"{measure.held:,}",
            f"{measure.total:,}",
            f"[red]{share}[/]" if short else share,
            "" if measure.aim is None else f"{measure.aim:.0%}",
        )
    return table


def statement_tables(figures: Iterable[Figure]) -> tuple[Table, ...]:
    """A table for each run of rows under the same columns, titled with its page and what its numbers count."""
    groups: dict[tuple[int, tuple[str, ...]], list[list[Figure]]] = defaultdict(list)
    rows: dict[int, list[Figure]] = defaultdict(list)
    for figure in figures:
        rows[figure.row].append(figure)
    columns = _columns(rows.values())
    for cells in rows.values():
        groups[cells[0].page, columns[cells[0].page, cells[0].column]].append(cells)
    return tuple([_table(page, headings, lines) for (page, headings), lines in groups.items()])


def _columns(rows: Iterable[Sequence[Figure]]) -> dict[tuple[int, str], tuple[str, ...]]:
    """For each page and heading, the headings it stands beside, from left to right."""
    places: dict[int, dict[str, float]] = defaultdict(dict)
    linked: dict[tuple[int, str], set[str]] = defaultdict(set)
    for cells in rows:
        for cell in cells:
            places[cell.page].setdefault(cell.column, cell.box.x1)
            linked[cell.page, cell.column].update([other.column for other in cells])
    found: dict[tuple[int, str], tuple[str, ...]] = {}
    for page, edges in places.items():
        for heading in edges:
            together = _closure(page, heading, linked)
            found[page, heading] = tuple(sorted(together, key=lambda name: edges[name]))
    return found


def _closure(page: int, heading: str, linked: dict[tuple[int, str], set[str]]) -> set[str]:
    seen: set[str] = set()
    waiting = [heading]
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            waiting += linked[page, name]
    return seen


def _table(page: int, headings: tuple[str, ...], lines: Sequence[Sequence[Figure]]) -> Table:
    first = lines[0][0]
    scale = "scale unknown" if first.scale is None else f"x {first.scale:,}"
    table = Table("", *[escape(heading) for heading in headings], title=f"page {page}, {first.unit} {scale}")
    for column in table.columns[1:]:
        column.justify = "right"
    above: tuple[str, ...] = ()
    for cells in lines:
        section = tuple(cells[0].section.split(_UNDER)) if cells[0].section else ()
        for depth, heading in enumerate(section):
            if above[: depth + 1] != section[: depth + 1]:
                table.add_row(f"[bold]{'  ' * depth}{escape(heading)}[/]")
        above = section
        by_column = {cell.column: cell for cell in cells}
        printed = [_printed(by_column[name]) if name in by_column else "" for name in headings]
        table.add_row("  " * len(section) + escape(cells[0].label), *printed)
    return table


def _printed(figure: Figure) -> str:
    mark = "%" if figure.unit == "percent" else ""
    return f"{figure.value:,}{mark}"
