"""A question read against the catalogue: the filter node's work.

Everything is a ranking: with little certainty the scope stays empty (everything loaded) and candidates only order it.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from graph.domain import Candidate, Plan, Question
from graph.knowledge import Knowledge
from graph.understanding.calendar import Place, places_of
from graph.understanding.candidates import Wish, compared_groups, missing_periods, rank_filings
from graph.understanding.companies import Companies, CompanyFinder
from graph.understanding.kinds import wanted_kinds
from graph.understanding.periods import AskedPeriods, find_periods
from graph.understanding.terms import TermFinder, Terms, core_of
from ingestion.domain import Filing, Form, PageKind

READ_CHARACTERS = 6_000
"""Of a longer question the beginning and the end are read, this much in all."""

_FORM_NAMES = (
    (Form.TEN_K, r"10-?\s?ks?\b|\bannual\s+(?:filing|report)s?\b"),
    (Form.TEN_Q, r"10-?\s?qs?\b|\bquarterly\s+(?:filing|report)s?\b"),
    (Form.EIGHT_K, r"8-?\s?ks?\b|\bcurrent\s+reports?\b"),
    (Form.EARNINGS, r"\b(?:earnings|press)\s+(?:release|report|call|announcement)s?\b"),
    (Form.ANNUAL_REPORT, r"\bannual\s+reports?\b"),
)


class FilingsView(Protocol):
    """What understanding needs of the catalogue."""

    def filings(self) -> list[Filing]:
        """Every loaded filing."""
        ...


@dataclass(frozen=True)
class _Known:
    """What is derived from one set of filings."""

    filings: tuple[Filing, ...]
    places: dict[str, Place]
    finder: CompanyFinder


class Understander:
    """Reads questions; tables are built once, and again when the loaded filings change."""

    def __init__(self, knowledge: Knowledge) -> None:
        self._knowledge = knowledge
        self._terms = TermFinder(knowledge)
        self._known: _Known | None = None

    def __call__(self, question: Question, catalogue: FilingsView) -> Plan:
        """The plan for a question over everything loaded; never raises for a strange question."""
        return self.plan(question, catalogue.filings())

    def plan(self, question: Question, filings: Sequence[Filing]) -> Plan:
        """The plan for a question over these filings."""
        known = self._known_for(filings)
        text = _readable(question.text)
        limited = set(question.docs)
        scope = [f for f in filings if not limited or f.doc in limited or limited & set(f.aliases)]
        companies = known.finder.find(text, guess=not limited)
        periods = find_periods(text)
        asked = _blanked(text, companies.spans)
        terms = self._terms.find(asked)
        chosen = [f for f in scope if f.company in companies.loaded] or scope
        core = core_of(asked)
        wish = self._wish(core, periods, terms)
        kinds = wanted_kinds(core, terms, self._knowledge)
        candidates = rank_filings(chosen, known.places, wish)
        missing = missing_periods(chosen, known.places, wish) if companies.loaded or len(_names(scope)) == 1 else ()
        return Plan(
            companies=companies.loaded,
            unknown_companies=companies.unknown,
            periods=periods.periods,
            missing_periods=missing,
            missing_years=tuple(dict.fromkeys(p.year for p in missing if p.year is not None)),
            forms=wish.forms,
            items=terms.items,
            metrics=terms.metrics,
            topics=terms.topics,
            words=terms.rest,
            search_text=" ".join(core.split()),
            kinds=tuple(kinds),
            kind_weights=tuple(kinds.values()),
            candidates=candidates,
            groups=compared_groups(candidates, chosen, known.places, wish) if companies.loaded else (),
            scope=tuple(sorted(f.doc for f in chosen)) if companies.loaded else (),
            confidence=_confidence(companies, periods, candidates, chosen),
        )

    def _known_for(self, filings: Sequence[Filing]) -> _Known:
        known = self._known
        if known is None or known.filings != tuple(filings):
            known = _Known(tuple(filings), places_of(filings), CompanyFinder(filings, self._knowledge))
            self._known = known  # a race only builds it twice
        return known

    def _wish(self, core: str, periods: AskedPeriods, terms: Terms) -> Wish:
        forms = tuple(form for form, names in _FORM_NAMES if re.search(rf"(?<![\w-])(?:{names})", core, re.IGNORECASE))
        hints = self._hints(terms)
        if any(self._knowledge.items[key].statement is PageKind.NON_GAAP for key in terms.items):
            hints.add(Form.EARNINGS)
        statements = {k for key in (*terms.metrics, *terms.items) for k in self._knowledge.statements(key)[:1]}
        return Wish(
            periods=periods,
            forms=forms,
            hints=tuple(hints),
            ahead="guidance" in terms.topics and Form.EARNINGS in hints,
            restated="restatement" in terms.topics,
            balance_dates=PageKind.BALANCE_SHEET in statements | set(terms.statements),
        )

    def _hints(self, terms: Terms) -> set[Form]:
        """Forms the question's theme is usual in, unless it has another theme that may stand in any."""
        topics = [self._knowledge.topics[key] for key in terms.topics]
        if any(not topic.general and not topic.forms for topic in topics):
            return set()
        return {form for topic in topics for form in topic.forms}


def understand(question: Question, filings: Sequence[Filing], knowledge: Knowledge) -> Plan:
    """One question over these filings. To ask several, keep an `Understander`: it builds its tables once."""
    return Understander(knowledge).plan(question, filings)


def _readable(text: str) -> str:
    if len(text) <= READ_CHARACTERS:
        return text
    half = READ_CHARACTERS // 2
    return f"{text[:half]}\n{text[-half:]}"


def _blanked(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """The text with names replaced by "the company", which keeps its sentences whole."""
    for start, end in sorted(spans, reverse=True):
        text = f"{text[:start]}the company{text[end:]}"
    return text


def _names(filings: Sequence[Filing]) -> set[str]:
    return {filing.company for filing in filings}


def _confidence(
    companies: Companies, periods: AskedPeriods, candidates: Sequence[Candidate], chosen: Sequence[Filing]
) -> float:
    """Certainty of the company, times how well the best filing fits what is asked about time."""
    if companies.unknown and not companies.loaded:
        return 0.0
    company = companies.certainty or (0.8 if len(_names(chosen)) == 1 else 0.2)
    named = bool(periods.periods or periods.dates or periods.latest)
    time = min(1.0, candidates[0].score if candidates else 0.0) if named else 0.6
    return round(company * time, 3)
