"""What a cell counts: money, money per share, shares, percent; and so which scale it is in."""

import re
from dataclasses import dataclass
from typing import NamedTuple

from ingestion.scales import ScaleNote, find_currency, is_per_share, read_scale_note
from ingestion.tables.model import Row, Table, Value

_SHARES = re.compile(
    r"\b(?:weighted|average|diluted|basic|common|ordinary|outstanding|dilutive|number of)\b.*"
    r"\b(?:shares|stock outstanding|units outstanding)\b"
    r"|\bshares\b.*\b(?:outstanding|diluted|basic|used in|issued)\b|^shares\b",
    re.IGNORECASE,
)
_COUNTS = re.compile(
    r"(?:weighted|average|number of|common|ordinary|diluted|basic|\W)*\s*shares\b(?! price)", re.IGNORECASE
)
"""Labels that begin by counting shares: "Shares used to compute basic net income per share"."""
_MONEY_OF_SHARES = re.compile(
    r"\b(?:issu|repurchas|purchas|proceeds|value|dividend|redemption|cost|stock,|compensation|treasury|paid|withh|retire|settle|buyback"
    r"|income|earnings|loss|net cash|tax)",
    re.IGNORECASE,
)
_PAR_VALUE = re.compile(r"\b(?:par|stated|no par) value\b|\bshares authorized\b", re.IGNORECASE)
"""A line of share capital names what a share is worth, but counts money."""
_EPS = re.compile(r"\beps\b|\bearnings per\b", re.IGNORECASE)
_CENTS = re.compile(r"\b(?:eps|per share)\b.*\bcents\b|\bcents per share\b", re.IGNORECASE)
_SHORT = 60
"""Characters of a label that may take its meaning from the heading over it."""
_MOST_PER_SHARE = 10_000
"""Amounts per share are smaller: a larger number under such a heading is something else."""
_MOST_PERCENT = 1_000
_PERCENT = re.compile(r"%|\bpercent(?:age)?\b|\bmargin\b", re.IGNORECASE)
_RATE = re.compile(r"\b(?:effective )?(?:income )?tax rate\b|(?<![\d.] )\bpercent(?:age)?\b|(?<!\d)%", re.IGNORECASE)


class Measure(NamedTuple):
    """`unit` as in `Figure.unit`; `scale` the multiplier, None where nothing states it."""

    unit: str
    scale: int | None


@dataclass(frozen=True, slots=True)
class Words:
    """What the words of a row or of a column heading say its numbers count."""

    per_share: bool = False
    cents: bool = False
    shares: bool = False
    percent: bool = False
    scale: int | None = None


def row_words(row: Row, before: Words) -> Words:
    """What a row's label counts; its section decides where the label ("Basic") does not.

    `before` are the words of the row above: a total of amounts per share may stand outside their section, and shows
    itself by its cents.
    """
    label = row.label
    capital = any(_PAR_VALUE.search(text) for text in (label, *row.section))
    shares = not capital and _is_shares(label)
    per_share = not shares and not capital and bool(is_per_share(label) or _EPS.search(label))
    if not per_share and not shares and not capital:
        shares = bool(row.section) and len(label) < _SHORT and _is_shares(row.section[-1])
        per_share = not shares and (any(is_per_share(heading) for heading in row.section) or _goes_on(row, before))
    note = read_scale_note(label) if "illion" in label or "housand" in label else None
    return Words(per_share, shares=shares, percent=bool(_RATE.search(label)), scale=note.scale if note else None)


def _goes_on(row: Row, before: Words) -> bool:
    return before.per_share and bool(row.values) and all(value.value.as_tuple().exponent == -2 for value in row.values)


def column_words(heading: str) -> Words:
    """What a column's heading counts."""
    return Words(
        per_share=bool(_EPS.search(heading)) or is_per_share(heading),
        cents=bool(_CENTS.search(heading)),
        percent=bool(_PERCENT.search(heading)),
    )


def percent_columns(table: Table) -> frozenset[int]:
    """Columns of percentages whose sign stands in the first row only, as accountants print it.

    Such a column begins with a percentage, shows no currency, and all its numbers are small and printed to the same
    decimals as those with the sign.
    """
    found: set[int] = set()
    for number in range(len(table.columns)):
        values = [value for row in table.rows for value in row.values if value.column == number]
        if not values or not values[0].percent or any(value.currency for value in values):
            continue
        decimals = {value.value.as_tuple().exponent for value in values if value.percent}
        if all(
            value.value.as_tuple().exponent in decimals and abs(value.value) < _MOST_PERCENT
            for value in values
            if not value.percent
        ):
            found.add(number)
    return frozenset(found)


def measure(row: Words, column: Words, value: Value, note: ScaleNote | None, currency: str | None) -> Measure:
    """Unit and scale of one cell from its row, its column and the scale note over the table.

    `currency` is that of the whole filing, for cells without a sign of their own.
    """
    if value.percent or column.percent:
        return Measure("percent", 1)
    if column.cents:
        return Measure("cents/share", 1)
    money = _currency_of(value, note, currency)
    if column.per_share or (row.per_share and abs(value.value) < _MOST_PER_SHARE):
        return Measure(f"{money or 'USD'}/share", 1)
    if value.currency is None and row.percent:
        return Measure("percent", 1)
    if value.currency is None and row.shares:
        return Measure("shares", row.scale or (note.shares if note else None))
    return Measure(money or "pure", value.scale or row.scale or (note.scale if note else None))


def _currency_of(value: Value, note: ScaleNote | None, currency: str | None) -> str | None:
    if value.currency and value.currency not in ("$", "¥"):  # signs that several currencies share
        return find_currency(value.currency)
    if note and note.currency:
        return note.currency
    return currency or (find_currency(value.currency) if value.currency else None)


def _is_shares(text: str) -> bool:
    if _COUNTS.match(text):
        return not _MONEY_OF_SHARES.search(text.partition("shares")[2].partition("used")[0])
    return _SHARES.search(text) is not None and not _MONEY_OF_SHARES.search(text) and not is_per_share(text)
