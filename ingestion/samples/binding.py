"""Binding a filing: cover, contents, body and, for some filers, financial pages with numbers of their own."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from ingestion.samples.layout import MARGIN, Block, Drawn, Setter
from ingestion.samples.pdf import Canvas, Fonts
from ingestion.samples.report import Report
from ingestion.samples.wrapping import wrap


@dataclass(frozen=True)
class Entry:
    """A line of the table of contents: what it lists, and the anchor of the page it points to."""

    label: str
    title: str
    anchor: str


@dataclass
class Bound:
    """A finished filing. `anchors` maps each anchor to its page numbers, counting from 0."""

    pages: list[Canvas]
    printed: list[str]
    anchors: dict[str, list[int]] = field(default_factory=dict)


def bind(
    report: Report,
    fonts: Fonts,
    *,
    cover: Sequence[Block],
    entries: Sequence[Entry],
    body: Sequence[Block],
    tail: Sequence[Block] = (),
) -> Bound:
    """Set all parts; the contents page is drawn last, when the printed numbers are known, and put second."""
    look, wording = report.company.style, report.company.wording
    front = Setter(fonts, look, numbered=False)
    front.set(cover)
    main = Setter(fonts, look, header=wording.header if entries else "")
    main.set(body)
    back = Setter(fonts, look, header=wording.header, prefix=wording.printed_prefix)
    back.set(tail)
    pages, printed = main.pages + back.pages, main.printed + back.printed
    if entries:
        numbers = {anchor: number for page, number in zip(pages, printed, strict=True) for anchor in page.anchors}
        contents = Setter(fonts, look, numbered=False)
        contents.set([Drawn(lambda page: _draw_contents(page, report, entries, numbers), "contents")])
        pages, printed = contents.pages + pages, contents.printed + printed
    pages, printed = front.pages + pages, front.printed + printed
    bound = Bound(pages, printed)
    for number, page in enumerate(pages):
        for anchor in page.anchors:
            bound.anchors.setdefault(anchor, []).append(number)
    return bound


def _draw_contents(page: Canvas, report: Report, entries: Sequence[Entry], numbers: dict[str, str]) -> None:
    look = report.company.style
    size = look.size
    y = MARGIN + 20.0
    page.center(page.width / 2, y, report.company.identity.name.upper(), look.bold, size + 1)
    y += 22.0
    page.center(page.width / 2, y, "TABLE OF CONTENTS", look.bold, size + 1)
    y += 20.0
    page.right(page.width - MARGIN, y, "Page", look.bold, size)
    for entry in entries:
        y += 17.0
        if not entry.title:
            page.center(page.width / 2, y, entry.label, look.bold, size)
            continue
        page.text(MARGIN, y, entry.label, look.regular, size)
        lines = wrap(page.fonts, entry.title, look.regular, size, page.width - 2 * MARGIN - 110.0)
        for line in lines[:-1]:
            page.text(MARGIN + 58.0, y, line, look.regular, size)
            y += size * look.leading
        page.text(MARGIN + 58.0, y, lines[-1], look.regular, size)
        start = MARGIN + 64.0 + page.fonts.width(lines[-1], look.regular, size)
        dots = int((page.width - MARGIN - 30.0 - start) / page.fonts.width(".", look.regular, size))
        page.text(start, y, "." * max(dots, 0), look.regular, size)
        page.right(page.width - MARGIN, y, numbers[entry.anchor], look.regular, size)
