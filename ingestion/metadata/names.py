"""Finding the company's name and ticker on a first page."""

import re

_EXACT_NAME = re.compile(r"^\W{0,3}exact\b|exact\s+name\s+of", re.IGNORECASE)
_STOP = re.compile(
    r"commission|file\s+n|\bor\b$|^\(|mark one|transition|washington|form\s+\d|ended|earliest|reported|pursuant"
    r"|exchange act|securities|annual report|quarterly report|current report|date of|^x$|^\W*$|^\d[\d\s-]*$|\d{4}\)?$",
    re.IGNORECASE,
)
_COMMISSION_LINE = re.compile(r"commission\s+file", re.IGNORECASE)
_NAME_END = re.compile(r"state\s+(?:or|of)|jurisdiction|incorporat|i\.?r\.?s|\(exact", re.IGNORECASE)
_LISTED = re.compile(
    r"(?P<name>[A-Z0-9][\w.&'\u2019,/-]*(?:\s+(?:[A-Z0-9&][\w.&'\u2019,/-]*|of|and|de|the)){0,6}?)"
    r"(?:\s+\(?[\u201c\"][^)\u201d\"]{1,40}[\u201d\"]\)?)?\s*"
    r"\((?:[^()]{0,30}?\b)?(?:nyse|nasdaq|asx|lse|otc)[^():]{0,30}:\s*(?P<ticker>[A-Z]{1,5}(?:[.-][A-Z])?)\b",
    re.IGNORECASE,
)
_HEADLINE = re.compile(
    r"^(?P<name>[A-Z0-9][^.:;|]{1,60}?)\s+(?:reports|announces|delivers|posts)\s", re.IGNORECASE | re.MULTILINE
)
_SYMBOL_HEAD = re.compile(r"trading\s+symbol", re.IGNORECASE)
_SYMBOL = re.compile(r"[A-Z]{1,5}(?:[./][A-Z])?")
_EQUITY = re.compile(r"common|ordinary|shares?\b|stock\b", re.IGNORECASE)
_NO_SYMBOL = {"NYSE", "NONE", "NASDAQ", "LLC", "INC", "N/A", "NA", "YES", "NO", "OR", "THE", "AND", "US", "U", "S"}
_MAX_NAME_LINES = 3


def registrant_name(cover: str) -> str | None:
    """The name above "(Exact name of registrant as specified in its charter)", else below the commission number."""
    lines = [" ".join(line.split()) for line in cover.split("\n")]
    lines = [line for line in lines if line]
    for index, line in enumerate(lines):
        if _EXACT_NAME.search(line):
            name = _name_above(lines, index, line)
            if name:
                return name
    for index, line in enumerate(lines):
        if _COMMISSION_LINE.search(line):
            for candidate in lines[index + 1 : index + 3]:
                if not _STOP.search(candidate) and not _NAME_END.search(candidate) and re.search("[A-Za-z]", candidate):
                    return candidate
    return None


def _name_above(lines: list[str], index: int, line: str) -> str | None:
    before = re.split(r"\(?\s*exact\s+name", line, flags=re.IGNORECASE)[0].strip()
    if before and not _STOP.search(before) and not before.casefold().startswith("(exact"):
        return before
    found: list[str] = []
    for candidate in reversed(lines[max(0, index - _MAX_NAME_LINES) : index]):
        if _STOP.search(candidate) or not re.search("[A-Za-z]", candidate):
            break
        found.insert(0, candidate)
    return " ".join(found) or None


def listed_company(flat: str) -> tuple[str | None, str | None]:
    """(name, ticker) from "Acme Tools, Inc. (NYSE: ACM) today announced", else the name in the headline."""
    match = _LISTED.search(flat)
    if match:
        return match["name"], match["ticker"].upper()
    headline = _HEADLINE.search(flat[:1500])
    return (headline["name"], None) if headline else (None, None)


def trading_symbol(cover: str) -> str | None:
    """The symbol of the common stock in the table of registered securities."""
    head = _SYMBOL_HEAD.search(cover)
    if head is None:
        return None
    after, before = cover[head.end() : head.end() + 1500], cover[max(0, head.start() - 400) : head.start()]
    return _symbol_among(after) or _symbol_among(before)


def _symbol_among(text: str) -> str | None:
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    for index, line in enumerate(lines):
        # Within a line, one letter is more likely that of a class of shares.
        words = [line] if _SYMBOL.fullmatch(line) else [word for word in line.split()[-6:] if len(word) > 1]
        for word in words:
            if _SYMBOL.fullmatch(word) and word not in _NO_SYMBOL:
                around = " ".join(lines[max(0, index - 3) : index + 1])
                if _EQUITY.search(around):
                    return word
    return None
