"""Settings of the graph room: which model answers, with which key, and the sizes of a turn."""

from pydantic import Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict

from graph.context import Budget


class GraphSettings(BaseSettings):
    """Read from the environment when made; nothing is read at import.

    MODEL is `offline` (deterministic, no key) or `groq:<model>`.
    """

    model_config = SettingsConfigDict(env_prefix="FOLIO_", extra="ignore", frozen=True, populate_by_name=True)

    model: str = Field(default="offline", alias="MODEL")
    groq_api_key: SecretStr | None = Field(default=None, alias="GROQ_API_KEY")
    groq_base_url: str | None = Field(default=None, alias="GROQ_BASE_URL")
    model_seconds: float = Field(default=60.0, gt=0)
    prompt_tokens: int = Field(default=6_500, ge=1_500)
    answer_tokens: int = Field(default=1_400, ge=300)
    pages: int = Field(default=10, ge=1, le=50)

    @property
    def budget(self) -> Budget:
        """The sizes as the graph takes them."""
        return Budget(prompt_tokens=self.prompt_tokens, answer_tokens=self.answer_tokens, pages=self.pages)
