"""Whether a quote stands on a page, and where.

A quote may leave something out with an ellipsis ("...", "[...]"). Its parts must then stand in the text in their order,
and what is left out must not change what is said:

1. it holds no negation and no exception ("not", "never", "unless", "excluding"...);
2. it is at most 400 characters long;
3. it ends the sentence only if the next part begins one;
4. a label is not joined to the number of another row: a part that begins with a number continues the line of the
   part before, and a part with numbers after skipped lines with numbers begins its line.

A quote must not begin right after a negation either: "obliged to extend" is no quote of "not obliged to extend".
"""

import re
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate

from graph.checking.passages import Passage, prepare_line
from ingestion.domain import Box, Page, Word
from ingestion.layout import page_texts, visual_lines

MAX_GAP = 400
MAX_PARTS = 12
_ELLIPSIS = re.compile(r"\s*(?:\[\s*(?:\.\s?){2,}\]|(?:\.\s?){3,}|…)\s*")
_NEGATION = re.compile(
    r"non?|not|never|none|nor|neither|cannot|(?:ca|do|does|did|is|are|was|were|wo|would|could|should|has|have|had)nt"
    r"|without|unless|except|exclud\w*|than|lacks?|fail(?:s|ed)?|hardly|barely|seldom|unable"
)
_SENTENCE_END = re.compile(r"[.;!?:]\s")

Span = tuple[int, int]
"""Units of a passage: the first, and the one after the last."""


def page_passages(page: Page) -> list[Passage]:
    """The page's texts, ready for `spans_of`. Preparing costs a millisecond or two: keep it for the next quote."""
    return [Passage.of(text) for text in page_texts(page)]


def quote_on_page(quote: str, page: Page) -> bool:
    """Whether a quote stands on a page, in the PDF's order of text or in visual rows.

    A quote without a letter or digit stands nowhere; neither does any quote on a page without text.
    """
    return any(spans_of(quote, passage) for passage in page_passages(page))


def locate_quote(quote: str, page: Page) -> list[Box]:
    """Boxes of a quote's words on the page, one for each row and part, in points; empty when it stands nowhere."""
    if not quote_on_page(quote, page):
        return []
    rows = [line.words for line in visual_lines(page.words)]
    return _boxes(quote, rows) or _boxes(quote, [page.words])


def spans_of(quote: str, passage: Passage) -> list[Span]:
    """The units of the passage that a quote covers, one span for each part between ellipses; empty if not found."""
    parts = [Passage.of(part) for part in _ELLIPSIS.split(quote)]
    parts = [part for part in parts if part.units]
    if len(parts) > MAX_PARTS or not any(char.isalnum() for part in parts for char in part.joined):
        return []
    # Chains of spans that hold so far, by their last span: the parts' places are few, their combinations not.
    chains = [[span] for span in passage.find(parts[0]) if _may_begin(passage, span)]
    for part in parts[1:]:
        if not chains:
            return []
        places = passage.find(part, chains[0][-1][1])
        longer = ((_preceding(passage, chains, span), span) for span in places if _may_begin(passage, span))
        chains = [[*chain, span] for chain, span in longer if chain]
    return chains[0] if chains else []


def _preceding(passage: Passage, chains: Sequence[list[Span]], right: Span) -> list[Span] | None:
    """The nearest chain that this span may continue; chains come in the order of their ends."""
    for chain in reversed(chains):
        left = chain[-1]
        if left[1] > right[0]:
            continue
        if passage.units[right[0]].start - passage.units[left[1] - 1].end > MAX_GAP:
            return None
        if _may_skip(passage, left, right):
            return chain
    return None


def _may_begin(passage: Passage, span: Span) -> bool:
    first = passage.units[span[0]]
    if span[0] == 0 or not first.key[0].isalpha():
        return True
    before = passage.units[span[0] - 1]
    between = passage.text[before.end : first.start]
    return not _NEGATION.fullmatch(before.key) or bool(re.search(r"[.;:!?]", between))


def _may_skip(passage: Passage, left: Span, right: Span) -> bool:
    between = passage.units[left[1] : right[0]]
    if any(_NEGATION.fullmatch(unit.key) for unit in between):
        return False
    text = passage.text[passage.units[left[1] - 1].end : passage.units[right[0]].start]
    if "\n" in text and not _keeps_rows(passage, text, right):
        return False
    last_end = max((match.end() for match in _SENTENCE_END.finditer(text)), default=None)
    return last_end is None or not any(char.isalnum() for char in text[last_end:])


def _keeps_rows(passage: Passage, skipped: str, right: Span) -> bool:
    units = passage.units[right[0] : right[1]]
    if not units[0].key[0].isalpha():
        return False
    tabular = any(char.isdigit() for char in skipped) and any(unit.key[0] == "\x01" for unit in units)
    return not tabular or skipped.endswith("\n")


def _boxes(quote: str, rows: Sequence[Sequence[Word]]) -> list[Box]:
    words = [word for row in rows for word in row]
    prepared = [" ".join([prepare_line(word.text) for word in row]) for row in rows]
    starts = list(accumulate((len(prepare_line(word.text)) + 1 for word in words), initial=0))
    passage = Passage.of_prepared("\n".join(prepared))
    boxes: list[Box] = []
    for first, after in spans_of(quote, passage):
        chosen = sorted({bisect_right(starts, unit.start) - 1 for unit in passage.units[first:after]})
        boxes += [line.box for line in visual_lines([words[index] for index in chosen])]
    return boxes
