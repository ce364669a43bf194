"""`python -m ingestion`."""

from ingestion.cli import main

main()
