"""Primary statements from a company's charts of lines.

A chart is text, one row a line: `Label | item | flags`, two spaces of indent a level. A row without an item is a
caption. Flags: `$` dollar sign, `total` rule above, `double` rule below as well, `bold`, `gap` space above, `mark2` a
raised 2 at the newest figure, `=` starts the second page of a statement that runs over two.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ingestion.samples.company import Company
from ingestion.samples.periods import NIL, Period, date_head, period_head, print_item
from ingestion.samples.tables import Row, Table


@dataclass(frozen=True)
class Line:
    """A row of a chart."""

    label: str
    item: str
    level: int
    flags: frozenset[str]


def read_chart(text: str) -> list[Line]:
    """Lines of a chart."""
    lines = []
    for raw in text.splitlines():
        if raw.strip():
            label, _, rest = raw.partition("|")
            item, _, flags = rest.partition("|")
            level = (len(raw) - len(raw.lstrip(" "))) // 2
            lines.append(Line(label.strip(), item.strip(), level, frozenset(flags.split())))
    return lines


def chart_row(line: Line, columns: Sequence[Period]) -> Row:
    """The printed row of a line."""
    flags = line.flags
    cells = tuple(print_item(column, line.item) for column in columns) if line.item else ()
    marks = sorted(flag.removeprefix("mark") for flag in flags if flag.startswith("mark"))
    if marks and cells and cells[0] != NIL:
        cells = (f"{cells[0]}^{marks[0]}", *cells[1:])
    return Row(
        line.label,
        cells,
        level=line.level,
        dollar="$" in flags,
        bold="bold" in flags,
        rule="total" in flags or "double" in flags,
        double="double" in flags,
        gap="gap" in flags,
    )


def columns_for(company: Company, count: int) -> tuple[float, float]:
    """Column width and type size for a number of columns: six columns must still leave room for labels."""
    size = 8.6 if company.style.family == "ti" else 7.9
    return {2: 78.0, 3: 74.0, 4: 66.0}.get(count, 58.0), size - (0.6 if count > 4 else 0.0)


def base_table(company: Company, count: int) -> Table:
    """An empty table in the company's style."""
    column, size = columns_for(company, count)
    return Table((), (), column=column, size=size, shaded=company.style.shaded, leaders=company.style.leaders)


def statement(
    company: Company, kind: str, columns: Sequence[Period], groups: tuple[tuple[str, int], ...], anchor: str
) -> Table:
    """An income, comprehensive income or cash flow statement over some periods."""
    rows = tuple(chart_row(line, columns) for line in read_chart(company.statements[kind]))
    return replace(
        base_table(company, len(columns)),
        heads=tuple(period_head(column) for column in columns),
        groups=groups,
        rows=rows,
        titles=_titles(company, kind),
        note=company.wording.money_note,
        anchor=anchor,
        foot=_foot(company, kind),
    )


def balance_sheet(company: Company, columns: Sequence[Period], anchor: str) -> tuple[Table, Table]:
    """A balance sheet on two pages: assets, then liabilities and equity under repeated headings."""
    lines = read_chart(company.statements["balance"])
    cut = next(number for number, line in enumerate(lines) if "=" in line.flags)
    whole = replace(
        base_table(company, len(columns)),
        heads=tuple(date_head(column) for column in columns),
        titles=_titles(company, "balance"),
        note=company.wording.balance_note,
        column=82.0,
    )
    assets = tuple(chart_row(line, columns) for line in lines[:cut])
    rest = tuple(chart_row(line, columns) for line in lines[cut:])
    titles = (*whole.titles[:-1], f"{whole.titles[-1]} (continued)")
    return (
        replace(whole, rows=assets, anchor=f"{anchor}_assets"),
        replace(whole, rows=rest, titles=titles, anchor=f"{anchor}_liabilities", foot=_foot(company, "balance")),
    )


def _titles(company: Company, kind: str) -> tuple[str, ...]:
    return (company.identity.name.upper(), company.wording.statement_titles[kind].upper())


def _foot(company: Company, kind: str) -> tuple[str, ...]:
    return (*company.foots.get(kind, ()), "See accompanying notes to consolidated financial statements.")
