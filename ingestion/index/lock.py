"""One process at a time: a lock on a folder that vanishes with its holder, however that ends."""

import fcntl
import os
import weakref
from pathlib import Path

from ingestion.errors import StorageError, StorageLocked


class FolderLock:
    """An exclusive lock on `folder/lock`, held from construction to `release`, also against this same process.

    It belongs to the open file, so the kernel drops it when the process is killed. Processes forked meanwhile
    let go of their copy at once; otherwise an orphaned worker would keep the lock of a killed parent.

    Raises StorageLocked when it is held, naming the holder.
    """

    def __init__(self, folder: Path) -> None:
        path = folder / "lock"
        try:
            self._file: int | None = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        except OSError as error:
            raise StorageError(f"{path} cannot be opened: {error.strerror}") from error
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            holder = os.pread(self._file, 20, 0).decode("ascii", "replace").strip()
            self.release()
            who = f"process {holder}" if holder else "another process"
            raise StorageLocked(
                f"the index in {folder} is in use by {who}; "
                "stop it, or set QDRANT_URL to a Qdrant server that many can use at once"
            ) from error
        os.ftruncate(self._file, 0)
        os.pwrite(self._file, str(os.getpid()).encode(), 0)
        mine = weakref.ref(self)
        os.register_at_fork(after_in_child=lambda: _let_go(mine()))

    def release(self) -> None:
        """Let go; harmless when already released."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


def _let_go(lock: FolderLock | None) -> None:
    if lock is not None:
        lock.release()
