"""Were the gold pages found, and how far up? Ranks count from 1; a page that was not found has none."""

from collections.abc import Sequence
from dataclasses import dataclass

from eval.datasets.types import GoldPage

CUTS = (1, 3, 5, 10, 20)


@dataclass(frozen=True, slots=True)
class PageRanks:
    """The rank of each gold page among the pages found, in the order of the gold; None where it is not among them."""

    ranks: tuple[int | None, ...]

    @property
    def first(self) -> int | None:
        """The best rank of any gold page."""
        return min((rank for rank in self.ranks if rank is not None), default=None)

    def hit(self, k: int) -> bool:
        """Whether any gold page is among the first k."""
        return self.first is not None and self.first <= k

    def all_within(self, k: int) -> bool:
        """Whether every gold page is among the first k."""
        return bool(self.ranks) and all(rank is not None and rank <= k for rank in self.ranks)

    def reciprocal(self, k: int = 20) -> float:
        """1 / best rank, and 0 beyond the first k."""
        return 1 / self.first if self.first is not None and self.first <= k else 0.0


def rank_pages(gold: Sequence[GoldPage], found: Sequence[tuple[str, int]]) -> PageRanks:
    """Ranks of the gold pages among pages found, best first; a page found twice counts where it stands first."""
    places: dict[tuple[str, int], int] = {}
    for page in found:
        places.setdefault(page, len(places) + 1)
    return PageRanks(tuple(places.get((one.doc, one.page)) for one in gold))
