"""One pass over a filing's pages: contents, Items, statements, notes, then the kind of each page."""

from collections.abc import Sequence
from dataclasses import replace

from ingestion.domain import Form, Page, PageKind
from ingestion.page_kinds.clues import Clues, read_clues
from ingestion.page_kinds.rules import load_rules
from ingestion.page_kinds.statements import assign_statements
from ingestion.page_kinds.sections import Section, find_contents, find_sections


def classify_pages(pages: Sequence[Page], form: Form) -> list[Page]:
    """The pages of one filing, in order, with `kind`, `kind_confidence` (0 to 1) and `section` set.

    Pure: only the text (and order) of the pages counts. All pages of the filing must be given, since a page's kind
    depends on its neighbours: a continued statement, the Item it stands in, the one set of consolidated statements.
    """
    rules = load_rules()
    clues = read_clues(pages)
    contents = find_contents(clues)
    statements = assign_statements(clues, contents, rules)
    sections = find_sections(clues, form, contents, rules)
    result = []
    for index, page in enumerate(pages):
        kind, confidence = _kind(index, clues, contents, statements, sections)
        section = sections[index].name if index in sections else None
        result.append(replace(page, kind=kind, kind_confidence=round(confidence, 3), section=section))
    return result


def _kind(
    index: int,
    clues: Sequence[Clues],
    contents: frozenset[int],
    statements: dict[int, tuple[PageKind, float]],
    sections: dict[int, Section],
) -> tuple[PageKind, float]:
    page = clues[index]
    if not page.readable or not page.lines:
        return PageKind.OTHER, 0.0
    if index in contents:
        return PageKind.CONTENTS, 0.9
    if index in statements:
        return statements[index]
    if index == 0:
        return PageKind.COVER, 0.9
    if load_rules().auditor.search(page.head):
        return PageKind.AUDITOR_REPORT, 0.9
    if index in sections:
        return sections[index].kind, sections[index].confidence
    return PageKind.OTHER, 0.3
