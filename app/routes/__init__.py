"""Routes by noun; each is thin."""
