"""Chunks found, folded to pages."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from graph.retrieval.concepts import PageKey
from ingestion.domain import Form, PageKind
from ingestion.index.base import Hit


@dataclass
class FoundPage:
    """A page with what the searches found of it. Scores are between 0 and 1, by search: "fused", "words"."""

    doc: str
    number: int
    kind: PageKind
    section: str | None
    form: Form
    chunks: dict[int, str] = field(default_factory=dict)
    scores: dict[str, float] = field(default_factory=dict)

    @property
    def key(self) -> PageKey:
        """Document and page."""
        return self.doc, self.number

    @property
    def text(self) -> str:
        """The chunks found, in the order of the page."""
        return "\n".join(text for _, text in sorted(self.chunks.items()))


def fold(pages: dict[PageKey, FoundPage], name: str, hits: Sequence[Hit], *, fused: bool) -> None:
    """Add the hits of a search to `pages`, scored 0 to 1; a page counts as its best chunk.

    Scores of reciprocal ranks lie close together and are stretched from the last hit to the first; a search's own
    scores are shares of the best.
    """
    top = max((hit.score for hit in hits), default=0.0)
    low = min((hit.score for hit in hits), default=0.0) if fused else 0.0
    spread = (top - low) or 1.0
    for hit in hits:
        page = _page(pages, hit)
        page.scores[name] = max(page.scores.get(name, 0.0), (hit.score - low) / spread)


def add_pages(pages: dict[PageKey, FoundPage], hits: Iterable[Hit]) -> None:
    """Add pages whatever their score; their chunks become their text."""
    for hit in hits:
        _page(pages, hit)


def _page(pages: dict[PageKey, FoundPage], hit: Hit) -> FoundPage:
    page = pages.get((hit.doc, hit.page))
    if page is None:
        about = hit.metadata
        page = pages[hit.doc, hit.page] = FoundPage(hit.doc, hit.page, about.kind, about.section, about.form)
    page.chunks[hit.index] = hit.text
    return page
