"""Refusals that say what is missing and what is loaded."""

from graph.domain import Answer
from graph.figures import Incomputable, describe_period
from graph.knowledge import Knowledge
from graph.models.offline.reading import Desk
from graph.models.offline.request import UNREAD, Request

_LISTED = 8


def refuse_scope(desk: Desk, *, expected: bool = False) -> Answer | None:
    """A refusal where company or year is not loaded; None where both may be.

    What is `expected` of a year stands in filings of the year before.
    """
    plan, loaded = desk.turn.plan, desk.turn.loaded
    if not loaded:
        return Answer.refusal("No filing is loaded that this question may be answered from.")
    if plan.unknown_companies and not plan.companies:
        names = " and ".join(plan.unknown_companies)
        return Answer.refusal(f"No filing of {names} is loaded. {_loaded_companies(desk)}")
    years = [p.year for p in plan.periods if p.year is not None]
    if plan.missing_years and not expected and all(year in plan.missing_years for year in years):
        wanted = ", ".join(f"FY{year}" for year in plan.missing_years)
        who = " and ".join(desk.companies) or "any company"
        return Answer.refusal(f"No filing for {wanted} of {who} is loaded. {_loaded_filings(desk)}")
    return None


def refuse_figures(desk: Desk, request: Request, missing: list[Incomputable], knowledge: Knowledge) -> Answer:
    """A refusal that names the figures no filing prints, or says that the measure does not fit the company."""
    if UNREAD in request.texts:
        return Answer.refusal(f"The definition that the question gives could not be read. {_loaded_filings(desk)}")
    if not missing:
        return Answer.refusal(f"The loaded filings do not settle this question. {_loaded_filings(desk)}")
    first = missing[0]
    what = ", ".join(map(str, first.missing[:4]))
    metric = knowledge.metrics.get(request.texts[0]) if request.texts else None
    unfit = ""
    if metric and metric.unsuited:
        unfit = f" {metric.name} says little about companies that do not report {first.missing[0].name.lower()}."
    return Answer.refusal(
        f"{first.name} of {first.company} for {describe_period(first.period)} cannot be computed: the statements in "
        f"scope do not print {what}.{unfit} {_loaded_filings(desk)}"
    )


def refuse_text(desk: Desk) -> Answer:
    """A refusal where no page says it clearly enough."""
    return Answer.refusal(f"No page found says this clearly enough to be quoted. {_loaded_filings(desk)}")


def refuse_failed(desk: Desk) -> Answer:
    """A refusal after a draft that did not pass the check, and that nothing new can mend."""
    details = "; ".join(f.detail for f in desk.turn.failures[:3])
    return Answer.refusal(f"An answer was found but did not pass the citation check: {details}.")


def _loaded_companies(desk: Desk) -> str:
    companies = list(dict.fromkeys(f.company for f in desk.turn.loaded))
    more = f" and {len(companies) - _LISTED} more" if len(companies) > _LISTED else ""
    return f"Loaded companies: {', '.join(companies[:_LISTED])}{more}."


def _loaded_filings(desk: Desk) -> str:
    wanted = set(desk.companies)
    filings = [f for f in desk.turn.loaded if not wanted or f.company in wanted]
    more = f" and {len(filings) - _LISTED} more" if len(filings) > _LISTED else ""
    return f"Loaded: {', '.join(f.title for f in filings[:_LISTED])}{more}."
