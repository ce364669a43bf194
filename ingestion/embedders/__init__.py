"""Dense embedders (`base` is the contract, `make_embedder` picks one) and the BM25 encoder (`bm25`)."""

from ingestion.embedders.factory import make_embedder

__all__ = ["make_embedder"]
