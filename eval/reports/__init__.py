"""Reports a person reads, written from a run's files."""
