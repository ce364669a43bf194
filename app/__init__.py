"""HTTP and terminal access to the analyst."""
