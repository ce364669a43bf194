"""Write the answer: a step of its own, without tools, in strict JSON."""

from typing import TypedDict

from langchain_core.messages import AnyMessage
from langgraph.runtime import Runtime
from pydantic import ValidationError

from graph.context import Context
from graph.domain import Answer, Failure
from graph.models.calls import call_model
from graph.models.wire import AnswerWire
from graph.state import State
from graph.turn import build_prompt


class Answered(TypedDict):
    """A draft, or why there is none."""

    messages: list[AnyMessage]
    answer: Answer | None
    failures: tuple[Failure, ...]
    attempts: int


def answer(state: State, runtime: Runtime[Context]) -> Answered:
    """One draft. A reply that is not a valid answer is a failure like any other, and may be retried once."""
    context = runtime.context
    prompt = build_prompt("answer", state, context.budget)
    reply = call_model(context.model.bind(response_format=dict(context.answer_format)), prompt)
    draft: Answer | None = None
    failures: tuple[Failure, ...] = ()
    try:
        titles = {f.doc: f.title for f in state.loaded}
        draft = AnswerWire.model_validate_json(reply.text).to_answer(titles)
    except ValidationError as error:
        failures = (Failure(kind="invalid", detail=_first_problem(error)),)
    return {"messages": [reply], "answer": draft, "failures": failures, "attempts": state.attempts + 1}


def _first_problem(error: ValidationError) -> str:
    problem = error.errors(include_url=False, include_input=False)[0]
    where = ".".join(map(str, problem["loc"]))
    return f"the reply is not a valid answer: {where + ': ' if where else ''}{problem['msg']}"
