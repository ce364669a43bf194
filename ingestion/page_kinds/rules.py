"""The rules of `rules.toml`, compiled once per process at first use."""

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from ingestion.domain import Form, PageKind

STATEMENTS = (
    PageKind.BALANCE_SHEET,
    PageKind.INCOME_STATEMENT,
    PageKind.COMPREHENSIVE_INCOME,
    PageKind.CASH_FLOW,
    PageKind.EQUITY,
)

Rows = tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class StatementRule:
    """How one statement is titled, and the rows it is known by (each row a tuple of alternatives).

    `second` are rows of its lower part, which a second page brings; `whole` are rows every whole
    statement has, the first of them in its upper part.
    """

    kind: PageKind
    title: re.Pattern[str]
    anchors: Rows
    second: Rows
    whole: Rows


@dataclass(frozen=True)
class ItemRule:
    """An Item of a form: its place in the order, its name, how its heading reads after the number, and without one."""

    order: int
    part: str | None
    number: str
    title: str
    match: re.Pattern[str]
    alone: re.Pattern[str] | None
    kind: PageKind

    @property
    def section(self) -> str:
        """The name shown to people: `Item 7. Management's Discussion and Analysis`."""
        part = f"Part {self.part}, " if self.part else ""
        return f"{part}Item {self.number}. {self.title}"


@dataclass(frozen=True)
class Marks:
    """Wordings that tell pages apart; see `rules.toml`."""

    not_primary: re.Pattern[str]
    parent: re.Pattern[str]
    auditor: re.Pattern[str]
    opinion: re.Pattern[str]
    auditor_more: re.Pattern[str]
    statement_note: re.Pattern[str]
    units: re.Pattern[str]
    cover: re.Pattern[str]
    signatures: re.Pattern[str]
    notes_heading: re.Pattern[str]
    notes_end: re.Pattern[str]
    officers: re.Pattern[str]
    officer_words: re.Pattern[str]
    guidance: re.Pattern[str]
    headline: re.Pattern[str]
    non_gaap: re.Pattern[str]
    segment: re.Pattern[str]


@dataclass(frozen=True)
class Rules:
    """All rules. `events` are the Items of an 8-K by number."""

    statements: dict[PageKind, StatementRule]
    items: dict[Form, tuple[ItemRule, ...]]
    events: dict[str, str]
    marks: Marks


@cache
def load_rules() -> Rules:
    """Read and compile `rules.toml`."""
    data = tomllib.loads(resources.files(__package__).joinpath("rules.toml").read_text("utf-8"))
    common = data["statement"]
    items = {form: _items(data["items"][form.value], common) for form in (Form.TEN_K, Form.TEN_Q)}
    items[Form.ANNUAL_REPORT] = items[Form.OTHER] = items[Form.TEN_K]
    return Rules(
        statements={kind: _statement(kind, data["statement"][kind.value], common) for kind in STATEMENTS},
        items=items,
        events=data["items"]["8-K"],
        marks=Marks(**{name: re.compile(pattern, re.MULTILINE) for name, pattern in data["marks"].items()}),
    )


def _tail(common: dict[str, Any]) -> str:
    company = rf".{{2,60}}?(?:{common['company_end']})[.,]?(?:and(?:its)?subsidiar.*)?"
    return rf"(?:{company})?(?:{common['tail']})?(?:{company})?"  # never repeated: that would take forever on odd lines


def _statement(kind: PageKind, rule: dict[str, Any], common: dict[str, Any]) -> StatementRule:
    company = rf"(?:.{{1,80}}?(?:{common['company_end']})[.,]?)?"
    pattern = rf"{company}(?:{common['before']})*(?:{rule['titles']}){_tail(common)}"
    return StatementRule(kind, re.compile(pattern), _rows(rule["anchors"]), _rows(rule["second"]), _rows(rule["whole"]))


def _rows(rows: Sequence[str]) -> Rows:
    return tuple(tuple(row.split("|")) for row in rows)


def _items(rules: Sequence[dict[str, str]], common: dict[str, Any]) -> tuple[ItemRule, ...]:
    return tuple(
        ItemRule(
            order,
            rule.get("part"),
            rule["number"],
            rule["title"],
            re.compile(rule["match"]),
            re.compile(rf"(?:{rule['alone']}){_tail(common)}") if "alone" in rule else None,
            PageKind(rule["kind"]),
        )
        for order, rule in enumerate(rules)
    )
