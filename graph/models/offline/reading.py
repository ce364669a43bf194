"""What the messages of a turn hold, as the program put it there."""

from collections.abc import Sequence
from dataclasses import dataclass

from langchain_core.messages import BaseMessage

from graph.artifacts import BrokenDown, FiguresFound, MetricsComputed, artifacts, evidence_of
from graph.domain import Evidence, Period
from graph.figures import Computation, Incomputable, PeriodFigure
from graph.turn import Turn, TurnMessage
from ingestion.domain import Filing, Form


@dataclass(frozen=True, slots=True)
class Desk:
    """Everything on the analyst's desk: the task, pages, and results of tools so far."""

    turn: Turn
    evidence: tuple[Evidence, ...]
    looked_up: tuple[PeriodFigure, ...]
    computed: tuple[MetricsComputed, ...]
    broken_down: tuple[BrokenDown, ...] = ()

    @property
    def companies(self) -> tuple[str, ...]:
        """Companies the question is about: those named, else the only one in scope."""
        if self.turn.plan.companies or self.turn.plan.unknown_companies:
            return self.turn.plan.companies
        loaded = tuple(dict.fromkeys(f.company for f in self.turn.loaded))
        return loaded if len(loaded) == 1 else ()

    def filings_of(self, company: str) -> list[Filing]:
        """The company's loaded filings within scope."""
        return [f for f in self.turn.loaded if f.company == company]

    def results(self, text: str, company: str) -> tuple[Computation | Incomputable, ...]:
        """What a compute_metric call for this text and company gave, one result a period; empty where none was made."""
        for one in self.computed:
            if one.asked == text and one.results and one.results[0].company == company:
                return one.results
        return ()


def read_desk(messages: Sequence[BaseMessage]) -> Desk | None:
    """The desk, or None where the messages are no turn of the graph."""
    turn = next((m.turn for m in messages if isinstance(m, TurnMessage)), None)
    if turn is None:
        return None
    return Desk(
        turn=turn,
        evidence=evidence_of(messages),
        looked_up=tuple(f for found in artifacts(messages, FiguresFound) for f in found.lookup.found),
        computed=tuple(artifacts(messages, MetricsComputed)),
        broken_down=tuple(artifacts(messages, BrokenDown)),
    )


def latest_period(filings: Sequence[Filing]) -> Period:
    """The newest period reported on in full: of annual reports where there are any, else the newest quarter."""
    annual = [f for f in filings if f.form in (Form.TEN_K, Form.ANNUAL_REPORT) and f.fiscal_year]
    dated = annual or [f for f in filings if f.fiscal_year]
    if not dated:
        return Period(year=None)
    newest = max(dated, key=lambda f: (f.fiscal_year or 0, f.fiscal_quarter or 5))
    return Period(year=newest.fiscal_year, quarter=None if annual else newest.fiscal_quarter)
