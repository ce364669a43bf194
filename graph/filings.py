"""The loaded filings, as the graph sees them."""

from collections.abc import Collection
from typing import Protocol

from ingestion.domain import Figure, Filing, Page, PageKind


class Filings(Protocol):
    """The loaded filings; `ingestion.catalogue.Catalogue` is one."""

    def filings(self) -> list[Filing]:
        """All of them, in order of company, year, form and name."""
        ...

    def filing(self, name: str) -> Filing:
        """By document name or alias; raises UnknownFiling."""
        ...

    def page(self, doc: str, number: int) -> Page:
        """With words; raises UnknownFiling or UnknownPage."""
        ...

    def figures(
        self,
        docs: Collection[str] | None = None,
        *,
        page: int | None = None,
        statements: Collection[PageKind] | None = None,
    ) -> list[Figure]:
        """Figures of these documents, of one page or some statements."""
        ...
