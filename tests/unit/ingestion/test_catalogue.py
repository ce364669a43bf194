"""Words as blobs, and catalogues that cannot be opened."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingestion.catalogue import Catalogue
from ingestion.catalogue.words import GRID, pack_words, unpack_words
from ingestion.domain import Word
from ingestion.errors import ConfigurationError, StorageError

sides = st.floats(min_value=-5000, max_value=20000, allow_nan=False)
texts = st.text(st.characters(exclude_categories=["Cs"]), min_size=1).map(lambda text: "_".join(text.split("\n")))


@given(st.lists(st.builds(Word, texts, sides, sides, sides, sides)))
def test_words_come_back_within_the_grid(words: list[Word]) -> None:
    read = unpack_words(pack_words(words))
    assert [word.text for word in read] == [word.text for word in words]
    for word, original in zip(read, words, strict=True):
        assert all(abs(a - b) <= 0.5 / GRID + 1e-9 for a, b in zip(word[1:], original[1:], strict=True))


def test_words_on_the_grid_come_back_exactly() -> None:
    words = (Word("Total", 72.015625, 100.5, 99.25, 110.0), Word("7,415", 30.0, 700.0, 60.984375, 712.5))
    assert unpack_words(pack_words(words)) == words


def test_a_line_break_inside_a_word_does_not_shift_the_others() -> None:
    words = [Word("a\nb", 1.0, 1.0, 2.0, 2.0), Word("c", 3.0, 1.0, 4.0, 2.0)]
    assert [word.text for word in unpack_words(pack_words(words))] == ["a_b", "c"]


def test_a_file_that_is_no_database_is_named_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "catalogue.sqlite"
    path.write_bytes(b"not a database at all, but long enough to be looked at" * 100)
    with pytest.raises(StorageError, match="file is not a database") as caught:
        Catalogue.open(f"sqlite:///{path}")
    assert "\n" not in str(caught.value)


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageError, match="file"):
        Catalogue.open(f"sqlite:///{tmp_path / 'file' / 'home' / 'catalogue.sqlite'}", create=True)


@pytest.mark.parametrize("url", ["nonsense", "mysql://user@host/name", "://", ""])
def test_an_address_that_is_none_is_a_setting_error(url: str) -> None:
    with pytest.raises(ConfigurationError, match="DATABASE_URL"):
        Catalogue.open(url)


def test_a_server_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="catalogue cannot be used"):
        Catalogue.open("postgresql://nobody@127.0.0.1:9/none?connect_timeout=2")
