"""Finding files and naming documents."""

import re
from pathlib import Path

import pytest

from ingestion.discover import copy_verified, display_name, doc_name, find_pdfs, identify, with_suffix
from ingestion.errors import UnreadableFiling

SAFE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,119}")


@pytest.mark.parametrize(
    ("name", "doc"),
    [
        ("3M_2018_10K.pdf", "3M_2018_10K"),
        ("Report 2031.PDF", "Report_2031"),
        ("../../outside.pdf", "outside"),
        ("/tmp/outside.pdf", "outside"),
        ("..\\outside.pdf", "outside"),
        ("a%2f..%2foutside.pdf", "outside"),
        ("a%5Coutside.pdf", "outside"),
        ("\u00dcbersicht f\u00fcr & Co.pdf", "Ubersicht_fur_Co"),
        ("x\x00\r\n\u202ey.pdf", "xy"),
        ("no-ending", "no-ending"),
    ],
)
def test_documents_are_named_after_files(name: str, doc: str) -> None:
    assert doc_name(name) == doc


@pytest.mark.parametrize("name", ["", ".pdf", "..", "...pdf", "\u65e5\u672c.pdf", "-.pdf", "CON.pdf", "nul.txt.pdf"])
def test_a_name_without_any_letter_becomes_one(name: str) -> None:
    doc = doc_name(name)
    assert doc.startswith("filing_")
    assert SAFE.fullmatch(doc)


def test_long_names_stay_two() -> None:
    first, second = doc_name("x" * 300 + "a.pdf"), doc_name("x" * 300 + "b.pdf")
    assert len(first) == 120
    assert display_name("x" * 300 + "a.pdf") == "x" * 255
    assert SAFE.fullmatch(first)
    assert first != second
    assert SAFE.fullmatch(with_suffix(first, "ab" * 32))


def test_pdfs_are_found_in_folders_and_files_as_named(tmp_path: Path) -> None:
    for name in ("b.pdf", "sub/a.PDF", "sub/note.txt", ".hidden.pdf", "other.txt", "sub/._mac.pdf"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("x")
    files, complaints = find_pdfs([tmp_path, tmp_path / "other.txt", tmp_path / "b.pdf"])
    assert [str(file.relative_to(tmp_path)) for file in files] == ["b.pdf", "other.txt", "sub/a.PDF"]
    assert complaints == []


def test_what_is_not_there_is_a_complaint(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    files, complaints = find_pdfs([tmp_path / "gone.pdf", tmp_path / "empty"])
    assert files == []
    assert [complaint.reason for complaint in complaints] == [
        "no such file or folder",
        "there is no PDF in this folder",
    ]


def test_a_file_that_changes_while_it_is_copied_is_refused(tmp_path: Path) -> None:
    source = tmp_path / "a.pdf"
    source.write_bytes(b"one")
    found = identify(source)
    copy_verified(source, tmp_path / "copy.pdf", found.sha256)
    assert (tmp_path / "copy.pdf").read_bytes() == b"one"
    source.write_bytes(b"two")
    with pytest.raises(UnreadableFiling, match="changed"):
        copy_verified(source, tmp_path / "copy.pdf", found.sha256)
