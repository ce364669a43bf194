"""Comparing catalogue, index and copies."""

from collections.abc import Iterator
from dataclasses import dataclass

from ingestion.catalogue import StoredFiling
from ingestion.discover import identify
from ingestion.errors import UnreadableFiling
from ingestion.library import Library
from ingestion.pipeline.state import incoming_dir, version_of


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with a document; `doc` may be one that is not loaded."""

    doc: str
    what: str


def verify(library: Library) -> list[Problem]:
    """Everything that does not fit together; empty when all is well. `add` puts all of it right but damaged copies."""
    stored = library.catalogue.stored()
    counts = library.index.doc_counts()
    pages = library.catalogue.page_counts()
    docs = {one.filing.doc for one in stored}
    problems = [problem for one in stored for problem in _check(library, one, counts, pages)]
    problems += [Problem(doc, f"is not in the catalogue, yet has {counts[doc]} chunks") for doc in counts.keys() - docs]
    folder = library.settings.filings_dir
    problems += [Problem(path.stem, "is a copy of no filing") for path in folder.glob("*.pdf") if path.stem not in docs]
    incoming = incoming_dir(library)
    if incoming.is_dir():
        problems += [Problem(path.name, "was left by an interrupted run") for path in incoming.iterdir()]
    return sorted(problems, key=lambda problem: (problem.doc, problem.what))


def _check(library: Library, one: StoredFiling, counts: dict[str, int], pages: dict[str, int]) -> Iterator[Problem]:
    doc = one.filing.doc
    if pages.get(doc, 0) != one.filing.page_count:
        yield Problem(doc, f"has {pages.get(doc, 0)} of its {one.filing.page_count} pages")
    if counts.get(doc, 0) != one.chunk_count:
        yield Problem(doc, f"has {counts.get(doc, 0)} of its {one.chunk_count} chunks in the index")
    if one.version != version_of(library):
        yield Problem(doc, f"was read by another version ({one.version})")
    try:
        if identify(library.filing_path(doc)).sha256 != one.filing.sha256:
            yield Problem(doc, "its copy is not the file that was read: remove it and add it again")
    except UnreadableFiling as error:
        yield Problem(doc, f"its copy: {error.reason}")
