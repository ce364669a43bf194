"""Form 10-Q."""

from dataclasses import replace

from ingestion.samples.binding import Bound, Entry, bind
from ingestion.samples.covers import quarterly_cover
from ingestion.samples.layout import Block, Break, Heading, Text
from ingestion.samples.note_tables import dates, months_group
from ingestion.samples.pdf import Fonts
from ingestion.samples.periods import Period
from ingestion.samples.report import Report
from ingestion.samples.statements import balance_sheet, statement
from ingestion.samples.tables import Table

ITEMS = (
    ("PART I", "", ""),
    ("Item 1.", "Financial Statements (Unaudited)", "statements"),
    (
        "Item 2.",
        "Management's Discussion and Analysis of Financial Condition and Results of Operations",
        "interim_mdna",
    ),
    ("Item 3.", "Quantitative and Qualitative Disclosures About Market Risk", "interim_market_risk"),
    ("Item 4.", "Controls and Procedures", "interim_controls"),
    ("PART II", "", ""),
    ("Item 1.", "Legal Proceedings", "interim_legal"),
    ("Item 1A.", "Risk Factors", "interim_risk"),
    ("Item 2.", "Unregistered Sales of Equity Securities and Use of Proceeds", "interim_market"),
    ("Item 6.", "Exhibits", "interim_exhibits"),
)


def quarterly_report(report: Report, fonts: Fonts) -> Bound:
    """Lay out a 10-Q."""
    body: list[Block] = []
    for label, title, section in ITEMS:
        if not title:
            body += [Break()] if label == "PART I" else []
            kind = "FINANCIAL INFORMATION" if label == "PART I" else "OTHER INFORMATION"
            body.append(Text(f"**{label}. {kind}**", "center", after=2))
            continue
        if section == "interim_mdna":
            body.append(Break())
        body.append(Heading(f"{label} {title}", 1, f"item:{section}"))
        body += _statements(report) if section == "statements" else report.prose(section)
    body += report.prose("signatures")
    entries = [Entry(label, title, f"item:{section}") for label, title, section in ITEMS]
    return bind(report, fonts, cover=quarterly_cover(report), entries=entries, body=body)


def quarter_columns(report: Report) -> tuple[tuple[Period, ...], tuple[tuple[str, int], ...]]:
    """Columns of an interim income statement: the quarter and, from the second on, the year to date."""
    year, quarter = report.year, report.quarter
    single = (report.span(year, quarter, quarter), report.span(year - 1, quarter, quarter))
    groups = ((months_group(report, 3), 2),)
    if quarter in (1, 4):
        return single, groups
    return (*single, *report.current), (*groups, (months_group(report, 3 * quarter), 2))


def _unaudited(table: Table) -> Table:
    """The title as interim statements word it."""
    title = table.titles[-1].replace("CONSOLIDATED", "CONDENSED CONSOLIDATED")
    return replace(table, titles=(*table.titles[:-1], f"{title} (UNAUDITED)"))


def _statements(report: Report) -> list[Block]:
    company = report.company
    columns, groups = quarter_columns(report)
    assets, liabilities = balance_sheet(company, dates(report), "balance")
    year_to_date = ((months_group(report, 3 * report.quarter), 2),)
    return [
        _unaudited(statement(company, "income", columns, groups, "income")),
        Break(),
        _unaudited(statement(company, "comprehensive", columns, groups, "comprehensive")),
        Break(),
        _unaudited(assets),
        Break(),
        _unaudited(liabilities),
        Break(),
        _unaudited(statement(company, "cash_flow", report.current, year_to_date, "cash_flow")),
        Break(),
        Text(f"**{company.identity.name.upper()}**", "center", after=1),
        Text("**NOTES TO CONDENSED CONSOLIDATED FINANCIAL STATEMENTS (UNAUDITED)**", "center"),
        *report.prose("interim_policies"),
        *report.prose("interim_notes"),
    ]
