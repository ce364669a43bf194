"""The benchmark times whole retrievals over what an index holds."""

import pytest

from eval.bench import search, synthetic
from eval.bench.retrieval import RETRIEVAL, measure_retrieval, questions
from graph.knowledge import load_knowledge
from graph.understanding import Understander
from ingestion.domain import Filing, Form
from ingestion.embedders import make_embedder
from ingestion.embedders.bm25 import Bm25Encoder


@pytest.fixture(scope="module")
def setup(tmp_path_factory: pytest.TempPathFactory) -> search.Setup:
    folder = tmp_path_factory.mktemp("bench")
    synthetic.build_index(folder / "index", 600, make_embedder(), Bm25Encoder())
    return search.Setup(folder / "index", "wordllama", folder)


def test_retrievals_are_timed(setup: search.Setup) -> None:
    (timing,) = measure_retrieval(setup, 12)
    assert (timing.what, timing.calls) == (RETRIEVAL, 12)
    assert 0 < timing.median_ms <= timing.p95_ms


def test_questions_name_company_year_and_what_is_asked() -> None:
    knowledge = load_knowledge()
    filings = [Filing("B", "Bramwell Foods", Form.TEN_K, 2031, "B", 9, "B.pdf")]
    asked = questions(filings, knowledge, 8)
    assert len({question.text for question in asked}) == 8
    for question in asked:
        plan = Understander(knowledge).plan(question, filings)
        assert plan.companies == ("Bramwell Foods",)
        assert plan.candidates[0].score >= 0.9
        assert plan.items or plan.metrics


def test_filings_without_a_year_are_not_asked_about() -> None:
    assert questions([Filing("B", "Bramwell", Form.OTHER, None, "B", 9, "B.pdf")], load_knowledge(), 5) == []
