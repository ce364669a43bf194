"""PDFs, pages and storage: reads filings into pages, chunks and figures that know their page."""

__version__ = "0.1.0"
