"""Check the draft by rules: quotes on their pages, numbers in quotes or recomputed, filings in scope."""

from collections.abc import Sequence
from typing import TypedDict

from langgraph.runtime import Runtime

from graph.checking import check_answer
from graph.context import Context, scope_of
from graph.domain import Answer, Failure
from graph.state import State
from ingestion.domain import Filing

COLUMNS = 3
"""Years a statement prints side by side."""


class Checked(TypedDict):
    """What is wrong with the draft; nothing means it stands."""

    failures: tuple[Failure, ...]


def check(state: State, runtime: Runtime[Context]) -> Checked:
    """A draft that could not be read keeps the failures of its reading."""
    if state.answer is None:
        return {"failures": state.failures}
    if not runtime.context.checks:
        return {"failures": ()}
    scope = scope_of(state.question, state.plan)
    filings = runtime.context.filings
    question = f"{state.question.text}\n{_years(state.answer, state.loaded)}"
    return {"failures": tuple(check_answer(state.answer, filings, scope, question=question))}


def _years(answer: Answer, loaded: Sequence[Filing]) -> str:
    """The fiscal years the cited filings print columns for: an answer may name them where a page prints but dates."""
    known = {f.doc: f.fiscal_year for f in loaded}
    cited = {year for c in answer.citations if (year := known.get(c.doc)) is not None}
    return " ".join(f"FY{year}" for year in sorted({year - back for year in cited for back in range(COLUMNS)}))
