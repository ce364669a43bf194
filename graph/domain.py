"""Questions, evidence and answers: the types that travel through the graph and out of it.

`Answer` is the public result of Folio, the same for the terminal, the API, the web page and the evaluation.
"""

from collections.abc import Sequence
from decimal import Decimal
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, PlainSerializer, model_validator

from ingestion.domain import Form, PageKind


def _plain(number: Decimal) -> int | float:
    return int(number) if number == number.to_integral_value() else float(number)


Number = Annotated[Decimal, PlainSerializer(_plain, when_used="json")]


class Frozen(BaseModel):
    """A value: immutable, and strict about unknown fields so that a misspelt one is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Question(Frozen):
    """What a person asked. `docs` limits the search to these filings (empty: everything loaded)."""

    text: str
    docs: tuple[str, ...] = ()


class Period(Frozen):
    """A period a question names. `quarter` 1-4, `half` 1-2, neither for a full year; `year` None for "latest"."""

    year: int | None
    quarter: int | None = None
    half: int | None = None
    as_printed: str = ""


class Candidate(Frozen):
    """A filing that may hold the answer; higher scores first, 1.0 means everything the question names fits."""

    doc: str
    score: float
    title: str = ""


class Plan(Frozen):
    """What the filter node understood of a question; shown to the user.

    `companies` are names as the catalogue spells them. `unknown_companies` are names in the question that no loaded
    filing belongs to. `missing_periods` are periods no loaded filing of the companies reports on, `missing_years` their
    years. `items`, `metrics` and `topics` are keys of the knowledge files; `kind_weights` belong to `kinds`, 1.0 for
    page kinds the question asks for outright. `words` are telling words that belong to none of these, `search_text` is
    the question without company names and without how it wants to be answered. `confidence` is between 0 and 1; when it
    is low the search stays wide and `candidates` only rank. `groups` are the candidates of each company or period that
    is compared with another; empty where nothing is compared.
    """

    companies: tuple[str, ...] = ()
    unknown_companies: tuple[str, ...] = ()
    periods: tuple[Period, ...] = ()
    missing_years: tuple[int, ...] = ()
    missing_periods: tuple[Period, ...] = ()
    forms: tuple[Form, ...] = ()
    items: tuple[str, ...] = ()
    metrics: tuple[str, ...] = ()
    topics: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    search_text: str = ""
    kinds: tuple[PageKind, ...] = ()
    kind_weights: tuple[float, ...] = ()
    candidates: tuple[Candidate, ...] = ()
    groups: tuple[tuple[str, ...], ...] = ()
    scope: tuple[str, ...] = ()
    confidence: float = 0.0


class Evidence(Frozen):
    """A page found for a question: the best text of it, and how well it fits."""

    doc: str
    page: int
    score: float
    text: str
    kind: PageKind = PageKind.OTHER
    section: str | None = None
    title: str = ""


class Value(Frozen):
    """The figure of an answer. `scale` is the multiplier the number is stated in (1_000_000 for "in millions")."""

    number: Number
    unit: str = "pure"
    scale: int = 1


class UsedNumber(Frozen):
    """An operand: a number printed on a page. `citation` is the position of its citation in the answer."""

    label: str
    number: Number
    scale: int | None = 1
    unit: str = "pure"
    citation: int


class Calculation(Frozen):
    """An expression over printed numbers, as the calculator takes it, and its unrounded result."""

    expression: str
    result: Number


class Citation(Frozen):
    """A quote that stands on a page. `page` counts from 1, as a PDF viewer counts."""

    doc: str
    page: int = Field(ge=1)
    quote: str = Field(min_length=1)
    title: str = ""


class Answer(Frozen):
    """An answer with its citations, or a refusal with its reason; never neither."""

    answer: str
    value: Value | None = None
    numbers_used: tuple[UsedNumber, ...] = ()
    calculation: Calculation | None = None
    citations: tuple[Citation, ...] = ()
    confidence: float = Field(default=0.0, ge=0.0, le=1.0)
    refused: bool = False
    refusal_reason: str | None = None

    @model_validator(mode="after")
    def _cited_or_refused(self) -> "Answer":
        if self.refused and not self.refusal_reason:
            raise ValueError("a refusal needs a reason")
        if not self.refused and not self.citations:
            raise ValueError("an answer needs a citation")
        if any(not 0 <= used.citation < len(self.citations) for used in self.numbers_used):
            raise ValueError("a number used points at no citation")
        return self

    @classmethod
    def refusal(cls, reason: str, citations: Sequence[Citation] = ()) -> "Answer":
        """An answer that says why there is none."""
        return cls(answer=reason, refused=True, refusal_reason=reason, citations=tuple(citations))


class Failure(Frozen):
    """One thing the citation check found wrong with a draft."""

    kind: Literal[
        "quote_not_on_page", "number_unsupported", "out_of_scope", "calculation_wrong", "no_citation", "invalid"
    ]
    detail: str


class StepTiming(Frozen):
    """How long a node took."""

    node: str
    milliseconds: float


class Trace(Frozen):
    """What happened on the way to an answer: for the evaluation and for the curious."""

    plan: Plan = Plan()
    retrieved: tuple[Evidence, ...] = ()
    failures: tuple[Failure, ...] = ()
    timings: tuple[StepTiming, ...] = ()
    tool_calls: tuple[str, ...] = ()
    tokens_in: int = 0
    tokens_out: int = 0
    attempts: int = 1


class Result(Frozen):
    """An answer and its trace."""

    question: Question
    answer: Answer
    trace: Trace = Trace()
