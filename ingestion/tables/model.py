"""A table as read from a page, before its numbers become figures."""

from dataclasses import dataclass, field
from decimal import Decimal

from ingestion.domain import Box


@dataclass(slots=True)
class Column:
    """A column of values: the edges of what is printed in it (points), and its heading, joined from top to bottom."""

    x0: float
    x1: float
    heading: str = ""


@dataclass(slots=True)
class Value:
    """A number in a row: which column it stands in (position in `Table.columns`), and how it is printed."""

    column: int
    value: Decimal
    box: Box
    percent: bool = False
    currency: str | None = None
    scale: int | None = None


@dataclass(slots=True)
class Row:
    """A row with at least one number or nil.

    `label` is joined when it wraps; `section` holds the headings above it, outermost first; `quote` is the row as its
    lines stand on the page, `line` the one of them that holds the numbers.
    """

    label: str
    section: tuple[str, ...]
    values: list[Value]
    quote: str
    line: str
    indent: float


@dataclass(slots=True)
class Table:
    """Rows under one set of column headings.

    `above` are the lines over the grid that head no single column (title, dates, scale note), nearest last; `notes` is
    running text over it. `lead` is text between the headings and the first row: a heading of rows, or after a page
    break the rest of a wrapped label.
    """

    columns: list[Column]
    rows: list[Row]
    above: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    lead: list[str] = field(default_factory=list)
