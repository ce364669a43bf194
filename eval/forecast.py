"""What a run would take: calls, tokens, cost and time, from what questions took before."""

import json
import tomllib
from collections.abc import Sequence
from importlib import resources
from pathlib import Path

from eval.budget import terms_of
from eval.config import Config
from graph.domain import Frozen


class Averages(Frozen):
    """Of one question: model turns, tokens in and out, seconds. `source` says where they were measured."""

    calls: float
    input: float
    output: float
    seconds: float
    source: str


class Forecast(Frozen):
    """Expected totals of a run; `cost` in USD, None where the model's price is not known."""

    config: str
    questions: int
    calls: int
    input: int
    output: int
    cost: float | None
    minutes: float
    source: str


def forecast(config: Config, model: str, questions: int, home: Path) -> Forecast:
    """Expected totals from runs of the same rung and model under FOLIO_HOME, else from averages kept as data."""
    averages = _measured(config.name, model, home / "runs") or _kept(config)
    terms = terms_of(model, home)
    tokens_in, tokens_out = round(averages.input * questions), round(averages.output * questions)
    calls = round(averages.calls * questions)
    # A provider's minute may be slower than the model.
    per_minute = [
        calls / terms.requests_per_minute if terms.requests_per_minute else 0.0,
        (tokens_in + tokens_out) / terms.tokens_per_minute if terms.tokens_per_minute else 0.0,
    ]
    return Forecast(
        config=config.name,
        questions=questions,
        calls=calls,
        input=0 if terms.local else tokens_in,
        output=0 if terms.local else tokens_out,
        cost=None if terms.input_price is None else round(terms.cost(tokens_in, tokens_out), 4),
        minutes=round(max(averages.seconds * questions / 60, *per_minute), 1),
        source=averages.source,
    )


def describe(forecasts: Sequence[Forecast]) -> list[str]:
    """One line a rung, and the total."""
    lines = [
        f"{one.config}: {one.questions} questions, about {one.calls:,} calls, {one.input:,} tokens in, "
        f"{one.output:,} out, {_usd(one.cost)}, {one.minutes:,.1f} minutes ({one.source})"
        for one in forecasts
    ]
    if len(forecasts) > 1:
        costs = [one.cost for one in forecasts]
        total = None if None in costs else sum(cost or 0.0 for cost in costs)
        minutes = sum(one.minutes for one in forecasts)
        lines.append(f"all: about {sum(one.calls for one in forecasts):,} calls, {_usd(total)}, {minutes:,.1f} minutes")
    return lines


def _measured(config: str, model: str, runs: Path) -> Averages | None:
    """Weighted by questions over all finished runs; those that cannot be read are passed over."""
    n, calls, tokens_in, tokens_out, seconds = 0, 0.0, 0.0, 0.0, 0.0
    for path in sorted(runs.glob("**/summary.json")):
        try:
            summary = json.loads(path.read_text(encoding="utf-8"))
            if (summary["config"], summary["model"]) != (config, model):
                continue
            count = int(summary["dataset"]["n"])
            calls += summary["calls"]
            tokens_in += summary["tokens"]["input"]
            tokens_out += summary["tokens"]["output"]
            seconds += count * (summary["latency_s"]["p50"] or 0.0)
            n += count
        except (OSError, ValueError, KeyError, TypeError):
            continue
    if not n:
        return None
    source = f"measured over {n} questions of earlier runs"
    return Averages(calls=calls / n, input=tokens_in / n, output=tokens_out / n, seconds=seconds / n, source=source)


def _kept(config: Config) -> Averages:
    text = (resources.files("eval") / "data" / "averages.toml").read_text(encoding="utf-8")
    data = tomllib.loads(text)
    entry = data["rungs"].get(config.name.partition("-")[0], data["rungs"]["C5"])
    return Averages(**entry, source=data["source"])


def _usd(cost: float | None) -> str:
    return "cost unknown: the model has no price in eval/data/models.toml" if cost is None else f"{cost:.4f} USD"
