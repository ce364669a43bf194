"""Deciding what there is to do: which files are new, changed, the same, or the same as one another."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ingestion.catalogue import StoredFiling
from ingestion.discover import Found, with_suffix
from ingestion.domain import Filing, Form
from ingestion.manifest import Manifest
from ingestion.metadata import Facts

_FACTS = ("company", "ticker", "form", "fiscal_year", "fiscal_quarter", "period_end", "event_date")


@dataclass(frozen=True, slots=True)
class Job:
    """One filing to read. `path` is where its content is; `manifest` is what is given about it.

    `stored` is the filing it replaces, if any; `in_place` says that `path` is the library's own copy already.
    """

    doc: str
    path: Path
    file_name: str
    sha256: str
    aliases: tuple[str, ...]
    manifest: Facts
    stored: StoredFiling | None = None
    in_place: bool = False


@dataclass(slots=True)
class Plan:
    """Jobs, and what needs none. `new_aliases` are names for filings that are loaded already."""

    jobs: list[Job] = field(default_factory=list)
    unchanged: list[str] = field(default_factory=list)
    duplicates: list[tuple[str, str]] = field(default_factory=list)
    new_aliases: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)


def make_plan(
    found: Sequence[Found],
    stored: Sequence[StoredFiling],
    complete: Collection[str],
    manifest: Manifest,
    *,
    replace: bool,
) -> Plan:
    """What to do about these files.

    Files of the same content are one document. It keeps the name it is loaded under; a new one is named after the
    file a manifest line is about, else the file of the longest name, since that says most. With `replace`, a file of
    a loaded name and other content is the new version of that document; without, it is another document.
    `complete` are the loaded documents that need no repair.
    """
    plan = Plan()
    by_content = {one.filing.sha256: one for one in stored}
    groups: defaultdict[str, list[Found]] = defaultdict(list)
    for file in found:
        groups[file.sha256].append(file)
    # Loaded ones first, so that a new document does not take a name that is in use.
    names = _Names(stored, [sha for sha in groups if sha in by_content], replace=replace)
    for sha256 in sorted(groups, key=lambda sha: (sha not in by_content, str(groups[sha][0].path))):
        _plan_group(plan, groups[sha256], by_content.get(sha256), names, manifest, complete)
    return plan


def _plan_group(
    plan: Plan,
    group: Sequence[Found],
    loaded: StoredFiling | None,
    names: "_Names",
    manifest: Manifest,
    complete: Collection[str],
) -> None:
    ranked = sorted(group, key=lambda file: (manifest.entry(file.doc) is None, -len(file.doc), file.doc, file.path))
    first = ranked[0]
    doc = loaded.filing.doc if loaded else names.choose(first)
    known = {doc, *(loaded.filing.aliases if loaded else ())}
    aliases = tuple(sorted({file.doc for file in group} - known - names.taken))
    own = next((file for file in ranked if file.doc == doc), None if loaded else first)
    plan.duplicates += [(str(file.path), doc) for file in ranked if file is not own]
    facts = _given(manifest, [file.doc for file in ranked], loaded)
    if loaded and doc in complete and _agrees(loaded.filing, facts):
        plan.unchanged.append(doc)
        if aliases:
            plan.new_aliases.append((doc, aliases))
        return
    all_aliases = tuple(sorted({*aliases, *(loaded.filing.aliases if loaded else ())}))
    stored = loaded or names.stored(doc)
    plan.jobs.append(Job(doc, first.path, (own or first).name, first.sha256, all_aliases, facts, stored))


class _Names:
    """Names in use; compared without letter case, because some file systems do."""

    def __init__(self, stored: Sequence[StoredFiling], present: Collection[str], *, replace: bool) -> None:
        self._stored = {one.filing.doc.casefold(): one for one in stored}
        self._kept = {name for name, one in self._stored.items() if not replace or one.filing.sha256 in present}
        self._chosen: set[str] = set()
        self.taken = {one.filing.doc for one in stored}

    def choose(self, file: Found) -> str:
        """A name for a new document: its own, unless that belongs to another."""
        doc = file.doc
        if doc.casefold() in self._kept or doc.casefold() in self._chosen:
            doc = with_suffix(doc, file.sha256)
        elif doc.casefold() in self._stored:
            doc = self._stored[doc.casefold()].filing.doc
        self._chosen.add(doc.casefold())
        self.taken.add(doc)
        return doc

    def stored(self, doc: str) -> StoredFiling | None:
        """The loaded filing of this very name."""
        return self._stored.get(doc.casefold())


def _given(manifest: Manifest, docs: Sequence[str], loaded: StoredFiling | None) -> Facts:
    """What the manifest says, else what an earlier one said: leaving it out does not take it back."""
    names = [*docs, *((loaded.filing.doc, *loaded.filing.aliases) if loaded else ())]
    entry = next((entry for name in names if (entry := manifest.entry(name))), None)
    if entry:
        return entry.facts
    return given_before(loaded.filing) if loaded else Facts()


def given_before(filing: Filing) -> Facts:
    """The facts of a loaded filing that a manifest gave."""
    given = {name: getattr(filing, name) for name in _FACTS if filing.sources.get(name) == "manifest"}
    return Facts(**given)


def _agrees(filing: Filing, facts: Facts) -> bool:
    """Whether a loaded filing is what the manifest says, in every field that its form has."""
    unused = {"period_end"} if filing.form is Form.EIGHT_K else {"event_date"}
    if filing.form not in (Form.TEN_Q, Form.EARNINGS):
        unused.add("fiscal_quarter")
    given = {name: getattr(facts, name) for name in _FACTS if name not in unused}
    return all(value is None or value == getattr(filing, name) for name, value in given.items())


def repair_jobs(
    stored: Sequence[StoredFiling], complete: Collection[str], planned: Collection[str], copies: Mapping[str, Path]
) -> tuple[list[Job], list[str]]:
    """(jobs for loaded filings that are incomplete or out of date, documents whose copy is gone)."""
    broken = [one for one in stored if one.filing.doc not in complete and one.filing.doc not in planned]
    lost = [one.filing.doc for one in broken if one.filing.doc not in copies]
    return [reread(one, copies[one.filing.doc]) for one in broken if one.filing.doc in copies], lost


def reread(one: StoredFiling, copy: Path) -> Job:
    """The job of reading a loaded filing again from the library's own copy."""
    filing = one.filing
    return Job(
        filing.doc, copy, filing.file_name, filing.sha256, filing.aliases, given_before(filing), one, in_place=True
    )
