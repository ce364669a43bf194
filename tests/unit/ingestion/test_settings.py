from pathlib import Path

import pytest

from graph.settings import GraphSettings
from ingestion.settings import IngestionSettings


@pytest.mark.parametrize("name", ["HOME", "PAGES", "MAX_PAGES", "READ_SECONDS"])
def test_variables_of_the_machine_are_not_settings(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    for own in ("FOLIO_HOME", "FOLIO_PAGES", "FOLIO_MAX_PAGES", "FOLIO_READ_SECONDS", "MODEL"):
        monkeypatch.delenv(own, raising=False)
    plain = IngestionSettings(), GraphSettings()
    monkeypatch.setenv(name, "7")
    assert (IngestionSettings(), GraphSettings()) == plain
    assert plain[0].home == Path("data")


def test_documented_variables_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    values = {
        "FOLIO_HOME": "elsewhere",
        "DATABASE_URL": "postgresql+psycopg://x",
        "QDRANT_URL": "http://q",
        "EMBEDDING_MODEL": "m",
        "FOLIO_MAX_PAGES": "9",
        "MODEL": "groq:x",
    }
    for name, value in values.items():
        monkeypatch.setenv(name, value)
    ingestion = IngestionSettings()
    assert ingestion.home == Path("elsewhere")
    assert ingestion.database_url == values["DATABASE_URL"]
    assert ingestion.qdrant_url == values["QDRANT_URL"]
    assert ingestion.embedding_model == "m"
    assert ingestion.max_pages == 9
    assert GraphSettings().model == "groq:x"
