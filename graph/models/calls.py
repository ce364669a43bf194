"""Calling a model: what is tried again, what is not, and one clear error for everything else.

Tried again, at most four times: 429 (after `retry-after` where the provider says it), 5xx, timeouts and broken
connections. Never: 400, 401, 403, 404, 413, which the same request would meet again. Providers' own retries are off.
"""

from collections.abc import Sequence
from typing import Any

import httpx
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.runnables import Runnable
from tenacity import RetryCallState, Retrying, retry_if_exception, stop_after_attempt, wait_exponential_jitter

from ingestion.errors import ModelError

ATTEMPTS = 4
LONGEST_WAIT_S = 60.0


class ToolCallError(ModelError):
    """The provider could not parse the tool call its model wrote; the question can go on without that call."""


def is_transient(error: BaseException) -> bool:
    """Whether the same request may succeed later. SDKs of Groq and OpenAI share the attributes read here."""
    status = getattr(error, "status_code", None)
    if status is not None:
        return (status == 429 and _retry_after(error) <= LONGEST_WAIT_S) or status >= 500
    return _is_transport(error)


def call_model(model: Runnable[Any, AIMessage], prompt: Sequence[BaseMessage]) -> AIMessage:
    """One reply. Raises ToolCallError or ModelError; errors that are no provider's pass through."""
    retrying = Retrying(
        retry=retry_if_exception(is_transient), stop=stop_after_attempt(ATTEMPTS), wait=_wait, reraise=True
    )
    try:
        return retrying(model.invoke, list(prompt))
    except Exception as error:
        if getattr(error, "status_code", None) is None and not _is_transport(error):
            raise
        kind = ToolCallError if _code(error) == "tool_use_failed" else ModelError
        raise kind(_in_one_line(error)) from error


def _is_transport(error: BaseException) -> bool:
    kinds = (ConnectionError, TimeoutError, httpx.TransportError)
    return isinstance(error, kinds) or isinstance(error.__cause__, kinds)


def _retry_after(error: BaseException) -> float:
    response = getattr(error, "response", None)
    try:
        return float(response.headers.get("retry-after", 0)) if response is not None else 0.0
    except ValueError:
        return 0.0  # a date: the backoff serves as well


def _wait(state: RetryCallState) -> float:
    error = state.outcome.exception() if state.outcome else None
    told = _retry_after(error) if error else 0.0
    return told or wait_exponential_jitter(multiplier=0.5, max=8.0)(state)


def _detail(error: BaseException) -> dict[str, Any]:
    body = getattr(error, "body", None)
    detail = body.get("error", body) if isinstance(body, dict) else None
    return detail if isinstance(detail, dict) else {}


def _code(error: BaseException) -> str:
    return str(_detail(error).get("code", ""))


def _in_one_line(error: BaseException) -> str:
    status = getattr(error, "status_code", None)
    if status is None:
        return f"the model cannot be reached: {error}"
    told = {401: "the key was not accepted", 413: "the request is larger than the account's limit"}.get(status, "")
    message = " ".join(str(_detail(error).get("message", error)).split())[:300]
    return f"the model answered {status}{f' ({told})' if told else ''}: {message}"
