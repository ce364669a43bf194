"""The one way in: ask a question, get a checked answer with its trace."""

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from langchain_core.messages import AIMessage, AnyMessage

from graph.artifacts import evidence_of
from graph.build import Graph, build_graph
from graph.context import Context
from graph.domain import Answer, Evidence, Failure, Frozen, Plan, Question, Result, StepTiming, Trace
from graph.figures import FigureBook
from graph.knowledge import load_knowledge
from graph.models.provider import make_provider
from graph.retrieval import Retriever
from graph.settings import GraphSettings
from graph.state import Input, State
from graph.understanding import Understander
from ingestion.errors import InvalidQuestion
from ingestion.library import Library, open_library
from ingestion.settings import IngestionSettings

QUESTION_LIMIT = 100_000
"""Characters; a text this long or longer is no question. 10,000 words are still read."""


class Step(Frozen):
    """A node has finished: which, how long it took, and in a few words what came of it."""

    node: str
    milliseconds: float
    detail: str
    plan: Plan | None = None
    evidence: tuple[Evidence, ...] = ()


class Analyst:
    """Asks the graph. Holds no state of its own: asks may run at once from several threads."""

    def __init__(self, graph: Graph, context: Context) -> None:
        self.graph = graph
        self.context = context

    def ask(self, question: str | Question) -> Result:
        """The checked answer, or a refusal that says what is missing.

        Raises InvalidQuestion (empty, or 100,000 characters and more), UnknownFiling (a document in `docs` that is not
        loaded), ModelError (the model could not be asked), StorageError.
        """
        *_, result = self.stream(question)
        assert isinstance(result, Result)  # noqa: S101 - what stream promises
        return result

    def stream(self, question: str | Question) -> Iterator[Step | Result]:
        """A Step after each node, then the Result. Raises what `ask` raises, at the first item."""
        asked = self._valid(question)
        state = State(question=asked)
        timings: list[StepTiming] = []
        failures: list[Failure] = []
        started = time.perf_counter()
        events: Iterator[Any] = self.graph.stream(
            Input(question=asked), context=self.context, stream_mode=["updates", "values"]
        )
        for mode, chunk in events:
            if mode == "values":
                state = State(**chunk)
                continue
            spent = round((time.perf_counter() - started) * 1000, 3)
            node, update = next(iter(chunk.items()))
            timings.append(StepTiming(node=node, milliseconds=spent))
            failures += update.get("failures", ()) if node == "check" else ()
            yield _step(node, spent, update)
            started = time.perf_counter()  # the reader's own time is not the node's
        if state.answer is None:
            raise AssertionError("the graph ended without an answer or a refusal")
        yield Result(question=asked, answer=state.answer, trace=_trace(state, timings, failures))

    def _valid(self, question: str | Question) -> Question:
        asked = Question(text=question) if isinstance(question, str) else question
        text = asked.text.strip()
        if not text:
            raise InvalidQuestion("the question is empty")
        if len(asked.text) >= QUESTION_LIMIT:
            raise InvalidQuestion(
                f"the question has {len(asked.text):,} characters; fewer than {QUESTION_LIMIT:,} are read"
            )
        docs = tuple(dict.fromkeys(self.context.filings.filing(name).doc for name in asked.docs))
        return Question(text=text, docs=docs)


@contextmanager
def open_analyst(settings: GraphSettings, ingestion: IngestionSettings) -> Iterator[Analyst]:
    """An analyst over everything ingested; index and catalogue are closed at the end.

    Raises StorageMissing, StorageLocked, SchemaMismatch or StorageError, and ConfigurationError for `MODEL`.
    """
    with open_library(ingestion) as library:
        yield Analyst(build_graph(), make_context(library, settings))


def make_context(library: Library, settings: GraphSettings) -> Context:
    """What the graph works with, over a library that someone else closes."""
    knowledge = load_knowledge()
    provider = make_provider(settings, knowledge)
    return Context(
        filings=library.catalogue,
        book=FigureBook(library.catalogue, knowledge),
        retriever=Retriever(library.index, library.catalogue, library.embedder, library.sparse, knowledge),
        understand=Understander(knowledge),
        model=provider.model,
        answer_format=provider.answer_format,
        budget=settings.budget,
    )


def _step(node: str, milliseconds: float, update: Mapping[str, Any]) -> Step:
    plan: Plan | None = update.get("plan")
    messages: list[AnyMessage] = update.get("messages", [])
    evidence = evidence_of(messages)
    detail = ""
    match node:
        case "filter" if plan:
            detail = ", ".join((*plan.companies, *(p.as_printed or str(p.year) for p in plan.periods)))
        case "retrieve":
            detail = f"{len(evidence)} pages"
        case "analyse":
            detail = ", ".join(_calls(messages)) or "ready"
        case "tools":
            detail = "; ".join(str(m.content).partition("\n")[0][:200] for m in messages)
        case "answer":
            draft: Answer | None = update.get("answer")
            detail = draft.answer if draft else "the draft could not be read"
        case "check" | "refuse":
            detail = "; ".join(f.detail for f in update.get("failures", ())) or "passed"
    return Step(node=node, milliseconds=milliseconds, detail=detail, plan=plan, evidence=evidence)


def _trace(state: State, timings: list[StepTiming], failures: list[Failure]) -> Trace:
    usage = [m.usage_metadata for m in state.messages if isinstance(m, AIMessage) and m.usage_metadata]
    return Trace(
        plan=state.plan,
        retrieved=evidence_of(state.messages),
        failures=tuple(failures),
        timings=tuple(timings),
        tool_calls=tuple(_calls(state.messages[2:])),
        tokens_in=sum(u["input_tokens"] for u in usage),
        tokens_out=sum(u["output_tokens"] for u in usage),
        attempts=max(1, state.attempts),
    )


def _calls(messages: Sequence[AnyMessage]) -> list[str]:
    calls = [call for m in messages if isinstance(m, AIMessage) for call in m.tool_calls]
    return [f"{call['name']}({json.dumps(call['args'], ensure_ascii=False)})" for call in calls]
