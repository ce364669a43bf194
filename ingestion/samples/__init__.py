"""Filings of companies that do not exist, for the demo and the tests: realistic pages, accounts that add up."""

from ingestion.samples.make import SampleSet, make_samples

__all__ = ["SampleSet", "make_samples"]
