"""Accounting identities: tests of what was read that need no labels.

Each takes the figures of one filing and gives, for every period it can be asked for, whether it holds. A statement
that lacks a term fails rather than passes in silence. Amounts are compared as printed, allowing for rounding.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from ingestion.domain import Figure, FiscalPeriod, PageKind

_ROUNDING = Decimal(2)
"""Units of the last printed place that sums of rounded numbers may be off."""

_TOTAL_ASSETS = re.compile(r"^total assets\b|^assets$", re.IGNORECASE)
_LIABILITIES_AND_EQUITY = re.compile(
    r"^(?:total )?(?:liabilities|capitali[sz]ation|equity)\b.*\b(?:equity|deficit|liabilities|capital|investment)\b",
    re.IGNORECASE,
)
_TOTAL_LIABILITIES = re.compile(r"^total liabilities$", re.IGNORECASE)
_ACTIVITY = {
    name: re.compile(rf"\bcash\b.*\b{name}\b|\b{name} activities\b", re.IGNORECASE)
    for name in ("operating", "operations", "investing", "financing")
}
_PART = re.compile(r"\bcontinuing\b|\bdiscontinued\b|^adjustments?\b|^changes in\b|\bprovided by \(used", re.IGNORECASE)
_CHANGE = re.compile(
    r"^(?:total |net )*\(?(?:increase|decrease|change|\(decrease)|^(?:increase|decrease|change)\b", re.IGNORECASE
)
_CASH = re.compile(r"\bcash\b", re.IGNORECASE)
_NET_INCOME = re.compile(
    r"\b(?:net|consolidated) (?:\(?(?:income|earnings|loss(?:es)?|profit)\)?)|\bprofit for the\b", re.IGNORECASE
)
_GROSS = re.compile(r"^gross (?:profit|margin|income)(?: \(loss\))?$", re.IGNORECASE)
_COST = re.compile(r"\bcosts?\b", re.IGNORECASE)
_SALES = re.compile(r"\b(?:sales|revenues?|turnover)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Outcome:
    """An identity for one period: whether it holds, and the numbers if not."""

    period: FiscalPeriod | None
    holds: bool
    detail: str = ""


def balance(figures: Sequence[Figure]) -> list[Outcome]:
    """Total assets = total liabilities and equity, for each balance sheet date; empty without a balance sheet."""
    outcomes: list[Outcome] = []
    for period, rows in _columns(figures, PageKind.BALANCE_SHEET):
        assets = _first(rows, _TOTAL_ASSETS)
        others = [row for row in rows if _LIABILITIES_AND_EQUITY.search(row.label)]
        claims = others[-1] if others else None
        if assets is None and claims is None:
            continue
        holds = assets is not None and claims is not None and assets.value == claims.value
        outcomes.append(Outcome(period, holds, f"{_show(assets)} / {_show(claims)}"))
    return outcomes


def cash(figures: Sequence[Figure]) -> list[Outcome]:
    """Operating + investing + financing + what stands between them and the change in cash = that change."""
    outcomes: list[Outcome] = []
    for period, rows in _columns(figures, PageKind.CASH_FLOW):
        changes = [position for position, row in enumerate(rows) if _is_change(row)]
        # The last one counts, or one before it: cash of businesses held for sale may be set apart below the change.
        tried = [_cash_of(period, rows, change) for change in reversed(changes)]
        if tried:
            outcomes.append(next((outcome for outcome in tried if outcome.holds), tried[0]))
        elif len(rows) > 5:
            outcomes.append(Outcome(period, False, "no change in cash"))
    return outcomes


def _cash_of(period: FiscalPeriod | None, rows: Sequence[Figure], change: int) -> Outcome:
    totals = []
    for names in (("operating", "operations"), ("investing",), ("financing",)):
        totals.append(_activity_total(rows[:change], names))
    if any(not total for total in totals):
        return Outcome(period, False, "a total is missing")
    operating, investing, financing = [total[-1] for total in totals]
    parts = [rows[position].value for position in (operating, investing, financing)]
    last = max(operating, investing, financing)
    between = [row.value for row in rows[last + 1 : change]]
    effects = [row.value for row in rows[change + 1 : change + 3] if re.search("exchange|currency", row.label, re.I)]
    target = rows[change].value
    sums = [sum(parts), sum(parts) + sum(between), sum(parts) + sum(effects)]
    holds = any(abs(total - target) <= _ROUNDING * _unit(rows[change]) for total in sums)
    return Outcome(period, holds, f"{parts} + {between} / {target}")


def _activity_total(rows: Sequence[Figure], names: Iterable[str]) -> list[int]:
    """Positions of the rows that sum up an activity, the whole company's last."""
    found = [i for i, row in enumerate(rows) if any(_ACTIVITY[name].search(row.label) for name in names)]
    found = [i for i in found if _CASH.search(rows[i].label) or rows[i].label.lower().startswith(("total", "net"))]
    whole = [i for i in found if not re.search(r"\bdiscontinued\b|\bcontinuing\b", rows[i].label, re.I)]
    return whole or found


def _is_change(row: Figure) -> bool:
    if not _CHANGE.search(row.label) or re.search(r"activities|exchange|payable", row.label, re.IGNORECASE):
        return False
    heading = row.section.rpartition(" > ")[2].lower()
    return bool(_CASH.search(row.label)) or (heading.startswith("cash") and "activities" not in heading)


def net_income(figures: Sequence[Figure]) -> list[Outcome]:
    """Net income at the head of the cash flow statement also stands on the income statement, for each period."""
    printed: dict[FiscalPeriod | None, set[Decimal]] = defaultdict(set)
    kinds = (PageKind.INCOME_STATEMENT, PageKind.COMPREHENSIVE_INCOME)
    for row in figures:
        if row.statement in kinds and _NET_INCOME.search(row.label):
            printed[row.period].add(row.value)
    outcomes: list[Outcome] = []
    for period, rows in _columns(figures, PageKind.CASH_FLOW):
        first = next((row for row in rows if _NET_INCOME.search(row.label)), None)
        if first is None:
            outcomes.append(Outcome(period, False, "no net income on the cash flow statement"))
        else:
            outcomes.append(Outcome(period, first.value in printed[period], f"{_show(first)} / {printed[period]}"))
    return outcomes


def gross_profit(figures: Sequence[Figure]) -> list[Outcome]:
    """Sales - cost of sales = gross profit, for each period of an income statement that prints gross profit."""
    outcomes: list[Outcome] = []
    for period, rows in _columns(figures, PageKind.INCOME_STATEMENT):
        place = next((i for i, row in enumerate(rows) if _GROSS.search(row.label)), None)
        if place is None:
            continue
        gross = rows[place].value
        sales = [row.value for row in rows[:place] if _SALES.search(row.label) and not _COST.search(row.label)]
        costs = [abs(row.value) for row in rows[:place]]
        holds = any(abs(a - b - gross) <= _ROUNDING * _unit(rows[place]) for a in sales for b in costs)
        outcomes.append(Outcome(period, holds, f"{sales} - {costs} / {gross}"))
    return outcomes


def _columns(figures: Iterable[Figure], kind: PageKind) -> list[tuple[FiscalPeriod | None, list[Figure]]]:
    """The amounts of a statement by period, each from top to bottom; columns of percentages or changes left out."""
    columns: dict[FiscalPeriod, list[Figure]] = defaultdict(list)
    undated: list[Figure] = []
    for figure in figures:
        if figure.statement is not kind or figure.unit in ("percent", "shares") or "/" in figure.unit:
            continue
        if figure.period is None:
            undated.append(figure)
        else:
            columns[figure.period].append(figure)
    if undated and not columns:
        return [(None, undated)]
    return list(columns.items())


def _first(rows: Sequence[Figure], pattern: re.Pattern[str]) -> Figure | None:
    return next((row for row in rows if pattern.search(row.label)), None)


def _unit(row: Figure) -> Decimal:
    """One in the last printed place."""
    exponent = row.value.as_tuple().exponent
    return Decimal(1).scaleb(exponent if isinstance(exponent, int) else 0)


def _show(row: Figure | None) -> str:
    return "missing" if row is None else f"{row.label[:60]} {row.value} (p{row.page})"
