"""Manifests: a JSONL or CSV file that says what each filing is.

One line a filing. The FinanceBench layout works (`doc_name`, `company`, `doc_type`, `doc_period`), and so do the
usual other names of these columns; columns of other names are passed over.
"""

import csv
import io
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path, PurePosixPath
from typing import Any

from ingestion.discover import doc_name
from ingestion.domain import Form
from ingestion.errors import ConfigurationError, ManifestError
from ingestion.metadata import Facts
from ingestion.metadata.dates import first_date

_COLUMNS = {
    "name": ("doc_name", "doc", "document", "doc_id", "file_name", "filename", "file", "pdf", "name", "path", "id"),
    "company": ("company", "company_name", "issuer", "registrant", "entity"),
    "form": ("doc_type", "form", "form_type", "filing_type", "document_type", "type"),
    "year": ("doc_period", "fiscal_year", "fy", "year", "period"),
    "quarter": ("fiscal_quarter", "quarter", "fiscal_period", "fq"),
    "period_end": ("period_end", "period_end_date", "fiscal_period_end", "period_of_report"),
    "event_date": ("event_date", "date_of_report", "date_of_event", "report_date"),
    "ticker": ("ticker", "symbol", "trading_symbol"),
}
_FORMS = (
    (Form.ANNUAL_REPORT, re.compile(r"annual")),
    (Form.TEN_K, re.compile(r"10k|20f|40f")),
    (Form.TEN_Q, re.compile(r"10q")),
    (Form.EIGHT_K, re.compile(r"8k|6k")),
    (Form.EARNINGS, re.compile(r"earning|press|release|ex99")),
)
_PERIOD = re.compile(
    r"(?:fy)?\s*(?P<y1>\d{4})[\s-]*(?:q(?P<q1>[1-4]))?|q(?P<q2>[1-4])[\s-]*(?:fy)?\s*(?P<y2>\d{4})", re.I
)
_QUARTER = re.compile(r"q?([1-4])q?|fy|year|annual", re.IGNORECASE)
_YEARS = range(1900, 2101)


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a manifest: which document it is about, and what it says."""

    line: int
    doc: str
    facts: Facts


class Manifest:
    """Entries by document name; letter case and the ending of the file do not matter."""

    def __init__(self, entries: Mapping[str, Entry]) -> None:
        self._entries = dict(entries)

    def __len__(self) -> int:
        return len(self._entries)

    def entry(self, doc: str) -> Entry | None:
        """The entry for a document, if there is one."""
        return self._entries.get(doc.casefold())

    def unused(self, docs: set[str]) -> int:
        """Number of entries about none of these documents."""
        return len(set(self._entries) - {doc.casefold() for doc in docs})


def read_manifest(path: Path) -> Manifest:
    """Read a manifest; `.csv` and `.tsv` are tables with a heading, anything else is JSON, one object a line.

    Raises ManifestError, naming the line, for one that cannot be used; ConfigurationError for an unreadable file.
    """
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise ConfigurationError(
            f"the manifest {path} cannot be read: {(error.strerror or str(error)).lower()}"
        ) from error
    text = _decode(path, raw)
    rows = _table(path, text) if path.suffix.lower() in (".csv", ".tsv") else _objects(path, text)
    entries: dict[str, Entry] = {}
    for line, row in rows:
        entry = _entry(path, line, row)
        known = entries.setdefault(entry.doc.casefold(), entry)
        if known.facts != entry.facts:
            raise ManifestError(path, line, f"{entry.doc} stands on line {known.line} already, with other values")
    return Manifest(entries)


def _decode(path: Path, raw: bytes) -> str:
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ManifestError(path, raw.count(b"\n", 0, error.start) + 1, "not UTF-8 text") from None


def _objects(path: Path, text: str) -> Iterator[tuple[int, Mapping[str, Any]]]:
    for line, source in enumerate(text.split("\n"), start=1):
        if not source.strip():
            continue
        try:
            row = json.loads(source)
        except (json.JSONDecodeError, RecursionError) as error:
            reason = error.msg if isinstance(error, json.JSONDecodeError) else "nested too deeply"
            raise ManifestError(path, line, f"not JSON ({reason})") from None
        if not isinstance(row, dict):
            raise ManifestError(path, line, "not a JSON object")
        yield line, row


def _table(path: Path, text: str) -> Iterator[tuple[int, Mapping[str, Any]]]:
    heading = text.split("\n", 1)[0]
    delimiter = max(",;\t|", key=heading.count)
    reader = csv.reader(io.StringIO(text), delimiter=delimiter, strict=True)
    try:
        names = [name.strip() for name in next(reader, [])]
        if not names:
            raise ManifestError(path, 1, "there is no heading")
        for cells in reader:
            if not any(cell.strip() for cell in cells):
                continue
            if len(cells) != len(names):
                raise ManifestError(path, reader.line_num, f"has {len(cells)} cells, the heading has {len(names)}")
            yield reader.line_num, dict(zip(names, cells, strict=True))
    except csv.Error as error:
        raise ManifestError(path, reader.line_num, str(error)) from None


def _entry(path: Path, line: int, row: Mapping[str, Any]) -> Entry:
    plain = {re.sub(r"[\s-]+", "_", str(key).strip().casefold()): value for key, value in row.items()}
    values = {field: _text(plain, names) for field, names in _COLUMNS.items()}
    name = values["name"]
    if not name:
        raise ManifestError(path, line, "names no document (doc_name)")
    try:
        year, quarter = _period(values["year"], values["quarter"])
        facts = Facts(
            company=values["company"],
            ticker=values["ticker"],
            form=_form(values["form"]),
            fiscal_year=year,
            fiscal_quarter=quarter,
            period_end=_date(values["period_end"]),
            event_date=_date(values["event_date"]),
        )
    except ValueError as error:
        raise ManifestError(path, line, str(error)) from None
    return Entry(line, doc_name(PurePosixPath(name.replace("\\", "/")).name), facts)


def _text(row: Mapping[str, Any], names: tuple[str, ...]) -> str | None:
    """The first of these columns that is filled, as text."""
    for name in names:
        value = row.get(name)
        if value is not None and not isinstance(value, (dict, list)) and str(value).strip():
            return " ".join(str(value).split())
    return None


def _form(text: str | None) -> Form | None:
    if text is None:
        return None
    plain = re.sub(r"[\s_-]+", "", text.casefold())
    return next((form for form, pattern in _FORMS if pattern.search(plain)), Form.OTHER)


def _period(year: str | None, quarter: str | None) -> tuple[int | None, int | None]:
    found_year: int | None = None
    found_quarter: int | None = None
    if year is not None:
        match = _PERIOD.fullmatch(year.removesuffix(".0"))
        if match is None or int(match["y1"] or match["y2"]) not in _YEARS:
            raise ValueError(f"{year[:40]!r} is not a fiscal year")
        found_year = int(match["y1"] or match["y2"])
        found_quarter = int(match["q1"] or match["q2"] or 0) or None
    if quarter is not None:
        match = _QUARTER.fullmatch(quarter.removesuffix(".0"))
        if match is None:
            raise ValueError(f"{quarter[:40]!r} is not a fiscal quarter")
        found_quarter = int(match[1]) if match[1] else found_quarter
    return found_year, found_quarter


def _date(text: str | None) -> date | None:
    if text is None:
        return None
    try:
        return datetime.fromisoformat(text).date()
    except ValueError:
        found = first_date(text)
        if found is None:
            raise ValueError(f"{text[:40]!r} is not a date") from None
        return found
