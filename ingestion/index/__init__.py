"""The search index: one contract (`base`), Qdrant Edge in process (`edge`), a Qdrant server (`server`)."""
