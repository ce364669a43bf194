"""What one source says about a filing; everything is optional."""

from dataclasses import dataclass
from datetime import date

from ingestion.domain import Form


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
