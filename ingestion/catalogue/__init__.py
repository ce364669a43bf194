"""The catalogue of filings, pages and figures: SQLAlchemy Core over SQLite (default) or Postgres."""

from ingestion.catalogue.rows import PackedPage
from ingestion.catalogue.store import Catalogue, StoredFiling

__all__ = ["Catalogue", "PackedPage", "StoredFiling"]
