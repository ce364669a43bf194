"""Settings of the serving room: where to listen, and how much a request may carry."""

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict


class AppSettings(BaseSettings):
    """Read from the environment when made; nothing is read at import."""

    model_config = SettingsConfigDict(env_prefix="FOLIO_", extra="ignore", frozen=True)

    host: str = "127.0.0.1"
    port: int = Field(default=7860, ge=0, le=65535)
    max_request_bytes: int = Field(default=1_000_000, gt=0)
    max_upload_bytes: int = Field(default=100_000_000, gt=0)
    allow_changes: bool = True  # False: no uploads and no deletes, for a page that strangers use
