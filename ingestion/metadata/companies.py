"""Names of companies: which two are the same, and how to write one read off a cover page."""

import re
import tomllib
import unicodedata
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

_WORD = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)*|&", re.UNICODE)
_SHORT = 3
"""A word of an all-capitals name this short stays in capitals: it is more often an abbreviation than a word."""


@dataclass(frozen=True)
class _NameWords:
    suffixes: frozenset[str]
    leading: frozenset[str]
    joining: frozenset[str]


@cache
def _name_words() -> _NameWords:
    data = tomllib.loads(files(__package__).joinpath("company_words.toml").read_text("utf-8"))
    return _NameWords(
        frozenset(data["legal_suffixes"]), frozenset(data["leading_words"]), frozenset(data["joining_words"])
    )


def company_key(name: str) -> str:
    """What two spellings of one company's name have in common: `The Acme Co., Inc.`, `ACME` and `acme` give `acme`."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    plain = "".join(character for character in plain if not unicodedata.combining(character))
    # "A.B. Acme, N.V." has its abbreviations as words.
    plain = re.sub(r"\b(\w)\.(?=\w\b)", r"\1", plain).replace(".", " ")
    words = _core(_WORD.findall(plain))
    return "".join(word for word in words if word not in _name_words().joining)


def short_name(name: str) -> str:
    """A name from a cover page as one would say it: no legal suffix, no shouting.

    `ACME WORKS, INC.` gives `Acme Works`, `The Acme Company` gives `Acme`, `ABC, Inc.` stays `ABC`.
    """
    text = " ".join(name.replace("\u00ae", "").replace("\u2122", "").split()).strip(" ,;-_*")
    tokens = text.split(" ")
    bare = [re.sub(r"[^\w&]", "", token).casefold() for token in tokens]
    start, end = _core_range(bare)
    kept = " ".join(tokens[start:end]).strip(" ,;-") or text
    return _calmed(kept) if kept == kept.upper() else kept


def _calmed(name: str) -> str:
    return " ".join(word if len(re.sub(r"\W", "", word)) <= _SHORT else word.capitalize() for word in name.split())


def _core(words: list[str]) -> list[str]:
    start, end = _core_range(words)
    return words[start:end]


def _core_range(words: list[str]) -> tuple[int, int]:
    """Where the name proper stands between leading words and legal suffixes; never empty."""
    names = _name_words()
    start, end = 0, len(words)
    while end - start > 1 and words[start] in names.leading:
        start += 1
    while end - start > 1 and (
        words[end - 1] in names.suffixes or words[end - 1] in names.joining or not words[end - 1]
    ):
        end -= 1
    return start, end
