"""Earnings release: highlights, outlook, statements, and reconciliations to measures outside GAAP."""

from dataclasses import replace
from decimal import Decimal

from ingestion.samples.binding import Bound, bind
from ingestion.samples.facts import percent
from ingestion.samples.fiscal_calendar import long_date
from ingestion.samples.layout import Block, Break, Heading, Text
from ingestion.samples.note_tables import cells, dates, months_group, segments
from ingestion.samples.pdf import Fonts
from ingestion.samples.periods import Period, period_head, print_item
from ingestion.samples.report import Report
from ingestion.samples.statements import balance_sheet, base_table, statement
from ingestion.samples.tables import Row, Table


def earnings_release(report: Report, fonts: Fonts) -> Bound:
    """Lay out the release for the fourth quarter and the full year."""
    company, who = report.company, report.company.identity
    year, before = report.years[0], report.years[1]
    columns = (report.span(report.year, 4, 4), report.span(report.year - 1, 4, 4), year, before)
    groups = ((_quarter_group(report), 2), (_year_group(report), 2))
    assets, liabilities = balance_sheet(company, dates(report), "balance")
    body: list[Block] = [
        Text("**NEWS RELEASE**", size=1.3, after=2),
        Text(f"{who.name} ({who.exchange}: {who.ticker})", after=12),
        Text(f"**{report.facts.fill('{headline}')}**", "center", size=1.35, after=10),
        *report.prose("release", columns=company.style.columns),
        Heading("Highlights", 2),
        highlights(report, columns),
        *report.prose("release_segments"),
        Break(),
        *_outlook(report),
        *report.prose("release_more"),
        *report.prose("safe_harbor"),
        Break(),
        statement(company, "income", columns, groups, "income"),
        Break(),
        assets,
        Break(),
        liabilities,
        Break(),
        statement(company, "cash_flow", (year, before), ((_year_group(report), 2),), "cash_flow"),
        Break(),
        Heading("Segment Results", 2),
        _two_years(segments(report)),
        Break(),
        Heading("Reconciliation of Non-GAAP Financial Measures", 2),
        adjusted(report, columns, groups),
        cash_measures(report, columns, groups),
        organic(report),
    ]
    return bind(report, fonts, cover=(), entries=(), body=body)


def _quarter_group(report: Report) -> str:
    return months_group(report, 3)


def _year_group(report: Report) -> str:
    if report.company.calendar.kind != "month":
        return "Fiscal Year Ended"
    return f"Year Ended {report.years[0].end:%B} {report.years[0].end.day},"


def _two_years(table: Table) -> Table:
    rows = tuple(replace(row, cells=row.cells[:2]) for row in table.rows)
    return replace(table, heads=table.heads[:2], groups=((table.groups[0][0], 2),), rows=rows)


def highlights(report: Report, columns: tuple[Period, ...]) -> Table:
    """Main figures of the quarter and the year with their changes in percent."""
    quarter, last_quarter, year, last_year = columns
    sales = "Total revenue" if report.company.drivers.unit == 1000 else "Net sales"
    rows = []
    for label, item in (
        (sales, "revenue"),
        ("Gross profit", "gross_profit"),
        ("Operating income", "operating_income"),
        ("Net income", "net_income"),
        ("Diluted earnings per share", "eps_diluted"),
    ):
        numbers = []
        for now, before in ((quarter, last_quarter), (year, last_year)):
            new, old = Decimal(now.amount(item)), Decimal(before.amount(item))
            change = percent(new - old, abs(old)) if old else "n/m"
            numbers += [
                print_item(now, item),
                print_item(before, item),
                f"({change[1:-1]})%" if change.startswith("-") else change,
            ]
        rows.append(Row(label, tuple(numbers), dollar=False))
    head = ("Q4\n" + str(report.year), "Q4\n" + str(report.year - 1), "Change")
    full = (f"FY\n{report.year}", f"FY\n{report.year - 1}", "Change")
    return replace(
        base_table(report.company, 6),
        heads=(*head, *full),
        rows=tuple(rows),
        corner=f"({report.company.wording.scale_word}, except per share)",
        column=54.0,
        anchor="highlights",
    )


def _outlook(report: Report) -> list[Block]:
    guidance = report.company.guidance[str(report.year)]
    rows = tuple(Row(report.facts.fill(label), (value,)) for label, value in guidance.rows)
    table = replace(
        base_table(report.company, 1),
        heads=(f"Outlook for\n{report.facts.words['next_year']}",),
        rows=rows,
        column=190.0,
        centered=True,
        anchor="guidance",
    )
    return [
        Heading(f"Outlook for {report.facts.words['next_year']}", 2, "outlook"),
        Text(report.facts.fill(guidance.lead)),
        table,
    ]


def adjusted(report: Report, columns: tuple[Period, ...], groups: tuple[tuple[str, int], ...]) -> Table:
    """From operating income to adjusted operating income and adjusted EBITDA."""
    flows = [column.flows for column in columns]
    operating = [f.operating_income + f.amortization + f.restructuring + f.impairment for f in flows]
    ebitda = [number + f.depreciation + f.stock_compensation for number, f in zip(operating, flows, strict=True)]
    rows = [
        Row("Operating income (GAAP)", cells([f.operating_income for f in flows]), dollar=True),
        Row("Amortization of acquired intangible assets", cells([f.amortization for f in flows]), level=1),
        Row("Restructuring and similar costs", cells([f.restructuring for f in flows]), level=1),
        Row("Goodwill impairment", cells([f.impairment for f in flows]), level=1),
        Row("Adjusted operating income", cells(operating), rule=True, bold=True),
        Row("Depreciation", cells([f.depreciation for f in flows]), level=1),
        Row("Stock-based compensation", cells([f.stock_compensation for f in flows]), level=1),
        Row("Adjusted EBITDA", cells(ebitda), rule=True, double=True, dollar=True, bold=True),
        Row("Adjusted EBITDA margin", tuple(percent(e, f.revenue) for e, f in zip(ebitda, flows, strict=True))),
    ]
    return _table(report, columns, groups, rows, "adjusted")


def cash_measures(report: Report, columns: tuple[Period, ...], groups: tuple[tuple[str, int], ...]) -> Table:
    """Free cash flow and its conversion."""
    flows = [column.flows for column in columns]
    rows = [
        Row("Net cash provided by operating activities (GAAP)", cells([f.operating_cash for f in flows]), dollar=True),
        Row("Less: capital expenditures", cells([f.capital_expenditures for f in flows]), level=1),
        Row("Free cash flow", cells([f.free_cash for f in flows]), rule=True, double=True, dollar=True, bold=True),
    ]
    return _table(report, columns, groups, rows, "free_cash")


def organic(report: Report) -> Table:
    """Growth of revenue in percentage points: as reported, exchange rates, businesses bought and sold, organic."""
    rows = []
    currency, deals = Decimal(report.facts.words["currency_effect"]), Decimal(report.facts.words["deal_effect"])
    for now, before in zip(report.years[:1], report.years[1:2], strict=True):
        growth = Decimal(percent(now.flows.revenue - before.flows.revenue, before.flows.revenue).rstrip("%"))
        for label, number in (
            ("Reported growth in revenue", growth),
            ("Effect of exchange rates", currency),
            ("Effect of acquisitions and divestitures", deals),
            ("Organic growth", growth - currency - deals),
        ):
            rows.append(
                Row(
                    label,
                    (f"({abs(number)})%" if number < 0 else f"{number}%",),
                    rule=label.startswith("Organic"),
                    bold=label.startswith("Organic"),
                )
            )
    return replace(
        base_table(report.company, 1),
        heads=(f"Year ended\n{long_date(report.years[0].end)}",),
        rows=tuple(rows),
        column=120.0,
        anchor="organic",
    )


def _table(
    report: Report, columns: tuple[Period, ...], groups: tuple[tuple[str, int], ...], rows: list[Row], anchor: str
) -> Table:
    return replace(
        base_table(report.company, 4),
        heads=tuple(period_head(column) for column in columns),
        groups=groups,
        rows=tuple(rows),
        corner=f"({report.company.wording.scale_word})",
        anchor=anchor,
    )
