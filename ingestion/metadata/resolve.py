"""From what manifest, cover and file name say to one set of facts for each filing, agreeing across a company."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date

from ingestion.domain import Form
from ingestion.metadata.facts import Facts
from ingestion.metadata.fiscal import YearEnd, fiscal_year_of, quarter_of
from ingestion.metadata.grouping import Evidence, group_companies

_YEARLY = (Form.TEN_K, Form.ANNUAL_REPORT)
_QUARTERLY = (Form.TEN_Q, Form.EARNINGS)


@dataclass(frozen=True, slots=True)
class Subject:
    """A filing to be named: what each source says about it. `doc` names it, `stem` is the name of its file."""

    doc: str
    stem: str
    manifest: Facts
    cover: Facts
    file_name: Facts


@dataclass(frozen=True, slots=True)
class Known:
    """A filing that is loaded already; `from_manifest` when its company's name came from a manifest."""

    doc: str
    company: str
    from_manifest: bool
    form: Form
    fiscal_year: int | None
    period_end: date | None
    registrant: str | None
    ticker: str | None


@dataclass(slots=True)
class Resolved:
    """What a filing is, and for each field which source said so."""

    company: str
    form: Form = Form.OTHER
    ticker: str | None = None
    fiscal_year: int | None = None
    fiscal_quarter: int | None = None
    period_end: date | None = None
    event_date: date | None = None
    registrant: str | None = None
    sources: dict[str, str] = field(default_factory=dict)


def resolve(subjects: Sequence[Subject], known: Sequence[Known]) -> tuple[dict[str, Resolved], dict[str, str]]:
    """(facts of every subject by doc, new company names of known filings by doc).

    All filings of one company get one name: the manifest's, else the one already loaded, else that of the latest cover.
    A name the manifest gives to a filing is never changed. The result does not depend on the order of the arguments.
    """
    groups = group_companies([*map(_evidence, subjects), *map(_known_evidence, known)])
    names = {group: _canonical(group, subjects, known) for group in set(groups.values())}
    resolved: dict[str, Resolved] = {}
    for subject in subjects:
        group = groups[subject.doc]
        company, source = names[group]
        if subject.manifest.company:
            company, source = subject.manifest.company, "manifest"
        year_ends = _year_ends(group, subjects, known)
        resolved[subject.doc] = _resolve_one(subject, Resolved(company, sources={"company": source}), year_ends)
    renamed = {
        filing.doc: names[groups[filing.doc]][0]
        for filing in known
        if not filing.from_manifest and names[groups[filing.doc]][0] != filing.company
    }
    return resolved, renamed


def _evidence(subject: Subject) -> Evidence:
    names = tuple(name for name in (subject.manifest.company, subject.cover.company) if name)
    ticker = subject.manifest.ticker or subject.cover.ticker
    return Evidence(subject.doc, names, subject.file_name.company, subject.cover.registrant, ticker)


def _known_evidence(filing: Known) -> Evidence:
    return Evidence(filing.doc, (filing.company,), None, filing.registrant, filing.ticker)


def _canonical(group: frozenset[str], subjects: Iterable[Subject], known: Iterable[Known]) -> tuple[str, str]:
    """(name, source) for the filings of one company."""
    members = sorted((subject for subject in subjects if subject.doc in group), key=lambda subject: subject.doc)
    loaded = sorted((filing for filing in known if filing.doc in group), key=lambda filing: filing.doc)
    given = [subject.manifest.company for subject in members if subject.manifest.company]
    given += [filing.company for filing in loaded if filing.from_manifest]
    if given:
        return _most_common(given), "manifest"
    if loaded:
        return _most_common([filing.company for filing in loaded]), "cover"
    covers = [(s.cover.period_end or s.cover.event_date or date.min, s.doc, s.cover.company) for s in members]
    named = [(when, doc, company) for when, doc, company in covers if company]
    if named:
        return max(named)[2], "cover"
    written = [subject.file_name.company for subject in members if subject.file_name.company]
    return (_most_common(written) if written else members[0].stem), "filename"


def _most_common(names: Iterable[str]) -> str:
    return min(Counter(names).items(), key=lambda item: (-item[1], item[0]))[0]


def _year_ends(group: frozenset[str], subjects: Iterable[Subject], known: Iterable[Known]) -> list[YearEnd]:
    """Ends and names of fiscal years of this company, from its yearly reports."""
    ends = [
        YearEnd(filing.period_end, filing.fiscal_year)
        for filing in known
        if filing.doc in group and filing.form in _YEARLY and filing.period_end and filing.fiscal_year
    ]
    for subject in subjects:
        end = _first(subject, "period_end")[0]
        if subject.doc in group and isinstance(end, date) and _first(subject, "form")[0] in _YEARLY:
            year = subject.manifest.fiscal_year or fiscal_year_of(end, subject.cover.fiscal_mentions)
            ends.append(YearEnd(end, year))
    return sorted(ends)


def _first(subject: Subject, name: str) -> tuple[object | None, str]:
    """(value, source) of a field from the first source that has it."""
    for source, facts in (("manifest", subject.manifest), ("cover", subject.cover), ("filename", subject.file_name)):
        value: object | None = getattr(facts, name)
        if value is not None:
            return value, source
    return None, ""


def _resolve_one(subject: Subject, result: Resolved, year_ends: Sequence[YearEnd]) -> Resolved:
    result.registrant = subject.cover.registrant
    for name in ("form", "ticker", "period_end", "event_date"):
        _set(result, name, *_first(subject, name))
    _clear(result, "period_end" if result.form is Form.EIGHT_K else "event_date")
    quarter: tuple[int, int] | None = None
    if result.form in _QUARTERLY and result.period_end:
        cover = subject.cover
        quarter = quarter_of(result.period_end, year_ends, cover.months, cover.fiscal_mentions)
        named = cover.year_named, cover.quarter_named
        if None not in named and named != quarter and result.sources["period_end"] == "cover":
            # A release that prints its periods in tables only: the date found is that of another period.
            _clear(result, "period_end")
    _set(result, "fiscal_year", *_fiscal_year(subject, result, quarter))
    if result.form in _QUARTERLY:
        _set(result, "fiscal_quarter", *_fiscal_quarter(subject, result, quarter))
    return result


def _set(result: Resolved, name: str, value: object | None, source: str) -> None:
    if value is not None:
        setattr(result, name, value)
        result.sources[name] = source


def _clear(result: Resolved, name: str) -> None:
    setattr(result, name, None)
    result.sources.pop(name, None)


def _fiscal_year(subject: Subject, result: Resolved, quarter: tuple[int, int] | None) -> tuple[int | None, str]:
    if subject.manifest.fiscal_year is not None:
        return subject.manifest.fiscal_year, "manifest"
    if result.form is Form.EIGHT_K and result.event_date:
        return result.event_date.year, result.sources["event_date"]
    if result.form in _QUARTERLY and subject.cover.year_named is not None:
        return subject.cover.year_named, "cover"
    if result.form in _YEARLY and result.period_end:
        return fiscal_year_of(result.period_end, subject.cover.fiscal_mentions), result.sources["period_end"]
    if result.form is Form.TEN_Q and quarter:
        return quarter[0], result.sources["period_end"]
    if subject.cover.year_named is not None:
        return subject.cover.year_named, "cover"
    if subject.file_name.fiscal_year is not None:
        return subject.file_name.fiscal_year, "filename"
    return (quarter[0], result.sources["period_end"]) if quarter else (None, "")


def _fiscal_quarter(subject: Subject, result: Resolved, quarter: tuple[int, int] | None) -> tuple[int | None, str]:
    if subject.manifest.fiscal_quarter is not None:
        return subject.manifest.fiscal_quarter, "manifest"
    if subject.cover.quarter_named is not None:
        return subject.cover.quarter_named, "cover"
    if result.form is Form.TEN_Q and quarter:
        return quarter[1], result.sources["period_end"]
    if subject.file_name.fiscal_quarter is not None:
        return subject.file_name.fiscal_quarter, "filename"
    return (quarter[1], result.sources["period_end"]) if quarter else (None, "")
