"""Dense vectors from WordLlama: static token embeddings that ship inside its wheel (256 dims, no download).

    v(text) = normalise(sum of E[token] over the tokens of text)

Weights and tokenizer are read from the installed package directly. Its own loader looks for the tokenizer in
the wrong folder, falls back to a download, takes 0.7 s to import and reconfigures the root logger; the
vectors are the same (a test compares them). White space is collapsed first: to this tokenizer every line
break is a token of its own, and on pages of short lines those tokens would outweigh the words.
"""

import importlib.metadata
import importlib.util
from collections.abc import Sequence
from itertools import chain
from pathlib import Path

import numpy as np
from safetensors.numpy import load_file
from scipy.sparse import csr_array
from tokenizers import Tokenizer

from ingestion.embedders.base import unit_rows
from ingestion.errors import ConfigurationError
from ingestion.index.base import Vector

_WEIGHTS = Path("weights", "l2_supercat_256.safetensors")
_TOKENIZER = Path("tokenizers", "l2_supercat_tokenizer_config.json")
_BATCH = 1024
_MOST_WORDS = 200_000
"""Words to remember, about 40 MB; then it begins anew. Filings repeat themselves: most words are known."""


class WordLlamaEmbedder:
    """WordLlama's `l2_supercat_256`; about 7,000 chunks of 1,200 characters a second on 2 cores.

    Raises ConfigurationError when the package or its files are missing or broken.
    """

    def __init__(self, folder: Path | None = None) -> None:
        folder = folder or _package_folder()
        try:
            # Stored as float16; float32 is what Qdrant keeps and what sparse products are fast in.
            self._embedding: Vector = load_file(folder / _WEIGHTS)["embedding.weight"].astype(np.float32)
            self._tokenizer = Tokenizer.from_file(str(folder / _TOKENIZER))
        except Exception as error:  # both libraries raise bare exceptions of their own
            raise ConfigurationError(f"WordLlama's files in {folder} cannot be read: {error}") from error
        self._words: dict[str, tuple[int, ...]] = {}
        self._name = f"wordllama l2_supercat_256 {importlib.metadata.version('wordllama')}"

    @property
    def name(self) -> str:
        """Model name and package version."""
        return self._name

    @property
    def dim(self) -> int:
        """256."""
        return int(self._embedding.shape[1])

    def embed_passages(self, texts: Sequence[str]) -> Vector:
        """Array of shape (len(texts), 256), rows of unit length, zero for a text without a token."""
        out = np.zeros((len(texts), self.dim), dtype=np.float32)
        for start in range(0, len(texts), _BATCH):
            batch = texts[start : start + _BATCH]
            out[start : start + len(batch)] = self._embed(batch)
        return out

    def embed_query(self, text: str) -> Vector:
        """Array of shape (256,)."""
        vector: Vector = self._embed([text])[0]
        return vector

    def _embed(self, texts: Sequence[str]) -> Vector:
        tokens = self._tokenize(texts)
        starts = np.zeros(len(tokens) + 1, dtype=np.int32)
        np.cumsum([len(ids) for ids in tokens], out=starts[1:])
        columns = np.fromiter(chain.from_iterable(tokens), dtype=np.int32, count=int(starts[-1]))
        # A sparse product sums rows without gathering them: four times as fast as E[ids].sum(axis=0).
        ones = np.ones(len(columns), dtype=np.float32)
        counts = csr_array((ones, columns, starts), shape=(len(tokens), len(self._embedding)))
        return unit_rows(counts @ self._embedding)

    def _tokenize(self, texts: Sequence[str]) -> list[list[int]]:
        """Token ids of each text. No token spans a space, so each word is tokenized once and remembered."""
        known = self._words if len(self._words) < _MOST_WORDS else {}
        words = [text.split() for text in texts]
        new = list({word for found in words for word in found if word not in known})
        encoded = self._tokenizer.encode_batch_fast(new, add_special_tokens=False)
        known.update((word, tuple(one.ids)) for word, one in zip(new, encoded, strict=True))
        self._words = known
        return [list(chain.from_iterable(map(known.__getitem__, found))) for found in words]


def _package_folder() -> Path:
    spec = importlib.util.find_spec("wordllama")
    if spec is None or not spec.submodule_search_locations:
        raise ConfigurationError("the package wordllama is not installed; name a fastembed model instead")
    return Path(spec.submodule_search_locations[0])
