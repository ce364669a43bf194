"""From the setting EMBEDDING_MODEL to an embedder."""

from pathlib import Path

from ingestion.embedders.base import Embedder


def make_embedder(name: str = "wordllama", *, cache_dir: Path | None = None) -> Embedder:
    """`wordllama`, or any fastembed model by its name; `cache_dir` keeps what fastembed downloads.

    Raises ConfigurationError for an unknown name. A fastembed model is loaded at its first text.
    """
    if name.strip().lower() == "wordllama":
        from ingestion.embedders.wordllama import WordLlamaEmbedder

        return WordLlamaEmbedder()
    from ingestion.embedders.fastembed import FastEmbedder

    return FastEmbedder(name.strip(), cache_dir=cache_dir)
