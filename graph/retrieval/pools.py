"""Which documents are searched, which of them by themselves, and how well each fits.

With a filter the best filing (of each company or period compared) is searched alone, so that no other crowds it out,
and the next best together. Where little is certain about company or period, everything in scope is searched at once and
the candidates' scores only nudge: a document's fit is OPEN plus its share of the rest.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from graph.domain import Plan

CANDIDATES = 6
OPEN = 0.7
UNSURE = 0.25
"""Below this confidence of the plan the search stays wide."""


@dataclass(frozen=True, slots=True)
class Pools:
    """Documents to search. An empty set is every document.

    `fits` is 1 for the best document; `other_fit` goes for documents that are not named in it.
    """

    alone: tuple[frozenset[str], ...]
    rest: frozenset[str]
    fits: Mapping[str, float]
    other_fit: float = 0.0
    wide: bool = False


def pools_of(plan: Plan, docs: Sequence[str], *, filtered: bool) -> Pools:
    """The documents for a plan. `docs` are those the caller gave; without a filter nothing else limits the search."""
    if not filtered or not plan.candidates:
        return Pools((frozenset(docs),), frozenset(), dict.fromkeys(sorted(docs), 1.0), 0.0 if docs else 1.0)
    best = max(candidate.score for candidate in plan.candidates) or 1.0
    scores = {candidate.doc: candidate.score / best for candidate in plan.candidates}
    if plan.confidence < UNSURE and not docs:
        fits = {doc: OPEN + (1 - OPEN) * score for doc, score in scores.items()}
        return Pools((frozenset(plan.scope),), frozenset(), fits, OPEN, wide=True)
    # Of what is compared, the best of each is as good as the best of the others.
    firsts = [group[0] for group in plan.groups]
    scores |= dict.fromkeys(firsts, 1.0)
    seconds = [doc for group in plan.groups for doc in group[1:2]]
    chosen = list(dict.fromkeys((*firsts, *seconds, *sorted(scores, key=lambda doc: -scores[doc]))))
    chosen = chosen[: max(CANDIDATES, 2 * len(plan.groups))]
    fits = {doc: scores[doc] for doc in sorted(chosen, key=lambda doc: -scores[doc])}
    alone = firsts or list(fits)[:1]
    return Pools(tuple(frozenset({doc}) for doc in alone), frozenset(fits) - set(alone), fits)
