"""What drives a company's accounts: read from its TOML file, one number a fiscal year unless said otherwise."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

Years = Annotated[list[int], Field(min_length=5, max_length=5)]


class Strict(BaseModel):
    """Immutable, and strict about unknown keys, so that a misspelt one in a TOML file is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Segment(Strict):
    """An operating segment: revenue, and operating margin in basis points."""

    name: str
    revenue: Years
    margin: Years


class Split(Strict):
    """A part of revenue (a product line or a region) in basis points; the last part takes the rest."""

    name: str
    share: Years
    cost: Years | None = None


class Acquisition(Strict):
    """A business bought; what the price does not cover by goodwill and intangibles is property."""

    year: int
    quarter: int
    name: str
    what: str
    day: str
    price: int
    goodwill: int
    intangibles: int


class Loan(Strict):
    """A note or loan. `issued` and `matures` are (year, quarter); issued None: before the first year."""

    name: str
    amount: int
    rate: int
    issued: tuple[int, int] | None = None
    matures: tuple[int, int]
    listed: str | None = None


class Correction(Strict):
    """An error found later: cost of sales too low by `cost` in one quarter, with its deferred tax."""

    year: int
    quarter: int
    cost: int
    tax: int
    found_year: int


class Drivers(Strict):
    """Rates are basis points: of revenue, of the quarter's revenue (receivables...) or of its cost of sales."""

    first_year: int
    unit: int
    seasonality: Annotated[list[int], Field(min_length=4, max_length=4)]
    cost: Years
    selling: Years
    research: Years
    amortization: Years
    restructuring: Years
    impairment: Years
    tax: Years
    deferred_share: Years
    receivables: Years
    raw_materials: Years
    work_in_process: Years
    finished_goods: Years
    prepaid: Years
    payables: Years
    accrued: Years
    accrued_pay: Years
    deferred_revenue: Years
    income_taxes: Years
    capital_expenditures: Years
    depreciation: Years
    retirements: Years
    investments: Years
    purchases_of_investments: Years
    interest_income: Years
    gain_on_sale: Years
    sale_proceeds: Years
    commercial_paper: Years
    paper_rate: int
    lease_assets: Years
    lease_amortization: Years
    current_lease_share: int
    pension_expense: Years
    pension_contributions: Years
    pension_remeasurement: Years
    other_assets: Years
    other_liabilities: Years
    translation: Years
    stock_compensation: Years
    dividend_cents: Years
    repurchases: Years
    repurchase_price: Years
    stock_issued: Years
    shares_issued: Years
    dilution: Years
    opening: dict[str, int]
    segments: list[Segment]
    lines: list[Split]
    regions: list[Split]
    acquisitions: list[Acquisition] = Field(default_factory=list)
    loans: list[Loan] = Field(default_factory=list)
    correction: Correction | None = None

    def at(self, name: str, year: int) -> int:
        """A driver's number for a fiscal year."""
        value: list[int] = getattr(self, name)
        return value[year - self.first_year]
