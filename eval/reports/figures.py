"""Numbers as reports print them: shares in percent with their interval and n."""

from collections.abc import Iterator

from eval.manifest import Manifest
from eval.stats import Estimate
from eval.summary import Summary


def percent(value: float | None) -> str:
    """`61.5%`, or a dash where there is nothing to count."""
    return "–" if value is None else f"{value:.1%}"


def interval(estimate: Estimate) -> str:
    """`61.5% (48.1–73.1)`: the share and its 95% interval."""
    if estimate.value is None or estimate.low is None or estimate.high is None:
        return "–"
    return f"{estimate.value:.1%} ({estimate.low * 100:.1f}–{estimate.high * 100:.1f})"


def p_value(value: float) -> str:
    """`0.031`, and `< 0.001` for what would print as nothing."""
    return "< 0.001" if value < 0.001 else f"{value:.3f}"


def seconds(value: float | None) -> str:
    """`0.118 s`."""
    return "–" if value is None else f"{value:.3f} s"


def judge_rows(summary: Summary) -> Iterator[tuple[str, int, Estimate]]:
    """What a judge said on average, each with its own n; nothing without a judge."""
    if summary.judge is not None:
        for name, estimate in summary.judge.means.items():
            yield name.replace("_", " "), summary.judge.n[name], estimate


def judge_facts(manifest: Manifest, summary: Summary) -> str:
    """Who judged, how many judgements failed, and how far the judge agrees with the rules."""
    judge = summary.judge
    if judge is None:
        return ""
    return (
        f"{manifest.judge} judged {judge.judged} answers, {judge.failed} judgements failed and count nowhere. "
        f"It agrees with the rules on {interval(judge.agrees_with_rules)} of what these call right or wrong."
    )
