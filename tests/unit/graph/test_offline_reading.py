"""How the offline model reads a question: names, definitions, clauses, style. Companies and wordings are invented."""

from decimal import Decimal

import pytest

from graph.knowledge import Knowledge
from graph.models.offline import asking
from graph.models.offline.definitions import read_definition
from graph.models.offline.givens import find_definition
from graph.models.offline.mentions import Vocabulary, sentences
from graph.models.offline.request import UNREAD, Words
from graph.models.offline.style import Style, decimals_for, rounded, style_of, write_amount


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("cash from operations / total current liabilities", "operating_cash_flow / total_current_liabilities"),
        (
            "365 * (average accounts payable between FY2030 and FY2031) / (FY2031 COGS "
            "+ change in inventory between FY2030 and FY2031)",
            "365 * (avg(prior(accounts_payable), accounts_payable)) "
            "/ (cost_of_revenue + (inventory - prior(inventory)))",
        ),
        (
            "(FY2031 COGS) / (average inventory between FY2030 and FY2031)",
            "(cost_of_revenue) / (avg(prior(inventory), inventory))",
        ),
        ("net income divided by average total assets", "net_income / avg(prior(total_assets), total_assets)"),
        (
            "average total assets from FY2029 to FY2031",
            "avg(prior(total_assets, 2), prior(total_assets), total_assets)",
        ),
        ("revenue in FY2031 less revenue in FY2030", "revenue - prior(revenue)"),
        (
            "cash plus accounts receivable, divided by total current liabilities",
            "(cash_and_equivalents + accounts_receivable) / (total_current_liabilities)",
        ),
        ("1 - (dividends paid ÷ net income)", "1 - (dividends_paid / net_income)"),
        (
            "operating income + depreciation and amortization from the cash flow statement",
            "operating_income + depreciation_and_amortization",
        ),
    ],
)
def test_definitions_become_expressions(text: str, expected: str, words: Words) -> None:
    assert read_definition(text, 2031, words.plain) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "365",
        "unicorns / revenue",
        "revenue / ",
        "(revenue / net income",
        "revenue net income",
        "revenue in FY2035 / net income",
        "revenue / net income, roughly speaking",
        "average",
    ],
)
def test_half_a_definition_is_never_used(text: str, words: Words) -> None:
    assert read_definition(text, 2031, words.plain) is None


@pytest.mark.parametrize(
    ("question", "name", "text"),
    [
        (
            "What is X's ROA? ROA is defined as: net income / total assets. Round it.",
            "ROA",
            "net income / total assets",
        ),
        ("Define EBITDA as operating income + D&A. Answer in percent.", "EBITDA", "operating income + D&A"),
        (
            "What was cover, using operating income as the numerator and interest expense as the denominator?",
            "",
            "(operating income) / (interest expense)",
        ),
        ("What is its leverage (defined as debt / equity)?", "What is its leverage", "debt / equity"),
    ],
)
def test_definitions_are_found(question: str, name: str, text: str) -> None:
    given = find_definition(question)
    assert given is not None
    assert (given.name, given.text) == (name, text)


def test_an_instruction_is_no_definition() -> None:
    assert (
        find_definition("Calculate what was asked by utilizing the income statement. Answer as briefly as you can.")
        is None
    )


def test_the_longest_name_wins(knowledge: Knowledge) -> None:
    vocabulary = Vocabulary(knowledge)

    def keys(text: str) -> list[str]:
        return [m.key for m in vocabulary.find(text)]

    assert keys("free cash flow conversion and capex") == ["free_cash_flow_conversion", "capital_expenditures"]
    assert keys("Total Current-Assets") == ["total_current_assets"]
    assert keys("PP&E, net of depreciation")[:1] == ["ppe_net"]
    assert keys("nothing of the kind") == []
    assert keys("") == []


def test_sentences_keep_abbreviations_and_decimals() -> None:
    assert list(sentences("It was 1.5 at U.S. plants. Why? Say so")) == ["It was 1.5 at U.S. plants.", "Why?", "Say so"]


@pytest.mark.parametrize(
    ("question", "shape", "texts", "years"),
    [
        (
            "What is the FY2031 capital expenditure amount (in USD millions) for Acme?",
            "value",
            ("capital_expenditures",),
            (2031,),
        ),
        (
            "What is Acme's year-over-year change in revenue from FY2030 to FY2031 (in units of percents)?",
            "value",
            ("revenue_growth",),
            (2031,),
        ),
        (
            "What is the change in total assets of Acme from FY2029 to FY2031 in percent?",
            "value",
            ("(total_assets) / prior(total_assets, 2) - 1",),
            (2031,),
        ),
        (
            "What is the FY2029 - FY2031 3 year average of capex as a % of revenue for Acme?",
            "value",
            ("avg(capex_to_revenue, prior(capex_to_revenue), prior(capex_to_revenue, 2))",),
            (2031,),
        ),
        (
            "What is the FY2030 - FY2031 change in operating margin for Acme?",
            "value",
            ("(operating_margin) - prior(operating_margin)",),
            (2031,),
        ),
        (
            "What is the revenue CAGR of Acme from FY2028 to FY2031?",
            "value",
            ("(revenue / prior(revenue, 3)) ** (1 / 3) - 1",),
            (2031,),
        ),
        ("Does Acme have an improving gross margin profile as of FY2031?", "trend", ("gross_margin",), (2030, 2031)),
        (
            "Has Acme's quick ratio improved or declined between FY2030 and FY2031?",
            "trend",
            ("quick_ratio",),
            (2030, 2031),
        ),
        ("Did Acme grow its PPNE between FY30 and FY31?", "trend", ("ppe_net",), (2030, 2031)),
        ("Has Acme increased its debt between FY2030 and FY2031?", "trend", ("total_debt",), (2030, 2031)),
        (
            "How much has the effective tax rate of Acme changed between FY2030 and FY2031?",
            "change",
            ("effective_tax_rate",),
            (2030, 2031),
        ),
        ("Does Acme have positive working capital based on FY2031 data?", "sign", ("working_capital",), (2031,)),
        ("Is Acme a capital-intensive business based on FY2031 data?", "level", ("capital_intensity",), (2031,)),
        (
            "Among operations, investing, and financing activities, which brought in the most cash flow in FY2031?",
            "largest",
            ("operating_cash_flow", "investing_cash_flow", "financing_cash_flow"),
            (2031,),
        ),
        ("What drove the change in gross margin of Acme in FY2031?", "text", (), (2031,)),
        ("Which debt securities of Acme are registered?", "text", (), (2033,)),
        ("What are the major acquisitions of Acme in FY2031?", "text", (), (2031,)),
        ("Who audits Acme?", "text", (), (2033,)),
    ],
)
def test_shapes(question: str, shape: str, texts: tuple[str, ...], years: tuple[int, ...], read) -> None:  # type: ignore[no-untyped-def]
    request = read(question)
    assert (request.shape, request.texts, tuple(p.year for p in request.periods)) == (shape, texts, years)


def test_a_definition_in_the_question_wins(read) -> None:  # type: ignore[no-untyped-def]
    request = read(
        "What is the FY2031 inventory turnover of Acme? Inventory turnover is defined as: revenue / inventory."
    )
    assert (request.texts, request.defined) == (("revenue / inventory",), True)


def test_a_part_of_a_metric_may_be_defined(read) -> None:  # type: ignore[no-untyped-def]
    request = read("What is the FY2031 EBITDA margin of Acme? Define EBITDA as operating income + interest income.")
    assert request.texts == ("(operating_income + opt(interest_income)) / revenue",)


def test_sources_and_conditions_are_no_subject(read) -> None:  # type: ignore[no-untyped-def]
    request = read(
        "Basing your answer on the cash flow statement, what is FY2031 net income of Acme? "
        "If the cash ratio is not useful for it, then state that and explain why."
    )
    assert request.texts == ("net_income",)


@pytest.mark.parametrize(
    "question",
    [
        "What was revenue of the Lakeside segment in FY2031?",
        "How did US sales growth compare to international sales growth in FY2031?",
        "What is net income expected to be in FY2031?",
        "What were same-store net sales in FY2031?",
    ],
)
def test_narrowed_figures_are_marked(question: str, read) -> None:  # type: ignore[no-untyped-def]
    assert read(question).narrowed


@pytest.mark.parametrize(
    "question", ["What was FY2031 revenue, in US dollars?", "What is FY2031 revenue under US GAAP?"]
)
def test_currency_and_rules_narrow_nothing(question: str, read) -> None:  # type: ignore[no-untyped-def]
    assert not read(question).narrowed


@pytest.mark.parametrize(
    ("question", "style"),
    [
        ("in USD millions?", Style(scale=10**6)),
        ("Answer in USD billions. Round to two decimal places.", Style(10**9, 2)),
        ("(in units of percents and round to one decimal place)", Style(None, 1, True)),
        ("as a percentage, to the nearest tenth", Style(None, 1, True)),
        ("in $ thousands", Style(scale=10**3)),
        ("What was revenue?", Style()),
        ("Over 3 million customers, what was revenue?", Style()),
    ],
)
def test_style(question: str, style: Style) -> None:
    assert style_of(question) == style


@pytest.mark.parametrize(
    ("number", "scale", "currency", "decimals", "text"),
    [
        ("1577", 10**6, "USD", 0, "$1,577 million"),
        ("-0.4", 10**9, "USD", 2, "-$0.40 billion"),
        ("12.345", None, "EUR", 2, "€12.35"),
        ("7", 10**6, "CHF", 0, "CHF 7 million"),
        ("31.5", 10**6, "shares", 1, "31.5 million shares"),
    ],
)
def test_amounts_in_words(number: str, scale: int | None, currency: str, decimals: int, text: str) -> None:
    assert write_amount(rounded(Decimal(number), decimals), scale, currency, decimals) == text


@pytest.mark.parametrize(
    ("number", "decimals"), [("0.0123", 4), ("0.5", 3), ("1.234", 2), ("0", 2), ("250", 2), ("-0.02", 4)]
)
def test_three_digits_are_kept(number: str, decimals: int) -> None:
    assert decimals_for(Decimal(number)) == decimals


@pytest.mark.parametrize(
    ("clause", "end"),
    [("which brought the most (or lost the least)", "most"), ("the lowest of them", "least"), ("what was it", None)],
)
def test_the_first_superlative_counts(clause: str, end: str | None) -> None:
    assert asking.superlative(clause) == end


def test_a_definition_of_several_sentences(words: Words) -> None:
    given = find_definition(
        "What is the CCC? CCC is defined as: DIO - DPO. DIO is defined as: 365 * inventory / COGS. "
        "DPO is defined as: 365 * accounts payable / COGS. Round your answer."
    )
    assert given is not None
    assert given.text == "(365 * inventory / COGS) - (365 * accounts payable / COGS)"


def test_a_definition_of_several_equations() -> None:
    given = find_definition(
        "CCC = DIO + DSO - DPO, with DIO = 365 * inventory / COGS, DSO = 1 / revenue and DPO = 2 / COGS. Round."
    )
    assert given is not None
    assert given.text == "(365 * inventory / COGS) + (1 / revenue) - (2 / COGS)"


def test_a_definition_that_cannot_be_read_is_not_replaced(read) -> None:  # type: ignore[no-untyped-def]
    request = read(
        "What is the quick ratio of Acme in FY2031? Quick ratio is defined as: golden assets / current liabilities."
    )
    assert request.texts == (UNREAD,)


def test_terms_that_many_lack_count_as_nil(words: Words) -> None:
    text = "(cash + short-term investments + accounts receivable) / total current liabilities"
    expected = "(cash_and_equivalents + opt(short_term_investments) + accounts_receivable) / total_current_liabilities"
    assert read_definition(text, 2031, words.plain) == expected
    assert read_definition("interest income / revenue", 2031, words.plain) == "interest_income / revenue"


def test_where_figures_are_found_is_no_arithmetic(words: Words) -> None:
    text = "operating income + depreciation and amortization, as shown in the statement of cash flows"
    assert read_definition(text, 2031, words.plain) == "operating_income + depreciation_and_amortization"


@pytest.mark.parametrize(
    ("question", "texts"),
    [
        ("What share of FY2031 net income did Acme pay as dividends?", ("(dividends_paid) / (net_income)",)),
        ("What was R&D expense as a percentage of gross profit at Acme in FY2031?",
         ("(research_and_development) / (gross_profit)",)),
        ("What was the total debt to equity ratio of Acme in FY2031?", ("debt_to_equity",)),
        ("How much cash did Acme generate from operations in FY2031?", ("operating_cash_flow",)),
        ("We need the deferred revenue of Acme at the end of FY2031.", ("deferred_revenue",)),
    ],
)  # fmt: skip
def test_measures_people_say_in_sentences(question: str, texts: tuple[str, ...], read) -> None:  # type: ignore[no-untyped-def]
    assert read(question).texts == texts


def test_a_word_before_a_measure_makes_another_of_it(read) -> None:  # type: ignore[no-untyped-def]
    assert read("What was the subscription revenue of Acme in FY2031?").narrowed
    assert not read("What was the unadjusted operating income of Acme in FY2031?").narrowed


def test_several_years_are_told_one_by_one(read) -> None:  # type: ignore[no-untyped-def]
    assert [p.year for p in read("What was net income of Acme in FY2029, FY2030 and FY2031?").periods] == [
        2029,
        2030,
        2031,
    ]


def test_a_restatement_is_no_change_over_time(read) -> None:  # type: ignore[no-untyped-def]
    assert read("By how much did the restatement change net income of 2031?").narrowed
    assert not read("By how much did net income change in 2031?").narrowed
