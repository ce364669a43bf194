"""What travels over HTTP. Answers are `graph.domain` types as they are; these are the shapes around them."""

from datetime import date

from pydantic import BaseModel, ConfigDict, Field

from graph.domain import Answer, Plan
from ingestion.domain import Filing, Form, Page, PageKind


class ChatRequest(BaseModel):
    """A question; `docs` limits it to these filings."""

    model_config = ConfigDict(extra="forbid")

    question: str = Field(examples=["What was total revenue in fiscal 2031?"])
    docs: tuple[str, ...] = ()


class ChatResponse(BaseModel):
    """The checked answer, or the refusal, with how the question was understood."""

    answer: Answer
    plan: Plan
    milliseconds: float


class FilingView(BaseModel):
    """A loaded filing."""

    doc: str
    title: str
    company: str
    ticker: str | None
    form: Form
    fiscal_year: int | None
    fiscal_quarter: int | None
    period_end: date | None
    event_date: date | None
    page_count: int
    aliases: tuple[str, ...]

    @classmethod
    def of(cls, filing: Filing) -> "FilingView":
        """The public fields of a filing."""
        return cls(**{name: getattr(filing, name) for name in cls.model_fields})


class PageView(BaseModel):
    """The text of a page. `number` counts from 1; `printed` is the number printed on it."""

    doc: str
    number: int
    printed: str | None
    kind: PageKind
    section: str | None
    readable: bool
    text: str

    @classmethod
    def of(cls, page: Page) -> "PageView":
        """The public fields of a page."""
        return cls(**{name: getattr(page, name) for name in cls.model_fields})


class UploadResult(BaseModel):
    """What became of an upload. `created` is False when these bytes were loaded already."""

    filing: FilingView
    created: bool


class Problem(BaseModel):
    """An error as RFC 9457 has it (`application/problem+json`)."""

    type: str = "about:blank"
    title: str
    status: int
    detail: str
