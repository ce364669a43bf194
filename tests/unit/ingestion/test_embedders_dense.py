"""Dense embedders: the static default against WordLlama itself, and fastembed through its real loader."""

import json
import logging
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from safetensors.numpy import save_file

from ingestion.embedders import make_embedder
from ingestion.embedders.fastembed import FastEmbedder
from ingestion.embedders.wordllama import WordLlamaEmbedder
from ingestion.errors import ConfigurationError

TEXTS = [
    "Net cash provided by operating activities",
    "Purchases of property, plant and equipment (1,577)",
    "\u58f2\u4e0a\u9ad8 und Gewinn",
    "x" * 3000,
]


@pytest.fixture(scope="module")
def wordllama() -> WordLlamaEmbedder:
    return WordLlamaEmbedder()


@pytest.fixture
def package() -> Iterator[Any]:
    """WordLlama's own package; its import reconfigures the root logger, which is put back."""
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    yield pytest.importorskip("wordllama")
    root.handlers[:], root.level = handlers, level


def test_vectors_equal_those_of_the_package_itself(wordllama: WordLlamaEmbedder, package: Any) -> None:
    original = package.WordLlama.load(cache_dir=Path(package.__file__).parent, disable_download=True)
    np.testing.assert_allclose(wordllama.embed_passages(TEXTS), original.embed(TEXTS, norm=True), atol=1e-5)


def test_rows_have_unit_length_and_queries_are_rows(wordllama: WordLlamaEmbedder) -> None:
    rows = wordllama.embed_passages(TEXTS)
    assert rows.shape == (len(TEXTS), wordllama.dim) == (4, 256)
    assert rows.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-5)
    np.testing.assert_allclose(wordllama.embed_query(TEXTS[1]), rows[1], atol=1e-6)


def test_text_without_a_token_is_zero_and_spoils_no_neighbour(wordllama: WordLlamaEmbedder) -> None:
    rows = wordllama.embed_passages(["", TEXTS[0], " \n\t"])
    assert not rows[0].any()
    assert not rows[2].any()
    np.testing.assert_allclose(rows[1], wordllama.embed_query(TEXTS[0]), atol=1e-6)
    assert wordllama.embed_passages([]).shape == (0, 256)


def test_line_breaks_do_not_change_a_vector(wordllama: WordLlamaEmbedder) -> None:
    in_lines = "\n".join(TEXTS[0].split())
    np.testing.assert_allclose(wordllama.embed_query(in_lines), wordllama.embed_query(TEXTS[0]), atol=1e-6)


def test_batches_do_not_change_a_vector(wordllama: WordLlamaEmbedder) -> None:
    many = [f"{text} {number}" for number in range(600) for text in TEXTS[:2]]
    rows = wordllama.embed_passages(many)
    np.testing.assert_allclose(rows[1100], wordllama.embed_query(many[1100]), atol=1e-6)


def test_near_meanings_are_near(wordllama: WordLlamaEmbedder) -> None:
    asked = wordllama.embed_query("capital expenditure")
    near, far = wordllama.embed_passages(["capital spending on equipment", "the board elected two directors"])
    assert asked @ near > asked @ far + 0.1


def test_the_name_carries_model_and_version(wordllama: WordLlamaEmbedder) -> None:
    model, config, version = wordllama.name.split(" ")
    assert (model, config) == ("wordllama", "l2_supercat_256")
    assert version[0].isdigit()


def test_a_broken_package_is_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="WordLlama"):
        WordLlamaEmbedder(tmp_path)


def test_threads_get_the_same_vectors(wordllama: WordLlamaEmbedder) -> None:
    results: list[np.ndarray] = []
    threads = [threading.Thread(target=lambda: results.append(wordllama.embed_passages(TEXTS * 50))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 4
    for rows in results:
        np.testing.assert_array_equal(rows, results[0])


@pytest.fixture
def static_model(tmp_path: Path) -> Path:
    """The files of a static fastembed model: three words and an unknown one, 256 dimensions."""
    words = {"[UNK]": 0, "cash": 1, "debt": 2, "flow": 3}
    tokenizer: dict[str, object] = {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [],
        "normalizer": {"type": "Lowercase"},
        "pre_tokenizer": {"type": "Whitespace"},
        "post_processor": None,
        "decoder": None,
        "model": {"type": "WordLevel", "vocab": words, "unk_token": "[UNK]"},
    }
    (tmp_path / "tokenizer.json").write_text(json.dumps(tokenizer))
    rows = np.random.default_rng(3).normal(size=(len(words), 256)).astype(np.float32)
    save_file({"embeddings": rows}, tmp_path / "model.safetensors")
    return tmp_path


def test_a_fastembed_model_is_loaded_from_its_files(static_model: Path) -> None:
    embedder = FastEmbedder("minishlab/potion-base-8m", model_path=static_model)
    rows = embedder.embed_passages(["cash flow", "debt", "flow cash"])
    assert rows.shape == (3, embedder.dim) == (3, 256)
    np.testing.assert_allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-5)
    np.testing.assert_allclose(rows[0], rows[2], atol=1e-5)
    np.testing.assert_allclose(embedder.embed_query("debt"), rows[1], atol=1e-5)
    assert embedder.embed_passages([]).shape == (0, 256)
    assert embedder.name.startswith("minishlab/potion-base-8M fastembed ")


def test_a_model_that_cannot_be_fetched_is_a_clear_error_at_the_first_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    embedder = make_embedder("BAAI/bge-small-en-v1.5", cache_dir=tmp_path)
    assert embedder.dim == 384
    with pytest.raises(ConfigurationError, match=r"BAAI/bge-small-en-v1\.5 cannot be loaded"):
        embedder.embed_query("cash")


def test_an_unknown_model_is_named_with_a_near_one() -> None:
    with pytest.raises(ConfigurationError, match=r"did you mean BAAI/bge-small-en-v1\.5"):
        make_embedder("BAAI/bge-smal-en-v1.5")


def test_the_default_is_wordllama() -> None:
    assert make_embedder(" WordLlama ").name == make_embedder().name
