"""Which page kinds a question wants, with a weight: 1.0 for what it asks outright.

A statement it names outweighs all else; then come the statements a metric is computed from, where a line item is
printed, and the pages a topic is written about on.
"""

from graph.knowledge import Knowledge
from graph.understanding.terms import Terms
from ingestion.domain import PageKind

_ALSO = 0.35
_OPERAND_ALSO = 0.3
_ALTERNATIVE = 0.6
_TOPIC = (0.9, 0.6, 0.45, 0.35)
_SECOND_TOPIC = 0.6
_BESIDE_NAMED = 0.3
_WHY_TOPICS = frozenset({"drivers"})


def wanted_kinds(terms: Terms, knowledge: Knowledge) -> dict[PageKind, float]:
    """Page kinds, heaviest first; empty where nothing in the question tells."""
    weights: dict[PageKind, float] = {}
    asks_why = bool(_WHY_TOPICS & set(terms.topics))
    figures = 0.6 if asks_why else 1.0
    for metric in terms.metrics:
        _raise(weights, knowledge.statements(metric), figures)
        for definition in knowledge.metrics[metric].definitions[1:]:
            names = [operand.name for operand in knowledge.operands(metric, definition.name)]
            _raise(weights, [knowledge.items[name].statement for name in names], _ALTERNATIVE * figures)
    for item in map(knowledge.items.__getitem__, terms.items):
        _raise(weights, [item.statement], figures * (_OPERAND_ALSO if terms.metrics else 1.0))
        _raise(weights, item.also, _ALSO * figures)
    for place, key in enumerate(terms.topics):
        factor = 1.0 if place == 0 or (asks_why and key in _WHY_TOPICS) else _SECOND_TOPIC
        if (terms.metrics or terms.items) and not asks_why:
            factor *= 0.8
        for kind, weight in zip(knowledge.topics[key].kinds, _TOPIC, strict=False):
            _raise(weights, [kind], weight * factor)
    if terms.statements:
        weights = {kind: min(weight, _BESIDE_NAMED) for kind, weight in weights.items()}
        _raise(weights, terms.statements, 1.0)
    return dict(sorted(weights.items(), key=lambda pair: -pair[1]))


def _raise(weights: dict[PageKind, float], kinds: "list[PageKind] | tuple[PageKind, ...]", weight: float) -> None:
    for kind in kinds:
        weights[kind] = round(max(weights.get(kind, 0.0), weight), 3)
