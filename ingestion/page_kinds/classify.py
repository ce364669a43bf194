"""One pass over a filing's pages: contents, Items, statements, notes, then the kind of each page."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ingestion.domain import PRIMARY_STATEMENTS, Form, Page, PageKind
from ingestion.page_kinds.clues import Clues, read_clues
from ingestion.page_kinds.contents import find_contents
from ingestion.page_kinds.notes import Notes, find_notes
from ingestion.page_kinds.rules import Rules, load_rules
from ingestion.page_kinds.sections import Section, Start, find_sections
from ingestion.page_kinds.statements import assign_statements
from ingestion.page_kinds.subjects import (
    Subject,
    auditor_reports,
    cover_pages,
    is_guidance_page,
    is_non_gaap_page,
    is_segment_page,
    officer_pages,
    parent_schedules,
)
from ingestion.page_kinds.titles import TABLE

_FILLS = 0.5  # share of a page
_RELEASES = (Form.EARNINGS, Form.EIGHT_K)
_STATEMENT_ITEMS = {"8", "1"}  # 10-K Item 8, 10-Q Part I Item 1
_MAX_NAMES = 5
_NOTES = "Notes to Consolidated Financial Statements"
_REPORT_BEFORE = 8  # pages from an auditor's report to the statements it is on
_STATEMENTS_AND_EQUITY = PRIMARY_STATEMENTS | {PageKind.COMPREHENSIVE_INCOME, PageKind.EQUITY}


@dataclass(frozen=True)
class _Outline:
    """What is known about a filing's pages, by index, before a kind is chosen for each."""

    clues: Sequence[Clues]
    form: Form
    contents: frozenset[int]
    statements: dict[int, tuple[PageKind, float]]
    sections: dict[int, Section]
    notes: Notes
    subjects: dict[int, Subject]
    statement_section: str | None
    rules: Rules


def classify_pages(pages: Sequence[Page], form: Form) -> list[Page]:
    """The pages of one filing, in order, with `kind`, `kind_confidence` (0 to 1) and `section` set.

    Pure: only the text and the order of the pages count. All pages of the filing must be given, since a page's kind
    depends on its neighbours: a continued statement, the Item it stands in, the one set of consolidated statements.
    Several Items or notes on one page are joined in `section` by "; ".
    """
    if not pages:
        return []
    outline = _outline(read_clues(pages), form)
    result = []
    subject = Subject(PageKind.OTHER, 0.0)
    for index, page in enumerate(pages):
        subject = _kind(index, outline, subject.kind)
        section = _section_name(index, subject.kind, outline)
        result.append(replace(page, kind=subject.kind, kind_confidence=round(subject.confidence, 3), section=section))
    return result


def _outline(clues: Sequence[Clues], form: Form) -> _Outline:
    rules = load_rules()
    contents = find_contents(clues)
    sections, starts = find_sections(clues, form, contents, rules)
    reports = auditor_reports(clues, contents, rules)
    skip = contents | frozenset(reports)
    one_set = form not in _RELEASES
    statements = assign_statements(clues, skip, frozenset(reports), rules, one_set=one_set)
    taken = skip | frozenset(statements)
    notes = _notes(clues, form, statements, starts, contents, rules)
    subjects = officer_pages(clues, taken | frozenset(notes.pages), rules) | parent_schedules(
        clues, min(statements, default=0), taken, rules
    )
    subjects |= reports
    if one_set or "form8-k" in clues[0].head or "securitiesandexchangecommission" in clues[0].head:
        subjects |= cover_pages(clues, starts[0].index if starts else 2, rules)
    items = [item for item in rules.items.get(form, ()) if item.number in _STATEMENT_ITEMS]
    named = next((i.section for i in items if "Financial Statements" in i.title), None)
    return _Outline(clues, form, contents, statements, sections, notes, subjects, named, rules)


def _notes(
    clues: Sequence[Clues],
    form: Form,
    statements: dict[int, tuple[PageKind, float]],
    starts: Sequence[Start],
    contents: frozenset[int],
    rules: Rules,
) -> Notes:
    if not statements or form in _RELEASES:
        return Notes(range(0), ())
    first = max(statements) + 1
    next_item = next((s for s in starts if s.index >= first and s.item.number not in _STATEMENT_ITEMS), None)
    if next_item is None:
        return find_notes(clues, first, len(clues), contents, rules)
    # The page on which the next Item begins may be filled by the end of the last note.
    still_notes = clues[next_item.index].share_after(0, next_item.line) > _FILLS
    return find_notes(clues, first, next_item.index + still_notes, contents, rules)


def _kind(index: int, outline: _Outline, before: PageKind) -> Subject:
    page = outline.clues[index]
    if not page.lines:
        return Subject(PageKind.OTHER, 0.0)
    if index in outline.contents:
        return Subject(PageKind.CONTENTS, 0.9)
    if index in outline.statements:
        return Subject(*outline.statements[index])
    if index in outline.subjects:
        return outline.subjects[index]
    if outline.form in _RELEASES:
        return _release_kind(index, page, outline, before)
    if index in outline.notes.pages:
        return _note_kind(index, page, outline)
    section = outline.sections.get(index)
    if section is None:
        return Subject(PageKind.OTHER, 0.3)
    if section.kind is PageKind.MDNA:
        return _discussion_kind(page, section, outline.rules)
    return Subject(section.kind, section.confidence)


def _note_kind(index: int, page: Clues, outline: _Outline) -> Subject:
    if outline.notes.share(index, page, "segment") > 0.4 and page.number_share > TABLE * 0.6:
        return Subject(PageKind.SEGMENTS, 0.8)
    return Subject(PageKind.NOTES, 0.9 if outline.notes.starts else 0.6)


def _discussion_kind(page: Clues, section: Section, rules: Rules) -> Subject:
    if is_non_gaap_page(page, rules):
        return Subject(PageKind.NON_GAAP, 0.6)
    if is_segment_page(page, rules):
        return Subject(PageKind.SEGMENTS, 0.6)
    return Subject(section.kind, section.confidence)


def _release_kind(index: int, page: Clues, outline: _Outline, before: PageKind) -> Subject:
    rules = outline.rules
    section = outline.sections.get(index)
    released = outline.form is Form.EARNINGS or (section is not None and section.names[-1].startswith("Exhibit 99"))
    if section and not released:  # the form itself, or a contract attached to it
        return Subject(section.kind, section.confidence)
    if is_guidance_page(page, rules):
        return Subject(PageKind.GUIDANCE, 0.7)
    if is_non_gaap_page(page, rules, before):
        return Subject(PageKind.NON_GAAP, 0.8)
    if page.number_share > TABLE and is_segment_page(page, rules):
        return Subject(PageKind.SEGMENTS, 0.7)
    if page.number_share > TABLE * 0.5:
        return Subject(PageKind.EARNINGS_TABLES, min(0.8, 0.3 + page.number_share))
    return Subject(PageKind.OTHER, 0.3)


def _section_name(index: int, kind: PageKind, outline: _Outline) -> str | None:
    page = outline.clues[index]
    if kind in (PageKind.COVER, PageKind.CONTENTS):
        return None
    if kind in _STATEMENTS_AND_EQUITY and outline.statement_section:
        return outline.statement_section
    ahead = range(index, index + _REPORT_BEFORE)
    if kind is PageKind.AUDITOR_REPORT and outline.statement_section and any(i in outline.statements for i in ahead):
        return outline.statement_section
    names: tuple[str, ...] = ()
    if index in outline.notes.pages:
        items = outline.sections[index].names if index in outline.sections else ()
        begun = items[1:] if index == outline.notes.pages[-1] else ()
        names = (outline.notes.titles(index, page) or (_NOTES,)) + begun
    elif index in outline.sections:
        names = outline.sections[index].names
    return "; ".join(names[:_MAX_NAMES]) or None
