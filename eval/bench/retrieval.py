"""Whole retrievals, from a question's text to ranked pages: understand, embed, search, fold."""

from collections.abc import Callable, Sequence
from itertools import cycle, islice

from eval.bench.search import Setup
from eval.bench.timing import Timing, time_calls
from graph.domain import Question
from graph.knowledge import Knowledge, load_knowledge
from graph.retrieval import Retriever
from graph.understanding import Understander
from ingestion.domain import Filing
from ingestion.errors import UnknownFiling
from ingestion.index.base import HybridQuery, SearchFilter, SearchIndex
from ingestion.index.edge import EdgeIndex

RETRIEVAL = "one retrieval"

_ABOUT = (
    "What was {company}'s {name} in FY{year}?",
    "What drove the change in {company}'s {name} from FY{before} to FY{year}?",
    "Which segment had the highest {name} at {company} in {year}?",
    "Does {company} have legal proceedings that affect its {name}, as of fiscal {year}?",
)


class IndexedFilings:
    """The filings of an index as far as its points tell: enough to ask about them."""

    def __init__(self, index: SearchIndex, dense: HybridQuery) -> None:
        self._filings: dict[str, Filing] = {}
        for doc, chunks in index.doc_counts().items():
            (hit,) = index.search(HybridQuery(dense.dense, None, limit=1, filter=SearchFilter(docs=frozenset({doc}))))
            about = hit.metadata
            self._filings[doc] = Filing(
                doc, about.company, about.form, about.fiscal_year, doc, chunks, doc, fiscal_quarter=about.fiscal_quarter
            )

    def filings(self) -> list[Filing]:
        """All of them."""
        return list(self._filings.values())

    def filing(self, name: str) -> Filing:
        """By document name; raises UnknownFiling."""
        if name not in self._filings:
            raise UnknownFiling(name)
        return self._filings[name]


def questions(filings: Sequence[Filing], knowledge: Knowledge, count: int) -> list[Question]:
    """As analysts ask: a line item or a metric, a company and a year, in several shapes."""
    names = [item.name.lower() for item in knowledge.items.values()]
    names += [metric.name.lower() for metric in knowledge.metrics.values()]
    dated = [filing for filing in filings if filing.fiscal_year is not None]
    rows = zip(cycle(_ABOUT), cycle(names), cycle(dated), strict=False) if dated else iter(())
    return [
        Question(
            text=shape.format(
                company=filing.company, name=name, year=filing.fiscal_year, before=(filing.fiscal_year or 0) - 1
            )
        )
        for shape, name, filing in islice(rows, count)
    ]


def measure_retrieval(setup: Setup, count: int) -> list[Timing]:
    """One row: `count` retrievals of ten pages on the index of `setup`; none where it holds no dated filing."""
    embedder, sparse = setup.encoders()
    index = EdgeIndex.open(setup.folder, embedder.dim)
    try:
        knowledge = load_knowledge()
        filings = IndexedFilings(index, HybridQuery(embedder.embed_query("annual report"), None))
        asked = questions(filings.filings(), knowledge, count)
        if not asked:
            return []
        understand = Understander(knowledge)
        retriever = Retriever(index, filings, embedder, sparse, knowledge)
        held = filings.filings()

        def retrieving(question: Question) -> Callable[[], object]:
            return lambda: retriever.retrieve(question, understand.plan(question, held), 10)

        spread = time_calls([retrieving(question) for question in asked])
        return [Timing(RETRIEVAL, spread.calls, spread.median_ms, spread.p95_ms)]
    finally:
        index.close()
