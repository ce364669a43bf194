"""Figures: the numbers of a filing's statements, each with its label, period, unit, scale and place."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from ingestion.domain import PRIMARY_STATEMENTS, Figure, Filing, FiscalPeriod, Form, Page, PageKind
from ingestion.periods import FiscalCalendar, Heading, make_calendar, merge, read_heading
from ingestion.scales import ScaleNote, find_currency, read_scale_note
from ingestion.tables.model import Table
from ingestion.tables.reader import read_tables
from ingestion.tables.rows import is_open
from ingestion.text import prints_decimal_comma
from ingestion.units import Words, column_words, measure, percent_columns, row_words

READ_KINDS = PRIMARY_STATEMENTS | {
    PageKind.COMPREHENSIVE_INCOME,
    PageKind.SEGMENTS,
    PageKind.EARNINGS_TABLES,
    PageKind.NON_GAAP,
}
"""Kinds of page whose tables become figures, besides the main notes."""
_MAIN_NOTES = re.compile(
    r"\b(?:debt|borrowings?|notes payable|credit facilit|leases?|tax(?:es)?|inventor(?:y|ies)|property|goodwill"
    r"|intangible|(?:earnings|income|loss|\(loss\)) per|revenues?|segments?|accrued|supplement\w+|other (?:current )?"
    r"(?:assets|liabilities)|restructuring|receivables?|balance sheet (?:components|details)|dividends?)\b",
    re.IGNORECASE,
)
"""Titles of the notes whose tables analysts ask for; policies, pensions and derivatives are not among them."""


_TITLES = (
    (PageKind.CASH_FLOW, re.compile(r"statements? of\b.*\bcash flows?|cash flows? statements?", re.IGNORECASE)),
    (PageKind.COMPREHENSIVE_INCOME, re.compile(r"statements? of\b.*\bcomprehensive (?:income|loss)", re.IGNORECASE)),
    (
        PageKind.BALANCE_SHEET,
        re.compile(r"balance sheets?|statements? of\b.*\bfinancial (?:position|condition)", re.IGNORECASE),
    ),
    (
        PageKind.INCOME_STATEMENT,
        re.compile(r"statements? of\b.*\b(?:income|operations|earnings|loss)|income statements?", re.IGNORECASE),
    ),
)
_TITLED_KINDS = frozenset({kind for kind, _ in _TITLES} | {PageKind.EARNINGS_TABLES})
_LONGEST_TITLE = 110
_OF_ONE_SCALE = PRIMARY_STATEMENTS | {PageKind.COMPREHENSIVE_INCOME, PageKind.SEGMENTS, PageKind.NOTES}
"""Kinds of page that belong to the same financial statements, and share a scale unless they say otherwise."""


@dataclass(frozen=True, slots=True)
class _Read:
    """A table with what was found out about it; `shared` is what its title says about time.

    `kind` is the page's, unless the table has a title of its own: an earnings release puts two statements on a page.
    """

    page: Page
    kind: PageKind
    table: Table
    headings: tuple[Heading, ...]
    shared: Heading
    note: ScaleNote | None


def read_figures(pages: Sequence[Page], filing: Filing) -> list[Figure]:
    """All figures of one filing, by page and row.

    `pages` are the pages of the filing with kinds set and words; only statements and tables are read. A nil ("—") is
    no figure: what a company left out and what it prints as a dash are both absent, so that nothing unprinted is
    quoted. A statement's second page takes the headings and the scale of its first where it does not repeat them.
    """
    wanted = [page for page in pages if page.readable and _is_read(page)]
    comma = prints_decimal_comma(page.text for page in wanted)
    reads: list[_Read] = []
    for page in wanted:
        reads += _read_page(page, reads, decimal_comma=comma)
    reads = _with_common_scale(reads)
    calendar = make_calendar(filing, _dated(reads))
    currency = _currency(reads)
    figures: list[Figure] = []
    rows = 0
    for read in reads:
        figures += _table_figures(read, rows, filing, calendar, currency)
        rows += len(read.table.rows)
    return figures


def _is_read(page: Page) -> bool:
    if page.kind is PageKind.NOTES:
        return page.section is not None and _MAIN_NOTES.search(page.section) is not None
    return page.kind in READ_KINDS


def _read_page(page: Page, before: Sequence[_Read], *, decimal_comma: bool) -> list[_Read]:
    reads: list[_Read] = []
    page_note = None
    for table in read_tables(page, decimal_comma=decimal_comma):
        earlier = reads[-1] if reads else _first_page_of(page, before)
        headings = _fill(tuple([read_heading(column.heading) for column in table.columns]), table)
        shared = read_heading(" ".join(table.above))
        if earlier is not None and earlier.page.number != page.number:
            _join_label(earlier.table, table)
        undated = shared.year is None and not any(heading.year for heading in headings)
        if earlier is not None and undated and len(earlier.table.columns) == len(table.columns):
            headings, shared = earlier.headings, earlier.shared
            for column, first in zip(table.columns, earlier.table.columns, strict=True):
                column.heading = column.heading or first.heading
        note = _note(table) or page_note
        if note is None and earlier is not None:
            note = earlier.note
        page_note = note
        kind = _titled(table) if page.kind in _TITLED_KINDS else None
        if kind is None:
            kind = reads[-1].kind if reads else page.kind
        reads.append(_Read(page, kind, table, headings, shared, note))
    return reads


def _titled(table: Table) -> PageKind | None:
    """The statement a table's own title names; one that names two ("of income and comprehensive income") names none."""
    for text in reversed(table.above):
        found = [kind for kind, pattern in _TITLES if len(text) < _LONGEST_TITLE and pattern.search(text)]
        if found:
            both = PageKind.COMPREHENSIVE_INCOME in found and re.search(
                r"\bincome and\b|\boperations and\b", text, re.I
            )
            return None if both else found[0]
    return None


def _fill(headings: tuple[Heading, ...], table: Table) -> tuple[Heading, ...]:
    """A date centred over all columns may reach only some of them: the others belong to the same period."""
    dated = {replace(heading, restated=False) for heading in headings if heading.year and not heading.comparison}
    if len(dated) != 1 or sum(heading.year is not None for heading in headings) < 2:
        return headings
    common = next(iter(dated))
    return tuple(
        [
            merge(heading, common) if column.heading and heading.year is None and not heading.comparison else heading
            for heading, column in zip(headings, table.columns, strict=True)
        ]
    )


def _first_page_of(page: Page, before: Sequence[_Read]) -> _Read | None:
    """The last table of the page before, if this page goes on with the same statement."""
    if before and before[-1].page.kind is page.kind and before[-1].page.number == page.number - 1:
        return before[-1]
    return None


def _join_label(first: Table, second: Table) -> None:
    """A label that wraps over the page break: the last row's text goes on above the first row of the next page."""
    if not first.rows or not second.lead:
        return
    row = first.rows[-1]
    rest = second.lead[0]
    if rest[0].islower() or is_open(row.label):
        row.label = f"{row.label} {rest}"
        for other in second.rows:
            if other.section and other.section[0] == rest:
                other.section = other.section[1:]


def _note(table: Table) -> ScaleNote | None:
    headings = [column.heading for column in table.columns]
    for text in (*reversed(table.above), *headings, *table.lead, *reversed(table.notes)):
        note = read_scale_note(text)
        if note is not None:
            return note
    return None


def _with_common_scale(reads: Sequence[_Read]) -> list[_Read]:
    """A statement or segment table without a scale note takes that of the statements, if they all state the same."""
    notes = {read.note for read in reads if read.note and read.kind in PRIMARY_STATEMENTS}
    if len({note.scale for note in notes}) != 1:
        return list(reads)
    common = min(notes, key=lambda note: note.shares)
    return [replace(read, note=common) if read.note is None and read.kind in _OF_ONE_SCALE else read for read in reads]


def _dated(reads: Iterable[_Read]) -> Iterator[Heading]:
    for read in reads:
        if read.kind in PRIMARY_STATEMENTS:
            for heading in read.headings:
                yield merge(heading, read.shared)


def _currency(reads: Sequence[_Read]) -> str | None:
    """The currency the filing is in: the one the notes and signs of its statements name most, else of its tables."""
    statements = [read for read in reads if read.kind in PRIMARY_STATEMENTS]
    for group in (statements, reads):
        named = Counter(read.note.currency for read in group if read.note and read.note.currency)
        if not named:
            signs = Counter(v.currency for read in group for row in read.table.rows for v in row.values if v.currency)
            named = Counter(code for sign in signs if (code := find_currency(sign)))
        if named:
            return named.most_common(1)[0][0]
    return None


@dataclass(frozen=True, slots=True)
class _ColumnFacts:
    heading: Heading
    period: FiscalPeriod | None
    words: Words


def _table_figures(
    read: _Read, first_row: int, filing: Filing, calendar: FiscalCalendar | None, currency: str | None
) -> Iterator[Figure]:
    """The figures of one table; its rows are numbered from `first_row`."""
    facts = []
    percents = percent_columns(read.table)
    for number, (column, own) in enumerate(zip(read.table.columns, read.headings, strict=True)):
        heading = merge(own, read.shared)
        counted = column_words(column.heading)
        counted = replace(counted, percent=counted.percent or number in percents)
        facts.append(_ColumnFacts(heading, _period(heading, read.kind, filing, calendar), counted))
    words = Words()
    for number, row in enumerate(read.table.rows, first_row):
        words = row_words(row, words)
        section = " > ".join(row.section)
        for value in row.values:
            fact = facts[value.column]
            period = fact.period
            if fact.heading.year is None and not fact.heading.comparison:
                told = merge(read_heading(f"{section} {row.label}"), fact.heading)
                period = _period(told, read.kind, filing, calendar)
            unit, scale = measure(words, fact.words, value, read.note, currency)
            yield Figure(
                doc=filing.doc,
                page=read.page.number,
                statement=read.kind,
                row=number,
                label=row.label,
                section=section,
                column=read.table.columns[value.column].heading,
                value=value.value,
                unit=unit,
                scale=scale,
                period=period,
                quote=row.quote,
                box=value.box,
                restated=fact.heading.restated,
            )


def _period(heading: Heading, kind: PageKind, filing: Filing, calendar: FiscalCalendar | None) -> FiscalPeriod | None:
    if calendar is None:
        return None
    instant = kind is PageKind.BALANCE_SHEET
    return calendar.period(heading, instant=instant, months=_usual_length(kind, filing))


def _usual_length(kind: PageKind, filing: Filing) -> int | None:
    """Months of a column that does not say: a year in an annual report; a cash flow statement runs from its start."""
    if filing.form in (Form.TEN_K, Form.ANNUAL_REPORT):
        return 12
    if filing.fiscal_quarter and kind is PageKind.CASH_FLOW:
        return 3 * filing.fiscal_quarter
    return 3 if filing.form is Form.TEN_Q else None


__all__ = ["READ_KINDS", "read_figures"]
