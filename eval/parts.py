"""Parts of the graph switched off: what stands in their place.

Below C5 a hosted model gets no tools: it reads the pages in its prompt. The offline model reads figures through tools
and in no other way; it keeps them, over figures of the pages in hand and nothing else, and so answers from what the
search found, as a hosted model would. It also keeps the plan, which is how it reads a question, while the search does
without.
"""

from collections.abc import Collection
from dataclasses import dataclass, field

from graph.context import Retriever
from graph.domain import Evidence, Plan, Question
from graph.filings import Filings
from ingestion.domain import Figure, Filing, Page, PageKind


def understand_nothing(question: Question, catalogue: Filings, /) -> Plan:
    """The filter switched off: no company, no period, the whole library."""
    return Plan()


@dataclass(frozen=True, slots=True)
class InHand:
    """Filings whose figures are those of the pages last found. One question at a time."""

    inner: Filings
    pages: set[tuple[str, int]] = field(default_factory=set)

    def filings(self) -> list[Filing]:
        """All of them."""
        return self.inner.filings()

    def filing(self, name: str) -> Filing:
        """By document name or alias; raises UnknownFiling."""
        return self.inner.filing(name)

    def page(self, doc: str, number: int) -> Page:
        """With words; raises UnknownFiling or UnknownPage."""
        return self.inner.page(doc, number)

    def figures(
        self,
        docs: Collection[str] | None = None,
        *,
        page: int | None = None,
        statements: Collection[PageKind] | None = None,
    ) -> list[Figure]:
        """Figures of these documents as far as they stand on pages in hand."""
        found = self.inner.figures(docs, page=page, statements=statements)
        return [figure for figure in found if (figure.doc, figure.page) in self.pages]


@dataclass(frozen=True, slots=True)
class FewPages:
    """A retriever that returns at most so many pages, and puts them in hand."""

    inner: Retriever
    limit: int
    hand: InHand | None = None

    def retrieve(self, question: Question, plan: Plan, k: int) -> list[Evidence]:
        """The first pages of the inner retriever."""
        found = self.inner.retrieve(question, plan, min(k, self.limit))
        if self.hand is not None:
            self.hand.pages.clear()
            self.hand.pages.update((page.doc, page.page) for page in found)
        return found
