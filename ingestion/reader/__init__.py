"""From a PDF to pages: text, words with boxes, printed page numbers; the file checked before anything is read."""

from ingestion.reader.document import open_pdf
from ingestion.reader.pages import ReadPage, read_pages

__all__ = ["ReadPage", "open_pdf", "read_pages"]
