"""What a run writes for each question, one line of `answers.jsonl`, and how it is read back.

A line is written whole or not at all: a run that was killed leaves at most one broken line, the last, which is cut off
when the run is resumed.
"""

import errno
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

from pydantic import Discriminator, Field, Tag, ValidationError

from eval.datasets.types import GoldPage
from eval.errors import RunError
from eval.scorers.answer import Verdict
from eval.scorers.judge import Judgement
from graph.domain import Answer, Frozen, StepTiming


class Reply(Frozen):
    """An answer from a model that saw no filing: words, without citations."""

    text: str
    refused: bool = False


class Found(Frozen):
    """A page the search returned. `page` counts from 1."""

    doc: str
    page: int
    score: float


class Tokens(Frozen):
    """Tokens of all model calls for a question."""

    input: int = 0
    output: int = 0


class Timings(Frozen):
    """Wall-clock time: the whole question in seconds, and each step in milliseconds."""

    total_s: float
    steps: tuple[StepTiming, ...] = ()


class CitationCounts(Frozen):
    """Citations of an answer, those that hold, and whether one is on a gold page (None: no gold)."""

    total: int = 0
    valid: int = 0
    on_gold: bool | None = None


def _kind(value: object) -> str:
    text = value.get("text") if isinstance(value, dict) else getattr(value, "text", None)
    return "answer" if text is None else "reply"


TypedAnswer = Annotated[Annotated[Answer, Tag("answer")] | Annotated[Reply, Tag("reply")], Discriminator(_kind)]


class Record(Frozen):
    """One question of a run: what was asked, answered, found and decided. Pages count from 1.

    `steps` names the graph's nodes in the order they ran, tool calls in between. `rejected` are failures the check
    found in drafts on the way. `failure` says what went wrong where the answer is not correct. Times stand in
    `timings` alone: the rest of the line is the same in every run of the same configuration.
    """

    id: str
    doc_name: str
    question_type: str
    question: str
    answer: TypedAnswer
    verdict: Verdict
    explanation: str
    retrieved: tuple[Found, ...] = ()
    steps: tuple[str, ...] = ()
    timings: Timings
    tokens: Tokens = Tokens()
    calls: int = 0
    gold: str
    gold_pages: tuple[GoldPage, ...] = ()
    extracted: str | None = None
    scorable: bool = False
    should_refuse: bool = False
    disputed: bool = False
    form: str = ""
    citations: CitationCounts = CitationCounts()
    rejected: tuple[str, ...] = ()
    failure: str | None = None
    judgement: Judgement | None = None
    error: str | None = Field(default=None, description="what crashed, where something did")


class RecordFile:
    """`answers.jsonl` of a run, appended to line by line. A context manager; raises RunError when it cannot be used."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.done = list(read_records(path, repair=True)) if path.exists() else []
        try:
            self._file = path.open("ab", buffering=0)
        except OSError as error:
            raise RunError(f"{path}: cannot be written: {error.strerror}") from error

    def write(self, record: Record) -> None:
        """Append one line, or leave the file as it was and raise RunError (a full disk, for instance)."""
        line = (record.model_dump_json() + "\n").encode()
        start = self._file.tell()
        try:
            if self._file.write(line) != len(line):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            os.fsync(self._file.fileno())
        except OSError as error:
            os.truncate(self.path, start)
            raise RunError(f"{self.path}: cannot be written: {error.strerror}; resume the run later") from error

    def __enter__(self) -> "RecordFile":
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()


def read_records(path: Path, *, repair: bool = False) -> Iterator[Record]:
    """All lines of a run. With `repair` a broken last line is cut off; any other broken line raises RunError."""
    data = path.read_bytes()
    whole, _, rest = data.rpartition(b"\n")
    if rest:
        if not repair:
            raise RunError(f"{path}: the last line is cut off: resume the run to ask its question again")
        os.truncate(path, len(data) - len(rest))
    for number, line in enumerate(whole.splitlines(), 1):
        try:
            yield Record.model_validate(json.loads(line))
        except (ValueError, ValidationError) as error:
            raise RunError(f"{path}, line {number}: not a record of this version of the evaluation") from error
