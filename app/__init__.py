"""HTTP and terminal access to the analyst: `create_app()` and the `folio` command."""
