"""From drivers to books, quarter by quarter.

Flows come first, then the levels they lead to; cash is what remains. So assets equal liabilities and equity, cash flows
explain the change in cash, and retained earnings roll forward, without any number being made to fit.
"""

from dataclasses import dataclass, replace

from ingestion.samples.books import Books, Quarter, allocate, share
from ingestion.samples.drivers import Acquisition, Correction, Drivers, Loan, Split
from ingestion.samples.model import Flows, Levels

_EVEN = (1, 1, 1, 1)
_RESTRUCTURING = (1, 3, 4, 2)


def simulate(drivers: Drivers, *, corrected: bool = False) -> Books:
    """All quarters of five fiscal years; `corrected` books the error that was found later."""
    opening = _opening(drivers)
    error = drivers.correction if corrected else None
    levels, quarters = opening, []
    for year in range(drivers.first_year, drivers.first_year + 5):
        year_start = levels
        for number in (1, 2, 3, 4):
            step = _Step(drivers, year, number, levels, year_start, error)
            income = step.income()
            after = step.levels_after(income)
            flows = step.cash_flows(income, after)
            cash = levels.cash + flows.cash_change
            retained = levels.retained + flows.net_income + flows.dividends
            levels = replace(after, cash=cash, retained=retained)
            quarters.append(Quarter(year, number, flows, levels))
    return Books(opening, tuple(quarters))


def _opening(drivers: Drivers) -> Levels:
    """Levels before the first quarter: those stated, debt from the loans, retained earnings as the rest."""
    current, later = _debt(drivers.loans, (drivers.first_year - 1, 4))
    levels = replace(Levels(**drivers.opening), current_debt=current, long_term_debt=later)
    return replace(levels, retained=levels.total_assets - levels.liabilities_and_equity)


def _debt(loans: list[Loan], when: tuple[int, int]) -> tuple[int, int]:
    """Debt at the end of a quarter: due within a year, and later."""
    horizon = (when[0] + 1, when[1])
    owed = [loan for loan in loans if (loan.issued is None or loan.issued <= when) and when < loan.matures]
    current = sum(loan.amount for loan in owed if loan.matures <= horizon)
    return current, sum(loan.amount for loan in owed) - current


def _split(parts: list[Split], total: int, index: int) -> tuple[int, ...]:
    """Parts of revenue by their shares; the last takes the rest."""
    amounts = [share(total, part.share[index]) for part in parts[:-1]]
    return (*amounts, total - sum(amounts)) if parts else ()


@dataclass(frozen=True)
class _Step:
    """One quarter about to happen: the levels it starts from, those at the year's start, and the error if booked."""

    drivers: Drivers
    year: int
    number: int
    start: Levels
    year_start: Levels
    error: Correction | None

    def at(self, name: str) -> int:
        """A driver's number for the fiscal year."""
        return self.drivers.at(name, self.year)

    def part(self, name: str) -> int:
        """A quarter's even part of a number for the year."""
        return allocate(self.at(name), _EVEN)[self.number - 1]

    def seasonal(self, total: int) -> int:
        """A quarter's part of a number that follows the seasons."""
        return allocate(total, self.drivers.seasonality)[self.number - 1]

    def toward(self, name: str) -> int:
        """A level on its way from the year's start to the year-end level, in even steps."""
        begin = int(getattr(self.year_start, name))
        return begin + sum(allocate(self.at(name) - begin, _EVEN)[: self.number])

    def only_in(self, quarter: int, name: str) -> int:
        """A number of the year that falls into one quarter."""
        return self.at(name) if self.number == quarter else 0

    @property
    def when(self) -> tuple[int, int]:
        """Fiscal year and quarter."""
        return self.year, self.number

    @property
    def deals(self) -> list[Acquisition]:
        """Businesses bought in the quarter."""
        return [deal for deal in self.drivers.acquisitions if (deal.year, deal.quarter) == self.when]

    @property
    def property_bought(self) -> int:
        """Property that came with businesses bought."""
        return sum(deal.price - deal.goodwill - deal.intangibles for deal in self.deals)

    @property
    def property_sold(self) -> int:
        """Book value of property that went with a business sold, in the third quarter."""
        return self.only_in(3, "sale_proceeds") - self.only_in(3, "gain_on_sale")

    @property
    def hit(self) -> Correction | None:
        """The error, if it lies in this quarter."""
        return self.error if self.error and (self.error.year, self.error.quarter) == self.when else None

    def income(self) -> Flows:
        """The income statement."""
        drivers, index = self.drivers, self.year - self.drivers.first_year
        by_segment = [self.seasonal(segment.revenue[index]) for segment in drivers.segments]
        revenue, late = sum(by_segment), self.hit.cost if self.hit else 0
        lines = _split(drivers.lines, revenue, index)
        costs = [share(part, line.cost[index]) for part, line in zip(lines, drivers.lines, strict=True) if line.cost]
        incomes = [
            share(part, segment.margin[index]) for part, segment in zip(by_segment, drivers.segments, strict=True)
        ]
        if costs:
            costs[0] += late
        incomes[0] -= late
        flows = Flows(
            revenue=revenue,
            revenue_by_line=lines,
            segment_revenue=tuple(by_segment),
            segment_income=tuple(incomes),
            region_revenue=_split(drivers.regions, revenue, index),
            cost_of_sales=sum(costs) if costs else share(revenue, self.at("cost")) + late,
            cost_by_line=tuple(costs),
            selling_general=share(revenue, self.at("selling")),
            research=share(revenue, self.at("research")),
            amortization=self.part("amortization"),
            restructuring=allocate(self.at("restructuring"), _RESTRUCTURING)[self.number - 1],
            impairment=self.only_in(4, "impairment"),
            gain_on_sale=self.only_in(3, "gain_on_sale"),
            interest_expense=self._interest(),
            interest_income=share(self.start.cash + self.start.investments, self.at("interest_income")) // 4,
        )
        tax = share(flows.pretax_income + late, self.at("tax"))
        deferred = share(tax, self.at("deferred_share"))
        return replace(flows, current_tax=tax - deferred, deferred_tax=deferred - (self.hit.tax if self.hit else 0))

    def _interest(self) -> int:
        """A quarter's interest on loans owed at some time of it, and on commercial paper at its start."""
        owed = [x for x in self.drivers.loans if (x.issued is None or x.issued <= self.when) and self.when <= x.matures]
        yearly = sum(x.amount * x.rate for x in owed) + self.start.commercial_paper * self.drivers.paper_rate
        return (yearly + 20_000) // 40_000

    def levels_after(self, flows: Flows) -> Levels:
        """Levels at the end of the quarter, but cash and retained earnings."""
        return self._equity(self._liabilities(self._fixed_assets(self._current_assets(flows), flows), flows), flows)

    def _current_assets(self, flows: Flows) -> Levels:
        cost = flows.cost_of_sales - (self.hit.cost if self.hit else 0)
        overstated = self.error is not None and (self.error.year, self.error.quarter) <= self.when
        return Levels(
            investments=self.toward("investments"),
            receivables=share(flows.revenue, self.at("receivables")),
            raw_materials=share(cost, self.at("raw_materials")),
            work_in_process=share(cost, self.at("work_in_process")),
            finished_goods=share(cost, self.at("finished_goods"))
            - (self.error.cost if self.error and overstated else 0),
            prepaid=share(flows.revenue, self.at("prepaid")),
            payables=share(cost, self.at("payables")),
        )

    def _fixed_assets(self, levels: Levels, flows: Flows) -> Levels:
        start, retired = self.start, self.part("retirements")
        year_revenue = sum(segment.revenue[self.year - self.drivers.first_year] for segment in self.drivers.segments)
        spent = self.seasonal(share(year_revenue, self.at("capital_expenditures")))
        depreciation = (share(self.year_start.property_gross, self.at("depreciation")) + 2) // 4
        return replace(
            levels,
            property_gross=start.property_gross + spent - retired - self.property_sold + self.property_bought,
            accumulated_depreciation=start.accumulated_depreciation + depreciation - retired,
            lease_assets=self.toward("lease_assets"),
            goodwill=start.goodwill + sum(deal.goodwill for deal in self.deals) - flows.impairment,
            intangibles=start.intangibles + sum(deal.intangibles for deal in self.deals) - flows.amortization,
            other_assets=self.toward("other_assets"),
        )

    def _liabilities(self, levels: Levels, flows: Flows) -> Levels:
        current, later = _debt(self.drivers.loans, self.when)
        leases = self.start.lease_liabilities + levels.lease_assets - self.start.lease_assets
        leases_now = share(leases, self.drivers.current_lease_share)
        pension = self.start.pension + self.part("pension_expense") - self.part("pension_contributions")
        return replace(
            levels,
            commercial_paper=self.toward("commercial_paper"),
            current_debt=current,
            long_term_debt=later,
            accrued=share(flows.revenue, self.at("accrued")),
            accrued_pay=share(flows.revenue, self.at("accrued_pay")),
            deferred_revenue=share(flows.revenue, self.at("deferred_revenue")),
            income_taxes=share(flows.revenue, self.at("income_taxes")),
            current_leases=leases_now,
            long_leases=leases - leases_now,
            pension=pension - self.only_in(4, "pension_remeasurement"),
            deferred_taxes=self.start.deferred_taxes + flows.deferred_tax,
            other_liabilities=self.toward("other_liabilities"),
        )

    def _equity(self, levels: Levels, flows: Flows) -> Levels:
        start, spent = self.start, self.part("repurchases")
        bought_back = spent * self.drivers.unit // (self.at("repurchase_price") * 1000)
        awarded = share(flows.revenue, self.at("stock_compensation")) + self.part("stock_issued")
        return replace(
            levels,
            common_stock=start.common_stock,
            paid_in=start.paid_in + awarded,
            accumulated_other=start.accumulated_other
            + self.part("translation")
            + self.only_in(4, "pension_remeasurement"),
            treasury=start.treasury - spent,
            shares=start.shares + self.part("shares_issued") - bought_back,
        )

    def cash_flows(self, income: Flows, end: Levels) -> Flows:
        """The flows that explain the step from one balance sheet to the next."""
        return self._financing(self._investing(self._operating(income, end), end), end)

    def _operating(self, flows: Flows, end: Levels) -> Flows:
        start, remeasured = self.start, self.only_in(4, "pension_remeasurement")
        written_off = self.part("retirements")
        taxes = end.income_taxes - start.income_taxes
        return replace(
            flows,
            pension_remeasurement=remeasured,
            depreciation=end.accumulated_depreciation - start.accumulated_depreciation + written_off,
            lease_amortization=self.part("lease_amortization"),
            stock_compensation=share(flows.revenue, self.at("stock_compensation")),
            pension_change=end.pension - start.pension + remeasured,
            receivables_change=start.receivables - end.receivables,
            inventories_change=start.inventories - end.inventories,
            prepaid_change=start.prepaid - end.prepaid,
            payables_change=end.payables - start.payables,
            accrued_change=end.accrued + end.accrued_pay - start.accrued - start.accrued_pay,
            deferred_revenue_change=end.deferred_revenue - start.deferred_revenue,
            income_taxes_change=taxes,
            other_change=start.other_assets - end.other_assets + end.other_liabilities - start.other_liabilities,
            interest_paid=flows.interest_expense,
            taxes_paid=flows.current_tax - taxes,
        )

    def _investing(self, flows: Flows, end: Levels) -> Flows:
        start, purchases = self.start, self.part("purchases_of_investments")
        grown = end.property_gross - start.property_gross + self.part("retirements")
        return replace(
            flows,
            capital_expenditures=-(grown + self.property_sold - self.property_bought),
            acquisitions=-sum(deal.price for deal in self.deals),
            sale_proceeds=self.only_in(3, "sale_proceeds"),
            purchases_of_investments=-purchases,
            maturities_of_investments=purchases - (end.investments - start.investments),
        )

    def _financing(self, flows: Flows, end: Levels) -> Flows:
        start, unit, cents = self.start, self.drivers.unit, self.at("dividend_cents")
        average = (start.shares + end.shares + 1) // 2
        return replace(
            flows,
            translation=self.part("translation"),
            debt_issued=sum(loan.amount for loan in self.drivers.loans if loan.issued == self.when),
            debt_repaid=-sum(loan.amount for loan in self.drivers.loans if loan.matures == self.when),
            commercial_paper_change=end.commercial_paper - start.commercial_paper,
            dividends=-((cents * start.shares * 10 + unit // 2) // unit),
            repurchases=-self.part("repurchases"),
            stock_issued=self.part("stock_issued"),
            basic_shares=average,
            diluted_shares=average + self.at("dilution"),
            dividend_cents=cents,
        )
