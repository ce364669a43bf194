"""Processes that die, stall, eat memory or answer nonsense."""

import ctypes
import math
import operator
import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import Executor
from pathlib import Path

import pytest

from ingestion.errors import ReadLimitExceeded
from ingestion.worker import IsolatedPool, Limits, WorkerError


@pytest.fixture
def pool() -> Iterator[IsolatedPool]:
    with IsolatedPool(2, Limits(seconds=1.5, megabytes=400)) as opened:
        yield opened


def test_it_is_an_executor(pool: IsolatedPool) -> None:
    assert isinstance(pool, Executor)
    assert list(pool.map(operator.add, range(5), range(5))) == [0, 2, 4, 6, 8]
    assert pool.submit(operator.add, 1, 1).result() != os.getpid()


def test_work_is_done_in_other_processes(pool: IsolatedPool) -> None:
    assert os.getpid() not in {future.result() for future in [pool.submit(os.getpid) for _ in range(4)]}


@pytest.mark.parametrize(
    ("call", "argument", "reason"),
    [
        (time.sleep, 60, "longer than 1.5 s"),
        (os._exit, 3, "exit code 3"),
        (ctypes.string_at, 0, "died \\(SIGSEGV\\)"),
        (bytearray, 2_000_000_000, "more memory than allowed"),
    ],
)
def test_a_task_that_breaks_fails_alone(pool: IsolatedPool, call: object, argument: int, reason: str) -> None:
    before = [pool.submit(math.sqrt, n * n) for n in range(4)]
    broken = pool.submit(call, argument)  # type: ignore[arg-type]
    after = [pool.submit(math.sqrt, n * n) for n in range(4)]
    with pytest.raises(WorkerError, match=reason):
        broken.result()
    assert [future.result() for future in [*before, *after]] == [0, 1, 2, 3] * 2


def test_a_killed_process_is_told_from_a_slow_one(pool: IsolatedPool) -> None:
    pid = pool.submit(os.getpid).result()
    sleeping = [pool.submit(time.sleep, 1.2) for _ in range(2)]
    time.sleep(0.3)
    os.kill(pid, signal.SIGKILL)
    outcomes = [future.exception() for future in sleeping]
    assert sum(outcome is None for outcome in outcomes) == 1
    assert "was killed" in next(str(outcome) for outcome in outcomes if outcome)


def test_errors_cross_with_their_fields(pool: IsolatedPool) -> None:
    with pytest.raises(ZeroDivisionError):
        pool.submit(operator.truediv, 1, 0).result()
    error = pool.submit(ReadLimitExceeded, Path("a.pdf"), "too long").result()
    assert (error.path, error.reason) == (Path("a.pdf"), "too long")


def test_a_result_that_cannot_be_sent_is_an_error(pool: IsolatedPool) -> None:
    with pytest.raises(WorkerError, match="pickle"):
        pool.submit(memoryview, b"x").result()


def test_an_exception_ends_running_and_waiting_work_at_once() -> None:
    start = time.monotonic()
    with pytest.raises(KeyError), IsolatedPool(1, Limits(60, 400)) as pool:
        running = pool.submit(time.sleep, 50)
        waiting = pool.submit(time.sleep, 50)
        while not running.running():
            time.sleep(0.01)
        raise KeyError
    assert time.monotonic() - start < 20
    assert waiting.cancelled()
    assert isinstance(running.exception(), WorkerError)


def test_a_closed_pool_takes_nothing() -> None:
    pool = IsolatedPool(1, Limits(60, 400))
    pool.shutdown()
    with pytest.raises(RuntimeError, match="shut down"):
        pool.submit(math.sqrt, 4)
