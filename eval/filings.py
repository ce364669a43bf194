"""Gets the filings of a data set into the library, if they are not there yet."""

from collections.abc import Callable
from pathlib import Path

from eval.datasets import Dataset, load_financebench
from eval.datasets.labelled import load_labelled
from ingestion.catalogue import Catalogue
from ingestion.errors import StorageMissing
from ingestion.settings import IngestionSettings


def load_dataset(data: Path | None, settings: IngestionSettings) -> Dataset:
    """The data set in a folder, or in a labelled JSONL file; without one the sample questions, made if need be.

    Raises DatasetError; StorageMissing for a labelled file while no filing is loaded.
    """
    if data is not None and data.is_file():
        catalogue = Catalogue.open(settings.catalogue_url)
        try:
            return load_labelled(data, catalogue.filings())
        finally:
            catalogue.close()
    if data is not None:
        return load_financebench(data)
    folder = settings.home / "samples"
    if not (folder / "data").is_dir():
        from ingestion.samples import make_samples

        make_samples(folder)
    return load_financebench(folder)


def ensure_loaded(dataset: Dataset, settings: IngestionSettings, say: Callable[[str], object]) -> None:
    """Ingest those PDFs of a data set that the catalogue does not hold.

    A PDF that cannot be read is named and left out: its questions count as missing.
    """
    known = _known_names(settings)
    absent = [path for path in sorted(dataset.pdfs.glob("*.pdf")) if path.stem not in known] if dataset.pdfs else []
    if not absent:
        return
    from ingestion.pipeline import add  # the PDF reader, which a run over loaded filings does not need

    say(f"loading {len(absent)} filings into {settings.home}")
    report = add(settings, absent, manifest=dataset.manifest)
    for failure in report.failures:
        say(f"not loaded: {failure.file}: {failure.reason}")


def _known_names(settings: IngestionSettings) -> frozenset[str]:
    try:
        catalogue = Catalogue.open(settings.catalogue_url)
    except StorageMissing:
        return frozenset()
    try:
        return frozenset(
            name
            for filing in catalogue.filings()
            for name in (filing.doc, Path(filing.file_name).stem, *filing.aliases)
        )
    finally:
        catalogue.close()
