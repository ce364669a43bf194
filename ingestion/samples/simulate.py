"""From drivers to books, quarter by quarter.

Flows come first, then the levels they lead to; cash is what remains. So assets equal liabilities and equity, cash flows
explain the change in cash, and retained earnings roll forward, without any number being made to fit.
"""

from dataclasses import replace

from ingestion.samples.books import Books, Quarter, allocate, share
from ingestion.samples.drivers import Drivers, Split
from ingestion.samples.model import Flows, Levels

_EVEN = (1, 1, 1, 1)


def simulate(drivers: Drivers, *, corrected: bool = False) -> Books:
    """All quarters of five fiscal years; `corrected` books the error that was found later."""
    opening = _opening(drivers)
    levels, quarters = opening, []
    for year in range(drivers.first_year, drivers.first_year + 5):
        year_start = levels
        for number in (1, 2, 3, 4):
            flows = _income(drivers, year, number, levels, corrected=corrected)
            after = _levels(drivers, year, number, flows, levels, year_start, corrected=corrected)
            flows = _cash_flows(drivers, year, number, flows, levels, after)
            cash = levels.cash + flows.cash_change
            retained = levels.retained + flows.net_income + flows.dividends
            levels = replace(after, cash=cash, retained=retained)
            quarters.append(Quarter(year, number, flows, levels))
    return Books(opening, tuple(quarters))


def _opening(drivers: Drivers) -> Levels:
    """Levels before the first quarter: those stated, debt from the loans, retained earnings as the rest."""
    stated = Levels(**drivers.opening)
    before = (drivers.first_year - 1, 4)
    current, later = _debt(drivers, before)
    levels = replace(stated, current_debt=current, long_term_debt=later)
    return replace(levels, retained=levels.total_assets - levels.liabilities_and_equity)


def _quarterly(drivers: Drivers, name: str, year: int, number: int) -> int:
    return allocate(drivers.at(name, year), _EVEN)[number - 1]


def _seasonal(drivers: Drivers, total: int, number: int) -> int:
    return allocate(total, drivers.seasonality)[number - 1]


def split(parts: list[Split], total: int, year_index: int) -> tuple[int, ...]:
    """Parts of revenue by their shares; the last takes the rest."""
    if not parts:
        return ()
    amounts = [share(total, part.share[year_index]) for part in parts[:-1]]
    return (*amounts, total - sum(amounts))


def _income(drivers: Drivers, year: int, number: int, start: Levels, *, corrected: bool) -> Flows:
    index = year - drivers.first_year
    by_segment = tuple(_seasonal(drivers, segment.revenue[index], number) for segment in drivers.segments)
    revenue = sum(by_segment)
    error = drivers.correction if corrected else None
    hit = error is not None and (error.year, error.quarter) == (year, number)
    extra_cost = error.cost if error and hit else 0
    lines = split(drivers.lines, revenue, index)
    cost_lines = tuple(
        share(amount, line.cost[index]) for amount, line in zip(lines, drivers.lines, strict=True) if line.cost
    )
    if cost_lines:
        cost_lines = (cost_lines[0] + extra_cost, *cost_lines[1:])
    cost = sum(cost_lines) if cost_lines else share(revenue, drivers.at("cost", year)) + extra_cost
    flows = Flows(
        revenue=revenue,
        revenue_by_line=lines,
        segment_revenue=by_segment,
        segment_income=tuple(
            share(amount, segment.margin[index]) - (0 if place else extra_cost)
            for place, (amount, segment) in enumerate(zip(by_segment, drivers.segments, strict=True))
        ),
        region_revenue=split(drivers.regions, revenue, index),
        cost_of_sales=cost,
        cost_by_line=cost_lines,
        selling_general=share(revenue, drivers.at("selling", year)),
        research=share(revenue, drivers.at("research", year)),
        amortization=_quarterly(drivers, "amortization", year, number),
        restructuring=allocate(drivers.at("restructuring", year), (1, 3, 4, 2))[number - 1],
        impairment=drivers.at("impairment", year) if number == 4 else 0,
        gain_on_sale=drivers.at("gain_on_sale", year) if number == 3 else 0,
        interest_expense=_interest(drivers, year, number, start),
        interest_income=share(start.cash + start.investments, drivers.at("interest_income", year)) // 4,
    )
    tax = share(flows.pretax_income + extra_cost, drivers.at("tax", year))
    deferred = share(tax, drivers.at("deferred_share", year))
    return replace(flows, current_tax=tax - deferred, deferred_tax=deferred - (error.tax if error and hit else 0))


def _interest(drivers: Drivers, year: int, number: int, start: Levels) -> int:
    due = sum(
        loan.amount * loan.rate for loan in drivers.loans if _outstanding(loan.issued, loan.matures, (year, number))
    )
    return (due + start.commercial_paper * drivers.paper_rate + 20_000) // 40_000


def _outstanding(issued: tuple[int, int] | None, matures: tuple[int, int], when: tuple[int, int]) -> bool:
    """Owed at some time of the quarter `when`."""
    return (issued is None or issued <= when) and when <= matures


def _debt(drivers: Drivers, when: tuple[int, int]) -> tuple[int, int]:
    """Debt at the end of a quarter: due within a year, and later."""
    horizon = (when[0] + 1, when[1])
    owed = [loan for loan in drivers.loans if (loan.issued is None or loan.issued <= when) and when < loan.matures]
    current = sum(loan.amount for loan in owed if loan.matures <= horizon)
    return current, sum(loan.amount for loan in owed) - current


def _toward(drivers: Drivers, name: str, year: int, number: int, year_start: Levels) -> int:
    """A level on its way from the year's start to the year-end level, in even steps."""
    begin = getattr(year_start, name)
    return int(begin + sum(allocate(drivers.at(name, year) - begin, _EVEN)[:number]))


def _levels(
    drivers: Drivers, year: int, number: int, flows: Flows, start: Levels, year_start: Levels, *, corrected: bool
) -> Levels:
    """Levels at the end of the quarter, but cash and retained earnings."""
    error = drivers.correction if corrected else None
    wrong = error.cost if error and (year, number) >= (error.year, error.quarter) else 0
    extra = error.cost if error and (year, number) == (error.year, error.quarter) else 0
    cost = flows.cost_of_sales - extra
    year_revenue = sum(segment.revenue[year - drivers.first_year] for segment in drivers.segments)
    capex = _seasonal(drivers, share(year_revenue, drivers.at("capital_expenditures", year)), number)
    bought = [deal for deal in drivers.acquisitions if (deal.year, deal.quarter) == (year, number)]
    retired = _quarterly(drivers, "retirements", year, number)
    depreciation = (share(year_start.property_gross, drivers.at("depreciation", year)) + 2) // 4
    sold = drivers.at("sale_proceeds", year) - drivers.at("gain_on_sale", year) if number == 3 else 0
    current, later = _debt(drivers, (year, number))
    leases = _toward(drivers, "lease_assets", year, number, year_start)
    owed = start.lease_liabilities + leases - start.lease_assets
    repurchased = _quarterly(drivers, "repurchases", year, number)
    issued = _quarterly(drivers, "shares_issued", year, number)
    bought_back = repurchased * drivers.unit // (drivers.at("repurchase_price", year) * 1000)
    pension = _quarterly(drivers, "pension_expense", year, number) - _quarterly(
        drivers, "pension_contributions", year, number
    )
    remeasured = drivers.at("pension_remeasurement", year) if number == 4 else 0
    translation = _quarterly(drivers, "translation", year, number)
    return Levels(
        investments=_toward(drivers, "investments", year, number, year_start),
        receivables=share(flows.revenue, drivers.at("receivables", year)),
        raw_materials=share(cost, drivers.at("raw_materials", year)),
        work_in_process=share(cost, drivers.at("work_in_process", year)),
        finished_goods=share(cost, drivers.at("finished_goods", year)) - wrong,
        prepaid=share(flows.revenue, drivers.at("prepaid", year)),
        property_gross=start.property_gross
        + capex
        - retired
        - sold
        + sum(deal.price - deal.goodwill - deal.intangibles for deal in bought),
        accumulated_depreciation=start.accumulated_depreciation + depreciation - retired,
        lease_assets=leases,
        goodwill=start.goodwill + sum(deal.goodwill for deal in bought) - flows.impairment,
        intangibles=start.intangibles + sum(deal.intangibles for deal in bought) - flows.amortization,
        other_assets=_toward(drivers, "other_assets", year, number, year_start),
        commercial_paper=_toward(drivers, "commercial_paper", year, number, year_start),
        current_debt=current,
        long_term_debt=later,
        payables=share(cost, drivers.at("payables", year)),
        accrued=share(flows.revenue, drivers.at("accrued", year)),
        accrued_pay=share(flows.revenue, drivers.at("accrued_pay", year)),
        deferred_revenue=share(flows.revenue, drivers.at("deferred_revenue", year)),
        income_taxes=share(flows.revenue, drivers.at("income_taxes", year)),
        current_leases=share(owed, drivers.current_lease_share),
        long_leases=owed - share(owed, drivers.current_lease_share),
        pension=start.pension + pension - remeasured,
        deferred_taxes=start.deferred_taxes + flows.deferred_tax,
        other_liabilities=_toward(drivers, "other_liabilities", year, number, year_start),
        common_stock=start.common_stock,
        paid_in=start.paid_in
        + share(flows.revenue, drivers.at("stock_compensation", year))
        + _quarterly(drivers, "stock_issued", year, number),
        accumulated_other=start.accumulated_other + translation + remeasured,
        treasury=start.treasury - repurchased,
        shares=start.shares + issued - bought_back,
    )


def _cash_flows(drivers: Drivers, year: int, number: int, flows: Flows, start: Levels, end: Levels) -> Flows:
    """The flows that explain the step from one balance sheet to the next."""
    bought = [deal for deal in drivers.acquisitions if (deal.year, deal.quarter) == (year, number)]
    retired = _quarterly(drivers, "retirements", year, number)
    proceeds = drivers.at("sale_proceeds", year) if number == 3 else 0
    sold = proceeds - flows.gain_on_sale
    property_bought = sum(deal.price - deal.goodwill - deal.intangibles for deal in bought)
    capex = end.property_gross - start.property_gross + retired + sold - property_bought
    purchases = _quarterly(drivers, "purchases_of_investments", year, number)
    remeasured = drivers.at("pension_remeasurement", year) if number == 4 else 0
    issued = sum(loan.amount for loan in drivers.loans if loan.issued == (year, number))
    repaid = sum(loan.amount for loan in drivers.loans if loan.matures == (year, number))
    cents = drivers.at("dividend_cents", year)
    average = (start.shares + end.shares + 1) // 2
    taxes = end.income_taxes - start.income_taxes
    return replace(
        flows,
        translation=_quarterly(drivers, "translation", year, number),
        pension_remeasurement=remeasured,
        depreciation=end.accumulated_depreciation - start.accumulated_depreciation + retired,
        lease_amortization=_quarterly(drivers, "lease_amortization", year, number),
        stock_compensation=share(flows.revenue, drivers.at("stock_compensation", year)),
        pension_change=end.pension - start.pension + remeasured,
        receivables_change=start.receivables - end.receivables,
        inventories_change=start.inventories - end.inventories,
        prepaid_change=start.prepaid - end.prepaid,
        payables_change=end.payables - start.payables,
        accrued_change=end.accrued + end.accrued_pay - start.accrued - start.accrued_pay,
        deferred_revenue_change=end.deferred_revenue - start.deferred_revenue,
        income_taxes_change=taxes,
        other_change=start.other_assets - end.other_assets + end.other_liabilities - start.other_liabilities,
        capital_expenditures=-capex,
        acquisitions=-sum(deal.price for deal in bought),
        sale_proceeds=proceeds,
        purchases_of_investments=-purchases,
        maturities_of_investments=purchases - (end.investments - start.investments),
        debt_issued=issued,
        debt_repaid=-repaid,
        commercial_paper_change=end.commercial_paper - start.commercial_paper,
        dividends=-((cents * start.shares * 10 + drivers.unit // 2) // drivers.unit),
        repurchases=-_quarterly(drivers, "repurchases", year, number),
        stock_issued=_quarterly(drivers, "stock_issued", year, number),
        basic_shares=average,
        diluted_shares=average + drivers.at("dilution", year),
        interest_paid=flows.interest_expense,
        taxes_paid=flows.current_tax - taxes,
        dividend_cents=cents,
    )
