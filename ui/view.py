"""From answers to what a person sees: pure functions, `Result` in, HTML out. All text is escaped; "$" is only a "$"."""

from collections.abc import Sequence
from html import escape
from urllib.parse import quote as url_quote
from urllib.parse import urlencode

from graph.domain import Answer, Citation, Plan, Result
from ingestion.domain import Filing, Form, Page
from ingestion.text import find_numbers


def welcome_html(examples: Sequence[str]) -> str:
    """What stands where the conversation will be: a hint, and questions to start with."""
    buttons = "".join(
        f'<button type="button" class="folio-example" data-example="{escape(text)}">{escape(text)}</button>'
        for text in examples
    )
    return f'<p class="folio-hint">Ask about a figure or a fact. Every number in an answer opens its page.</p>{buttons}'


def conversation_html(results: Sequence[Result], selected: tuple[int, int] | None = None) -> str:
    """The conversation, oldest first. `selected` is (turn, citation) of the page being shown."""
    return "".join(_turn_html(turn, result, selected) for turn, result in enumerate(results))


def _turn_html(turn: int, result: Result, selected: tuple[int, int] | None) -> str:
    answer = result.answer
    kind = "refusal" if answer.refused else "answer"
    parts = [
        f'<div class="folio-question">{escape(result.question.text)}</div>',
        f'<div class="folio-{kind}">',
        '<div class="folio-label">No answer</div>' if answer.refused else "",
        f'<p class="folio-text">{linked_numbers(answer, turn)}</p>',
        _calculation_html(answer, turn),
        _citations_html(answer, turn, selected),
        understood_html(result.trace.plan),
        "</div>",
    ]
    return f'<section class="folio-turn">{"".join(parts)}</section>'


def linked_numbers(answer: Answer, turn: int) -> str:
    """The answer's text with each number as a button that opens the page it stands on."""
    text, done, out = answer.answer, 0, []
    for number in find_numbers(text):
        citation = _citation_of(answer, text[number.start : number.end])
        if citation is None:
            continue
        out.append(escape(text[done : number.start]))
        out.append(_button(turn, citation, text[number.start : number.end], "folio-number"))
        done = number.end
    return "".join([*out, escape(text[done:])])


def _citation_of(answer: Answer, printed: str) -> int | None:
    """Which citation holds this number, else, for a computed one, the citation of the first operand."""
    wanted = {abs(n.value) for n in find_numbers(printed)}
    for position, citation in enumerate(answer.citations):
        if wanted & {abs(n.value) for n in find_numbers(citation.quote)}:
            return position
    if answer.calculation and answer.numbers_used:
        return answer.numbers_used[0].citation
    return None


def _calculation_html(answer: Answer, turn: int) -> str:
    if not answer.calculation:
        return ""
    operands = "".join(
        f"<li>{escape(used.label)}: {_button(turn, used.citation, f'{used.number:,}', 'folio-number')}</li>"
        for used in answer.numbers_used
    )
    expression = escape(answer.calculation.expression)
    return (
        f'<div class="folio-calculation"><code>{expression} = {escape(_short(answer))}</code><ul>{operands}</ul></div>'
    )


def _short(answer: Answer) -> str:
    result = answer.calculation.result if answer.calculation else 0
    return f"{result:,.6f}".rstrip("0").rstrip(".")


def _citations_html(answer: Answer, turn: int, selected: tuple[int, int] | None) -> str:
    items = []
    for position, citation in enumerate(answer.citations):
        mark = ' class="folio-selected"' if selected == (turn, position) else ""
        label = f"{citation.title or citation.doc}, page {citation.page}"
        button = _button(turn, position, label, "folio-citation")
        items.append(f"<li{mark}>{button}<blockquote>{escape(citation.quote)}</blockquote></li>")
    return f'<ol class="folio-citations">{"".join(items)}</ol>' if items else ""


def understood_html(plan: Plan) -> str:
    """How the question was understood, in one line."""
    periods = [p.as_printed or str(p.year) for p in plan.periods]
    groups = [", ".join(plan.companies), ", ".join(periods), ", ".join(plan.forms), ", ".join(plan.metrics)]
    known = " · ".join(escape(group.replace("_", " ")) for group in groups if group)
    return f'<div class="folio-understood">Understood as: {known}</div>' if known else ""


def _button(turn: int, citation: int, label: str, css: str) -> str:
    return f'<button type="button" class="{css}" data-turn="{turn}" data-citation="{citation}">{escape(label)}</button>'


def page_html(filing: Filing, page: Page, citation: Citation | None) -> str:
    """The page as a picture, the quote marked, and a line that says which page it is."""
    here = citation if citation and (citation.doc, citation.page) == (page.doc, page.number) else None
    query = urlencode({"quote": here.quote[:5000]}) if here else ""
    source = f"filings/{url_quote(page.doc, safe='')}/pages/{page.number}/image" + (f"?{query}" if query else "")
    printed = f", printed {escape(page.printed)}" if page.printed else ""
    caption = f"{escape(filing.title)}: page {page.number} of {filing.page_count}{printed}"
    alt = escape(f"Page {page.number} of {filing.title}" + (f", with the quote: {here.quote}" if here else ""))
    return (
        f'<figure class="folio-page"><figcaption>{caption}</figcaption>'
        f'<a href="{escape(source)}" target="_blank" rel="noopener"><img src="{escape(source)}" alt="{alt}"></a>'
        "</figure>"
    )


def filings_html(filings: Sequence[Filing]) -> str:
    """A table of what is loaded."""
    if not filings:
        return '<p class="folio-hint">Nothing is loaded yet: <code>python -m ingestion add PATH</code></p>'
    rows = "".join(
        f"<tr><td>{escape(f.company)}</td><td>{escape(f.form)}</td><td>{escape(_when(f))}</td>"
        f"<td>{f.page_count}</td><td>{escape(f.doc)}</td></tr>"
        for f in filings
    )
    head = "<tr><th>Company</th><th>Form</th><th>Period</th><th>Pages</th><th>Document</th></tr>"
    return f'<table class="folio-filings"><thead>{head}</thead><tbody>{rows}</tbody></table>'


def _when(filing: Filing) -> str:
    return filing.title.removeprefix(f"{filing.company} {filing.form} ")


def example_questions(filings: Sequence[Filing], limit: int = 3) -> list[str]:
    """Questions that the loaded annual reports can answer, one a company, newest year first."""
    annual = [f for f in filings if f.form is Form.TEN_K and f.fiscal_year]
    newest = {f.company: f for f in sorted(annual, key=lambda f: f.fiscal_year or 0)}
    asks = (
        "What was the FY{year} total revenue of {company}?",
        "What was {company}'s FY{year} operating margin?",
        "What was the FY{year} capital expenditure of {company}?",
    )
    chosen = sorted(newest.values(), key=lambda f: f.company)[:limit]
    return [asks[i % len(asks)].format(year=f.fiscal_year, company=f.company) for i, f in enumerate(chosen)]
