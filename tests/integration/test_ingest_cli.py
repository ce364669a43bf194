"""The `ingestion` command as a person uses it: tables, one-line errors, exit codes."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from ingestion.cli import cli
from ingestion.library import open_library
from ingestion.settings import IngestionSettings

WriteFiling = Callable[..., Path]
Command = Callable[..., Result]


@pytest.fixture
def command(home: Path, clean_environment: Callable[..., None]) -> Command:
    """Runs the command on a FOLIO_HOME of this test's own, on a wide terminal."""
    clean_environment(FOLIO_HOME=str(home))

    def run(*arguments: object) -> Result:
        runner = CliRunner(env={"COLUMNS": "200", "TERM": "dumb"})
        return runner.invoke(cli, [str(argument) for argument in arguments])

    return run


def test_add_list_show_remove_verify(command: Command, write_filing: WriteFiling, tmp_path: Path) -> None:
    path = write_filing()
    manifest = tmp_path / "manifest.jsonl"
    manifest.write_text(json.dumps({"doc_name": "HARROW_2031_10K", "company": "Harrow [grey]", "doc_period": 2031}))
    added = command("add", path, "--manifest", manifest, "--workers", "1", "--baseline")
    assert added.exit_code == 0, added.output
    for text in ("HARROW_2031_10K", "ingestion: ", "plain PyMuPDF text extraction", "(measured)", "manifest: 1 lines"):
        assert text in added.output

    listed = command("list")
    for text in ("HARROW_2031_10K", "Harrow [grey]", "10-K", "FY2031", "2031-12-31", "1 filings, 3 pages"):
        assert text in listed.output

    shown = command("show", "HARROW_2031_10K")
    for text in ("Harrow [grey]  (manifest)", "2031-12-31  (cover)", "mdna (1)"):
        assert text in shown.output
    page = command("show", "HARROW_2031_10K", "--page", 2)
    assert "Item 7. Management's Discussion" in page.output
    assert "page 2 of 3" in page.output

    assert "1 filings: catalogue, index and copies agree" in command("verify").output
    assert command("remove", "HARROW_2031_10K").exit_code == 0
    assert "0 filings" in command("list").output


def failed(result: Result, *texts: str) -> None:
    assert result.exit_code == 1
    lines = result.stderr.strip().splitlines()
    assert all(line.startswith("error: ") for line in lines)
    for text in texts:
        assert sum(text in line for line in lines) == 1
    assert "Traceback" not in result.output


def test_bad_input_is_one_clear_line_and_an_exit_code(
    command: Command, write_filing: WriteFiling, tmp_path: Path
) -> None:
    failed(command("list"), "nothing has been ingested yet")
    failed(command("verify"), "nothing has been ingested yet")
    bad = tmp_path / "bad.pdf"
    bad.write_bytes(b"no")
    result = command("add", write_filing(), bad, tmp_path / "gone.pdf", "--workers", "1")
    failed(result, "bad.pdf: not a PDF", "gone.pdf: no such file")
    assert "1 filings" in command("list").output
    for arguments in (
        ("show", "unknown"),
        ("show", "../HARROW_2031_10K"),
        ("remove", "unknown"),
        ("show", "HARROW_2031_10K", "--page", "0"),
        ("show", "HARROW_2031_10K", "--page", "-1"),
        ("show", "HARROW_2031_10K", "--page", "4"),
    ):
        failed(command(*arguments), "error: ")
    broken = tmp_path / "broken.jsonl"
    broken.write_text('{"doc_name": "a"}\n{')
    failed(command("add", bad, "--manifest", broken), "broken.jsonl, line 2: not JSON")
    failed(command("add", bad, "--manifest", tmp_path / "gone.csv"), "gone.csv cannot be read")


def test_verify_says_what_is_wrong(command: Command, home: Path, write_filing: WriteFiling) -> None:
    command("add", write_filing(), "--workers", "1")
    (home / "filings" / "HARROW_2031_10K.pdf").unlink()
    failed(command("verify"), "HARROW_2031_10K: its copy: cannot be opened")


def test_an_index_in_use_is_said_so(command: Command, settings: IngestionSettings, write_filing: WriteFiling) -> None:
    with open_library(settings, create=True):
        failed(command("add", write_filing(), "--workers", "1"), "in use by process")
        failed(command("verify"), "in use by process")
        assert "0 filings" in command("list").output


def test_samples_are_written(command: Command, tmp_path: Path) -> None:
    result = command("samples", tmp_path / "samples")
    assert result.exit_code == 0, result.output
    assert list((tmp_path / "samples" / "pdfs").glob("*.pdf"))
    (tmp_path / "file").write_text("")
    failed(command("samples", tmp_path / "file" / "samples"), "cannot be written")
