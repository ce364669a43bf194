"""Which line item a printed row is, and which printed rows are a line item.

Row labels are compared without case, punctuation, notes in parentheses, dates, numbers and the company's own name
("Net income attributable to Acme", "Total Acme shareholders' equity"). Score of a label for an item:

    1.0   minus 0.001 a place down the item's list, where it is one of the item's labels
    0.85  where it is one of them followed by more ("Cost of sales, exclusive of depreciation")
    up to 0.8   where it is nearly one of them (token sort ratio of at least 90)

An item with section hints needs its heading; where no heading was read, its score is a tenth lower.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz import fuzz

from graph.knowledge.types import Knowledge, LineItem
from ingestion.domain import Figure, PageKind
from ingestion.text import normalise

_NOTES = re.compile(r"\([^)]*\)?|\[[^\]]*\]?")
_TRAILING = re.compile(
    r"[,;]?\s+(?:net of|less|excluding|exclusive of|after deducting|including)\b.*"
    # The first of January is the year's beginning, another row than its end.
    r"|\s+(?:at|as of)\s+(?!january 1\b)"
    r"(?:january|february|march|april|may|june|july|august|september|october|november|december)\b.*"
)
_KEEP_TRAILING = re.compile(r"^(?:less|excluding|including)\b")
_OWNERS = re.compile(r"\b(?:stock|share|shareown|stockhold|sharehold)(?:holders|owners|ers|holder|owner|er)\b'?s?")
_LEGAL = (
    r"(?:inc(?:orporated)?|corp(?:oration)?|company|companies|co|plc|ltd|limited|llc|group|holdings|the"
    r"|and subsidiaries)"
)
_NOT_WORDS = re.compile(r"[^a-z&/ ]+")
_SPACES = re.compile(r"\s+")
_PLACE = 0.001
_OTHER_THAN = re.compile(r"\bper share\b|\bbeginning of\b")
"""After the name of an item: not the item."""
_STATEMENT_WEIGHT = {"own": 1.0, "also": 0.85, "other": 0.5}


@lru_cache(maxsize=16_384)
def label_words(label: str, company: str = "") -> str:
    """A label as it is compared: words alone, spellings unified, `company` and its legal form left out."""
    text = _NOTES.sub(" ", normalise(label))
    text = _OWNERS.sub(
        "shareholders", text.replace("non-controlling", "noncontrolling").replace("non-current", "noncurrent")
    )
    text = text.replace("&", " and ").replace("/", " ").replace("--", " ")
    for name in _company_words(company):
        text = re.sub(rf"\b{re.escape(name)}\b(?:'s)?(?:,?\s+{_LEGAL}\b\.?)*", " ", text)
    text = re.sub(r"^\s*(?:less|add|plus)\s*:\s*", "", text)
    return _words(text)


def _words(text: str) -> str:
    text = _SPACES.sub(" ", _NOT_WORDS.sub(" ", text)).strip()
    return re.sub(r"\s+(?:attributable|applicable|available) to$", " attributable to the company", text)


def _company_words(company: str) -> list[str]:
    if not (name := normalise(company).replace("&", " and ")):
        return []
    short = re.sub(rf"[,.]?\s+{_LEGAL}\b\.?", "", name).strip()
    return list(dict.fromkeys(n for n in (_SPACES.sub(" ", name), _SPACES.sub(" ", short)) if n))


def _variants(label: str, company: str) -> list[str]:
    """The label, then the label without what trails it (net of.., less.., at December 31..)."""
    plain = normalise(label)
    cut = plain if _KEEP_TRAILING.match(plain) else _TRAILING.sub("", plain)
    return list(dict.fromkeys(w for w in (label_words(label, company), label_words(cut, company)) if w))


@dataclass(frozen=True, slots=True)
class _Entry:
    item: LineItem
    place: int


@dataclass(frozen=True, slots=True)
class Ranked:
    """A figure and how well its row fits the item, above 0 and at most 1."""

    figure: Figure
    score: float


class ItemMatcher:
    """Label tables of the knowledge, built once."""

    def __init__(self, knowledge: Knowledge) -> None:
        self._items = knowledge.items
        self._labels: dict[str, tuple[str, ...]] = {}
        self._entries: dict[str, list[_Entry]] = {}
        for item in knowledge.items.values():
            words = tuple(dict.fromkeys(label_words(label) for label in item.labels))
            self._labels[item.key] = words
            for place, label in enumerate(words):
                self._entries.setdefault(label, []).append(_Entry(item, place))

    def match_item(self, label: str, section: str, statement: PageKind, company: str = "") -> str | None:
        """Key of the line item a row is, or None where no item is certain.

        Items of the statement itself come before those it prints as well, then the place in their list of labels.
        """
        best: tuple[float, str] | None = None
        for variant, words in enumerate(_variants(label, company)):
            for entry in self._entries.get(words, ()):
                weight = _weight(entry.item, statement)
                fits = _section_fit(entry.item, section, words)
                told = 0.1 if entry.item.sections and fits == 1.0 else 0.0
                score = weight * fits + told - _PLACE * entry.place - 0.05 * variant
                if weight > _STATEMENT_WEIGHT["other"] and fits > 0 and (best is None or score > best[0]):
                    best = (score, entry.item.key)
        return best[1] if best else None

    def score(self, key: str, label: str, section: str = "", company: str = "") -> float:
        """How well a row label fits a line item, 0 (not at all) to 1; see the module's formula."""
        item, known = self._items[key], self._labels[key]
        if not (fits := _section_fit(item, section, label_words(label, company))):
            return 0.0
        best = 0.0
        for words in _variants(label, company):
            if words in known:
                best = max(best, 1.0 - _PLACE * known.index(words))
        if not best and (words := label_words(label, company)):
            best = _near(words, known)
        return best * fits

    def rank(self, key: str, figures: Iterable[Figure], company: str = "") -> list[Ranked]:
        """Figures whose row may be the item, best first; statements the item is printed on come first."""
        item = self._items[key]
        scores: dict[tuple[str, str], float] = {}
        ranked: list[Ranked] = []
        for figure in figures:
            place = (figure.label, figure.section)
            if place not in scores:
                scores[place] = self.score(key, figure.label, figure.section, company)
            if scores[place] > 0:
                ranked.append(Ranked(figure, scores[place] * _weight(item, figure.statement)))
        return sorted(ranked, key=lambda r: (-r.score, r.figure.doc, r.figure.page, r.figure.row))


def _weight(item: LineItem, statement: PageKind) -> float:
    if statement is item.statement:
        return _STATEMENT_WEIGHT["own"]
    return _STATEMENT_WEIGHT["also" if statement in item.also else "other"]


def _section_fit(item: LineItem, section: str, words: str) -> float:
    """1 where the item asks for no heading or has it, 0.9 where none was read, 0 where another one stands there.

    In notes an unread heading could be that of any table: there the row's own words must say it.
    """
    if not item.sections:
        return 1.0
    if not (heading := label_words(section)):
        says = item.statement is not PageKind.NOTES or any(hint in words for hint in item.sections)
        return 0.9 if says else 0.0
    # Whole words: "noncurrent liabilities" are no "current liabilities".
    return 1.0 if any(f" {hint}" in f" {heading}" for hint in item.sections) else 0.0


def _near(words: str, known: Sequence[str]) -> float:
    if any(words.startswith(f"{label} ") and label.count(" ") >= 1 for label in known):
        return 0.0 if _OTHER_THAN.search(words) else 0.85
    ratio = max((fuzz.token_sort_ratio(words, label) for label in known), default=0.0)
    return 0.8 * ratio / 100 if ratio >= 90 else 0.0
