"""What a cell counts: money, money per share, shares, percent; and so which scale it is in."""

import re
from typing import NamedTuple

from ingestion.scales import ScaleNote, find_currency, is_per_share
from ingestion.tables.model import Row, Value

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
_PERCENT = re.compile(r"%|\bpercent(?:age)?\b|\bmargin\b", re.IGNORECASE)
_RATE = re.compile(r"\b(?:effective )?(?:income )?tax rate\b|\bpercent(?:age)?\b|\bmargin\b.*%|%", re.IGNORECASE)


class Measure(NamedTuple):
    """`unit` as in `Figure.unit`; `scale` the multiplier, None where nothing states it."""

    unit: str
    scale: int | None


def measure(row: Row, value: Value, column: str, note: ScaleNote | None, currency: str | None) -> Measure:
    """Unit and scale of one cell from its row, its column and the scale note over the table."""
    money = _currency_of(value, note, currency)
    if value.percent or _PERCENT.search(column):
        return Measure("percent", 1)
    nearest = row.section[-1] if row.section else ""
    if _is_per_share(row, value):
        return Measure(f"{money or 'USD'}/share", 1)
    if value.currency is None and _RATE.search(row.label):
        return Measure("percent", 1)
    if value.currency is None and (_is_shares(row.label) or (len(row.label) < 60 and _is_shares(nearest))):
        return Measure("shares", note.shares if note else None)
    return Measure(money or "pure", note.scale if note else None)


def _currency_of(value: Value, note: ScaleNote | None, currency: str | None) -> str | None:
    if value.currency and value.currency not in ("$", "¥"):
        return find_currency(value.currency)
    if note and note.currency:
        return note.currency
    return currency or (find_currency(value.currency) if value.currency else None)


def _is_per_share(row: Row, value: Value) -> bool:
    if _COUNTS.match(row.label):
        return False
    if is_per_share(row.label):
        return True
    if not row.section:
        return False
    # "Basic" under "Earnings per share", until the section turns to share counts.
    nearest = row.section[-1]
    return is_per_share(nearest) and not _is_shares(row.label) and abs(value.value) < 10_000


def _is_shares(text: str) -> bool:
    if _COUNTS.match(text):
        return not _MONEY_OF_SHARES.search(text.partition("shares")[2].partition("used")[0])
    return _SHARES.search(text) is not None and not _MONEY_OF_SHARES.search(text) and not is_per_share(text)
