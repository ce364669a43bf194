"""What travels over HTTP. Answers are `graph.domain` types as they are; these are the shapes around them."""

from datetime import date

from pydantic import BaseModel, ConfigDict, Field

from graph.domain import Answer, Number, Plan
from graph.figures import Breakdown, Computation, Dimension, Incomputable, Lookup, Part, PeriodFigure, describe_period
from graph.knowledge.types import Metric
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


class FigureView(BaseModel):
    """A line item of a period. `value` is as printed, with the sign analysts use; `scale` multiplies it, if known."""

    item: str
    name: str
    period: str
    value: Number
    unit: str
    scale: int | None
    restated: bool
    label: str
    column: str
    doc: str
    page: int
    quote: str

    @classmethod
    def of(cls, found: PeriodFigure) -> "FigureView":
        """A figure with its cell."""
        figure = found.figure
        return cls(
            item=found.item,
            name=found.name,
            period=describe_period(found.period),
            value=found.value,
            unit=figure.unit,
            scale=figure.scale,
            restated=figure.restated,
            label=figure.label,
            column=figure.column,
            doc=figure.doc,
            page=figure.page,
            quote=figure.quote,
        )


class AlternativeView(BaseModel):
    """Another row that could be meant."""

    item: str
    label: str
    value: Number
    doc: str
    page: int


class LookupView(BaseModel):
    """What was found of a company's line items, what else could be meant, and what is missing."""

    company: str
    found: list[FigureView]
    alternatives: list[AlternativeView]
    missing: list[str]

    @classmethod
    def of(cls, lookup: Lookup) -> "LookupView":
        """A lookup with everything it found."""
        return cls(
            company=lookup.company,
            found=[FigureView.of(found) for found in lookup.found],
            alternatives=[
                AlternativeView(item=found.item, label=f.label, value=f.value, doc=f.doc, page=f.page)
                for found in lookup.found
                for f in found.alternatives
            ],
            missing=[str(missing) for missing in lookup.missing],
        )


class PartView(BaseModel):
    """A segment, region or product, with its figure and that of the year before where it is printed."""

    name: str
    figure: FigureView
    before: FigureView | None

    @classmethod
    def of(cls, part: Part) -> "PartView":
        """A part with both its cells."""
        before = FigureView.of(part.before) if part.before else None
        return cls(name=part.name, figure=FigureView.of(part.now), before=before)


class BreakdownView(BaseModel):
    """A line item in parts. `parts` and `rest` (corporate, eliminations, other) add up to `total`."""

    company: str
    item: str
    period: str
    by: Dimension
    total: FigureView
    parts: list[PartView]
    rest: list[PartView]

    @classmethod
    def of(cls, breakdown: Breakdown) -> "BreakdownView":
        """A breakdown with every cell."""
        return cls(
            company=breakdown.company,
            item=breakdown.item,
            period=describe_period(breakdown.period),
            by=breakdown.dimension,
            total=FigureView.of(breakdown.total),
            parts=[PartView.of(part) for part in breakdown.parts],
            rest=[PartView.of(part) for part in breakdown.rest],
        )


class DefinitionView(BaseModel):
    """One way to compute a metric."""

    name: str
    expression: str
    text: str


class MetricView(BaseModel):
    """A metric; the first definition is the default."""

    key: str
    name: str
    unit: str
    definitions: list[DefinitionView]

    @classmethod
    def of(cls, metric: Metric) -> "MetricView":
        """A metric as the knowledge file has it."""
        definitions = [
            DefinitionView(name=d.name, expression=d.expression.source, text=d.text) for d in metric.definitions
        ]
        return cls(key=metric.key, name=metric.name, unit=metric.unit, definitions=definitions)


class ComputationView(BaseModel):
    """A metric for a period: its operands, expression and unrounded result; or what is missing to compute it."""

    name: str
    company: str
    period: str
    result: Number | None = None
    unit: str | None = None
    scale: int | None = None
    expression: str | None = None
    definition: str | None = None
    operands: list[FigureView] = []
    missing: list[str] = []

    @classmethod
    def of(cls, outcome: Computation | Incomputable) -> "ComputationView":
        """A computation, or the reason why there is none."""
        period = describe_period(outcome.period)
        if isinstance(outcome, Incomputable):
            missing = [str(one) for one in outcome.missing]
            return cls(name=outcome.name, company=outcome.company, period=period, missing=missing)
        return cls(
            name=outcome.name,
            company=outcome.company,
            period=period,
            result=outcome.result,
            unit=outcome.unit,
            scale=outcome.scale,
            expression=outcome.expression,
            definition=outcome.definition,
            operands=[FigureView.of(operand) for operand in outcome.operands],
        )


class Problem(BaseModel):
    """An error as RFC 9457 has it (`application/problem+json`)."""

    type: str = "about:blank"
    title: str
    status: int
    detail: str
