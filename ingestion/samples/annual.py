"""Form 10-K."""

from collections.abc import Sequence
from dataclasses import replace

from ingestion.samples import more_tables, note_tables, share_tables
from ingestion.samples.binding import Bound, Entry, bind
from ingestion.samples.covers import annual_cover
from ingestion.samples.layout import Block, Break, Heading, Text
from ingestion.samples.note_tables import dates
from ingestion.samples.pdf import Fonts
from ingestion.samples.plants import plants
from ingestion.samples.report import Report, Tables
from ingestion.samples.statements import balance_sheet, statement

TABLES: Tables = {
    "plants": plants,
    "segments": note_tables.segments,
    "regions": note_tables.regions,
    "lines": note_tables.lines,
    "debt": note_tables.debt,
    "maturities": note_tables.maturities,
    "leases": note_tables.leases,
    "lease_cost": note_tables.lease_cost,
    "property": note_tables.property_plant,
    "goodwill": note_tables.goodwill,
    "intangibles": note_tables.intangibles,
    "taxes": more_tables.taxes,
    "tax_rates": more_tables.tax_rates,
    "pensions": more_tables.pensions,
    "benefits": more_tables.benefits,
    "per_share": share_tables.per_share,
    "restatement": share_tables.restatement,
    "quarters": share_tables.quarters,
    "results": more_tables.results,
    "repurchased": more_tables.repurchased,
    "liquidity": more_tables.liquidity,
}

ITEMS = (
    ("PART I", "", ""),
    ("Item 1.", "Business", "business"),
    ("Item 1A.", "Risk Factors", "risk"),
    ("Item 1B.", "Unresolved Staff Comments", "unresolved"),
    ("Item 1C.", "Cybersecurity", "cyber"),
    ("Item 2.", "Properties", "properties"),
    ("Item 3.", "Legal Proceedings", "legal"),
    ("Item 4.", "Mine Safety Disclosures", "mine"),
    ("PART II", "", ""),
    (
        "Item 5.",
        "Market for Registrant's Common Equity, Related Stockholder Matters and Issuer Purchases of Equity Securities",
        "market",
    ),
    ("Item 6.", "[Reserved]", "reserved"),
    ("Item 7.", "Management's Discussion and Analysis of Financial Condition and Results of Operations", "mdna"),
    ("Item 7A.", "Quantitative and Qualitative Disclosures About Market Risk", "market_risk"),
    ("Item 8.", "Financial Statements and Supplementary Data", "statements"),
    (
        "Item 9.",
        "Changes in and Disagreements with Accountants on Accounting and Financial Disclosure",
        "disagreements",
    ),
    ("Item 9A.", "Controls and Procedures", "controls"),
    ("PART III", "", ""),
    ("Items 10-14.", "Directors, Compensation, Ownership, Relationships, Accountant Fees", "part_three"),
    ("PART IV", "", ""),
    ("Item 15.", "Exhibits and Financial Statement Schedules", "exhibits"),
)
_NEW_PAGE = ("business", "risk", "mdna", "statements", "exhibits")


def annual_report(report: Report, fonts: Fonts) -> Bound:
    """Lay out a 10-K. Filers with a page prefix put their statements at the end, on pages F-1 and following."""
    at_end = bool(report.company.wording.printed_prefix)
    body: list[Block] = []
    for label, title, section in ITEMS:
        if not title:
            body += [Break()] if label == "PART I" else []
            body.append(Text(f"**{label}**", "center", after=2))
            continue
        if section in _NEW_PAGE and section != "business":
            body.append(Break())
        body.append(Heading(f"{label} {title}", 1, f"item:{section}"))
        body += _section(report, section, at_end=at_end)
    tail = [*_financial_pages(report), *_certification(report)] if at_end else []
    body += [*report.prose("signatures"), *([] if at_end else _certification(report))]
    return bind(report, fonts, cover=annual_cover(report), entries=_entries(), body=body, tail=tail)


def _entries() -> list[Entry]:
    return [Entry(label, title, f"item:{section}") for label, title, section in ITEMS]


def _section(report: Report, section: str, *, at_end: bool) -> list[Block]:
    if section == "risk":
        return report.prose(section, columns=report.company.style.columns)
    if section == "mdna":
        return [*report.prose("forward_looking"), *report.prose("mdna"), *report.prose("critical")]
    if section == "statements":
        if at_end:
            return report.prose("statements_at_end")
        return _financial_pages(report)
    return report.prose(section)


def _financial_pages(report: Report) -> list[Block]:
    group = ((report.company.wording.years_group, 3),)
    assets, liabilities = balance_sheet(report.company, dates(report), "balance")
    return [
        *report.prose("auditor"),
        Break(),
        statement(report.company, "income", report.years, group, "income"),
        Break(),
        statement(report.company, "comprehensive", report.years, group, "comprehensive"),
        Break(),
        assets,
        Break(),
        liabilities,
        Break(),
        statement(report.company, "cash_flow", report.years, group, "cash_flow"),
        Break(landscape=True),
        share_tables.equity(report),
        Break(),
        Text(f"**{report.company.identity.name.upper()}**", "center", after=1),
        Text("**NOTES TO CONSOLIDATED FINANCIAL STATEMENTS**", "center"),
        *_anchored(report.prose("policies"), "notes"),
        *report.prose("notes"),
    ]


def _anchored(blocks: Sequence[Block], anchor: str) -> list[Block]:
    first = blocks[0]
    if isinstance(first, Heading):
        return [replace(first, anchor=anchor), *blocks[1:]]
    return list(blocks)


def _certification(report: Report) -> list[Block]:
    """The signed certification, filed as a scan: a page without text."""
    return [Break(scanned=True), *_anchored(report.prose("certification"), "scan")]
