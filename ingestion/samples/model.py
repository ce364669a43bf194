"""The accounts of a fictional company: flows of a period and levels at a date, in whole reporting units.

Amounts are integers (millions or thousands, as the company reports), so that every total adds up to the digit. Shares
are in thousands. Flows of quarters add up to the year's.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Flows:
    """Income statement and cash flows of one period. Cash-flow fields carry their sign: money out is negative."""

    revenue: int = 0
    revenue_by_line: tuple[int, ...] = ()
    segment_revenue: tuple[int, ...] = ()
    segment_income: tuple[int, ...] = ()
    region_revenue: tuple[int, ...] = ()
    cost_of_sales: int = 0
    cost_by_line: tuple[int, ...] = ()
    selling_general: int = 0
    research: int = 0
    amortization: int = 0
    restructuring: int = 0
    impairment: int = 0
    interest_expense: int = 0
    interest_income: int = 0
    gain_on_sale: int = 0
    current_tax: int = 0
    deferred_tax: int = 0
    translation: int = 0
    pension_remeasurement: int = 0
    depreciation: int = 0
    lease_amortization: int = 0
    stock_compensation: int = 0
    pension_change: int = 0
    receivables_change: int = 0
    inventories_change: int = 0
    prepaid_change: int = 0
    payables_change: int = 0
    accrued_change: int = 0
    deferred_revenue_change: int = 0
    income_taxes_change: int = 0
    other_change: int = 0
    capital_expenditures: int = 0
    acquisitions: int = 0
    sale_proceeds: int = 0
    purchases_of_investments: int = 0
    maturities_of_investments: int = 0
    debt_issued: int = 0
    debt_repaid: int = 0
    commercial_paper_change: int = 0
    dividends: int = 0
    repurchases: int = 0
    stock_issued: int = 0
    basic_shares: int = 0
    diluted_shares: int = 0
    interest_paid: int = 0
    taxes_paid: int = 0
    dividend_cents: int = 0

    @property
    def gross_profit(self) -> int:
        """Revenue less cost of sales."""
        return self.revenue - self.cost_of_sales

    @property
    def operating_expenses(self) -> int:
        """All expenses between gross profit and operating income."""
        return self.selling_general + self.research + self.amortization + self.restructuring + self.impairment

    @property
    def costs_and_expenses(self) -> int:
        """Cost of sales and operating expenses."""
        return self.cost_of_sales + self.operating_expenses

    @property
    def operating_income(self) -> int:
        """Gross profit less operating expenses."""
        return self.gross_profit - self.operating_expenses

    @property
    def corporate_income(self) -> int:
        """Operating income that no segment is charged with; usually negative."""
        return self.operating_income - sum(self.segment_income)

    @property
    def other_net(self) -> int:
        """Income other than from operations, net of interest expense."""
        return self.interest_income + self.gain_on_sale - self.interest_expense

    @property
    def pretax_income(self) -> int:
        """Income before income taxes."""
        return self.operating_income + self.other_net

    @property
    def income_tax(self) -> int:
        """Current and deferred tax expense."""
        return self.current_tax + self.deferred_tax

    @property
    def net_income(self) -> int:
        """Income after taxes."""
        return self.pretax_income - self.income_tax

    @property
    def other_comprehensive(self) -> int:
        """Other comprehensive income, net of tax."""
        return self.translation + self.pension_remeasurement

    @property
    def comprehensive_income(self) -> int:
        """Net income and other comprehensive income."""
        return self.net_income + self.other_comprehensive

    @property
    def depreciation_amortization(self) -> int:
        """Depreciation of property and amortization of intangible assets."""
        return self.depreciation + self.amortization

    @property
    def gain_reversed(self) -> int:
        """The gain on sale as the cash flow statement takes it out."""
        return -self.gain_on_sale

    @property
    def operating_cash(self) -> int:
        """Net cash provided by operating activities."""
        adjustments = self.depreciation_amortization + self.impairment + self.stock_compensation + self.deferred_tax
        working = self.receivables_change + self.inventories_change + self.prepaid_change + self.payables_change
        other = self.accrued_change + self.deferred_revenue_change + self.income_taxes_change + self.other_change
        return self.net_income + adjustments + self.pension_change - self.gain_on_sale + working + other

    @property
    def investing_cash(self) -> int:
        """Net cash used in investing activities."""
        investments = self.purchases_of_investments + self.maturities_of_investments
        return self.capital_expenditures + self.acquisitions + self.sale_proceeds + investments

    @property
    def financing_cash(self) -> int:
        """Net cash used in financing activities."""
        debt = self.debt_issued + self.debt_repaid + self.commercial_paper_change
        return debt + self.dividends + self.repurchases + self.stock_issued

    @property
    def cash_change(self) -> int:
        """Net change in cash; translation is the effect of exchange rates on cash."""
        return self.operating_cash + self.investing_cash + self.financing_cash + self.translation

    @property
    def free_cash(self) -> int:
        """Operating cash flow less capital expenditures."""
        return self.operating_cash + self.capital_expenditures


@dataclass(frozen=True)
class Levels:
    """A balance sheet."""

    cash: int = 0
    investments: int = 0
    receivables: int = 0
    raw_materials: int = 0
    work_in_process: int = 0
    finished_goods: int = 0
    prepaid: int = 0
    property_gross: int = 0
    accumulated_depreciation: int = 0
    lease_assets: int = 0
    goodwill: int = 0
    intangibles: int = 0
    other_assets: int = 0
    commercial_paper: int = 0
    current_debt: int = 0
    long_term_debt: int = 0
    payables: int = 0
    accrued: int = 0
    accrued_pay: int = 0
    deferred_revenue: int = 0
    income_taxes: int = 0
    current_leases: int = 0
    long_leases: int = 0
    pension: int = 0
    deferred_taxes: int = 0
    other_liabilities: int = 0
    common_stock: int = 0
    paid_in: int = 0
    retained: int = 0
    accumulated_other: int = 0
    treasury: int = 0
    shares: int = 0

    @property
    def inventories(self) -> int:
        """All inventories."""
        return self.raw_materials + self.work_in_process + self.finished_goods

    @property
    def current_assets(self) -> int:
        """Total current assets."""
        return self.cash + self.investments + self.receivables + self.inventories + self.prepaid

    @property
    def property_net(self) -> int:
        """Property, plant and equipment less accumulated depreciation."""
        return self.property_gross - self.accumulated_depreciation

    @property
    def total_assets(self) -> int:
        """Total assets."""
        fixed = self.property_net + self.lease_assets + self.goodwill + self.intangibles + self.other_assets
        return self.current_assets + fixed

    @property
    def short_term_debt(self) -> int:
        """Commercial paper and the current portion of long-term debt."""
        return self.commercial_paper + self.current_debt

    @property
    def total_debt(self) -> int:
        """All borrowings."""
        return self.short_term_debt + self.long_term_debt

    @property
    def current_liabilities(self) -> int:
        """Total current liabilities."""
        trade = self.payables + self.accrued + self.accrued_pay + self.deferred_revenue
        return self.short_term_debt + trade + self.income_taxes + self.current_leases

    @property
    def lease_liabilities(self) -> int:
        """Current and noncurrent operating lease liabilities."""
        return self.current_leases + self.long_leases

    @property
    def total_liabilities(self) -> int:
        """Total liabilities."""
        later = self.long_leases + self.pension + self.deferred_taxes + self.other_liabilities
        return self.current_liabilities + self.long_term_debt + later

    @property
    def equity(self) -> int:
        """Total shareholders' equity."""
        return self.common_stock + self.paid_in + self.retained + self.accumulated_other + self.treasury

    @property
    def liabilities_and_equity(self) -> int:
        """Total liabilities and equity."""
        return self.total_liabilities + self.equity
