"""Golden questions for line items and for metrics computed from them, in the wordings analysts use."""

from collections.abc import Callable

from ingestion.samples.asking import Asked, billions, millions, percents, rounded, thousands
from ingestion.samples.golden_spec import Spec

_EXTRACT, _COMPUTE = "Information extraction", "Numerical reasoning"


def _item(doc: str, question: str, item: str, unit: str = "millions", back: int = 0) -> Spec:
    """A line item in the unit asked for."""
    show = {"millions": millions, "billions": billions, "thousands": thousands}[unit]
    why = "The figure is a line of the statement named in the evidence."
    return Spec(doc, "metrics-generated", _EXTRACT, question, lambda asked: show(asked(item, back)), why)


LINE_ITEMS = (
    _item(
        "CALDERWICK_2033_10K",
        "What is the FY2033 capital expenditure amount (in USD millions) for Calderwick? Give a response to the question "
        "by relying on the details shown in the cash flow statement.",
        "-capital_expenditures",
    ),
    _item(
        "CALDERWICK_2031_10K",
        "Assume that you are a public equities analyst. Using the balance sheet, what is the year end FY2031 net PP&E for "
        "Calderwick Instruments? Answer in USD billions.",
        "property_net",
        "billions",
    ),
    _item(
        "CALDERWICK_2032_10K",
        "What were Calderwick's total current liabilities at the end of FY2032 (in USD millions)? Base your answer on the "
        "balance sheet.",
        "current_liabilities",
    ),
    _item(
        "CALDERWICK_2033_10K",
        "How much inventory did Calderwick hold at year end FY2033? Answer in USD millions.",
        "inventories",
    ),
    _item(
        "CALDERWICK_2032_10K",
        "By drawing conclusions from the information stated only in the income statement, what was Calderwick's SG&A "
        "expense in FY2032 (in USD millions)?",
        "selling_general",
    ),
    _item(
        "BRINDLEMOOR_2031_10K",
        "How much (in USD millions) did Brindlemoor pay out in cash dividends for FY2031? Use the statement of cash flows.",
        "-dividends",
    ),
    _item(
        "BRINDLEMOOR_2030_10K",
        "What is Brindlemoor's FY2030 cost of goods sold (in USD millions)? Answer by using the statement of earnings.",
        "cost_of_sales",
    ),
    _item(
        "BRINDLEMOOR_2032_10K",
        "What is Brindlemoor Outfitters' year end FY2032 accounts payable (in USD millions)? Use the statement of "
        "financial position.",
        "payables",
    ),
    _item(
        "BRINDLEMOOR_2032_10K",
        "How much cash did BRMO generate from operations in fiscal 2032, in USD billions?",
        "operating_cash",
        "billions",
    ),
    _item(
        "VEXLUME_2030_10K",
        "What did Vexlume spend on research and development in FY2030? Answer in USD thousands.",
        "research",
        "thousands",
    ),
    _item(
        "VEXLUME_2031_10K",
        "We need the deferred revenue of Vexlume at the end of FY2031 in USD millions. The balance sheet is the only "
        "source you may use.",
        "deferred_revenue",
    ),
    _item(
        "VEXLUME_2029_10K",
        "What is Vexlume's net income for the fiscal year ended June 30, 2029, in USD thousands?",
        "net_income",
        "thousands",
    ),
    _item(
        "VEXLUME_2031_10K",
        "What is the FY2031 stock-based compensation of VXLM (in USD millions), as shown in the cash flow statement?",
        "stock_compensation",
    ),
    _item(
        "VEXLUME_2031Q2_10Q",
        "What was Vexlume's total revenue for Q2 of FY2031, the three months alone? Answer in USD millions.",
        "revenue",
    ),
    _item(
        "BRINDLEMOOR_2032Q1_10Q",
        "What were Brindlemoor's net sales in the first quarter of fiscal 2032 (in USD millions)?",
        "revenue",
    ),
)


def _payable_days(asked: Asked) -> str:
    average = (asked("payables") + asked("payables", 1)) / 2
    change = asked("inventories") - asked("inventories", 1)
    return str(rounded(365 * average / (asked("cost_of_sales") + change), 2))


def _inventory_turnover(asked: Asked) -> str:
    average = (asked("inventories") + asked("inventories", 1)) / 2
    return str(rounded(asked("cost_of_sales") / average, 2))


def _three_year_margin(asked: Asked, item: str) -> str:
    ratios = [asked(item, back) / asked("revenue", back) for back in (0, 1, 2)]
    return percents(sum(ratios[1:], ratios[0]) / 3)


def _growth(asked: Asked, item: str) -> str:
    return percents(asked(item) / asked(item, 1) - 1)


def _return_on_assets(asked: Asked) -> str:
    average = (asked("total_assets") + asked("total_assets", 1)) / 2
    return str(rounded(asked("net_income") / average, 2))


def _ebitda_margin(asked: Asked) -> str:
    return percents((asked("operating_income") + asked("depreciation_amortization")) / asked("revenue"))


def _asset_turnover(asked: Asked) -> str:
    average = (asked("property_net") + asked("property_net", 1)) / 2
    return str(rounded(asked("revenue") / average, 2))


def _cash_cycle(asked: Asked) -> str:
    cost, sales = asked("cost_of_sales"), asked("revenue")
    days = 365 * (asked("inventories") / cost + asked("receivables") / sales - asked("payables") / cost)
    return str(rounded(days, 1))


def _growth_rate(asked: Asked) -> str:
    root = (asked("revenue") / asked("revenue", 2)).sqrt()
    return percents(root - 1)


def _metric(doc: str, question: str, answer: Callable[[Asked], str], why: str) -> Spec:
    return Spec(doc, "metrics-generated", _COMPUTE, question, answer, why)


RATIOS = (
    _metric(
        "CALDERWICK_2033_10K",
        "What is Calderwick's FY2033 days payable outstanding (DPO)? DPO is defined as: 365 * (average accounts payable "
        "between FY2032 and FY2033) / (FY2033 COGS + change in inventory between FY2032 and FY2033). Round your answer to "
        "two decimal places.",
        _payable_days,
        "365 * average accounts payable / (cost of sales + change in inventories)",
    ),
    _metric(
        "CALDERWICK_2032_10K",
        "When primarily referencing the income statement and the balance sheet, what is the FY2032 inventory turnover "
        "ratio for Calderwick? It is defined as FY2032 COGS / average inventory between FY2031 and FY2032. Round to two "
        "decimal places.",
        _inventory_turnover,
        "cost of sales / average inventories; the 2031 inventories are as restated",
    ),
    _metric(
        "CALDERWICK_2033_10K",
        "What is the FY2031 - FY2033 3 year average unadjusted operating income % margin for Calderwick? Answer in units "
        "of percents and round to one decimal place.",
        lambda asked: _three_year_margin(asked, "operating_income"),
        "mean of operating income / net sales over three years",
    ),
    _metric(
        "CALDERWICK_2033_10K",
        "What is the two-year compound annual growth rate of Calderwick's net sales from FY2031 to FY2033 (in percent, one "
        "decimal place)?",
        _growth_rate,
        "(net sales 2033 / net sales 2031) ^ (1/2) - 1",
    ),
    _metric(
        "CALDERWICK_2031_10K",
        "What is the FY2031 fixed asset turnover ratio for Calderwick? Fixed asset turnover ratio is defined as: FY2031 "
        "revenue / (average PP&E between FY2030 and FY2031). Round your answer to two decimal places.",
        _asset_turnover,
        "net sales / average net property, plant and equipment",
    ),
    _metric(
        "CALDERWICK_2031_10K",
        "What is Calderwick's working capital ratio at the end of FY2031, defined as total current assets / total current "
        "liabilities? Round to two decimal places.",
        lambda asked: str(rounded(asked("current_assets") / asked("current_liabilities"), 2)),
        "total current assets / total current liabilities",
    ),
    _metric(
        "BRINDLEMOOR_2031_10K",
        "What is Brindlemoor's year-over-year change in unadjusted operating income from FY2030 to FY2031 (in units of "
        "percents and round to one decimal place)? Use the statement of earnings.",
        lambda asked: _growth(asked, "operating_income"),
        "operating earnings 2031 / operating earnings 2030 - 1",
    ),
    _metric(
        "BRINDLEMOOR_2032_10K",
        "What is Brindlemoor's FY2032 return on assets (ROA)? ROA is defined as: FY2032 net income / (average total assets "
        "between FY2031 and FY2032). Round your answer to two decimal places.",
        _return_on_assets,
        "net earnings / average total assets",
    ),
    _metric(
        "BRINDLEMOOR_2030_10K",
        "What is the FY2030 operating cash flow ratio for Brindlemoor? Operating cash flow ratio is defined as: cash from "
        "operations / total current liabilities. Round your answer to two decimal places.",
        lambda asked: str(rounded(asked("operating_cash") / asked("current_liabilities"), 2)),
        "cash provided by operations / total current liabilities",
    ),
    _metric(
        "BRINDLEMOOR_2032_10K",
        "What is Brindlemoor's three year average of cost of goods sold as a % of revenue from FY2030 to FY2032? Answer in "
        "units of percents and round to one decimal place.",
        lambda asked: _three_year_margin(asked, "cost_of_sales"),
        "mean of cost of sales / net sales over three years",
    ),
    _metric(
        "BRINDLEMOOR_2031_10K",
        "What is Brindlemoor's FY2031 cash conversion cycle in days, using year end balances? CCC = DIO + DSO - DPO, with "
        "DIO = 365 * inventory / COGS, DSO = 365 * receivables / revenue and DPO = 365 * accounts payable / COGS. Round to "
        "one decimal place.",
        _cash_cycle,
        "days inventory + days sales - days payable, at year end",
    ),
    _metric(
        "BRINDLEMOOR_2030_10K",
        "What share of its FY2030 net earnings did Brindlemoor pay as dividends? Use the cash flow statement and answer in "
        "percent with one decimal place.",
        lambda asked: percents(asked("-dividends") / asked("net_income")),
        "dividends paid / net earnings",
    ),
    _metric(
        "VEXLUME_2031_10K",
        "What is the FY2031 unadjusted EBITDA % margin for Vexlume? Calculate unadjusted EBITDA using unadjusted operating "
        "income and D&A (from cash flow statement). Answer in percent with one decimal place.",
        _ebitda_margin,
        "(income from operations + depreciation and amortization) / total revenue",
    ),
    _metric(
        "VEXLUME_2030_10K",
        "What is Vexlume's year-over-year change in revenue from FY2029 to FY2030 (in units of percents and round to one "
        "decimal place)?",
        lambda asked: _growth(asked, "revenue"),
        "total revenue 2030 / total revenue 2029 - 1",
    ),
    _metric(
        "VEXLUME_2031_10K",
        "What is the FY2029 - FY2031 3 year average of capex as a % of revenue for Vexlume? Answer in units of percents and "
        "round to one decimal place.",
        lambda asked: _three_year_margin(asked, "-capital_expenditures"),
        "mean of capital expenditures / total revenue over three years",
    ),
)
