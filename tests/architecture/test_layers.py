"""Arrows only go down: ui > app | eval > graph > ingestion."""

import ast
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parent.parent.parent
BELOW = {
    "ingestion": set(),
    "graph": {"ingestion"},
    "app": {"graph", "ingestion"},
    "eval": {"graph", "ingestion"},
    "ui": {"app", "eval", "graph", "ingestion"},
}
"""Which rooms a room may import, besides itself."""


def imported_rooms(path: Path) -> set[str]:
    rooms: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names = [node.module]
        rooms |= {name.partition(".")[0] for name in names} & set(BELOW)
    return rooms


@pytest.mark.parametrize("room", BELOW)
def test_rooms_import_downwards_only(room: str) -> None:
    wrong = {
        str(path.relative_to(REPOSITORY)): extra
        for path in sorted((REPOSITORY / room).rglob("*.py"))
        if (extra := imported_rooms(path) - BELOW[room] - {room})
    }
    assert wrong == {}


@pytest.mark.parametrize("path", sorted((REPOSITORY / "graph").rglob("*.py")), ids=lambda p: str(p.name))
def test_only_settings_read_the_environment(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    if path.name != "settings.py":
        assert "os.environ" not in source
        assert "getenv" not in source
