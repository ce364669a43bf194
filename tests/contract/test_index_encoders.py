"""Both indexes with the real encoders: numbers however printed, and langchain-qdrant on the same collection."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from qdrant_client import QdrantClient, models

from ingestion.domain import Chunk, Form, PageKind
from ingestion.embedders import make_embedder
from ingestion.embedders.base import Embedder
from ingestion.embedders.bm25 import Bm25Encoder
from ingestion.index.base import ChunkMetadata, HybridQuery, IndexPoint, SearchIndex
from ingestion.index.edge import EdgeIndex
from ingestion.index.server import ServerIndex


@pytest.fixture(scope="module")
def embedder() -> Embedder:
    return make_embedder()


@pytest.fixture(scope="module")
def encoder() -> Bm25Encoder:
    return Bm25Encoder()


@pytest.fixture(params=["edge", "server"])
def index(request: pytest.FixtureRequest, tmp_path: Path, embedder: Embedder) -> Iterator[SearchIndex]:
    opened: SearchIndex = (
        EdgeIndex.open(tmp_path, embedder.dim, create=True) if request.param == "edge" else open_server(embedder)
    )
    yield opened
    opened.close()


def open_server(embedder: Embedder) -> ServerIndex:
    return ServerIndex.open("memory", "folio", embedder.dim, create=True, client=QdrantClient(":memory:"))


def pages_of(texts: Sequence[str], embedder: Embedder, encoder: Bm25Encoder) -> list[IndexPoint]:
    rows = embedder.embed_passages(texts)
    about = ChunkMetadata("Acme", Form.TEN_K, 2031, None, PageKind.NOTES)
    return [
        IndexPoint(Chunk("acme", row + 1, 0, "header", text), about, rows[row], encoder.encode_passage(text))
        for row, text in enumerate(texts)
    ]


def pages_about_other_things() -> list[str]:
    return [
        f"Note {number}. Long-term debt of {number * 137 + 11:,} thousand and 6.{number:03d} million of leases, "
        f"due {2031 + number % 9}; in millions, total {6_814 + number if number else 6_813:,}."
        for number in range(50)
    ]


@pytest.mark.parametrize("asked", ["6814000", "6,814,000", "6.814 million", "68,14,000", "$6.814 million"])
@pytest.mark.parametrize("dense_arm", [True, False])
def test_a_number_is_found_however_it_is_printed(
    index: SearchIndex, embedder: Embedder, encoder: Bm25Encoder, asked: str, dense_arm: bool
) -> None:
    index.upsert(pages_of([*pages_about_other_things(), "Long-term debt 6,814,000"], embedder, encoder))
    dense = embedder.embed_query(asked) if dense_arm else None
    hits = index.search(HybridQuery(dense, encoder.encode_query(asked)))
    assert hits[0].text == "Long-term debt 6,814,000"


def test_an_amount_in_full_finds_the_statement_in_millions(
    index: SearchIndex, embedder: Embedder, encoder: Bm25Encoder
) -> None:
    index.upsert(pages_of([*pages_about_other_things(), "Long-term debt 9,377 8,120"], embedder, encoder))
    hits = index.search(HybridQuery(None, encoder.encode_query("long-term debt of $9.377 billion")))
    assert hits[0].text == "Long-term debt 9,377 8,120"


def test_langchain_finds_the_same_page_in_the_same_collection(embedder: Embedder, encoder: Bm25Encoder) -> None:
    texts = [
        "Purchases of property, plant and equipment",
        "Dividends declared per share",
        "Legal proceedings against the company",
        "Inventories, raw materials and finished goods",
    ]
    index = open_server(embedder)
    index.upsert(pages_of(texts, embedder, encoder))
    asked = "raw material inventory"
    ours = index.search(HybridQuery(embedder.embed_query(asked), encoder.encode_query(asked)))
    theirs = index.vector_store(embedder, encoder).similarity_search(asked, k=50)
    assert theirs[0].page_content == ours[0].text == texts[3]
    assert (theirs[0].metadata["doc"], theirs[0].metadata["page"]) == ("acme", 4)
    assert theirs[0].metadata["company"] == "Acme"
    assert {document.page_content for document in theirs} == {hit.text for hit in ours}


def test_what_langchain_is_given_is_found_by_its_own_filter(embedder: Embedder, encoder: Bm25Encoder) -> None:
    index = open_server(embedder)
    index.upsert(pages_of(["Dividends declared", "Dividends paid"], embedder, encoder))
    store = index.vector_store(embedder, encoder)
    second = models.Filter(must=[models.FieldCondition(key="metadata.page", match=models.MatchValue(value=2))])
    assert [document.page_content for document in store.similarity_search("dividends", k=9, filter=second)] == [
        "Dividends paid"
    ]
