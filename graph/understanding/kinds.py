"""Which page kinds a question wants, with a weight: 1.0 for what it asks outright.

A statement it names outweighs all else. Otherwise come the statements a metric is computed from and a line item is
printed on, and the pages a topic is written about on: the figures first where the question asks for an amount, the
topic first where it asks whether, which or why.
"""

import re
from collections.abc import Iterable

from graph.knowledge import Knowledge
from graph.understanding.terms import Terms
from ingestion.domain import PageKind

_ALSO = 0.35
_OPERAND_ALSO = 0.3
_ALTERNATIVE = 0.9
_PRINTED = 0.6
_TOPIC = (1.0, 0.85, 0.6, 0.5)
_SECOND_TOPIC = 0.6
_BEHIND = 0.7
_BESIDE_NAMED = 0.3
_WHY = frozenset({"drivers"})
_AMOUNT = re.compile(
    r"^\W*(?:how (?:much|many)|what(?:'s| is| was| were| are)|give|compute|calculate)\b", re.IGNORECASE
)


def wanted_kinds(core: str, terms: Terms, knowledge: Knowledge) -> dict[PageKind, float]:
    """Page kinds, heaviest first; empty where nothing in the question tells. `core` is what it asks."""
    asks_why = bool(_WHY & set(terms.topics))
    themes = [key for key in terms.topics if not knowledge.topics[key].general]
    splits = any(knowledge.topics[key].breakdown for key in terms.topics)
    asks_amount = bool(terms.metrics) or not themes or bool(_AMOUNT.match(core))
    figures_first = asks_amount and not asks_why and not splits
    weights: dict[PageKind, float] = {}
    _add_figures(weights, terms, knowledge, 1.0 if figures_first else _BEHIND)
    _add_topics(weights, terms, knowledge, _BEHIND if weights and figures_first else 1.0)
    if terms.statements:
        weights = {kind: min(weight, _BESIDE_NAMED) for kind, weight in weights.items()}
        _raise(weights, terms.statements, 1.0)
    return dict(sorted(weights.items(), key=lambda pair: -pair[1]))


def _add_figures(weights: dict[PageKind, float], terms: Terms, knowledge: Knowledge, factor: float) -> None:
    for key in terms.metrics:
        metric = knowledge.metrics[key]
        _raise(weights, knowledge.statements(key), factor)
        _raise(weights, metric.printed, _PRINTED * factor)
        for definition in metric.definitions[1:]:
            names = [operand.name for operand in knowledge.operands(key, definition.name)]
            _raise(weights, [knowledge.items[name].statement for name in names], _ALTERNATIVE * factor)
    for item in map(knowledge.items.__getitem__, terms.items):
        _raise(weights, [item.statement], factor * (_OPERAND_ALSO if terms.metrics else 1.0))
        _raise(weights, item.also, _ALSO * factor)


def _add_topics(weights: dict[PageKind, float], terms: Terms, knowledge: Knowledge, factor: float) -> None:
    # Why something changed is told in one place, whatever it is; a figure by parts is where the parts are.
    ordered = sorted(terms.topics, key=lambda key: (key not in _WHY, not knowledge.topics[key].breakdown))
    for place, key in enumerate(ordered):
        for kind, weight in zip(knowledge.topics[key].kinds, _TOPIC, strict=False):
            _raise(weights, [kind], weight * factor * (1.0 if place == 0 else _SECOND_TOPIC))


def _raise(weights: dict[PageKind, float], kinds: Iterable[PageKind], weight: float) -> None:
    for kind in kinds:
        weights[kind] = round(max(weights.get(kind, 0.0), weight), 3)
