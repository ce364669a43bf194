"""A page of a filing as a picture, with a quote marked on it."""

from graph.checking import locate_quote
from ingestion.library import Library
from ingestion.rendering import render_page


def page_image(library: Library, doc: str, number: int, quote: str = "", *, dpi: int = 110) -> bytes:
    """PNG of page `number` (from 1); every line of `quote` that stands there is marked.

    Raises UnknownFiling, UnknownPage.
    """
    page = library.catalogue.page(doc, number)
    boxes = locate_quote(quote, page) if quote.strip() else []
    return render_page(library.filing_path(page.doc), page.number, boxes, dpi=dpi)
