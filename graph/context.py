"""What the graph works with: a frozen set of Protocols, handed over at each run and never global."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from langchain_core.language_models import BaseChatModel

from graph.domain import Evidence, Plan, Question
from graph.figures import FigureBook
from graph.filings import Filings


class Retriever(Protocol):
    """Finds the pages a question needs; `graph.retrieval.Retriever` is one."""

    def retrieve(self, question: Question, plan: Plan, limit: int, /) -> list[Evidence]:
        """At most `limit` pages, best first."""
        ...


class Understand(Protocol):
    """Reads a question; `graph.understanding.understand` is one."""

    def __call__(self, question: Question, catalogue: Filings, /) -> Plan:
        """Never raises for a strange question: low confidence and an empty plan are an outcome."""
        ...


@dataclass(frozen=True, slots=True)
class Budget:
    """Sizes of a turn, in estimated tokens, and pages fetched per search."""

    prompt_tokens: int = 6_500
    answer_tokens: int = 1_400
    pages: int = 10


@dataclass(frozen=True, slots=True)
class Context:
    """Everything a node may reach for."""

    filings: Filings
    book: FigureBook
    retriever: Retriever
    understand: Understand
    model: BaseChatModel
    answer_format: Mapping[str, Any]
    """`response_format` of the answer step (see graph.models.wire)."""
    budget: Budget = field(default_factory=Budget)
    checks: bool = True
    """Whether drafts are held to the citation check; off only where the evaluation measures what it brings."""


def scope_of(question: Question, plan: Plan) -> frozenset[str]:
    """Documents an answer may come from; empty means every loaded filing.

    The caller's documents bind. The plan's scope narrows them, never widens them, and never to nothing.
    """
    given, planned = frozenset(question.docs), frozenset(plan.scope)
    return (given & planned or given) if given else planned
