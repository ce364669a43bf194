"""A ranking cut at a limit that does not depend on how a backend orders equal scores."""

from collections.abc import Callable

from ingestion.index.base import Hit
from ingestion.index.payload import in_order

# Fused scores come in equal pairs (rank 3 in one arm, rank 3 in the other), seldom in more.
_SPARE = 2


def best(fetch: Callable[[int], list[Hit]], limit: int) -> list[Hit]:
    """The first `limit` hits in defined order, of a backend that returns its best `n` with `fetch(n)`.

    A backend cuts equal scores as it likes. While the last hit fetched ties with the last one wanted, more are
    fetched, so that what falls within the limit is decided here.
    """
    if limit < 1:
        return []
    size = limit + _SPARE
    while True:
        hits = in_order(fetch(size))
        if len(hits) < size or hits[-1].score < hits[limit - 1].score:
            return hits[:limit]
        size *= 2
