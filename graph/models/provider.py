"""The seam between the graph and whatever answers: a chat model, and how it is asked for JSON."""

from dataclasses import dataclass
from typing import Any

from langchain_core.language_models import BaseChatModel

from graph.knowledge import Knowledge
from graph.models.groq import make_groq, takes_strict_json
from graph.models.offline import OfflineModel
from graph.models.wire import answer_format
from graph.settings import GraphSettings
from ingestion.errors import ConfigurationError


@dataclass(frozen=True, slots=True)
class Provider:
    """A model ready to be asked. `answer_format` is the `response_format` of the answer step."""

    name: str
    model: BaseChatModel
    answer_format: dict[str, Any]


def make_provider(settings: GraphSettings, knowledge: Knowledge) -> Provider:
    """From `MODEL`: `offline`, or `groq:<model>`. Raises ConfigurationError for anything else or a missing key."""
    kind, _, name = settings.model.partition(":")
    match kind, name:
        case "offline", "":
            return Provider("offline", OfflineModel(knowledge=knowledge), answer_format(strict=True))
        case "groq", str() if name:
            return Provider(settings.model, make_groq(name, settings), answer_format(strict=takes_strict_json(name)))
    raise ConfigurationError(f"MODEL={settings.model!r}: expected offline or groq:<model>")
