"""One suite for the catalogue on SQLite and on Postgres."""

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from ingestion.catalogue import Catalogue
from ingestion.domain import Box, Figure, Filing, FiscalPeriod, Form, Page, PageKind, Word
from ingestion.errors import SchemaMismatch, StorageMissing, UnknownFiling, UnknownPage

POSTGRES_BINARIES = sorted(Path("/usr/lib/postgresql").glob("*/bin"))


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """URL of a real server on the loopback, gone after the session."""
    if not POSTGRES_BINARIES:
        pytest.skip("no PostgreSQL server binaries under /usr/lib/postgresql")
    # Not below pytest's own folder: another session may close that to the server's user at any time.
    binaries, folder = POSTGRES_BINARIES[-1], Path(tempfile.mkdtemp(prefix="folio-postgres-"))
    user: str | None = None
    if os.geteuid() == 0:  # the server refuses to run as root
        if "postgres" not in {one.pw_name for one in pwd.getpwall()}:
            pytest.skip("PostgreSQL does not run as root, and there is no user postgres")
        user = "postgres"
        shutil.chown(folder, user)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    data = folder / "data"

    def run(*command: str) -> None:
        subprocess.run(command, user=user, cwd=folder, check=True, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL)

    # C as collation differs most from what other servers use: the order of results must not depend on it.
    run(f"{binaries}/initdb", "-D", str(data), "-U", "folio", "-A", "trust", "-E", "UTF8", "--locale=C", "-N")
    options = f"-c listen_addresses=127.0.0.1 -c port={port} -c unix_socket_directories={folder} -c fsync=off"
    run(f"{binaries}/pg_ctl", "-D", str(data), "-o", options, "-l", str(folder / "log"), "-w", "start")
    try:
        yield f"postgresql://folio@127.0.0.1:{port}/postgres"
    finally:
        run(f"{binaries}/pg_ctl", "-D", str(data), "-m", "immediate", "-w", "stop")
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'home' / 'catalogue.sqlite'}"
    address: str = request.getfixturevalue("postgres")
    engine = create_engine(address.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as connection:
        connection.execute(text("DROP SCHEMA public CASCADE"))
        connection.execute(text("CREATE SCHEMA public"))
    engine.dispose()
    return address


@pytest.fixture
def catalogue(url: str) -> Iterator[Catalogue]:
    opened = Catalogue.open(url, create=True)
    yield opened
    opened.close()


def filing(doc: str = "HARROW_2031_10K", **fields: object) -> Filing:
    base = Filing(
        doc=doc,
        company="Harrowgate Tools",
        form=Form.TEN_K,
        fiscal_year=2031,
        sha256=doc.encode().hex().ljust(64, "0")[:64],
        page_count=2,
        file_name=f"{doc}.pdf",
        period_end=date(2031, 12, 31),
        ticker="HRW",
        aliases=("another-name", "older-name"),
        sources={"company": "cover", "form": "manifest"},
    )
    return replace(base, **fields)  # type: ignore[arg-type]


def pages(doc: str = "HARROW_2031_10K") -> list[Page]:
    words = (Word("Total", 72.0, 100.5, 99.25, 110.0), Word("7,415", 300.0, 100.5, 330.0, 110.0))
    return [
        Page(doc, 1, "Cover", words[:1], printed="i", kind=PageKind.COVER, kind_confidence=0.875),
        Page(doc, 2, "Total 7,415", words, width=792.0, height=612.0, kind=PageKind.BALANCE_SHEET, section="Item 8"),
        Page(doc, 3, "", readable=False),
    ]


def figures(doc: str = "HARROW_2031_10K") -> list[Figure]:
    first = Figure(
        doc=doc,
        page=2,
        statement=PageKind.BALANCE_SHEET,
        row=4,
        label="Total assets",
        section="Assets",
        column="December 31, 2031",
        value=Decimal("7415.00"),
        unit="USD",
        scale=1_000_000_000_000,
        period=FiscalPeriod(2031, None, 0, date(2031, 12, 31)),
        quote="Total assets 7,415.00",
        box=Box(300.0, 100.5, 330.0, 110.0),
        restated=True,
        item="total_assets",
    )
    return [first, replace(first, statement=PageKind.CASH_FLOW, page=1, value=Decimal("-0.5"), scale=None, period=None)]


def save(catalogue: Catalogue, doc: str = "HARROW_2031_10K", **fields: object) -> Filing:
    one = filing(doc, **fields)
    catalogue.save(one, pages(doc), figures(doc), chunk_count=5, version="1")
    return one


def test_what_is_saved_comes_back(catalogue: Catalogue) -> None:
    one = save(catalogue)
    assert catalogue.filing(one.doc) == one
    assert catalogue.filings() == [one]
    assert catalogue.pages(one.doc) == pages()
    assert catalogue.page(one.doc, 2) == pages()[1]
    assert catalogue.figures() == figures()
    assert str(catalogue.figures()[0].value) == "7415.00"
    stored = catalogue.stored()[0]
    assert (stored.chunk_count, stored.version) == (5, "1")


def test_a_filing_is_found_under_its_aliases(catalogue: Catalogue) -> None:
    one = save(catalogue)
    assert catalogue.filing("older-name") == one
    assert catalogue.page("another-name", 1).doc == one.doc
    catalogue.add_aliases(one.doc, ["third-name", one.doc])
    assert catalogue.filing("third-name").aliases == ("another-name", "older-name", "third-name")


def test_a_name_is_never_an_alias_of_another(catalogue: Catalogue) -> None:
    save(catalogue, aliases=("LATER_2032_10K",))
    later = save(catalogue, "LATER_2032_10K", aliases=())
    assert catalogue.filing("LATER_2032_10K") == later


@pytest.mark.parametrize("name", ["", "unknown", "../HARROW_2031_10K", "HARROW_2031_10K\x00", "'; DROP TABLE pages"])
def test_an_unknown_filing_is_named(catalogue: Catalogue, name: str) -> None:
    save(catalogue)
    for call in (catalogue.filing, catalogue.pages, catalogue.page_kinds):
        with pytest.raises(UnknownFiling):
            call(name)
    with pytest.raises(UnknownFiling):
        catalogue.page(name, 1)


@pytest.mark.parametrize("number", [0, -1, 4, 2**31, 10**30])
def test_an_unknown_page_is_named(catalogue: Catalogue, number: int) -> None:
    one = save(catalogue)
    with pytest.raises(UnknownPage) as caught:
        catalogue.page(one.doc, number)
    assert (caught.value.page, caught.value.page_count) == (number, 2)


def test_pages_and_figures_can_be_narrowed(catalogue: Catalogue) -> None:
    one, other = save(catalogue), save(catalogue, "QUARREL_2031_10K", company="Quarrel Foods", aliases=())
    assert [page.number for page in catalogue.pages(one.doc, {PageKind.COVER, PageKind.OTHER})] == [1, 3]
    assert catalogue.pages(one.doc, []) == []
    assert catalogue.page_kinds(one.doc) == {1: PageKind.COVER, 2: PageKind.BALANCE_SHEET, 3: PageKind.OTHER}
    assert [figure.doc for figure in catalogue.figures()] == [one.doc] * 2 + [other.doc] * 2
    assert catalogue.figures([other.doc], page=2) == figures(other.doc)[:1]
    assert catalogue.figures(statements={PageKind.CASH_FLOW}, docs=[one.doc]) == figures()[1:]
    assert catalogue.figures([]) == []
    assert catalogue.unreadable_pages() == {one.doc: 1, other.doc: 1}
    assert catalogue.page_counts() == {one.doc: 3, other.doc: 3}


def test_filings_are_ordered_by_company_year_form_and_name(catalogue: Catalogue) -> None:
    save(catalogue, "d", company="beta", aliases=())
    save(catalogue, "c", company="Alpha", fiscal_year=2032, aliases=())
    save(catalogue, "b", company="Alpha", fiscal_year=2031, form=Form.TEN_Q, aliases=())
    save(catalogue, "a", company="Alpha", fiscal_year=2031, form=Form.TEN_Q, aliases=())
    save(catalogue, "e", company="Alpha", fiscal_year=None, aliases=())
    save(catalogue, "f", company="Alpha", fiscal_year=2031, form=Form.TEN_K, aliases=())
    assert [one.doc for one in catalogue.filings()] == ["e", "f", "a", "b", "c", "d"]


def test_saving_again_replaces_everything(catalogue: Catalogue) -> None:
    save(catalogue)
    catalogue.save(filing(aliases=()), pages()[:1], [], chunk_count=1, version="2")
    assert len(catalogue.pages("HARROW_2031_10K")) == 1
    assert catalogue.figures() == []
    with pytest.raises(UnknownFiling):
        catalogue.filing("older-name")


def test_a_failed_save_leaves_what_was_there(catalogue: Catalogue) -> None:
    one = save(catalogue)
    twice = [pages()[0], pages()[0]]
    with pytest.raises(Exception, match="catalogue cannot be used"):
        catalogue.save(replace(one, fiscal_year=1999), twice, [], chunk_count=0, version="2")
    assert catalogue.filing(one.doc) == one
    assert catalogue.pages(one.doc) == pages()


def test_two_documents_cannot_have_the_same_content(catalogue: Catalogue) -> None:
    save(catalogue)
    with pytest.raises(Exception, match="catalogue cannot be used"):
        save(catalogue, "copy", sha256=filing().sha256, aliases=())


def test_removing_takes_everything(catalogue: Catalogue) -> None:
    one, other = save(catalogue), save(catalogue, "QUARREL_2031_10K", aliases=())
    catalogue.remove(one.doc)
    catalogue.remove("never there")
    assert catalogue.filings() == [other]
    assert {figure.doc for figure in catalogue.figures()} == {other.doc}
    with pytest.raises(UnknownFiling):
        catalogue.page(one.doc, 1)


def test_characters_a_database_refuses_are_dropped(catalogue: Catalogue) -> None:
    page = Page("odd", 1, "a\x00b \ud800 \U0001f600", (Word("\ud800x", 1.0, 2.0, 3.0, 4.0),), section="S\x00")
    figure = replace(figures("odd")[0], label="Net\x00 sales", page=1)
    catalogue.save(filing("odd", company="O\x00dd", aliases=()), [page], [figure], chunk_count=0, version="1")
    read = catalogue.page("odd", 1)
    assert (read.text, read.section) == ("ab ? \U0001f600", "S")
    assert read.words[0].text == "?x"
    assert catalogue.figures()[0].label == "Net sales"
    assert catalogue.filing("odd").company == "Odd"


def test_notes_are_kept(catalogue: Catalogue) -> None:
    assert catalogue.note("embedder") is None
    catalogue.set_note("embedder", "one")
    catalogue.set_note("embedder", "two")
    assert catalogue.note("embedder") == "two"


def test_what_was_written_is_there_after_reopening(url: str) -> None:
    first = Catalogue.open(url, create=True)
    one = save(first)
    first.close()
    second = Catalogue.open(url)
    assert second.filing(one.doc) == one
    second.close()


def test_nothing_there_is_said_so(url: str) -> None:
    with pytest.raises(StorageMissing, match="nothing has been ingested"):
        Catalogue.open(url)


def test_another_schema_version_is_refused(url: str) -> None:
    opened = Catalogue.open(url, create=True)
    opened.set_note("schema_version", "0")
    opened.close()
    for create in (False, True):
        with pytest.raises(SchemaMismatch, match="schema version 0"):
            Catalogue.open(url, create=create)


def test_tables_of_someone_else_are_left_alone(url: str) -> None:
    address = url.replace("postgresql:", "postgresql+psycopg:")
    if url.startswith("sqlite"):
        Path(url.removeprefix("sqlite:///")).parent.mkdir(parents=True)
    engine = create_engine(address)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE pages (id INTEGER)"))
    engine.dispose()
    with pytest.raises(SchemaMismatch, match="pages"):
        Catalogue.open(url, create=True)
