"""Golden questions answered by a sentence, a list, or a table of the notes or the release."""

from collections.abc import Callable

from ingestion.samples.asking import Asked, rounded
from ingestion.samples.golden_spec import Kind, Spec

_EXTRACT = "Information extraction"


def _says(anchor: str, answer: str) -> Callable[[Asked], str]:
    """An answer in the words of a paragraph; its fields are filled from the filing."""

    def look(asked: Asked) -> str:
        asked.quote(anchor)
        return asked.fill(answer)

    return look


def _text(doc: str, question: str, anchor: str, answer: str, kind: Kind = "domain-relevant") -> Spec:
    return Spec(doc, kind, _EXTRACT, question, _says(anchor, answer))


def _securities(asked: Asked) -> str:
    rows = asked.rows("securities")
    named = [f"{row.label} (trading symbol {row.cells[0]})" for row in rows if "Notes" in row.label]
    return f"Registered on the New York Stock Exchange: {'; '.join(named)}."


def _weakest_segment(asked: Asked) -> str:
    asked.quote("segment2")
    names = [segment.name for segment in asked.made.report.company.drivers.segments]
    growth = {name: asked.cell("segments", name, 0) / asked.cell("segments", name, 1) - 1 for name in names}
    worst = min(growth, key=lambda name: growth[name])
    return f"{worst}: its sales fell by {rounded(-100 * growth[worst], 1)}%, while the other two segments grew."


def _fastest_segment(asked: Asked) -> str:
    names = [segment.name for segment in asked.made.report.company.drivers.segments]
    growth = {name: asked.cell("segments", name, 0) / asked.cell("segments", name, 1) - 1 for name in names}
    best = max(growth, key=lambda name: growth[name])
    return f"{best}, whose net sales grew by {rounded(100 * growth[best], 1)}%."


def _slowest_region(asked: Asked) -> str:
    names = [region.name for region in asked.made.report.company.drivers.regions]
    growth = {name: asked.cell("regions", name, 0) / asked.cell("regions", name, 1) - 1 for name in names}
    worst = min(growth, key=lambda name: growth[name])
    return f"{worst}: net sales changed by {rounded(100 * growth[worst], 1)}%."


def _restated(asked: Asked) -> str:
    before, change, after = (asked.cell("restatement", "Net income", column) for column in (0, 1, 2))
    return f"It reduced 2031 net income by ${-change} million, from ${before} million to ${after} million."


def _benefits(asked: Asked) -> str:
    return f"${asked.cell('benefits', '2034')} million"


def _gain(asked: Asked) -> str:
    amount = asked.cell("income", "Gain on sale of business", 0)
    asked.quote("divestiture")
    return f"Yes: the sale of the Gauge Works business brought a gain of ${amount} million before taxes in 2031."


TEXTS = (
    _text(
        "CALDERWICK_2032_10K",
        "What drove operating margin change as of FY2032 for Calderwick? If operating margin is not a useful metric for a company like this, then please state that and explain why.",
        "operating_driver",
        "Operating margin fell from {operating_income:priorpct} to {operating_income:pct}, mainly because of restructuring charges, which took 1.3 percentage points, and higher selling expenses.",
    ),
    _text(
        "BRINDLEMOOR_2031_10K",
        "What drove the gross margin change of Brindlemoor in FY2031?",
        "margin_driver",
        "Gross margin fell from {gross_profit:priorpct} to {gross_profit:pct} because of markdowns on winter goods and higher costs of freight.",
    ),
    _text(
        "VEXLUME_2031_10K",
        "What drove revenue growth at Vexlume in fiscal 2031?",
        "sales_driver",
        "Customers who added the Logistics Cloud to the Planning Cloud, price increases of about 3%, and growth in Asia Pacific.",
    ),
    _text(
        "CALDERWICK_2033_10K",
        "Why did Calderwick's net sales increase in 2033?",
        "sales_driver",
        "Higher volumes in all three segments, led by Field Services, where two delayed contracts began, and the acquisition of Pellmere Flow in February 2033.",
    ),
    _text(
        "BRINDLEMOOR_2032_10K",
        "Why did Brindlemoor's inventories change in fiscal 2032?",
        "inventory_driver",
        "They fell because winter goods left from fiscal 2031 were sold and because orders were placed closer to the season.",
    ),
    Spec(
        "CALDERWICK_2033Q2_10Q",
        "domain-relevant",
        _EXTRACT,
        "Which debt securities are registered to trade on a national securities exchange under Calderwick's name as of Q2 of 2033?",
        _securities,
    ),
    _text(
        "CALDERWICK_2033_10K",
        "What are the major acquisitions that Calderwick has done in FY2033, FY2032 and FY2031?",
        "acquisitions",
        "Pellmere Flow Ltd. for $118 million in February 2033, none in 2032, and Ostervane Analytics AB for $262 million in May 2031.",
    ),
    _text(
        "VEXLUME_2031_10K",
        "What industry does Vexlume primarily operate in?",
        "industry",
        "Enterprise software: cloud software for planning production and moving goods.",
    ),
    _text(
        "CALDERWICK_2032_10K",
        "What legal proceedings does Calderwick report in its 2032 annual report?",
        "legal",
        "The suit of Marlpit Trading Co. for $45 million, which is in discovery, and a subpoena of the Securities and Exchange Commission about the restatement.",
    ),
    _text(
        "BRINDLEMOOR_2032_10K",
        "How did the class action about overtime pay of Brindlemoor's store managers end?",
        "legal",
        "It was settled in November 2032 for $14 million; the court approved the settlement on January 11, 2033.",
    ),
    _text(
        "CALDERWICK_2033_10K",
        "Does Calderwick maintain a stable trend of dividend distribution?",
        "dividends",
        "Yes. It has paid a dividend in every quarter since 1974 and has raised the annual dividend per share for 43 consecutive years.",
    ),
    _text(
        "VEXLUME_2030_10K",
        "Does Vexlume pay dividends?",
        "dividends",
        "No. Vexlume has never declared or paid cash dividends and does not expect to.",
    ),
    _text(
        "BRINDLEMOOR_2031_10K",
        "What goodwill impairment did Brindlemoor record in fiscal 2031, and for which unit?",
        "impairment",
        "$83 million in Trailpost Outlets, because its forecast of sales was reduced.",
        "novel-generated",
    ),
    _text(
        "BRINDLEMOOR_2031_10K",
        "How many weeks did Brindlemoor's fiscal 2031 have, and when did it end?",
        "calendar",
        "53 weeks; it ended on January 31, 2032.",
        "novel-generated",
    ),
    _text(
        "VEXLUME_2030_10K",
        "What was the net revenue retention rate of Vexlume for fiscal 2030?",
        "retention",
        "109%, compared with 112% for fiscal 2029.",
        "novel-generated",
    ),
    _text(
        "CALDERWICK_2031_8K_dated-2031-05-04",
        "What was the key agenda of the Calderwick 8-K dated 4th May 2031?",
        "agenda_text",
        "The share purchase agreement under which Calderwick acquired Ostervane Analytics AB for $262 million in cash.",
        "novel-generated",
    ),
    _text(
        "BRINDLEMOOR_2032_8K_dated-2032-06-09",
        "How did Brindlemoor's shareholders vote on executive compensation at the annual meeting of June 2032?",
        "agenda_text",
        "They approved it, on an advisory basis, with 88.4% of the votes cast.",
        "novel-generated",
    ),
    _text(
        "VEXLUME_2031_8K_dated-2031-02-20",
        "How large is the credit facility that Vexlume announced in February 2031, and when does it mature?",
        "agenda_text",
        "$200 million, maturing on February 20, 2036.",
        "novel-generated",
    ),
    _text(
        "CALDERWICK_2033_8K_dated-2033-09-12",
        "Who was appointed Chief Operating Officer of Calderwick in September 2033?",
        "agenda_text",
        "Leopold T. Fenwright, effective October 15, 2033.",
        "novel-generated",
    ),
    Spec(
        "CALDERWICK_2033Q4_EARNINGS",
        "novel-generated",
        _EXTRACT,
        "What operating margin does Calderwick expect for 2034?",
        lambda asked: asked.printed("guidance", "Operating margin"),
    ),
    Spec(
        "VEXLUME_2030Q4_EARNINGS",
        "novel-generated",
        _EXTRACT,
        "What total revenue did Vexlume guide to for fiscal 2031?",
        lambda asked: asked.printed("guidance", "Total revenue"),
    ),
    Spec(
        "BRINDLEMOOR_2031Q4_EARNINGS",
        "novel-generated",
        _EXTRACT,
        "What was Brindlemoor's adjusted (non-GAAP) EBITDA for FY2031, in USD millions?",
        lambda asked: f"${asked.cell('adjusted', 'Adjusted EBITDA', 2)} million",
    ),
    Spec(
        "CALDERWICK_2032Q4_EARNINGS",
        "novel-generated",
        _EXTRACT,
        "How much was the real growth in Calderwick's sales in FY2032, excluding exchange rates and acquisitions?",
        lambda asked: f"{asked.cell('organic', 'Organic growth')}%",
    ),
    Spec(
        "CALDERWICK_2032_10K",
        "novel-generated",
        "Numerical reasoning",
        "Which segment has dragged down Calderwick's overall growth in 2032?",
        _weakest_segment,
    ),
    Spec(
        "BRINDLEMOOR_2032_10K",
        "novel-generated",
        "Numerical reasoning",
        "Which of Brindlemoor's segments grew fastest in fiscal 2032?",
        _fastest_segment,
    ),
    Spec(
        "CALDERWICK_2032_10K",
        "novel-generated",
        "Numerical reasoning",
        "Which geographic region had the biggest drop in Calderwick's 2032 net sales on a percentage basis?",
        _slowest_region,
    ),
    Spec(
        "CALDERWICK_2032_10K",
        "novel-generated",
        _EXTRACT,
        "By how much did the restatement change Calderwick's 2031 net income?",
        _restated,
    ),
    Spec(
        "CALDERWICK_2032_10K",
        "novel-generated",
        _EXTRACT,
        "As of FY2032, how much does Calderwick expect to pay in pension benefits in 2034?",
        _benefits,
    ),
    Spec(
        "CALDERWICK_2031_10K",
        "novel-generated",
        _EXTRACT,
        "Were there any events outside Calderwick's standard business operations that substantially increased net income in 2031?",
        _gain,
    ),
)
