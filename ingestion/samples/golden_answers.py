"""The calculations behind the golden answers, by the name `content/questions` gives them.

Each looks up what it needs in the filing, so that the evidence of a question is exactly what its answer rests on.
"""

from collections.abc import Callable, Mapping
from decimal import Decimal
from types import MappingProxyType
from typing import Literal

from ingestion.samples.asking import Asked, Unit, dollars, millions, percents, rounded
from ingestion.samples.drivers import Strict


class Entry(Strict):
    """A question as `content/questions` states it."""

    doc: str
    type: Literal["metrics-generated", "domain-relevant", "novel-generated"]
    question: str
    reasoning: str = "Information extraction"
    why: str = ""
    ask: str = ""
    item: str = ""
    over: str = ""
    unit: Unit = "millions"
    anchor: str = ""
    label: str = ""
    column: int = 0
    says: str = ""


def answer(asked: Asked, entry: Entry) -> str:
    """The answer of a question, from the filing it is about."""
    if entry.ask:
        return ANSWERS[entry.ask](asked, entry)
    if entry.item:
        return dollars(asked(entry.item), entry.unit)
    if not entry.label:
        asked.quote(entry.anchor)
        return asked.fill(entry.says)
    cell = asked.printed(entry.anchor, entry.label, entry.column)
    return entry.says.replace("{cell}", cell) or cell


def _growth_of(asked: Asked, item: str) -> Decimal:
    return asked(item) / asked(item, 1) - 1


def _average(asked: Asked, item: str) -> Decimal:
    return (asked(item) + asked(item, 1)) / 2


def _verdict(now: Decimal, before: Decimal) -> tuple[str, str]:
    return ("Yes", "improved") if now > before else ("No", "declined")


def _ratio(asked: Asked, entry: Entry) -> str:
    return str(rounded(asked(entry.item) / asked(entry.over), 2))


def _percentage(asked: Asked, entry: Entry) -> str:
    return percents(asked(entry.item) / asked(entry.over))


def _over_average(asked: Asked, entry: Entry) -> str:
    return str(rounded(asked(entry.item) / _average(asked, entry.over), 2))


def _growth(asked: Asked, entry: Entry) -> str:
    return percents(_growth_of(asked, entry.item))


def _growth_rate(asked: Asked, entry: Entry) -> str:
    return percents((asked("revenue") / asked("revenue", 2)).sqrt() - 1)


def _average_margin(asked: Asked, entry: Entry) -> str:
    ratios = [asked(entry.item, back) / asked("revenue", back) for back in (0, 1, 2)]
    return percents(sum(ratios, Decimal(0)) / 3)


def _payable_days(asked: Asked, entry: Entry) -> str:
    change = asked("inventories") - asked("inventories", 1)
    return str(rounded(365 * _average(asked, "payables") / (asked("cost_of_sales") + change), 2))


def _cash_cycle(asked: Asked, entry: Entry) -> str:
    cost, sales = asked("cost_of_sales"), asked("revenue")
    days = 365 * (asked("inventories") / cost + asked("receivables") / sales - asked("payables") / cost)
    return str(rounded(days, 1))


def _ebitda_margin(asked: Asked, entry: Entry) -> str:
    return percents((asked("operating_income") + asked("depreciation_amortization")) / asked("revenue"))


def _profile(asked: Asked, entry: Entry) -> str:
    now, before = (asked(entry.item, back) / asked("revenue", back) for back in (0, 1))
    verdict, word = _verdict(now, before)
    years = f"from {percents(before)} in FY{asked.year - 1} to {percents(now)} in FY{asked.year}"
    return f"{verdict}. The {entry.label} {word} {years}."


def _quick(asked: Asked, back: int) -> Decimal:
    return (asked("current_assets", back) - asked("inventories", back)) / asked("current_liabilities", back)


def _liquidity(asked: Asked, entry: Entry) -> str:
    ratio = rounded(_quick(asked, 0), 2)
    return f"Yes. The quick ratio was {ratio}, above 1." if ratio >= 1 else f"No. The quick ratio was {ratio}, below 1."


def _quick_change(asked: Asked, entry: Entry) -> str:
    now, before = _quick(asked, 0), _quick(asked, 1)
    years = f"from {rounded(before, 2)} in FY{asked.year - 1} to {rounded(now, 2)} in FY{asked.year}"
    return f"The quick ratio {_verdict(now, before)[1]} {years}."


def _working_capital(asked: Asked, entry: Entry) -> str:
    amount = asked("current_assets") - asked("current_liabilities")
    verdict = "Yes" if amount > 0 else "No"
    return f"{verdict}. Working capital was {millions(amount)} million at the end of FY{asked.year}."


def _capital_intensive(asked: Asked, entry: Entry) -> str:
    capex = percents(asked("-capital_expenditures") / asked("revenue"))
    fixed = percents(asked("property_net") / asked("total_assets"))
    return (
        f"No. In FY{asked.year} capital expenditures were {capex} of revenue and fixed assets {fixed} of total assets."
    )


def _most_cash(asked: Asked, entry: Entry) -> str:
    flows = {name: asked(f"{name}_cash") for name in ("operating", "investing", "financing")}
    best = max(flows, key=lambda name: flows[name])
    return f"Cash flow from {best} activities was the highest, {millions(flows[best])} million."


def _debt_change(asked: Asked, entry: Entry) -> str:
    items = ("commercial_paper", "current_debt", "long_term_debt")
    now, before = (sum((asked(item, back) for item in items), Decimal(0)) for back in (0, 1))
    verdict, word = ("Yes", "increased") if now > before else ("No", "decreased")
    return f"{verdict}. Debt {word} by {millions(abs(now - before))} million, to {millions(now)} million."


def _grew(asked: Asked, entry: Entry) -> str:
    now, before = asked(entry.item), asked(entry.item, 1)
    verdict = "Yes" if now > before else "No"
    return f"{verdict}. {entry.label} went from {millions(before)} million to {millions(now)} million."


def _tax_change(asked: Asked, entry: Entry) -> str:
    now, before = (percents(asked("income_tax", back) / asked("pretax_income", back)) for back in (0, 1))
    return f"The effective tax rate changed from {before} in FY{asked.year - 1} to {now} in FY{asked.year}."


def _conversion(asked: Asked, entry: Entry) -> str:
    now, before = (
        (asked("operating_cash", back) - asked("-capital_expenditures", back)) / asked("net_income", back)
        for back in (0, 1)
    )
    verdict, word = _verdict(now, before)
    return f"{verdict}. FCF conversion (free cash flow / net income) {word} from {percents(before)} to {percents(now)}."


def _high_growth(asked: Asked, entry: Entry) -> str:
    return f"No. Net sales grew by only {percents(_growth_of(asked, entry.item))} in FY{asked.year}."


def _turnover(asked: Asked, entry: Entry) -> str:
    times = rounded(asked("cost_of_sales") / _average(asked, "inventories"), 1)
    return f"It sold its inventory {times} times in FY{asked.year}."


def _no_inventory(asked: Asked, entry: Entry) -> str:
    asked("current_assets")
    return "Inventory turnover is not meaningful: the company sells software and its balance sheet shows no inventory."


def _securities(asked: Asked, entry: Entry) -> str:
    rows = [row for row in asked.rows("securities") if "Notes" in row.label]
    named = "; ".join(f"{row.label} (trading symbol {row.cells[0]})" for row in rows)
    return f"Registered on the {asked.made.report.company.identity.exchange}: {named}."


def _table_growth(asked: Asked, anchor: str, labels: list[str]) -> dict[str, Decimal]:
    return {label: asked.cell(anchor, label, 0) / asked.cell(anchor, label, 1) - 1 for label in labels}


def _segments(asked: Asked) -> dict[str, Decimal]:
    return _table_growth(asked, "segments", [part.name for part in asked.made.report.company.drivers.segments])


def _weakest_segment(asked: Asked, entry: Entry) -> str:
    asked.quote("segment2")
    growth = _segments(asked)
    worst = min(growth, key=lambda name: growth[name])
    return f"{worst}: its sales fell by {percents(-growth[worst])}, while the other two segments grew."


def _fastest_segment(asked: Asked, entry: Entry) -> str:
    growth = _segments(asked)
    best = max(growth, key=lambda name: growth[name])
    return f"{best}, whose net sales grew by {percents(growth[best])}."


def _slowest_region(asked: Asked, entry: Entry) -> str:
    growth = _table_growth(asked, "regions", [part.name for part in asked.made.report.company.drivers.regions])
    worst = min(growth, key=lambda name: growth[name])
    return f"{worst}: net sales changed by {percents(growth[worst])}."


def _restated(asked: Asked, entry: Entry) -> str:
    before, change, after = (asked.cell("restatement", "Net income", column) for column in (0, 1, 2))
    return f"It reduced 2031 net income by ${-change} million, from ${before} million to ${after} million."


def _gain(asked: Asked, entry: Entry) -> str:
    amount = asked.cell("income", "Gain on sale of business")
    asked.quote("divestiture")
    return f"Yes: the sale of the Gauge Works business brought a gain of ${amount} million before taxes in 2031."


ANSWERS: Mapping[str, Callable[[Asked, Entry], str]] = MappingProxyType(
    {
        function.__name__.lstrip("_"): function
        for function in (
            _ratio,
            _percentage,
            _over_average,
            _growth,
            _growth_rate,
            _average_margin,
            _payable_days,
            _cash_cycle,
            _ebitda_margin,
            _profile,
            _liquidity,
            _quick_change,
            _working_capital,
            _capital_intensive,
            _most_cash,
            _debt_change,
            _grew,
            _tax_change,
            _conversion,
            _high_growth,
            _turnover,
            _no_inventory,
            _securities,
            _weakest_segment,
            _fastest_segment,
            _slowest_region,
            _restated,
            _gain,
        )
    }
)
