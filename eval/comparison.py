"""Two runs side by side, question by question: what a change brings, and whether it could be chance."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from eval.errors import RunError
from eval.records import Record, read_records
from eval.scorers.retrieval import PageRanks, rank_pages
from eval.stats import Estimate, McNemar, mcnemar, mean, paired
from eval.summary import is_right
from graph.domain import Frozen

T = TypeVar("T")

ANSWERS, RANKS = "answers.jsonl", "ranks.jsonl"


class Row(Frozen):
    """One figure of both runs over the same questions, and the difference `second - first` with its interval."""

    name: str
    n: int
    first: Estimate
    second: Estimate
    difference: Estimate
    test: McNemar | None = None


class Comparison(Frozen):
    """Two runs on the questions both asked. `only_first` and `only_second` are ids that one alone got right."""

    first: str
    second: str
    n: int
    left_out: tuple[str, ...]
    rows: tuple[Row, ...]
    only_first: tuple[str, ...]
    only_second: tuple[str, ...]


class RankLine(Frozen):
    """What a comparison needs of a question of a retrieval run: the best rank of a gold page, if one was found."""

    id: str
    rank: int | None


def compare_runs(first: Path, second: Path) -> Comparison:
    """Compare two runs of `eval.run`, or two of `eval.retrieval`. Raises RunError where they are not of one kind."""
    if (first / ANSWERS).is_file() and (second / ANSWERS).is_file():
        return compare_answers(first.name, _answers(first), second.name, _answers(second))
    if (first / RANKS).is_file() and (second / RANKS).is_file():
        return compare_ranks(first.name, _ranks(first), second.name, _ranks(second))
    raise RunError(f"{first} and {second} do not both hold {ANSWERS}, or both {RANKS}")


def compare_answers(
    first_name: str, first: dict[str, Record], second_name: str, second: dict[str, Record]
) -> Comparison:
    """Accuracy, refusals, citations on gold pages and pages found, over the questions of both runs."""
    common = [key for key in first if key in second]
    pairs = [(first[key], second[key]) for key in common]
    with_gold = [pair for pair in pairs if pair[0].gold_pages]
    undisputed = [pair for pair in pairs if not pair[0].disputed]
    rows = (
        _hits("answered rightly", pairs, is_right),
        _hits("answered rightly, undisputed gold", undisputed, is_right),
        _hits("refused", pairs, lambda record: record.verdict.value == "refused"),
        _hits("a gold page cited", with_gold, lambda record: bool(record.citations.on_gold)),
        _hits("a gold page among the first 10", with_gold, lambda record: _ranks_of(record).hit(10)),
        _means("seconds a question", pairs, lambda record: record.timings.total_s),
        _means("tokens a question", pairs, lambda record: float(record.tokens.input + record.tokens.output)),
    )
    won = [(one.id, is_right(one), is_right(other)) for one, other in pairs]
    return _comparison(first_name, list(first), second_name, list(second), rows, won)


def compare_ranks(
    first_name: str, first: dict[str, RankLine], second_name: str, second: dict[str, RankLine]
) -> Comparison:
    """hit@k and reciprocal ranks over the questions of both runs; "right" is a gold page in the first 10."""

    def hit(k: int) -> Callable[[RankLine], bool]:
        return lambda line: line.rank is not None and line.rank <= k

    pairs = [(first[key], second[key]) for key in first if key in second]
    rows = (
        *(_hits(f"hit@{k}", pairs, hit(k)) for k in (1, 3, 5, 10, 20)),
        _means("mrr@20", pairs, lambda line: 1 / line.rank if line.rank and line.rank <= 20 else 0.0),
    )
    won = [(one.id, hit(10)(one), hit(10)(other)) for one, other in pairs]
    return _comparison(first_name, list(first), second_name, list(second), rows, won)


def _comparison(
    first_name: str,
    first: Sequence[str],
    second_name: str,
    second: Sequence[str],
    rows: tuple[Row, ...],
    won: Sequence[tuple[str, bool, bool]],
) -> Comparison:
    if not won:
        raise RunError(f"{first_name} and {second_name} have no question in common")
    return Comparison(
        first=first_name,
        second=second_name,
        n=len(won),
        left_out=tuple(sorted(set(first) ^ set(second))),
        rows=tuple(row for row in rows if row.n),
        only_first=tuple(key for key, one, other in won if one and not other),
        only_second=tuple(key for key, one, other in won if other and not one),
    )


def _hits(name: str, pairs: Sequence[tuple[T, T]], hit: Callable[[T], bool]) -> Row:
    first, second = [hit(one) for one, _ in pairs], [hit(other) for _, other in pairs]
    return _row(name, [float(x) for x in first], [float(x) for x in second], mcnemar(first, second))


def _means(name: str, pairs: Sequence[tuple[T, T]], value: Callable[[T], float]) -> Row:
    return _row(name, [value(one) for one, _ in pairs], [value(other) for _, other in pairs], None)


def _row(name: str, first: Sequence[float], second: Sequence[float], test: McNemar | None) -> Row:
    return Row(
        name=name,
        n=len(first),
        first=mean(first),
        second=mean(second),
        difference=paired(first, second),
        test=test,
    )


def _ranks_of(record: Record) -> PageRanks:
    return rank_pages(record.gold_pages, [(page.doc, page.page) for page in record.retrieved])


def _answers(folder: Path) -> dict[str, Record]:
    return {record.id: record for record in read_records(folder / ANSWERS)}


def _ranks(folder: Path) -> dict[str, RankLine]:
    found: dict[str, RankLine] = {}
    for number, line in enumerate((folder / RANKS).read_text(encoding="utf-8").splitlines(), 1):
        try:
            fields = json.loads(line)
            found[str(fields["id"])] = RankLine(id=str(fields["id"]), rank=fields["rank"])
        except (ValueError, KeyError, TypeError) as error:
            raise RunError(f"{folder / RANKS}, line {number}: not a line of a retrieval run") from error
    return found
