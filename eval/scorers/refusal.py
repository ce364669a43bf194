"""Whether a reply declines to answer, and whether declining was right.

A typed answer says so itself (`refused`). Free text is read: a reply declines when it opens by saying that it cannot
answer or that the information is missing, and does not end in an assertion; or when it ends by saying so. Advice on
where to look, or what would be needed, at the end confirms a decline but does not make one on its own.
"""

import re

from eval.scorers.base import Score
from eval.scorers.replies import plain, sentences

_NOT = r"(?: not|n't) (?:\w+ly )?"
_CANNOT = re.compile(
    r"\b(?:i'?m sorry|i apologi[sz]e|as an ai\b|i (?:do not|don't) (?:know|have|see)"
    r"|i (?:cannot|can't|am unable|am not able)|we (?:cannot|can't|are unable)|unable to|(?:not possible|impossible) to"
    r"|cannot (?:be )?(?:\w+ )?(?:determine|calculate|provide|answer|assess|compute|identif|compare))",
    re.IGNORECASE,
)
_MISSING = re.compile(
    rf"\b(?:(?:do|does|did){_NOT}(?:provide|contain|include|specify|mention|disclose|state|give|have|offer|list|break)"
    rf"|(?:is|are|was|were){_NOT}(?:provided|available|given|mentioned|specified|included|stated|disclosed|present)"
    r"|there (?:is|are|was|were) no (?:\w+ )*(?:information|mention|data|details?)|no specific information"
    r"|(?:haven't|have not) (?:been )?provided|insufficient|not enough)",
    re.IGNORECASE,
)
_ADVICE = re.compile(
    r"\b(?:would (?:typically |usually )?need|please (?:refer|check|provide|consult)"
    r"|if you (?:can |could )?(?:provide|have)|once you have|you (?:can|should|may|could))",
    re.IGNORECASE,
)
_CONCLUDES = re.compile(
    r"^(?:therefore|thus|so|hence)\b.*\b(?:is|was|were|are) (?:approximately )?[$-]?\d", re.IGNORECASE
)


def declines(reply: str) -> str | None:
    """The sentence in which a free-text reply declines to answer; None where it does not decline."""
    said = sentences(plain(reply))
    if not said:
        return None
    first, last = said[0], " ".join(said[-2:])
    if _CONCLUDES.search(said[-1]):
        return None
    if _CANNOT.search(first) or (_ADVICE.search(first) and _ADVICE.search(last)):
        return first
    if _MISSING.search(first) and any(pattern.search(last) for pattern in (_CANNOT, _MISSING, _ADVICE)):
        return first
    if _CANNOT.search(last):
        return last
    return None


def score_refusal(refused: bool, reason: str | None, *, should_refuse: bool) -> Score:
    """Whether refusing, or answering, was right. `should_refuse` is the gold: no loaded filing holds the answer."""
    if refused == should_refuse:
        return Score(True, reason, "right to refuse" if refused else "right to answer")
    return Score(False, reason, "over-refused: the answer is there" if refused else "should have refused")
