"""Two invented companies with small statements, held in memory behind the graph's own Protocols."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

import pytest
from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.runnables import Runnable

from graph.context import Context
from graph.domain import Evidence, Period, Plan, Question
from graph.figures import FigureBook
from graph.knowledge import Knowledge, load_knowledge
from graph.models.offline import OfflineModel
from graph.models.offline.interpret import read_request
from graph.models.offline.request import Request, Words
from graph.models.wire import answer_format
from graph.understanding.periods import find_periods
from ingestion.domain import Box, Figure, Filing, FiscalPeriod, Form, Page, PageKind
from ingestion.errors import UnknownFiling, UnknownPage

K = PageKind
YEARS = (2031, 2030, 2029)

INCOME = {
    "Net sales": (1_240, 1_100, 1_000),
    "Cost of sales": (744, 682, 640),
    "Gross profit": (496, 418, 360),
    "Operating income": (186, 143, 110),
    "Income before income taxes": (170, 130, 100),
    "Provision for income taxes": (34, 26, 20),
    "Net income": (136, 104, 80),
}
BALANCE = {
    "Cash and cash equivalents": (210, 180),
    "Accounts receivable, net": (140, 120),
    "Inventories": (96, 90),
    "Total current assets": (470, 410),
    "Property, plant and equipment, net": (530, 500),
    "Total assets": (1_200, 1_100),
    "Accounts payable": (88, 80),
    "Total current liabilities": (250, 240),
    "Total equity": (640, 560),
}
CASH = {
    "Net income": (136, 104, 80),
    "Depreciation and amortization": (62, 55, 50),
    "Net cash provided by operating activities": (190, 150, 120),
    "Purchases of property, plant and equipment": (-92, -77, -60),
    "Net cash used in investing activities": (-101, -80, -66),
    "Dividends paid": (-40, -36, -30),
    "Net cash used in financing activities": (-59, -50, -45),
}
NOTE = "The decline in the Lakeside segment was caused by the closing of two foundries in Veldhaven in March 2031."


def printed(value: int) -> str:
    return f"({abs(value):,})" if value < 0 else f"{value:,}"


@dataclass
class Shelf:
    """Filings in memory; `graph.filings.Filings`."""

    documents: dict[str, Filing] = field(default_factory=dict)
    pages: dict[tuple[str, int], Page] = field(default_factory=dict)
    rows: list[Figure] = field(default_factory=list)

    def add(self, company: str, year: int, form: Form = Form.TEN_K) -> str:
        doc = f"{company.split()[0].upper()}_{year}_10K"
        self.documents[doc] = Filing(doc, company, form, year, sha256=doc, page_count=9, file_name=f"{doc}.pdf")
        self._statement(doc, 3, K.INCOME_STATEMENT, INCOME, year, 12)
        self._statement(doc, 4, K.BALANCE_SHEET, BALANCE, year, 0)
        self._statement(doc, 5, K.CASH_FLOW, CASH, year, 12)
        self.pages[doc, 6] = Page(
            doc, 6, f"Note 12. Segments\n{NOTE} Management expects a slow recovery.", kind=K.NOTES
        )
        return doc

    def _statement(
        self, doc: str, number: int, kind: PageKind, rows: dict[str, tuple[int, ...]], year: int, months: int
    ) -> None:
        columns = [year - back for back in range(len(next(iter(rows.values()))))]
        shift = 2031 - year
        lines = ["(In millions)", "  ".join(map(str, columns))]
        for place, (label, values) in enumerate(rows.items()):
            values = tuple(v - shift if v > 0 else v + shift for v in values)
            quote = f"{label} {' '.join(map(printed, values))}"
            lines.append(quote)
            for column, value in zip(columns, values, strict=True):
                figure = Figure(
                    doc=doc,
                    page=number,
                    statement=kind,
                    row=place,
                    label=label,
                    section="",
                    column=str(column),
                    value=Decimal(value),
                    unit="USD",
                    scale=10**6,
                    period=FiscalPeriod(column, None, months),
                    quote=quote,
                    box=Box(0, 0, 1, 1),
                )
                self.rows.append(figure)
        self.pages[doc, number] = Page(doc, number, "\n".join(lines), kind=kind)

    def filings(self) -> list[Filing]:
        return sorted(self.documents.values(), key=lambda f: (f.company, f.fiscal_year or 0))

    def filing(self, name: str) -> Filing:
        if name not in self.documents:
            raise UnknownFiling(name)
        return self.documents[name]

    def page(self, doc: str, number: int) -> Page:
        if (doc, number) not in self.pages:
            raise UnknownPage(self.filing(doc).doc, number, 9)
        return self.pages[doc, number]

    def figures(
        self,
        docs: Collection[str] | None = None,
        *,
        page: int | None = None,
        statements: Collection[PageKind] | None = None,
    ) -> list[Figure]:
        return [
            f
            for f in self.rows
            if (docs is None or f.doc in docs)
            and page in (None, f.page)
            and (statements is None or f.statement in statements)
        ]


@dataclass
class AllPages:
    """A retriever that gives every page of the documents in scope, in their order."""

    shelf: Shelf

    def retrieve(self, question: Question, plan: Plan, k: int) -> list[Evidence]:
        scope = question.docs or plan.scope
        pages = [p for (doc, _), p in sorted(self.shelf.pages.items()) if not scope or doc in scope]
        return [
            Evidence(doc=p.doc, page=p.number, score=1 / (1 + i), text=p.text, kind=p.kind,
                     title=self.shelf.documents[p.doc].title)
            for i, p in enumerate(pages[:k])
        ]  # fmt: skip


class ScriptedModel(BaseChatModel):
    """Says what the test tells it to, in order, and keeps what it was asked."""

    replies: list[Any]
    asked: list[list[BaseMessage]] = []  # noqa: RUF012 - pydantic copies it for each instance
    options: list[dict[str, Any]] = []  # noqa: RUF012

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def bind_tools(self, tools: Sequence[Any], *, tool_choice: str | None = None, **kwargs: Any) -> Runnable[Any, Any]:
        return self.bind(tools=[tool.name for tool in tools], **kwargs)

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        self.asked.append(messages)
        self.options.append(kwargs)
        reply = self.replies.pop(0)
        if isinstance(reply, Exception):
            raise reply
        return ChatResult(generations=[ChatGeneration(message=reply)])


@pytest.fixture(scope="session")
def knowledge() -> Knowledge:
    return load_knowledge()


@pytest.fixture
def shelf() -> Shelf:
    made = Shelf()
    made.add("Harrowgate Tools", 2031)
    made.add("Harrowgate Tools", 2030)
    made.add("Quarrel Foods", 2031)
    return made


@pytest.fixture
def make_context(shelf: Shelf, knowledge: Knowledge) -> Iterator[Callable[..., Context]]:
    """A context over the shelf; `plan` is what the filter understands; without a model the offline one answers."""

    def make(plan: Plan | None = None, model: BaseChatModel | None = None, **parts: Any) -> Context:
        default = Plan(companies=("Harrowgate Tools",), periods=(Period(year=2031, as_printed="FY2031"),))
        return Context(
            filings=shelf,
            book=FigureBook(shelf, knowledge),
            retriever=AllPages(shelf),
            understand=lambda question, filings: plan or default,
            model=model or OfflineModel(knowledge=knowledge),
            answer_format=answer_format(strict=True),
            **parts,
        )

    yield make


@pytest.fixture
def scripted() -> Callable[..., ScriptedModel]:
    def make(*replies: AIMessage | Exception) -> ScriptedModel:
        return ScriptedModel(replies=list(replies))

    return make


@pytest.fixture(scope="module")
def words(knowledge: Knowledge) -> Words:
    return Words.of(knowledge)


@pytest.fixture
def read(knowledge: Knowledge, words: Words):  # type: ignore[no-untyped-def]
    def run(question: str) -> Request:
        plan = Plan(companies=("Acme",) if "Acme" in question else (), periods=find_periods(question).periods)
        return read_request(question, plan, knowledge, words, Period(year=2033))

    return run
