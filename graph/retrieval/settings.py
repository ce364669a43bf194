"""Which parts of retrieval are on: the rungs of the ladder, and a switch for each part."""

from dataclasses import dataclass, replace
from typing import Self

PARTS = ("synonyms", "page_kinds", "dense", "filter")


@dataclass(frozen=True, slots=True)
class RetrievalSettings:
    """A part that is False is off.

    `filter` ranks and limits filings, `dense` is the embedding arm, `synonyms` are the words of finance knowledge
    added to the question, `page_kinds` prefers pages of the kinds a question wants.
    """

    synonyms: bool = True
    page_kinds: bool = True
    dense: bool = True
    filter: bool = True

    def without(self, *parts: str) -> Self:
        """The same with these parts off. Raises ValueError for a name that is no part."""
        for part in parts:
            if part not in PARTS:
                raise ValueError(f"{part!r} is none of {', '.join(PARTS)}")
        return replace(self, **dict.fromkeys(parts, False))


def rung(name: str) -> RetrievalSettings:
    """C1: BM25 alone over raw pages. C2: and embeddings. C3: and filter, synonyms and page kinds.

    Raises KeyError for another name.
    """
    everything = RetrievalSettings()
    return {
        "C1": everything.without(*PARTS),
        "C2": everything.without("synonyms", "page_kinds", "filter"),
        "C3": everything,
    }[name]
