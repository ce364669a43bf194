"""Settings of the ingestion room: where state lives, which engines hold it, and the limits of reading."""

from pathlib import Path

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict


class IngestionSettings(BaseSettings):
    """Read from the environment (no prefix) when made; nothing is read at import.

    FOLIO_HOME holds the catalogue, the index, copies of the filings, caches and runs; nothing is written elsewhere.
    """

    # The prefix keeps a field's own name from being read as a variable: HOME is not FOLIO_HOME.
    model_config = SettingsConfigDict(env_prefix="FOLIO_", extra="ignore", frozen=True, populate_by_name=True)

    home: Path = Path("data")
    database_url: str | None = Field(default=None, alias="DATABASE_URL")
    qdrant_url: str | None = Field(default=None, alias="QDRANT_URL")
    qdrant_api_key: str | None = Field(default=None, alias="QDRANT_API_KEY")
    qdrant_collection: str = Field(default="folio", alias="QDRANT_COLLECTION")
    embedding_model: str = Field(default="wordllama", alias="EMBEDDING_MODEL")
    read_seconds: float = Field(default=120.0, gt=0)
    read_megabytes: int = Field(default=2048, gt=0)
    max_pages: int = Field(default=2000, gt=0)

    @property
    def catalogue_url(self) -> str:
        """SQLAlchemy URL of the catalogue: `DATABASE_URL`, else SQLite under the home folder."""
        return self.database_url or f"sqlite:///{self.home / 'catalogue.sqlite'}"

    @property
    def index_dir(self) -> Path:
        """Folder of the embedded index."""
        return self.home / "index"

    @property
    def filings_dir(self) -> Path:
        """Folder of the copies of the filings, one `<doc>.pdf` each."""
        return self.home / "filings"
