"""The tools that read figures out of the statements and compute metrics from them."""

from collections.abc import Sequence

from langchain_core.tools import tool
from langgraph.prebuilt import ToolRuntime
from pydantic import BaseModel, Field

from graph.artifacts import BrokenDown, FiguresFound, MetricsComputed
from graph.context import Context, scope_of
from graph.figures import (
    Breakdown,
    Computation,
    Dimension,
    Incomputable,
    Lookup,
    break_down,
    compute,
    describe_period,
    period_of,
)
from graph.figures.names import company_named, item_named
from graph.state import State
from ingestion.domain import Form

COMPANY = "The company as the loaded filings spell it."
PERIODS = 'Fiscal periods, latest last, for example ["FY2017", "FY2018"] or ["Q2 FY2023"].'


class LookupArgs(BaseModel):
    """Which line items of which company and periods."""

    items: list[str] = Field(
        min_length=1, max_length=20, description='Line items, for example ["revenue", "capital_expenditures"].'
    )
    company: str = Field(description=COMPANY)
    periods: list[str] = Field(min_length=1, max_length=8, description=PERIODS)
    form: Form | None = Field(default=None, description="Only from filings of this form.")


class MetricArgs(BaseModel):
    """Which metric of which company and periods."""

    metric: str = Field(
        max_length=500,
        description='A metric ("quick_ratio"), a definition of it ("quick_ratio.less_inventory"), or an expression '
        "over line items and metrics: + - * / ( ), prior(x), avg(a, b), opt(x).",
    )
    company: str = Field(description=COMPANY)
    periods: list[str] = Field(min_length=1, max_length=8, description=PERIODS)


@tool(args_schema=LookupArgs, response_format="content_and_artifact")
def lookup_figures(
    items: list[str],
    company: str,
    periods: list[str],
    runtime: ToolRuntime[Context, State],
    form: Form | None = None,
) -> tuple[str, FiguresFound]:
    """Look up line items in the financial statements: each figure with its page and row, and what is missing."""
    context, state = runtime.context, runtime.state
    lookup = context.book.lookup(
        [item_named(item, context.book.knowledge) for item in items],
        company_named(company, context.filings.filings()),
        [period_of(period) for period in periods],
        scope_of(state.question, state.plan),
        [form] if form else (),
    )
    return describe_lookup(lookup), FiguresFound(lookup)


@tool(args_schema=MetricArgs, response_format="content_and_artifact")
def compute_metric(
    metric: str, company: str, periods: list[str], runtime: ToolRuntime[Context, State]
) -> tuple[str, MetricsComputed]:
    """Compute a metric from the financial statements: operands with their pages, expression and result."""
    context, state = runtime.context, runtime.state
    wanted = [period_of(period) for period in periods]
    scope = scope_of(state.question, state.plan)
    reader = context.book.open(company_named(company, context.filings.filings()), wanted[-1], scope)
    results = tuple(compute(metric, reader, period, context.book.knowledge) for period in wanted)
    return describe_results(results), MetricsComputed(metric, results)


class BreakdownArgs(BaseModel):
    """Which line item of which company and period, and how to split it."""

    item: str = Field(description='A line item, for example "revenue" or "operating_income".')
    by: Dimension = Field(description="What the parts are.")
    company: str = Field(description=COMPANY)
    period: str = Field(description='A fiscal period, for example "FY2018" or "Q2 FY2023".')


@tool(args_schema=BreakdownArgs, response_format="content_and_artifact")
def break_down_figure(
    item: str, by: Dimension, company: str, period: str, runtime: ToolRuntime[Context, State]
) -> tuple[str, BrokenDown]:
    """Split a line item by segment, region or product: the parts, which add up to the total, and the year before."""
    context, state = runtime.context, runtime.state
    wanted, knowledge = period_of(period), context.book.knowledge
    name = company_named(company, context.filings.filings())
    reader = context.book.open(name, wanted, scope_of(state.question, state.plan))
    breakdown = break_down(item_named(item, knowledge), by, reader, wanted, knowledge)
    return describe_breakdown(breakdown), BrokenDown(breakdown)


def describe_breakdown(breakdown: Breakdown | None) -> str:
    """A breakdown as a model reads it: a part a line, with page and row, then the total."""
    if breakdown is None:
        return "Not found: no filing in scope prints parts that add up to the total."
    figures = [f for part in (*breakdown.parts, *breakdown.rest) for f in (part.now, part.before) if f]
    return describe_lookup(Lookup(breakdown.company, (*figures, breakdown.total), ()))


def describe_lookup(lookup: Lookup) -> str:
    """Figures as a model reads them: one a line, with page and row."""
    lines = [
        f"{f.name}, {lookup.company}, {describe_period(f.period)}: {f.value:,} "
        f"(scale {f.figure.scale or 'not stated'}, {f.figure.unit}) "
        f"[{f.figure.doc} page {f.figure.page}] row: {f.figure.quote}"
        for f in lookup.found
    ]
    lines += [f"Not found: {missing}" for missing in lookup.missing]
    return "\n".join(lines)


def describe_results(results: Sequence[Computation | Incomputable]) -> str:
    """Results as a model reads them: the result, how it was computed, and the rows behind it."""
    lines: list[str] = []
    for result in results:
        when = f"{result.company}, {describe_period(result.period)}"
        if isinstance(result, Incomputable):
            lines.append(f"{result.name}, {when}: not computable; not found: {', '.join(map(str, result.missing))}")
            continue
        lines.append(f"{result.name}, {when} = {result.result:.6g} ({result.unit}) = {result.expression}")
        lines += [
            f"  {f.name}, {describe_period(f.period)}: [{f.figure.doc} page {f.figure.page}] row: {f.figure.quote}"
            for f in result.operands
        ]
    return "\n".join(lines)
