"""What Folio knows about filings: the types every room shares.

Pages count from 1, as a PDF viewer counts them. Boxes are in points, in the page as displayed (after `/Rotate`),
origin top left.
"""

from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from enum import StrEnum
from typing import NamedTuple


class Form(StrEnum):
    """Kinds of document, by the name an analyst uses."""

    TEN_K = "10-K"
    TEN_Q = "10-Q"
    EIGHT_K = "8-K"
    EARNINGS = "earnings release"
    ANNUAL_REPORT = "annual report"
    OTHER = "other"


class PageKind(StrEnum):
    """What a page is about; a page has exactly one kind, with a confidence."""

    COVER = "cover"
    CONTENTS = "contents"
    BALANCE_SHEET = "balance_sheet"
    INCOME_STATEMENT = "income_statement"
    COMPREHENSIVE_INCOME = "comprehensive_income"
    CASH_FLOW = "cash_flow"
    EQUITY = "equity"
    NOTES = "notes"
    MDNA = "mdna"
    SEGMENTS = "segments"
    RISK_FACTORS = "risk_factors"
    BUSINESS = "business"
    LEGAL_PROCEEDINGS = "legal_proceedings"
    PROPERTIES = "properties"
    EXECUTIVE_OFFICERS = "executive_officers"
    MARKET_FOR_EQUITY = "market_for_equity"
    AUDITOR_REPORT = "auditor_report"
    EXHIBITS = "exhibits"
    EARNINGS_TABLES = "earnings_tables"
    NON_GAAP = "non_gaap"
    GUIDANCE = "guidance"
    PARENT_ONLY = "parent_only"
    OTHER = "other"


PRIMARY_STATEMENTS = frozenset({PageKind.BALANCE_SHEET, PageKind.INCOME_STATEMENT, PageKind.CASH_FLOW})


class Box(NamedTuple):
    """A rectangle in points of the displayed page, origin top left."""

    x0: float
    y0: float
    x1: float
    y1: float


class Word(NamedTuple):
    """One word of a page with its box. A tuple, because a filing has a hundred thousand of them."""

    text: str
    x0: float
    y0: float
    x1: float
    y1: float


@dataclass(frozen=True, slots=True)
class FiscalPeriod:
    """A span, or an instant, in a company's own fiscal calendar.

    `months` is the length of the span (3, 6, 9 or 12) and 0 for an instant such as a balance sheet date.
    `quarter` is 1 to 4 for a single quarter or a date at its end, None for a full year or the year end.
    """

    fiscal_year: int
    quarter: int | None = None
    months: int = 12
    end: date | None = None


@dataclass(frozen=True, slots=True)
class Filing:
    """One document: its identity, what it reports on, and where each of these facts was found.

    `doc` is the name used everywhere to cite it: the file name without its ending, made safe for paths and URLs.
    `fiscal_year` follows the company's own naming; for an 8-K it is the year of `event_date`.
    `sources` maps a field name to "manifest", "cover", "text" or "filename".
    """

    doc: str
    company: str
    form: Form
    fiscal_year: int | None
    sha256: str
    page_count: int
    file_name: str
    fiscal_quarter: int | None = None
    period_end: date | None = None
    event_date: date | None = None
    ticker: str | None = None
    aliases: tuple[str, ...] = ()
    sources: dict[str, str] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """The filing as a person names it, for example `3M 10-K FY2018` or `Amcor 8-K 2022-07-01`."""
        if self.form is Form.EIGHT_K and self.event_date:
            when = self.event_date.isoformat()
        elif self.fiscal_year is None:
            when = "undated"
        else:
            when = (f"Q{self.fiscal_quarter} " if self.fiscal_quarter else "") + f"FY{self.fiscal_year}"
        return f"{self.company} {self.form} {when}"


@dataclass(frozen=True, slots=True)
class Page:
    """One page: text in the PDF's own order, words with boxes, and what kind of page it is.

    `printed` is the page number printed on the page ("F-12", "47"), which seldom equals `number`.
    `section` is the Item or heading the page belongs to ("Item 7. Management's Discussion").
    `readable` is False when the page has no usable text layer; such a page gives no chunks and no figures.
    """

    doc: str
    number: int
    text: str
    words: tuple[Word, ...] = ()
    width: float = 612.0
    height: float = 792.0
    printed: str | None = None
    kind: PageKind = PageKind.OTHER
    kind_confidence: float = 0.0
    section: str | None = None
    readable: bool = True


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of exactly one page. `header` is for the index, `text` is what may be quoted."""

    doc: str
    page: int
    index: int
    header: str
    text: str


@dataclass(frozen=True, slots=True)
class Figure:
    """A number in a statement that knows where it stands.

    `value` is as printed, signed, not multiplied: 1,577 in a statement in millions is Decimal("1577") with `scale`
    1_000_000. `scale` is None where nothing on the statement states it. `unit` is an ISO currency, "shares",
    "percent", "pure", or a currency per share such as "USD/share". `months` of `period` is 0 for a balance sheet.
    `quote` is the row as it stands on the page; the citation check finds it there.
    """

    doc: str
    page: int
    statement: PageKind
    row: int
    label: str
    section: str
    column: str
    value: Decimal
    unit: str
    scale: int | None
    period: FiscalPeriod | None
    quote: str
    box: Box
    restated: bool = False
    item: str | None = None

    @property
    def amount(self) -> Decimal | None:
        """The value in units, or None where the scale is unknown."""
        return None if self.scale is None else self.value * self.scale
