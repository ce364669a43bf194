"""What a golden question is made of."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from ingestion.samples.asking import Asked

Kind = Literal["metrics-generated", "domain-relevant", "novel-generated"]


@dataclass(frozen=True)
class Spec:
    """A question about one filing; `answer` looks up what it needs, so that its evidence is what it looked at."""

    doc: str
    kind: Kind
    reasoning: str
    question: str
    answer: Callable[[Asked], str]
    justification: str = ""
