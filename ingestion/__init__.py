"""PDFs, pages and storage: reads filings into pages, chunks and figures that know their page."""
