"""`/figures` and `/metrics`: numbers out of the statements, each with the page and row it stands on."""

from typing import Annotated

from fastapi import APIRouter, Query

from app import figures
from app.schemas import BreakdownView, ComputationView, LookupView, MetricView, Problem
from app.services import Using
from graph.figures import Dimension
from ingestion.domain import Form

router = APIRouter(tags=["figures"], responses={404: {"model": Problem}, 422: {"model": Problem}})

Company = Annotated[str, Query(max_length=200, description="As the loaded filings spell it, or its beginning.")]
Items = Annotated[list[str], Query(min_length=1, max_length=20, examples=[["revenue", "capital_expenditures"]])]
Periods = Annotated[list[str], Query(min_length=1, max_length=8, examples=[["FY2018", "Q2 FY2023"]])]


@router.get("/figures")
def look_up(company: Company, items: Items, periods: Periods, services: Using, form: Form | None = None) -> LookupView:
    """Line items of a company: as printed, with page and quote, other rows that could be meant, and what is missing."""
    return LookupView.of(figures.look_up(services, company, items, periods, form))


@router.get("/figures/{item}/parts")
def parts_of(
    item: str,
    company: Company,
    by: Annotated[Dimension, Query(description="What the parts are.")],
    period: Annotated[str, Query(max_length=40, examples=["FY2018"])],
    services: Using,
) -> BreakdownView:
    """A line item by segment, region or product: parts that add up to the total, and the year before."""
    return BreakdownView.of(figures.parts_of(services, item, by, company, period))


@router.get("/metrics")
def list_metrics(services: Using) -> list[MetricView]:
    """Every metric that can be computed, with its definitions; the first is the default."""
    return [MetricView.of(metric) for metric in services.analyst.context.book.knowledge.metrics.values()]


@router.get("/metrics/{metric:path}")
def compute_metric(metric: str, company: Company, periods: Periods, services: Using) -> list[ComputationView]:
    """A metric (`quick_ratio`, or one of its definitions, `quick_ratio.less_inventory`) for each period."""
    return [ComputationView.of(outcome) for outcome in figures.compute_metric(services, metric, company, periods)]
