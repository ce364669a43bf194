"""An index of made-up chunks, for machines where nothing has been ingested.

Words follow Zipf's law, p(rank) ~ 1 / (rank + 2.7) ** 1.05, over 20,000 words: the commonest are English function
words, which the sparse encoder drops as it does in filings, the rest are made-up syllables. One token in seven is a
number. Texts are encoded by the real encoders. The same seed gives the same index.
"""

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from ingestion.domain import Chunk, Form, PageKind
from ingestion.embedders.base import Embedder
from ingestion.embedders.bm25 import Bm25Encoder
from ingestion.index.base import ChunkMetadata, IndexPoint
from ingestion.index.edge import EdgeIndex

SEED = 20_310_711
WORDS_PER_CHUNK = 175
CHUNKS_PER_FILING = 500
FILINGS_PER_COMPANY = 4

_VOCABULARY = 20_000
_NUMBER_SHARE = 1 / 7
_BATCH = 2_000
_FUNCTION_WORDS = (
    "the of and to in a for on as by with is that at from or are was be an our we its this which not have were has "
    "their it will these other such no any than if under into"
)
_CONSONANTS = "bcdfglmnprst"
_VOWELS = "aeiou"


def build_index(folder: Path, points: int, embedder: Embedder, sparse: Bm25Encoder, seed: int = SEED) -> None:
    """Write an Edge index of `points` chunks to `folder`."""
    index = EdgeIndex.open(folder, embedder.dim, create=True)
    try:
        first = 0
        for texts in _texts(points, seed):
            dense = embedder.embed_passages(texts)
            index.upsert(
                [
                    IndexPoint(_chunk(first + row, text), _about(first + row), dense[row], sparse.encode_passage(text))
                    for row, text in enumerate(texts)
                ]
            )
            first += len(texts)
    finally:
        index.close()


def _texts(count: int, seed: int) -> Iterator[list[str]]:
    rng = np.random.default_rng(seed)
    vocabulary = np.array(_words(rng))
    weights = 1 / (np.arange(_VOCABULARY) + 2.7) ** 1.05
    weights /= weights.sum()
    for start in range(0, count, _BATCH):
        shape = (min(_BATCH, count - start), WORDS_PER_CHUNK)
        tokens = vocabulary[rng.choice(_VOCABULARY, size=shape, p=weights)].astype(object)
        numbers = rng.random(shape) < _NUMBER_SHARE
        amounts = rng.lognormal(7, 2, size=int(numbers.sum())).astype(int)
        tokens[numbers] = [f"{amount:,}" for amount in amounts]
        yield [" ".join(row) for row in tokens]


def _words(rng: np.random.Generator) -> list[str]:
    syllables = [consonant + vowel for consonant in _CONSONANTS for vowel in _VOWELS]
    words = dict.fromkeys(_FUNCTION_WORDS.split())
    while len(words) < _VOCABULARY:
        words["".join(rng.choice(syllables, size=rng.integers(2, 5)))] = None
    return list(words)


def _chunk(number: int, text: str) -> Chunk:
    filing, place = divmod(number, CHUNKS_PER_FILING)
    return Chunk(f"filing_{filing}", place // 4 + 1, place % 4, "", text)


def _about(number: int) -> ChunkMetadata:
    filing = number // CHUNKS_PER_FILING
    kinds = tuple(PageKind)
    return ChunkMetadata(
        company=f"Company {filing // FILINGS_PER_COMPANY}",
        form=Form.TEN_K,
        fiscal_year=2028 + filing % FILINGS_PER_COMPANY,
        fiscal_quarter=None,
        kind=kinds[number // 4 % len(kinds)],
    )
