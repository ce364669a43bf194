"""Golden questions that compute something and then judge it: yes or no and why, the largest, what did not apply."""

from decimal import Decimal

from ingestion.samples.asking import Asked, millions, percents, rounded
from ingestion.samples.golden_spec import Spec

_LOGIC = "Logical reasoning (based on numerical reasoning)"
_EITHER = "Numerical reasoning OR Logical reasoning"


def _margin(asked: Asked, item: str, back: int) -> Decimal:
    return asked(item, back) / asked("revenue", back)


def _profile(asked: Asked, item: str, name: str) -> str:
    now, before = _margin(asked, item, 0), _margin(asked, item, 1)
    verdict, word = ("Yes", "improved") if now > before else ("No", "declined")
    years = f"from {percents(before)} in FY{asked.year - 1} to {percents(now)} in FY{asked.year}"
    return f"{verdict}. The {name} {word} {years}."


def _quick(asked: Asked, back: int) -> Decimal:
    inventories = asked("inventories", back) if "inventories" in asked.made.report.company.statements["balance"] else 0
    return (asked("current_assets", back) - inventories) / asked("current_liabilities", back)


def _liquidity(asked: Asked) -> str:
    ratio = _quick(asked, 0)
    verdict = "Yes" if ratio >= 1 else "No"
    side = "above" if ratio >= 1 else "below"
    return f"{verdict}. The quick ratio was {rounded(ratio, 2)}, {side} 1."


def _quick_change(asked: Asked) -> str:
    now, before = _quick(asked, 0), _quick(asked, 1)
    word = "improved" if now > before else "declined"
    return f"The quick ratio {word} from {rounded(before, 2)} in FY{asked.year - 1} to {rounded(now, 2)} in FY{asked.year}."


def _working_capital(asked: Asked) -> str:
    amount = asked("current_assets") - asked("current_liabilities")
    return (
        f"{'Yes' if amount > 0 else 'No'}. Working capital was {millions(amount)} million at the end of FY{asked.year}."
    )


def _capital_intensive(asked: Asked) -> str:
    capex, fixed = asked("-capital_expenditures") / asked("revenue"), asked("property_net") / asked("total_assets")
    return (
        f"No. Capital expenditures were {percents(capex)} of revenue and fixed assets {percents(fixed)} of total assets "
        f"in FY{asked.year}."
    )


def _most_cash(asked: Asked) -> str:
    flows = {name: asked(f"{name}_cash") for name in ("operating", "investing", "financing")}
    best = max(flows, key=lambda name: flows[name])
    return f"Cash flow from {best} activities was the highest, {millions(flows[best])} million."


def _debt_change(asked: Asked) -> str:
    items = ("commercial_paper", "current_debt", "long_term_debt")
    now, before = (sum((asked(item, back) for item in items), Decimal(0)) for back in (0, 1))
    verdict, word = ("Yes", "increased") if now > before else ("No", "decreased")
    return f"{verdict}. Debt {word} by {millions(abs(now - before))} million, to {millions(now)} million."


def _grew(asked: Asked, item: str, name: str) -> str:
    now, before = asked(item), asked(item, 1)
    verdict = "Yes" if now > before else "No"
    return f"{verdict}. {name} went from {millions(before)} million to {millions(now)} million."


def _tax_change(asked: Asked) -> str:
    now, before = (asked("income_tax", back) / asked("pretax_income", back) for back in (0, 1))
    return (
        f"The effective tax rate changed from {percents(before)} in FY{asked.year - 1} to {percents(now)} in "
        f"FY{asked.year}."
    )


def _conversion(asked: Asked) -> str:
    now, before = (
        (asked("operating_cash", back) - asked("-capital_expenditures", back)) / asked("net_income", back)
        for back in (0, 1)
    )
    verdict, word = ("Yes", "improved") if now > before else ("No", "declined")
    return f"{verdict}. FCF conversion (free cash flow / net income) {word} from {percents(before)} to {percents(now)}."


def _high_growth(asked: Asked) -> str:
    growth = asked("revenue") / asked("revenue", 1) - 1
    return f"No. Net sales grew by only {percents(growth)} in FY{asked.year}."


def _turnover(asked: Asked) -> str:
    average = (asked("inventories") + asked("inventories", 1)) / 2
    return f"Brindlemoor turned its inventory {rounded(asked('cost_of_sales') / average, 1)} times in FY{asked.year}."


def _no_inventory(asked: Asked) -> str:
    asked("current_assets")
    return (
        "Inventory turnover is not meaningful for Vexlume: it sells software and its balance sheet shows no inventory."
    )


def _no_restructuring(asked: Asked) -> str:
    asked.printed("income", "Restructuring")
    return "0"


JUDGEMENTS = (
    Spec(
        "CALDERWICK_2033Q2_10Q",
        "domain-relevant",
        _EITHER,
        "Does Calderwick have a reasonably healthy liquidity profile based on its quick ratio for Q2 of FY2033? If the quick ratio is not relevant to measure liquidity, please state that and explain why.",
        _liquidity,
        "(total current assets - total inventories) / total current liabilities",
    ),
    Spec(
        "CALDERWICK_2033_10K",
        "domain-relevant",
        "Numerical reasoning OR information extraction",
        "Does Calderwick have an improving operating margin profile as of FY2033? If operating margin is not a useful metric for a company like this, then state that and explain why.",
        lambda asked: _profile(asked, "operating_income", "operating margin"),
        "operating income / net sales",
    ),
    Spec(
        "BRINDLEMOOR_2031_10K",
        "domain-relevant",
        "Numerical reasoning OR information extraction",
        "Does Brindlemoor have an improving gross margin profile as of FY2031? If gross margin is not a useful metric for a company like this, then please state that and explain why.",
        lambda asked: _profile(asked, "gross_profit", "gross margin"),
        "gross margin / net sales",
    ),
    Spec(
        "VEXLUME_2031_10K",
        "domain-relevant",
        _LOGIC,
        "Is Vexlume a capital-intensive business based on FY2031 data?",
        _capital_intensive,
        "capital expenditures / revenue; net property / total assets",
    ),
    Spec(
        "BRINDLEMOOR_2032_10K",
        "domain-relevant",
        "Numerical reasoning",
        "How much has the effective tax rate of Brindlemoor changed between FY2031 and FY2032?",
        _tax_change,
        "income tax expense / earnings before income taxes",
    ),
    Spec(
        "BRINDLEMOOR_2032_10K",
        "domain-relevant",
        _EITHER,
        "Does Brindlemoor have positive working capital based on FY2032 data? If working capital is not a useful or relevant metric for this company, then please state that and explain why.",
        _working_capital,
        "total current assets - total current liabilities",
    ),
    Spec(
        "VEXLUME_2031_10K",
        "domain-relevant",
        "Information extraction",
        "What is the quantity of restructuring costs directly outlined in Vexlume's income statements for FY2031? If restructuring costs are not explicitly outlined then state 0.",
        _no_restructuring,
        "the income statement prints a dash for 2031",
    ),
    Spec(
        "VEXLUME_2030_10K",
        "domain-relevant",
        _EITHER,
        "Roughly how many times has Vexlume sold its inventory in FY2030? Calculate inventory turnover ratio for FY2030; if conventional inventory management is not meaningful for the company then state that and explain why.",
        _no_inventory,
    ),
    Spec(
        "BRINDLEMOOR_2032_10K",
        "domain-relevant",
        _EITHER,
        "Roughly how many times has Brindlemoor sold its inventory in FY2032? Calculate inventory turnover ratio for FY2032.",
        _turnover,
        "cost of sales / average merchandise inventories",
    ),
    Spec(
        "VEXLUME_2029_10K",
        "domain-relevant",
        "Numerical reasoning",
        "Among operations, investing, and financing activities, which brought in the most (or lost the least) cash flow for Vexlume in FY2029?",
        _most_cash,
    ),
    Spec(
        "CALDERWICK_2032_10K",
        "domain-relevant",
        "Numerical reasoning",
        "Has Calderwick increased its debt on balance sheet between the 2032 and the 2031 fiscal period?",
        _debt_change,
        "commercial paper + current portion of long-term debt + long-term debt",
    ),
    Spec(
        "BRINDLEMOOR_2031_10K",
        "novel-generated",
        _EITHER,
        "Did Brindlemoor grow its PP&E between FY30 and FY31?",
        lambda asked: _grew(asked, "property_net", "Net property and equipment"),
    ),
    Spec(
        "VEXLUME_2031_10K",
        "novel-generated",
        _EITHER,
        "Does Vexlume have an improving free cash flow conversion as of FY2031?",
        _conversion,
        "(operating cash flow - capital expenditures) / net income",
    ),
    Spec(
        "CALDERWICK_2032_10K",
        "domain-relevant",
        _LOGIC,
        "Are Calderwick's FY2032 financials that of a high growth company?",
        _high_growth,
    ),
    Spec(
        "BRINDLEMOOR_2032_10K",
        "domain-relevant",
        _EITHER,
        "Has Brindlemoor's quick ratio improved or declined between FY2032 and FY2031? If the quick ratio is not something that a financial analyst would ask about a company like this, then state that and explain why.",
        _quick_change,
        "(total current assets - inventories) / total current liabilities",
    ),
)
