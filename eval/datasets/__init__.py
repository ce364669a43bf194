"""Data sets: questions with gold answers and evidence pages."""

from eval.datasets.financebench import load_financebench, with_names_of
from eval.datasets.types import Case, Dataset, GoldPage, Source, Split, stratified

__all__ = ["Case", "Dataset", "GoldPage", "Source", "Split", "load_financebench", "stratified", "with_names_of"]
