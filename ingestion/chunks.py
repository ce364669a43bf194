"""Cutting a page into chunks: whole lines, about a thousand to fifteen hundred characters, never across pages."""

import re
from collections.abc import Iterable, Iterator, Sequence

from ingestion.domain import Chunk, Filing, Form, Page
from ingestion.layout import visual_lines

_SHORTEST = 1000
_LONGEST = 1500
_REMNANT = 300
"""A last piece shorter than this joins the one before."""
_TABLE_DIGITS = 0.12
_SENTENCE_END = re.compile(r"[.:;!?][\"')\u201d]?$")
_CUT_INSIDE = re.compile(r"(?<=[.;!?])\s+|\s+")


def cut_chunks(page: Page, filing: Filing) -> list[Chunk]:
    """Chunks of one page, in order; none for a page that is blank or unreadable.

    On a page of numbers the text is that of its visual rows, label and numbers on one line, since the PDF may have
    drawn every cell on its own; elsewhere it is the page's own text. Either way `layout.page_texts` contains it.
    """
    if not page.readable:
        return []
    header = chunk_header(page, filing)
    return [
        Chunk(filing.doc, page.number, index, header, text) for index, text in enumerate(_joined(_pieces(_lines(page))))
    ]


def chunk_header(page: Page, filing: Filing) -> str:
    """Whose page it is and what it is about: `3M | 10-K | FY2018 | Item 8. Financial Statements | balance sheet`."""
    parts = [filing.company, filing.form.value, _period(filing), page.section, page.kind.value.replace("_", " ")]
    return " | ".join(part for part in parts if part)


def indexed_text(chunk: Chunk) -> str:
    """What is embedded and weighed for a chunk: header and text."""
    return f"{chunk.header}\n{chunk.text}"


def _period(filing: Filing) -> str | None:
    if filing.form is Form.EIGHT_K and filing.event_date:
        return filing.event_date.isoformat()
    if filing.fiscal_year is None:
        return None
    return (f"Q{filing.fiscal_quarter} " if filing.fiscal_quarter else "") + f"FY{filing.fiscal_year}"


def _lines(page: Page) -> list[str]:
    plain = page.text.encode("utf-8", "replace")
    digits = len(plain) - len(plain.translate(None, b"0123456789"))
    if digits > _TABLE_DIGITS * len(plain) and page.words:
        return [line.text for line in visual_lines(page.words)]
    return page.text.split("\n")


def _pieces(lines: Iterable[str]) -> Iterator[str]:
    """Lines put together up to the longest size; cut early where a sentence ends with its line."""
    held: list[str] = []
    size = 0
    for line in lines:
        for part in _parts(line.strip()):
            full = size + len(part) > _LONGEST
            if held and (full or (size >= _SHORTEST and _SENTENCE_END.search(held[-1]))):
                yield "\n".join(held)
                held, size = [], 0
            held.append(part)
            size += len(part) + 1
    if held:
        yield "\n".join(held)


def _parts(line: str) -> Iterator[str]:
    """The line; in several parts, cut at a sentence or a space, if it alone is longer than a chunk may be."""
    while len(line) > _LONGEST:
        cuts = [match.start() for match in _CUT_INSIDE.finditer(line, _SHORTEST, _LONGEST)]
        ends = [cut for cut in cuts if _SENTENCE_END.search(line[:cut][-3:])]
        cut = max(ends or cuts, default=_LONGEST)
        yield line[:cut]
        line = line[cut:].lstrip()
    if line:
        yield line


def _joined(pieces: Iterator[str]) -> Sequence[str]:
    texts = list(pieces)
    if len(texts) > 1 and len(texts[-1]) < _REMNANT:
        last = texts.pop()
        texts[-1] += "\n" + last
    return texts
