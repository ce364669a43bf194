"""Stub until the golden set is written."""

from pathlib import Path


def questions(made: object, pdfs: Path) -> list[dict[str, object]]:
    """None yet."""
    return []
