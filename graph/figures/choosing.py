"""Which of the figures of a column is a line item: by its row's label, its unit, and what else the row may be."""

import re
from collections.abc import Sequence
from decimal import Decimal

from graph.knowledge import ItemMatcher, Knowledge, Ranked, label_words
from ingestion.domain import PRIMARY_STATEMENTS, Figure, PageKind

_LEAST = 0.75
"""Score of a label below which it is another item, or only a part of this one."""
_EXACT = 0.9
"""Score from which on a label is one of the item's own, give or take the place where it stands."""
_ALSO = 0.85
"""Highest score a row can have on a statement that prints the item as well as its own."""
_OF_PARTS = re.compile(
    r"deferred (?:income )?tax|tax (?:assets|liabilit|rate)|pension|benefit|plan\b|acqui|discontinued|held for sale"
    r"|pro forma|parent|guarantor|segment|fair value|level [123]",
    re.IGNORECASE,
)
"""Headings of note tables whose rows carry the names of line items and are only parts of them."""
_PARTIAL = re.compile(
    r"\b(?:other|long[- ]term|non-?current|current portion|due to|related|accumulated|change|increase|decrease|less"
    r"|before|after)\b",
    re.IGNORECASE,
)
"""Words in front of a label that make it another item, or a part."""
_HEADED = {"eps_basic": "basic", "eps_diluted": "diluted", "shares_basic": "basic", "shares_diluted": "diluted"}
"""Items whose rows are often told by their heading alone."""
_SIGNED_BY = {
    "income_tax_expense": (
        "income_before_taxes",
        ("income_from_continuing_operations", "net_income_total", "net_income"),
    ),
}
"""Items printed with either sign, and what they lead from and to: from - item = to."""


class Chooser:
    """Finds a line item among the figures of one column of a filing."""

    def __init__(self, knowledge: Knowledge) -> None:
        self._items = knowledge.items
        self._matcher = ItemMatcher(knowledge)

    def choose(self, item: str, column: Sequence[Figure], company: str) -> list[Ranked]:
        """Figures that are the item, best first; empty where none is surely it."""
        fitting = [f for f in column if self._fits(item, f)]
        ranked = [r for r in self._matcher.rank(item, fitting, company) if self._is_own(item, r, company)]
        if not ranked and item in _HEADED:
            return _headed(_HEADED[item], fitting)
        return ranked or self._specialised(item, fitting, company)

    def item_of(self, figure: Figure, company: str) -> str | None:
        """The line item of the income statement that a row names, wherever it stands; None where none is certain."""
        return self._matcher.match_item(figure.label, figure.section, PageKind.INCOME_STATEMENT, company)

    def _specialised(self, item: str, column: Sequence[Figure], company: str) -> list[Ranked]:
        """The only row that says the item with a word in front of it: "Merchandise accounts payable"."""
        known = self._items[item]
        labels = {words for label in known.labels if (words := label_words(label)).count(" ")}
        rows = [
            figure
            for figure in column
            if figure.statement is known.statement
            and any(label_words(figure.label, company).endswith(f" {label}") for label in labels)
            and self._matcher.match_item(figure.label, figure.section, figure.statement, company) in (None, item)
            and not _PARTIAL.search(figure.label)
        ]
        return [Ranked(rows[0], _LEAST)] if len(rows) == 1 else []

    def signed(self, item: str, figure: Figure, column: Sequence[Figure], company: str) -> Decimal:
        """The value as analysts sign it: outflows and costs positive; a tax by what it leads to."""
        if self._items[item].sign == "magnitude":
            return abs(figure.value)
        if item not in _SIGNED_BY:
            return figure.value
        source, results = _SIGNED_BY[item]
        before = self.choose(source, column, company)
        after = [r for key in results for r in self.choose(key, column, company)[:1]]
        if not before or not after:
            return figure.value
        start, end = before[0].figure.value, max(after, key=lambda r: r.score).figure.value
        return min(figure.value, -figure.value, key=lambda value: abs(start - value - end))

    def _fits(self, item: str, figure: Figure) -> bool:
        """Whether unit and place suit the item: no earnings per share for net income, no part of a note for a whole."""
        if ("/" in figure.unit) != is_per_share(item) or (figure.unit == "shares") != is_share_count(item):
            return False
        if figure.unit == "percent" and self._items[item].statement in PRIMARY_STATEMENTS:
            return False
        if figure.statement is PageKind.NOTES and self._items[item].statement is not PageKind.NOTES:
            return not self._items[item].is_instant and not _OF_PARTS.search(figure.section)
        return True

    def _is_own(self, item: str, ranked: Ranked, company: str) -> bool:
        """Whether the row is this item: well enough named, and not by the very name of another item."""
        figure = ranked.figure
        highest = 1.0 if figure.statement is self._items[item].statement else _ALSO
        if ranked.score < _LEAST * highest:
            return False
        if ranked.score >= _EXACT * highest:
            return True
        other = self._matcher.match_item(figure.label, figure.section, figure.statement, company)
        return other in (None, item)


def is_per_share(item: str) -> bool:
    """Whether an item is an amount a share."""
    return item.startswith("eps_") or item.endswith(("_eps", "_per_share"))


def is_share_count(item: str) -> bool:
    """Whether an item counts shares."""
    return item.startswith("shares_")


def _headed(word: str, column: Sequence[Figure]) -> list[Ranked]:
    """Rows under "diluted" or "basic": named so themselves first, then from the last, which is the whole."""
    other = "basic" if word == "diluted" else "diluted"
    rows = [
        f
        for f in column
        if f.statement is PageKind.INCOME_STATEMENT
        and word in f"{f.section} {f.label}".casefold()
        and (word in f.label.casefold() or other not in f.label.casefold())
        and not re.search(r"discontinued|dividend|cumulative", f.label, re.IGNORECASE)
    ]
    return [Ranked(row, _EXACT) for row in sorted(rows, key=lambda f: (word not in f.label.casefold(), -f.row))]
