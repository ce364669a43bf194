"""The citation check: rules only, no model."""

from graph.checking.check import PageSource, check_answer
from graph.checking.quotes import locate_quote, quote_on_page

__all__ = ["PageSource", "check_answer", "locate_quote", "quote_on_page"]
