"""Finding PDFs, and naming documents after them safely."""

import hashlib
import os
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ingestion.errors import UnreadableFiling

_MAX_NAME = 120
_MAX_FILE_NAME = 255
_UNSAFE = re.compile(r"[^A-Za-z0-9._-]+")
_DOTS = re.compile(r"\.{2,}")
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?", re.IGNORECASE)
_READ_SIZE = 1 << 20


@dataclass(frozen=True, slots=True)
class Found:
    """A file that may be a filing. `name` is its file name as given, `doc` the name it would be cited by."""

    path: Path
    name: str
    doc: str
    sha256: str


def find_pdfs(paths: Sequence[Path]) -> tuple[list[Path], list[UnreadableFiling]]:
    """(files in order of their paths, complaints): every named file, and every `*.pdf` below a named folder.

    A path that does not exist and a folder without a PDF are complaints; hidden files in folders are passed over.
    """
    files: set[Path] = set()
    complaints: list[UnreadableFiling] = []
    for path in paths:
        if path.is_dir():
            below = set(_below(path))
            files |= below
            if not below:
                complaints.append(UnreadableFiling(path, "there is no PDF in this folder"))
        elif path.exists():
            files.add(path)
        else:
            complaints.append(UnreadableFiling(path, "no such file or folder"))
    return sorted(files), complaints


def _below(folder: Path) -> list[Path]:
    return [
        Path(parent, name)
        for parent, _, names in os.walk(folder)
        for name in names
        if name.lower().endswith(".pdf") and not name.startswith(".")
    ]


def identify(path: Path, name: str | None = None) -> Found:
    """The file with the hash of its content. Raises UnreadableFiling when it cannot be read."""
    try:
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256")
    except OSError as error:
        raise UnreadableFiling(path, f"cannot be opened: {(error.strerror or str(error)).lower()}") from error
    shown = display_name(name if name is not None else path.name)
    return Found(path, shown, doc_name(shown), digest.hexdigest())


def display_name(name: str) -> str:
    """A file name as plain text: no folders, no control characters, at most 255 characters."""
    last = re.split(r"[/\\]|%2f|%5c", name, flags=re.IGNORECASE)[-1]
    shown = "".join(character for character in last if unicodedata.category(character)[0] != "C")
    return shown[:_MAX_FILE_NAME]


def doc_name(file_name: str) -> str:
    """The name a document is cited by: its file name without ending, safe in paths and URLs, 1 to 120 characters.

    Letters lose their accents; what is not a letter, digit, dot, dash or underscore becomes an underscore. A name
    that had to be cut ends in a hash of the whole, so that two long names stay two.
    """
    stem = display_name(file_name)
    stem = stem[:-4] if stem.lower().endswith(".pdf") else stem
    plain = "".join(c for c in unicodedata.normalize("NFKD", stem) if not unicodedata.combining(c))
    safe = _DOTS.sub("_", _UNSAFE.sub("_", plain)).strip("._-")
    if not safe or _RESERVED.fullmatch(safe):
        safe = f"filing_{safe}".rstrip("_") + f"_{_hash(file_name)}"
    return safe if len(safe) <= _MAX_NAME else f"{safe[: _MAX_NAME - 9]}_{_hash(file_name)}"


def with_suffix(doc: str, sha256: str) -> str:
    """Another name for a document whose own is taken by a different one."""
    return f"{doc[: _MAX_NAME - 9]}-{sha256[:8]}"


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:8]


def copy_verified(source: Path, target: Path, sha256: str) -> None:
    """Copy a file and make sure the copy is what was hashed. Raises UnreadableFiling or OSError (of the target)."""
    digest = hashlib.sha256()
    with target.open("wb") as out:
        try:
            with source.open("rb") as file:
                while block := file.read(_READ_SIZE):
                    digest.update(block)
                    out.write(block)
        except FileNotFoundError:
            raise UnreadableFiling(source, "no such file") from None
    if digest.hexdigest() != sha256:
        raise UnreadableFiling(source, "changed while it was being read")
