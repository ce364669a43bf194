"""Timing a call many times, and a process of one's own to do it in."""

import resource
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import ParamSpec, TypeVar

import numpy as np

_P = ParamSpec("_P")
_R = TypeVar("_R")


@dataclass(frozen=True)
class Timing:
    """One row of the table: `calls` timed calls in milliseconds.

    Where measured: seconds until the first call could be made, megabytes that stayed in memory for it, and the peak of
    the process.
    """

    what: str
    calls: int
    median_ms: float
    p95_ms: float
    load_s: float | None = None
    resident_mb: float | None = None
    peak_mb: float | None = None
    note: str = ""


@dataclass(frozen=True)
class Spread:
    """Median and 95th percentile of some calls, in milliseconds."""

    calls: int
    median_ms: float
    p95_ms: float


def time_calls(calls: Sequence[Callable[[], object]], *, warm_up: int = 10) -> Spread:
    """Run every call once, in order, the first few also before the clock starts. `calls` must not be empty."""
    for call in calls[:warm_up]:
        call()
    taken = np.empty(len(calls))
    for number, call in enumerate(calls):
        start = time.perf_counter()
        call()
        taken[number] = time.perf_counter() - start
    return Spread(len(calls), float(np.median(taken) * 1e3), float(np.percentile(taken, 95) * 1e3))


def in_own_process(function: Callable[_P, _R], *args: _P.args, **kwargs: _P.kwargs) -> _R:
    """Call `function` in a fresh process, so that its memory is its own; arguments and result are pickled."""
    with ProcessPoolExecutor(max_workers=1, mp_context=get_context("spawn")) as pool:
        return pool.submit(function, *args, **kwargs).result()


def resident_mb() -> float:
    """Megabytes of this process now in memory (Linux)."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 2**20


def peak_mb() -> float:
    """Megabytes of this process in memory at most so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**10
