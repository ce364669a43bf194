"""Limits hold before the call, days and minutes are kept, a reply is never asked for twice."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.tools import tool
from pydantic import Field

from eval.budget import Ledger, Limits, Meter, MeteredModel, ModelTerms, Spent, terms_of
from eval.budget.model import Choice
from eval.errors import BudgetError, EvaluationError

PRICED = ModelTerms(input_price=1.0, output_price=2.0)
LONGEST = 1_000


class Scripted(BaseChatModel):
    """Answers with how often it was asked; 100 tokens in, 10 out."""

    asked: list[list[BaseMessage]] = Field(default_factory=list)
    seen: list[dict[str, Any]] = Field(default_factory=list)

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def bind_tools(self, tools: Any, **kwargs: Any) -> Any:
        return self.bind(tools=[one.name for one in tools])

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        self.asked.append(messages)
        self.seen.append(kwargs)
        usage = {"input_tokens": 100, "output_tokens": 10, "total_tokens": 110}
        message = AIMessage(content=f"reply {len(self.asked)}", usage_metadata=usage)
        return ChatResult(generations=[ChatGeneration(message=message)])


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    with Ledger(tmp_path / "cache" / "eval.sqlite") as opened:
        yield opened


def metered(meter: Meter, *models: BaseChatModel, terms: ModelTerms = PRICED, **options: Any) -> MeteredModel:
    choices = tuple(Choice(f"model-{index}", model, terms) for index, model in enumerate(models))
    said: list[str] = []
    return MeteredModel(choices=choices, meter=meter, answer_tokens=LONGEST, warn=said.append, **options)


def ask(model: Any, text: str) -> str:
    return str(model.invoke([HumanMessage(text)]).content)


def test_a_reply_is_kept_and_not_asked_for_again(ledger: Ledger) -> None:
    inner, meter = Scripted(), Meter(Limits(), ledger)
    model = metered(meter, inner)
    assert [ask(model, "a"), ask(model, "b"), ask(model, "a")] == ["reply 1", "reply 2", "reply 1"]
    assert (meter.spent.calls, meter.spent.cached, meter.asked) == (2, 1, 3)
    again = metered(Meter(Limits(calls=0), ledger), Scripted())
    assert ask(again, "b") == "reply 2"


def test_tools_and_formats_are_part_of_what_is_asked(ledger: Ledger) -> None:
    @tool
    def search(query: str) -> str:
        """Find."""
        return query

    inner = Scripted()
    model = metered(Meter(Limits(), ledger), inner)
    assert ask(model, "a") == "reply 1"
    assert ask(model.bind_tools([search]), "a") == "reply 2"
    assert ask(model.bind(response_format={"type": "json"}), "a") == "reply 3"
    assert inner.seen == [{}, {"tools": ["search"]}, {"response_format": {"type": "json"}}]


def test_without_tools_the_loop_ends_at_once(ledger: Ledger) -> None:
    inner, meter = Scripted(), Meter(Limits(), ledger)
    model = metered(meter, inner, tools=False)
    assert model.bind_tools([]).invoke("a").tool_calls == []
    assert (inner.asked, meter.asked) == ([], 0)
    assert ask(model, "a") == "reply 1"


def test_a_local_model_is_not_cached(ledger: Ledger) -> None:
    model = metered(Meter(Limits(), ledger), Scripted(), terms=ModelTerms(input_price=0, output_price=0, local=True))
    assert [ask(model, "a"), ask(model, "a")] == ["reply 1", "reply 2"]


@pytest.mark.parametrize(
    ("limits", "most_calls"),
    [
        (Limits(calls=3), 3),
        (Limits(tokens=2_400), 13),
        (Limits(cost=0.0045), 21),
        (Limits(calls=0), 0),
        (Limits(tokens=LONGEST - 1), 0),
        (Limits(cost=0.0), 0),
    ],
)
def test_no_limit_is_ever_passed(ledger: Ledger, limits: Limits, most_calls: int) -> None:
    inner, meter = Scripted(), Meter(limits, ledger)
    model = metered(meter, inner)
    with pytest.raises(BudgetError):
        for number in range(100):
            ask(model, f"question {number}")
    spent = meter.spent
    assert len(inner.asked) == spent.calls <= most_calls
    assert limits.tokens is None or spent.tokens <= limits.tokens
    assert limits.cost is None or spent.cost <= limits.cost
    assert spent.calls > 0 or 0 in (limits.calls, limits.cost) or limits.tokens == LONGEST - 1


def test_a_limit_of_cost_needs_a_price(ledger: Ledger) -> None:
    model = metered(Meter(Limits(cost=5.0), ledger), Scripted(), terms=ModelTerms())
    with pytest.raises(BudgetError, match="no price is known"):
        ask(model, "a")


def test_a_resumed_run_remembers_what_it_spent(ledger: Ledger, tmp_path: Path) -> None:
    first = Meter(Limits(calls=2), ledger, run="r")
    ask(metered(first, Scripted()), "a")
    again = Meter(Limits(calls=2), ledger, run="r")
    assert again.spent == first.spent
    assert (again.spent.calls, again.spent.tokens, again.spent.cost) == (1, 110, pytest.approx(0.00012))
    model = metered(again, Scripted())
    ask(model, "b")
    with pytest.raises(BudgetError, match="limit of 2 calls"):
        ask(model, "c")
    assert Meter(Limits(calls=2), ledger, run="other").spent == Spent()


def test_the_providers_minute_is_waited_out(ledger: Ledger) -> None:
    now, slept = [0.0], []

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        now[0] += seconds

    terms = ModelTerms(input_price=0, output_price=0, requests_per_minute=2)
    model = metered(Meter(Limits(), ledger, clock=lambda: now[0], sleep=sleep), Scripted(), terms=terms)
    for text in "abc":
        ask(model, text)
    assert slept == [60.0]


def test_a_spent_day_moves_on_to_the_next_model_and_then_stops(ledger: Ledger) -> None:
    terms = ModelTerms(input_price=0, output_price=0, requests_per_day=1)
    first, second, day = Scripted(), Scripted(), [date(2031, 5, 4)]
    model = metered(Meter(Limits(), ledger, today=lambda: day[0]), first, second, terms=terms)
    ask(model, "a")
    ask(model, "b")
    assert (len(first.asked), len(second.asked)) == (1, 1)
    with pytest.raises(BudgetError, match="resume the run tomorrow"):
        ask(model, "c")
    day[0] = date(2031, 5, 5)
    ask(model, "c")
    assert len(first.asked) == 2


def test_a_cut_off_cache_entry_is_dropped_with_a_word(ledger: Ledger) -> None:
    said: list[str] = []
    model = metered(Meter(Limits(), ledger), Scripted()).model_copy(update={"warn": said.append})
    ask(model, "a")
    ledger._db.execute("UPDATE replies SET reply = substr(reply, 1, 20)")
    assert ask(model, "a") == "reply 2"
    assert said == ["a cached reply cannot be read; it is dropped and asked for again"]
    assert ask(model, "a") == "reply 2"


def test_a_file_that_is_no_database_is_a_clear_error(tmp_path: Path) -> None:
    path = tmp_path / "eval.sqlite"
    path.write_text("not a database, but long enough to be read as the head of one " * 20)
    with pytest.raises(EvaluationError, match="cannot be used as cache"):
        Ledger(path)


def test_a_user_may_state_other_terms(tmp_path: Path) -> None:
    (tmp_path / "models.toml").write_text('["groq:mine"]\ninput_price = 3.0\n')
    assert terms_of("groq:mine", tmp_path).input_price == 3.0
    assert terms_of("offline", tmp_path).local
    (tmp_path / "models.toml").write_text('["groq:mine"]\nprice = 3.0\n')
    with pytest.raises(EvaluationError, match=r"models\.toml"):
        terms_of("groq:mine", tmp_path)


def test_a_call_that_fails_counts_too(ledger: Ledger) -> None:
    class Broken(Scripted):
        def _generate(self, *args: Any, **kwargs: Any) -> ChatResult:
            raise TimeoutError("slow")

    meter = Meter(Limits(calls=2), ledger)
    model = metered(meter, Broken())
    for _ in range(2):
        with pytest.raises(TimeoutError):
            ask(model, "a")
    with pytest.raises(BudgetError):
        ask(model, "a")


def test_terms_are_data() -> None:
    assert terms_of("offline").local
    assert terms_of("groq:openai/gpt-oss-120b").requests_per_day
    assert terms_of("unheard-of") == ModelTerms()
