"""Groq, against a server on this machine that speaks its chat completions protocol."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from langchain_core.messages import AIMessage, ToolMessage

from graph.build import build_graph
from graph.context import Context
from graph.domain import Question
from graph.knowledge import Knowledge
from graph.models.calls import ToolCallError, call_model, is_transient
from graph.models.provider import Provider, make_provider
from graph.settings import GraphSettings
from graph.tools import make_tools
from ingestion.errors import ConfigurationError, ModelError

Reply = tuple[int, dict[str, str], dict[str, Any]]
Make = Callable[..., Context]


class GroqServer(ThreadingHTTPServer):
    """Gives the replies it was told to, in order, and keeps the requests."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.replies: list[Reply] = []
        self.requests: list[dict[str, Any]] = []
        self.keys: list[str] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


class _Handler(BaseHTTPRequestHandler):
    server: GroqServer

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        self.server.requests.append(json.loads(body))
        self.server.keys.append(self.headers.get("authorization", ""))
        assert self.path == "/openai/v1/chat/completions"
        status, headers, payload = self.server.replies.pop(0)
        data = json.dumps(payload).encode()
        self.send_response(status)
        for name, value in {"content-type": "application/json", "content-length": str(len(data)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:
        pass


def completion(content: str | None = None, tool_calls: list[dict[str, Any]] | None = None) -> Reply:
    message: dict[str, Any] = {"role": "assistant", "content": content}
    if tool_calls:
        message["tool_calls"] = tool_calls
    choice = {"index": 0, "message": message, "finish_reason": "tool_calls" if tool_calls else "stop"}
    usage = {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120}
    return (
        200,
        {},
        {"id": "x", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice], "usage": usage},
    )


def tool_call(name: str, arguments: str, call_id: str = "call_1") -> dict[str, Any]:
    return {"id": call_id, "type": "function", "function": {"name": name, "arguments": arguments}}


def failure(status: int, code: str = "", message: str = "no", **headers: str) -> Reply:
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    return status, names, {"error": {"message": message, "type": "invalid_request_error", "code": code}}


@pytest.fixture
def server() -> Iterator[GroqServer]:
    with GroqServer() as running:
        thread = threading.Thread(target=running.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        yield running
        running.shutdown()
        thread.join()


@pytest.fixture
def provider(server: GroqServer, knowledge: Knowledge) -> Provider:
    settings = GraphSettings(
        model="groq:openai/gpt-oss-120b", groq_api_key="secret", groq_base_url=server.url, model_seconds=1.0
    )
    return make_provider(settings, knowledge)


def ask(provider: Provider) -> AIMessage:
    return call_model(provider.model, [("human", "hello")])  # type: ignore[list-item]


def test_temperature_key_and_usage(server: GroqServer, provider: Provider) -> None:
    server.replies = [completion("hi")]
    reply = ask(provider)
    assert reply.text == "hi"
    assert reply.usage_metadata is not None
    assert (reply.usage_metadata["input_tokens"], reply.usage_metadata["output_tokens"]) == (100, 20)
    (request,) = server.requests
    assert request["model"] == "openai/gpt-oss-120b"
    assert request["temperature"] < 1e-6
    assert request["max_tokens"] == 1_400
    assert server.keys == ["Bearer secret"]


def test_a_full_question(server: GroqServer, provider: Provider, make_context: Make) -> None:
    answer = {
        "answer": "Net sales were $1,240 million in FY2031.",
        "value": {"number": 1240, "unit": "USD", "scale": 1000000},
        "numbers_used": [{"label": "Net sales", "number": 1240, "scale": 1000000, "unit": "USD", "citation": 0}],
        "calculation": None,
        "citations": [{"doc": "HARROWGATE_2031_10K", "page": 3, "quote": "Net sales 1,240 1,100 1,000"}],
        "confidence": 0.9,
        "refused": False,
        "refusal_reason": None,
    }
    arguments = '{"items": ["revenue"], "company": "Harrowgate Tools", "periods": ["FY2031"]}'
    server.replies = [
        completion(tool_calls=[tool_call("lookup_figures", arguments)]),
        completion("ready"),
        completion(json.dumps(answer)),
    ]
    context = make_context(model=provider.model)
    state = build_graph().invoke(
        {"question": Question(text="Net sales of Harrowgate Tools in FY2031?")}, context=context
    )
    assert state["answer"].value.number == 1240
    assert state["failures"] == ()
    first, second, last = server.requests
    assert {t["function"]["name"] for t in first["tools"]} == {tool.name for tool in make_tools()}
    assert "response_format" not in first
    assert [m["role"] for m in second["messages"]] == ["system", "user", "assistant", "tool", "assistant", "tool"]
    assert "tools" not in last
    schema = last["response_format"]["json_schema"]
    assert schema["strict"] is True
    assert set(schema["schema"]["required"]) == set(schema["schema"]["properties"])


def test_strict_schema_keeps_the_rules_of_strict_mode(provider: Provider) -> None:
    def check(node: object) -> None:
        if isinstance(node, dict):
            if node.get("type") == "object":
                assert node["additionalProperties"] is False
                assert sorted(node["required"]) == sorted(node["properties"])
            assert "default" not in node
            assert "pattern" not in node
            for child in node.values():
                check(child)
        elif isinstance(node, list):
            for child in node:
                check(child)

    check(provider.answer_format["json_schema"]["schema"])


def test_other_models_are_asked_for_any_json(server: GroqServer, knowledge: Knowledge) -> None:
    settings = GraphSettings(model="groq:llama-3.3-70b-versatile", groq_api_key="k", groq_base_url=server.url)
    assert make_provider(settings, knowledge).answer_format == {"type": "json_object"}


def test_429_waits_as_long_as_it_is_told(server: GroqServer, provider: Provider) -> None:
    server.replies = [failure(429, "rate_limit_exceeded", retry_after="0.4"), completion("late")]
    started = time.monotonic()
    assert ask(provider).text == "late"
    assert time.monotonic() - started >= 0.4
    assert len(server.requests) == 2


def test_429_with_a_spent_day_is_not_waited_for(server: GroqServer, provider: Provider) -> None:
    server.replies = [failure(429, "rate_limit_exceeded", "try again in 7h", retry_after="25200")]
    with pytest.raises(ModelError, match=r"429.*try again in 7h"):
        ask(provider)
    assert len(server.requests) == 1


def test_5xx_is_tried_again_and_at_last_reported(server: GroqServer, provider: Provider) -> None:
    server.replies = [failure(503), completion("up")]
    assert ask(provider).text == "up"
    server.replies = [failure(500, message="broken", retry_after="0.01") for _ in range(4)]
    with pytest.raises(ModelError, match="500: broken"):
        ask(provider)
    assert server.replies == []


@pytest.mark.parametrize(
    ("status", "said"), [(400, "400"), (401, "key was not accepted"), (403, "403"), (404, "404"), (413, "larger than")]
)
def test_what_would_fail_again_is_not_tried_again(
    status: int, said: str, server: GroqServer, provider: Provider
) -> None:
    server.replies = [failure(status), completion("never")]
    with pytest.raises(ModelError, match=said):
        ask(provider)
    assert len(server.requests) == 1


def test_a_rejected_tool_call_is_told_apart(server: GroqServer, provider: Provider) -> None:
    server.replies = [failure(400, "tool_use_failed", "Failed to call a function.")]
    with pytest.raises(ToolCallError):
        ask(provider)


def test_a_rejected_tool_call_leads_to_the_answer_step(
    server: GroqServer, provider: Provider, make_context: Make
) -> None:
    refusal = {"answer": "", "refused": True, "refusal_reason": "not found", "citations": []}
    server.replies = [failure(400, "tool_use_failed"), completion(json.dumps(refusal))]
    state = build_graph().invoke({"question": Question(text="Net sales?")}, context=make_context(model=provider.model))
    assert state["answer"].refusal_reason == "not found"
    assert "tools" not in server.requests[-1]


def test_malformed_tool_arguments_are_not_run(server: GroqServer, provider: Provider, make_context: Make) -> None:
    refusal = {"answer": "", "refused": True, "refusal_reason": "not found", "citations": []}
    server.replies = [
        completion(tool_calls=[tool_call("calculate", '{"expression": "1 +')]),
        completion(json.dumps(refusal)),
    ]
    state = build_graph().invoke({"question": Question(text="Net sales?")}, context=make_context(model=provider.model))
    assert state["answer"].refused
    assert sum(isinstance(m, ToolMessage) for m in state["messages"]) == 1


def test_wrong_tool_arguments_come_back_as_text(server: GroqServer, provider: Provider, make_context: Make) -> None:
    refusal = {"answer": "", "refused": True, "refusal_reason": "not found", "citations": []}
    server.replies = [
        completion(tool_calls=[tool_call("get_page", '{"doc": "HARROWGATE_2031_10K", "page": "seven"}')]),
        completion("ready"),
        completion(json.dumps(refusal)),
    ]
    build_graph().invoke({"question": Question(text="Net sales?")}, context=make_context(model=provider.model))
    assert "page" in server.requests[1]["messages"][-1]["content"]


def test_a_server_that_is_not_there(knowledge: Knowledge) -> None:
    settings = GraphSettings(model="groq:m", groq_api_key="k", groq_base_url="http://127.0.0.1:9", model_seconds=1.0)
    with pytest.raises(ModelError, match="cannot be reached"):
        ask(make_provider(settings, knowledge))


def test_transient_errors_are_few() -> None:
    assert is_transient(ConnectionError())
    assert is_transient(TimeoutError())
    assert not is_transient(ValueError())
    assert not is_transient(KeyError())


def test_errors_that_are_no_providers_pass_through(scripted: Callable[..., Any]) -> None:
    with pytest.raises(KeyError):
        call_model(scripted(KeyError("bug")), [])


@pytest.mark.parametrize(
    ("model", "key", "said"),
    [
        ("groq:", "k", "expected offline or groq:<model>"),
        ("groq", "k", "expected offline or groq:<model>"),
        ("gpt-4", "k", "expected offline or groq:<model>"),
        ("offline:x", "k", "expected offline or groq:<model>"),
        ("groq:openai/gpt-oss-120b", None, "needs GROQ_API_KEY"),
        ("groq:openai/gpt-oss-120b", "", "needs GROQ_API_KEY"),
    ],
)
def test_settings_that_cannot_be_used(model: str, key: str | None, said: str, knowledge: Knowledge) -> None:
    with pytest.raises(ConfigurationError, match=said):
        make_provider(GraphSettings(model=model, groq_api_key=key), knowledge)


def test_settings_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MODEL", "groq:x")
    monkeypatch.setenv("GROQ_API_KEY", "very secret")
    monkeypatch.setenv("FOLIO_PAGES", "5")
    settings = GraphSettings()
    assert (settings.model, settings.budget.pages) == ("groq:x", 5)
    assert "very secret" not in repr(settings)
