"""Reads FinanceBench, and anything else in its layout, from a folder; the only place that knows its page numbers.

DIR/data/financebench_open_source.jsonl             questions, with `evidence_page_num` counted from 0
DIR/data/financebench_document_information.jsonl    the manifest of the filings
DIR/pdfs/*.pdf
DIR/results/*.jsonl                                 released model answers with human labels (calibration)
"""

import hashlib
import json
import subprocess
import tomllib
from collections.abc import Iterator, Mapping
from importlib import resources
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from eval.datasets.types import Case, Dataset, GoldPage, Names, Source, Split
from eval.errors import DatasetError
from ingestion.errors import UnknownFiling

QUESTIONS = Path("data") / "financebench_open_source.jsonl"
MANIFEST = Path("data") / "financebench_document_information.jsonl"
_PREFIX = "financebench_id_"


class _Evidence(BaseModel):
    model_config = ConfigDict(extra="ignore")

    doc_name: str = ""
    evidence_page_num: int = Field(ge=0)


class _Line(BaseModel):
    model_config = ConfigDict(extra="ignore")

    financebench_id: str
    company: str = ""
    doc_name: str = ""
    question_type: str = "unknown"
    question: str
    answer: str
    evidence: list[_Evidence] = []
    expected: str = "answer"


def load_financebench(folder: Path) -> Dataset:
    """All questions of a folder in FinanceBench's layout.

    Raises DatasetError for a missing file, a line that is not JSON or lacks a field, and an id that stands twice.
    """
    path = folder / QUESTIONS
    text = _read(path)
    disputed = disputed_ids()
    cases = tuple(_case(line, disputed) for line in _lines(path, text))
    twice = {case.id for case in cases if sum(other.id == case.id for other in cases) > 1}
    if twice:
        raise DatasetError(path, f"{sorted(twice)[0]} stands twice")
    pdfs, manifest = folder / "pdfs", folder / MANIFEST
    return Dataset(
        source=_source(folder, hashlib.sha256(text.encode()).hexdigest(), cases),
        cases=cases,
        pdfs=pdfs if pdfs.is_dir() else None,
        manifest=manifest if manifest.is_file() else None,
    )


def with_names_of(dataset: Dataset, names: Names) -> Split:
    """Cases under the names the catalogue gives their documents; those whose filing is not loaded are set apart.

    A question that should be refused needs no filing, and keeps the one it names only if it is there.
    """
    here: list[Case] = []
    missing: list[Case] = []
    for case in dataset.cases:
        try:
            doc = names.filing(case.doc).doc if case.doc else ""
            pages = tuple(GoldPage(doc=names.filing(gold.doc).doc, page=gold.page) for gold in case.evidence)
        except UnknownFiling:
            if not case.should_refuse:
                missing.append(case)
                continue
            doc, pages = "", ()
        here.append(case.model_copy(update={"doc": doc, "evidence": pages}))
    return Split(tuple(here), tuple(missing))


def disputed_ids() -> frozenset[str]:
    """Ids of contested gold answers, the last five digits of each."""
    text = (resources.files("eval") / "data" / "disputed.toml").read_text(encoding="utf-8")
    return frozenset(tomllib.loads(text)["ids"])


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise DatasetError(path, "no such file") from error
    except (OSError, UnicodeDecodeError) as error:
        raise DatasetError(path, f"cannot be read: {error}") from error


def _lines(path: Path, text: str) -> Iterator[_Line]:
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            yield _Line.model_validate(_with_id(json.loads(line), number))
        except (ValueError, ValidationError) as error:
            reason = error.errors()[0] if isinstance(error, ValidationError) else {"msg": "not JSON", "loc": ()}
            where = ".".join(str(part) for part in reason["loc"])
            raise DatasetError(path, f"{where + ': ' if where else ''}{reason['msg']}", number) from error


def _with_id(line: Any, number: int) -> Any:
    """Other sets in these fields call the id `id`, or have none."""
    if isinstance(line, Mapping) and "financebench_id" not in line:
        return {**line, "financebench_id": str(line.get("id", f"line_{number:05d}"))}
    return line


def _case(line: _Line, disputed: frozenset[str]) -> Case:
    pages = {
        # The one conversion: FinanceBench counts pages from 0, Folio from 1.
        GoldPage(doc=evidence.doc_name or line.doc_name, page=evidence.evidence_page_num + 1): None
        for evidence in line.evidence
    }
    return Case(
        id=line.financebench_id,
        doc=line.doc_name,
        company=line.company,
        question_type=line.question_type,
        question=line.question,
        answer=line.answer,
        evidence=tuple(pages),
        should_refuse=line.expected == "refusal",
        disputed=line.financebench_id.startswith(_PREFIX) and line.financebench_id.removeprefix(_PREFIX) in disputed,
    )


def _source(folder: Path, sha256: str, cases: tuple[Case, ...]) -> Source:
    if not any(case.id.startswith(_PREFIX) for case in cases):
        return Source(name="samples" if cases and cases[0].id.startswith("sample_id_") else folder.name, sha256=sha256)
    release = tomllib.loads((resources.files("eval") / "data" / "financebench.toml").read_text(encoding="utf-8"))
    head, clean = _git_state(folder)
    if head is not None:
        pinned = clean and head.startswith(release["commit"])
        note = "" if pinned else f"not the pinned commit {release['commit']}, or changed"
        return Source(
            name="FinanceBench", commit=head, pinned=pinned, sha256=sha256, note=_subset(note, cases, release)
        )
    for known in release["known"]:
        if known["sha256"] == sha256:
            note = _subset(known["name"], cases, release)
            return Source(name="FinanceBench", commit=release["commit"], pinned=True, sha256=sha256, note=note)
    note = _subset("no known release: neither a clone nor a known subset", cases, release)
    return Source(name="FinanceBench", sha256=sha256, note=note)


def _subset(note: str, cases: tuple[Case, ...], release: Mapping[str, Any]) -> str:
    part = f"subset: {len(cases)} of {release['questions']} questions" if len(cases) < release["questions"] else ""
    return "; ".join(piece for piece in (note, part) if piece)


def _git_state(folder: Path) -> tuple[str | None, bool]:
    """The commit of a clone and whether its data are unchanged; None where the folder is not itself a clone."""
    if not (folder / ".git").exists():
        return None, False

    def git(*arguments: str) -> str | None:
        done = subprocess.run(["git", "-C", str(folder), *arguments], capture_output=True, text=True, check=False)
        return done.stdout.strip() if done.returncode == 0 else None

    return git("rev-parse", "HEAD"), git("status", "--porcelain", "--", "data") == ""
