"""Worker processes that may die: a file that crashes, stalls or eats memory fails alone, and the work goes on.

`IsolatedPool` is a `concurrent.futures.Executor`, so whatever else is one can take its place. Unlike the standard
process pool it knows which task a dead process was at, starts another process for the rest, and holds every task to
limits of time and memory which the kernel enforces, since a C library that hangs never comes back to Python.
"""

import contextlib
import gc
import os
import pickle
import queue
import resource
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, ParamSpec, Self, TypeVar

from ingestion.errors import FolioError

P = ParamSpec("P")
T = TypeVar("T")

_EXIT_SECONDS = 5.0


class WorkerError(FolioError):
    """The process at a task was ended by a limit, or died; the text says why in a few words."""


@dataclass(frozen=True, slots=True)
class Limits:
    """`seconds` until `reading_done()` or the end of the task; `megabytes` on top of what the process has."""

    seconds: float
    megabytes: int


@dataclass(frozen=True, slots=True)
class _Task:
    future: Future[Any]
    call: Callable[..., Any]
    args: tuple[Any, ...]
    kwargs: dict[str, Any]


class IsolatedPool(Executor):
    """At most `workers` processes, started when needed; a context manager that ends them.

    A future fails with WorkerError when its process was killed by a limit or died.
    """

    def __init__(self, workers: int, limits: Limits) -> None:
        self._limits = limits
        self._tasks: queue.SimpleQueue[_Task | None] = queue.SimpleQueue()
        self._processes: set[_Process] = set()
        self._lock = threading.Lock()
        self._closed = False
        self._threads = [threading.Thread(target=self._serve, daemon=True) for _ in range(workers)]
        for thread in self._threads:
            thread.start()

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Run `fn` in one of the processes; `fn`, its arguments and its result are pickled."""
        future: Future[T] = Future()
        with self._lock:
            if self._closed:
                raise RuntimeError("the pool is shut down")
            self._tasks.put(_Task(future, fn, args, kwargs))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the processes after what was submitted, or at once with `cancel_futures`."""
        with self._lock:
            self._closed = True
            if cancel_futures:
                self._drop_waiting()
                for process in self._processes:
                    process.kill()
            for _ in self._threads:
                self._tasks.put(None)
        if wait:
            for thread in self._threads:
                thread.join()

    def _drop_waiting(self) -> None:
        with contextlib.suppress(queue.Empty):
            while True:
                task = self._tasks.get_nowait()
                if task is not None:
                    task.future.cancel()

    def _serve(self) -> None:
        """One thread feeds one process at a time."""
        process: _Process | None = None
        while (task := self._tasks.get()) is not None:
            if not task.future.set_running_or_notify_cancel():
                continue
            try:
                process = process or self._start()
                value = process.run(task, self._limits)
            except WorkerError as error:
                self._end(process)
                process = None
                task.future.set_exception(error)
            except BaseException as error:  # noqa: BLE001 - whatever the task raised belongs to its future
                task.future.set_exception(error)
            else:
                task.future.set_result(value)
        self._end(process)

    def _start(self) -> "_Process":
        with self._lock:
            if self._closed and self._tasks.empty():
                raise WorkerError("the work was stopped")
            process = _Process()
            self._processes.add(process)
        return process

    def _end(self, process: "_Process | None") -> None:
        if process is not None:
            with self._lock:
                self._processes.discard(process)
            process.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self.shutdown(cancel_futures=kind is not None)


class _Process:
    """One child process and the connection to it.

    It is started anew rather than forked: a fork would copy the locks of whatever threads and indexes are open here.
    """

    def __init__(self) -> None:
        here, there = socket.socketpair()
        with here, there:
            source = (
                f"import sys; sys.path[:] = {sys.path!r}; from ingestion.worker import serve; serve({there.fileno()})"
            )
            self._child = subprocess.Popen([sys.executable, "-c", source], pass_fds=[there.fileno()])
            self._connection = Connection(here.detach())

    def run(self, task: _Task, limits: Limits) -> Any:
        """The task's result. Raises what it raised, or WorkerError when the process is gone."""
        payload = pickle.dumps((limits, task.call, task.args, task.kwargs), protocol=pickle.HIGHEST_PROTOCOL)
        try:
            self._connection.send_bytes(payload)
            succeeded, value = pickle.loads(self._connection.recv_bytes())  # noqa: S301 - from our own child
        except (EOFError, OSError):
            raise WorkerError(self._cause(limits)) from None
        if not succeeded:
            raise value
        return value

    def kill(self) -> None:
        """End the process at once; whoever waits for it gets WorkerError."""
        self._child.kill()

    def close(self) -> None:
        """Let the process end and wait for it."""
        self._connection.close()
        try:
            self._child.wait(_EXIT_SECONDS)
        except subprocess.TimeoutExpired:
            self._child.kill()
            self._child.wait()

    def _cause(self, limits: Limits) -> str:
        code = self._child.wait()
        if code == -signal.SIGALRM:
            return f"reading takes longer than {limits.seconds:g} s"
        if code == -signal.SIGKILL:
            return "the reading process was killed, most likely for want of memory"
        if code < 0:
            return f"the reading process died ({signal.Signals(-code).name})"
        return f"the reading process ended unexpectedly (exit code {code})"


def reading_done() -> None:
    """Called by a task: what follows does not count against its time. Embedding takes what the model takes."""
    signal.setitimer(signal.ITIMER_REAL, 0)


def serve(descriptor: int) -> None:
    """Life of a child process: take a task, run it within its limits, send the result, until the parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interrupt ends the parent, and with it the connection
    # Words and chunks by the million, none of them in a cycle: collecting while reading costs a third of the time.
    gc.disable()
    connection = Connection(descriptor)
    while True:
        try:
            payload = connection.recv_bytes()
        except (EOFError, OSError):
            return
        reply = _reply(payload)
        del payload
        try:
            connection.send_bytes(reply)
        except OSError:
            return
        del reply
        gc.collect()


def _reply(payload: bytes) -> bytes:
    outcome: tuple[bool, Any]
    try:
        limits, call, args, kwargs = pickle.loads(payload)  # noqa: S301 - from our own parent
        _limit_memory(limits.megabytes)
        signal.setitimer(signal.ITIMER_REAL, limits.seconds)  # its signal, not handled, ends the process
        outcome = True, call(*args, **kwargs)
    except MemoryError:
        outcome = False, WorkerError("needs more memory than allowed")
    except Exception as error:  # noqa: BLE001 - it is raised again in the parent
        outcome = False, error
    finally:
        reading_done()
    try:
        return pickle.dumps(outcome, protocol=pickle.HIGHEST_PROTOCOL)
    except MemoryError:
        return pickle.dumps((False, WorkerError("needs more memory than allowed")))
    except Exception as error:  # noqa: BLE001 - not everything can be pickled
        cause = outcome[1] if not outcome[0] else error
        return pickle.dumps((False, WorkerError(f"{type(cause).__name__}: {cause}")))


def _limit_memory(megabytes: int) -> None:
    """Allow this much address space on top of what is mapped now (Linux; elsewhere there is no such limit)."""
    with contextlib.suppress(OSError, ValueError):
        mapped = int(Path("/proc/self/statm").read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE")
        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        resource.setrlimit(resource.RLIMIT_AS, (mapped + megabytes * 2**20, hard))
