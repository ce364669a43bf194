"""The Gradio page: ask, read the answer, see the page each number stands on."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import gradio as gr

from app.services import Services
from graph.domain import Question, Result
from ingestion.errors import FolioError
from ui import view

Turns = tuple[Result, ...]
Place = tuple[str, int]  # document and page being shown

OpenServices = Callable[[], Services]  # the page is built before the application opens its storage

_CLICKS = """
element.addEventListener('click', (event) => {
  const number = event.target.closest('[data-citation]');
  if (number) trigger('click', { turn: Number(number.dataset.turn), citation: Number(number.dataset.citation) });
  const example = event.target.closest('[data-example]');
  if (example) trigger('select', { example: example.dataset.example });
});
"""


def stylesheet() -> str:
    """The page's own style."""
    return (Path(__file__).parent / "style.css").read_text(encoding="utf-8")


def build_page(services: OpenServices) -> gr.Blocks:
    """The page over one set of services. Pictures of pages come from the API that the page is mounted beside."""
    page: gr.Blocks
    with gr.Blocks(title="Folio", analytics_enabled=False, fill_width=True) as page:
        turns = gr.State(())
        place = gr.State(None)
        gr.HTML(
            '<div class="folio-head"><h1>Folio</h1>'
            "<p>Answers from companies' filings. Every number opens the page it stands on.</p></div>"
        )
        with gr.Row():
            with gr.Column(scale=5, min_width=360):
                conversation = gr.HTML(js_on_load=_CLICKS, elem_id="conversation")
                question = gr.Textbox(
                    show_label=False,
                    placeholder="Ask about a company's filings",
                    max_lines=4,
                    elem_id="question",
                )
                ask = gr.Button("Ask", variant="primary", elem_id="ask")
            with gr.Column(scale=6, min_width=360):
                shown = gr.HTML('<p class="folio-hint">The cited page appears here.</p>', elem_id="page")
                with gr.Row():
                    back = gr.Button("Previous page", size="sm", interactive=False)
                    forward = gr.Button("Next page", size="sm", interactive=False)
        with gr.Accordion("Loaded filings", open=False):
            loaded = gr.HTML()

        page.load(partial(_start, services), outputs=[conversation, loaded], api_visibility="private")
        outputs = [conversation, shown, place, back, forward]
        for event in (ask.click, question.submit):
            event(
                partial(_ask, services),
                [question, turns],
                [question, turns, *outputs],
                concurrency_limit=8,
                api_visibility="private",
            )

        def open_citation(turns: Turns, clicked: gr.EventData) -> tuple[object, ...]:
            # Not a partial: Gradio finds the event's data by the handler's annotations.
            return _open(services, turns, clicked)

        conversation.click(open_citation, [turns], outputs, api_visibility="private")
        conversation.select(_use_example, outputs=[question], api_visibility="private")
        for button, step in ((back, -1), (forward, 1)):
            button.click(partial(_turn_page, services, step), [place], outputs[1:], api_visibility="private")
    return page


def _start(services: OpenServices) -> tuple[str, str]:
    filings = services().library.catalogue.filings()
    return view.welcome_html(view.example_questions(filings)), view.filings_html(filings)


def _use_example(chosen: gr.EventData) -> str:
    return str(chosen.example)


def _ask(services: OpenServices, text: str, turns: Turns) -> tuple[object, ...]:
    try:
        result = services().analyst.ask(Question(text=text))
    except FolioError as error:
        raise gr.Error(str(error), print_exception=False) from error
    turns = (*turns, result)
    return "", turns, *_show(services, turns, (len(turns) - 1, 0) if result.answer.citations else None)


def _open(services: OpenServices, turns: Turns, clicked: gr.EventData) -> tuple[object, ...]:
    chosen = (int(clicked.turn), int(clicked.citation))
    known = 0 <= chosen[0] < len(turns) and 0 <= chosen[1] < len(turns[chosen[0]].answer.citations)
    return _show(services, turns, chosen if known else None)


def _show(services: OpenServices, turns: Turns, selected: tuple[int, int] | None) -> tuple[object, ...]:
    conversation = view.conversation_html(turns, selected)
    if selected is None:
        return conversation, gr.skip(), gr.skip(), gr.skip(), gr.skip()
    citation = turns[selected[0]].answer.citations[selected[1]]
    filing = services().library.catalogue.filing(citation.doc)
    page = services().library.catalogue.page(filing.doc, citation.page)
    html = view.page_html(filing, page, citation)
    return conversation, html, (filing.doc, page.number), *_buttons(page.number, filing.page_count)


def _turn_page(services: OpenServices, step: int, place: Place) -> tuple[object, ...]:
    filing = services().library.catalogue.filing(place[0])
    number = min(max(place[1] + step, 1), filing.page_count)
    page = services().library.catalogue.page(filing.doc, number)
    return view.page_html(filing, page, None), (filing.doc, number), *_buttons(number, filing.page_count)


def _buttons(number: int, count: int) -> tuple[gr.Button, gr.Button]:
    return gr.Button(interactive=number > 1), gr.Button(interactive=number < count)
