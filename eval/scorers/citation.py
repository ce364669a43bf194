"""Do the citations of an answer hold, and is one of them on a gold page?"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from eval.datasets.types import GoldPage
from graph.checking import PageSource, quote_on_page
from graph.domain import Citation
from ingestion.errors import NotFound


@dataclass(frozen=True, slots=True)
class CitationScore:
    """How many citations there are, how many hold, and whether any is on a gold page (None: there is no gold)."""

    total: int
    valid: int
    on_gold: bool | None


def score_citations(
    citations: Sequence[Citation], gold: Sequence[GoldPage], pages: PageSource, scope: Collection[str] = ()
) -> CitationScore:
    """A citation holds when its filing is in scope (empty: any) and its quote stands on its page."""
    cited = {(citation.doc, citation.page) for citation in citations}
    return CitationScore(
        total=len(citations),
        valid=sum(_holds(citation, pages, scope) for citation in citations),
        on_gold=any((one.doc, one.page) in cited for one in gold) if gold else None,
    )


def _holds(citation: Citation, pages: PageSource, scope: Collection[str]) -> bool:
    if scope and citation.doc not in scope:
        return False
    try:
        return quote_on_page(citation.quote, pages.page(citation.doc, citation.page))
    except NotFound:
        return False
