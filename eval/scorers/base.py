"""What every scorer returns."""

from dataclasses import dataclass

SCORERS = "2026.1"
"""Version of all scorers together, written into every manifest: raise it when a scorer may decide differently."""


@dataclass(frozen=True, slots=True)
class Score:
    """A decision with its reason. `value` None means not scorable, which is neither right nor wrong.

    `extracted` is the part of the reply the decision rests on, as it stands there.
    """

    value: bool | None
    extracted: str | None
    explanation: str


def unscorable(explanation: str) -> Score:
    """Not scorable, and why."""
    return Score(None, None, explanation)
