"""Tables of taxes, pensions, results in percent, share repurchases and liquidity."""

from dataclasses import replace
from decimal import Decimal

from ingestion.samples.books import allocate, share
from ingestion.samples.facts import percent
from ingestion.samples.note_tables import amounts, cells, flow_table
from ingestion.samples.periods import grouped, period
from ingestion.samples.report import Report
from ingestion.samples.statements import base_table
from ingestion.samples.tables import Row, Table


def taxes(report: Report) -> Table:
    """Provision for income taxes by kind."""
    columns = report.current
    current = [allocate(column.flows.current_tax, (62, 14, 24)) for column in columns]
    deferred = [allocate(column.flows.deferred_tax, (70, 10, 20)) for column in columns]
    rows = [Row("Current:")]
    for place, name in enumerate(("Federal", "State", "Foreign")):
        rows.append(Row(name, cells([part[place] for part in current]), level=1, dollar=not place))
    rows += [Row("Total current", amounts(columns, "current_tax"), level=2, rule=True), Row("Deferred:")]
    for place, name in enumerate(("Federal", "State", "Foreign")):
        rows.append(Row(name, cells([part[place] for part in deferred]), level=1))
    rows += [
        Row("Total deferred", amounts(columns, "deferred_tax"), level=2, rule=True),
        Row("Provision for income taxes", amounts(columns, "income_tax"), level=1, rule=True, double=True, dollar=True),
    ]
    return flow_table(report, "taxes", rows)


def tax_rates(report: Report) -> Table:
    """From the statutory to the effective tax rate, in percent of income before taxes."""
    columns = report.current
    effective = [_tenths(column.flows.income_tax, column.flows.pretax_income) for column in columns]
    parts = [(Decimal("21.0"), Decimal("2.4"), Decimal("0.6"), Decimal("-1.3")) for _ in columns]
    rest = [rate - sum(part) for rate, part in zip(effective, parts, strict=True)]
    names = (
        "U.S. federal statutory rate",
        "State income taxes, net of federal benefit",
        "Foreign rate differences",
        "Research and other credits",
    )
    rows = [Row(name, tuple(_rate(part[place]) for part in parts)) for place, name in enumerate(names)]
    rows += [
        Row("Other, net", tuple(_rate(number) for number in rest)),
        Row("Effective income tax rate", tuple(_rate(number) for number in effective), level=1, rule=True, double=True),
    ]
    return replace(flow_table(report, "tax_rates", rows), corner="")


def _tenths(part: int, whole: int) -> Decimal:
    return Decimal(percent(part, whole).rstrip("%"))


def _rate(number: Decimal) -> str:
    return f"({abs(number)})%" if number < 0 else f"{number}%"


def _pension_years(report: Report) -> list[dict[str, int]]:
    """Obligation and plan assets rolled from the first simulated year up to this one."""
    drivers, assets, years = report.company.drivers, report.books.opening.pension * 3, []
    for year in range(drivers.first_year, report.year + 1):
        column = period(report.company, report.books, year)
        begin = assets + column.start.pension
        expense, paid = drivers.at("pension_expense", year), share(begin, 600)
        contributed, gained = drivers.at("pension_contributions", year), share(assets, 550)
        end = assets + gained + contributed - paid
        service, interest = share(expense, 5500), share(begin, 480)
        obligation = end + column.levels.pension
        years.append(
            {
                "begin": begin,
                "service": service,
                "interest": interest,
                "actuarial": obligation - begin - service - interest + paid,
                "paid": -paid,
                "obligation": obligation,
                "assets_begin": assets,
                "gained": gained,
                "contributed": contributed,
                "assets": end,
                "funded": end - obligation,
            }
        )
        assets = end
    return years


def pensions(report: Report) -> Table:
    """Funded status of the pension plans."""
    newest = list(reversed(_pension_years(report)))[:2]
    layout = (
        ("Change in projected benefit obligation:", ""),
        ("Benefit obligation at beginning of year", "begin"),
        ("Service cost", "service"),
        ("Interest cost", "interest"),
        ("Actuarial loss (gain)", "actuarial"),
        ("Benefits paid", "paid"),
        ("Benefit obligation at end of year", "obligation"),
        ("Change in plan assets:", ""),
        ("Fair value of plan assets at beginning of year", "assets_begin"),
        ("Actual return on plan assets", "gained"),
        ("Employer contributions", "contributed"),
        ("Benefits paid", "paid"),
        ("Fair value of plan assets at end of year", "assets"),
        ("Funded status at end of year", "funded"),
    )
    totals = ("obligation", "assets", "funded")
    rows = [
        Row(
            label,
            cells([year[key] for year in newest]),
            level=1,
            rule=key in totals,
            dollar=key in ("begin", "assets_begin", "funded"),
            double=key == "funded",
        )
        if key
        else Row(label, bold=True)
        for label, key in layout
    ]
    table = flow_table(report, "pensions", rows)
    return replace(table, heads=table.heads[:2], groups=((table.groups[0][0], 2),))


def benefits(report: Report) -> Table:
    """Benefits expected to be paid in the next five years and the five after."""
    base = -_pension_years(report)[-1]["paid"]
    pays = [share(base, 10_000 + 260 * step) for step in range(1, 6)]
    later = sum(share(base, 10_000 + 260 * step) for step in range(6, 11))
    rows = [Row(str(report.year + step), (grouped(pay),), dollar=step == 1) for step, pay in enumerate(pays, 1)]
    rows.append(Row(f"{report.year + 6} through {report.year + 10}", (grouped(later),)))
    return replace(
        base_table(report.company, 1),
        heads=("Expected Benefit\nPayments",),
        rows=tuple(rows),
        corner="(in millions)",
        column=100.0,
        anchor="benefits",
    )


def results(report: Report) -> Table:
    """Results in percent of revenue, for the discussion."""
    columns = report.current
    items = (
        ("Gross margin", "gross_profit"),
        ("Selling, general and administrative expenses", "selling_general"),
        ("Operating income", "operating_income"),
        ("Net income (loss)", "net_income"),
    )
    rows = [
        Row("Total revenue" if report.company.drivers.unit == 1000 else "Net sales", tuple("100.0%" for _ in columns))
    ]
    rows += [
        Row(label, tuple(_rate(_tenths(int(c.amount(item)), c.flows.revenue)) for c in columns))
        for label, item in items
    ]
    return replace(flow_table(report, "results", rows), corner="(as a percentage of revenue)")


def repurchased(report: Report) -> Table:
    """Shares bought back in each month of the last quarter."""
    span = report.span(report.year, 4, 4)
    price = report.company.drivers.at("repurchase_price", report.year)
    bought = -span.flows.repurchases * report.company.drivers.unit // (price * 1000)
    parts = allocate(bought, (3, 4, 3))
    rows = [
        Row(f"Month {number}", (grouped(part), f"{price + shift}.{25 * number}"))
        for number, (part, shift) in enumerate(zip(parts, (-1, 0, 1), strict=True), 1)
    ]
    rows.append(Row("Total", (grouped(bought), f"{price}.50"), rule=True, double=True))
    return replace(
        base_table(report.company, 2),
        heads=("Shares Purchased\n(in thousands)", "Average Price\nPaid per Share"),
        rows=tuple(rows),
        column=96.0,
        anchor="repurchased",
    )


def liquidity(report: Report) -> Table:
    """The three kinds of cash flow."""
    columns = report.current
    rows = [
        Row("Net cash provided by operating activities", amounts(columns, "operating_cash"), dollar=True),
        Row("Net cash used in investing activities", amounts(columns, "investing_cash")),
        Row("Net cash provided by (used in) financing activities", amounts(columns, "financing_cash")),
        Row("Effect of exchange rate changes on cash", amounts(columns, "translation")),
        Row(
            "Net increase (decrease) in cash and cash equivalents",
            amounts(columns, "cash_change"),
            rule=True,
            double=True,
            dollar=True,
        ),
    ]
    return flow_table(report, "liquidity", rows)
