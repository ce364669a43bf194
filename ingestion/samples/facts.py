"""Numbers for prose: `{revenue}`, `{revenue:prior}`, `{revenue:change}` in a text become the year's own.

Specs: none (the amount, as "$4,120 million"), `prior`, `prior2` (the years before), `change` ("increased 4.2%"), `pct`
and `priorpct` of revenue, `share` of total assets, `rate` and `priorrate` of income before taxes.
"""

import re
from collections.abc import Mapping
from decimal import ROUND_HALF_UP, Decimal

from ingestion.samples.periods import PER_SHARE, Period

_FIELD = re.compile(r"\{(?P<name>[a-z_+\-\[\]0-9]+)(?::(?P<spec>[a-z0-9]+))?\}")


def percent(part: int | Decimal, whole: int | Decimal, places: int = 1) -> str:
    """`part` in percent of `whole`, rounded half up."""
    value = 100 * Decimal(part) / Decimal(whole)
    return f"{value.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)}%"


def money(amount: int | Decimal, unit: int) -> str:
    """An amount in prose: millions as they are, thousands turned to millions with one decimal."""
    size = abs(Decimal(amount))
    if unit == 1000:
        size = (size / 1000).quantize(Decimal("0.1"), ROUND_HALF_UP)
    return f"${size:,} million"


class Facts:
    """Fills the fields of a text from the period reported on, the two before it, and named words."""

    def __init__(self, columns: tuple[Period, ...], words: Mapping[str, str]) -> None:
        self.columns = columns
        self.words = words

    def fill(self, text: str) -> str:
        """The text with every field replaced; an unknown field is an error."""
        return _FIELD.sub(self._field, text)

    def _field(self, match: re.Match[str]) -> str:
        name, spec = match["name"], match["spec"] or ""
        if name in self.words:
            return self.fill(self.words[name])
        places = {"": 0, "prior": 1, "prior2": 2}
        if spec in places:
            return self._amount(self.columns[places[spec]], name)
        return self._compared(name, spec)

    def _amount(self, column: Period, name: str) -> str:
        value = column.amount(name)
        return f"${abs(value):.2f}" if name in PER_SHARE else money(value, column.company.drivers.unit)

    def _compared(self, name: str, spec: str) -> str:
        year, last = self.columns[0], self.columns[1]
        now = Decimal(year.amount(name))
        before = Decimal(last.amount(name))
        match spec:
            case "change":
                word = "increased" if now > before else "decreased"
                return f"{word} {percent(abs(now - before), abs(before))}"
            case "pct":
                return percent(now, year.flows.revenue)
            case "priorpct":
                return percent(before, last.flows.revenue)
            case "share":
                return percent(now, year.levels.total_assets)
            case "rate":
                return percent(now, year.flows.pretax_income)
            case "priorrate":
                return percent(before, last.flows.pretax_income)
            case _:
                raise ValueError(f"unknown field {{{name}:{spec}}}")
