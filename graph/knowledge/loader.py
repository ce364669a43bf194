"""Reads the knowledge files and checks them; an error names the file and the line.

line_items.toml   what statements print
metrics.toml      what is computed from it
topics.toml       what else questions ask, and where filings answer it
companies.toml    well-known companies, their tickers, short and former names
"""

import csv
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, get_args

from graph.knowledge.expressions import Expression, parse_expression
from graph.knowledge.types import Definition, Knowledge, KnownCompany, LineItem, Metric, Sign, Statement, Topic, Unit
from ingestion.domain import Form, PageKind
from ingestion.errors import ConfigurationError

_KEY = re.compile(r"[a-z][a-z0-9_]*")


class KnowledgeError(ConfigurationError):
    """A knowledge file that cannot be used; names the file, the line and what is wrong there."""

    def __init__(self, path: Path, line: int, reason: str) -> None:
        super().__init__(f"{path.name}, line {line}: {reason}")
        self.path = path
        self.line = line
        self.reason = reason


def load_knowledge(folder: Path | None = None) -> Knowledge:
    """Load the knowledge files of a folder; the ones that come with Folio by default.

    Raises:
        KnowledgeError: a file is missing, is not TOML, or says something that cannot be used.
    """
    folder = folder or Path(__file__).parent
    items_file = _File(folder / "line_items.toml", "items")
    metrics_file = _File(folder / "metrics.toml", "metrics")
    items = {table.key: _line_item(table) for table in items_file.tables()}
    metrics = {table.key: _metric(table) for table in metrics_file.tables()}
    _check_fallbacks(items_file, items)
    _check_metrics(metrics_file, metrics, items)
    topics = {table.key: _topic(table) for table in _File(folder / "topics.toml", "topics").tables()}
    statements = tuple(_statement(table) for table in _File(folder / "statements.toml", "statements").tables())
    companies = _companies(folder / "companies.csv")
    words = [_words(folder / name) for name in ("ordinary_words.txt", "question_words.txt", "places.txt")]
    return Knowledge(items, metrics, topics, statements, companies, *words)


class _File:
    """One TOML file: its tables under `root`, and where in the text each field stands."""

    def __init__(self, path: Path, root: str) -> None:
        self.path = path
        self._root = root
        self._text = _text(path)
        self._data = self._parsed()

    def tables(self) -> list["_Table"]:
        rooted = self._data.get(self._root)
        if not isinstance(rooted, dict) or set(self._data) != {self._root}:
            raise KnowledgeError(self.path, 1, f"tables are named [{self._root}.<key>], and nothing else is known")
        return [_Table(self, key, fields) for key, fields in rooted.items()]

    def line(self, key: str, field: str | None = None) -> int:
        """Line of a table's head, or of a field of it where that can be found; counted from 1."""
        lines = self._text.splitlines()
        head = re.compile(rf"\[\s*{self._root}\s*\.\s*[\"']?{re.escape(key)}[\"']?\s*[\].]")
        top = next((n for n, line in enumerate(lines, 1) if head.match(line.strip())), 1)
        for number in range(top + 1, len(lines) + 1) if field else ():
            text = lines[number - 1].strip()
            if re.match(rf"[\"']?{re.escape(field or '')}[\"']?\s*=", text):
                return number
            if text.startswith("[") and not head.match(text):
                break
        return top

    def _parsed(self) -> dict[str, Any]:
        try:
            return tomllib.loads(self._text)
        except tomllib.TOMLDecodeError as error:
            where = re.search(r"line (\d+)", str(error))
            reason = re.sub(r"\s*\(at .*\)$", "", str(error))
            raise KnowledgeError(self.path, int(where[1]) if where else 1, reason) from error


class _Table:
    """One table: typed access to its fields, every complaint with its line; fields nobody asked for are an error."""

    def __init__(self, file: _File, key: str, fields: object) -> None:
        self.key = key
        self._file = file
        if not _KEY.fullmatch(key):
            raise KnowledgeError(file.path, file.line(key), f"key {key!r} is not lower_case_with_underscores")
        if not isinstance(fields, dict):
            raise KnowledgeError(file.path, file.line(key), f"{key} is not a table")
        self._fields: dict[str, Any] = dict(fields)

    def fail(self, reason: str, field: str | None = None) -> KnowledgeError:
        return KnowledgeError(self._file.path, self._file.line(self.key, field), f"{self.key}: {reason}")

    def text(self, field: str, default: str | None = None) -> str:
        value = self._fields.pop(field, default)
        if not isinstance(value, str) or not value.strip():
            raise self.fail(f"{field} must be a text", field)
        return value

    def texts(self, field: str, *, required: bool = False) -> tuple[str, ...]:
        value = self._fields.pop(field, [])
        if not isinstance(value, list) or not all(isinstance(v, str) and v.strip() for v in value):
            raise self.fail(f"{field} must be a list of texts", field)
        if required and not value:
            raise self.fail(f"{field} must not be empty", field)
        return tuple(value)

    def flag(self, field: str) -> bool:
        value = self._fields.pop(field, False)
        if not isinstance(value, bool):
            raise self.fail(f"{field} must be true or false", field)
        return value

    def choice(self, field: str, choices: Iterable[str], default: str | None = None) -> str:
        value = self.text(field, default)
        if value not in (allowed := tuple(choices)):
            raise self.fail(f"{field} {value!r} is none of {', '.join(allowed)}", field)
        return value

    def choices(self, field: str, allowed: Iterable[str]) -> tuple[str, ...]:
        values, known = self.texts(field), tuple(allowed)
        for value in values:
            if value not in known:
                raise self.fail(f"{field} {value!r} is none of {', '.join(known)}", field)
        return values

    def expression(self, source: str, field: str) -> Expression:
        try:
            return parse_expression(source)
        except ValueError as error:
            raise self.fail(str(error), field) from error

    def subtables(self, field: str) -> list[tuple[str, Mapping[str, Any]]]:
        value = self._fields.pop(field, {})
        if not isinstance(value, dict) or not all(isinstance(v, dict) for v in value.values()):
            raise self.fail(f"{field} must be tables", field)
        return list(value.items())

    def done(self) -> None:
        for field in self._fields:
            raise self.fail(f"unknown field {field!r}", field)


def _line_item(table: _Table) -> LineItem:
    sign: Any = table.choice("sign", get_args(Sign), "positive")
    item = LineItem(
        key=table.key,
        name=table.text("name"),
        statement=PageKind(table.choice("statement", PageKind)),
        labels=table.texts("labels", required=True),
        synonyms=table.texts("synonyms"),
        weak=table.texts("weak"),
        also=tuple(PageKind(kind) for kind in table.choices("also", PageKind)),
        sign=sign,
        sections=table.texts("sections"),
        fallbacks=tuple(table.expression(source, "fallbacks") for source in table.texts("fallbacks")),
    )
    table.done()
    return item


def _metric(table: _Table) -> Metric:
    unit: Any = table.choice("unit", get_args(Unit))
    better: Any = table.choice("better", ("higher", "lower", "neither"), "neither")
    default = table.text("default", "standard")
    first = Definition("standard", table.expression(table.text("expression"), "expression"), table.text("definition"))
    definitions = [first]
    for name, fields in table.subtables("alternatives"):
        if set(fields) != {"expression", "definition"} or not all(isinstance(v, str) for v in fields.values()):
            raise table.fail(
                f"alternative {name!r} needs an expression and a definition, and nothing else", "alternatives"
            )
        definitions.append(
            Definition(name, table.expression(fields["expression"], "alternatives"), fields["definition"])
        )
    definitions.sort(key=lambda definition: definition.name != default)
    if definitions[0].name != default:
        raise table.fail(f"default {default!r} is no definition of it", "default")
    metric = Metric(
        key=table.key,
        name=table.text("name"),
        unit=unit,
        definitions=tuple(definitions),
        synonyms=table.texts("synonyms"),
        weak=table.texts("weak"),
        printed=tuple(PageKind(kind) for kind in table.choices("printed", PageKind)),
        better=None if better == "neither" else better,
        unsuited=table.choices("unsuited", ("bank", "insurer", "utility", "services")),
    )
    table.done()
    return metric


def _topic(table: _Table) -> Topic:
    topic = Topic(
        key=table.key,
        cues=table.texts("cues", required=True),
        phrases=table.texts("phrases", required=True),
        kinds=tuple(PageKind(kind) for kind in table.choices("kinds", PageKind)),
        forms=tuple(Form(form) for form in table.choices("forms", Form)),
        general=table.flag("general"),
        breakdown=table.flag("breakdown"),
    )
    table.done()
    return topic


def _statement(table: _Table) -> Statement:
    if table.key not in tuple(PageKind):
        raise table.fail(f"{table.key!r} is no page kind")
    statement = Statement(
        PageKind(table.key), table.texts("names", required=True), table.texts("titles", required=True)
    )
    table.done()
    return statement


def _words(path: Path) -> frozenset[str]:
    return frozenset(_text(path).casefold().split())


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise KnowledgeError(path, 1, "cannot be read as UTF-8 text") from error


def _companies(path: Path) -> tuple[KnownCompany, ...]:
    lines = _text(path).splitlines()
    if not lines or lines[0] != "name,tickers,others":
        raise KnowledgeError(path, 1, "the first line must be: name,tickers,others")
    found: list[KnownCompany] = []
    for number, row in enumerate(csv.reader(lines[1:]), 2):
        if len(row) != 3 or not row[0].strip():
            raise KnowledgeError(path, number, "a line is: name,tickers,others")
        tickers, others = (tuple(part.strip() for part in field.split("|") if part.strip()) for field in row[1:])
        found.append(KnownCompany(row[0].strip(), tickers, others))
    return tuple(found)


def _check_fallbacks(file: _File, items: Mapping[str, LineItem]) -> None:
    for item in items.values():
        for name in (name for fallback in item.fallbacks for name in fallback.names):
            if name not in items:
                raise KnowledgeError(file.path, file.line(item.key, "fallbacks"), f"{item.key}: unknown item {name!r}")


def _check_metrics(file: _File, metrics: Mapping[str, Metric], items: Mapping[str, LineItem]) -> None:
    for key in metrics:
        if key in items:
            raise KnowledgeError(file.path, file.line(key), f"{key}: a line item has this key already")
        for definition in metrics[key].definitions:
            for name in definition.expression.names:
                if name not in items and name not in metrics:
                    raise KnowledgeError(file.path, file.line(key, "expression"), f"{key}: unknown name {name!r}")
    for key in metrics:
        if key in _reached(key, metrics):
            raise KnowledgeError(file.path, file.line(key, "expression"), f"{key}: is computed from itself")


def _reached(start: str, metrics: Mapping[str, Metric]) -> set[str]:
    """Metrics a metric is computed from, directly or not; any of its definitions counts."""
    uses: Callable[[str], set[str]] = lambda key: {  # noqa: E731
        name for d in metrics[key].definitions for name in d.expression.names if name in metrics
    }
    reached: set[str] = set()
    open_keys = uses(start)
    while open_keys:
        key = open_keys.pop()
        reached.add(key)
        open_keys |= uses(key) - reached
    return reached
