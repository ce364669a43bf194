"""Understanding a question: companies, periods, forms, terms, page kinds, and so candidate filings."""

from graph.understanding.candidates import anchors
from graph.understanding.plan import Understander, understand

__all__ = ["Understander", "anchors", "understand"]
