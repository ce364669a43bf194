"""One run from its options to its files: manifest, answers, summary, report."""

import json
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from eval.budget import Ledger, Limits, Meter
from eval.config import Config
from eval.datasets import Case, Dataset, Split, stratified, with_names_of
from eval.engine import Setting, Setup, run_cases
from eval.errors import EvaluationError, RunError
from eval.manifest import Manifest, describe_code, describe_dataset, prompt_hashes, seeds
from eval.records import Record, RecordFile, read_records
from eval.reports.html import write_html
from eval.reports.ladder import Rung
from eval.reports.markdown import write_markdown
from eval.summary import DatasetFacts, Summary, summarise
from eval.systems import Builder
from graph.domain import Frozen
from graph.settings import GraphSettings
from ingestion.library import Library

SAMPLE_SEED = 7
ANSWERS, MANIFEST, SUMMARY = "answers.jsonl", "manifest.json", "summary.json"


class Options(Frozen):
    """What is asked of a run. `ids` and `limit` choose among the cases; `limit` takes a stratified sample."""

    setting: Setting = "given"
    limit: int | None = None
    ids: tuple[str, ...] = ()
    seed: int = SAMPLE_SEED
    limits: Limits = Limits()
    fallbacks: tuple[str, ...] = ()
    judge: str | None = None


@dataclass(frozen=True, slots=True)
class Hands:
    """What a run works with: the open library, settings of the graph, the cache, and where to tell what happens."""

    library: Library
    graph: GraphSettings
    ledger: Ledger
    say: Callable[[str], object]
    progress: Callable[[Record], object] = field(default=lambda record: None)


def choose(dataset: Dataset, library: Library, options: Options) -> Split:
    """The cases of a run and those whose filing is not there; raises EvaluationError for ids that do not exist."""
    split = with_names_of(dataset, library.catalogue)
    if options.ids:
        known = {case.id: case for case in dataset.cases}
        wanted = {_full_id(name, known) for name in options.ids}
        split = Split(
            tuple(case for case in split.here if case.id in wanted),
            tuple(case for case in split.missing if case.id in wanted),
        )
    here: Sequence[Case] = split.here
    if options.limit is not None:
        here = stratified(here, options.limit, options.seed)
    return Split(tuple(here), split.missing)


def start_run(folder: Path, config: Config, dataset: Dataset, split: Split, options: Options, hands: Hands) -> Manifest:
    """Make the folder of a new run and write its manifest; raises RunError where a run stands already."""
    if (folder / MANIFEST).exists() or (folder / ANSWERS).exists():
        raise RunError(f"{folder} holds a run already: resume it, or name another folder")
    manifest = Manifest(
        run=uuid.uuid4().hex,
        config=config,
        setting=options.setting,
        model=hands.graph.model,
        fallbacks=options.fallbacks,
        judge=options.judge,
        dataset=describe_dataset(dataset.source, len(split.here), tuple(case.id for case in split.missing)),
        ids=tuple(case.id for case in split.here),
        code=describe_code(),
        prompts=prompt_hashes(),
        seeds={**seeds(), "sample": options.seed},
        library=_describe_library(hands.library),
        limits=options.limits,
        started=datetime.now(UTC),
    )
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _write(folder / MANIFEST, manifest.model_dump_json(indent=2))
    except OSError as error:
        raise RunError(f"{folder}: cannot be written: {error.strerror}") from error
    return manifest


def carry_out(folder: Path, manifest: Manifest, split: Split, hands: Hands) -> Summary:
    """Ask what is not answered yet, then write summary and report."""
    meter = Meter(manifest.limits, hands.ledger, run=manifest.run)
    graph = hands.graph.model_copy(update={"model": manifest.model})
    builder = Builder(hands.library, graph, meter, manifest.fallbacks, hands.say)
    setup = Setup(
        system=builder.build(manifest.config),
        pages=hands.library.catalogue,
        setting="full" if manifest.setting == "full" else "given",
        forms={filing.doc: str(filing.form) for filing in hands.library.catalogue.filings()},
        turns=lambda: meter.asked,
        judge=builder.judge(manifest.judge) if manifest.judge else None,
    )
    with RecordFile(folder / ANSWERS) as file:
        run_cases(split.here, setup, file, hands.progress)
    done = manifest.model_copy(update={"spent": meter.spent, "finished": datetime.now(UTC)})
    _write(folder / MANIFEST, done.model_dump_json(indent=2))
    return write_reports(folder, done, split)


def write_reports(folder: Path, manifest: Manifest, split: Split) -> Summary:
    """Write `summary.json`, `report.md` and `report.html` from the answers of a run."""
    order = {case_id: place for place, case_id in enumerate(manifest.ids)}
    records = sorted(read_records(folder / ANSWERS), key=lambda record: order.get(record.id, len(order)))
    facts = manifest.dataset
    summary = summarise(
        records,
        config=manifest.config.name,
        setting=manifest.setting,
        model=manifest.model,
        dataset=DatasetFacts(name=facts.name, commit=facts.commit, pinned=facts.pinned, n=len(records)),
        missing=split.missing,
    )
    _write(folder / SUMMARY, json.dumps(summary.model_dump(mode="json"), indent=2) + "\n")
    write_markdown(folder / "report.md", manifest, summary, records)
    write_html(folder / "report.html", manifest, summary, records)
    return summary


def read_manifest(folder: Path) -> Manifest:
    """The manifest of a run; raises RunError where there is none, or one of another version."""
    try:
        return Manifest.model_validate_json((folder / MANIFEST).read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise RunError(f"{folder} holds no run") from error
    except (OSError, ValueError) as error:
        raise RunError(f"{folder / MANIFEST}: not a manifest of this version of the evaluation") from error


def read_rung(folder: Path) -> Rung:
    """A finished run, read back; raises RunError."""
    manifest = read_manifest(folder)
    try:
        summary = Summary.model_validate_json((folder / SUMMARY).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise RunError(f"{folder} holds no finished run") from error
    return Rung(manifest=manifest, summary=summary, records=tuple(read_records(folder / ANSWERS)))


def split_of(manifest: Manifest, dataset: Dataset, library: Library) -> Split:
    """The cases of a run that is resumed; raises RunError where the data are not those it was started with."""
    if dataset.source.sha256 != manifest.dataset.sha256:
        raise RunError("the data differ from those this run was started with")
    here = {case.id: case for case in with_names_of(dataset, library.catalogue).here}
    gone = [case_id for case_id in manifest.ids if case_id not in here]
    if gone:
        raise RunError(f"the filing of {gone[0]} is not loaded any more")
    missing = set(manifest.dataset.missing)
    return Split(
        tuple(here[case_id] for case_id in manifest.ids), tuple(case for case in dataset.cases if case.id in missing)
    )


def _full_id(name: str, known: dict[str, Case]) -> str:
    """An id as given, or the one id that ends with it."""
    found = [case_id for case_id in known if case_id == name or case_id.endswith(f"_{name}")]
    if len(found) != 1:
        raise EvaluationError(f"{name!r} is the id of {len(found) or 'no'} question{'s' if len(found) > 1 else ''}")
    return found[0]


def _describe_library(library: Library) -> dict[str, str | int]:
    filings = library.catalogue.filings()
    return {
        "filings": len(filings),
        "pages": sum(filing.page_count for filing in filings),
        "embedding_model": library.settings.embedding_model,
        "index": "qdrant server" if library.settings.qdrant_url else "qdrant edge",
    }


def _write(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    draft = path.with_name(f".{path.name}.part")
    draft.write_text(text, encoding="utf-8")
    draft.replace(path)
