"""Places in a ranking, shared out where more than one filing matters.

Places are given out in blocks of BLOCK, best pages first within each. Where a question compares companies or periods,
every group gets an equal part of each block. Otherwise another filing on the same period (the earnings release beside
the annual report) gets OTHERS places, so that what only it prints is seen as well.
"""

from collections.abc import Mapping, Sequence

from graph.retrieval.pages import FoundPage

BLOCK = 10
OTHERS = 3
SAME_PERIOD = 0.75
"""Fit, as a share of the best filing's, from which a filing is taken to report on the period asked about."""

Scored = tuple[float, FoundPage]


def share_out(
    found: Sequence[Scored], groups: Sequence[Sequence[str]], fits: Mapping[str, float], limit: int
) -> list[Scored]:
    """The first `limit` of `found` (best first), with places kept as described above."""
    quotas = _quotas(groups, fits)
    left = list(found)
    kept: list[Scored] = []
    while left and len(kept) < limit:
        block = _block(left, quotas, min(BLOCK, limit - len(kept)))
        chosen = {page.key for _, page in block}
        left = [pair for pair in left if pair[1].key not in chosen]
        kept += block
    return kept


def _quotas(groups: Sequence[Sequence[str]], fits: Mapping[str, float]) -> list[tuple[frozenset[str], float]]:
    """Sets of documents, each with its part of a block."""
    if groups:
        return [(frozenset(group), 1 / len(groups)) for group in groups]
    best = max(fits, key=lambda doc: fits[doc], default=None)
    others = frozenset(doc for doc, fit in fits.items() if doc != best and fit >= SAME_PERIOD)
    return [(others, OTHERS / BLOCK)] if others else []


def _block(left: Sequence[Scored], quotas: Sequence[tuple[frozenset[str], float]], size: int) -> list[Scored]:
    chosen: dict[int, Scored] = {}
    for docs, part in quotas:
        own = [place for place, (_, page) in enumerate(left) if page.doc in docs]
        chosen |= {place: left[place] for place in own[: max(1, int(part * size))]}
    for place, pair in enumerate(left):
        if len(chosen) >= size:
            break
        chosen.setdefault(place, pair)
    return [chosen[place] for place in sorted(chosen)[:size]]
