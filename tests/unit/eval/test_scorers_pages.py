"""Ranks of gold pages, citations that hold, and the kind of each failure."""

import pytest

from eval.datasets import GoldPage
from eval.diagnosis import FailureKind, diagnose
from eval.records import Found
from eval.scorers.answer import Verdict
from eval.scorers.citation import score_citations
from eval.scorers.retrieval import rank_pages
from graph.domain import Citation
from ingestion.domain import Page
from ingestion.errors import UnknownFiling, UnknownPage

GOLD = (GoldPage(doc="A", page=3), GoldPage(doc="A", page=9))


def test_ranks_count_from_one_and_repeats_once() -> None:
    ranks = rank_pages(GOLD, [("B", 3), ("A", 9), ("A", 9), ("A", 3)])
    assert ranks.ranks == (3, 2)
    assert ranks.first == 2
    assert [ranks.hit(k) for k in (1, 2, 3)] == [False, True, True]
    assert [ranks.all_within(k) for k in (2, 3)] == [False, True]
    assert ranks.reciprocal() == 0.5
    assert ranks.reciprocal(1) == 0.0


def test_nothing_found_and_nothing_to_find() -> None:
    missed = rank_pages(GOLD, [("B", 3)])
    assert (missed.first, missed.hit(20), missed.all_within(20), missed.reciprocal()) == (None, False, False, 0.0)
    assert rank_pages((), [("A", 3)]).all_within(10) is False


class Pages:
    """One document of one page."""

    def page(self, doc: str, number: int) -> Page:
        if doc != "A":
            raise UnknownFiling(doc)
        if number != 3:
            raise UnknownPage(doc, number, 3)
        return Page(doc, number, "Net sales 5,363 4,869")


def test_citations_hold_where_their_quote_stands_in_scope() -> None:
    cited = [
        Citation(doc="A", page=3, quote="Net sales 5,363"),
        Citation(doc="A", page=3, quote="Net sales 5,364"),
        Citation(doc="A", page=4, quote="Net sales 5,363"),
        Citation(doc="B", page=3, quote="Net sales 5,363"),
    ]
    score = score_citations(cited, GOLD, Pages())
    assert (score.total, score.valid, score.on_gold) == (4, 1, True)
    assert score_citations(cited[:1], GOLD, Pages(), ["C"]).valid == 0
    assert score_citations(cited[:1], (GoldPage(doc="A", page=2),), Pages()).on_gold is False
    assert score_citations((), (), Pages()).on_gold is None


@pytest.mark.parametrize(
    ("verdict", "found", "rejected", "kind"),
    [
        (Verdict.CORRECT, [], False, None),
        (Verdict.UNSCORED, [("A", 3)], False, FailureKind.UNSCORED),
        (Verdict.INCORRECT, [("B", 3)], False, FailureKind.FILING_MISSED),
        (Verdict.REFUSED, [("A", 4)], False, FailureKind.PAGE_MISSED),
        (Verdict.INCORRECT, [("A", 3)], False, FailureKind.WRONG),
        (Verdict.REFUSED, [("A", 3)], False, FailureKind.OVER_REFUSED),
        (Verdict.REFUSED, [("A", 3)], True, FailureKind.CITATION_REJECTED),
    ],
)
def test_each_failure_has_one_kind(
    verdict: Verdict, found: list[tuple[str, int]], rejected: bool, kind: FailureKind | None
) -> None:
    pages = [Found(doc=doc, page=page, score=1.0) for doc, page in found]
    got = diagnose(verdict, gold=GOLD, found=pages, should_refuse=False, rejected=rejected, crashed=False)
    assert got == kind


def test_a_crash_and_a_missing_refusal_come_first() -> None:
    def kind(verdict: Verdict, **flags: bool) -> FailureKind | None:
        defaults = {"should_refuse": False, "rejected": False, "crashed": False}
        return diagnose(verdict, gold=(), found=(), **(defaults | flags))

    assert kind(Verdict.UNSCORED, crashed=True) is FailureKind.CRASHED
    assert kind(Verdict.INCORRECT, should_refuse=True) is FailureKind.SHOULD_REFUSE
    assert kind(Verdict.INCORRECT) is FailureKind.WRONG
