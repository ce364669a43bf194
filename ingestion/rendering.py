"""Pages as pictures."""

from collections.abc import Sequence
from pathlib import Path

import pymupdf

from ingestion.domain import Box
from ingestion.errors import StorageError

_MARKER = (1.0, 0.85, 0.1)
_PADDING = 1.5


def render_page(path: Path, number: int, boxes: Sequence[Box] = (), *, dpi: int = 110) -> bytes:
    """PNG of page `number` (from 1) of a PDF, with `boxes` (points of the displayed page) marked like with a felt pen.

    Raises StorageError when the copy of the filing cannot be opened.
    """
    try:
        document = pymupdf.open(path)
    except (pymupdf.FileNotFoundError, pymupdf.FileDataError) as error:
        raise StorageError(
            f"the copy of {path.stem} is missing or damaged: run `python -m ingestion verify`"
        ) from error
    with document:
        page = document[number - 1]
        for box in boxes:
            # Drawing happens in the page before /Rotate; boxes are in the page as displayed.
            shown = pymupdf.Rect(box.x0 - _PADDING, box.y0 - _PADDING, box.x1 + _PADDING, box.y1 + _PADDING)
            page.draw_rect(
                shown * page.derotation_matrix, color=None, fill=_MARKER, fill_opacity=0.4, width=0, overlay=True
            )
        png: bytes = page.get_pixmap(dpi=dpi).tobytes("png")
        return png
