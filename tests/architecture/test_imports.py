"""Importing Folio does nothing: no file is opened for writing, no graph compiled, no setting read, no socket made."""

import importlib
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest
from langgraph.graph.state import CompiledStateGraph
from pydantic_settings import BaseSettings
from sqlalchemy import Engine

ROOMS = ("ingestion", "graph", "eval", "app", "ui")
REPOSITORY = Path(__file__).parent.parent.parent
ENTRIES = {"ui.app"}
"""Modules that are entry points of a server: Gradio Spaces runs them, nothing imports them."""

_WATCH = """
import os, sys
written = []
def hook(event, args):
    if event == "open" and isinstance(args[0], str) and args[1] and set(str(args[1])) & set("wax+"):
        written.append(args[0])
    elif event in ("socket.connect", "subprocess.Popen", "sqlite3.connect"):
        written.append(event)
sys.dont_write_bytecode = True
sys.addaudithook(hook)
import importlib
for name in sys.argv[1:]:
    importlib.import_module(name)
own = [w for w in written if "matplotlib" not in w and "__pycache__" not in w and "/dev/null" not in w]
print("\\n".join(own))
"""


def modules() -> list[str]:
    names = []
    for room in ROOMS:
        package = importlib.import_module(room)
        names += [m.name for m in pkgutil.walk_packages(package.__path__, f"{room}.")]
    return [n for n in names if not n.endswith("__main__") and n not in ENTRIES]


@pytest.mark.parametrize("name", modules())
def test_nothing_is_made_at_import(name: str) -> None:
    module = importlib.import_module(name)
    made = [key for key, value in vars(module).items() if isinstance(value, CompiledStateGraph | BaseSettings | Engine)]
    assert made == []


def test_settings_of_the_machine_do_not_matter_at_import() -> None:
    graph = [n for n in modules() if n.startswith(("graph", "ingestion"))]
    environment = {
        "PATH": "",
        "MODEL": "no such model",
        "DATABASE_URL": "nonsense://",
        "QDRANT_URL": "http://127.0.0.1:1",
        "FOLIO_HOME": "/nonexistent",
        "EMBEDDING_MODEL": "none",
        "FOLIO_PAGES": "-1",
    }
    done = subprocess.run(
        [sys.executable, "-c", _WATCH, *graph],
        cwd=REPOSITORY,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == ""
