"""The types of finance knowledge: line items, metrics, topics of questions and well-known companies."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from graph.knowledge.expressions import Expression, Operand
from ingestion.domain import Form, PageKind

Sign = Literal["positive", "magnitude", "signed"]
Unit = Literal["percent", "ratio", "times", "days", "currency", "currency/share"]


@dataclass(frozen=True, slots=True)
class LineItem:
    """A line of a statement, whatever a filing calls it. Fields as described at the top of line_items.toml."""

    key: str
    name: str
    statement: PageKind
    labels: tuple[str, ...]
    synonyms: tuple[str, ...] = ()
    weak: tuple[str, ...] = ()
    also: tuple[PageKind, ...] = ()
    sign: Sign = "positive"
    sections: tuple[str, ...] = ()
    fallbacks: tuple[Expression, ...] = ()

    @property
    def is_instant(self) -> bool:
        """True for what stands on a date (a balance), False for what runs over a period (a flow)."""
        return self.statement is PageKind.BALANCE_SHEET

    @property
    def names(self) -> tuple[str, ...]:
        """What a question may call it: the name, then its synonyms."""
        return (self.name, *self.synonyms)


@dataclass(frozen=True, slots=True)
class Definition:
    """One way to compute a metric. `expression` as written; `Knowledge.expand` gives it over line items alone."""

    name: str
    expression: Expression
    text: str


@dataclass(frozen=True, slots=True)
class Metric:
    """A measure computed from line items. `definitions[0]` is the default."""

    key: str
    name: str
    unit: Unit
    definitions: tuple[Definition, ...]
    synonyms: tuple[str, ...] = ()
    weak: tuple[str, ...] = ()
    printed: tuple[PageKind, ...] = ()
    better: Literal["higher", "lower"] | None = None
    unsuited: tuple[str, ...] = ()

    @property
    def default(self) -> Definition:
        """The definition used when a question gives none."""
        return self.definitions[0]

    @property
    def names(self) -> tuple[str, ...]:
        """What a question may call it: the name, then its synonyms."""
        return (self.name, *self.synonyms)


@dataclass(frozen=True, slots=True)
class Topic:
    """A theme of questions that no line item answers: where filings write about it, and in which words.

    `cues` are words of questions, `phrases` words of filings, `kinds` page kinds, most telling first.
    A `general` topic says how something is asked about ("what drove", "by region"), not what;
    a `breakdown` splits figures into parts that no primary statement prints.
    """

    key: str
    cues: tuple[str, ...]
    phrases: tuple[str, ...]
    kinds: tuple[PageKind, ...]
    forms: tuple[Form, ...] = ()
    general: bool = False
    breakdown: bool = False


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement or section by its page kind: `names` as questions have them, `titles` as filings print them."""

    kind: PageKind
    names: tuple[str, ...]
    titles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class KnownCompany:
    """A listed company people name in questions. `others` are nicknames, short and former names."""

    name: str
    tickers: tuple[str, ...] = ()
    others: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Knowledge:
    """Everything the knowledge files say, checked against itself.

    `ordinary_words` are words, places and abbreviations that name no company by themselves, in lower case;
    `question_words` say nothing about where an answer stands; `place_words` are parts of the names of places.
    """

    items: Mapping[str, LineItem]
    metrics: Mapping[str, Metric]
    topics: Mapping[str, Topic]
    statement_names: tuple[Statement, ...]
    companies: tuple[KnownCompany, ...]
    ordinary_words: frozenset[str] = frozenset()
    question_words: frozenset[str] = frozenset()
    place_words: frozenset[str] = frozenset()

    def expand(self, metric: str, definition: str | None = None) -> Expression:
        """The expression of a metric over line items alone, metrics inside it written out.

        Raises:
            KeyError: no such metric, or no such definition of it.
        """
        chosen = self.metrics[metric].default
        if definition is not None:
            chosen = {d.name: d for d in self.metrics[metric].definitions}[definition]
        return chosen.expression.inline(self._expression_of)

    def operands(self, metric: str, definition: str | None = None) -> tuple[Operand, ...]:
        """Line items a metric needs, with how many periods back each."""
        return self.expand(metric, definition).operands

    def statements(self, key: str) -> tuple[PageKind, ...]:
        """Page kinds that print a line item, or the operands of a metric; most telling first."""
        if key in self.items:
            item = self.items[key]
            return tuple(dict.fromkeys((item.statement, *item.also)))
        return tuple(dict.fromkeys(self.items[o.name].statement for o in self.operands(key)))

    def _expression_of(self, name: str) -> Expression | None:
        return self.metrics[name].default.expression if name in self.metrics else None
