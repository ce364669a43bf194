"""Tables of the notes: segments, revenue, debt, leases, property, intangibles, goodwill."""

from collections.abc import Sequence
from dataclasses import replace

from ingestion.samples.books import allocate, share
from ingestion.samples.periods import Period, date_head, grouped, period_head
from ingestion.samples.report import Report
from ingestion.samples.statements import base_table
from ingestion.samples.tables import Row, Table


def flow_table(report: Report, anchor: str, rows: Sequence[Row], title: str = "") -> Table:
    """A table over the filing's flow periods."""
    company = report.company
    if len(report.current) == 3:
        group = (company.wording.years_group, 3)
    else:
        group = (months_group(report, 3 * report.quarter), 2)
    return replace(
        base_table(company, len(report.current)),
        heads=tuple(period_head(column) for column in report.current),
        groups=(group,),
        rows=tuple(rows),
        corner=f"({company.wording.scale_word})",
        titles=(title,) if title else (),
        anchor=anchor,
    )


def date_table(report: Report, anchor: str, rows: Sequence[Row]) -> Table:
    """A table over the balance sheet dates."""
    return replace(
        base_table(report.company, 2),
        heads=tuple(date_head(column) for column in dates(report)),
        rows=tuple(rows),
        corner=f"({report.company.wording.scale_word})",
        column=82.0,
        anchor=anchor,
    )


def months_group(report: Report, months: int) -> str:
    """Heading over columns of three, six or nine months."""
    end = report.company.calendar.quarter_end(report.year, report.quarter)
    return report.company.wording.months_group[str(months)].replace("{month}", f"{end:%B} {end.day}")


def dates(report: Report) -> tuple[Period, Period]:
    """The balance sheet dates: the period's end and the last year end before it."""
    if report.quarter < 4:
        return report.span(report.year, 1, report.quarter), report.span(report.year - 1)
    return report.span(report.year), report.span(report.year - 1)


def cells(numbers: Sequence[int]) -> tuple[str, ...]:
    """Printed figures."""
    return tuple(grouped(number) for number in numbers)


def amounts(columns: Sequence[Period], item: str) -> tuple[str, ...]:
    """Printed figures of an item."""
    return tuple(grouped(column.amount(item)) for column in columns)


def segments(report: Report) -> Table:
    """Sales and operating income by segment, reconciled to income before taxes."""
    columns, names = report.current, [segment.name for segment in report.company.drivers.segments]
    sales = "Net sales" if report.company.drivers.unit == 1_000_000 else "Revenue"
    rows = [Row(f"{sales}:")]
    rows += [
        Row(name, amounts(columns, f"segment_revenue[{place}]"), level=1, dollar=place == 0)
        for place, name in enumerate(names)
    ]
    rows += [
        Row(f"Total {sales.lower()}", amounts(columns, "revenue"), level=2, rule=True, double=True, dollar=True),
        Row("Segment operating income:", gap=True),
    ]
    rows += [
        Row(name, amounts(columns, f"segment_income[{place}]"), level=1, dollar=place == 0)
        for place, name in enumerate(names)
    ]
    rows += [
        Row(
            "Unallocated corporate expenses, amortization and other charges",
            amounts(columns, "corporate_income"),
            level=1,
        ),
        Row("Operating income", amounts(columns, "operating_income"), level=2, rule=True),
        Row("Interest expense", amounts(columns, "-interest_expense"), level=1),
        Row("Interest income and other", amounts(columns, "interest_income+gain_on_sale"), level=1),
        Row(
            "Income before income taxes",
            amounts(columns, "pretax_income"),
            level=2,
            rule=True,
            double=True,
            dollar=True,
        ),
    ]
    return flow_table(report, "segments", rows)


def _parts(report: Report, item: str, names: Sequence[str], anchor: str) -> Table:
    columns = report.current
    rows = [
        Row(name, amounts(columns, f"{item}[{place}]"), level=1, dollar=place == 0) for place, name in enumerate(names)
    ]
    rows.append(Row("Total", amounts(columns, "revenue"), level=2, rule=True, double=True, dollar=True))
    return flow_table(report, anchor, rows)


def regions(report: Report) -> Table:
    """Revenue by region."""
    return _parts(report, "region_revenue", [part.name for part in report.company.drivers.regions], "regions")


def lines(report: Report) -> Table:
    """Revenue by product line."""
    return _parts(report, "revenue_by_line", [part.name for part in report.company.drivers.lines], "lines")


def _owed(report: Report, column: Period) -> list[int]:
    when = (column.year, column.last)
    return [
        loan.amount if (loan.issued is None or loan.issued <= when) and when < loan.matures else 0
        for loan in report.company.drivers.loans
    ]


def debt(report: Report) -> Table:
    """Borrowings by instrument, less what is due within a year."""
    columns = dates(report)
    owed = [_owed(report, column) for column in columns]
    rows: list[Row] = []
    for place, loan in enumerate(report.company.drivers.loans):
        numbers = [column[place] for column in owed]
        if any(numbers):
            rows.append(Row(loan.name, cells(numbers), level=0, dollar=not rows))
    total = [sum(column) for column in owed]
    rows += [
        Row("Total long-term debt", cells(total), level=1, rule=True),
        Row("Less: current portion of long-term debt", amounts(columns, "-current_debt")),
        Row(
            "Long-term debt, less current portion",
            amounts(columns, "long_term_debt"),
            level=1,
            rule=True,
            double=True,
            dollar=True,
        ),
    ]
    return date_table(report, "debt", rows)


def maturities(report: Report) -> Table:
    """Debt due in each of the next five fiscal years and after."""
    column, loans = dates(report)[0], report.company.drivers.loans
    owed = _owed(report, column)
    years = range(report.year + 1, report.year + 6)
    due = [sum(part for part, loan in zip(owed, loans, strict=True) if loan.matures[0] == year) for year in years]
    rows = [
        Row(
            f"Fiscal {year}" if report.company.wording.says_fiscal else str(year),
            (grouped(part),),
            dollar=year == years[0],
        )
        for year, part in zip(years, due, strict=True)
    ]
    rows.append(Row("Thereafter", (grouped(sum(owed) - sum(due)),)))
    rows.append(Row("Total", (grouped(sum(owed)),), level=1, rule=True, double=True, dollar=True))
    return _single(report, "maturities", rows, "Amount")


def _single(report: Report, anchor: str, rows: Sequence[Row], head: str) -> Table:
    return replace(
        base_table(report.company, 1),
        heads=(head,),
        rows=tuple(rows),
        corner=f"({report.company.wording.scale_word})",
        column=90.0,
        anchor=anchor,
    )


def leases(report: Report) -> Table:
    """Lease payments by year, less interest, to the liability on the balance sheet."""
    column = dates(report)[0]
    liability = column.levels.lease_liabilities
    interest = share(liability, 1180)
    parts = allocate(liability + interest, (230, 205, 170, 130, 95, 170))
    labels = [
        f"Fiscal {year}" if report.company.wording.says_fiscal else str(year)
        for year in range(report.year + 1, report.year + 6)
    ]
    rows = [
        Row(label, (grouped(part),), dollar=not place)
        for place, (label, part) in enumerate(zip([*labels, "Thereafter"], parts, strict=True))
    ]
    rows += [
        Row("Total undiscounted lease payments", (grouped(liability + interest),), level=1, rule=True),
        Row("Less: imputed interest", (grouped(-interest),)),
        Row(
            "Present value of operating lease liabilities",
            (grouped(liability),),
            level=1,
            rule=True,
            double=True,
            dollar=True,
        ),
    ]
    return _single(report, "leases", rows, "Operating\nLeases")


def lease_cost(report: Report) -> Table:
    """Lease cost of the period."""
    columns = report.current
    fixed = [column.flows.lease_amortization + share(column.levels.lease_liabilities, 410) for column in columns]
    variable = [share(number, 1640) for number in fixed]
    short = [share(number, 620) for number in fixed]
    total = [a + b + c for a, b, c in zip(fixed, variable, short, strict=True)]
    rows = [
        Row("Operating lease cost", cells(fixed), dollar=True),
        Row("Variable lease cost", cells(variable)),
        Row("Short-term lease cost", cells(short)),
        Row("Total lease cost", cells(total), level=1, rule=True, double=True, dollar=True),
    ]
    return flow_table(report, "lease_cost", rows)


def property_plant(report: Report) -> Table:
    """Property by class, less accumulated depreciation."""
    columns = dates(report)
    parts = [allocate(column.levels.property_gross, (60, 310, 545, 85)) for column in columns]
    names = ("Land", "Buildings and improvements", "Machinery, fixtures and equipment", "Construction in progress")
    rows = [Row(name, cells([part[place] for part in parts]), dollar=not place) for place, name in enumerate(names)]
    rows += [
        Row("Property at cost", amounts(columns, "property_gross"), level=1, rule=True),
        Row("Less: accumulated depreciation and amortization", amounts(columns, "-accumulated_depreciation")),
        Row("Property, net", amounts(columns, "property_net"), level=1, rule=True, double=True, dollar=True),
    ]
    return date_table(report, "property", rows)


def goodwill(report: Report) -> Table:
    """Goodwill rolled forward."""
    columns = report.current[:2]
    bought = [column.levels.goodwill - column.start.goodwill + column.flows.impairment for column in columns]
    rows = [
        Row("Balance at beginning of period", amounts(columns, "start_goodwill"), dollar=True),
        Row("Acquired in business combinations", cells(bought)),
        Row("Impairment", amounts(columns, "-impairment")),
        Row("Balance at end of period", amounts(columns, "goodwill"), level=1, rule=True, double=True, dollar=True),
    ]
    table = flow_table(report, "goodwill", rows)
    return replace(table, heads=table.heads[:2], groups=((table.groups[0][0], 2),))


def intangibles(report: Report) -> Table:
    """Acquired intangible assets rolled forward."""
    columns = report.current[:2]
    bought = [column.levels.intangibles - column.start.intangibles + column.flows.amortization for column in columns]
    rows = [
        Row("Net carrying amount at beginning of period", amounts(columns, "start_intangibles"), dollar=True),
        Row("Acquired", cells(bought)),
        Row("Amortization expense", amounts(columns, "-amortization")),
        Row(
            "Net carrying amount at end of period",
            amounts(columns, "intangibles"),
            level=1,
            rule=True,
            double=True,
            dollar=True,
        ),
    ]
    table = flow_table(report, "intangibles", rows)
    return replace(table, heads=table.heads[:2], groups=((table.groups[0][0], 2),))
