"""What only the embedded index has: a folder, a lock, and state that survives a kill."""

import os
import signal
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

import ingestion
from ingestion.domain import Chunk, Form, PageKind
from ingestion.errors import SchemaMismatch, StorageError, StorageLocked, StorageMissing
from ingestion.index.base import ChunkMetadata, HybridQuery, IndexPoint, SparseWeights
from ingestion.index.edge import EdgeIndex

DIM = 16
ROOT = Path(ingestion.__file__).parents[1]
PRELUDE = """
import os, sys, time
from pathlib import Path
import numpy as np
from ingestion.domain import Chunk, Form, PageKind
from ingestion.index.base import ChunkMetadata, IndexPoint, SparseWeights
from ingestion.index.edge import EdgeIndex

def points(doc, count, seed=0):
    rng = np.random.default_rng(seed)
    about = ChunkMetadata("Acme", Form.TEN_K, 2031, None, PageKind.NOTES)
    return [
        IndexPoint(Chunk(doc, page, 0, "header", f"{doc} {page}"), about, rng.normal(size=16).astype(np.float32),
                   SparseWeights((1, 2), (1.0, 1.0)))
        for page in range(1, count + 1)
    ]

index = EdgeIndex.open(Path(sys.argv[1]), 16, create=True)
"""


def points(doc: str, count: int, seed: int = 0) -> list[IndexPoint]:
    rng = np.random.default_rng(seed)
    about = ChunkMetadata("Acme", Form.TEN_K, 2031, None, PageKind.NOTES)
    return [
        IndexPoint(
            Chunk(doc, page, 0, "header", f"{doc} {page}"),
            about,
            rng.normal(size=DIM).astype(np.float32),
            SparseWeights((1, 2), (1.0, 1.0)),
        )
        for page in range(1, count + 1)
    ]


@contextmanager
def other_process(folder: Path, code: str) -> Iterator["subprocess.Popen[str]"]:
    """A process that opens the index, runs `code`, says "ready" and waits to be killed."""
    script = PRELUDE + textwrap.dedent(code) + "\nprint('ready', flush=True)\ntime.sleep(60)\n"
    process = subprocess.Popen(
        [sys.executable, "-c", script, str(folder)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert process.stdout is not None
    try:
        assert process.stdout.readline().strip() == "ready"
        yield process
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def test_nothing_there_is_said_and_nothing_is_made(tmp_path: Path) -> None:
    with pytest.raises(StorageMissing, match="add filings first"):
        EdgeIndex.open(tmp_path / "index", DIM)
    assert not (tmp_path / "index").exists()


def test_points_are_there_after_closing_and_opening(tmp_path: Path) -> None:
    index = EdgeIndex.open(tmp_path, DIM, create=True)
    index.upsert(points("a", 30))
    before = index.search(HybridQuery(points("q", 1)[0].dense, SparseWeights((1,), (1.0,))))
    index.close()
    index = EdgeIndex.open(tmp_path, DIM)
    assert index.doc_counts() == {"a": 30}
    assert index.search(HybridQuery(points("q", 1)[0].dense, SparseWeights((1,), (1.0,)))) == before
    index.close()


def test_every_point_can_be_read_back(tmp_path: Path) -> None:
    index = EdgeIndex.open(tmp_path, DIM, create=True)
    written = points("a", 2300)
    index.upsert(written)
    read = sorted(index.points(), key=lambda point: point.chunk.page)
    assert [point.chunk for point in read] == [point.chunk for point in written]
    assert {point.metadata for point in read} == {written[0].metadata}
    assert {point.sparse for point in read} == {written[0].sparse}
    unit = written[9].dense / np.linalg.norm(written[9].dense)
    np.testing.assert_allclose(read[9].dense, unit, atol=1e-6)
    index.close()


def test_a_second_opening_in_the_same_process_is_locked_out(tmp_path: Path) -> None:
    index = EdgeIndex.open(tmp_path, DIM, create=True)
    with pytest.raises(StorageLocked, match=f"process {os.getpid()}"):
        EdgeIndex.open(tmp_path, DIM)
    index.close()
    EdgeIndex.open(tmp_path, DIM).close()


def test_another_process_locks_it_until_it_is_killed(tmp_path: Path) -> None:
    with other_process(tmp_path, "") as holder:
        with pytest.raises(StorageLocked, match=f"in use by process {holder.pid}"):
            EdgeIndex.open(tmp_path, DIM)
        holder.send_signal(signal.SIGKILL)
        holder.wait()
        EdgeIndex.open(tmp_path, DIM).close()


def test_a_forked_worker_does_not_keep_the_lock_of_a_killed_parent(tmp_path: Path) -> None:
    fork = """
        if os.fork() == 0:
            os.close(1)
            Path(sys.argv[1], "draft").write_text(str(os.getpid()))
            Path(sys.argv[1], "draft").rename(Path(sys.argv[1], "worker"))
            time.sleep(60)
            os._exit(0)
        while not Path(sys.argv[1], "worker").exists():
            time.sleep(0.01)
    """
    with other_process(tmp_path, fork) as parent:
        worker = int((tmp_path / "worker").read_text())
        parent.send_signal(signal.SIGKILL)
        parent.wait()
        try:
            os.kill(worker, 0)  # it lives
            EdgeIndex.open(tmp_path, DIM).close()
        finally:
            os.kill(worker, signal.SIGKILL)


def test_a_failed_opening_lets_go_of_the_lock(tmp_path: Path) -> None:
    EdgeIndex.open(tmp_path, DIM, create=True).close()
    with pytest.raises(SchemaMismatch):
        EdgeIndex.open(tmp_path, DIM + 1)
    EdgeIndex.open(tmp_path, DIM).close()


def test_what_was_flushed_survives_a_kill(tmp_path: Path) -> None:
    write = """
        index.upsert(points("kept", 200))
        index.upsert(points("gone", 50))
        index.delete("gone")
        index.upsert(points("kept", 100, seed=1))
        index.flush()
        index.upsert(points("unflushed", 300))
    """
    with other_process(tmp_path, write) as writer:
        writer.send_signal(signal.SIGKILL)
        writer.wait()
    index = EdgeIndex.open(tmp_path, DIM)
    counts = index.doc_counts()
    counts.pop("unflushed", None)
    assert counts == {"kept": 200}
    rewritten = points("kept", 100, seed=1)[41]
    first = index.search(HybridQuery(rewritten.dense, None, limit=1))[0]
    assert (first.page, round(first.score, 4)) == (42, 1.0)
    # The interrupted document is written again, whatever the kill left of it.
    index.delete("unflushed")
    index.upsert(points("unflushed", 300))
    assert index.doc_counts() == {"kept": 200, "unflushed": 300}
    index.close()


@pytest.mark.parametrize("delay", [0.0, 0.05, 0.15])
def test_a_kill_while_writing_leaves_every_flushed_document_whole(tmp_path: Path, delay: float) -> None:
    endless = """
        log = open(Path(sys.argv[1], "log"), "a")
        print("ready", flush=True)
        for number in range(10_000):
            index.upsert(points(f"doc{number}", 40, seed=number))
            if number % 3 == 0:
                index.upsert(points(f"doc{number}", 40, seed=number + 1))
            index.flush()
            log.write(f"doc{number}\\n")
            log.flush()
    """
    with other_process(tmp_path, endless) as writer:
        while not (tmp_path / "log").exists() or (tmp_path / "log").stat().st_size < 100:
            pass
        try:
            writer.wait(delay)
        except subprocess.TimeoutExpired:
            writer.send_signal(signal.SIGKILL)
        writer.wait()
    flushed = (tmp_path / "log").read_text().split("\n")[:-1]
    index = EdgeIndex.open(tmp_path, DIM)
    counts = index.doc_counts()
    assert len(flushed) > 5
    assert {doc: counts.get(doc) for doc in flushed} == dict.fromkeys(flushed, 40)
    assert len(index.search(HybridQuery(points("q", 1)[0].dense, None, limit=10_000))) == sum(counts.values())
    index.close()


def test_a_kill_while_the_index_is_made_leaves_none(tmp_path: Path) -> None:
    (tmp_path / "shard.new" / "segments").mkdir(parents=True)
    (tmp_path / "shard.new" / "edge_config.json").write_text("{")
    with pytest.raises(StorageMissing):
        EdgeIndex.open(tmp_path, DIM)
    index = EdgeIndex.open(tmp_path, DIM, create=True)
    assert index.count() == 0
    index.close()
    assert not (tmp_path / "shard.new").exists()


def test_vectors_of_another_model_are_a_schema_mismatch(tmp_path: Path) -> None:
    EdgeIndex.open(tmp_path, DIM, create=True).close()
    with pytest.raises(SchemaMismatch, match="vectors of 16 numbers, the embedding model gives 384"):
        EdgeIndex.open(tmp_path, 384, create=True)


@pytest.mark.parametrize("left", [None, b"\xba" * 40])
@pytest.mark.parametrize("victim", ["edge_config.json", "segment.json", "payload_storage/config.json"])
def test_a_damaged_index_is_a_clear_error(tmp_path: Path, victim: str, left: bytes | None) -> None:
    index = EdgeIndex.open(tmp_path, DIM, create=True)
    index.upsert(points("a", 100))
    index.close()
    found = [path for path in tmp_path.rglob("*") if path.as_posix().endswith(victim)]
    assert found
    for path in found:
        path.unlink() if left is None else path.write_bytes(left)
    with pytest.raises(StorageError, match="remove that folder and add the filings again"):
        EdgeIndex.open(tmp_path, DIM)


def test_a_folder_that_cannot_be_made_is_a_clear_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageError, match="cannot be made"):
        EdgeIndex.open(tmp_path / "file" / "index", DIM, create=True)


def test_closing_tidies_up_after_many_deletions(tmp_path: Path) -> None:
    index = EdgeIndex.open(tmp_path, DIM, create=True)
    for number in range(4):
        index.upsert(points(f"doc{number}", 1500))
    for number in range(3):
        index.delete(f"doc{number}")
    index.close()
    index = EdgeIndex.open(tmp_path, DIM)
    assert index.doc_counts() == {"doc3": 1500}
    assert index._shard.info().indexed_vectors_count <= 2 * 1500
    index.close()
