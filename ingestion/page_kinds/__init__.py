"""What kind of page each page of a filing is, and which section it belongs to."""

from ingestion.page_kinds.classify import classify_pages

__all__ = ["classify_pages"]
