"""The offline model: a chat model that reasons by rules. Messages in, message out; no state, no clock, no network."""

from collections.abc import Callable, Sequence
from typing import Any

from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel, LanguageModelInput
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.runnables import Runnable
from langchain_core.tools import BaseTool
from pydantic import ConfigDict, PrivateAttr

from graph.domain import Answer
from graph.knowledge import Knowledge
from graph.models.offline.comparing import answer_companies
from graph.models.offline.cover import answer_registered
from graph.models.offline.figure_answers import Measured, answer_figures, answer_nothing_printed, measured
from graph.models.offline.interpret import read_request
from graph.models.offline.named_part import answer_named_part
from graph.models.offline.parts import answer_part
from graph.models.offline.planning import next_calls
from graph.models.offline.reading import Desk, latest_period, read_desk
from graph.models.offline.refusing import refuse_failed, refuse_figures, refuse_scope, refuse_text
from graph.models.offline.request import Request, Words
from graph.models.offline.sentences import answer_text
from graph.models.wire import AnswerWire


class OfflineModel(BaseChatModel):
    """Plans from the question, calls the graph's tools, and writes the answer as JSON when asked for one."""

    model_config = ConfigDict(arbitrary_types_allowed=True)

    knowledge: Knowledge
    _words: Words = PrivateAttr()

    def model_post_init(self, context: Any, /) -> None:
        """Build the vocabularies once."""
        super().model_post_init(context)
        self._words = Words.of(self.knowledge)

    @property
    def _llm_type(self) -> str:
        return "offline"

    def bind_tools(
        self,
        tools: Sequence[dict[str, Any] | type | Callable[..., Any] | BaseTool],
        *,
        tool_choice: str | None = None,
        **kwargs: Any,
    ) -> Runnable[LanguageModelInput, AIMessage]:
        """The model with these tools at hand."""
        names = tuple(tool.name for tool in tools if isinstance(tool, BaseTool))
        return self.bind(tool_names=names, **kwargs)

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        desk = read_desk(messages)
        if desk is None:
            return _result(AIMessage("The offline model answers only inside the graph."))
        request = self._request(desk)
        if kwargs.get("response_format"):
            answer = self._answer(desk, request)
            return _result(AIMessage(AnswerWire.from_answer(answer).model_dump_json()))
        calls = [] if refuse_scope(desk) else next_calls(desk, request, self.knowledge)
        known = [call for call in calls if call["name"] in kwargs.get("tool_names", ())]
        return _result(AIMessage(content="" if known else "ready", tool_calls=known))

    def _request(self, desk: Desk) -> Request:
        filings = [f for company in desk.companies for f in desk.filings_of(company)] or list(desk.turn.loaded)
        turn = desk.turn
        tickers = tuple(dict.fromkeys(f.ticker for f in filings if f.ticker))
        latest = latest_period(filings)
        return read_request(turn.question.text, turn.plan, self.knowledge, self._words, latest, tickers)

    def _answer(self, desk: Desk, request: Request) -> Answer:
        if desk.turn.failures:
            return refuse_failed(desk)
        refused = refuse_scope(desk, expected=request.expected)
        if refused:
            return refused
        if request.part_of and (named := answer_named_part(desk, request)):
            return named
        if request.shape == "text" and (registered := answer_registered(desk, request)):
            return registered
        if request.shape == "part":
            parted = answer_part(desk, request) or answer_text(desk, self.knowledge, request)
            return parted or refuse_text(desk)
        if request.shape == "text" or request.narrowed or request.expected or not desk.companies:
            return answer_text(desk, self.knowledge, request) or refuse_text(desk)
        if len(desk.companies) > 1 and request.shape == "value":
            compared = answer_companies(desk, request, self.knowledge)
            return compared or refuse_text(desk)
        outcome = measured(desk, request, desk.companies[0], self.knowledge)
        measures = [m for m in outcome if isinstance(m, Measured)]
        if not measures:
            missing = [m for m in outcome if not isinstance(m, Measured)]
            nothing = answer_nothing_printed(desk, request, missing[0], self.knowledge) if missing else None
            if nothing is not None:
                return nothing
            if request.shape == "sign" and (said := answer_text(desk, self.knowledge, request)):
                return said
            return refuse_figures(desk, request, missing, self.knowledge)
        return answer_figures(request, measures, self.knowledge) or refuse_text(desk)


def _result(message: AIMessage) -> ChatResult:
    return ChatResult(generations=[ChatGeneration(message=message)])
