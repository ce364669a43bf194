"""A few real filings, where the FinanceBench clone is there: the questions of the README, answered from their pages."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from graph.analyst import Analyst, open_analyst
from graph.domain import Question
from graph.settings import GraphSettings
from ingestion.pipeline import add
from ingestion.settings import IngestionSettings

pytestmark = pytest.mark.financebench

DOCS = ("3M_2018_10K", "NETFLIX_2015_10K", "NIKE_2023_10K")


@pytest.fixture(scope="module")
def analyst(financebench: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Analyst]:
    settings = IngestionSettings(home=tmp_path_factory.mktemp("real"))
    manifest = financebench / "data" / "financebench_document_information.jsonl"
    report = add(settings, [financebench / "pdfs" / f"{doc}.pdf" for doc in DOCS], manifest=manifest, workers=2)
    assert not report.failures
    with open_analyst(GraphSettings(model="offline"), settings) as opened:
        yield opened


def test_a_line_item_with_its_page(analyst: Analyst) -> None:
    answer = analyst.ask("What is the FY2018 capital expenditure amount (in USD millions) for 3M?").answer
    assert answer.value is not None
    assert (answer.value.number, answer.value.scale) == (1577, 10**6)
    assert ("3M_2018_10K", 60) in {(c.doc, c.page) for c in answer.citations}
    page = analyst.context.filings.page("3M_2018_10K", 60)
    assert "1,577" in page.text


@pytest.mark.parametrize("company", ["Boeing", "General Mills", "Hollowbrook Dynamics"])
def test_a_company_that_is_not_loaded(company: str, analyst: Analyst) -> None:
    answer = analyst.ask(f"What is the FY2018 capital expenditure amount (in USD millions) for {company}?").answer
    assert answer.refused
    assert company in (answer.refusal_reason or "")


def test_a_year_that_is_not_loaded(analyst: Analyst) -> None:
    answer = analyst.ask("What is the FY2009 capital expenditure amount (in USD millions) for 3M?").answer
    assert answer.refused
    assert "FY2009" in (answer.refusal_reason or "")


def test_a_ratio_of_two_statements(analyst: Analyst) -> None:
    answer = analyst.ask(
        Question(text="What was the free cash flow of Nike in FY2023, in USD millions?", docs=("NIKE_2023_10K",))
    ).answer
    assert answer.calculation is not None
    assert answer.value is not None
    assert answer.value.number == 5_841 - 969
