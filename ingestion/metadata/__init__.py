"""Whose filing it is: company, form and period, from the manifest, else the cover page, else the file name."""

from ingestion.metadata.cover import read_cover
from ingestion.metadata.facts import Facts
from ingestion.metadata.filename import read_file_name
from ingestion.metadata.resolve import Known, Resolved, Subject, resolve

__all__ = ["Facts", "Known", "Resolved", "Subject", "read_cover", "read_file_name", "resolve"]
