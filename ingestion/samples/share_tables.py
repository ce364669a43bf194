"""Tables of earnings per share, changes in equity, the restatement and quarterly results."""

from dataclasses import replace
from decimal import Decimal

from ingestion.samples.fiscal_calendar import long_date
from ingestion.samples.note_tables import amounts, cells, flow_table
from ingestion.samples.periods import Period, grouped, period, print_item
from ingestion.samples.report import Report
from ingestion.samples.statements import base_table
from ingestion.samples.tables import Row, Table


def per_share(report: Report) -> Table:
    """Earnings per share computed."""
    columns = report.current
    rows = [
        Row("Net income (loss)", amounts(columns, "net_income"), dollar=True),
        Row(
            "Weighted average shares outstanding, basic",
            tuple(print_item(c, "basic_shares") for c in columns),
            gap=True,
        ),
        Row("Dilutive effect of stock options and awards", tuple(_dilution(c) for c in columns)),
        Row(
            "Weighted average shares outstanding, diluted",
            tuple(print_item(c, "diluted_shares") for c in columns),
            level=1,
            rule=True,
        ),
        Row(
            "Basic earnings (loss) per share", tuple(print_item(c, "eps_basic") for c in columns), dollar=True, gap=True
        ),
        Row("Diluted earnings (loss) per share", tuple(print_item(c, "eps_diluted") for c in columns), dollar=True),
    ]
    return flow_table(report, "per_share", rows)


def _dilution(column: Period) -> str:
    extra = column.flows.diluted_shares - column.flows.basic_shares
    return grouped(extra) if column.company.drivers.unit == 1000 else f"{Decimal(extra) / 1000:,.1f}"


def equity(report: Report) -> Table:
    """Changes in shareholders' equity over the years, oldest first, one column a component."""
    company = report.company
    keys = ("common_stock", "paid_in", "retained", "accumulated_other", "treasury", "equity")
    spans = tuple(reversed(report.current))
    start = spans[0].start
    opening = long_date(company.calendar.year_end(spans[0].year - 1))
    rows = [Row(f"Balance at {opening}", cells([getattr(start, key) for key in keys]), bold=True, dollar=True)]
    for span in spans:
        flows = span.flows
        moves = (
            ("Net income (loss)", (0, 0, flows.net_income, 0, 0)),
            ("Other comprehensive income (loss)", (0, 0, 0, flows.other_comprehensive, 0)),
            ("Dividends declared", (0, 0, flows.dividends, 0, 0)),
            ("Stock-based compensation", (0, flows.stock_compensation, 0, 0, 0)),
            ("Shares issued under employee plans", (0, flows.stock_issued, 0, 0, 0)),
            ("Repurchases of common stock", (0, 0, 0, 0, flows.repurchases)),
        )
        rows += [Row(label, cells([*parts, sum(parts)]), level=1) for label, parts in moves if any(parts)]
        label = f"Balance at {long_date(span.end)}" + (" (As Restated)" if span.restated else "")
        rows.append(Row(label, cells([getattr(span.levels, key) for key in keys]), bold=True, rule=True, dollar=True))
    return replace(
        base_table(company, 6),
        heads=(
            "Common\nStock",
            "Additional\nPaid-in Capital",
            "Retained Earnings\n(Deficit)",
            "Accumulated Other\nComp. Loss",
            "Treasury\nStock",
            "Total",
        ),
        rows=tuple(rows),
        titles=(company.identity.name.upper(), company.wording.statement_titles["equity"].upper()),
        note=company.wording.money_note,
        column=78.0,
        size=8.6,
        anchor="equity",
    )


def restatement(report: Report) -> Table:
    """What was first reported for the corrected year, the adjustment, and what is now reported."""
    error = report.company.drivers.correction
    if error is None:
        raise ValueError("nothing was restated")
    old = period(report.company, report.shelf.reported, error.year)
    new = period(report.company, report.shelf.corrected, error.year)
    layout = (
        ("Cost of sales", "cost_of_sales"),
        ("Gross profit", "gross_profit"),
        ("Operating income", "operating_income"),
        ("Provision for income taxes", "income_tax"),
        ("Net income", "net_income"),
        ("Inventories", "inventories"),
        ("Total assets", "total_assets"),
        ("Deferred income tax liabilities", "deferred_taxes"),
        ("Retained earnings", "retained"),
    )
    rows: list[Row] = []
    for label, item in layout:
        before, after = int(old.amount(item)), int(new.amount(item))
        rows.append(Row(label, cells([before, after - before, after]), dollar=not rows))
    shares = [
        print_item(old, "eps_diluted"),
        grouped(Decimal(new.amount("eps_diluted")) - old.amount("eps_diluted")),
        print_item(new, "eps_diluted"),
    ]
    rows.append(Row("Diluted earnings per share", tuple(shares), dollar=True))
    return replace(
        base_table(report.company, 3),
        heads=("As Previously\nReported", "Adjustment", "As\nRestated"),
        groups=((f"Year Ended or at {long_date(old.end)}", 3),),
        rows=tuple(rows),
        corner="(in millions, except per share amounts)",
        anchor="restatement",
    )


def quarters(report: Report) -> Table:
    """Unaudited results by quarter."""
    spans = [report.span(report.year, number, number) for number in (1, 2, 3, 4)]
    items = (
        ("Net sales", "revenue"),
        ("Gross profit", "gross_profit"),
        ("Operating income", "operating_income"),
        ("Net income", "net_income"),
        ("Diluted earnings per share", "eps_diluted"),
    )
    rows = [
        Row(label, tuple(print_item(span, item) for span in spans), dollar=item in ("revenue", "eps_diluted"))
        for label, item in items
    ]
    return replace(
        base_table(report.company, 4),
        heads=("First\nQuarter", "Second\nQuarter", "Third\nQuarter", "Fourth\nQuarter"),
        rows=tuple(rows),
        corner=f"({report.company.wording.scale_word}, except per share)",
        anchor="quarters",
    )
