"""Finding the pages a question needs, each part of it with a switch."""

from graph.retrieval.retriever import Retriever
from graph.retrieval.settings import PARTS, RetrievalSettings, rung

__all__ = ["PARTS", "RetrievalSettings", "Retriever", "rung"]
