"""Which heading belongs to which column: "Three months ended" is centred over the columns it spans."""

import re
from collections.abc import Sequence
from itertools import pairwise

from ingestion.domain import Word
from ingestion.layout import Line
from ingestion.scales import read_scale_note
from ingestion.tables.model import Column

_PHRASE_GAP = 0.55
"""Share of the line height that parts two phrases; the space between two words is half of it."""
_NEAR = 12.0
"""Points a heading may stand beside the numbers it heads."""
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_MONTH = re.compile(r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)", re.IGNORECASE)
_UNAUDITED = re.compile(r"\baudited|unaudited", re.IGNORECASE)
_COMPARES = re.compile(r"\bvs\b|\bversus\b|change|increase|decrease|variance|growth|compared", re.IGNORECASE)
_PERIOD_LIKE = re.compile(
    r"\b(?:end(?:ed|ing)|months?|quarters?|weeks|fiscal|years?|as of|half|at|(?:19|20)\d\d"
    r"|jan|feb|mar|apr|may|june?|july?|aug|sep|sept|oct|nov|dec|(?:january|february|march|april|august"
    r"|september|october|november|december))\b",
    re.IGNORECASE,
)
_PERIOD_WORDS = frozenset(
    {
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
        "november", "december", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov",
        "dec", "year", "years", "ended", "ending", "end", "three", "six", "nine", "twelve", "month", "months",
        "quarter", "quarters", "fiscal", "week", "weeks", "first", "second", "third", "fourth", "half", "as",
        "of", "at", "the", "for", "and", "to", "through", "from", "unaudited", "audited", "restated",
        "adjusted", "recast", "revised", "as-adjusted", "change", "changes", "vs", "versus", "percent",
        "increase", "decrease", "full", "year-to-date", "ytd", "period", "periods", "in", "millions",
        "thousands", "billions", "dollars", "except", "per", "share", "amounts", "data", "q1", "q2", "q3", "q4",
        "fy", "13", "26", "39", "52", "53", "thirteen", "twenty-six", "thirty-nine", "fifty-two", "fifty-three",
    }
)  # fmt: skip
_PERIOD_TOKEN = re.compile(
    r"(?:19|20)\d\d|\d{1,2}|[1-4]q\d{0,4}|q[1-4]\d{0,4}|fy\d{2,4}|[$%()*\u2013\u2014-]*|\(?[a-z0-9]\)"
)
_NILS = frozenset("-\u2013\u2014$")
_PERIOD_CORE = re.compile(r"(?:19|20)\d\d|ended|months?|weeks|quarters?", re.IGNORECASE)


def phrases(words: Sequence[Word]) -> list[list[Word]]:
    """Runs of words one space apart; a wider gap starts a new phrase."""
    runs: list[list[Word]] = []
    for word in words:
        gap = _PHRASE_GAP * (word.y1 - word.y0)
        # "2031 2030" and "June 30, 2031 June 30, 2030" set close together are still two headings.
        again = runs and _is_year(runs[-1][-1]) and (_is_year(word) or _MONTH.match(word.text))
        if runs and word.x0 - runs[-1][-1].x1 <= gap and not again:
            runs[-1].append(word)
        else:
            runs.append([word])
    return runs


def _is_year(word: Word) -> bool:
    return len(word.text) == 4 and _YEAR.fullmatch(word.text) is not None


def is_period_line(line: Line, zone: float) -> bool:
    """Whether a line says nothing but periods over the columns: "Years ended December 31,", "2018 2017 2016".

    `zone` is where the columns begin, in points; a scale note or the start of a date may stand left of it.
    """
    if len(line.text) > 200 or not _PERIOD_CORE.search(line.text):
        return False
    over = False
    for run in phrases(line.words):
        text = " ".join([word.text for word in run])
        if not _is_period(run) and (run[-1].x1 > zone or read_scale_note(text) is None):
            return False
        if (run[0].x0 + run[-1].x1) / 2 > zone and _PERIOD_CORE.search(text):
            over = True
    return over


def _is_period(run: Sequence[Word]) -> bool:
    for word in run:
        text = word.text.strip(",.;:()*").lower()
        if text not in _PERIOD_WORDS and not _PERIOD_TOKEN.fullmatch(text):
            return False
    return not all(word.text in _NILS or (word.text.isdigit() and not _is_year(word)) for word in run)


def head_columns(lines: Sequence[Line], columns: Sequence[Column]) -> list[str]:
    """Gives each column its heading from the lines over it; returns the lines that head no single column.

    `columns` are changed in place. A phrase heads the run of columns it stands over, or the run it is centred on.
    """
    above: list[str] = []
    parts: list[list[str]] = [[] for _ in columns]
    pitch = columns[1].x1 - columns[0].x1 if len(columns) > 1 else 80.0
    left = columns[0].x0 - _NEAR
    left_of_dates = columns[0].x0 - min(40.0, 0.4 * pitch)
    # From the lowest heading up: a heading over several columns is centred on their headings, not on their numbers.
    reach = [Column(column.x0, column.x1) for column in columns]
    for line in reversed(lines):
        rest: list[str] = []
        heads: list[tuple[list[Word], str]] = []
        runs = phrases(line.words)
        for run in runs:
            text = " ".join([word.text for word in run])
            edge = left_of_dates if _PERIOD_LIKE.search(text) else left
            if (run[0].x0 + run[-1].x1) / 2 < edge or _heads_all(text, len(runs), run, columns):
                rest.append(text)
            else:
                heads.append((run, text))
        if rest:
            above.append(" ".join(rest))
        for run, text, span in _assign(heads, columns, reach, parts):
            for position in span:
                parts[position].append(text)
            if len(span) == 1 and len(parts[span[0]]) == 1:
                reach[span[0]] = Column(run[0].x0, run[-1].x1)
    for column, texts in zip(columns, parts, strict=True):
        column.heading = " ".join(reversed(texts))
    return above[::-1]


def _heads_all(text: str, count: int, run: Sequence[Word], columns: Sequence[Column]) -> bool:
    """Titles, scale notes and lists of years are about the whole table, wherever they stand."""
    if len(_YEAR.findall(text)) > 1 and not _COMPARES.search(text):
        return True
    if count > 1 or _PERIOD_LIKE.search(text):
        return False
    if read_scale_note(text) is not None or _UNAUDITED.search(text):
        return True
    centre = (run[0].x0 + run[-1].x1) / 2
    width = run[-1].x1 - run[0].x0
    reach = max([column.x1 - column.x0 for column in columns])
    if len(columns) == 1 or centre >= columns[-1].x0:
        return False
    pitch = min([right.x1 - left.x1 for left, right in pairwise(columns)])
    return width > max(2.2 * reach, 1.2 * pitch)


def _assign(
    heads: Sequence[tuple[list[Word], str]],
    columns: Sequence[Column],
    reach: Sequence[Column],
    parts: Sequence[Sequence[str]],
) -> list[tuple[list[Word], str, range]]:
    """Each phrase with the columns it heads; `reach` is how far each column's own heading goes, `parts` its lines."""
    groups = _groups(parts)
    if len(heads) == len(columns):
        return [(run, text, range(place, place + 1)) for place, (run, text) in enumerate(heads)]
    if len(heads) == len(groups) > 1 and all(
        _is_over(run, group, reach) for (run, _), group in zip(heads, groups, strict=True)
    ):
        return [(run, text, group) for (run, text), group in zip(heads, groups, strict=True)]
    direct = [_under(run, columns) or _under(run, reach) or _beside(run, columns) for run, _ in heads]
    assigned: list[tuple[list[Word], str, range]] = []
    for place, (run, text) in enumerate(heads):
        first = max([hits[-1] + 1 for hits in direct[:place] if hits], default=0)
        last = min([hits[0] - 1 for hits in direct[place + 1 :] if hits], default=len(columns) - 1)
        spans = (_PERIOD_LIKE.search(text) and text[-1] not in _NILS) or not direct[place]
        if len(direct[place]) == 1 and _YEAR.fullmatch(text) and _lacks_year(parts, direct[place][0]):
            spans = False  # "2031" over "(As Restated)", a line above the years of the columns beside it
        assigned.append((run, text, _best_span(run, direct[place], first, last, reach, bool(spans))))
    return assigned


def _lacks_year(parts: Sequence[Sequence[str]], position: int) -> bool:
    """Whether a column has a heading without a year, and another column has its year already."""
    dated = [any(_YEAR.search(text) for text in texts) for texts in parts]
    return bool(parts[position]) and not dated[position] and any(dated)


def _is_over(run: Sequence[Word], group: range, reach: Sequence[Column]) -> bool:
    """Whether a phrase is centred over a run of columns."""
    left, right = reach[group[0]].x0, reach[group[-1]].x1
    return abs((run[0].x0 + run[-1].x1) / 2 - (left + right) / 2) < _NEAR / 2 + 0.1 * (right - left)


def _groups(parts: Sequence[Sequence[str]]) -> list[range]:
    """Runs of columns in which no year comes twice ("2031 2030 | 2031 2030"); none while one has no heading yet."""
    if sum(_YEAR.search(texts[0]) is not None for texts in parts if texts) < 2 * len(parts) / 3:
        return []
    starts = [0]
    seen: set[str] = set()
    for position, texts in enumerate(parts):
        if not texts:
            return []
        if texts[0] in seen:
            starts.append(position)
            seen = set()
        seen.add(texts[0])
    return [range(start, stop) for start, stop in pairwise([*starts, len(parts)])]


def _under(run: Sequence[Word], columns: Sequence[Column]) -> list[int]:
    """Columns that stand under a phrase for more than a sliver of their width."""
    x0, x1 = run[0].x0, run[-1].x1
    hits = []
    for position, column in enumerate(columns):
        overlap = min(x1, column.x1) - max(x0, column.x0)
        if overlap > 0.3 * min(x1 - x0, column.x1 - column.x0):
            hits.append(position)
    return hits


def _beside(run: Sequence[Word], columns: Sequence[Column]) -> list[int]:
    """The column a heading stands next to, if it is near enough to be its own."""
    gaps = [max(column.x0 - run[-1].x1, run[0].x0 - column.x1) for column in columns]
    near = min(gaps)
    return [gaps.index(near)] if near < _NEAR else []


def _best_span(
    run: Sequence[Word], hits: list[int], first: int, last: int, columns: Sequence[Column], spans: bool
) -> range:
    """The run of columns whose middle is nearest to the phrase's, wider runs preferred when about equal."""
    if first > last or (hits and not spans):
        return range(hits[0], hits[-1] + 1) if hits else range(0)
    middle = (run[0].x0 + run[-1].x1) / 2
    best, best_score = range(0), float("inf")
    for start in range(first, (hits[0] if hits else last) + 1):
        for stop in range(hits[-1] if hits else start, last + 1):
            centre = (columns[start].x0 + columns[stop].x1) / 2
            score = abs(centre - middle) - 6.0 * (stop - start)
            if score < best_score:
                best, best_score = range(start, stop + 1), score
    return best
