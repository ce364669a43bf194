"""A fictional company: who it is, how it reports, and where its prose and numbers are kept."""

from datetime import date

from pydantic import Field

from ingestion.samples.content_files import read_content
from ingestion.samples.drivers import Drivers, Strict
from ingestion.samples.fiscal_calendar import FiscalCalendar
from ingestion.samples.layout import Look

COMPANIES = ("calderwick", "brindlemoor", "vexlume")


class Wording(Strict):
    """How the company words what every filer must say."""

    years_group: str
    months_group: dict[str, str]
    money_note: str
    balance_note: str
    statement_titles: dict[str, str]
    says_fiscal: bool = True
    scale_word: str
    header: str = ""
    printed_prefix: str = ""
    capitals: bool = False


class Event(Strict):
    """An 8-K: its date, Items, what it says and the agreement attached to it."""

    day: date
    year: int
    items: list[tuple[str, str]]
    exhibit: str
    exhibit_number: str
    exhibit_title: str
    terms: dict[str, str] = Field(default_factory=dict)


class Guidance(Strict):
    """What a release expects of the next year, as printed."""

    lead: str
    rows: list[tuple[str, str]]


class Identity(Strict):
    """Names and numbers of the cover page; none belongs to a real company."""

    name: str
    short: str
    prefix: str
    ticker: str
    exchange: str
    state: str
    address: str
    city: str
    phone: str
    commission_file: str
    tax_id: str
    sector: str
    class_title: str
    first_filed: int
    founded: int
    employees: list[int]
    chief: str
    chief_financial: str
    auditor: str
    auditor_city: str


class Company(Strict):
    """One fictional company as its TOML files describe it. `prose` maps a section to its paragraphs."""

    identity: Identity
    calendar: FiscalCalendar
    style: Look
    wording: Wording
    drivers: Drivers
    statements: dict[str, str]
    foots: dict[str, list[str]] = Field(default_factory=dict)
    prose: dict[str, str]
    yearly: dict[str, dict[str, str]]
    events: list[Event]
    guidance: dict[str, Guidance]
    quarters_filed: list[tuple[int, int]]
    unlisted: list[str] = Field(default_factory=list)

    @property
    def years(self) -> tuple[int, ...]:
        """Fiscal years with filings: the last three of the five that are simulated."""
        return tuple(range(self.identity.first_filed, self.identity.first_filed + 3))


def load_company(name: str) -> Company:
    """Read a company's TOML files from the package."""
    return Company.model_validate(read_content(name))
