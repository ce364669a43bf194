"""One filing in the making: which books it reports from, its periods, and its prose with the numbers filled in."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from decimal import Decimal
from functools import cached_property

from ingestion.domain import Form
from ingestion.samples.books import Books
from ingestion.samples.company import Company, Event
from ingestion.samples.content_files import read_content
from ingestion.samples.facts import Facts
from ingestion.samples.fiscal_calendar import long_date
from ingestion.samples.layout import Block, Break, Columns, Drawn, Heading, Text
from ingestion.samples.periods import Period, period
from ingestion.samples.tables import Table

_WORDS = ("zero", "first", "second", "third", "fourth")
Tables = dict[str, Callable[["Report"], Table | Drawn]]


@dataclass(frozen=True)
class Shelf:
    """What all reports of a company draw on: its books as first reported and as corrected, and the common prose."""

    company: Company
    reported: Books
    corrected: Books
    common: dict[str, str]


def common_prose() -> dict[str, str]:
    """Prose that every filer prints."""
    return {name: str(value) for name, value in read_content("common").items()}


@dataclass(frozen=True)
class Report:
    """A filing: company, form, fiscal year, quarter (4 for a full year), and the event of an 8-K."""

    shelf: Shelf
    form: Form
    year: int
    quarter: int = 4
    event: Event | None = None
    tables: Tables = field(default_factory=dict)

    @property
    def company(self) -> Company:
        """The filer."""
        return self.shelf.company

    @property
    def doc(self) -> str:
        """File name without ending, in the manner of FinanceBench."""
        start = f"{self.company.identity.prefix}_{self.year}"
        if self.form is Form.TEN_K:
            return f"{start}_10K"
        if self.form is Form.TEN_Q:
            return f"{start}Q{self.quarter}_10Q"
        if self.form is Form.EARNINGS:
            return f"{start}Q{self.quarter}_EARNINGS"
        if self.event is None:
            raise ValueError("an 8-K needs an event")
        return f"{self.company.identity.prefix}_{self.event.day.year}_8K_dated-{self.event.day.isoformat()}"

    @property
    def corrects(self) -> bool:
        """Whether this filing knows of the error that was found after first reporting."""
        error = self.company.drivers.correction
        if error is None or self.year < error.found_year:
            return False
        return self.year > error.found_year or self.form is Form.TEN_K or self.quarter == 4

    @property
    def books(self) -> Books:
        """The books as they stood when this was filed."""
        return self.shelf.corrected if self.corrects else self.shelf.reported

    def span(self, year: int, first: int = 1, last: int = 4) -> Period:
        """A period of quarters, marked as restated where it is."""
        error = self.company.drivers.correction
        hit = self.corrects and error is not None and error.year == year and first <= error.quarter <= last
        return period(self.company, self.books, year, first, last, restated=hit)

    @property
    def last_quarter_end(self) -> tuple[int, int]:
        """Fiscal year and quarter of the newest balance sheet when this was filed."""
        if self.event is None:
            return self.year, self.quarter
        ends = [(year, number) for year in (self.year - 1, self.year) for number in (1, 2, 3, 4)]
        calendar, day = self.company.calendar, self.event.day
        return max(end for end in ends if calendar.quarter_end(*end) < day)

    @cached_property
    def years(self) -> tuple[Period, Period, Period]:
        """The fiscal year and the two before it."""
        return self.span(self.year), self.span(self.year - 1), self.span(self.year - 2)

    @cached_property
    def current(self) -> tuple[Period, ...]:
        """The periods prose talks about, newest first: three years, or the year to date and the one before."""
        if self.form is Form.TEN_Q:
            return self.span(self.year, 1, self.quarter), self.span(self.year - 1, 1, self.quarter)
        return self.years

    @cached_property
    def facts(self) -> Facts:
        """Fills prose."""
        return Facts(self.current, self._words())

    def _words(self) -> dict[str, str]:
        who, calendar = self.company.identity, self.company.calendar
        fiscal = "fiscal " if self.company.wording.says_fiscal else ""
        held = Decimal(self.span(self.year, 1, 2).levels.shares) * self.company.drivers.at(
            "repurchase_price", self.year
        )
        day = calendar.quarter_end(self.year, self.quarter) + timedelta(days=38)
        shares = self.span(self.year, 1, self.quarter).levels.shares * 1000
        index = min(max(self.year - self.company.drivers.first_year, 0), 4)
        words = {
            "name": who.name,
            "company": who.short,
            "ticker": who.ticker,
            "exchange": who.exchange,
            "state": who.state,
            "city": who.city,
            "chief": who.chief,
            "chief_financial": who.chief_financial,
            "auditor": who.auditor,
            "year": f"{fiscal}{self.year}",
            "prior_year": f"{fiscal}{self.year - 1}",
            "prior2_year": f"{fiscal}{self.year - 2}",
            "next_year": f"{fiscal}{self.year + 1}",
            "period_end": long_date(calendar.quarter_end(self.year, self.quarter)),
            "year_end": long_date(calendar.year_end(self.year)),
            "prior_year_end": long_date(calendar.year_end(self.year - 1)),
            "quarter": _WORDS[self.quarter],
            "founded": str(who.founded),
            "employees": f"{who.employees[index]:,}",
            "market_value": f"${held / 1_000_000:.1f} billion",
            "outstanding": f"As of {long_date(day)}, {shares:,} shares of common stock were outstanding.",
            "weeks": str(calendar.weeks(self.year)),
        }
        for place, segment in enumerate(self.company.drivers.segments):
            words[f"segment{place}"] = segment.name
        return words | self.company.yearly.get(str(self.year), {}) | (self.event.terms if self.event else {})

    def prose(self, section: str, *, columns: bool = False) -> list[Block]:
        """Blocks of a section: the company's own text, else the common one. Blank lines part paragraphs.

        `# ` starts a heading, `## ` an italic one, `- ` a bullet, `@name` a table, `?2032 ` and `?restated ` a
        paragraph printed only then. `$name$` before a text anchors it.
        """
        source = self.company.prose.get(section) or self.shelf.common[section]
        blocks: list[Block] = []
        for raw in re.split(r"\n\s*\n", source.strip()):
            paragraph = self._condition(" ".join(raw.split()))
            if paragraph:
                blocks.append(self._block(paragraph))
        if not columns:
            return blocks
        return [Columns(tuple(block for block in blocks if isinstance(block, Text | Heading)))]

    def _condition(self, paragraph: str) -> str:
        if not paragraph.startswith("?"):
            return paragraph
        flag, _, rest = paragraph[1:].partition(" ")
        if flag == "restated":
            return rest if self.corrects and self.year == self._found else ""
        return rest if str(self.year) in flag.split(",") else ""

    @property
    def _found(self) -> int:
        error = self.company.drivers.correction
        return error.found_year if error else 0

    def _block(self, paragraph: str) -> Block:
        anchor = ""
        if match := re.match(r"\$([\w:.-]+)\$ ?", paragraph):
            anchor, paragraph = match[1], paragraph[match.end() :]
        if paragraph == "@break":
            return Break()
        if paragraph.startswith("@"):
            return self.tables[paragraph[1:]](self)
        filled = self.facts.fill(paragraph)
        if filled.startswith("## "):
            return Heading(filled[3:], 3, anchor)
        if filled.startswith("# "):
            return Heading(filled[2:], 2, anchor)
        if filled.startswith("- "):
            return Text(filled[2:], "bullet", after=4.0, anchor=anchor)
        return Text(filled, anchor=anchor)
