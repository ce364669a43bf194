"""A definition given in a question, read into an expression over line items.

    "365 * (average accounts payable between FY2016 and FY2017) / (FY2017 COGS + change in inventory between ...)"
    -> 365 * (avg(accounts_payable, prior(accounts_payable))) / (cost_of_revenue + (inventory - prior(inventory)))

Grammar: numbers; names of line items and metrics, with a year before or after them; + - * / and their words;
parentheses; "average X [between Y and Z]"; "change in X [between Y and Z]". Words that carry no arithmetic are passed
over; a text with anything else in it is not read at all, and no half of a definition is ever used.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from graph.models.offline.mentions import Vocabulary

_ASIDE = re.compile(
    r"\(\s*(?:from|in|on|per|as\s+\w+\s+(?:in|on))\s[^()]*\)|,?\s*as\s+(?:shown|stated|reported|presented|listed|found)\s+(?:in|on)\s.*$",
    re.I | re.S,
)
"""Where the numbers are found: no part of the arithmetic."""
_TOKEN = re.compile(
    r"(?P<number>\d[\d,]*(?:\.\d+)?(?![\w]))"
    r"|(?P<sign>[-+*/()×÷−–])"
    r"|(?P<word>[A-Za-z][A-Za-z&']*)"
    r"|(?P<space>[\s,:\"'’]+)"
)
_YEAR = re.compile(r"(?:(?:fy|fiscal(?:\s+year)?|year)\s*)?'?((?:19|20)\d\d)\b|\bfy\s?'?(\d\d)\b", re.I)
_SIGNS = {"×": "*", "÷": "/", "−": "-", "–": "-"}
_WORDS = {"plus": "+", "minus": "-", "less": "-", "times": "*", "over": "/"}
_SOURCE = r"(?:statements?\s+of\s+\w+(?:\s+\w+)?|[\w&]+(?:\s+\w+)?\s+(?:statement|sheet))"
_PHRASES = tuple(
    (re.compile(rf"{source}\b", re.I), kind)
    for source, kind in (
        (rf"(?:from|in|on)\s+(?:the\s+)?{_SOURCE}", ""),
        (r",\s+divided\s+by", "all over"),
        (r"divided\s+by", "/"),
        (r"multiplied\s+by", "*"),
        (r"(?:net\s+)?(?:change|increase|growth)\s+in", "change"),
        (r"(?:average|avg|mean)(?:\s+of)?", "average"),
        (r"(?:between|from)", "between"),
        (r"(?:and|to|through)", "and"),
        (r"(?:the|of|in|for|at|during|year|end|ending|fiscal|its|annual|total|amount|value)", ""),
    )
)
"""What a phrase stands for; nothing where it carries no arithmetic."""


_OFTEN_ABSENT = frozenset(
    {
        "short_term_investments",
        "prepaid_expenses",
        "short_term_debt",
        "current_portion_of_long_term_debt",
        "restricted_cash",
        "noncontrolling_interests",
        "preferred_stock",
        "share_repurchases",
        "interest_income",
    }
)


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str = ""
    year: int = 0


class _UnreadableError(Exception):
    """The text is not in the grammar."""


def read_definition(text: str, year: int, vocabulary: Vocabulary) -> str | None:
    """The expression a definition says, seen from fiscal year `year`; None where it cannot be read in full."""
    try:
        tokens = list(_tokens(_ASIDE.sub("", text), vocabulary))
        parser = _Parser(tokens, year)
        expression = parser.sum()
    except _UnreadableError:
        return None
    return expression if parser.at_end() and any(t.kind == "name" for t in tokens) else None


def _tokens(text: str, vocabulary: Vocabulary) -> Iterator[_Token]:
    names = {m.start: m for m in vocabulary.find(text)}
    place = 0
    while place < len(text):
        if place in names:
            yield _Token("name", names[place].key)
            place = names[place].end
            continue
        place, token = _token(text, place)
        if token:
            yield token


def _token(text: str, place: int) -> tuple[int, _Token | None]:
    year = _YEAR.match(text, place)
    if year:
        number = int(year[1] or f"20{year[2]}")
        return year.end(), _Token("year", year=number)
    for pattern, kind in _PHRASES:
        if phrase := pattern.match(text, place):
            return phrase.end(), _Token(kind) if kind else None
    token = _TOKEN.match(text, place)
    if token is None:
        raise _UnreadableError
    if token["number"]:
        return token.end(), _Token("number", token["number"].replace(",", ""))
    if token["sign"]:
        return token.end(), _Token(_SIGNS.get(token["sign"], token["sign"]))
    if token["word"]:
        if token["word"].lower() not in _WORDS:
            raise _UnreadableError
        return token.end(), _Token(_WORDS[token["word"].lower()])
    return token.end(), None


def _if_any(term: str) -> str:
    """A term of a sum that many companies do not have counts as nil where it is not printed."""
    return f"opt({term})" if term in _OFTEN_ABSENT else term


class _Parser:
    """Recursive descent; every method returns a piece of the expression."""

    def __init__(self, tokens: list[_Token], year: int) -> None:
        self._tokens = tokens
        self._place = 0
        self._year = year

    def at_end(self) -> bool:
        return self._place == len(self._tokens)

    def sum(self) -> str:
        text = self._product()
        while sign := self._take("+", "-"):
            text = f"{_if_any(text)} {sign.kind} {_if_any(self._product())}"
        return f"({text}) / ({self.sum()})" if self._take("all over") else text

    def _product(self) -> str:
        text = self._factor()
        while sign := self._take("*", "/"):
            text += f" {sign.kind} {self._factor()}"
        return text

    def _factor(self) -> str:
        if number := self._take("number"):
            return number.text
        for kind in ("average", "change"):
            if self._take(kind):
                return self._over_time(kind)
        return self._dated(self._year)

    def _over_time(self, kind: str) -> str:
        start = self._place
        self._dated(self._year)
        years = self._span() or (self._year - 1, self._year)
        end, texts = self._place, []
        for year in range(years[0], years[1] + 1):
            self._place = start
            texts.append(self._dated(year))
        self._place = end
        return f"avg({', '.join(texts)})" if kind == "average" else f"({texts[-1]} - {texts[0]})"

    def _span(self) -> tuple[int, int] | None:
        """ "between FY2016 and FY2017", or two years with "and" between them."""
        start = self._place
        self._take("between")
        first = self._take("year")
        self._take("and", "-")
        last = self._take("year")
        if first and last and abs(first.year - last.year) <= 10:
            return min(first.year, last.year), max(first.year, last.year)
        self._place = start
        return None

    def _dated(self, year: int) -> str:
        """A name or a parenthesis, with its own year before or after it."""
        if own := self._take("year"):
            year = own.year
        if self._take("("):
            inner = self.sum()
            self._expect(")")
            return f"({inner})"
        name = self._expect("name").text
        if self._peek("year") and not self._peek("and", 1):
            year = self._expect("year").year
        back = self._year - year
        if not 0 <= back <= 10:
            raise _UnreadableError
        return name if not back else f"prior({name})" if back == 1 else f"prior({name}, {back})"

    def _peek(self, kind: str, ahead: int = 0) -> bool:
        place = self._place + ahead
        return place < len(self._tokens) and self._tokens[place].kind == kind

    def _take(self, *kinds: str) -> _Token | None:
        if any(self._peek(kind) for kind in kinds):
            self._place += 1
            return self._tokens[self._place - 1]
        return None

    def _expect(self, kind: str) -> _Token:
        token = self._take(kind)
        if token is None:
            raise _UnreadableError
        return token
