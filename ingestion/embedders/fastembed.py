"""Dense vectors from any model fastembed knows, run on the CPU through ONNX."""

import importlib.metadata
import threading
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ingestion.embedders.base import unit_rows
from ingestion.errors import ConfigurationError
from ingestion.index.base import Vector

if TYPE_CHECKING:
    from fastembed import TextEmbedding


class FastEmbedder:
    """A fastembed model by name, such as `BAAI/bge-small-en-v1.5`.

    The model is fetched from its hub and loaded at the first text, not when this object is made: listing
    filings needs its name only. `cache_dir` keeps the downloads; `model_path` is a folder with the model's
    files, for machines without a network. Safe to share between threads.

    Raises ConfigurationError for a name fastembed does not know (at once) and for a model that cannot be
    fetched or loaded (at the first text).
    """

    def __init__(self, model: str, *, cache_dir: Path | None = None, model_path: Path | None = None) -> None:
        self._model_name, self._dim = _describe(model)
        self._cache_dir = cache_dir
        self._model_path = model_path
        self._model: TextEmbedding | None = None
        self._lock = threading.Lock()
        self._name = f"{self._model_name} fastembed {importlib.metadata.version('fastembed')}"

    @property
    def name(self) -> str:
        """Model name and fastembed's version."""
        return self._name

    @property
    def dim(self) -> int:
        """Length of a vector, known without loading the model."""
        return self._dim

    def embed_passages(self, texts: Sequence[str]) -> Vector:
        """Array of shape (len(texts), dim), rows of unit length."""
        if not texts:
            return np.zeros((0, self._dim), dtype=np.float32)
        return self._unit(self._loaded().passage_embed(list(texts)))

    def embed_query(self, text: str) -> Vector:
        """Array of shape (dim,), with the query prefix of models that have one."""
        vector: Vector = self._unit(self._loaded().query_embed(text))[0]
        return vector

    def _unit(self, rows: Iterable[Any]) -> Vector:
        # Not every model normalises its own output.
        return unit_rows(np.stack([np.asarray(row, dtype=np.float32) for row in rows]))

    def _loaded(self) -> "TextEmbedding":
        with self._lock:
            if self._model is None:
                self._model = self._load()
            return self._model

    def _load(self) -> "TextEmbedding":
        from fastembed import TextEmbedding  # over a second to import: only for those who use it

        try:
            return TextEmbedding(
                self._model_name,
                cache_dir=str(self._cache_dir) if self._cache_dir else None,
                specific_model_path=str(self._model_path) if self._model_path else None,
            )
        except Exception as error:  # hub, file system and onnxruntime errors share no base
            raise ConfigurationError(
                f"embedding model {self._model_name} cannot be loaded: {error} "
                "(the first use needs its hub; EMBEDDING_MODEL=wordllama needs none)"
            ) from error


def _describe(model: str) -> tuple[str, int]:
    """The model's name as fastembed spells it, and its dimension."""
    from fastembed import TextEmbedding

    known = {str(m["model"]).lower(): m for m in TextEmbedding.list_supported_models()}
    found = known.get(model.lower())
    if found is None:
        near = get_close_matches(model.lower(), list(known), n=1)
        hint = f"; did you mean {known[near[0]]['model']}?" if near else ""
        raise ConfigurationError(f"unknown embedding model {model!r}: neither wordllama nor in fastembed{hint}")
    return str(found["model"]), int(found["dim"])
