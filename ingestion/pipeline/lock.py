"""One writer at a time on a FOLIO_HOME, whether thread or process."""

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ingestion.errors import StorageError, StorageLocked

_RETRY_SECONDS = 0.05


@contextmanager
def writer_lock(home: Path, *, wait: float) -> Iterator[None]:
    """Hold the right to write under `home`; it ends with the process, however that ends.

    Raises StorageLocked when someone else still holds it after `wait` seconds, StorageError when `home` cannot be used.
    """
    try:
        home.mkdir(parents=True, exist_ok=True)
        # Opened anew for every holder: the kernel then keeps apart threads of one process, too.
        descriptor = os.open(home / "write.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    except OSError as error:
        raise StorageError(f"{home} cannot be written: {error.strerror}") from error
    try:
        _acquire(descriptor, home, wait)
        yield
    finally:
        os.close(descriptor)


def _acquire(descriptor: int, home: Path, wait: float) -> None:
    deadline = time.monotonic() + wait
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except OSError:
            if time.monotonic() >= deadline:
                raise StorageLocked(f"another process is adding to or removing from {home}: try again later") from None
        time.sleep(_RETRY_SECONDS)
