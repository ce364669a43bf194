"""A hosted model's run, with a local server in its place: what is asked, cached, limited, judged."""

import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

MODELS = """
["groq:openai/gpt-oss-120b"]
input_price = 1.0
output_price = 10.0

["groq:openai/gpt-oss-20b"]
input_price = 0.0
output_price = 0.0
"""
MODEL = "groq:openai/gpt-oss-120b"
JUDGE = "groq:openai/gpt-oss-20b"


class Server(ThreadingHTTPServer):
    """Answers like Groq: ready when offered tools, a refusal when asked for an answer, a verdict when it judges."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.asked: list[dict[str, Any]] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def models(self) -> list[str]:
        return [request["model"] for request in self.asked]


class _Handler(BaseHTTPRequestHandler):
    server: Server

    def do_POST(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.server.asked.append(request)
        kind = (request.get("response_format") or {}).get("type")
        if kind == "json_schema":
            content = json.dumps({"answer": "It is 5%.", "citations": [{"doc": "X", "page": 1, "quote": "5%"}]})
        elif kind == "json_object":
            content = json.dumps({"correct": False, "faithful": 0.5, "reason": "made up"})
        else:
            content = "I don't know."
        body = json.dumps(
            {
                "id": "1",
                "object": "chat.completion",
                "created": 1,
                "model": request["model"],
                "choices": [
                    {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": content}}
                ],
                "usage": {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110},
            }
        ).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *arguments: object) -> None:
        pass


@pytest.fixture
def server() -> Iterator[Server]:
    running = Server()
    thread = threading.Thread(target=running.serve_forever, daemon=True)
    thread.start()
    yield running
    running.shutdown()
    running.server_close()
    thread.join()


Evaluate = Callable[..., tuple[int, str, str]]


@pytest.fixture
def evaluate(sample_home: Path, server: Server, monkeypatch: pytest.MonkeyPatch, run_evaluation: Evaluate) -> Evaluate:
    (sample_home / "models.toml").write_text(MODELS)
    for name, value in {
        "FOLIO_HOME": str(sample_home),
        "MODEL": MODEL,
        "GROQ_API_KEY": "secret",
        "GROQ_BASE_URL": server.url,
    }.items():
        monkeypatch.setenv(name, value)
    return run_evaluation


def lines(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "answers.jsonl").read_text(encoding="utf-8").splitlines()]


def untimed(folder: Path) -> list[dict[str, Any]]:
    return [{key: value for key, value in line.items() if key != "timings"} for line in lines(folder)]


def test_a_rerun_comes_from_the_cache(evaluate: Evaluate, server: Server, tmp_path: Path) -> None:
    code, _, err = evaluate("--limit", "3", "--out", tmp_path / "first")
    assert code == 0, err
    asked = len(server.asked)
    # A draft that cites what is not there is retried once and then refused.
    assert [line["verdict"] for line in lines(tmp_path / "first")] == ["refused"] * 3
    assert all(
        "quote_not_on_page" in line["rejected"][0] or "out_of_scope" in line["rejected"][0]
        for line in lines(tmp_path / "first")
    )
    assert asked == sum(line["calls"] for line in lines(tmp_path / "first")) > 3
    assert evaluate("--limit", "3", "--out", tmp_path / "again")[0] == 0
    assert len(server.asked) == asked
    assert untimed(tmp_path / "again") == untimed(tmp_path / "first")
    spent = json.loads((tmp_path / "again" / "manifest.json").read_text())["spent"]
    assert (spent["calls"], spent["cached"]) == (0, asked)


def test_limits_hold_for_every_call(evaluate: Evaluate, server: Server, tmp_path: Path) -> None:
    code, _, err = evaluate("--limit", "3", "--max-calls", "2", "--out", tmp_path / "run")
    assert code == 1
    assert "the limit of 2 calls is reached" in err
    assert len(server.asked) == 2
    code, _, err = evaluate("--resume", tmp_path / "run", "--max-calls", "3")
    assert code == 1
    assert len(server.asked) == 3
    assert evaluate("--resume", tmp_path / "run", "--max-calls", "100")[0] == 0
    assert len(lines(tmp_path / "run")) == 3
    spent = json.loads((tmp_path / "run" / "manifest.json").read_text())["spent"]
    assert spent["calls"] == len(server.asked)
    assert spent["cost"] == pytest.approx(len(server.asked) * (100 * 1.0 + 10 * 10.0) / 1e6)


def test_the_judges_calls_count_as_well(evaluate: Evaluate, server: Server, tmp_path: Path) -> None:
    code, _, err = evaluate("--config", "C3", "--limit", "2", "--judge", JUDGE, "--out", tmp_path / "run")
    assert code == 0, err
    assert sorted(set(server.models())) == ["openai/gpt-oss-120b", "openai/gpt-oss-20b"]
    summary = json.loads((tmp_path / "run" / "summary.json").read_text())
    assert summary["judge"]["judged"] == 2
    assert summary["judge"]["means"]["correct"]["value"] == 0.0
    assert summary["judge"]["n"]["context_recall"] == 0
    spent = json.loads((tmp_path / "run" / "manifest.json").read_text())["spent"]
    assert spent["calls"] == len(server.asked)
    code, _, err = evaluate("--limit", "1", "--judge", MODEL, "--out", tmp_path / "self")
    assert code == 1
    assert "cannot judge its own answers" in err


def test_without_the_agent_no_tools_are_offered(evaluate: Evaluate, server: Server, tmp_path: Path) -> None:
    assert evaluate("--config", "C2", "--limit", "2", "--out", tmp_path / "C2")[0] == 0
    assert [request.get("tools") for request in server.asked] == [None, None]
    server.asked.clear()
    assert evaluate("--config", "C5", "--limit", "1", "--out", tmp_path / "C5")[0] == 0
    assert server.asked[0]["tools"]


def test_a_closed_book_is_asked_in_words_alone(evaluate: Evaluate, server: Server, tmp_path: Path) -> None:
    assert evaluate("--config", "C0", "--limit", "2", "--out", tmp_path / "C0")[0] == 0
    assert len(server.asked) == 2
    assert all(len(request["messages"]) == 2 and "tools" not in request for request in server.asked)
    assert [line["verdict"] for line in lines(tmp_path / "C0")] == ["refused", "refused"]
    assert lines(tmp_path / "C0")[0]["answer"] == {"text": "I don't know.", "refused": False}


def test_a_model_that_cannot_be_reached_is_a_record_not_a_crash(
    evaluate: Evaluate, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GROQ_API_KEY", "")
    code, _, err = evaluate("--limit", "1", "--out", tmp_path / "keyless")
    assert code == 1
    assert "GROQ_API_KEY" in err
