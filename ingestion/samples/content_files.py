"""Reading the package's content: a folder of TOML files is one table, so that each file stays small."""

import tomllib
from importlib import resources
from typing import Any


def read_content(folder: str) -> dict[str, Any]:
    """All TOML files of `content/<folder>`, merged. Lists of one name join; else a name stated twice is an error."""
    merged: dict[str, Any] = {}
    files = (resources.files("ingestion.samples") / "content" / folder).iterdir()
    for file in sorted((file for file in files if file.name.endswith(".toml")), key=lambda file: file.name):
        for name, value in tomllib.loads(file.read_text(encoding="utf-8")).items():
            if name in merged and not isinstance(value, list):
                raise ValueError(f"{folder}: {name} is stated twice")
            merged[name] = merged[name] + value if name in merged else value
    return merged
