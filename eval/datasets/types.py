"""Questions with gold answers, as the evaluation sees them. Pages count from 1, whatever the source does."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from graph.domain import Frozen
from ingestion.domain import Filing


class GoldPage(Frozen):
    """A page that holds evidence. `page` counts from 1, as a PDF viewer counts."""

    doc: str
    page: int


class Case(Frozen):
    """A question with its gold.

    `doc` is the filing the question is about, empty where none is; `should_refuse` says that no loaded filing answers
    it. `disputed` marks a gold answer that is contested: figures are given with and without those.
    """

    id: str
    doc: str
    company: str
    question_type: str
    question: str
    answer: str
    evidence: tuple[GoldPage, ...] = ()
    should_refuse: bool = False
    disputed: bool = False


class Source(Frozen):
    """What the questions were read from. `pinned` says that it is exactly a known release; `note` says what else."""

    name: str
    commit: str | None = None
    pinned: bool = False
    sha256: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Dataset:
    """Questions and where they came from. `pdfs` and `manifest` are the filings, where the source brings them."""

    source: Source
    cases: tuple[Case, ...]
    pdfs: Path | None = None
    manifest: Path | None = None


class Names(Protocol):
    """Resolves names of documents; `ingestion.catalogue.Catalogue` does."""

    def filing(self, name: str) -> Filing:
        """By document name or alias; raises UnknownFiling."""
        ...


@dataclass(frozen=True, slots=True)
class Split:
    """Cases that can be asked with what is loaded, under the names the catalogue gives, and those that cannot."""

    here: tuple[Case, ...]
    missing: tuple[Case, ...]


def stratified(cases: Sequence[Case], limit: int, seed: int) -> list[Case]:
    """At most `limit` cases, from each question type in proportion, in their own order; the same for the same seed."""
    import random

    if limit >= len(cases):
        return list(cases)
    chance = random.Random(seed)  # noqa: S311 - a sample, not a secret
    groups: dict[str, list[Case]] = {}
    for case in cases:
        groups.setdefault(case.question_type, []).append(case)
    # Each type's share, whole parts first and the largest remainders after: no type is rounded away unseen.
    shares = {kind: limit * len(group) / len(cases) for kind, group in groups.items()}
    counts = {kind: int(share) for kind, share in shares.items()}
    for kind in sorted(shares, key=lambda kind: (counts[kind] - shares[kind], kind))[: limit - sum(counts.values())]:
        counts[kind] += 1
    chosen = {case.id for kind, group in groups.items() for case in chance.sample(group, counts[kind])}
    return [case for case in cases if case.id in chosen]
