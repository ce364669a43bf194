"""The companies a question is about: loaded ones by their catalogue name, others as unknown.

Names come first, longest first; then tickers; then misspellings of loaded names; and last, where nothing else was
found, names that are only recognised as a company's by their place in the sentence.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from rapidfuzz.distance import OSA

from graph.knowledge import Knowledge
from graph.understanding.names import Name, NameTable, Token, build_names, tokens_of
from ingestion.domain import Filing

_BEFORE_A_SUBJECT = frozenset(["does", "did", "do", "is", "was", "has", "had", "are", "were", "have", "can", "will"])
_BEFORE_A_NAME = _BEFORE_A_SUBJECT | frozenset(
    [
        "of",
        "for",
        "at",
        "by",
        "from",
        "about",
        "and",
        "or",
        "vs",
        "versus",
        "between",
        "than",
        "with",
        "to",
        "compare",
        "against",
        "compared",
        "$",
    ]
)
_AFTER_A_TICKER = frozenset(
    [
        "and",
        "or",
        "vs",
        "versus",
        "in",
        "for",
        "during",
        "between",
        "from",
        "as",
        "to",
        "on",
        "over",
        "with",
        "at",
        "by",
        "compared",
        "versus",
        "than",
        "have",
        "has",
        "had",
        "did",
        "does",
    ]
)
_COMPARES = re.compile(r"\b(?:compar\w*|versus|vs|than|between|both|against|better|which of)\b", re.IGNORECASE)
_PERIOD = re.compile(r"^(?:fy\d+|[qh]\d.*|\d.*|fiscal|fy)$", re.IGNORECASE)
_EXCHANGE = re.compile(r"(?:\$|\b(?:NYSE|NASDAQ|Nasdaq|ticker|symbol)\s*:?\s*)$")
_NOT_A_COMPANY = frozenset(
    [
        "segment",
        "segments",
        "division",
        "business",
        "region",
        "notes",
        "plan",
        "program",
        "facility",
        "brand",
        "brands",
        "product",
        "products",
        "drug",
        "act",
        "agreement",
        "plant",
        "standard",
        "tax",
        "unit",
        "stores",
        "acquisition",
        "merger",
        "deal",
        "transaction",
        "bonds",
        "rule",
        "board",
    ]
)
_LEGAL_END = frozenset(
    [
        "inc",
        "incorporated",
        "corp",
        "corporation",
        "ltd",
        "limited",
        "plc",
        "llc",
        "company",
        "co",
        "holdings",
        "group",
        "industries",
    ]
)
_FUZZY_TOKENS = 200
_FUZZY_LENGTH = 5


@dataclass(frozen=True, slots=True)
class Companies:
    """Found companies in order of appearance. `spans` are the places of their names in the text.

    `certainty` is that of the least certain name, 0 where none was found.
    """

    loaded: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    certainty: float = 0.0
    spans: tuple[tuple[int, int], ...] = ()


@dataclass
class _Reading:
    text: str
    tokens: list[Token]
    found: list[tuple[int, int, Name]] = field(default_factory=list)
    """First token, number of tokens, and what they name."""

    def taken(self) -> set[int]:
        return {place for start, size, _ in self.found for place in range(start, start + size)}

    def has_loaded(self) -> bool:
        return any(name.loaded for _, _, name in self.found)


class CompanyFinder:
    """Name tables for one set of loaded filings."""

    def __init__(self, filings: Sequence[Filing], knowledge: Knowledge) -> None:
        self._table: NameTable = build_names(filings, knowledge)
        self._ordinary = knowledge.ordinary_words
        self._fuzzy = [
            (" ".join(words), name)
            for words, name in self._table.names.items()
            if name.loaded and not name.plain_word and len("".join(words)) >= _FUZZY_LENGTH
        ]

    def find(self, text: str, *, guess: bool = True) -> Companies:
        """Companies named in `text`; with `guess`, also names that only look like a company's."""
        reading = _Reading(text, tokens_of(text))
        self._find_names(reading)
        self._find_tickers(reading)
        self._find_misspelt(reading)
        loaded = [name for _, _, name in sorted(reading.found, key=lambda f: f[0]) if name.loaded]
        unknown = [self._written(reading, *place) for *place, name in reading.found if not name.loaded]
        if loaded and not _COMPARES.search(text):
            unknown = []  # a buyer, a rival or a former part of the company the question is about
        if guess and not loaded and not unknown:
            unknown = self._guess(reading)
        return Companies(
            loaded=tuple(dict.fromkeys(name.company for name in loaded)),
            unknown=tuple(dict.fromkeys(unknown)),
            certainty=min((name.certainty for name in loaded), default=0.0),
            spans=tuple(self._span(reading, start, size) for start, size, _ in reading.found),
        )

    def _find_names(self, reading: _Reading) -> None:
        tokens, place = reading.tokens, 0
        while place < len(tokens):
            for size in range(min(self._table.longest, len(tokens) - place), 0, -1):
                window = tokens[place : place + size]
                keys = tuple(token.key for token in window)
                name = self._table.names.get(keys) or self._table.glued.get("".join(keys))
                if name and self._counts(name, reading, place, size):
                    reading.found.append((place, size, name))
                    place += size
                    break
            else:
                place += 1

    def _counts(self, name: Name, reading: _Reading, place: int, size: int) -> bool:
        if not name.plain_word:
            return True
        token = reading.tokens[place]
        if not token.is_capitalised or reading.text.isupper():
            return False
        if name.loaded or token.is_possessive:
            return True
        follower = reading.tokens[place + size].key if place + size < len(reading.tokens) else ""
        return (not _starts_sentence(reading.text, token) and follower not in self._ordinary) or bool(
            _place_before(reading, place) in _BEFORE_A_NAME and _ends_name(reading, place + size - 1)
        )

    def _find_tickers(self, reading: _Reading) -> None:
        taken = reading.taken()
        for place, token in enumerate(reading.tokens):
            written = re.sub(r"['’]s$", "", token.text)
            name = self._table.tickers.get(written.upper())
            if name and place not in taken and self._is_ticker(name, written, reading, place):
                reading.found.append((place, 1, name))

    def _is_ticker(self, name: Name, written: str, reading: _Reading, place: int) -> bool:
        token = reading.tokens[place]
        if _EXCHANGE.search(reading.text[: token.start]):
            return True
        word_like = len(written) <= 2 or written.casefold() in self._ordinary
        if not written.isupper():
            return name.loaded and not word_like and written.islower()
        if reading.text.isupper():
            return name.loaded and not word_like
        if name.loaded and not word_like:
            return True
        placed = _place_before(reading, place) in (*_BEFORE_A_NAME, "") and _ends_name(reading, place)
        return placed and (name.loaded or (not word_like and not reading.has_loaded()))

    def _find_misspelt(self, reading: _Reading) -> None:
        taken, sure = reading.taken(), reading.has_loaded()
        tokens = reading.tokens[:_FUZZY_TOKENS]
        for place, token in enumerate(tokens):
            if place in taken or not (token.is_capitalised or (not sure and len(token.key) > _FUZZY_LENGTH)):
                continue
            for size in (3, 2, 1):
                window = range(place, place + size)
                if place + size > len(tokens) or taken & set(window):
                    continue
                if name := self._nearest(" ".join(tokens[p].key for p in window)):
                    reading.found.append((place, size, name))
                    taken.update(window)
                    break

    def _nearest(self, words: str) -> Name | None:
        if len(words) < _FUZZY_LENGTH or words in self._ordinary:
            return None
        best: tuple[int, Name] | None = None
        for known, name in self._fuzzy:
            if known[0] == words[0] and known.count(" ") == words.count(" "):
                allowed = 1 if len(known) < 8 else 2
                distance = OSA.distance(words, known, score_cutoff=allowed)
                if 0 < distance <= allowed and (best is None or distance < best[0]):
                    best = (distance, name)
        return Name(best[1].company, True, 0.7) if best else None

    def _guess(self, reading: _Reading) -> list[str]:
        tokens = reading.tokens
        capitals = sum(token.is_capitalised for token in tokens)
        if not tokens or capitals > 0.6 * len(tokens):
            return []  # a heading or a shout: capitals say nothing
        place = 0
        while place < len(tokens):
            size = self._capitalised_run(reading, place)
            if size and self._looks_like_company(reading, place, size):
                return [self._written(reading, place, size)]
            place += max(size, 1)
        return []

    def _capitalised_run(self, reading: _Reading, place: int) -> int:
        size = 0
        for token in reading.tokens[place : place + 4]:
            if not token.text[0].isupper() or _PERIOD.match(token.key):
                break
            if size and not re.fullmatch(r"\s*(?:&|and|-)?\s*", self._between(reading, place + size - 1)):
                break
            size += 1
            if token.is_possessive:
                break
        return size

    def _looks_like_company(self, reading: _Reading, place: int, size: int) -> bool:
        run = reading.tokens[place : place + size]
        if _starts_sentence(reading.text, run[0]) and not run[-1].is_possessive:
            return False
        names = [token for token in run if token.key not in self._ordinary]
        follower = reading.tokens[place + size].key if place + size < len(reading.tokens) else ""
        if not names or follower in _NOT_A_COMPANY or any(token.key in _NOT_A_COMPANY for token in run):
            return False
        if run[-1].key in _LEGAL_END and size > 1:
            return True
        if all(token.text.isupper() for token in names):
            return False  # an abbreviation
        before = _place_before(reading, place)
        if run[-1].is_possessive or before in _BEFORE_A_SUBJECT:
            return True
        return before in _BEFORE_A_NAME and _ends_name(reading, place + size - 1)

    def _written(self, reading: _Reading, place: int, size: int) -> str:
        start, end = self._span(reading, place, size)
        return re.sub(r"['’]s$", "", reading.text[start:end])

    def _between(self, reading: _Reading, place: int) -> str:
        return reading.text[reading.tokens[place].end : reading.tokens[place + 1].start]

    def _span(self, reading: _Reading, place: int, size: int) -> tuple[int, int]:
        return reading.tokens[place].start, reading.tokens[place + size - 1].end


def _starts_sentence(text: str, token: Token) -> bool:
    return not (before := text[: token.start].rstrip(" \"'(")) or before[-1] in ".?!:;\n"


def _place_before(reading: _Reading, place: int) -> str:
    """The word or sign right before a token; "" at the start of the text."""
    before = re.search(r"(\w+|[^\w\s])\W{0,2}$", reading.text[: reading.tokens[place].start].rstrip())
    return before[1].casefold() if before else ""


def _ends_name(reading: _Reading, place: int) -> bool:
    """True where what follows a token cannot belong to a longer noun: the end, a sign, a verb, a period."""
    token = reading.tokens[place]
    if token.is_possessive:
        return True
    after = re.match(r"\s*(\w+|[^\w\s]|$)", reading.text[token.end :])
    word = after[1].casefold() if after else ""
    return not word or not word[0].isalnum() or word in _AFTER_A_TICKER or bool(_PERIOD.match(word))
