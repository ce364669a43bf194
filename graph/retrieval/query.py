"""From a plan to what is searched for: words, expanded from finance knowledge."""

from dataclasses import dataclass

from graph.domain import Plan, Question
from graph.knowledge import Knowledge
from graph.understanding.terms import core_of
from ingestion.embedders.base import Embedder
from ingestion.embedders.bm25 import Bm25Encoder, combine
from ingestion.index.base import SparseWeights, Vector

EXPANSION_WEIGHT = 0.5
"""Of a word from finance knowledge, beside a word of the question."""
READ_CHARACTERS = 2_000
_LABELS = 4
_OPERAND_LABELS = 2
_OPERANDS = 6
_TOPICS = 3
_TITLES = 2


@dataclass(frozen=True, slots=True)
class SearchText:
    """What is looked for: `words` of the question, and `expansion`, how filings say it."""

    words: str
    expansion: str = ""

    def sparse(self, encoder: Bm25Encoder) -> SparseWeights:
        """BM25 weights: the question's words in full, the expansion's at EXPANSION_WEIGHT."""
        asked = encoder.encode_query(self.words)
        if not self.expansion:
            return asked
        return combine([(asked, 1.0), (encoder.encode_query(self.expansion), EXPANSION_WEIGHT)])

    def dense(self, embedder: Embedder) -> Vector:
        """The embedding of words and expansion together."""
        return embedder.embed_query(f"{self.words} {self.expansion}".strip())


def search_text(
    question: Question, plan: Plan, knowledge: Knowledge, *, synonyms: bool, understood: bool
) -> SearchText:
    """The text to search with: the raw question, or what was understood of it, expanded with synonyms or not."""
    words = (plan.search_text or core_of(question.text)) if understood else question.text
    expansion = " ".join(_expansions(plan, knowledge)) if synonyms else ""
    return SearchText(words[:READ_CHARACTERS], expansion)


def _expansions(plan: Plan, knowledge: Knowledge) -> list[str]:
    phrases: list[str] = []
    for key in plan.metrics:
        operands = dict.fromkeys(operand.name for operand in knowledge.operands(key))
        for name in list(operands)[:_OPERANDS]:
            phrases += knowledge.items[name].labels[:_OPERAND_LABELS]
    for key in plan.items:
        phrases += knowledge.items[key].labels[:_LABELS]
    for key in plan.topics[:_TOPICS]:
        phrases += knowledge.topics[key].phrases
    for statement in knowledge.statement_names:
        if statement.kind in plan.kinds[:_TITLES]:
            phrases += statement.titles[:1]
    return list(dict.fromkeys(phrases))
