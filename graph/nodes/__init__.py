"""The steps of the graph, one verb a file: `(state, runtime) -> its own update`."""

from graph.nodes.analyse import analyse
from graph.nodes.answer import answer
from graph.nodes.check import check
from graph.nodes.filter import filter_filings
from graph.nodes.refuse import refuse
from graph.nodes.retrieve import retrieve

__all__ = ["analyse", "answer", "check", "filter_filings", "refuse", "retrieve"]
