"""The `folio` command as a user runs it: a process of its own, over the sample filings."""

import json
import os
import subprocess
import sys
from pathlib import Path

from app.demo import QUESTIONS


def folio(home: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    inherited = {k: v for k, v in os.environ.items() if not k.startswith("FOLIO_") and k != "MODEL"}
    return subprocess.run(
        [sys.executable, "-c", "from app.cli import main; main()", *arguments],
        env={**inherited, "FOLIO_HOME": str(home), "COLUMNS": "120"},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def assert_one_line_error(done: "subprocess.CompletedProcess[str]", *words: str) -> None:
    assert done.returncode != 0
    assert done.stdout == ""
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    assert "Traceback" not in done.stderr
    for word in words:
        assert word in done.stderr


def test_ask_prints_the_answer_with_page_and_quote(sample_home: Path) -> None:
    line_item, ratio, unanswerable = QUESTIONS
    done = folio(sample_home, "ask", line_item)
    assert done.returncode == 0, done.stderr
    assert "page" in done.stdout
    assert "“" in done.stdout
    typed = json.loads(folio(sample_home, "ask", ratio, "--json").stdout)
    assert typed["calculation"]
    assert len(typed["numbers_used"]) >= 2
    assert all(citation["page"] >= 1 and citation["quote"] for citation in typed["citations"])
    refused = folio(sample_home, "ask", unanswerable)
    assert refused.returncode == 0
    assert "No answer" in refused.stdout


def test_filings_lists_what_is_loaded(sample_home: Path) -> None:
    done = folio(sample_home, "filings")
    assert done.returncode == 0
    assert "10-K" in done.stdout
    assert "10-Q" in done.stdout


def test_errors_are_one_line(sample_home: Path, tmp_path: Path) -> None:
    assert_one_line_error(folio(sample_home, "ask", ""), "empty")
    assert_one_line_error(folio(sample_home, "ask", "What?", "--doc", "NO_SUCH_DOC"), "NO_SUCH_DOC")
    assert_one_line_error(folio(tmp_path / "nothing", "ask", "What was revenue?"), "ingest")
    assert not (tmp_path / "nothing").exists()


def test_a_locked_index_says_so(sample_home: Path) -> None:
    hold = (
        "import sys; from pathlib import Path; from ingestion.library import open_library;"
        "from ingestion.settings import IngestionSettings;"
        "library = open_library(IngestionSettings(home=Path(sys.argv[1]))); print('held', flush=True); input()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", hold, str(sample_home)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        assert_one_line_error(folio(sample_home, "ask", "What was revenue?"), "process")
        holder.communicate("\n", timeout=30)
    assert folio(sample_home, "filings").returncode == 0


def test_figures_and_metrics_name_their_pages(sample_home: Path) -> None:
    found = folio(sample_home, "figures", "Calderwick", "revenue", "-p", "FY2033")
    assert found.returncode == 0, found.stderr
    assert "CALDERWICK_2033_10K p." in found.stdout
    split = folio(sample_home, "parts", "Brindlemoor", "revenue", "--by", "segment", "-p", "FY2032")
    assert "Revenue of Digital" in " ".join(split.stdout.split()), split.stderr
    computed = json.loads(folio(sample_home, "metric", "Calderwick", "current_ratio", "-p", "FY2033", "--json").stdout)
    assert len(computed[0]["operands"]) == 2
    assert_one_line_error(folio(sample_home, "metric", "Calderwick", "happiness", "-p", "FY2033"), "happiness")
