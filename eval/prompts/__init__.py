"""Prompts of the evaluation, as files beside this one."""

from importlib import resources


def load_prompt(name: str) -> str:
    """The text of a prompt by its file name, without the ending."""
    return (resources.files("eval") / "prompts" / f"{name}.md").read_text(encoding="utf-8")
