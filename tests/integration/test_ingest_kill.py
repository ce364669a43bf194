"""A kill at any moment, and two adds at once: what is there afterwards is what one clean run leaves."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

WriteFiling = Callable[..., Path]

REPOSITORY = Path(__file__).parents[2]
SECONDS = 120


def start(home: Path, folder: Path, *options: str) -> subprocess.Popen[bytes]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("FOLIO_", "QDRANT_"))}
    for name in ("DATABASE_URL", "EMBEDDING_MODEL"):
        environment.pop(name, None)
    environment["FOLIO_HOME"] = str(home)
    return subprocess.Popen(
        [sys.executable, "-m", "ingestion", "add", str(folder), "--workers", "1", *options],
        cwd=REPOSITORY,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )


def finish(process: subprocess.Popen[bytes]) -> str:
    output, _ = process.communicate(timeout=SECONDS)
    assert process.returncode == 0, output.decode()
    return output.decode()


@pytest.fixture
def folder(write_filing: WriteFiling, tmp_path: Path) -> Path:
    """Six filings, long enough that a kill finds some written and some not."""
    for number in range(6):
        write_filing(f"HARROW_203{number}_10K.pdf", end=f"December 31, 203{number}", pages=25, note=f"year {number}")
    return tmp_path / "in"


def any_file(folder: Path, pattern: str) -> Callable[[Path], bool]:
    return lambda home: any((home / folder).glob(pattern))


MOMENTS = {
    "index made": any_file(Path("index/shard"), "*"),
    "a file on its way in": any_file(Path("filings/.incoming"), "*.pdf"),
    "a copy in place": any_file(Path("filings"), "*.pdf"),
    "most copies in place": lambda home: len(list((home / "filings").glob("*.pdf"))) > 3,
}


def test_a_kill_at_any_moment_and_a_second_run_leave_the_same_as_one_run(
    tmp_path: Path, folder: Path, contents: Callable[[Path], Any]
) -> None:
    finish(start(tmp_path / "clean", folder))
    clean = contents(tmp_path / "clean")
    assert len(clean.rows["filings"]) == 6
    interrupted = 0
    for name, reached in MOMENTS.items():
        home = tmp_path / name.replace(" ", "_")
        process = start(home, folder)
        deadline = time.monotonic() + SECONDS
        while not reached(home) and process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.001)
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=SECONDS)
        interrupted += process.returncode == -signal.SIGKILL
        finish(start(home, folder))
        assert contents(home) == clean, name
    assert interrupted >= len(MOMENTS) - 1


def test_workers_do_not_outlive_a_killed_parent(tmp_path: Path, folder: Path) -> None:
    process = start(tmp_path / "home", folder)
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    deadline = time.monotonic() + SECONDS
    found: set[int] = set()
    while not found and time.monotonic() < deadline:
        # Threads start the children, so they are listed under any of the tasks.
        for task in Path(f"/proc/{process.pid}/task").glob("*/children"):
            found |= {int(pid) for pid in task.read_text().split()}
        time.sleep(0.01)
    assert found, children
    process.kill()
    process.communicate(timeout=SECONDS)
    while any(Path(f"/proc/{pid}").exists() for pid in found) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(Path(f"/proc/{pid}").exists() for pid in found)


def test_two_adds_at_once_leave_the_same_as_one(tmp_path: Path, folder: Path, contents: Callable[[Path], Any]) -> None:
    finish(start(tmp_path / "clean", folder))
    both = [start(tmp_path / "home", folder) for _ in range(2)]
    outputs = [finish(process) for process in both]
    assert sum("6 were there already" in output for output in outputs) == 1
    assert contents(tmp_path / "home") == contents(tmp_path / "clean")
