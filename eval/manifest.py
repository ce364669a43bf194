"""What a run was: everything needed to run it again, written before its first question."""

import hashlib
import platform
import subprocess
from collections.abc import Mapping
from datetime import datetime
from importlib import metadata, resources
from pathlib import Path

from eval.budget import Limits, Spent
from eval.config import Config
from eval.datasets import Source
from eval.scorers.base import SCORERS
from eval.stats import SEED
from graph.domain import Frozen

_PACKAGES = ("langgraph", "langchain-core", "langchain-groq", "qdrant-edge-py", "qdrant-client", "pymupdf", "wordllama")


class DatasetFact(Frozen):
    """The data set and what of it was asked. `n` counts the questions of this run, `missing` those without a filing."""

    name: str
    commit: str | None
    pinned: bool
    sha256: str
    note: str
    n: int
    missing: tuple[str, ...] = ()


class Code(Frozen):
    """The code that ran; `dirty` where it was not as committed, None where there is no repository."""

    commit: str | None
    dirty: bool | None
    version: str
    python: str
    packages: dict[str, str]


class Manifest(Frozen):
    """`manifest.json` of a run. `run` is its name in the ledger, where its spending is counted call by call."""

    run: str
    config: Config
    setting: str
    model: str
    fallbacks: tuple[str, ...] = ()
    judge: str | None = None
    dataset: DatasetFact
    ids: tuple[str, ...]
    code: Code
    scorers: str = SCORERS
    prompts: dict[str, str]
    seeds: dict[str, int]
    library: dict[str, str | int]
    limits: Limits = Limits()
    spent: Spent = Spent()
    started: datetime
    finished: datetime | None = None


def describe_code() -> Code:
    """Commit, dirty flag and versions of what is running."""
    commit, dirty = _git_state(Path(__file__).parent.parent)
    return Code(
        commit=commit,
        dirty=dirty,
        version=_version("folio-filings"),
        python=platform.python_version(),
        packages={name: _version(name) for name in _PACKAGES},
    )


def describe_dataset(source: Source, n: int, missing: tuple[str, ...]) -> DatasetFact:
    """A source with what of it was asked."""
    return DatasetFact(**source.model_dump(), n=n, missing=missing)


def prompt_hashes() -> dict[str, str]:
    """The first 12 hex digits of each prompt file's SHA-256, by room and name."""
    found: dict[str, str] = {}
    for room in ("graph", "eval"):
        folder = resources.files(room) / "prompts"
        for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
            if entry.name.endswith(".md"):
                found[f"{room}/{entry.name}"] = hashlib.sha256(entry.read_bytes()).hexdigest()[:12]
    return found


def seeds() -> Mapping[str, int]:
    """Every seed that plays a part."""
    return {"bootstrap": SEED}


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "not installed"


def _git_state(folder: Path) -> tuple[str | None, bool | None]:
    def git(*arguments: str) -> str | None:
        try:
            done = subprocess.run(["git", "-C", str(folder), *arguments], capture_output=True, text=True, check=False)
        except OSError:
            return None
        return done.stdout.strip() if done.returncode == 0 else None

    commit = git("rev-parse", "HEAD")
    status = git("status", "--porcelain") if commit else None
    return commit, None if status is None else bool(status)
