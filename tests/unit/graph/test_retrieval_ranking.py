"""Concepts, the scoring formula, and how places are shared out."""

from collections.abc import Mapping

import pytest

from graph.domain import Candidate, Period, Plan
from graph.knowledge import Knowledge
from graph.retrieval.concepts import Concept, ConceptTable, Coverage, cover, searchable, stem
from graph.retrieval.pages import FoundPage, fold
from graph.retrieval.pools import pools_of
from graph.retrieval.ranking import Ranker, Weights, ranked
from graph.retrieval.settings import RetrievalSettings, rung
from graph.retrieval.sharing import BLOCK, OTHERS, share_out
from ingestion.domain import Form, PageKind
from ingestion.index.base import ChunkMetadata, Hit

K = PageKind


def found(
    number: int, kind: PageKind = K.OTHER, section: str | None = None, *, doc: str = "A", words: float = 0.0,
    form: Form = Form.TEN_K,
) -> FoundPage:  # fmt: skip
    return FoundPage(doc, number, kind, section, form, {0: f"page {number}"}, {"words": words} if words else {})


def order(pages: list[FoundPage], *, concepts: tuple[Concept, ...] = (), **more: object) -> list[int]:
    fields: dict[str, object] = {"wishes": {}, "filings": {"A": 1.0, "B": 0.5}, "discussion": {}, **more}
    ranker = Ranker(concepts=concepts, **fields)  # type: ignore[arg-type]
    return [page.number for _, page in ranked({page.key: page for page in pages}, ranker, read=0)]


def test_a_concept_is_found_under_any_of_its_names(knowledge: Knowledge) -> None:
    plan = Plan(metrics=("gross_margin",), topics=("divestitures",), words=("upjohn",))
    concepts = {concept.key: concept for concept in ConceptTable(knowledge).of(plan)}
    text = searchable("Cost of products sold rose. The separation of Upjohn is under way.")
    assert all(any(word in text for word in concept.words) for concept in concepts.values())
    assert not any(word in searchable("Net sales rose.") for word in concepts["gross_margin"].words)


def test_the_length_of_time_asked_about_is_a_concept(knowledge: Knowledge) -> None:
    table = ConceptTable(knowledge)
    quarter = table.of(Plan(periods=(Period(year=2031, quarter=2),)))
    year = table.of(Plan(periods=(Period(year=2031),)))
    mixed = table.of(Plan(periods=(Period(year=2031), Period(year=2031, quarter=2))))
    assert " three months ended" in quarter[0].words
    assert " twelve months ended" in year[0].words
    assert mixed == ()


@pytest.mark.parametrize(
    ("word", "beginning"),
    [("acquisitions", "acquis"), ("payments", "payment"), ("spinning", "spinn"), ("tax", "tax"), ("spin", "spin")],
)
def test_stems_are_beginnings_of_four_letters_or_more(word: str, beginning: str) -> None:
    assert stem(word) == beginning


def test_rare_concepts_weigh_more_and_passages_tell_pages_apart() -> None:
    concepts = (Concept("rare", (" upjohn",)), Concept("common", (" segment",)))
    far = " segment" + " x" * 500 + " upjohn "
    texts = {("A", 1): " upjohn segment ", ("A", 2): far, ("A", 3): " segment ", ("A", 4): " segment ", ("A", 5): " "}
    coverage = cover(texts, concepts)
    assert coverage["A", 1] == Coverage(1.0, 1.0)
    assert coverage["A", 2].page == 1.0
    assert 0.5 < coverage["A", 2].passage < 1.0
    assert 0 < coverage["A", 3].page < 0.5
    assert coverage["A", 5] == Coverage(0.0, 0.0)


def test_no_concepts_and_no_pages_are_no_error() -> None:
    assert cover({}, ()) == {}
    assert cover({("A", 1): " x "}, ()) == {("A", 1): Coverage(0.0, 0.0)}


def test_a_wanted_statement_outranks_words() -> None:
    pages = [found(9, words=1.0), found(40, K.BALANCE_SHEET)]
    assert order(pages, wishes={K.BALANCE_SHEET: 1.0}) == [40, 9]
    assert order(pages) == [9]  # worth nothing when nothing asks for it


def test_a_contents_page_never_is_evidence() -> None:
    assert order([found(3, K.CONTENTS, words=1.0), found(27, words=0.1)]) == [27]


def test_the_better_filing_comes_first() -> None:
    assert order([found(1, doc="B", words=1.0), found(2, doc="A", words=0.9)]) == [2, 1]
    assert order([found(1, doc="unasked", words=1.0)]) == []


def test_a_title_counts_most_on_the_first_page_of_its_section() -> None:
    concept = (Concept("debt", (" debt",)),)
    pages = [found(70, K.NOTES, "Note 6. Leases", words=0.5), found(71, K.NOTES, "Note 7. Debt", words=0.5),
             found(72, K.NOTES, "Note 7. Debt", words=0.5)]  # fmt: skip
    assert order(pages, concepts=concept) == [71, 72, 70]


def test_in_a_discussion_the_company_as_a_whole_comes_first() -> None:
    item = "Item 7. Management’s Discussion and Analysis"
    pages = [
        found(30, K.MDNA, item, words=0.5),
        found(25, K.MDNA, item, words=0.5),
        found(26, K.SEGMENTS, item, words=0.5),
    ]
    why = {K.MDNA: 1.0}
    assert order(pages, wishes=why, discussion={"A": (25, 35)}) == [25, 30, 26]
    assert order(pages, wishes=why, discussion={"A": (25, 35)}, splits=True)[:2] == [25, 26]


def test_pages_of_a_release_are_prose_whatever_their_kind() -> None:
    pages = [
        found(4, K.OTHER, form=Form.EIGHT_K, words=0.4),
        found(12, K.INCOME_STATEMENT, form=Form.EIGHT_K, words=0.5),
    ]
    assert order(pages, wishes={K.NOTES: 1.0, K.INCOME_STATEMENT: 0.5}) == [4, 12]


def test_scores_follow_the_formula() -> None:
    weights = Weights(words=0.5, passage=0.2, page=0.1, prose=2.0)
    mills = (Concept("mills", (" mills",)), Concept("depots", (" depots",)))
    page = found(1, K.NOTES, words=0.8)
    page.chunks[0] = "Mills and depots"
    ranker = Ranker({K.NOTES: 0.5}, mills, {"A": 0.5}, {}, weights=weights)
    ((score, _),) = ranked({page.key: page}, ranker, read=1)
    assert score == pytest.approx((0.5 * 0.8 + 0.2 * 1.0 + 0.1 * 1.0 + 2.0 * 0.5) * 0.5)


def test_only_the_best_pages_are_read() -> None:
    pages = [found(number, words=1.0 - number / 100) for number in range(1, 6)]
    for page in pages:
        page.chunks[0] = "mills"
    ranker = Ranker({}, (Concept("mills", (" mills",)),), {"A": 1.0}, {})
    scores = {p.number: score for score, p in ranked({page.key: page for page in pages}, ranker, read=2)}
    unread = {p.number: score for score, p in ranked({page.key: page for page in pages}, ranker, read=0)}
    assert [number for number in scores if scores[number] > unread[number]] == [1, 2]


def test_chunks_fold_to_their_page_by_the_best_of_them() -> None:
    about = ChunkMetadata("Bramwell Foods", Form.TEN_K, 2031, None, K.NOTES, None)
    hits = [Hit("A", 7, 1, "second", "", 0.9, about), Hit("A", 8, 0, "other", "", 0.6, about),
            Hit("A", 7, 0, "first", "", 0.3, about)]  # fmt: skip
    pages: dict[tuple[str, int], FoundPage] = {}
    fold(pages, "words", hits, fused=False)
    fold(pages, "fused", hits, fused=True)
    assert pages["A", 7].text == "first\nsecond"
    assert pages["A", 7].scores == {"words": 1.0, "fused": 1.0}
    assert pages["A", 8].scores == pytest.approx({"words": 0.6 / 0.9, "fused": 0.5})


PLAN = Plan(candidates=(Candidate(doc="A", score=1.2), Candidate(doc="B", score=0.6)), scope=("A", "B", "C"))


def test_the_best_filing_is_searched_by_itself() -> None:
    pools = pools_of(PLAN.model_copy(update={"confidence": 1.0}), (), filtered=True)
    assert (pools.alone, pools.rest) == ((frozenset("A"),), frozenset("B"))
    assert pools.fits == {"A": 1.0, "B": 0.5}
    assert pools.other_fit == 0.0


def test_an_unsure_plan_searches_its_whole_scope_and_only_nudges() -> None:
    pools = pools_of(PLAN.model_copy(update={"confidence": 0.1}), (), filtered=True)
    assert pools.alone == (frozenset("ABC"),)
    assert pools.other_fit < pools.fits["B"] < pools.fits["A"] == 1.0
    assert pools.wide


def test_without_a_filter_only_given_documents_limit_the_search() -> None:
    assert pools_of(PLAN, (), filtered=False).alone == (frozenset(),)
    assert pools_of(PLAN, ("C",), filtered=False).alone == (frozenset("C"),)
    assert pools_of(Plan(), (), filtered=True).alone == (frozenset(),)


def test_what_is_compared_is_searched_one_by_one() -> None:
    plan = PLAN.model_copy(update={"confidence": 1.0, "groups": (("A",), ("B",))})
    pools = pools_of(plan, (), filtered=True)
    assert pools.alone == (frozenset("A"), frozenset("B"))
    assert pools.fits == {"A": 1.0, "B": 1.0}


def scored(*docs: str) -> list[tuple[float, FoundPage]]:
    return [(1.0 - place / 100, found(place + 1, doc=doc)) for place, doc in enumerate(docs)]


def docs_of(kept: list[tuple[float, FoundPage]]) -> list[str]:
    return [page.doc for _, page in kept]


@pytest.mark.parametrize("limit", [1, 2, 4, 10, 15])
def test_compared_groups_share_the_places(limit: int) -> None:
    pages = scored(*["A"] * 20, *["B"] * 20)
    kept = docs_of(share_out(pages, [("A",), ("B",)], {"A": 1.0, "B": 1.0}, limit))
    assert len(kept) == limit
    if limit > 1:
        assert kept.count("B") >= limit // 2


def test_a_filing_on_the_same_period_gets_some_places() -> None:
    pages = scored(*["A"] * 20, *["B"] * 20)
    fits: Mapping[str, float] = {"A": 1.0, "B": 0.8}
    assert docs_of(share_out(pages, (), fits, BLOCK)).count("B") == OTHERS
    assert docs_of(share_out(pages, (), {"A": 1.0, "B": 0.6}, BLOCK)).count("B") == 0


def test_no_page_stands_twice_and_the_best_stays_first() -> None:
    pages = scored("A", "B", "A", "B")
    kept = share_out(pages, [("A",), ("B",)], {"A": 1.0, "B": 1.0}, 10)
    assert [page.key for _, page in kept] == [page.key for _, page in pages]


def test_rungs_and_switches() -> None:
    assert rung("C1") == RetrievalSettings(synonyms=False, page_kinds=False, dense=False, filter=False)
    assert rung("C2") == RetrievalSettings(synonyms=False, page_kinds=False, dense=True, filter=False)
    assert rung("C3") == RetrievalSettings()
    assert rung("C3").without("dense") == RetrievalSettings(dense=False)
    with pytest.raises(ValueError, match="'colour' is none of"):
        rung("C3").without("colour")
    with pytest.raises(KeyError):
        rung("C9")
