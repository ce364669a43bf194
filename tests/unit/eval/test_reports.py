"""Reports show what the run's files say, with every sign as it is; the README shows what was kept."""

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest

from eval.config import load_config
from eval.errors import EvaluationError
from eval.manifest import Code, DatasetFact, Manifest
from eval.records import CitationCounts, Record, Timings
from eval.reports.html import write_html
from eval.reports.ladder import Rung, write_ladder
from eval.reports.markdown import write_markdown
from eval.results import END, START, KeptResult, read_kept, results_block, with_block
from eval.scorers.answer import Verdict
from eval.scorers.judge import Judgement
from eval.summary import DatasetFacts, Summary, summarise
from graph.domain import Answer, Citation

COST = "Cost fell from $310 million to $275 million <b>& more</b> | x_y_z"


def manifest(config: str = "C5") -> Manifest:
    return Manifest(
        run="r",
        config=load_config(config),
        setting="given",
        model="offline",
        dataset=DatasetFact(
            name="made up", commit=None, pinned=False, sha256="0", note="subset", n=2, missing=("q_9",)
        ),
        ids=("q_1", "q_2"),
        code=Code(commit="abc", dirty=True, version="0", python="3.11", packages={}),
        prompts={},
        seeds={},
        library={"filings": 3},
        started=datetime(2031, 5, 4, tzinfo=UTC),
    )


def records(right: int = 1) -> list[Record]:
    answer = Answer(answer=COST, citations=(Citation(doc="D", page=4, quote="Cost 310 275"),))
    return [
        Record(
            id=f"q_{number}",
            doc_name="D",
            question_type="novel-generated",
            question="How much did <costs> fall?",
            answer=answer,
            verdict=Verdict.CORRECT if number <= right else Verdict.INCORRECT,
            explanation="said so",
            timings=Timings(total_s=0.25),
            gold="$35 million",
            citations=CitationCounts(total=1, valid=1, on_gold=True),
            failure=None if number <= right else "page missed",
        )
        for number in (1, 2)
    ]


def summary(found: list[Record], config: str = "C5") -> Summary:
    facts = DatasetFacts(name="made up", commit=None, pinned=False, n=len(found))
    return summarise(found, config=config, setting="given", model="offline", dataset=facts, missing=[])


def test_the_markdown_report_keeps_every_sign_and_names_its_n(tmp_path: Path) -> None:
    write_markdown(tmp_path / "report.md", manifest(), summary(records()), records())
    text = (tmp_path / "report.md").read_text(encoding="utf-8")
    assert r"from \$310 million to \$275 million \<b\>& more\</b\> \| x\_y\_z" in text
    assert "50.0% (0.0–100.0) of n = 2 questions answered rightly." in text
    assert "q_9" not in text  # the summary given here has none missing
    assert "| page missed | 1 |" in text
    assert "D p. 4: Cost 310 275" in text
    tables = [line for line in text.splitlines() if line.startswith("|")]
    assert all(line.count("|") - line.count("\\|") >= 3 for line in tables)


def test_the_html_report_is_one_file_and_escapes_what_it_shows(tmp_path: Path) -> None:
    write_html(tmp_path / "report.html", manifest(), summary(records()), records())
    text = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "<b>&" not in text
    assert "from $310 million to $275 million &lt;b&gt;&amp; more" in text
    assert "How much did &lt;costs&gt; fall?" in text
    assert "<script" not in text
    assert not re.search(r"(?:src|href)=", text)
    assert 'aria-label="50.0% (0.0–100.0)"' in text


def test_a_judge_is_shown_with_what_it_failed_to_judge(tmp_path: Path) -> None:
    first, second = records()
    found = [
        first.model_copy(update={"judgement": Judgement(correct=True, faithful=0.5, reason="the same")}),
        second.model_copy(update={"judgement": Judgement(error="the judgement is not JSON")}),
    ]
    figures = summary(found)
    assert figures.judge is not None
    assert (figures.judge.judged, figures.judge.failed, figures.judge.n["correct"]) == (2, 1, 1)
    assert figures.judge.means["faithful"].value == 0.5
    assert figures.judge.means["context_recall"].value is None
    with_judge = manifest().model_copy(update={"judge": "groq:some-model"})
    write_markdown(tmp_path / "report.md", with_judge, figures, found)
    write_html(tmp_path / "report.html", with_judge, figures, found)
    for name in ("report.md", "report.html"):
        text = (tmp_path / name).read_text(encoding="utf-8")
        assert "groq:some-model judged 2 answers, 1 judgements failed" in text
        assert "the judgement is not JSON" in text


def test_the_ladder_shows_what_each_step_brings(tmp_path: Path) -> None:
    rungs = []
    for name, right in (("C4", 1), ("C5", 2)):
        found = records(right)
        rungs.append(Rung(manifest=manifest(name), summary=summary(found, name), records=tuple(found)))
    write_ladder(tmp_path, rungs)
    text = (tmp_path / "ladder.md").read_text(encoding="utf-8")
    assert "| C4 → C5 | 2 | +50.0 (+0.0 to +100.0) | 1 | 0 | 1.000 |" in text
    page = (tmp_path / "ladder.html").read_text(encoding="utf-8")
    assert page.count("<svg") == 2
    assert "C5" in page


def kept(name: str = "first") -> KeptResult:
    estimate = {"value": 0.5, "low": 0.4, "high": 0.6}
    return KeptResult.model_validate(
        {"name": name, "config": "C5", "title": "Agent", "setting": "given", "model": "offline", "dataset": "made up"}
        | {"pinned": False, "note": "", "n": 10, "missing": 2, "correct": 5, "incorrect": 1, "refused": 3}
        | {"unscored": 1, "accuracy": estimate, "undisputed_n": 9, "undisputed": estimate, "scorable_n": 8}
        | {"scorable": estimate, "citations_valid": 4, "citations_total": 4, "gold_page_rate": 0.9}
        | {"gold_page_n": 5, "seconds_p50": 0.1, "scorers": "1", "commit": None, "dirty": None}
    )


def test_the_readme_block_is_written_from_what_is_kept(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(kept().model_dump_json())
    block = results_block(read_kept(tmp_path))
    assert "50.0% (40.0–60.0)" in block
    assert "2 questions left out, their filing is not loaded" in block
    page = with_block(f"# Folio\n\n{START}\nold\n{END}\nafter\n", block)
    assert page == f"# Folio\n\n{block}\nafter\n"
    assert with_block(page, block) == page
    with pytest.raises(EvaluationError, match="no place for results"):
        with_block("# Folio\n", block)


def test_the_projects_readme_shows_exactly_what_is_kept() -> None:
    root = Path(__file__).parents[3]
    text = (root / "README.md").read_text(encoding="utf-8")
    results = read_kept(root / "docs" / "results")
    if not results:
        assert START in text
        return
    assert results_block(results) in text
