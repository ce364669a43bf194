"""Definitions that a question gives, found in its text; `definitions` reads them.

"ROA is defined as: net income / total assets."    "Define EBITDA as operating income + D&A."
"CCC = DIO + DSO - DPO, with DIO = 365 * inventory / COGS and .."
"using operating income as the numerator and interest expense as the denominator"
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

_DONE = r"(?:defined|calculated|computed|measured)"
_GIVEN = (
    re.compile(rf"(?P<name>[^.?:;]+?)\s+(?:is|are)\s+{_DONE}\s+as\b\s*:?\s*(?P<text>.+)", re.S),
    re.compile(r"\b(?:define|calculate|compute|measure)\s+(?P<name>[^.?:;]+?)\s+as\b\s*:?\s*(?P<text>.+)", re.S | re.I),
    re.compile(rf"(?P<name>[^.?:;(]+?)\s*\({_DONE}\s+as\b\s*:?\s*(?P<text>.+)\)", re.S | re.I),
)
_QUOTIENT = re.compile(
    r"\busing\s+(.+?)\s+as\s+(?:the\s+)?numerator\s+and\s+(.+?)\s+as\s+(?:the\s+)?denominator", re.S | re.I
)
_EQUALS = re.compile(r"\s=\s")
_NEXT = re.compile(
    r"(?:[,;]\s*(?:(?:with|where|and)\s+)?|\s(?:with|where|and)\s+)(?:(?!(?:with|where|and)\b)[A-Za-z][\w&/-]*\s*){1,4}$"
)
"""The name of the next equation at the end of the one before: ", with DIO"."""
_END = re.compile(r"\.(?=\s|$)|\?|\n")
_SENTENCE = re.compile(r"(?<=[.?])\s+")


@dataclass(frozen=True, slots=True)
class Given:
    """A definition as the question gives it: what it defines, and its text."""

    name: str
    text: str


def find_definition(question: str) -> Given | None:
    """What the question defines first, with the definitions of its parts written in; None where it defines nothing."""
    found = list(_equations(question)) or list(_sentences(question))
    if not found:
        quotient = _QUOTIENT.search(question)
        return Given("", f"({quotient[1]}) / ({quotient[2]})") if quotient else None
    first, *parts = found
    text = first.text
    for part in parts:
        text = re.sub(rf"(?<![\w&]){re.escape(part.name)}(?![\w&])", f"({part.text})", text)
    return Given(first.name, text)


def _sentences(question: str) -> Iterator[Given]:
    """ "X is defined as: ..", a sentence each."""
    for sentence in _SENTENCE.split(question):
        for pattern in _GIVEN:
            if match := pattern.search(sentence):
                yield Given(match["name"].strip(), _END.split(match["text"])[0].strip())
                break


def _equations(question: str) -> Iterator[Given]:
    """ "CCC = DIO + DSO - DPO, with DIO = .. and DSO = ..": what stands on each side of each sign of equality."""
    parts = _EQUALS.split(question)
    for before, after in pairwise(parts):
        name = re.search(r"([A-Za-z][\w&/ -]*?)\s*$", re.split(r"[.?:;,(]\s*|\b(?:with|where|and)\s+", before)[-1])
        text = _END.split(after)[0] if after is parts[-1] else _NEXT.split(after)[0]
        if name and text.strip():
            yield Given(name[1].strip(), text.strip(" ,;"))
