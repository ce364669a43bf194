"""Prompts are files beside this one; their content hash goes into every run record."""

from functools import cache
from hashlib import sha256
from importlib.resources import files


@cache
def load_prompt(name: str) -> str:
    """Text of `graph/prompts/<name>.md`, without surrounding blank lines."""
    return files(__name__).joinpath(f"{name}.md").read_text(encoding="utf-8").strip()


def prompt_hashes() -> dict[str, str]:
    """First 12 hex digits of the SHA-256 of each prompt, by name."""
    names = sorted(f.name.removesuffix(".md") for f in files(__name__).iterdir() if f.name.endswith(".md"))
    return {name: sha256(load_prompt(name).encode()).hexdigest()[:12] for name in names}
