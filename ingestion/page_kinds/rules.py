"""The rules of `rules.toml`, compiled once per process at first use."""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources

from ingestion.domain import Form, PageKind

STATEMENTS = (
    PageKind.BALANCE_SHEET,
    PageKind.INCOME_STATEMENT,
    PageKind.COMPREHENSIVE_INCOME,
    PageKind.CASH_FLOW,
    PageKind.EQUITY,
)


@dataclass(frozen=True)
class StatementRule:
    """How one statement is titled, and the rows it is known by (each a tuple of alternatives)."""

    kind: PageKind
    title: re.Pattern[str]
    anchors: tuple[tuple[str, ...], ...]
    first: tuple[tuple[str, ...], ...]
    second: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class ItemRule:
    """An Item of a form: its order, its name, and how its heading reads, with the number and alone."""

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
class Rules:
    """All rules."""

    statements: dict[PageKind, StatementRule]
    items: dict[Form, tuple[ItemRule, ...]]
    event_items: dict[str, str]
    not_primary: re.Pattern[str]
    parent: re.Pattern[str]
    auditor: re.Pattern[str]
    statement_note: re.Pattern[str]
    units: re.Pattern[str]


def _alternatives(rows: list[str]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(row.split("|")) for row in rows)


@cache
def load_rules() -> Rules:
    """Read and compile `rules.toml`."""
    data = tomllib.loads(resources.files("ingestion.page_kinds").joinpath("rules.toml").read_text("utf-8"))
    common = data["statement"]
    before = rf"(?:.{{0,80}}(?:{common['company_end']})[.,]?)?(?:\d{{1,2}}[.)])?(?:statement\d)?(?:{common['qualifier']}|[,&]|and)*"
    statements = {}
    for kind in STATEMENTS:
        rule = common[kind.value]
        statements[kind] = StatementRule(
            kind,
            re.compile(rf"{before}(?P<title>{rule['titles']})(?:{common['tail']})*"),
            _alternatives(rule["anchors"]),
            _alternatives(rule["first"]),
            _alternatives(rule["second"]),
        )
    forms = {}
    for form in (Form.TEN_K, Form.TEN_Q):
        forms[form] = tuple(
            ItemRule(
                order,
                item.get("part"),
                item["number"],
                item["title"],
                re.compile(item["match"]),
                re.compile(item["alone"]) if "alone" in item else None,
                PageKind(item["kind"]),
            )
            for order, item in enumerate(data["items"][form.value])
        )
    forms[Form.ANNUAL_REPORT] = forms[Form.TEN_K]
    marks = {name: re.compile(pattern) for name, pattern in data["marks"].items()}
    return Rules(statements, forms, data["items"]["8-K"], **marks)
