"""Notes to the financial statements: where they run, and which note stands on which page."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ingestion.page_kinds.clues import Clues, is_heading
from ingestion.page_kinds.rules import Rules

_NOTE = re.compile(r"^\W*(?:foot)?note\s*(?P<number>\d{1,2})[a-z]?\b(?P<rest>.*)$", re.IGNORECASE)
_NUMBERED = re.compile(r"^(?P<number>\d{1,2})\s*(?:\.(?!\d)|[-–—:])\s*(?P<rest>.*)$")
_BRACKETED = re.compile(r"^\((?P<number>\d{1,2})\)\s*(?P<rest>.*)$")
_CONTINUED = re.compile(r"\s*[-–—]*\s*\(?\s*(?:continued|cont['’]?d|unaudited)\.?\s*\)?\s*[-–—]*\s*$", re.IGNORECASE)
_REFERENCE = re.compile(r"^\W*(?:(?:to|in|of|for|and|above|below)\b|,|\")", re.IGNORECASE)
_LETTERS = re.compile(r"[A-Za-z]{3}")
_MAX_TITLE = 110
_LAST_NOTE = 40


@dataclass(frozen=True)
class NoteStart:
    """A note's heading: page index, line number, the note's number and title."""

    index: int
    line: int
    number: int
    title: str

    @property
    def section(self) -> str:
        """The name shown to people: `Note 7. Long-term debt`."""
        return f"Note {self.number}. {self.title}" if self.title else f"Note {self.number}"


@dataclass(frozen=True)
class Notes:
    """The pages notes run over, and their headings in order."""

    pages: range
    starts: tuple[NoteStart, ...]

    def titles(self, index: int, page: Clues) -> tuple[str, ...]:
        """The notes on a page: the one carried on from the page before, if it takes some room, then those begun."""
        here = [start for start in self.starts if start.index == index]
        before = [start for start in self.starts if start.index < index]
        carried = before[-1:] if before and (not here or page.share_after(0, here[0].line) > 0.05) else []
        return tuple(dict.fromkeys(start.section for start in (*carried, *here)))

    def share(self, index: int, page: Clues, word: str) -> float:
        """The share of a page's text, 0 to 1, taken by notes with this word in their title."""
        here = [start for start in self.starts if start.index == index]
        before = [start for start in self.starts if start.index < index]
        edges = [(0, before[-1].title if before else ""), *((start.line, start.title) for start in here)]
        ends = [*(line for line, _ in edges[1:]), None]
        taken = (
            page.share_after(line, end) for (line, title), end in zip(edges, ends, strict=True) if word in title.lower()
        )
        return sum(taken)


def note_rows(page: Clues) -> list[int]:
    """Numbers of the lines that read like "Note 3" headings."""
    return [n for n, line in enumerate(page.squashed) if line.startswith("note") and _NOTE.match(page.lines[n])]


def find_notes(pages: Sequence[Clues], first: int, end: int, skip: frozenset[int], rules: Rules) -> Notes:
    """The notes among pages `first` up to `end` (indices); they stop earlier at signatures, exhibits or a report.

    Headings are not looked for on the pages of `skip`: a list of notes would pass for all of them.
    """
    start = next((index for index in range(first, min(first + 4, end)) if _begins(pages[index], rules)), first)
    stop = next((index for index in range(start + 1, end) if _ends(pages[index], rules)), end)
    return Notes(range(start, stop), _headings(pages, [n for n in range(start, stop) if n not in skip]))


def _begins(page: Clues, rules: Rules) -> bool:
    return any(rules.marks.notes_heading.fullmatch(line) for line in page.squashed[:12]) or any(
        (match := _NOTE.match(line)) and match["number"] == "1" for line in page.lines[:12]
    )


def _ends(page: Clues, rules: Rules) -> bool:
    before = ""
    for line, raw in zip(page.squashed[:5], page.lines, strict=False):
        # "12." on the line before makes it the title of a note.
        if is_heading(raw) and rules.marks.notes_end.fullmatch(line) and not before.rstrip(".").isdigit():
            return True
        before = line
    return False


def _headings(pages: Sequence[Clues], span: Sequence[int]) -> tuple[NoteStart, ...]:
    """The longest run of headings that count up by one, in the style ("Note 3", "3." or "(3)") that gives it."""
    found: dict[re.Pattern[str], list[NoteStart]] = {_NOTE: [], _NUMBERED: [], _BRACKETED: []}
    for index in span:
        page = pages[index]
        for number, line in enumerate(page.lines):
            if "ote" in line[:12].lower():
                found[_NOTE] += _read(_NOTE, page, index, number)
            elif line[0].isdigit():
                found[_NUMBERED] += _read(_NUMBERED, page, index, number)
            elif line[0] == "(":
                found[_BRACKETED] += _read(_BRACKETED, page, index, number)
    return max((_longest_run(starts) for starts in found.values()), key=len)


def _read(pattern: re.Pattern[str], page: Clues, index: int, line: int) -> list[NoteStart]:
    match = pattern.match(page.lines[line])
    if not match or not 1 <= int(match["number"]) <= _LAST_NOTE:
        return []
    rest = match["rest"]
    if not _LETTERS.search(rest):  # the title stands on the next line
        rest = page.lines[line + 1] if line + 1 < len(page.lines) else ""
    rest = rest.strip(" .:–—-|")
    if not _is_title(rest):
        return []
    return [NoteStart(index, line, int(match["number"]), _tidy(rest))]


def _is_title(text: str) -> bool:
    short = len(text) <= _MAX_TITLE and bool(_LETTERS.search(text))
    return short and text[0].isalpha() and is_heading(text) and not _REFERENCE.match(text)


def _tidy(title: str) -> str:
    text = " ".join(title.split()).strip(" .:–—-|")
    while (shorter := _CONTINUED.sub("", text)) != text:
        text = shorter
    return text.strip(" .:–—-|")


def _longest_run(starts: Sequence[NoteStart]) -> tuple[NoteStart, ...]:
    """The longest run from 1 (or 2) in steps of one; a number said again with the same title carries on."""
    best: dict[int, tuple[int, tuple[NoteStart, ...]]] = {}
    for start in starts:
        before = [best[n] for n in (start.number - 1, start.number - 2) if n in best]
        length, run = max(before, key=lambda b: b[0], default=(0, ()))
        if not run and start.number > 2:
            continue
        known = best.get(start.number)
        if known is None or length + 1 > known[0]:
            best[start.number] = (length + 1, (*run, start))
    return max(best.values(), key=lambda b: b[0], default=(0, ()))[1]
