"""The one error tree of Folio.

    FolioError
    +-- ConfigurationError        a setting that cannot be used
    +-- UnreadableFiling          a file that is not a filing we can read (reason says why)
    |   +-- ReadLimitExceeded     reading it took too long or too much memory
    +-- ManifestError             a broken line of a manifest (path, line)
    +-- StorageError              catalogue or index cannot be used
    |   +-- StorageMissing        nothing has been ingested yet
    |   +-- StorageLocked         another process holds the index
    |   +-- SchemaMismatch        the catalogue was written by another version
    +-- NotFound
    |   +-- UnknownFiling         no such document
    |   +-- UnknownPage           the document has no such page
    +-- InvalidQuestion           empty, or too long to be a question
    +-- ModelError                the answering model failed

Callers catch `FolioError` broadly (one line for a person, one problem+json for a machine) and leaves narrowly.
"""

from pathlib import Path


class FolioError(Exception):
    """Base of every error Folio raises on purpose; its text is one clear line for a person."""


class ConfigurationError(FolioError):
    """A setting that cannot be used."""


class UnreadableFiling(FolioError):
    """A file that cannot be read as a filing; `reason` says why in a few words."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(f"{path.name}: {reason}")
        self.path = path
        self.reason = reason

    def __reduce__(self) -> tuple[type["UnreadableFiling"], tuple[Path, str]]:
        return type(self), (self.path, self.reason)  # crosses process borders


class ReadLimitExceeded(UnreadableFiling):
    """Reading the file took longer, or more memory, than the limits allow."""


class ManifestError(FolioError):
    """A line of a manifest that cannot be used."""

    def __init__(self, path: Path, line: int, reason: str) -> None:
        super().__init__(f"{path.name}, line {line}: {reason}")
        self.path = path
        self.line = line
        self.reason = reason


class StorageError(FolioError):
    """The catalogue or the index cannot be used."""


class StorageMissing(StorageError):
    """Nothing has been ingested yet at this place."""


class StorageLocked(StorageError):
    """Another process holds the embedded index."""


class SchemaMismatch(StorageError):
    """The catalogue was written by another version of Folio."""


class NotFound(FolioError):
    """Something asked for by name does not exist."""


class UnknownFiling(NotFound):
    """No document of this name is loaded."""

    def __init__(self, doc: str) -> None:
        super().__init__(f"no filing named {doc[:200]!r} is loaded")
        self.doc = doc


class UnknownPage(NotFound):
    """The document has no page of this number."""

    def __init__(self, doc: str, page: int, page_count: int) -> None:
        super().__init__(f"{doc} has pages 1 to {page_count}, not {page}")
        self.doc = doc
        self.page = page
        self.page_count = page_count


class InvalidQuestion(FolioError):
    """The text is empty, or too long to be a question."""


class ModelError(FolioError):
    """The answering model failed and a retry would not help."""
