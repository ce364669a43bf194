"""Answers and filings as a terminal shows them."""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from app.schemas import BreakdownView, ComputationView, FigureView, LookupView
from graph.domain import Answer
from ingestion.domain import Filing


def answer_view(answer: Answer) -> RenderableType:
    """The answer, the calculation if there is one, and each citation with its quote."""
    parts: list[RenderableType] = []
    if answer.refused:
        parts.append(Text.assemble(("No answer: ", "bold yellow"), answer.refusal_reason or answer.answer))
    else:
        parts.append(Text(answer.answer, style="bold"))
    if answer.calculation:
        result = f"{answer.calculation.result:,.6f}".rstrip("0").rstrip(".")
        parts.append(Text(f"  {answer.calculation.expression} = {result}", style="cyan"))
    for number, citation in enumerate(answer.citations, start=1):
        parts.append(Text(f"  [{number}] {citation.title or citation.doc}, page {citation.page}  ({citation.doc})"))
        parts.append(Padding(Text(f"“{citation.quote}”", style="italic dim"), (0, 0, 0, 6)))
    return Group(*parts)


def filings_table(filings: Sequence[Filing]) -> RenderableType:
    """One row a filing."""
    table = Table("Document", "Company", "Form", "Fiscal year", "Period end", "Pages", box=None, header_style="bold")
    for filing in filings:
        year = "" if filing.fiscal_year is None else str(filing.fiscal_year)
        quarter = f" Q{filing.fiscal_quarter}" if filing.fiscal_quarter else ""
        when = filing.event_date or filing.period_end
        pages = str(filing.page_count)
        table.add_row(filing.doc, filing.company, filing.form, year + quarter, str(when or ""), pages)
    return table


def lookup_view(lookup: LookupView) -> RenderableType:
    """Each figure with its row, then what is missing."""
    missing = [Text(f"Not found: {name}", style="yellow") for name in lookup.missing]
    return Group(*([_figures_table(lookup.found)] if lookup.found else []), *missing)


def breakdown_view(breakdown: BreakdownView) -> RenderableType:
    """Each part with its row and the year before, then the total they add up to."""
    parts = [*breakdown.parts, *breakdown.rest]
    return _figures_table(
        [one for part in parts for one in (part.figure, part.before) if one is not None] + [breakdown.total]
    )


def _figures_table(figures: Sequence[FigureView]) -> Table:
    table = Table("Line item", "Period", "Value", "Unit", "Page", "Row", box=None, header_style="bold")
    for one in figures:
        unit = f"{one.unit} x {one.scale:,}" if one.scale not in (None, 1) else one.unit
        table.add_row(one.name, one.period, f"{one.value:,}", unit, f"{one.doc} p. {one.page}", one.quote)
    return table


def computation_view(outcome: ComputationView) -> RenderableType:
    """The result with its expression and operands, or what is missing to compute it."""
    head = f"{outcome.name}, {outcome.company}, {outcome.period}"
    if outcome.result is None:
        return Text(f"{head}: not computable, not found: {', '.join(outcome.missing)}", style="yellow")
    lines = [
        Text(f"{head} = {outcome.result:.6g} ({outcome.unit})", style="bold"),
        Text(f"  {outcome.definition or ''}: {outcome.expression}", style="cyan"),
    ]
    lines += [Text(f"  {o.name}, {o.period}: {o.value:,}  [{o.doc} page {o.page}] {o.quote}") for o in outcome.operands]
    return Group(*lines)
