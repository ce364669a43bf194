"""Dense embedders (`base` is the contract, `factory` picks one) and the BM25 encoder (`bm25`)."""
