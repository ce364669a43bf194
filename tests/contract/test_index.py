"""The contract of the search index, run on both backends with the same points."""

import math
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest
from qdrant_client import QdrantClient

from ingestion.domain import Chunk, Form, PageKind
from ingestion.errors import ConfigurationError, StorageError
from ingestion.index.base import (
    ChunkMetadata,
    Hit,
    HybridQuery,
    IndexPoint,
    SearchFilter,
    SearchIndex,
    SparseWeights,
)
from ingestion.index.edge import EdgeIndex
from ingestion.index.server import ServerIndex

DIM = 8
NO_TOKENS = SparseWeights((), ())
FORMS = (Form.TEN_K, Form.TEN_Q, Form.EIGHT_K)
KINDS = (PageKind.NOTES, PageKind.BALANCE_SHEET, PageKind.MDNA)


def open_edge(folder: Path, dim: int = DIM) -> SearchIndex:
    return EdgeIndex.open(folder, dim, create=True)


def open_server(folder: Path, dim: int = DIM) -> SearchIndex:
    return ServerIndex.open("memory", folder.name, dim, create=True, client=QdrantClient(":memory:"))


BACKENDS = [pytest.param(open_edge, id="edge"), pytest.param(open_server, id="server")]


@pytest.fixture(params=BACKENDS)
def index(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[SearchIndex]:
    opened = request.param(tmp_path / "index")
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, SearchIndex]]:
    """Both backends with the same 300 points, for tests that only read."""
    folder = tmp_path_factory.mktemp("filled") / "index"
    indexes = {"edge": open_edge(folder), "server": open_server(folder)}
    for index in indexes.values():
        index.upsert(many())
    yield indexes
    for index in indexes.values():
        index.close()


@pytest.fixture(params=["edge", "server"])
def full(request: pytest.FixtureRequest, filled: dict[str, SearchIndex]) -> SearchIndex:
    """Each backend in turn, with 300 points; read only."""
    return filled[request.param]


def point(
    doc: str = "acme_2031",
    page: int = 1,
    chunk: int = 0,
    *,
    dense: Sequence[float] = (1, 0, 0, 0, 0, 0, 0, 0),
    sparse: SparseWeights = NO_TOKENS,
    text: str = "text",
    company: str = "Acme",
    form: Form = Form.TEN_K,
    year: int | None = 2031,
    kind: PageKind = PageKind.NOTES,
) -> IndexPoint:
    about = ChunkMetadata(company=company, form=form, fiscal_year=year, fiscal_quarter=None, kind=kind)
    return IndexPoint(Chunk(doc, page, chunk, "header", text), about, np.array(dense, dtype=np.float32), sparse)


def many(count: int = 300, seed: int = 7) -> list[IndexPoint]:
    """Points with vectors of their own, over 6 documents, 3 companies, 3 forms, 4 years and one unknown, 3 kinds."""
    rng = np.random.default_rng(seed)
    return [
        point(
            f"doc{number % 6}",
            number // 6 + 1,
            dense=rng.normal(size=DIM).tolist(),
            sparse=tokens(rng),
            text=f"text {number}",
            company=f"Company {number % 3}",
            form=FORMS[number % 6 // 2],
            year=None if number % 5 == 0 else 2028 + number % 5,
            kind=KINDS[number % 7 % 3],
        )
        for number in range(count)
    ]


def tokens(rng: np.random.Generator, among: int = 40) -> SparseWeights:
    indices = sorted(rng.choice(among, size=8, replace=False).tolist())
    return SparseWeights(tuple(indices), tuple(rng.uniform(0.5, 2.0, size=8).tolist()))


def ask(seed: int = 1, **fields: object) -> HybridQuery:
    rng = np.random.default_rng(seed)
    dense, sparse = rng.normal(size=DIM).astype(np.float32), tokens(rng)
    return HybridQuery(**{"dense": dense, "sparse": sparse, **fields})  # type: ignore[arg-type]


def places(hits: Sequence[Hit]) -> list[tuple[str, int, int]]:
    return [(hit.doc, hit.page, hit.index) for hit in hits]


FILTERS: list[SearchFilter] = [
    SearchFilter(),
    SearchFilter(docs=frozenset({"doc1"})),
    SearchFilter(docs=frozenset({"doc1", "doc4", "absent"})),
    SearchFilter(companies=frozenset({"Company 2"})),
    SearchFilter(forms=frozenset({Form.TEN_Q, Form.EIGHT_K})),
    SearchFilter(fiscal_years=frozenset({2029, 2031})),
    SearchFilter(kinds=frozenset({PageKind.BALANCE_SHEET})),
    SearchFilter(companies=frozenset({"Company 0"}), fiscal_years=frozenset({2030}), kinds=frozenset(KINDS[:2])),
    SearchFilter(docs=frozenset({"absent"})),
    SearchFilter(forms=frozenset({Form.ANNUAL_REPORT})),
]


def fits(item: IndexPoint, where: SearchFilter) -> bool:
    about = item.metadata
    return (
        (not where.docs or item.chunk.doc in where.docs)
        and (not where.companies or about.company in where.companies)
        and (not where.forms or about.form in where.forms)
        and (not where.fiscal_years or about.fiscal_year in where.fiscal_years)
        and (not where.kinds or about.kind in where.kinds)
    )


# --- both backends rank alike ---------------------------------------------------------------------------------


@pytest.mark.parametrize("where", FILTERS)
@pytest.mark.parametrize("off", [None, "dense", "sparse"])
def test_backends_rank_alike(filled: dict[str, SearchIndex], where: SearchFilter, off: str | None) -> None:
    for seed in range(5):
        query = ask(seed, filter=where, **({off: None} if off else {}))
        edge, server = filled["edge"].search(query), filled["server"].search(query)
        assert places(edge) == places(server)
        assert [hit.score for hit in edge] == pytest.approx([hit.score for hit in server], rel=1e-5, abs=1e-5)
        assert [hit.metadata for hit in edge] == [hit.metadata for hit in server]


def test_fusion_is_reciprocal_rank_over_the_arms(full: SearchIndex) -> None:
    query = ask(3, arm_limit=20)
    arms = [places(full.search(ask(3, limit=20, **off))) for off in ({"sparse": None}, {"dense": None})]
    expected = {
        place: sum(1 / (60 + arm.index(place)) for arm in arms if place in arm) for place in {*arms[0], *arms[1]}
    }
    hits = full.search(query)
    assert len(hits) == len(expected)
    found = dict(zip(places(hits), (hit.score for hit in hits), strict=True))
    assert found == pytest.approx(expected, rel=1e-5)


def test_dense_scores_are_cosines(index: SearchIndex) -> None:
    index.upsert([point(page=1, dense=[3, 4, 0, 0, 0, 0, 0, 0]), point(page=2, dense=[0, 0, 2, 0, 0, 0, 0, 0])])
    hits = index.search(HybridQuery(dense=np.array([1] + [0] * 7, dtype=np.float32), sparse=None))
    assert [(hit.page, round(hit.score, 5)) for hit in hits] == [(1, 0.6), (2, 0.0)]


def test_sparse_scores_weigh_rare_tokens_more(index: SearchIndex) -> None:
    common, rare = SparseWeights((1,), (1.0,)), SparseWeights((2,), (1.0,))
    index.upsert([*(point(page=page, sparse=common) for page in range(1, 10)), point(page=10, sparse=rare)])
    hits = index.search(HybridQuery(dense=None, sparse=SparseWeights((1, 2), (1.0, 1.0))))
    assert hits[0].page == 10
    assert hits[0].score == pytest.approx(math.log((10 - 1 + 0.5) / (1 + 0.5) + 1), rel=1e-4)
    assert hits[1].score == pytest.approx(math.log((10 - 9 + 0.5) / (9 + 0.5) + 1), rel=1e-4)


# --- filters, limits, order ------------------------------------------------------------------------------------


@pytest.mark.parametrize("where", FILTERS)
def test_a_filter_keeps_exactly_what_fits(full: SearchIndex, where: SearchFilter) -> None:
    points = many()
    expected = {(p.chunk.doc, p.chunk.page, p.chunk.index) for p in points if fits(p, where)}
    hits = full.search(ask(2, sparse=None, limit=len(points), filter=where))
    assert set(places(hits)) == expected
    assert full.count(where) == len(expected)


def test_no_condition_counts_everything(index: SearchIndex) -> None:
    assert index.count() == 0
    index.upsert(many(50))
    assert index.count() == index.count(SearchFilter()) == 50


@pytest.mark.parametrize("limit", [1, 2, 3, 7, 50])
def test_the_limit_cuts_the_same_ranking(full: SearchIndex, limit: int) -> None:
    whole = places(full.search(ask(5, limit=200)))
    assert places(full.search(ask(5, limit=limit))) == whole[:limit]


@pytest.mark.parametrize("limit", [0, -1])
def test_a_limit_below_one_finds_nothing(full: SearchIndex, limit: int) -> None:
    assert full.search(ask(5, limit=limit)) == []


@pytest.mark.parametrize("limit", [1, 3, 12, 40, 100])
def test_equal_scores_come_in_order_of_doc_page_and_chunk(index: SearchIndex, limit: int) -> None:
    twins = [point(doc, page, chunk) for doc in ("b", "a", "c") for page in (2, 10, 1) for chunk in (1, 0)]
    twins += [point("z", page, dense=[0, 1, 0, 0, 0, 0, 0, 0]) for page in range(1, 30)]
    index.upsert(twins)
    hits = index.search(HybridQuery(dense=np.array([1] + [0] * 7, dtype=np.float32), sparse=None, limit=limit))
    expected = [(doc, page, chunk) for doc in "abc" for page in (1, 2, 10) for chunk in (0, 1)]
    assert places(hits) == [*expected, *(("z", page, 0) for page in range(1, 30))][:limit]


def test_an_arm_that_is_off_or_empty_does_not_count(index: SearchIndex) -> None:
    index.upsert(many(60))
    dense_only = places(index.search(ask(4, sparse=None)))
    sparse_only = places(index.search(ask(4, dense=None)))
    assert dense_only != sparse_only
    assert places(index.search(ask(4, sparse=NO_TOKENS))) == dense_only
    assert places(index.search(ask(4, dense=np.zeros(DIM, dtype=np.float32)))) == sparse_only
    assert index.search(ask(4, dense=None, sparse=None)) == []
    assert index.search(ask(4, dense=None, sparse=SparseWeights((999_999,), (1.0,)))) == []


def test_an_empty_index_finds_nothing(index: SearchIndex) -> None:
    assert index.search(ask()) == []
    assert index.doc_counts() == {}


# --- writing ---------------------------------------------------------------------------------------------------


def test_a_hit_gives_back_what_was_written(index: SearchIndex) -> None:
    about = ChunkMetadata(
        "Caf\u00e9 \u682a\u5f0f\u4f1a\u793e \u201cX\u201d", Form.EARNINGS, None, 3, PageKind.GUIDANCE, "Item 2.02"
    )
    chunk = Chunk("caf\u00e9_2031.v2", 12, 4, "Caf\u00e9 | guidance", "\u20ac 1.284,6 \u2014 \U0001f4c8\nsecond line")
    vector = np.array([0, 1, 0, 0, 0, 0, 0, 0], dtype=np.float32)
    index.upsert([IndexPoint(chunk, about, vector, SparseWeights((4_294_967_295,), (1.5,)))])
    (hit,) = index.search(HybridQuery(dense=vector, sparse=SparseWeights((4_294_967_295,), (1.0,))))
    assert (hit.doc, hit.page, hit.index, hit.header, hit.text) == (
        chunk.doc,
        chunk.page,
        chunk.index,
        chunk.header,
        chunk.text,
    )
    assert hit.metadata == about
    assert isinstance(hit.metadata.form, Form)
    assert isinstance(hit.metadata.kind, PageKind)
    assert index.count(SearchFilter(companies=frozenset({about.company}))) == 1


def test_a_chunk_written_again_replaces_itself(index: SearchIndex) -> None:
    points = many(40)
    index.upsert(points)
    changed = point(
        points[7].chunk.doc,
        points[7].chunk.page,
        dense=[0, 0, 0, 0, 0, 0, 0, 5],
        sparse=SparseWeights((777,), (2.0,)),
        text="replaced",
        year=1999,
    )
    index.upsert([changed, *points[8:12]])
    assert index.count() == 40
    (by_token,) = index.search(HybridQuery(dense=None, sparse=SparseWeights((777,), (1.0,))))
    assert (by_token.text, by_token.metadata.fiscal_year) == ("replaced", 1999)
    direction = np.array([0, 0, 0, 0, 0, 0, 0, 1], dtype=np.float32)
    first = index.search(HybridQuery(dense=direction, sparse=None, limit=1))[0]
    assert first.text == "replaced"
    assert first.score == pytest.approx(1.0)


def test_delete_takes_one_document(index: SearchIndex) -> None:
    index.upsert(many(60))
    index.delete("doc2")
    assert index.doc_counts() == {f"doc{number}": 10 for number in (0, 1, 3, 4, 5)}
    assert index.count() == 50
    assert all(hit.doc != "doc2" for hit in index.search(ask(1, limit=100)))
    index.delete("doc2")
    index.delete("never there")
    assert index.count() == 50


def test_backends_rank_alike_after_replacing_and_deleting(tmp_path: Path) -> None:
    edge, server = open_edge(tmp_path / "index"), open_server(tmp_path / "index")
    for index in (edge, server):
        index.upsert(many(200))
        index.delete("doc3")
        index.upsert(many(120, seed=8))
        index.delete("doc1")
    edge.close()
    edge = open_edge(tmp_path / "index")
    for off in ({}, {"dense": None}, {"sparse": None}):
        assert places(edge.search(ask(9, **off))) == places(server.search(ask(9, **off)))
    edge.close()


def test_nothing_is_written_by_no_points(index: SearchIndex) -> None:
    index.upsert([])
    assert index.count() == 0


@pytest.mark.parametrize("wrong", [[1.0] * 7, [1.0] * 9, [math.nan] + [0.0] * 7, [math.inf] + [0.0] * 7])
def test_a_vector_that_does_not_fit_is_refused(index: SearchIndex, wrong: list[float]) -> None:
    vector = np.array(wrong, dtype=np.float32)
    with pytest.raises(ConfigurationError):
        index.upsert([point(), point(page=2, dense=wrong)])
    with pytest.raises(ConfigurationError):
        index.search(HybridQuery(dense=vector, sparse=None))
    assert index.count() == 0


def test_a_closed_index_says_so(index: SearchIndex) -> None:
    index.upsert(many(5))
    index.close()
    index.close()
    use: list[Callable[[], object]] = [
        index.count,
        index.doc_counts,
        lambda: index.search(ask()),
        lambda: index.upsert(many(1)),
        lambda: index.delete("doc1"),
    ]
    for call in use:
        with pytest.raises(StorageError, match="closed"):
            call()


def test_threads_may_search_while_another_writes(tmp_path: Path) -> None:
    """The in-memory server stands for no real one here: only Edge runs inside this process."""
    index = open_edge(tmp_path / "index")
    index.upsert(many(300))
    expected = places(index.search(ask(1, filter=SearchFilter(docs=frozenset({"doc1"})))))
    wrong: list[object] = []

    def read() -> None:
        try:
            for _ in range(60):
                found = places(index.search(ask(1, filter=SearchFilter(docs=frozenset({"doc1"})))))
                if set(found) - set(expected) or len(found) != len(expected):
                    wrong.append(found)
        except Exception as error:  # noqa: BLE001 - a thread's error is reported by the assertion
            wrong.append(error)

    readers = [threading.Thread(target=read) for _ in range(4)]
    for reader in readers:
        reader.start()
    for number in range(20):
        index.upsert([point(f"new{number}", page) for page in range(1, 20)])
        index.delete(f"new{number}")
        index.flush()
    for reader in readers:
        reader.join()
    index.close()
    assert wrong == []
