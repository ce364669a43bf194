"""The ladder: which parts of Folio a run uses. One TOML file a rung, in eval/configs."""

import tomllib
from importlib import resources
from pathlib import Path

from pydantic import ValidationError

from eval.errors import EvaluationError
from graph.domain import Frozen


class Parts(Frozen):
    """The parts that can be switched off, each for itself.

    Without `retrieval` no filing is shown at all, and the other parts are out of play. `agent` is the loop with its
    tools, calculator and figures; `check` the citation check with its retry and refusal.
    """

    retrieval: bool = True
    dense: bool = True
    filter: bool = True
    synonyms: bool = True
    page_kinds: bool = True
    check: bool = True
    agent: bool = True


class Config(Frozen):
    """A rung: its parts, and how many pages a search returns."""

    name: str
    title: str
    description: str = ""
    pages: int = 10
    parts: Parts = Parts()

    def without(self, part: str) -> "Config":
        """The same with one part off; raises EvaluationError for a part that does not exist."""
        if part not in Parts.model_fields:
            raise EvaluationError(f"no part {part!r}; there are {', '.join(Parts.model_fields)}")
        parts = self.parts.model_copy(update={part: False})
        return self.model_copy(update={"name": f"{self.name}-{part}", "parts": parts})


def config_names() -> list[str]:
    """The rungs, lowest first."""
    return sorted(Path(entry.name).stem for entry in _folder().iterdir() if entry.name.endswith(".toml"))


def load_config(name: str) -> Config:
    """A rung by its name; raises EvaluationError for an unknown one or a broken file."""
    if name not in config_names():
        raise EvaluationError(f"no configuration {name!r}; there are {', '.join(config_names())} and all")
    try:
        return Config.model_validate(tomllib.loads((_folder() / f"{name}.toml").read_text(encoding="utf-8")))
    except (tomllib.TOMLDecodeError, ValidationError) as error:
        raise EvaluationError(f"{name}.toml: {str(error).splitlines()[0]}") from error


def _folder() -> "resources.abc.Traversable":
    return resources.files("eval") / "configs"
