"""Finance knowledge as data a person can read and extend, and its typed loader."""

from graph.knowledge.expressions import Expression, MissingOperands, Operand, parse_expression
from graph.knowledge.loader import KnowledgeError, load_knowledge
from graph.knowledge.matching import ItemMatcher, Ranked, label_words
from graph.knowledge.types import Definition, Knowledge, KnownCompany, LineItem, Metric, Statement, Topic

__all__ = [
    "Definition",
    "Expression",
    "ItemMatcher",
    "Knowledge",
    "KnowledgeError",
    "KnownCompany",
    "LineItem",
    "Metric",
    "MissingOperands",
    "Operand",
    "Ranked",
    "Statement",
    "Topic",
    "label_words",
    "load_knowledge",
    "parse_expression",
]
