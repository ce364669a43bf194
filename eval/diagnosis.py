"""What went wrong with a question that was not answered rightly: the first kind that fits on the way through."""

from collections.abc import Sequence
from enum import StrEnum

from eval.datasets.types import GoldPage
from eval.records import Found
from eval.scorers.answer import Verdict


class FailureKind(StrEnum):
    """Where on the way from the question to the answer it went wrong."""

    CRASHED = "crashed"
    SHOULD_REFUSE = "answered what should be refused"
    FILING_MISSED = "filing missed"
    PAGE_MISSED = "page missed"
    CITATION_REJECTED = "citation rejected"
    OVER_REFUSED = "over-refused"
    WRONG = "evidence in hand but wrong"
    UNSCORED = "not scorable"


def diagnose(
    verdict: Verdict,
    *,
    gold: Sequence[GoldPage],
    found: Sequence[Found],
    should_refuse: bool,
    rejected: bool,
    crashed: bool,
) -> FailureKind | None:
    """The kind of failure, or None where there is none.

    `found` are the pages the search returned; `rejected` says that the check emptied the last draft. Without gold pages
    nothing can be said to be missed.
    """
    if crashed:
        return FailureKind.CRASHED
    if verdict is Verdict.CORRECT:
        return None
    if verdict is Verdict.UNSCORED:
        return FailureKind.UNSCORED
    if should_refuse:
        return FailureKind.SHOULD_REFUSE
    docs, pages = {page.doc for page in found}, {(page.doc, page.page) for page in found}
    if gold and not any(one.doc in docs for one in gold):
        return FailureKind.FILING_MISSED
    if gold and not any((one.doc, one.page) in pages for one in gold):
        return FailureKind.PAGE_MISSED
    if verdict is Verdict.REFUSED:
        return FailureKind.CITATION_REJECTED if rejected else FailureKind.OVER_REFUSED
    return FailureKind.WRONG
