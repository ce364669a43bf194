from datetime import date

from graph.domain import Answer, Calculation, Citation, Plan, Question, Result, Trace, UsedNumber
from ingestion.domain import Filing, Form, Page
from ui import view

FILING = Filing(
    doc="QUARREL_2031_10K",
    company="Quarrel Foods",
    form=Form.TEN_K,
    fiscal_year=2031,
    sha256="0" * 64,
    page_count=40,
    file_name="QUARREL_2031_10K.pdf",
    period_end=date(2031, 12, 31),
)
DROP = Answer(
    answer="Cost fell from $310 million to $275 million (a $35 million drop)",
    numbers_used=(
        UsedNumber(label="Cost 2030", number=310, citation=0),
        UsedNumber(label="Cost 2031", number=275, citation=1),
    ),
    calculation=Calculation(expression="310 - 275", result=35),
    citations=(
        Citation(doc=FILING.doc, page=21, quote="Cost of goods 2030 310"),
        Citation(doc=FILING.doc, page=22, quote="Cost of goods 2031 275"),
    ),
)


def _result(answer: Answer, question: str = "How did cost change?") -> Result:
    return Result(question=Question(text=question), answer=answer, trace=Trace(plan=Plan(companies=("Quarrel Foods",))))


def test_every_number_opens_the_citation_it_stands_in() -> None:
    html = view.linked_numbers(DROP, turn=3)
    assert 'data-turn="3" data-citation="0">310</button>' in html
    assert 'data-turn="3" data-citation="1">275</button>' in html
    assert 'data-citation="0">35</button>' in html, "a computed number opens its first operand"


def test_dollar_signs_stay_plain_text() -> None:
    html = view.linked_numbers(DROP, turn=0)
    assert html.count("$") == 3


def test_names_and_quotes_cannot_inject_markup() -> None:
    evil = "<img src=x onerror=alert(1)>"
    answer = Answer(answer=evil, citations=(Citation(doc="D", page=1, quote=evil, title=evil),))
    html = view.conversation_html([_result(answer, question=evil)])
    assert "<img" not in html
    assert html.count("&lt;img") == 4


def test_a_refusal_says_so_and_links_no_number() -> None:
    refusal = Answer.refusal("No filing of Harrowgate Tools for 2035 is loaded; loaded: 2030 to 2033.")
    html = view.conversation_html([_result(refusal)])
    assert "No answer" in html
    assert "folio-refusal" in html
    assert "data-citation" not in html


def test_the_page_names_itself_and_carries_the_quote() -> None:
    page = Page(doc=FILING.doc, number=21, text="", printed="F-3")
    html = view.page_html(FILING, page, DROP.citations[0])
    assert "Quarrel Foods 10-K FY2031: page 21 of 40, printed F-3" in html
    assert 'src="filings/QUARREL_2031_10K/pages/21/image?quote=Cost+of+goods+2030+310"' in html
    assert "quote=" not in view.page_html(FILING, page, DROP.citations[1]), "another page's quote is not marked here"


def test_the_selected_citation_is_marked() -> None:
    html = view.conversation_html([_result(DROP)], selected=(0, 1))
    assert html.count("folio-selected") == 1


def test_examples_ask_about_the_newest_year_of_each_company() -> None:
    older = Filing(**{**{f: getattr(FILING, f) for f in FILING.__slots__}, "doc": "OLD", "fiscal_year": 2029})
    assert view.example_questions([FILING, older]) == ["What was the FY2031 total revenue of Quarrel Foods?"]
    assert view.example_questions([]) == []


def test_the_list_of_filings_says_what_to_do_when_empty() -> None:
    assert "python -m ingestion add" in view.filings_html([])
    assert "<td>Quarrel Foods</td><td>10-K</td><td>FY2031</td><td>40</td>" in view.filings_html([FILING])
