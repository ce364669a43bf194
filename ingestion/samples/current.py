"""Form 8-K, with the agreement it reports as an exhibit."""

from dataclasses import replace

from ingestion.samples.binding import Bound, bind
from ingestion.samples.company import Event
from ingestion.samples.covers import current_cover
from ingestion.samples.layout import Block, Break, Heading, Text
from ingestion.samples.pdf import Fonts
from ingestion.samples.report import Report

_LARGE = 1.38


def current_report(report: Report, fonts: Fonts) -> Bound:
    """Lay out an 8-K: cover, Items, signature, then the exhibit."""
    event = report.event
    if event is None:
        raise ValueError("an 8-K needs an event")
    body: list[Block] = [Break()]
    for number, (title, text) in enumerate(event.items):
        body.append(Heading(title, 1, "agenda" if number == 0 else ""))
        parts = [report.facts.fill(part.strip()) for part in text.split("\n\n") if part.strip()]
        body += [Text(part, anchor="" if number or place else "agenda_text") for place, part in enumerate(parts)]
    body.append(Heading("Item 9.01 Financial Statements and Exhibits.", 1))
    body += [
        Text("(d) Exhibits."),
        Text(f"**{event.exhibit_number}** {report.facts.fill(event.exhibit_title)}"),
        Text("**104** Cover Page Interactive Data File (embedded within the Inline XBRL document)"),
        *report.prose("signatures"),
        *_exhibit(report, event),
    ]
    return bind(report, fonts, cover=current_cover(report), entries=(), body=body)


def _exhibit(report: Report, event: Event) -> list[Block]:
    """The agreement, set larger as law firms do: a title page, its contents, and the text."""
    title = report.facts.fill(event.exhibit_title)
    text = [_enlarge(block) for block in report.prose(event.exhibit)]
    articles = [block.text for block in text if isinstance(block, Heading)]
    return [
        Break(),
        Text(f"**Exhibit {event.exhibit_number}**", "center", after=160),
        Text(f"**{title.upper()}**", "center", size=1.5, after=60),
        Text("dated as of", "center", size=1.2, after=20),
        Text(event.terms["agreement_day"], "center", size=1.2),
        Break(),
        Text("**TABLE OF CONTENTS**", "center", size=_LARGE, after=20),
        *[Text(article, size=_LARGE, after=12) for article in articles],
        Break(),
        *text,
    ]


def _enlarge(block: Block) -> Block:
    if isinstance(block, Text):
        return replace(block, size=_LARGE, after=10.0)
    return replace(block, size=_LARGE) if isinstance(block, Heading) else block
