"""Looking figures up for a caller who names company, items and periods in text; shared by HTTP and the terminal."""

from collections.abc import Sequence

from app.services import Services
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
from ingestion.domain import Form
from ingestion.errors import NotFound


class NoBreakdownError(NotFound):
    """No loaded filing prints parts of the line item that add up to its total."""


def look_up(
    services: Services, company: str, items: Sequence[str], periods: Sequence[str], form: Form | None = None
) -> Lookup:
    """Every item for every period. Raises UnknownCompanyError, UnknownItemError, PeriodError."""
    book = services.analyst.context.book
    return book.lookup(
        [item_named(item, book.knowledge) for item in items],
        company_named(company, services.library.catalogue.filings()),
        [period_of(period) for period in periods],
        forms=[form] if form else (),
    )


def compute_metric(
    services: Services, metric: str, company: str, periods: Sequence[str]
) -> list[Computation | Incomputable]:
    """A metric, one of its definitions, or an expression, for each period.

    Raises UnknownCompanyError, UnknownMetricError, PeriodError, CalculatorError.
    """
    book = services.analyst.context.book
    wanted = [period_of(period) for period in periods]
    reader = book.open(company_named(company, services.library.catalogue.filings()), wanted[-1])
    return [compute(metric, reader, period, book.knowledge) for period in wanted]


def parts_of(services: Services, item: str, by: Dimension, company: str, period: str) -> Breakdown:
    """A line item by segment, region or product.

    Raises UnknownCompanyError, UnknownItemError, PeriodError, NoBreakdownError.
    """
    book = services.analyst.context.book
    wanted, key = period_of(period), item_named(item, book.knowledge)
    reader = book.open(company_named(company, services.library.catalogue.filings()), wanted)
    found = break_down(key, by, reader, wanted, book.knowledge)
    if found is None:
        name = book.knowledge.items[key].name.lower()
        when = describe_period(wanted)
        raise NoBreakdownError(f"no loaded filing prints the {name} of {reader.company} for {when} by {by}")
    return found
