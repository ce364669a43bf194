"""Which tools to call next: one computation for each measure and company, then other definitions where it failed."""

from collections.abc import Iterator
from typing import get_args

from langchain_core.messages import ToolCall

from graph.figures import Dimension, Incomputable, describe_period
from graph.knowledge import Knowledge
from graph.models.offline.cover import COVER_PAGES, TOPIC
from graph.models.offline.reading import Desk
from graph.models.offline.request import UNREAD, Request
from ingestion.domain import PageKind

MAX_COMPANIES = 4
MAX_DEFINITIONS = 3
ANCHORS = {
    PageKind.BALANCE_SHEET: ["total_assets", "total_liabilities_and_equity"],
    PageKind.INCOME_STATEMENT: ["revenue", "net_income"],
    PageKind.CASH_FLOW: ["operating_cash_flow", "financing_cash_flow"],
}
"""Lines that stand at both ends of a statement, so on all its pages."""


def next_calls(desk: Desk, request: Request, knowledge: Knowledge) -> list[ToolCall]:
    """Tool calls of the next turn; empty when nothing is left to look up."""
    if request.shape == "text" and TOPIC in desk.turn.plan.topics:
        return _cover_calls(desk)
    if request.shape == "part" or (request.part_of and not desk.broken_down):
        return _part_calls(desk, request)
    if request.shape == "text" or request.narrowed or request.expected or request.periods[-1].year is None:
        return []
    if UNREAD in request.texts:
        return []
    calls = []
    for company in desk.companies[:MAX_COMPANIES]:
        for text in request.texts:
            variant = next_variant(desk, text, company, knowledge)
            if variant is not None:
                calls.append((variant, company))
    periods = [describe_period(p) for p in request.periods]
    if not calls and not desk.looked_up:
        return _anchor_calls(desk, request, knowledge)
    return [
        ToolCall(
            name="compute_metric",
            args={"metric": text, "company": company, "periods": periods},
            id=f"compute_{len(desk.computed) + place}",
            type="tool_call",
        )
        for place, (text, company) in enumerate(calls)
    ]


def _part_calls(desk: Desk, request: Request) -> list[ToolCall]:
    """Breakdowns of one company: by what is asked for, else by everything."""
    if desk.broken_down or len(desk.companies) != 1:
        return []
    asked = {
        "item": request.part_of or request.texts[0],
        "company": desk.companies[0],
        "period": describe_period(request.periods[-1]),
    }
    dimensions = (request.dimension,) if request.dimension else get_args(Dimension)
    return [
        ToolCall(name="break_down_figure", args={**asked, "by": by}, id=f"parts_{by}", type="tool_call")
        for by in dimensions
    ]


def _cover_calls(desk: Desk) -> list[ToolCall]:
    """The first pages of the best filing that are not at hand yet."""
    if not desk.evidence:
        return []
    doc = desk.evidence[0].doc
    count = next((f.page_count for f in desk.turn.loaded if f.doc == doc), 0)
    seen = {e.page for e in desk.evidence if e.doc == doc}
    return [
        ToolCall(name="get_page", args={"doc": doc, "page": number}, id=f"cover_{number}", type="tool_call")
        for number in range(1, min(COVER_PAGES, count) + 1)
        if number not in seen
    ]


def _anchor_calls(desk: Desk, request: Request, knowledge: Knowledge) -> list[ToolCall]:
    """Where an item is not printed: a line every such statement has, to tell a bare statement from a missing one."""
    for one in desk.computed:
        for result in one.results:
            if isinstance(result, Incomputable) and result.missing[0].item in knowledge.items:
                anchors = ANCHORS.get(knowledge.items[result.missing[0].item].statement)
                args = {"items": anchors, "company": result.company, "periods": [describe_period(result.period)]}
                return [ToolCall(name="lookup_figures", args=args, id="anchor", type="tool_call")] if anchors else []
    return []


def next_variant(desk: Desk, text: str, company: str, knowledge: Knowledge) -> str | None:
    """The first way to compute a measure that was not tried; None once one worked or none is left."""
    for variant in variants(text, knowledge):
        results = desk.results(variant, company)
        if not results:
            return variant
        if not any(isinstance(result, Incomputable) for result in results):
            return None
    return None


def variants(text: str, knowledge: Knowledge) -> Iterator[str]:
    """A measure by its default definition, then by the others."""
    yield text
    metric = knowledge.metrics.get(text)
    for definition in metric.definitions[1:MAX_DEFINITIONS] if metric else ():
        yield f"{text}.{definition.name}"
