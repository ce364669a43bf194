"""Opening a file as a filing, or saying in a few words why it is none."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pymupdf

from ingestion.errors import ReadLimitExceeded, UnreadableFiling

_HEAD_BYTES = 1024
_TAIL_BYTES = 2048
_TRUNCATED = "truncated: the end of the file is missing"


@contextmanager
def open_pdf(path: Path, *, max_pages: int) -> Iterator[pymupdf.Document]:
    """The document behind `path`, open.

    Raises UnreadableFiling for a file that is missing, empty, no PDF, encrypted, truncated or damaged, has no page,
    or more than `max_pages`; ReadLimitExceeded when memory runs out.
    """
    _check_bytes(path)
    try:
        document = pymupdf.open(path, filetype="pdf")
    except MemoryError:
        raise ReadLimitExceeded(path, "needs more memory than allowed") from None
    except (RuntimeError, pymupdf.mupdf.FzErrorBase) as error:
        reason = "the file is damaged" if _has_end(path) else _TRUNCATED
        raise UnreadableFiling(path, reason) from error
    with document:
        _check_document(path, document, max_pages)
        yield document


def _check_bytes(path: Path) -> None:
    try:
        with path.open("rb") as file:
            head = file.read(_HEAD_BYTES)
    except FileNotFoundError:
        raise UnreadableFiling(path, "no such file") from None
    except OSError as error:
        raise UnreadableFiling(path, f"cannot be opened: {(error.strerror or 'unknown error').lower()}") from error
    if not head:
        raise UnreadableFiling(path, "the file is empty")
    if b"%PDF-" not in head:  # some writers put a line before it
        raise UnreadableFiling(path, "not a PDF")


def _check_document(path: Path, document: pymupdf.Document, max_pages: int) -> None:
    if not document.is_pdf:  # MuPDF opens HTML, pictures and text under the name of a PDF, too
        raise UnreadableFiling(path, "not a PDF")
    if document.needs_pass:
        raise UnreadableFiling(path, "encrypted: it opens with a password only")
    # MuPDF repairs what it can, so half a file opens, too, with the pages that are left.
    if document.is_repaired and not _has_end(path):
        raise UnreadableFiling(path, _TRUNCATED)
    if document.page_count == 0:
        raise UnreadableFiling(path, "has no pages")
    if document.page_count > max_pages:
        raise UnreadableFiling(path, f"has {document.page_count} pages, more than {max_pages} allowed")


def _has_end(path: Path) -> bool:
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - _TAIL_BYTES))
        return b"%%EOF" in file.read()
