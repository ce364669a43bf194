"""Dense embedders (`base` is the contract) and the BM25 encoder (`bm25`)."""
