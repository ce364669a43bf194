"""Figures of a retrieval run, counted by hand."""

import json
from pathlib import Path

import pytest

from eval.datasets.types import Case, GoldPage
from eval.errors import RunError
from eval.ranks import RANKS, SUMMARY, Ranks, rank_case, summarise, write_run
from eval.reports.curves import draw_curves
from graph.domain import Evidence


def case(name: str, *gold: int, kind: str = "metric") -> Case:
    pages = tuple(GoldPage(doc="A", page=page) for page in gold)
    return Case(id=name, doc="A", company="Acme", question_type=kind, question="?", answer="!", evidence=pages)


def found(*pages: tuple[str, int]) -> list[Evidence]:
    return [Evidence(doc=doc, page=page, score=1 / (1 + n), text="") for n, (doc, page) in enumerate(pages)]


@pytest.fixture
def lines() -> list[Ranks]:
    return [
        rank_case(case("one", 7), "10-K", found(("A", 7), ("B", 1)), 0.01),
        rank_case(case("two", 7, 9), "10-K", found(("B", 1), ("A", 9), ("B", 2), ("A", 7)), 0.02),
        rank_case(case("three", 3, kind="prose"), "8-K", found(("B", 1), ("B", 2)), 0.03),
        rank_case(case("four", 3, 4, kind="prose"), "8-K", found(("A", 4)), 0.04),
    ]


def test_ranks_of_gold_pages_and_filings(lines: list[Ranks]) -> None:
    assert [line.rank for line in lines] == [1, 2, None, 1]
    assert [line.ranks for line in lines] == [(1,), (4, 2), (None,), (None, 1)]
    assert [line.filing_rank for line in lines] == [1, 2, None, 1]


def test_figures_are_shares_over_all_questions(lines: list[Ranks]) -> None:
    summary = summarise(lines, setting="full", rung="C3", without=["dense"], missing=["five"])
    values = {name: estimate.value for name, estimate in summary.retrieval.items()}
    assert values == {
        "hit@1": 0.5, "hit@3": 0.75, "hit@5": 0.75, "hit@10": 0.75, "hit@20": 0.75,
        "all@10": 0.5, "mrr@20": 0.625, "filing@1": 0.5, "filing@3": 0.75,
    }  # fmt: skip
    assert summary.n == 4
    assert {kind: group.n for kind, group in summary.by_form.items()} == {"10-K": 2, "8-K": 2}
    assert summary.by_type["prose"].retrieval["hit@1"].value == 0.5
    assert summary.latency_s.p50 == pytest.approx(0.025)
    for estimate in summary.retrieval.values():
        assert estimate.low is not None and estimate.high is not None and estimate.value is not None
        assert 0 <= estimate.low <= estimate.value <= estimate.high <= 1


def test_a_run_is_written_and_can_be_read(lines: list[Ranks], tmp_path: Path) -> None:
    write_run(tmp_path / "run", lines, summarise(lines, setting="given", rung="C1", without=()))
    first = json.loads((tmp_path / "run" / RANKS).read_text(encoding="utf-8").splitlines()[1])
    assert (first["id"], first["doc_name"], first["question_type"], first["rank"]) == ("two", "A", "metric", 2)
    assert first["gold"] == [{"doc": "A", "page": 7}, {"doc": "A", "page": 9}]
    assert first["top"][0] == {"doc": "B", "page": 1, "score": 1.0}
    summary = json.loads((tmp_path / "run" / SUMMARY).read_text(encoding="utf-8"))
    assert set(summary["retrieval"]["hit@1"]) == {"value", "low", "high"}
    assert summary["without"] == []


def test_a_folder_that_cannot_be_written_is_one_clear_error(lines: list[Ranks], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(RunError, match="cannot be written"):
        write_run(tmp_path / "file" / "run", lines, summarise(lines, setting="given", rung="C1", without=()))


def test_curves_are_drawn(lines: list[Ranks], tmp_path: Path) -> None:
    summary = summarise(lines, setting="given", rung="C1", without=())
    draw_curves(tmp_path / "curves.png", {"given": [summary], "full": [summary]})
    assert (tmp_path / "curves.png").read_bytes().startswith(b"\x89PNG")
