"""Check the draft by rules: quotes on their pages, numbers in quotes or recomputed, filings in scope."""

from typing import TypedDict

from langgraph.runtime import Runtime

from graph.checking import check_answer
from graph.context import Context, scope_of
from graph.domain import Failure
from graph.state import State


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
    failures = check_answer(state.answer, runtime.context.filings, scope, question=state.question.text)
    return {"failures": tuple(failures)}
