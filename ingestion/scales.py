"""What the numbers of a statement are counted in: "(in millions, except per share amounts)".

The note stands over or beside the grid, often only on a statement's first page. Where there is none the scale is
unknown, which is not the same as units.
"""

import re
from dataclasses import dataclass

_SCALES = {"thousand": 10**3, "million": 10**6, "billion": 10**9, "lakh": 10**5, "crore": 10**7}
_WORD = r"(?P<{0}>thousands?|millions?|billions?|lakhs?|crores?)"
_NOTE = re.compile(
    r"\b(?:in|of)\s+(?:u\.?s\.?\s+)?(?:dollars?\s+in\s+)?" + _WORD.format("a") + r"\b"
    r"|\(\s*(?:(?:u\.?s\.?\s*)?(?:dollars?|[$€£¥])\s*(?:in\s*)?)?" + _WORD.format("b") + r"\b"
    r"|(?:[$€£¥]|\b(?:usd|eur|gbp|rmb|chf|dollars?|euros?))\s*" + _WORD.format("c") + r"\b"
    r"|\b" + _WORD.format("d") + r"\s+of\s+(?:u\.?s\.?\s*)?(?:dollars?|euros?|yen|pounds?)\b"
    r"|\(\s*(?:us)?[$€£]\s?(?P<mm>mm?)\s*\)"
    r"|(?P<zeros>\b000[’']?s\b|\(\s*[$€£]?\s*000[’']?s?\s*(?:omitted)?\s*\)|[$€£]\s*000\b)"
    r"|\b(?P<mio>mio|mrd)\.?\s+(?:eur|chf|euro)\b",
    re.IGNORECASE,
)
_SHARES_IN = re.compile(r"\b(?:number of )?shares?\b[^();]{0,60}?\bin\s+" + _WORD.format("a") + r"\b", re.IGNORECASE)
_EXCEPT = re.compile(r"\bexcept(?:ing)?\b(?P<rest>[^)]*)|\bother than\b(?P<rest2>[^)]*)", re.IGNORECASE)
_PER_SHARE = re.compile(r"\bper[\s-]+(?:\w+[\s-]+){0,2}?(?:shares?|units?|ads|adss)\b", re.IGNORECASE)
_SHARES = re.compile(r"\bshares?\b(?!\s+in\b)", re.IGNORECASE)
_CURRENCIES = (
    (re.compile(r"€|\beuros?\b|\beur\b", re.IGNORECASE), "EUR"),
    (re.compile(r"£|\bgbp\b|pounds? sterling", re.IGNORECASE), "GBP"),
    (re.compile(r"¥|\byen\b|\bjpy\b", re.IGNORECASE), "JPY"),
    (re.compile(r"\brmb\b|renminbi|\bcny\b", re.IGNORECASE), "CNY"),
    (re.compile(r"₹|\brupees?\b|\binr\b|\brs\.", re.IGNORECASE), "INR"),
    (re.compile(r"\bchf\b|swiss francs?", re.IGNORECASE), "CHF"),
    (re.compile(r"C\$|\bcad\b|canadian dollars?", re.IGNORECASE), "CAD"),
    (re.compile(r"A\$|\baud\b|australian dollars?", re.IGNORECASE), "AUD"),
    (re.compile(r"\$|\bu\.?s\.? dollars?|\busd\b|\bdollars?\b", re.IGNORECASE), "USD"),
)


@dataclass(frozen=True, slots=True)
class ScaleNote:
    """The scale of a table's amounts, and of its share counts where that differs.

    `scale` and `shares` are multipliers (1_000_000 for "in millions"); `currency` an ISO code if the note names one.
    """

    scale: int
    shares: int
    currency: str | None = None


def read_scale_note(text: str) -> ScaleNote | None:
    """The scale a line of text states, or None where it states none.

    "except per share amounts" leaves share counts scaled, "except share and per share data" takes them out, and
    "shares in thousands" gives them a scale of their own.
    """
    shares_own = _SHARES_IN.search(text)
    match = next((m for m in _NOTE.finditer(text) if not shares_own or not _inside(m, shares_own)), None)
    if match is None:
        match = _NOTE.search(text)
        if match is None:
            return None
    scale = _value(match)
    shares = scale
    excepted = _EXCEPT.search(text)
    if shares_own:
        shares = _SCALES[shares_own["a"].lower().rstrip("s")]
    elif excepted:
        rest = _PER_SHARE.sub(" ", excepted["rest"] or excepted["rest2"] or "")
        if _SHARES.search(rest):
            shares = 1
    return ScaleNote(scale, shares, find_currency(text))


def find_currency(text: str) -> str | None:
    """The ISO code of the first currency, in order of how telling its sign is, that a text names."""
    return next((code for pattern, code in _CURRENCIES if pattern.search(text)), None)


def is_per_share(text: str) -> bool:
    """Whether a label or heading speaks of amounts per share or unit."""
    return _PER_SHARE.search(text) is not None


def _inside(match: re.Match[str], outer: re.Match[str]) -> bool:
    return outer.start() <= match.start() and match.end() <= outer.end()


def _value(match: re.Match[str]) -> int:
    if match["zeros"]:
        return 1000
    if match["mm"]:
        return 10**6
    if match["mio"]:
        return 10**6 if match["mio"].lower() == "mio" else 10**9
    word = match["a"] or match["b"] or match["c"] or match["d"]
    return _SCALES[word.lower().rstrip("s")]
