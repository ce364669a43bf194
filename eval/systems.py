"""What is measured: the graph with the parts a configuration leaves on, or a model that is shown no filing."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from langchain_core.messages import HumanMessage, SystemMessage

from eval.budget import Meter, MeteredModel, terms_of
from eval.budget.model import Choice
from eval.config import Config
from eval.engine import System
from eval.parts import FewPages, InHand, understand_nothing
from eval.prompts import load_prompt
from eval.records import Reply
from eval.scorers.judge import Judge, check_judge
from graph.analyst import Analyst, make_context
from graph.build import build_graph
from graph.context import Context
from graph.domain import Question
from graph.figures import FigureBook
from graph.knowledge import load_knowledge
from graph.models.provider import make_provider
from graph.retrieval.retriever import Retriever
from graph.retrieval.settings import RetrievalSettings
from graph.settings import GraphSettings
from ingestion.library import Library


@dataclass(frozen=True, slots=True)
class ClosedBook:
    """A model alone, asked in words."""

    model: MeteredModel

    def ask(self, question: Question) -> Reply:
        """What it says from memory; a local program has none."""
        reply = self.model.invoke([SystemMessage(load_prompt("closed_book")), HumanMessage(question.text)])
        return Reply(text=reply.text, refused=self.model.choices[0].terms.local)


@dataclass(frozen=True, slots=True)
class Builder:
    """Makes systems over one open library; the model's calls are metered across all of them."""

    library: Library
    settings: GraphSettings
    meter: Meter
    fallbacks: Sequence[str] = ()
    warn: Callable[[str], object] = print

    def build(self, config: Config) -> System:
        """The system of a configuration. Raises ConfigurationError for a model that cannot be used."""
        names = (self.settings.model, *self.fallbacks)
        model = self._model(names, tools=config.parts.agent or terms_of(names[0], self.home).local)
        if not config.parts.retrieval:
            return ClosedBook(model)
        context = make_context(self.library, self.settings)
        return Analyst(build_graph(), _with_parts(self.library, context, config, model))

    def judge(self, name: str) -> Judge:
        """A judge whose calls are metered as well. Raises EvaluationError where it would grade itself."""
        check_judge(name, (self.settings.model, *self.fallbacks))
        return Judge(name, self._model((name,), tools=False))

    def _model(self, names: Sequence[str], *, tools: bool) -> MeteredModel:
        return metered_model(names, self.settings, self.meter, self.home, tools=tools, warn=self.warn)

    @property
    def home(self) -> Path:
        """FOLIO_HOME, where a user's own `models.toml` may be."""
        return self.library.settings.home


def metered_model(
    names: Sequence[str],
    settings: GraphSettings,
    meter: Meter,
    home: Path,
    *,
    tools: bool = False,
    warn: Callable[[str], object] = print,
) -> MeteredModel:
    """The first of these models whose day is not spent, cached and metered. Raises ConfigurationError."""
    knowledge = load_knowledge()
    choices = tuple(
        Choice(name, make_provider(settings.model_copy(update={"model": name}), knowledge).model, terms_of(name, home))
        for name in names
    )
    return MeteredModel(choices=choices, meter=meter, answer_tokens=settings.answer_tokens, tools=tools, warn=warn)


def _with_parts(library: Library, context: Context, config: Config, model: MeteredModel) -> Context:
    parts = config.parts
    retriever = Retriever(
        library.index,
        library.catalogue,
        library.embedder,
        library.sparse,
        context.book.knowledge,
        RetrievalSettings(synonyms=parts.synonyms, page_kinds=parts.page_kinds, dense=parts.dense, filter=parts.filter),
    )
    by_tools_alone = model.choices[0].terms.local
    hand = InHand(library.catalogue) if by_tools_alone and not parts.agent else None
    return replace(
        context,
        model=model,
        book=FigureBook(hand, context.book.knowledge) if hand else context.book,
        retriever=FewPages(retriever, config.pages, hand),
        understand=context.understand if parts.filter or by_tools_alone else understand_nothing,
        checks=parts.check,
    )
