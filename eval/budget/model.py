"""A chat model around others: cached, metered, and moving on when a model's day is spent."""

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel, LanguageModelInput
from langchain_core.messages import AIMessage, BaseMessage, message_to_dict, messages_from_dict
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.runnables import Runnable
from langchain_core.tools import BaseTool
from pydantic import ConfigDict

from eval.budget.limits import ModelTerms
from eval.budget.meter import Meter
from eval.errors import BudgetError


@dataclass(frozen=True, slots=True)
class Choice:
    """A model that may answer, under the name MODEL takes."""

    name: str
    model: BaseChatModel
    terms: ModelTerms


class MeteredModel(BaseChatModel):
    """Asks the first of its models whose day is not spent; every reply is kept and never asked for twice.

    Without `tools` it takes tools and never calls one: the graph then answers from what the search found.
    """

    model_config = ConfigDict(arbitrary_types_allowed=True)

    choices: tuple[Choice, ...]
    meter: Meter
    answer_tokens: int
    tools: bool = True
    warn: Callable[[str], object]

    @property
    def _llm_type(self) -> str:
        return "metered"

    def bind_tools(
        self,
        tools: Sequence[dict[str, Any] | type | Callable[..., Any] | BaseTool],
        *,
        tool_choice: str | None = None,
        **kwargs: Any,
    ) -> Runnable[LanguageModelInput, AIMessage]:
        """The model with these tools, in the form the first model wants them in."""
        if not self.tools:
            return self.bind(no_tools=True)
        bound = self.choices[0].model.bind_tools(tools, tool_choice=tool_choice, **kwargs)
        return self.bind(**getattr(bound, "kwargs", {}))

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        if kwargs.pop("no_tools", False):
            return _result(AIMessage("ready"))
        most_in = len(_request(messages, kwargs).encode()) // 2
        choice = self._choose(most_in)
        key = _key(choice.name, messages, kwargs)
        if not choice.terms.local and (kept := self._kept(key)) is not None:
            self.meter.record_cached()
            return _result(kept)
        self.meter.admit(choice.name, choice.terms, most_in, self.answer_tokens)
        try:
            reply = choice.model.invoke(messages, stop=stop, **kwargs)
        except Exception:
            self.meter.record(choice.name, choice.terms, 0, 0)  # it was asked, and the provider counts that as well
            raise
        usage = reply.usage_metadata
        tokens_in, tokens_out = (usage["input_tokens"], usage["output_tokens"]) if usage else (0, 0)
        self.meter.record(choice.name, choice.terms, tokens_in, tokens_out)
        if not choice.terms.local:
            self.meter.ledger.keep(key, choice.name, json.dumps(message_to_dict(reply)))
        return _result(reply)

    def _choose(self, most_in: int) -> Choice:
        for choice in self.choices:
            if self.meter.has_day_left(choice.name, choice.terms, most_in + self.answer_tokens):
                return choice
        names = ", ".join(choice.name for choice in self.choices)
        raise BudgetError(f"the day's limit of {names} is spent; resume the run tomorrow")

    def _kept(self, key: str) -> AIMessage | None:
        text = self.meter.ledger.reply(key)
        if text is None:
            return None
        try:
            (message,) = messages_from_dict([json.loads(text)])
        except (ValueError, KeyError, TypeError):
            message = BaseMessage(content="", type="broken")
        if isinstance(message, AIMessage):
            return message
        self.warn("a cached reply cannot be read; it is dropped and asked for again")
        self.meter.ledger.forget(key)
        return None


def _request(messages: Sequence[BaseMessage], kwargs: dict[str, Any]) -> str:
    said = [{"type": m.type, "content": m.content, "calls": getattr(m, "tool_calls", [])} for m in messages]
    return json.dumps([said, kwargs], sort_keys=True, ensure_ascii=False, default=repr)


def _key(model: str, messages: Sequence[BaseMessage], kwargs: dict[str, Any]) -> str:
    return hashlib.sha256(f"{model}\n{_request(messages, kwargs)}".encode()).hexdigest()


def _result(message: AIMessage) -> ChatResult:
    return ChatResult(generations=[ChatGeneration(message=message)])
