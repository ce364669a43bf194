"""Intervals and tests, all from one seed, every question counted.

- `share`, `mean`: the mean of the values with a 95% percentile bootstrap interval, 2,000 resamples of the questions
  (Efron & Tibshirani, An Introduction to the Bootstrap, ch. 13).
- `paired`: the mean of the differences, question by question, with the same interval.
- `mcnemar`: the exact two-sided test of McNemar on the questions that only one of two runs got right (the binomial
  test of half against them).
"""

from collections.abc import Sequence

import numpy as np
from scipy import stats

from graph.domain import Frozen

SEED = 20_260_101
RESAMPLES = 2_000
CONFIDENCE = 0.95


class Estimate(Frozen):
    """A mean with its 95% interval. With no values there is none of the three; one value says nothing of the spread."""

    value: float | None
    low: float | None
    high: float | None


class McNemar(Frozen):
    """Questions that only the first, and only the second run got right, and the exact p-value of the difference."""

    only_first: int
    only_second: int
    p_value: float


def mean(values: Sequence[float]) -> Estimate:
    """The mean with its interval; values are between 0 and 1 where a single one is given."""
    if not values:
        return Estimate(value=None, low=None, high=None)
    data = np.asarray(values, dtype=float)
    centre = float(data.mean())
    if len(data) == 1:
        return Estimate(value=centre, low=min(0.0, centre), high=max(1.0, centre))
    interval = stats.bootstrap(
        (data,),
        np.mean,
        n_resamples=RESAMPLES,
        confidence_level=CONFIDENCE,
        method="percentile",
        rng=np.random.default_rng(SEED),
    ).confidence_interval
    return Estimate(value=_round(centre), low=_round(interval.low), high=_round(interval.high))


def share(hits: Sequence[bool]) -> Estimate:
    """The share of true values with its interval."""
    return mean([float(hit) for hit in hits])


def paired(first: Sequence[float], second: Sequence[float]) -> Estimate:
    """The mean of `second - first`, question by question, with its interval. Both need the same length."""
    return mean([b - a for a, b in zip(first, second, strict=True)])


def mcnemar(first: Sequence[bool], second: Sequence[bool]) -> McNemar:
    """The exact test whether two runs differ on the same questions. Both need the same length."""
    pairs = list(zip(first, second, strict=True))
    only_first = sum(a and not b for a, b in pairs)
    only_second = sum(b and not a for a, b in pairs)
    n = only_first + only_second
    p_value = float(stats.binomtest(only_first, n, 0.5).pvalue) if n else 1.0
    return McNemar(only_first=only_first, only_second=only_second, p_value=_round(p_value))


def kappa(pairs: Sequence[tuple[object, object]]) -> float | None:
    """Cohen's kappa of two raters: (observed - expected agreement) / (1 - expected); None without pairs."""
    if not pairs:
        return None
    n = len(pairs)
    observed = sum(a == b for a, b in pairs) / n
    labels = {label for pair in pairs for label in pair}
    expected = sum(sum(a == x for a, _ in pairs) * sum(b == x for _, b in pairs) for x in labels) / n**2
    return 1.0 if expected == 1 else (observed - expected) / (1 - expected)


def percentile(values: Sequence[float], q: float) -> float | None:
    """The q-th percentile (0 to 100) by linear interpolation; None without values."""
    return _round(float(np.percentile(np.asarray(values, dtype=float), q))) if values else None


def _round(value: float) -> float:
    return round(float(value), 4)
