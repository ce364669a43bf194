"""Errors of the evaluation.

FolioError
+-- EvaluationError           the evaluation cannot go on
    +-- DatasetError          a data set that cannot be used (path, and line if there is one)
    +-- RunError              a run folder that cannot be read or resumed
    +-- BudgetError           a limit of calls, tokens or cost is reached
"""

from pathlib import Path

from ingestion.errors import FolioError


class EvaluationError(FolioError):
    """The evaluation cannot go on; the text is one clear line for a person."""


class DatasetError(EvaluationError):
    """A data set that cannot be used."""

    def __init__(self, path: Path, reason: str, line: int | None = None) -> None:
        super().__init__(f"{path}{f', line {line}' if line else ''}: {reason}")
        self.path = path
        self.reason = reason
        self.line = line


class RunError(EvaluationError):
    """A run folder that cannot be read or resumed."""


class BudgetError(EvaluationError):
    """A limit of calls, tokens or cost is reached; the run can be resumed."""
