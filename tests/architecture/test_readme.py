"""The README promises commands, routes and variables; each must exist."""

import importlib.util
import re
from pathlib import Path

import pytest

from app.main import create_app
from app.settings import AppSettings
from graph.settings import GraphSettings
from ingestion.settings import IngestionSettings

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("target", sorted(set(re.findall(r"\bmake ([a-z-]+)", README.replace("and make.", "")))))
def test_make_targets_exist(target: str) -> None:
    assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)


@pytest.mark.parametrize("module", sorted(set(re.findall(r"python -m ([a-z.]+)", README))))
def test_modules_can_be_run(module: str) -> None:
    spec = importlib.util.find_spec(module)
    assert spec is not None
    if spec.submodule_search_locations:
        assert importlib.util.find_spec(f"{module}.__main__") is not None


@pytest.mark.parametrize(("method", "path"), re.findall(r"`(GET|POST|DELETE) (/[^`?]*)", README))
def test_routes_exist(method: str, path: str) -> None:
    paths = create_app().openapi()["paths"]
    normal = {re.sub(r"\{[^}]+\}", "{}", known): set(operations) for known, operations in paths.items()}
    assert method.lower() in normal[re.sub(r"\{[^}]+\}", "{}", path)]


def test_variables_are_read() -> None:
    read = set()
    for settings in (AppSettings, GraphSettings, IngestionSettings):
        for name, field in settings.model_fields.items():
            read.add(field.alias or f"FOLIO_{name.upper()}")
    table = README[README.index("## Settings") : README.index("## For developers")]
    named = set(re.findall(r"`([A-Z][A-Z_]+)`", table))
    assert named
    assert named <= read


@pytest.mark.parametrize("link", re.findall(r"\]\(((?!http)[^)#]+)\)", README))
def test_links_lead_somewhere(link: str) -> None:
    assert (ROOT / link).exists()
