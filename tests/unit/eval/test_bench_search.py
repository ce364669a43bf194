"""The benchmark measures real indexes, and the same ones each time."""

import subprocess
import sys
from pathlib import Path

import pytest

from eval.bench import search, synthetic
from eval.bench.__main__ import table
from eval.bench.timing import Timing, time_calls
from ingestion.embedders import make_embedder
from ingestion.embedders.bm25 import Bm25Encoder
from ingestion.index.edge import EdgeIndex


@pytest.fixture(scope="module")
def setup(tmp_path_factory: pytest.TempPathFactory) -> search.Setup:
    folder = tmp_path_factory.mktemp("bench")
    synthetic.build_index(folder / "index", 600, make_embedder(), Bm25Encoder())
    return search.Setup(folder / "index", "wordllama", folder)


def test_the_made_up_index_is_the_same_for_the_same_seed(setup: search.Setup, tmp_path: Path) -> None:
    synthetic.build_index(tmp_path, 600, make_embedder(), Bm25Encoder())
    texts = []
    for folder in (setup.folder, tmp_path):
        index = EdgeIndex.open(folder, 256)
        texts.append({(p.chunk.doc, p.chunk.page, p.chunk.index): p.chunk.text for p in index.points()})
        index.close()
    assert len(texts[0]) == 600
    assert texts[0] == texts[1]


def test_edge_and_local_mode_are_timed_on_the_same_points(setup: search.Setup) -> None:
    edge = search.measure_edge(setup, 20)
    assert [timing.what for timing in edge][1] == search.EDGE
    assert all(timing.calls == 20 and 0 < timing.median_ms <= timing.p95_ms for timing in edge)
    (local,) = search.measure_local(setup, 4)
    assert local.note.startswith("same first ten as Edge: ")
    assert local.calls == 4
    assert local.median_ms > edge[1].median_ms


def test_calls_are_timed_one_by_one() -> None:
    done: list[int] = []
    spread = time_calls([lambda number=number: done.append(number) for number in range(7)], warm_up=2)  # type: ignore[misc]
    assert done == [0, 1, *range(7)]
    assert spread.calls == 7


def test_the_table_shows_ratios_to_edge() -> None:
    shown = table([Timing(search.EDGE, 9, 2.0, 3.0, load_s=0.5), Timing("other", 9, 50.0, 60.0)])
    assert list(shown.columns[4].cells) == ["1.0", "25.0"]
    assert list(shown.columns[5].cells) == ["0.50", ""]


def test_the_command_prints_one_table(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "eval.bench", "--points", "300", "--queries", "5", "--local-queries", "2"]
    root = Path(search.__file__).parents[2]
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        timeout=200,
        cwd=root,
        env={"FOLIO_HOME": str(tmp_path / "home"), "PATH": "/usr/bin:/bin"},
    )
    assert done.returncode == 0, done.stderr
    assert "300 made-up chunks, seed" in done.stdout
    for row in (search.EDGE, "hybrid query, local mode"):
        assert row in done.stdout
    assert not (tmp_path / "home").exists()
