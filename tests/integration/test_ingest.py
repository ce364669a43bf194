"""Adding, adding again, replacing, removing: the library holds what it should, and one bad file harms no other."""

import json
import shutil
import sqlite3
import threading
import warnings
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pymupdf
import pytest
from qdrant_client import QdrantClient

from ingestion.catalogue import Catalogue
from ingestion.domain import Form, PageKind
from ingestion.embedders.bm25 import Bm25Encoder
from ingestion.embedders.factory import make_embedder
from ingestion.errors import ManifestError, StorageError, StorageLocked, UnknownFiling, UnreadableFiling
from ingestion.index.server import ServerIndex
from ingestion.library import Library, open_library
from ingestion.pipeline import AddReport, add, add_upload, remove, verify
from ingestion.pipeline.lock import writer_lock
from ingestion.settings import IngestionSettings

WriteFiling = Callable[..., Path]


def put(target: IngestionSettings | Library, *paths: Path, **options: object) -> AddReport:
    """`add` in a thread, which spares the start of worker processes."""
    with ThreadPoolExecutor(1) as executor:
        return add(target, paths, executor=executor, workers=1, **options)  # type: ignore[arg-type]


def failures(report: AddReport) -> dict[str, str]:
    return {Path(failure.file).name: failure.reason for failure in report.failures}


def test_a_filing_goes_in_whole(library: Library, write_filing: WriteFiling) -> None:
    path = write_filing()
    report = put(library, path)
    assert not report.failures
    (one,) = report.loaded
    assert (one.doc, one.title, one.pages, one.unreadable) == ("HARROW_2031_10K", "Harrowgate Tools 10-K FY2031", 3, 0)
    filing = library.catalogue.filing("HARROW_2031_10K")
    assert (filing.company, filing.form, filing.fiscal_year) == ("Harrowgate Tools", Form.TEN_K, 2031)
    assert library.catalogue.page("HARROW_2031_10K", 2).kind is PageKind.MDNA
    assert library.index.doc_counts() == {"HARROW_2031_10K": one.chunks}
    assert library.filing_path("HARROW_2031_10K").read_bytes() == path.read_bytes()
    assert verify(library) == []


def test_the_sample_filings_hold_together(sample_home: Path) -> None:
    with open_library(IngestionSettings(home=sample_home, database_url=None, qdrant_url=None)) as library:
        assert verify(library) == []
        assert library.catalogue.unreadable_pages()
        figure = next(one for one in library.catalogue.figures(statements={PageKind.BALANCE_SHEET}) if one.scale)
        words = {word.text for word in library.catalogue.page(figure.doc, figure.page).words}
        assert f"{figure.value:,}" in words


def test_adding_again_changes_nothing(
    settings: IngestionSettings, home: Path, write_filing: WriteFiling, contents: Callable
) -> None:  # type: ignore[type-arg]
    write_filing()
    write_filing("QUARREL_2031_10K.pdf", company="QUARREL FOODS", registrant="00815")
    first = put(settings, home.parent / "in")
    before = contents(home)
    again = put(settings, home.parent / "in")
    assert len(first.loaded) == 2
    assert (again.loaded, again.unchanged) == ((), ("HARROW_2031_10K", "QUARREL_2031_10K"))
    assert contents(home) == before


@pytest.fixture
def bad_files(tmp_path: Path, write_filing: WriteFiling) -> Path:
    """A folder with one of each kind of file that is no filing."""
    good = write_filing(folder="bad", name="good.pdf").read_bytes()
    folder = tmp_path / "bad"
    (folder / "empty.pdf").write_bytes(b"")
    (folder / "text.pdf").write_bytes(b"Form 10-K")
    (folder / "page.pdf").write_bytes(b"<html><body>Form 10-K</body></html>")
    (folder / "half.pdf").write_bytes(good[: len(good) // 2])
    with pymupdf.open(folder / "good.pdf") as document:
        document.save(folder / "locked.pdf", encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="x", owner_pw="y")
    return folder


def test_bad_files_fail_alone_each_with_its_reason(library: Library, bad_files: Path) -> None:
    report = put(library, bad_files, bad_files / "gone.pdf")
    assert [one.doc for one in report.loaded] == ["good"]
    assert failures(report) == {
        "empty.pdf": "the file is empty",
        "text.pdf": "not a PDF",
        "page.pdf": "not a PDF",
        "half.pdf": "truncated: the end of the file is missing",
        "locked.pdf": "encrypted: it opens with a password only",
        "gone.pdf": "no such file or folder",
    }
    assert verify(library) == []


def test_limits_hold_in_worker_processes(settings: IngestionSettings, write_filing: WriteFiling) -> None:
    write_filing("short.pdf")
    long = write_filing("long.pdf", pages=40, note="long")
    report = add(settings.model_copy(update={"max_pages": 30}), [long.parent], workers=1)
    assert failures(report) == {"long.pdf": "has 40 pages, more than 30 allowed"}
    # Two millionths of a second are over before the first page, whatever the machine.
    report = add(settings.model_copy(update={"read_seconds": 2e-6}), [long], workers=1)
    assert "longer than" in failures(report)["long.pdf"]
    assert [one.doc for one in report.loaded] == []
    with open_library(settings) as library:
        assert [filing.doc for filing in library.catalogue.filings()] == ["short"]
        assert verify(library) == []


def test_pages_without_text_are_counted(library: Library, tmp_path: Path) -> None:
    with pymupdf.open() as document:
        document.new_page().insert_text((72, 72), "A page with words")
        document.new_page()
        document.save(tmp_path / "scan.pdf")
    report = put(library, tmp_path / "scan.pdf")
    assert (report.pages, report.unreadable) == (2, 1)
    assert library.catalogue.unreadable_pages() == {"scan": 1}


def test_a_sideways_table_gives_figures_where_it_stands(library: Library, tmp_path: Path) -> None:
    """The ingestion row of the case list, all the way through."""
    rows = [
        ("Capital spending, in millions", "2031", "2030"),
        ("Mills", "318", "295"),
        ("Depots", "74", "81"),
        ("Total", "392", "376"),
    ]
    with pymupdf.open() as document:
        page = document.new_page()
        for row, cells in enumerate(rows):
            for offset, cell in zip((0, 250, 330), cells, strict=True):
                page.insert_text((100 + 20 * row, 700 - offset), cell, rotate=90, fontsize=10)
        document.save(tmp_path / "sideways.pdf")
    put(library, tmp_path / "sideways.pdf")
    stored = library.catalogue.page("sideways", 1)
    assert "Depots 74 81" in stored.text
    assert [word.text for word in stored.words][6:12] == ["Mills", "318", "295", "Depots", "74", "81"]
    assert all(word.y1 - word.y0 > word.x1 - word.x0 for word in stored.words if word.text == "Depots")
    for figure in library.catalogue.figures():
        assert (figure.label, figure.value) in {
            ("Mills", 318),
            ("Mills", 295),
            ("Depots", 74),
            ("Depots", 81),
            ("Total", 392),
            ("Total", 376),
        }


def test_the_same_content_under_two_names_is_one_document(
    library: Library, write_filing: WriteFiling, tmp_path: Path
) -> None:
    path = write_filing("a_long_descriptive_name.pdf")
    shutil.copy(path, path.with_name("listed.pdf"))
    manifest = tmp_path / "manifest.csv"
    manifest.write_text("doc_name,company,doc_period\nlisted,Harrowgate,2031\nabsent,Quarrel,2031\n")
    report = put(library, path.parent, manifest=manifest)
    assert [one.doc for one in report.loaded] == ["listed"]
    assert report.duplicates == ((str(path), "listed"),)
    assert (report.failures, report.manifest_lines, report.manifest_unused, report.without_line) == ((), 2, 1, 1)
    filing = library.catalogue.filing("a_long_descriptive_name")
    assert (filing.doc, filing.company, filing.sources["company"]) == ("listed", "Harrowgate", "manifest")


def test_a_changed_file_replaces_its_document(library: Library, write_filing: WriteFiling) -> None:
    put(library, write_filing(pages=6))
    report = put(library, write_filing(pages=4, note="amended"))
    assert [one.pages for one in report.loaded] == [4]
    assert library.catalogue.filing("HARROW_2031_10K").page_count == 4
    assert "amended" in library.catalogue.page("HARROW_2031_10K", 2).text
    assert verify(library) == []


def test_a_manifest_given_later_renames_the_whole_company(
    library: Library, write_filing: WriteFiling, tmp_path: Path
) -> None:
    first, second = write_filing("one.pdf"), write_filing("two.pdf", end="December 31, 2030")
    put(library, first, second)
    assert {one.company for one in library.catalogue.filings()} == {"Harrowgate Tools"}
    manifest = tmp_path / "manifest.jsonl"
    manifest.write_text(json.dumps({"doc_name": "one", "company": "Harrowgate"}))
    report = put(library, first, manifest=manifest)
    assert {one.doc for one in report.loaded} == {"one", "two"}
    assert {one.company for one in library.catalogue.filings()} == {"Harrowgate"}
    again = put(library, first, second)
    assert again.loaded == ()
    assert verify(library) == []


def test_a_broken_manifest_stops_before_anything_is_written(
    settings: IngestionSettings, write_filing: WriteFiling, tmp_path: Path
) -> None:
    manifest = tmp_path / "manifest.jsonl"
    manifest.write_text('{"doc_name": "a"}\nbroken\n')
    with pytest.raises(ManifestError) as caught:
        put(settings, write_filing(), manifest=manifest)
    assert caught.value.line == 2
    assert not settings.home.exists()


def test_what_is_lost_or_out_of_date_is_put_right_from_the_copies(
    settings: IngestionSettings, home: Path, write_filing: WriteFiling, contents: Callable
) -> None:  # type: ignore[type-arg]
    put(settings, write_filing(), write_filing("two.pdf", end="December 31, 2030"))
    whole = contents(home)
    other = write_filing("three.pdf", end="December 31, 2029")

    shutil.rmtree(home / "index")
    report = put(settings, other)
    assert len(report.loaded) == 3
    with open_library(settings) as library:
        assert verify(library) == []
        remove(library, "three")
    assert contents(home) == whole

    with sqlite3.connect(home / "catalogue.sqlite") as connection:
        connection.execute("UPDATE filings SET version = 'old' WHERE doc = 'two'")
    connection.close()
    with open_library(settings) as library:
        assert [problem.doc for problem in verify(library)] == ["two"]
        assert [one.doc for one in put(library).loaded] == ["two"]
    assert contents(home) == whole


def test_another_embedding_model_has_everything_embedded_again(
    settings: IngestionSettings, home: Path, write_filing: WriteFiling, contents: Callable
) -> None:  # type: ignore[type-arg]
    put(settings, write_filing())
    whole = contents(home)
    catalogue = Catalogue.open(settings.catalogue_url)
    catalogue.set_note("embedder", "another model")
    catalogue.close()
    with pytest.raises(StorageError, match="made with another model"), open_library(settings):
        pass
    assert [one.doc for one in put(settings).loaded] == ["HARROW_2031_10K"]
    assert contents(home) == whole


def test_left_overs_are_removed_and_named_by_verify(library: Library, write_filing: WriteFiling) -> None:
    put(library, write_filing())
    folder = library.settings.filings_dir
    (folder / "stale.pdf").write_bytes(b"x")
    (folder / ".incoming" / "half.pdf").write_bytes(b"x")
    filing = library.catalogue.filing("HARROW_2031_10K")
    library.catalogue.save(replace(filing, doc="ghost", sha256="0" * 64), [], [], chunk_count=2, version="1")
    named = {problem.doc for problem in verify(library)}
    assert named == {"stale", "half.pdf", "ghost"}
    library.catalogue.remove("ghost")
    put(library)
    assert verify(library) == []
    assert not (folder / "stale.pdf").exists()


def test_a_damaged_copy_is_named(library: Library, write_filing: WriteFiling) -> None:
    put(library, write_filing())
    path = library.filing_path("HARROW_2031_10K")
    path.write_bytes(path.read_bytes()[:-1])
    assert [problem.what for problem in verify(library)] == [
        "its copy is not the file that was read: remove it and add it again"
    ]
    path.unlink()
    assert "no such file" in verify(library)[0].what


def test_a_folder_of_copies_can_be_added_itself(
    settings: IngestionSettings, home: Path, write_filing: WriteFiling
) -> None:
    put(settings, write_filing())
    for name in ("catalogue.sqlite", "catalogue.sqlite-wal", "catalogue.sqlite-shm"):
        (home / name).unlink(missing_ok=True)
    assert [one.doc for one in put(settings, home / "filings").loaded] == ["HARROW_2031_10K"]
    with open_library(settings) as library:
        assert verify(library) == []


def test_removing(library: Library, write_filing: WriteFiling) -> None:
    put(library, write_filing(), write_filing("two.pdf", end="December 31, 2030"))
    remove(library, "HARROW_2031_10K")
    assert [one.doc for one in library.catalogue.filings()] == ["two"]
    assert set(library.index.doc_counts()) == {"two"}
    assert verify(library) == []
    for name in ("HARROW_2031_10K", "../two", "/etc/passwd", "", "..\\two"):
        with pytest.raises(UnknownFiling):
            remove(library, name)
        with pytest.raises(UnknownFiling):
            library.filing_path(name)


def test_parallel_uploads_of_one_document_give_one_document(library: Library, write_filing: WriteFiling) -> None:
    """The api row of the case list: three uploads of the same three pages are one document."""
    content = write_filing().read_bytes()
    together = threading.Barrier(2)

    def upload(name: str) -> tuple[str, bool]:
        together.wait()
        filing, created = add_upload(library, name, BytesIO(content))
        return filing.doc, created

    with ThreadPoolExecutor(2) as threads:
        results = list(threads.map(upload, ["first.pdf", "first.pdf"]))
    assert sorted(created for _, created in results) == [False, True]
    filing, created = add_upload(library, "another name.pdf", BytesIO(content))
    assert {filing.doc, *(doc for doc, _ in results)} == {"first"}
    assert not created
    assert library.catalogue.filing("another_name").doc == "first"
    assert (len(library.catalogue.filings()), len(library.catalogue.pages("first"))) == (1, 3)
    assert len(list(library.settings.filings_dir.glob("*.pdf"))) == 1
    assert verify(library) == []


@pytest.mark.parametrize(
    "name", ["../../outside.pdf", "/tmp/outside.pdf", "..\\outside.pdf", "a%2f..%2foutside.pdf", "x" * 300, ""]
)
def test_upload_names_stay_inside(library: Library, write_filing: WriteFiling, name: str, tmp_path: Path) -> None:
    before = set(tmp_path.rglob("*outside*"))
    filing, created = add_upload(library, name, BytesIO(write_filing().read_bytes()))
    assert created
    path = library.filing_path(filing.doc)
    assert path.parent == library.settings.filings_dir
    assert path.is_file()
    outside = {found for found in tmp_path.rglob("*outside*") if library.settings.home not in found.parents}
    assert outside == before
    assert not Path("/tmp/outside.pdf").exists()


def test_an_upload_never_overwrites(library: Library, write_filing: WriteFiling) -> None:
    first, _ = add_upload(library, "a.pdf", BytesIO(write_filing().read_bytes()))
    second, created = add_upload(library, "a.pdf", BytesIO(write_filing(note="other").read_bytes()))
    assert created
    assert first.doc == "a"
    assert second.doc.startswith("a-")
    assert len(library.catalogue.filings()) == 2


def test_a_bad_upload_says_why_and_leaves_nothing(library: Library) -> None:
    for content, reason in ((b"", "empty"), (b"no", "not a PDF")):
        with pytest.raises(UnreadableFiling, match=reason):
            add_upload(library, "a.pdf", BytesIO(content))
    assert library.catalogue.filings() == []
    assert list(library.settings.filings_dir.rglob("*.pdf")) == []


def test_a_writer_that_waits_too_long_is_told(settings: IngestionSettings, write_filing: WriteFiling) -> None:
    path = write_filing()
    with writer_lock(settings.home, wait=0), pytest.raises(StorageLocked, match="another process"):
        put(settings, path, wait=0.2)
    assert len(put(settings, path, wait=0.2).loaded) == 1


def test_a_qdrant_server_takes_the_place_of_the_embedded_index(
    settings: IngestionSettings, write_filing: WriteFiling
) -> None:
    embedder = make_embedder()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # the client's local mode has no payload indexes, and says so
        client = QdrantClient(":memory:")
        index = ServerIndex.open("memory", "folio", embedder.dim, create=True, client=client)
    catalogue = Catalogue.open(settings.catalogue_url, create=True)
    with Library(catalogue, index, embedder, Bm25Encoder(), settings) as library:
        put(library, write_filing(), write_filing("two.pdf", end="December 31, 2030"))
        put(library, write_filing(note="amended"))
        remove(library, "two")
        assert set(library.index.doc_counts()) == {"HARROW_2031_10K"}
        assert verify(library) == []
    client.close()


def test_both_durations_are_told(library: Library, write_filing: WriteFiling) -> None:
    path = write_filing()
    estimated = put(library, path).timing
    assert estimated.plain_seconds is not None
    assert not estimated.plain_measured
    measured = put(library, path, baseline=True).timing
    assert measured.plain_measured
    assert measured.plain_seconds is not None
    assert measured.plain_seconds > 0
