"""A picture of hit@k: one curve a rung, one panel a setting, intervals as bands."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from eval.ranks import RetrievalSummary
from eval.scorers.retrieval import CUTS
from eval.stats import Estimate


def draw_curves(path: Path, panels: Mapping[str, Sequence[RetrievalSummary]]) -> None:
    """Write the picture to `path` (PNG or SVG by its ending). `panels` has the rungs of each setting."""
    # The figure is built without pyplot, which would keep every figure and look for a screen.
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(5.2 * len(panels), 4.2), layout="constrained")
    FigureCanvasAgg(figure)
    for number, (setting, rungs) in enumerate(panels.items(), 1):
        axes = figure.add_subplot(1, len(panels), number)
        for rung in rungs:
            estimates = [rung.retrieval[f"hit@{k}"] for k in CUTS]
            (line,) = axes.plot(range(len(CUTS)), [_value(e.value) for e in estimates], marker="o", label=rung.rung)
            low, high = _band(estimates)
            axes.fill_between(range(len(CUTS)), low, high, color=line.get_color(), alpha=0.12, linewidth=0)
        axes.set_xticks(range(len(CUTS)), [str(k) for k in CUTS])
        axes.set_ylim(0, 1.02)
        axes.set_xlabel("k pages")
        axes.set_ylabel("a gold page among the first k")
        axes.set_title(f"{setting}, n = {rungs[0].n if rungs else 0}")
        axes.grid(alpha=0.3)
        axes.legend(loc="lower right", frameon=False)
    figure.savefig(path, dpi=150)


def _band(estimates: Sequence[Estimate]) -> tuple[list[float], list[float]]:
    return [_value(e.low) for e in estimates], [_value(e.high) for e in estimates]


def _value(number: float | None) -> float:
    return 0.0 if number is None else number
