"""From PDFs to a searchable library. One filing is one unit of work: complete or absent, whatever happens.

What makes it so is the order of writing. A filing's chunks go to the index and are flushed, its copy is put in place,
and only then the catalogue says that it is there, in one transaction. To replace a filing, the catalogue forgets it
first. So a kill leaves at most chunks and copies which no filing of the catalogue owns; the next `add` removes them.
"""

from ingestion.pipeline.add import add, add_upload, remove
from ingestion.pipeline.report import AddReport, Failure, Loaded
from ingestion.pipeline.verify import Problem, verify

__all__ = ["AddReport", "Failure", "Loaded", "Problem", "add", "add_upload", "remove", "verify"]
