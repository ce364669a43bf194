"""One SQLite file: replies by the hash of their request, and what each model was asked today."""

import sqlite3
from datetime import date
from pathlib import Path
from typing import Self

from eval.budget.limits import Spent
from eval.errors import EvaluationError

_SCHEMA = """
CREATE TABLE IF NOT EXISTS replies (key TEXT PRIMARY KEY, model TEXT NOT NULL, reply TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS days (
    day TEXT NOT NULL, model TEXT NOT NULL, calls INTEGER NOT NULL, tokens INTEGER NOT NULL,
    PRIMARY KEY (day, model)
);
CREATE TABLE IF NOT EXISTS runs (
    run TEXT PRIMARY KEY, calls INTEGER NOT NULL, input INTEGER NOT NULL, output INTEGER NOT NULL, cost REAL NOT NULL,
    cached INTEGER NOT NULL
);
"""


class Ledger:
    """Response cache and daily counters. Several threads and processes may use one file. A context manager."""

    def __init__(self, path: Path) -> None:
        """Open or create the file; raises EvaluationError when it is no database or cannot be written."""
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(path, timeout=30, isolation_level=None, check_same_thread=False)
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.execute("PRAGMA synchronous=NORMAL")  # a power cut may lose the last reply, never the file
            self._db.executescript(_SCHEMA)
        except (OSError, sqlite3.Error) as error:
            raise EvaluationError(f"{path}: cannot be used as cache: {error}; move it away to start anew") from error

    def reply(self, key: str) -> str | None:
        """A kept reply, or None."""
        row = self._db.execute("SELECT reply FROM replies WHERE key = ?", (key,)).fetchone()
        return None if row is None else str(row[0])

    def keep(self, key: str, model: str, reply: str) -> None:
        """Keep a reply, instead of what stood there."""
        self._run("INSERT OR REPLACE INTO replies VALUES (?, ?, ?)", (key, model, reply))

    def forget(self, key: str) -> None:
        """Drop a reply that cannot be read."""
        self._run("DELETE FROM replies WHERE key = ?", (key,))

    def today(self, model: str, day: date) -> tuple[int, int]:
        """Calls and tokens of a model on a day."""
        row = self._db.execute("SELECT calls, tokens FROM days WHERE day = ? AND model = ?", (day.isoformat(), model))
        found = row.fetchone()
        return (int(found[0]), int(found[1])) if found else (0, 0)

    def spent(self, run: str) -> Spent:
        """What a run has spent so far, over all its resumptions."""
        found = self._db.execute("SELECT calls, input, output, cost, cached FROM runs WHERE run = ?", (run,)).fetchone()
        if found is None:
            return Spent()
        return Spent(calls=found[0], input=found[1], output=found[2], cost=found[3], cached=found[4])

    def set_spent(self, run: str, spent: Spent) -> None:
        """Write down what a run has spent so far: a kill must not make it forget."""
        values = (run, spent.calls, spent.input, spent.output, spent.cost, spent.cached)
        self._run("INSERT OR REPLACE INTO runs VALUES (?, ?, ?, ?, ?, ?)", values)

    def count(self, model: str, day: date, tokens: int) -> None:
        """One more call of a model on a day."""
        self._run(
            "INSERT INTO days VALUES (?, ?, 1, ?)"
            " ON CONFLICT (day, model) DO UPDATE SET calls = calls + 1, tokens = tokens + excluded.tokens",
            (day.isoformat(), model, tokens),
        )

    def _run(self, statement: str, values: tuple[object, ...]) -> None:
        try:
            self._db.execute(statement, values)
        except sqlite3.Error as error:
            raise EvaluationError(f"{self.path}: cannot be written: {error}; resume the run later") from error

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
