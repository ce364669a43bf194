"""What only the server index has: a connection that may fail, and a collection that may be another's."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import numpy as np
import pytest
from qdrant_client import QdrantClient, models

from ingestion.errors import ConfigurationError, SchemaMismatch, StorageError, StorageMissing
from ingestion.index.base import HybridQuery
from ingestion.index.payload import SPARSE_NAME
from ingestion.index.server import ServerIndex

DIM = 8
COSINE = models.VectorParams(size=DIM, distance=models.Distance.COSINE)
IDF = {SPARSE_NAME: models.SparseVectorParams(modifier=models.Modifier.IDF)}


@pytest.fixture
def client() -> Iterator[QdrantClient]:
    memory = QdrantClient(":memory:")
    yield memory
    memory.close()


@contextmanager
def answering(status: int, body: str) -> Iterator[str]:
    """A local HTTP server that answers every request with the same status and body."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body.encode())))
            self.end_headers()
            self.wfile.write(body.encode())

        do_POST = do_PUT = do_GET  # noqa: N815 - the names http.server calls

        def log_message(self, format: str, *args: object) -> None:
            """Tests print nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def test_no_collection_is_said(client: QdrantClient) -> None:
    with pytest.raises(StorageMissing, match="no collection 'folio' at http://example"):
        ServerIndex.open("http://example", "folio", DIM, client=client)
    assert not client.collection_exists("folio")


def test_an_absent_collection_is_made_with_idf_and_opened_again(client: QdrantClient) -> None:
    ServerIndex.open("memory", "folio", DIM, create=True, client=client).close()
    params = client.get_collection("folio").config.params
    assert params.vectors == COSINE
    assert params.sparse_vectors is not None
    assert params.sparse_vectors[SPARSE_NAME].modifier == models.Modifier.IDF
    assert ServerIndex.open("memory", "folio", DIM, client=client).count() == 0
    assert ServerIndex.open("memory", "folio", DIM, create=True, client=client).count() == 0


@pytest.mark.parametrize(
    ("vectors", "sparse"),
    [
        (models.VectorParams(size=DIM + 1, distance=models.Distance.COSINE), IDF),
        (models.VectorParams(size=DIM, distance=models.Distance.DOT), IDF),
        ({"dense": COSINE}, IDF),
        (COSINE, {SPARSE_NAME: models.SparseVectorParams()}),
        (COSINE, {"text": models.SparseVectorParams(modifier=models.Modifier.IDF)}),
        (COSINE, {}),
    ],
)
@pytest.mark.parametrize("create", [True, False])
def test_a_collection_of_another_kind_is_refused(
    client: QdrantClient,
    vectors: models.VectorParams | dict[str, models.VectorParams],
    sparse: dict[str, models.SparseVectorParams],
    create: bool,
) -> None:
    client.create_collection("folio", vectors_config=vectors, sparse_vectors_config=sparse)
    with pytest.raises(SchemaMismatch, match="QDRANT_COLLECTION"):
        ServerIndex.open("memory", "folio", DIM, create=create, client=client)


def test_a_point_that_is_not_ours_is_a_clear_error(client: QdrantClient) -> None:
    index = ServerIndex.open("memory", "folio", DIM, create=True, client=client)
    vector = np.ones(DIM, dtype=np.float32)
    client.upsert("folio", [models.PointStruct(id=1, vector={"": vector.tolist()}, payload={"page_content": "x"})])
    with pytest.raises(StorageError, match="did not write"):
        index.search(HybridQuery(vector, None))


@pytest.mark.parametrize("create", [True, False])
def test_a_server_that_does_not_answer_is_a_clear_error(create: bool) -> None:
    with pytest.raises(StorageError, match=r"server at http://127\.0\.0\.1:9 cannot be used: .*refused"):
        ServerIndex.open("http://127.0.0.1:9", "folio", DIM, create=create)


@pytest.mark.parametrize(
    ("status", "body", "said"),
    [
        (401, '{"status":{"error":"Must provide an API key"}}', "401"),
        (500, "oops", "500"),
        (200, "<html>", "cannot be used"),
    ],
)
def test_a_server_that_refuses_is_a_clear_error(status: int, body: str, said: str) -> None:
    with answering(status, body) as url, pytest.raises(StorageError, match=said) as raised:
        ServerIndex.open(url, "folio", DIM)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("url", ["nonsense://x:99999", "http://two words"])
def test_a_url_that_is_none_is_a_configuration_error(url: str) -> None:
    with pytest.raises(ConfigurationError, match="QDRANT_URL"):
        ServerIndex.open(url, "folio", DIM)
