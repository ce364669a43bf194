"""The prompt of a turn, rebuilt each time from the question, the plan, the evidence kept so far and the budget left.

A growing history would pass a small token limit after two searches. Here a prompt is: instructions, one message that
states the task (`TurnMessage`), and the tool exchanges with each page of evidence at most once, cut to what fits.
Structured results stay beside the text in `ToolMessage.artifact`, and the task in `TurnMessage.turn`.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Literal

from langchain_core.messages import BaseMessage, HumanMessage, SystemMessage, ToolMessage

from graph.artifacts import Found
from graph.context import Budget
from graph.domain import Evidence, Failure, Plan, Question
from graph.prompts import load_prompt
from graph.state import STEP_BUDGET, State, exchanges, steps_taken
from ingestion.domain import Filing

Task = Literal["analyse", "answer"]

CHARS_PER_TOKEN = 3
"""Low on purpose: tables of numbers take more tokens a character than prose."""

PAGE_TOKENS = 1_500
"""No page takes more than this of a prompt while others wait."""

HEAD_CHARS = 160
"""Of the line that names a page."""

LISTED_FILINGS = 40

Place = tuple[str, int]
"""Document and page."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What a turn is about, as the program knows it. `loaded` are the filings in scope."""

    task: Task
    question: Question
    plan: Plan
    loaded: tuple[Filing, ...]
    steps_left: int
    failures: tuple[Failure, ...] = ()


class TurnMessage(HumanMessage):
    """The task of a turn: text for a language model, `turn` for a program."""

    turn: Turn


def estimate_tokens(text: str) -> int:
    """Rough and rather too high."""
    return len(text) // CHARS_PER_TOKEN + 1


def build_prompt(task: Task, state: State, budget: Budget) -> list[BaseMessage]:
    """Messages of one model call, within `budget.prompt_tokens` as estimated."""
    turn = Turn(
        task=task,
        question=state.question,
        plan=state.plan,
        loaded=state.loaded,
        steps_left=STEP_BUDGET - steps_taken(state.messages),
        failures=state.failures,
    )
    system, human = SystemMessage(load_prompt(task)), TurnMessage(content=describe_turn(turn), turn=turn)
    pairs = exchanges(state.messages)
    results = list(chain.from_iterable(results for _, results in pairs))
    spent = sum(estimate_tokens(str(m.content)) for m in (system, human)) + 100 * len(pairs)
    kept = {m.tool_call_id: m for m in _fit(results, budget.prompt_tokens - spent)}
    prompt: list[BaseMessage] = [system, human]
    for ai, answered in pairs:
        prompt += [ai, *(kept[m.tool_call_id] for m in answered)]
    return prompt


def describe_turn(turn: Turn) -> str:
    """The task in words: question, what was understood, what is loaded, what failed before, and what is left."""
    plan = turn.plan
    lines = [f"Question: {turn.question.text}"]
    if plan.companies:
        lines.append(f"Companies: {', '.join(plan.companies)}")
    if plan.unknown_companies:
        lines.append(f"Named in the question but not loaded: {', '.join(plan.unknown_companies)}")
    if plan.periods:
        lines.append(f"Periods: {', '.join(p.as_printed or str(p.year) for p in plan.periods)}")
    if plan.missing_years:
        lines.append(f"Years of which no filing is loaded: {', '.join(map(str, plan.missing_years))}")
    if plan.items or plan.metrics:
        lines.append(f"Line items and metrics: {', '.join((*plan.items, *plan.metrics))}")
    lines.append("Loaded filings: " + describe_filings(turn.loaded, first=plan))
    if turn.failures:
        lines.append("The previous draft was rejected: " + "; ".join(f.detail for f in turn.failures))
    if turn.task == "analyse":
        lines.append(f"Tool turns left: {turn.steps_left}")
    return "\n".join(lines)


def describe_filings(filings: Collection[Filing], first: Plan | None = None) -> str:
    """Names of documents, those the plan ranks first; long lists are cut and say so."""
    rank = {c.doc: i for i, c in enumerate(first.candidates)} if first else {}
    ordered = sorted(filings, key=lambda f: rank.get(f.doc, len(rank)))
    shown = ", ".join(f"{f.doc} ({f.title})" for f in ordered[:LISTED_FILINGS])
    return (shown or "none") + (f", and {len(ordered) - LISTED_FILINGS} more" if len(ordered) > LISTED_FILINGS else "")


def render_evidence(evidence: Collection[Evidence], rooms: Mapping[Place, int] | None = None) -> str:
    """Pages as a model reads them; with `rooms`, only those pages, each with so many characters of its text."""
    parts = []
    for piece in evidence:
        room = len(piece.text) if rooms is None else rooms.get((piece.doc, piece.page))
        if room is None:
            continue  # shown with another search
        head = f"[{piece.doc} page {piece.page}] {piece.title} · {piece.kind.value.replace('_', ' ')}"
        text = piece.text[:room] + (" …" if 0 < room < len(piece.text) else "")
        parts.append(f"{head}\n{text}" if text else f"{head} (text left out; get_page shows it)")
    return "\n\n".join(parts) or ("No page fits." if not evidence else "Nothing that is not shown elsewhere.")


def _fit(results: list[ToolMessage], tokens: int) -> list[ToolMessage]:
    """The same results with their evidence cut: newest search first, best page first, each page once."""
    short = [m for m in results if not isinstance(m.artifact, Found)]
    left = (tokens - sum(estimate_tokens(str(m.content)) for m in short)) * CHARS_PER_TOKEN
    found = [m for m in reversed(results) if isinstance(m.artifact, Found)]
    left -= HEAD_CHARS * len({(e.doc, e.page) for m in found for e in m.artifact.evidence})
    rooms: dict[str, dict[Place, int]] = {}
    seen: set[Place] = set()
    for message in found:
        own = rooms.setdefault(message.tool_call_id, {})
        for piece in message.artifact.evidence:
            place = (piece.doc, piece.page)
            if place in seen:
                continue
            seen.add(place)
            own[place] = min(len(piece.text), PAGE_TOKENS * CHARS_PER_TOKEN, max(0, left)) if left > 200 else 0
            left -= own[place]
    return [
        m.model_copy(update={"content": render_evidence(m.artifact.evidence, rooms[m.tool_call_id])})
        if isinstance(m.artifact, Found)
        else m
        for m in results
    ]
