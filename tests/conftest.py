"""What several rooms' tests share: the sample filings, ingested once a session, and the real data if it is there."""

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from ingestion.pipeline import add
from ingestion.samples import SampleSet, make_samples
from ingestion.settings import IngestionSettings

REPOSITORY = Path(__file__).parent.parent


@pytest.fixture(scope="session")
def samples(tmp_path_factory: pytest.TempPathFactory) -> SampleSet:
    return make_samples(tmp_path_factory.mktemp("samples"))


@pytest.fixture(scope="session")
def ingested_samples(samples: SampleSet, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A FOLIO_HOME with all sample filings; never write to it, take a copy with `sample_home`."""
    home = tmp_path_factory.mktemp("ingested")
    report = add(IngestionSettings(home=home), [samples.pdfs], manifest=samples.manifest, workers=2)
    assert not report.failures
    return home


@pytest.fixture
def sample_home(ingested_samples: Path, tmp_path: Path) -> Path:
    """A FOLIO_HOME of this test's own, with all sample filings."""
    return copy_home(ingested_samples, tmp_path / "home")


def copy_home(source: Path, target: Path) -> Path:
    """A copy that keeps the holes of the index's sparse files, which are a hundred times smaller than they look."""
    subprocess.run(["cp", "-a", "--sparse=always", "--reflink=auto", str(source), str(target)], check=True)
    return target


@pytest.fixture(scope="session")
def financebench() -> Path:
    """The development half of FinanceBench; tests that need it skip where it is not."""
    folder = Path(os.environ.get("FOLIO_FINANCEBENCH", REPOSITORY.parent / "shared" / "financebench"))
    if not (folder / "data" / "financebench_open_source.jsonl").is_file():
        pytest.skip("no FinanceBench clone: set FOLIO_FINANCEBENCH to one")
    return folder


@pytest.fixture
def clean_environment(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Set Folio's settings for this test alone, with none left over from the machine."""

    def use(**values: str) -> None:
        for name in list(os.environ):
            if name.startswith("FOLIO_") or name in {
                "MODEL",
                "DATABASE_URL",
                "QDRANT_URL",
                "EMBEDDING_MODEL",
            }:
                monkeypatch.delenv(name)
        for name, value in values.items():
            monkeypatch.setenv(name, value)

    return use
