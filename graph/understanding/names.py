"""How companies are called: every form of name and ticker that may stand in a question, loaded or only well known."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from graph.knowledge import Knowledge, KnownCompany
from ingestion.domain import Filing

_TOKEN = re.compile(r"[A-Za-z0-9\u00c0-\u024f]+(?:[&.'’][A-Za-z0-9\u00c0-\u024f]+)*")
_LEGAL = frozenset(
    [
        "inc",
        "incorporated",
        "corp",
        "corporation",
        "company",
        "companies",
        "co",
        "plc",
        "ltd",
        "limited",
        "llc",
        "lp",
        "sa",
        "nv",
        "ag",
        "se",
        "spa",
        "ab",
        "asa",
        "group",
        "holding",
        "holdings",
        "the",
        "subsidiaries",
    ]
)
_GENERIC_STARTS = frozenset(
    [
        "american",
        "united",
        "general",
        "first",
        "national",
        "new",
        "international",
        "global",
        "southern",
        "northern",
        "western",
        "eastern",
        "pacific",
        "atlantic",
        "universal",
        "standard",
        "consolidated",
        "public",
        "advanced",
        "applied",
        "allied",
        "great",
        "royal",
        "federal",
        "central",
        "old",
        "bank",
        "best",
        "home",
    ]
)
_GLUED_LENGTH = 6

Words = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Token:
    """A word of a question: as written, and folded (lower case, no accents, no possessive)."""

    text: str
    key: str
    start: int
    end: int

    @property
    def is_capitalised(self) -> bool:
        """Begins with a capital letter or a digit."""
        return self.text[0].isupper() or self.text[0].isdigit()

    @property
    def is_possessive(self) -> bool:
        """Ends in 's."""
        return self.text.lower().replace("’", "'").endswith("'s")


@dataclass(frozen=True, slots=True)
class Name:
    """What a form of name stands for. `certainty` is lower for short forms; `plain_word` ones need their capital."""

    company: str
    loaded: bool
    certainty: float
    plain_word: bool = False


def tokens_of(text: str) -> list[Token]:
    """Words of a text in order, "and" left out so that "Johnson and Johnson" is "Johnson & Johnson"."""
    found = [Token(m.group(), fold_name(m.group()), m.start(), m.end()) for m in _TOKEN.finditer(text)]
    return [token for token in found if token.key not in ("and", "")]


def fold_name(word: str) -> str:
    """Lower case, without accents, possessive and dots at the end."""
    plain = unicodedata.normalize("NFKD", word.replace("’", "'")).casefold()
    plain = "".join(c for c in plain if not unicodedata.combining(c))
    return re.sub(r"'s?$", "", plain).rstrip(".")


def words_of(name: str) -> Words:
    """The words of a company's name, folded, without its legal form at the end and "the" in front."""
    words = [token.key for token in tokens_of(name)]
    while len(words) > 1 and words[-1] in _LEGAL:
        words.pop()
    while len(words) > 1 and words[0] == "the":
        words.pop(0)
    return tuple(words)


@dataclass(frozen=True)
class NameTable:
    """All forms of all companies. `glued` holds names written as one word, `tickers` are upper case."""

    names: dict[Words, Name]
    glued: dict[str, Name]
    tickers: dict[str, Name]
    longest: int


def build_names(filings: Sequence[Filing], knowledge: Knowledge) -> NameTable:
    """Forms learned from the loaded filings come first; well-known companies that are loaded lend theirs."""
    companies = list(dict.fromkeys(filing.company for filing in filings))
    known = _known_forms(knowledge.companies)
    tickers = {filing.company: filing.ticker for filing in filings if filing.ticker}
    starts = Counter(words_of(company)[:1] for company in companies)
    table = NameTable({}, {}, {}, 1)
    loaded: set[str] = set()
    for company in companies:
        same = _same_company(company, tickers.get(company), known)
        loaded.update(k.name for k in same)
        _add_loaded(table, company, same, knowledge, starts)
        for ticker in (*([tickers[company]] if company in tickers else []), *(t for k in same for t in k.tickers)):
            table.tickers.setdefault(ticker.upper(), Name(company, True, 0.9))
    for known_company in knowledge.companies:
        if known_company.name not in loaded:
            _add_known(table, known_company, knowledge.ordinary_words)
    return NameTable(table.names, table.glued, table.tickers, max(map(len, table.names), default=1))


def _known_forms(known: Iterable[KnownCompany]) -> dict[str, list[KnownCompany]]:
    forms: dict[str, list[KnownCompany]] = {}
    for company in known:
        for name in dict.fromkeys(map(words_of, (company.name, *company.others))):
            forms.setdefault("".join(name), []).append(company)
    return forms


def _same_company(company: str, ticker: str | None, known: dict[str, list[KnownCompany]]) -> list[KnownCompany]:
    words = words_of(company)
    same = known.get("".join(words), [])
    if not same and len(words) > 1 and words[0] not in _GENERIC_STARTS:
        # "Nike Retail Services" is not Nike, but "MGM Resorts International" is MGM Resorts: all but the last word.
        same = known.get("".join(words[:-1]), [])
    if not same and ticker:
        everyone = dict.fromkeys(k for group in known.values() for k in group)
        same = [k for k in everyone if ticker.upper() in k.tickers]
    return same


def _add_loaded(
    table: NameTable, company: str, same: Sequence[KnownCompany], knowledge: Knowledge, starts: Counter[Words]
) -> None:
    full = words_of(company)
    everything = tuple(token.key for token in tokens_of(company))
    ordinary = knowledge.ordinary_words
    for words in (full, everything, *(words_of(n) for k in same for n in (k.name, *k.others))):
        _put(table, words, Name(company, True, 1.0, plain_word=len(words) == 1 and words[0] in ordinary))
    for size in range(2, len(full)):
        if not set(full[:size]) <= ordinary:
            _put(table, full[:size], Name(company, True, 0.9))
    first = full[0]
    distinctive = len(first) >= 3 and first not in _GENERIC_STARTS and starts[full[:1]] == 1
    if len(full) > 1 and distinctive:
        _put(table, full[:1], Name(company, True, 0.8, plain_word=True))


def _add_known(table: NameTable, company: KnownCompany, ordinary: frozenset[str]) -> None:
    for name in (company.name, *company.others):
        words = words_of(name)
        plain = len(words) == 1 and (words[0] in ordinary or len(words[0]) <= 3)
        _put(table, words, Name(company.name, False, 1.0, plain_word=plain))
    for ticker in company.tickers:
        table.tickers.setdefault(ticker.upper(), Name(company.name, False, 0.9))


def _put(table: NameTable, words: Words, name: Name) -> None:
    table.names.setdefault(words, name)
    glued = "".join(words)
    if len(glued) >= _GLUED_LENGTH:
        table.glued.setdefault(glued, name)
