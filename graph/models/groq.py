"""Models served by Groq, through langchain-groq."""

from langchain_groq import ChatGroq

from graph.settings import GraphSettings
from ingestion.errors import ConfigurationError

STRICT_JSON = ("openai/gpt-oss-",)
"""Model names that take a strict JSON schema; others are asked for any JSON object."""


def make_groq(name: str, settings: GraphSettings) -> ChatGroq:
    """A chat model at temperature 0; retries are ours (see graph.models.calls), not the client's."""
    if settings.groq_api_key is None or not settings.groq_api_key.get_secret_value():
        raise ConfigurationError(f"MODEL=groq:{name} needs GROQ_API_KEY")
    return ChatGroq(
        model=name,
        temperature=0.0,
        max_tokens=settings.answer_tokens,
        timeout=settings.model_seconds,
        max_retries=0,
        api_key=settings.groq_api_key,
        base_url=settings.groq_base_url,
    )


def takes_strict_json(name: str) -> bool:
    """Whether Groq enforces a JSON schema for this model."""
    return name.startswith(STRICT_JSON)
