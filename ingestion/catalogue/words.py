"""Words of a page as one compact blob.

A filing has about a hundred thousand words, so a row a word would be most of the catalogue. The blob is

    zlib( uint32 count | int32 x0[] y0[] width[] height[] | UTF-8 texts joined by newline )

Coordinates are in 1/64 point; `x0` and `y0` are stored as differences to the word before, which zlib
likes. A box read back is within 1/128 point of the box given; one that lies on the grid comes back exactly.
"""

import struct
import zlib
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ingestion.domain import Word

GRID = 64.0
_COUNT = struct.Struct("<I")
_LEVEL = 1


def pack_words(words: Sequence[Word]) -> bytes:
    """The blob for these words; a line break inside a word becomes `_`, as it separates words here."""
    if not words:
        return b""
    texts, *sides = zip(*words, strict=True)
    return pack_columns(texts, np.array(sides, dtype=np.float64))


def pack_columns(texts: Sequence[str], sides: NDArray[np.float64]) -> bytes:
    """`pack_words` for words in columns: `sides` has shape (4, n), rows x0, y0, x1, y1."""
    if not texts:
        return b""
    x0, y0, x1, y1 = np.rint(sides * GRID).astype("<i4")
    numbers = np.concatenate([np.diff(x0, prepend=0), np.diff(y0, prepend=0), x1 - x0, y1 - y0]).astype("<i4")
    joined = "\n".join(texts)
    if joined.count("\n") != len(texts) - 1:
        joined = "\n".join("_".join(text.split("\n")) for text in texts)
    raw = _COUNT.pack(len(texts)) + numbers.tobytes() + joined.encode("utf-8", "replace")
    return zlib.compress(raw, _LEVEL)


def unpack_words(blob: bytes) -> tuple[Word, ...]:
    """The words of a blob made by `pack_words`."""
    if not blob:
        return ()
    raw = zlib.decompress(blob)
    (count,) = _COUNT.unpack_from(raw)
    numbers = np.frombuffer(raw, dtype="<i4", count=4 * count, offset=_COUNT.size).reshape(4, count)
    x0, y0 = np.cumsum(numbers[0]), np.cumsum(numbers[1])
    sides = np.stack([x0, y0, x0 + numbers[2], y0 + numbers[3]]) / GRID
    texts = raw[_COUNT.size + 16 * count :].decode("utf-8").split("\n")
    return tuple(map(Word, texts, *sides.tolist()))
