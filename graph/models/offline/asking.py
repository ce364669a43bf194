"""How a question asks, clause by clause and word by word; patterns of English, none of finance.

Instructions ("base your answer on the balance sheet") and conditions ("if the ratio is not relevant, say so") are set
aside: the main clause tells what is wanted.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Literal

from graph.models.offline.mentions import sentences
from graph.understanding.terms import core_of

Direction = Literal["up", "down", "better", "worse", "either"]


def words(*sources: str) -> re.Pattern[str]:
    """A pattern of whole words, each source a regular expression, in any case."""
    return re.compile(rf"\b(?:{'|'.join(sources)})\b", re.IGNORECASE)


_ASKS = words(
    "what|how|which|who|when|where|why|does|do|did|is|are|was|were|has|have|can|could|will|would|should|among|name|list"
)
_YES_NO = re.compile(r"(?:does|do|did|is|are|was|were|has|have|can|could|will|would|should)\b", re.IGNORECASE)
_WHY = words(
    r"why|drove|driven|drivers?|drives|reasons?|caused?|explains?|factors?|nature|purpose|describe|list|summari[sz]e",
    r"discuss|impact|due to|because",
    r"attribut(?:ed|able) to (?!share|stock|common|the (?:company|parent))",
)
_REASON = words(r"why|drove|driven|drivers?|drives|reasons?|caused?|factors?")
_LISTS = re.compile(
    r"(?:which|who|when|where|name|list)\b"
    r"|what\s+(?:are|were)\s+(?:the\s+|some\s+)?(?:major|main|key|primary|top|different|two|three|four|five)\b",
    re.IGNORECASE,
)
_UP = words(r"increas\w*|grow\w*|grew|ris(?:e|en|ing)|rose|higher|expand\w*|accelerat\w*|climb\w*")
_DOWN = words(
    r"decreas\w*|declin\w*|fall(?:en|ing)?|fell|drop\w*|lower|contract(?:ed|ing)?|shr[aiu]nk\w*|reduc\w*|decelerat\w*"
)
_BETTER = words(r"improv\w*|better|strengthen\w*")
_WORSE = words(r"wors\w*|deteriorat\w*|weaken\w*")
_MOST = words(r"most|highest|largest|biggest|greatest|(?P<least>least|lowest|smallest)")
_WHICH_COMPANY = re.compile(
    r"which\s+(?:company|companies|firm|business|of\s+(?:the\s+)?(?:two|three|these|them)|one|had|has|is|was)\b",
    re.IGNORECASE,
)
_LESS = words(r"lower|lowest|less|least|smaller|smallest|worse|worst|slower|slowest")
_SIGN = words(r"positive|(?P<negative>negative)|pays?|paid|report(?:s|ed)?|record(?:s|ed)?|have any|hold any")
_HIGH_GROWTH = words(r"high[- ]growth")
_YOY = re.compile(r"year[- ]over[- ]year|\byoy\b|\by/y\b|percent(?:age)? change|\bgrowth rate\b", re.IGNORECASE)
_CAGR = words(r"cagr|compound(?:ed)? annual growth")
_RESTATED = words(r"restate\w*", "recast", "as (?:adjusted|revised|previously reported)")
_CHANGE = words(r"chang\w*|difference")
_CHANGE_OF = re.compile(
    r"\b(?:(?P<growth>growth(?:\s+rate)?)|change|increase|decrease|difference)\s+(?:of|in|for)"
    r"\s+(?:the\s+|its\s+|their\s+|total\s+)?$",
    re.IGNORECASE,
)
_AVERAGE = re.compile(
    r"\b(?:(?P<count>\d|two|three|four|five)[- ]years?\s+)?average\b"
    r"(?!\s+(?:common|share|number|diluted|basic|price|rate))",
    re.IGNORECASE,
)
_NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5}
_SOURCE = re.compile(
    r"(?:from|in|on|within|of|using|by)?\s*(?:the\s+)?(?:consolidated\s+)?"
    r"(?:statements?\s+of\s+(?:cash\s+flows?|income|operations|earnings|financial\s+position)"
    r"|(?:cash\s+flow|income|p&l|profit\s+and\s+loss)\s+statements?|balance\s+sheets?)",
    re.IGNORECASE,
)
_OF_WHAT = re.compile(
    r"\b(?:from|of|in|for|at|per)\s+(?:the\s+|its\s+|their\s+|an?\s+)?([A-Za-z][\w&-]*)", re.IGNORECASE
)
_RECORD = words("highest|lowest|largest|smallest|biggest|greatest|peak|maximum|minimum|ever")
_TOKEN = re.compile(r"\b[A-Za-z][\w&'’-]*")
_LEGAL = words("inc|incorporated|corp|corporation|company|companies|co|plc|ltd|limited|llc|group|holdings|and|s")
_MAY_FOLLOW = re.compile(
    r"\s*(?:$|[^\w\s]|\d|(?:fy|q)\d|(?:of|in|on|at|as|to|from|for|by|per|than|over|between|during|since|through|under|with"
    r"|within|across|and|or|but|that|which|who|it|they|this|last|both|all|year|fiscal|for"
    r"|is|are|was|were|be|been|did|do|does|has|have|had|can|could|will|would|should"
    r"|growth|change|figures?|amounts?|numbers?|balances?|levels?|positions?|totals?|trends?|performance|values?|volume"
    r"|compar\w*|develop\w*|chang\w*|improv\w*|ris\w*|rose|fall\w*|fell|drop\w*|declin\w*|grow\w*|grew|increas\w*"
    r"|decreas\w*|reduc\w*|expand\w*|shr[aiu]nk\w*|total\w*|reach\w*|amount\w*|report\w*|record\w*|generat\w*|earn\w*"
    r"|made|make|held|hold|exceed\w*|went|go|come|came|look\w*|remain\w*|stay\w*)\b)",
    re.IGNORECASE,
)
_EXPECTED = words(
    r"expect(?:s|ed|ation|ations)?|guid(?:e|es|ed|ance)|forecast\w*|outlook|project(?:ed|s|ion)|anticipat\w*|target(?:s|ed)?"
)
_NARROWING = re.compile(
    r"\b(?:(?i:segments?|regions?|regional|geograph\w*|countr(?:y|ies)|domestic|international|overseas|foreign|u\.s\."
    r"|product lines?|divisions?|brands?|categor(?:y|ies)|channels?|organic\w*|comparable|same[- ]store"
    r"|constant currency|exclud\w*|pro forma|non[- ]?gaap|adjusted|normali[sz]ed|expect\w*|forecast\w*|guidance"
    r"|outlook|project(?:ed|ion)|target\w*|estimat\w*|budget\w*|instruments?|securit(?:y|ies)|customers?|suppliers?"
    r"|employees?|real change|events?|potential|stable)|US(?!\s*(?:\$|[Dd]ollars?|[Gg][Aa]{2}[Pp])))\b"
)
"""Words that narrow a figure to less than the whole company, or to something no statement prints."""


def clauses(question: str) -> Iterator[str]:
    """The clause that asks; then, where no sentence is a question, every sentence that may say what is wanted."""
    yield main_clause(question)
    if "?" not in question:
        yield from sentences(question)


def main_clause(question: str) -> str:
    """The clause that asks, from its asking word on."""
    core = [s for s in sentences(core_of(question)) if not re.match(r"(?:if|in case)\b", s, re.IGNORECASE)] or [
        question
    ]
    sentence = next((s for s in core if s.endswith("?")), core[0])
    start = _ASKS.search(sentence)
    return sentence[start.start() if start else 0 :].strip()


def without_sources(clause: str) -> str:
    """Statements named as sources are blanked, so that "cash flow statement" is no cash flow; places are kept."""
    return _SOURCE.sub(lambda match: " " * len(match.group()), clause)


def is_yes_no(clause: str) -> bool:
    """Whether the clause asks for yes or no."""
    return bool(_YES_NO.match(clause))


def asks_for_words(clause: str) -> bool:
    """Whether the clause asks why or how, which no figure answers."""
    return bool(_WHY.search(clause))


def asks_for_reason(clause: str) -> bool:
    """Whether the clause asks why."""
    return bool(_REASON.search(clause))


def asks_for_list(clause: str) -> bool:
    """Whether the clause asks which, who, or for several things."""
    return bool(_LISTS.match(clause))


def is_narrowed(rest: str) -> bool:
    """Whether words beside the names of measures narrow the figure."""
    return bool(_NARROWING.search(rest))


def is_expectation(clause: str) -> bool:
    """Whether the clause asks about what is still to come: expected, guided to, planned."""
    return bool(_EXPECTED.search(clause))


def stands_alone(after: str) -> bool:
    """Whether a word that is an everyday one as well means a measure, by what follows: "cash", no "cash proceeds"."""
    return bool(_MAY_FOLLOW.match(after))


def word_before(before: str) -> str:
    """The word right before a measure, in lower case; empty where a sign or a period stands between."""
    match = re.search(r"([A-Za-z][\w&'’./-]*)\s+$", before)
    return match[1].casefold().rstrip(".") if match else ""


def words_after_prepositions(text: str) -> list[str]:
    """What something is taken from, of, in or for, in lower case: "from advertising", "in Asia"."""
    return [match[1].casefold().rstrip(".") for match in _OF_WHAT.finditer(text)]


def without_names(text: str, names: Iterable[str]) -> str:
    """Company names, with what belongs to them ("Acme Tools, Inc."), are blanked; places are kept."""
    for name in sorted(names, key=len, reverse=True):
        pattern = rf"\b(?i:{re.escape(name)})\b(?:[,.]?\s+(?:[A-Z][a-z][\w&.-]*|and(?=\s[A-Z][a-z])))*(?:['’][sS]?)?"
        text = re.sub(pattern, lambda match: " " * len(match.group()), text)
    return text


def tokens(text: str) -> list[str]:
    """The words of a text, without possessive endings."""
    return [re.sub(r"['’]s?$", "", word) for word in _TOKEN.findall(text)]


def words_after_names(text: str, names: Iterable[str]) -> list[str]:
    """What `without_names` takes away with a name and belongs to none of them: the China of "Acme China"."""
    blanked = without_names(text, names)
    taken = "".join(was if now == " " else " " for was, now in zip(text, blanked, strict=True))
    known = {word for name in names for word in name.casefold().split()}
    return [word for word in tokens(taken) if word and word.casefold() not in known and not _LEGAL.fullmatch(word)]


def asks_for_record(clause: str) -> bool:
    """Whether the clause wants the highest or lowest there ever was."""
    return bool(_RECORD.search(clause))


def superlative(clause: str) -> Literal["most", "least"] | None:
    """Which end of a comparison the clause asks for: the first it names."""
    match = _MOST.search(clause)
    return None if match is None else "least" if match["least"] else "most"


def compares_companies(clause: str) -> bool:
    """Whether the clause asks which of several companies."""
    return bool(_WHICH_COMPANY.match(clause))


def asks_for_less(clause: str) -> bool:
    """Whether the lower of two is asked for."""
    return bool(_LESS.search(clause))


def direction_of(rest: str) -> Direction | None:
    """Which way the clause asks whether something moved."""
    if _BETTER.search(rest):
        return "either" if _WORSE.search(rest) or _DOWN.search(rest) else "better"
    if _WORSE.search(rest):
        return "worse"
    if is_high_growth(rest):
        return None
    up, down = _UP.search(rest), _DOWN.search(rest)
    if up and down:
        return "either"
    return "up" if up else "down" if down else None


def first_direction(text: str) -> Literal["up", "down"] | None:
    """Which way the first word of movement in a text points."""
    up, down = _UP.search(text), _DOWN.search(text)
    if up and (not down or up.start() < down.start()):
        return "up"
    return "down" if down else None


def sign_of(clause: str) -> Literal["positive", "negative"] | None:
    """Which sign the clause asks about: "positive" also where it asks whether there is any."""
    match = _SIGN.search(clause)
    return None if match is None else "negative" if match["negative"] else "positive"


def is_high_growth(clause: str) -> bool:
    """Whether the clause asks about high growth, which is a level and no movement."""
    return bool(_HIGH_GROWTH.search(clause))


def is_compound(clause: str) -> bool:
    """Whether the clause asks for a compound annual growth rate."""
    return bool(_CAGR.search(clause))


def is_year_over_year(clause: str) -> bool:
    """Whether the clause asks for a growth rate by one of its names."""
    return bool(_YOY.search(clause))


def is_restatement(text: str) -> bool:
    """Whether the text is about figures printed anew, so that a change is one of print and not of time."""
    return bool(_RESTATED.search(text))


def names_change(rest: str) -> bool:
    """Whether the clause speaks of change."""
    return bool(_CHANGE.search(rest))


def change_before(before: str) -> Literal["growth", "change"] | None:
    """What the words right before a measure make of it: "growth in", "change in"."""
    match = _CHANGE_OF.search(before)
    return None if match is None else "growth" if match["growth"] else "change"


def average_of(clause: str) -> tuple[int, int | None] | None:
    """Where the clause says "average", and over how many years if it says so."""
    match = _AVERAGE.search(clause)
    if match is None:
        return None
    count = match["count"]
    return match.start(), int(count) if count and count.isdigit() else _NUMBERS.get((count or "").lower())
