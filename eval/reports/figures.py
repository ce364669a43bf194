"""Numbers as reports print them: shares in percent with their interval and n."""

from eval.stats import Estimate


def percent(value: float | None) -> str:
    """`61.5%`, or a dash where there is nothing to count."""
    return "–" if value is None else f"{value:.1%}"


def interval(estimate: Estimate) -> str:
    """`61.5% (48.1–73.1)`: the share and its 95% interval."""
    if estimate.value is None or estimate.low is None or estimate.high is None:
        return "–"
    return f"{estimate.value:.1%} ({estimate.low * 100:.1f}–{estimate.high * 100:.1f})"


def seconds(value: float | None) -> str:
    """`0.118 s`."""
    return "–" if value is None else f"{value:.3f} s"
