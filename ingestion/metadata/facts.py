"""What one source says about a filing; everything is optional."""

from dataclasses import dataclass
from datetime import date

from ingestion.domain import Form

NAMED_MONTHS = 5
"""Fiscal years that end from January to May are named by either calendar year; later ones by the year they end in."""


@dataclass(frozen=True, slots=True)
class Facts:
    """Facts from one source; None where it says nothing.

    `registrant` identifies the company to the SEC (its commission file number) and never changes with its name.
    `months` is the length of the longest period a quarterly report covers, which tells its quarter. `year_named` and
    `quarter_named` are a period spelt out ("second quarter of fiscal 2033"), `fiscal_mentions` counts "fiscal 2033".
    """

    company: str | None = None
    ticker: str | None = None
    form: Form | None = None
    fiscal_year: int | None = None
    fiscal_quarter: int | None = None
    period_end: date | None = None
    event_date: date | None = None
    registrant: str | None = None
    months: int | None = None
    year_named: int | None = None
    quarter_named: int | None = None
    fiscal_mentions: tuple[tuple[int, int], ...] = ()

    @property
    def settles_year(self) -> bool:
        """Whether no further page is needed to name the company and its fiscal year.

        A year that ends in the first months may bear the number of the year before; statements tell a quarter.
        """
        if self.company is None:
            return False
        if self.form is Form.EIGHT_K:
            return self.event_date is not None
        return self.form is Form.TEN_K and self.period_end is not None and self.period_end.month > NAMED_MONTHS
