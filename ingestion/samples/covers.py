"""Cover pages as the forms prescribe them."""

from dataclasses import replace

from ingestion.samples.fiscal_calendar import long_date
from ingestion.samples.layout import Block, Text
from ingestion.samples.report import Report
from ingestion.samples.tables import Row, Table

_TO_SECTION = "PURSUANT TO SECTION 13 OR 15(d) OF THE SECURITIES EXCHANGE ACT OF 1934"


def _center(text: str, size: float = 1.0, after: float = 3.0) -> Text:
    return Text(text, "center", size=size, after=after)


def _head(form: str) -> list[Block]:
    return [
        _center("**UNITED STATES**", 1.25),
        _center("**SECURITIES AND EXCHANGE COMMISSION**", 1.25),
        _center("Washington, D.C. 20549", 0.9, 8),
        _center(f"**FORM {form}**", 1.6, 8),
    ]


def _registrant(report: Report) -> list[Block]:
    who = report.company.identity
    facts = Table(
        ("", ""),
        (
            Row("", (f"{who.state}", who.tax_id)),
            Row("", ("(State or other jurisdiction", "(I.R.S. Employer")),
            Row("", ("of incorporation)", "Identification No.)")),
        ),
        column=240.0,
        size=8.4,
        shaded=False,
        centered=True,
        after=2.0,
    )
    return [
        _center(f"Commission file number **{who.commission_file}**", after=8),
        _center(f"**{who.name.upper() if report.company.wording.capitals else who.name}**", 1.8, 1),
        _center("(Exact name of registrant as specified in its charter)", 0.8, 2),
        facts,
        _center(f"{who.address}, {who.city}", after=1),
        _center("(Address of principal executive offices) (Zip Code)", 0.8, 4),
        _center(f"Registrant's telephone number, including area code: {who.phone}", after=6),
    ]


def _securities(report: Report) -> list[Block]:
    who = report.company.identity
    when = report.last_quarter_end
    rows = [Row(who.class_title, (who.ticker, who.exchange))]
    for loan in report.company.drivers.loans:
        if loan.listed and (loan.issued is None or loan.issued <= when) and when < loan.matures:
            rows.append(Row(loan.name, (loan.listed, who.exchange)))
    return [
        _center("Securities registered pursuant to Section 12(b) of the Act:", after=0),
        Table(
            ("Trading\nSymbol(s)", "Name of each exchange\non which registered"),
            tuple(rows),
            column=125.0,
            size=8.4,
            shaded=False,
            centered=True,
            corner="Title of each class",
            anchor="securities",
            after=2.0,
        ),
    ]


def _small(report: Report, section: str, size: float = 0.8) -> list[Block]:
    return [replace(block, size=size, after=4.0) for block in report.prose(section) if isinstance(block, Text)]


def annual_cover(report: Report) -> list[Block]:
    """Cover of a Form 10-K. A filer whose year ends in January says there what it calls the year."""
    end = long_date(report.company.calendar.year_end(report.year))
    named = f' ("fiscal {report.year}")' if report.company.calendar.kind != "month" else ""
    return [
        *_head("10-K"),
        _center("(Mark One)", 0.9),
        _center(f"[X] **ANNUAL REPORT {_TO_SECTION}**", 0.9),
        _center(f"**For the fiscal year ended {end}**{named}", after=3),
        _center("OR", 0.9),
        _center(f"[ ] **TRANSITION REPORT {_TO_SECTION}**", 0.9),
        *_registrant(report),
        *_securities(report),
        _center("Securities registered pursuant to Section 12(g) of the Act: None", after=5),
        *_small(report, "cover_year_marks"),
        *_small(report, "cover_marks"),
        *_small(report, "cover_value"),
        _center("DOCUMENTS INCORPORATED BY REFERENCE", 0.85, 1),
        *_small(report, "cover_incorporated"),
    ]


def quarterly_cover(report: Report) -> list[Block]:
    """Cover of a Form 10-Q."""
    end = long_date(report.company.calendar.quarter_end(report.year, report.quarter))
    calendar, quarter = report.company.calendar, report.facts.words["quarter"]
    own = (calendar.kind, calendar.month) != ("month", 12)
    named = f' ("{quarter} quarter of fiscal {report.year}")' if own else ""
    return [
        *_head("10-Q"),
        _center("(Mark One)", 0.9),
        _center(f"[X] **QUARTERLY REPORT {_TO_SECTION}**", 0.9),
        _center(f"**For the quarterly period ended {end}**{named}", after=3),
        _center("OR", 0.9),
        _center(f"[ ] **TRANSITION REPORT {_TO_SECTION}**", 0.9),
        *_registrant(report),
        *_securities(report),
        *_small(report, "cover_marks"),
        *_small(report, "cover_outstanding"),
    ]


def current_cover(report: Report) -> list[Block]:
    """Cover of a Form 8-K."""
    if report.event is None:
        raise ValueError("an 8-K needs an event")
    return [
        *_head("8-K"),
        _center("**CURRENT REPORT**", 1.1),
        _center("**Pursuant to Section 13 or 15(d) of the Securities Exchange Act of 1934**"),
        _center(f"Date of Report (Date of earliest event reported): **{long_date(report.event.day)}**", after=10),
        *_registrant(report),
        _center("Not Applicable", after=1),
        _center("(Former name or former address, if changed since last report)", 0.8, 8),
        *_small(report, "cover_provisions", 0.85),
        *_securities(report),
        Text("Emerging growth company [ ]", size=0.85),
    ]
