"""Counts what a run spends, and refuses the call that could go over a limit before it is made.

A call is admitted only if its largest possible size fits: one token for every two bytes of its prompt, and as many
tokens of reply as a model may write. So a limit of a run is never passed, and the last of it may stay unused.
"""

import threading
import time
from collections import deque
from collections.abc import Callable
from datetime import UTC, date, datetime

from eval.budget.ledger import Ledger
from eval.budget.limits import Limits, ModelTerms, Spent
from eval.errors import BudgetError

MINUTE = 60.0


def _today() -> date:
    return datetime.now(UTC).date()


class Meter:
    """What a run has spent so far, with its limits and each provider's. Safe to share between threads."""

    def __init__(
        self,
        limits: Limits,
        ledger: Ledger,
        *,
        run: str = "",
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
        today: Callable[[], date] = _today,
    ) -> None:
        """`run` names the run in the ledger: one that is resumed goes on from what it had spent."""
        self.limits = limits
        self.ledger = ledger
        self.spent = ledger.spent(run)
        self._name = run
        self.asked = 0  # turns answered, from the cache or not: the same in every run
        self._clock, self._sleep, self._today = clock, sleep, today
        self._minutes: dict[str, deque[tuple[float, int]]] = {}
        self._lock = threading.RLock()

    def has_day_left(self, model: str, terms: ModelTerms, most: int) -> bool:
        """Whether a model's daily limits allow one more call of at most so many tokens."""
        calls, tokens = self.ledger.today(model, self._today())
        return _fits(calls + 1, terms.requests_per_day) and _fits(tokens + most, terms.tokens_per_day)

    def admit(self, model: str, terms: ModelTerms, most_in: int, most_out: int) -> None:
        """Wait for the provider's minute, then let one call through.

        Raises BudgetError where it could pass a limit, or where a limit of cost meets a model without a price.
        """
        with self._lock:
            spent, limits = self.spent, self.limits
            if not _fits(spent.calls + 1, limits.calls):
                raise BudgetError(f"the limit of {limits.calls:,} calls is reached; resume with a larger one")
            if not _fits(spent.tokens + most_in + most_out, limits.tokens):
                raise BudgetError(f"one more call could pass the limit of {limits.tokens:,} tokens")
            if limits.cost is not None and terms.input_price is None:
                raise BudgetError(
                    f"no price is known for {model}: a limit of cost cannot hold; see eval/data/models.toml"
                )
            if not _fits(spent.cost + terms.cost(most_in, most_out), limits.cost):
                raise BudgetError(f"one more call could pass the limit of {limits.cost:.2f} USD")
            # What the provider will count, not the most it could: waiting for that would double every minute.
            self._wait(model, terms, (most_in + most_out) // 2)

    def record(self, model: str, terms: ModelTerms, tokens_in: int, tokens_out: int) -> None:
        """A call was made."""
        with self._lock:
            spent = self.spent
            self.spent = Spent(
                calls=spent.calls + 1,
                input=spent.input + tokens_in,
                output=spent.output + tokens_out,
                cost=spent.cost + terms.cost(tokens_in, tokens_out),
                cached=spent.cached,
            )
            self.ledger.set_spent(self._name, self.spent)
            self.asked += 1
            self._minutes.setdefault(model, deque()).append((self._clock(), tokens_in + tokens_out))
            self.ledger.count(model, self._today(), tokens_in + tokens_out)

    def record_cached(self) -> None:
        """A reply came from the cache."""
        with self._lock:
            self.spent = self.spent.model_copy(update={"cached": self.spent.cached + 1})
            self.ledger.set_spent(self._name, self.spent)
            self.asked += 1

    def _wait(self, model: str, terms: ModelTerms, expected: int) -> None:
        window = self._minutes.setdefault(model, deque())
        while window:
            if self._clock() - window[0][0] >= MINUTE:
                window.popleft()
                continue
            tokens = sum(size for _, size in window)
            if _fits(len(window) + 1, terms.requests_per_minute) and _fits(tokens + expected, terms.tokens_per_minute):
                return
            self._sleep(max(0.05, MINUTE - (self._clock() - window[0][0])))


def _fits(amount: float, limit: float | None) -> bool:
    return limit is None or amount <= limit
