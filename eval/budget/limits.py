"""Limits of a run and terms of a model, as data."""

import tomllib
from importlib import resources
from pathlib import Path

from pydantic import ValidationError

from eval.errors import EvaluationError
from graph.domain import Frozen


class Limits(Frozen):
    """What a whole run may spend; None is no limit. Cost is in USD."""

    calls: int | None = None
    tokens: int | None = None
    cost: float | None = None


class Spent(Frozen):
    """Calls that reached a model, their tokens, and what they cost in USD. Cached replies are not among them."""

    calls: int = 0
    input: int = 0
    output: int = 0
    cost: float = 0.0
    cached: int = 0

    @property
    def tokens(self) -> int:
        """Input and output together."""
        return self.input + self.output


class ModelTerms(Frozen):
    """Prices in USD per million tokens, and the provider's limits; None where there is none or it is not known."""

    input_price: float | None = None
    output_price: float | None = None
    requests_per_minute: int | None = None
    requests_per_day: int | None = None
    tokens_per_minute: int | None = None
    tokens_per_day: int | None = None
    local: bool = False

    def cost(self, tokens_in: int, tokens_out: int) -> float:
        """USD; an unknown price counts as nothing."""
        return (tokens_in * (self.input_price or 0.0) + tokens_out * (self.output_price or 0.0)) / 1e6


def terms_of(model: str, home: Path | None = None) -> ModelTerms:
    """Terms of a model by the name MODEL takes; without any where it is not listed.

    A file `models.toml` in FOLIO_HOME goes before the one that comes with Folio. Raises EvaluationError where it is
    broken.
    """
    own = home / "models.toml" if home is not None else None
    if own is not None and own.is_file():
        try:
            listed = tomllib.loads(own.read_text(encoding="utf-8"))
            if model in listed:
                return ModelTerms.model_validate(listed[model])
        except (OSError, tomllib.TOMLDecodeError, ValidationError) as error:
            raise EvaluationError(f"{own}: {str(error).splitlines()[0]}") from error
    text = (resources.files("eval") / "data" / "models.toml").read_text(encoding="utf-8")
    return ModelTerms.model_validate(tomllib.loads(text).get(model, {}))
