"""Retrieval over a real index: pages cut, embedded and searched as in earnest, of filings made up here."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from graph.domain import Evidence, Question
from graph.knowledge import Knowledge, load_knowledge
from graph.retrieval import PARTS, RetrievalSettings, Retriever, rung
from graph.understanding import Understander
from ingestion.chunks import cut_chunks, indexed_text
from ingestion.domain import Filing, Form, Page, PageKind
from ingestion.embedders import make_embedder
from ingestion.embedders.base import Embedder
from ingestion.embedders.bm25 import Bm25Encoder
from ingestion.errors import UnknownFiling
from ingestion.index.base import ChunkMetadata, IndexPoint
from ingestion.index.edge import EdgeIndex
from ingestion.page_kinds import classify_pages

K = PageKind
Parts = tuple[Embedder, Bm25Encoder, Knowledge]

PROSE = (
    "Our teams in Veldhaven and Ostmark kept working with growers and shops on packing, storing and shipping.",
    "The board met five times. Management reviewed plans for the mills, the depots and the offices in turn.",
    "We bought new ovens for two bakeries, closed a warehouse, and trained the people who run the lines.",
)


@dataclass
class Shelf:
    """Filings and their pages, and everything a retriever needs."""

    index: EdgeIndex
    embedder: Embedder
    sparse: Bm25Encoder
    knowledge: Knowledge
    held: list[Filing]

    def filings(self) -> list[Filing]:
        return self.held

    def filing(self, name: str) -> Filing:
        for filing in self.held:
            if filing.doc == name:
                return filing
        raise UnknownFiling(name)

    def add(self, filing: Filing, texts: Sequence[str], kinds: dict[int, PageKind] | None = None) -> None:
        """Add a filing with these page texts; its pages are classified, unless `kinds` says what they are."""
        pages = [Page(filing.doc, number, text) for number, text in enumerate(texts, 1)]
        pages = classify_pages(pages, filing.form)
        pages = [replace(page, kind=(kinds or {}).get(page.number, page.kind)) for page in pages]
        points = []
        for page in pages:
            about = ChunkMetadata(
                filing.company, filing.form, filing.fiscal_year, filing.fiscal_quarter, page.kind, page.section
            )
            for chunk in cut_chunks(page, filing):
                text = indexed_text(chunk)
                dense = self.embedder.embed_passages([text])[0]
                points.append(IndexPoint(chunk, about, dense, self.sparse.encode_passage(text)))
        self.index.upsert(points)
        self.held.append(filing)

    def ask(
        self, text: str, limit: int = 10, *, docs: tuple[str, ...] = (), settings: RetrievalSettings | None = None
    ) -> list[Evidence]:
        retriever = Retriever(self.index, self, self.embedder, self.sparse, self.knowledge, settings)
        question = Question(text=text, docs=docs)
        return retriever.retrieve(question, Understander(self.knowledge)(question, self), limit)


@pytest.fixture(scope="module")
def parts() -> Parts:
    return make_embedder("wordllama"), Bm25Encoder(), load_knowledge()


@contextmanager
def open_shelf(parts: Parts, folder: Path) -> Iterator[Shelf]:
    embedder, sparse, knowledge = parts
    index = EdgeIndex.open(folder, embedder.dim, create=True)
    yield Shelf(index, embedder, sparse, knowledge, [])
    index.close()


@pytest.fixture
def shelf(parts: Parts, tmp_path: Path) -> Iterator[Shelf]:
    with open_shelf(parts, tmp_path / "index") as made:
        yield made


def tenk(company: str, year: int) -> Filing:
    doc = f"{company.split()[0].upper()}_{year}_10K"
    return Filing(doc, company, Form.TEN_K, year, doc, 60, f"{doc}.pdf")


def prose(number: int) -> str:
    return f"Report of the year, part {number}\n" + "\n".join(PROSE * 3)


INCOME = """Bramwell Foods, Inc.
Consolidated Statements of Income
Years ended December 31, (in millions, except per share amounts)
2031 2030 2029
Net sales 1,240 1,100 1,000
Cost of sales 744 682 640
Gross profit 496 418 360
Operating income 186 143 110
Income before income taxes 170 130 100
Provision for income taxes 34 26 20
Net income 136 104 80
Basic earnings per share 1.36 1.04 0.80
Diluted earnings per share 1.35 1.03 0.80"""

BALANCE = """Bramwell Foods, Inc.
Consolidated Balance Sheets
December 31, (in millions)
2031 2030
Cash and cash equivalents 210 180
Accounts receivable, net 140 120
Inventories 96 90
Total current assets 470 410
Property, plant and equipment, net 530 500
Total assets 1,200 1,100
Accounts payable 88 80
Total current liabilities 250 240
Total liabilities 560 540
Total equity 640 560
Total liabilities and equity 1,200 1,100"""


def add_bramwell(shelf: Shelf) -> None:
    texts = [prose(number) for number in range(1, 41)]
    texts[29], texts[30] = INCOME, BALANCE
    for year in (2030, 2031):
        shelf.add(tenk("Bramwell Foods", year), texts, {30: K.INCOME_STATEMENT, 31: K.BALANCE_SHEET})


@pytest.fixture(scope="module")
def bramwell(parts: Parts, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shelf]:
    with open_shelf(parts, tmp_path_factory.mktemp("bramwell") / "index") as made:
        add_bramwell(made)
        yield made


@pytest.mark.parametrize("query", ["6814000", "6,814,000", "6.814 million"])
@pytest.mark.parametrize("settings", [rung("C1"), rung("C3")], ids=["C1", "C3"])
def test_a_number_is_found_however_it_is_written(shelf: Shelf, query: str, settings: RetrievalSettings) -> None:
    texts = [prose(number) + f"\nDepots {number},381,250 and mills {number * 7},900" for number in range(1, 52)]
    texts[36] = prose(37) + "\nLong-term debt 6,814,000"
    shelf.add(tenk("Quarrel Foods", 2031), texts)
    assert shelf.ask(query, settings=settings)[0].page == 37


def test_the_table_of_contents_is_never_evidence(shelf: Shelf) -> None:
    texts = [prose(number) for number in range(1, 58)]
    texts[2] = "\n".join(
        ["TABLE OF CONTENTS", "Page", "PART I", "Item 1. Business ..... 4", "Item 1A. Risk Factors ..... 9",
         "Item 2. Properties ..... 20", "Item 3. Legal Proceedings ..... 22", "PART II",
         "Item 7. Management's Discussion ..... 25 - 50, 53 - 57", "Item 8. Financial Statements ..... 51"]
    )  # fmt: skip
    texts[26] = (
        "Item 7.\nDiscussion by Management\nRevenue fell by 8% in 2031, primarily due to lower volumes in the northern "
        "mills and the loss of a large customer.\n" + "\n".join(PROSE)
    )
    shelf.add(tenk("Bramwell Foods", 2031), texts)
    found = shelf.ask("Why did Bramwell's revenue fall in FY2031? See Management's Discussion.", 20)
    assert found[0].page >= 27
    assert 3 not in [page.page for page in found]


def test_both_statements_of_a_ratio_come_first_from_the_right_year(bramwell: Shelf) -> None:
    found = bramwell.ask("What is Bramwell's inventory turnover for FY2031?")
    assert {(page.doc, page.page) for page in found[:2]} == {("BRAMWELL_2031_10K", 30), ("BRAMWELL_2031_10K", 31)}
    assert found[0].title == "Bramwell Foods 10-K FY2031"
    assert "Inventories 96 90" in "\n".join(page.text for page in found[:2])


@pytest.mark.parametrize("part", PARTS)
def test_every_part_can_be_switched_off(bramwell: Shelf, part: str) -> None:
    question = "What is Bramwell's inventory turnover for FY2031?"
    found = bramwell.ask(question, settings=RetrievalSettings().without(part))
    assert found
    if part == "filter":
        assert {page.doc for page in found} == {"BRAMWELL_2030_10K", "BRAMWELL_2031_10K"}


def test_c1_is_bm25_over_raw_pages(bramwell: Shelf) -> None:
    found = bramwell.ask("bakeries warehouse ovens", settings=rung("C1"))
    assert found[0].kind is not K.BALANCE_SHEET
    assert [page.score for page in found] == sorted((page.score for page in found), reverse=True)


def test_given_documents_are_the_only_ones_searched(bramwell: Shelf) -> None:
    for settings in (rung("C1"), rung("C2"), rung("C3")):
        found = bramwell.ask("Bramwell's FY2031 net sales", docs=("BRAMWELL_2030_10K",), settings=settings)
        assert {page.doc for page in found} == {"BRAMWELL_2030_10K"}


def test_compared_companies_share_the_places(shelf: Shelf) -> None:
    add_bramwell(shelf)
    texts = [prose(number) for number in range(1, 21)]
    texts[11] = INCOME.replace("Bramwell Foods", "Harrowgate Tools")
    shelf.add(tenk("Harrowgate Tools", 2031), texts, {12: K.INCOME_STATEMENT})
    found = shelf.ask("Compare the gross margin of Bramwell and Harrowgate in FY2031", 4)
    companies = [page.doc.split("_")[0] for page in found]
    assert companies.count("HARROWGATE") == companies.count("BRAMWELL") == 2
    assert {(page.doc, page.page) for page in found} >= {("HARROWGATE_2031_10K", 12), ("BRAMWELL_2031_10K", 30)}


@pytest.mark.parametrize(
    "text",
    ["", "?", "\u8d44\u672c\u652f\u51fa\u662f\u591a\u5c11", "\U0001f4c8", "revenue", "Costco's revenue in FY2020",
     "Bramwell's revenue in FY1999", "Compare Bramwell and Harrowgate", "'; DROP TABLE filings; --", "\x00",
     "the of and a in", "revenue " * 10_000],
)  # fmt: skip
def test_strange_questions_find_pages_or_none_and_never_fail(bramwell: Shelf, text: str) -> None:
    started = time.perf_counter()
    found = bramwell.ask(text)
    assert time.perf_counter() - started < 5
    assert len(found) <= 10
    assert len({(page.doc, page.page) for page in found}) == len(found)


@pytest.mark.parametrize(("limit", "count"), [(0, 0), (-1, 0), (1, 1), (5, 5)])
def test_as_many_pages_as_wanted(bramwell: Shelf, limit: int, count: int) -> None:
    assert len(bramwell.ask("Bramwell's net sales in FY2031", limit)) == count


def test_without_a_company_every_filing_is_searched(shelf: Shelf) -> None:
    for year in range(2020, 2032):
        texts = [prose(number) for number in range(1, 6)]
        if year == 2020:
            texts[3] = "Zinc whiskers grew on the relays of the Ostmark depot and were removed by hand."
        shelf.add(tenk("Quarrel Foods", year), texts)
    shelf.add(tenk("Bramwell Foods", 2031), [prose(1)])
    found = shelf.ask("Where did zinc whiskers grow on relays?")
    assert (found[0].doc, found[0].page) == ("QUARREL_2020_10K", 4)


def test_an_empty_index_gives_nothing(shelf: Shelf) -> None:
    assert shelf.ask("Bramwell's net sales in FY2031") == []


def test_the_same_question_gets_the_same_pages(bramwell: Shelf) -> None:
    ask: Callable[[], list[Evidence]] = lambda: bramwell.ask("What drove Bramwell's gross margin in FY2031?")  # noqa: E731
    assert ask() == ask()
