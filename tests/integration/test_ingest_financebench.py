"""General rules on real covers: what first pages alone say, against the manifest, which they are not shown."""

from pathlib import Path

import pymupdf
import pytest

from ingestion.manifest import read_manifest
from ingestion.metadata import Facts, Subject, read_cover, resolve
from ingestion.metadata.companies import company_key


@pytest.mark.financebench
def test_covers_alone_agree_with_the_manifest(financebench: Path) -> None:
    manifest = read_manifest(financebench / "data" / "financebench_document_information.jsonl")
    listed = [path for path in sorted((financebench / "pdfs").glob("*.pdf")) if manifest.entry(path.stem)]
    subjects = []
    for number, path in enumerate(listed):
        with pymupdf.open(path) as document:
            texts = [document[index].get_text() for index in range(min(8, document.page_count))]
        # Without the file's name, too: it would give everything away.
        subjects.append(Subject(path.stem, f"file{number}", Facts(), read_cover(texts), Facts()))
    resolved, _ = resolve(subjects, [])
    agree = {"company": 0, "form": 0, "fiscal_year": 0}
    for doc, found in resolved.items():
        entry = manifest.entry(doc)
        assert entry is not None
        read, given = company_key(found.company), company_key(entry.facts.company or "")
        agree["company"] += read.startswith(given) or given.startswith(read)
        agree["form"] += found.form is entry.facts.form
        agree["fiscal_year"] += found.fiscal_year == entry.facts.fiscal_year
    assert len(listed) > 100
    assert min(agree.values()) >= 0.97 * len(listed), agree
