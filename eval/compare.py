"""`python -m eval.compare RUN_A RUN_B`: paired differences of two runs over the questions both asked."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from eval.command import run_command
from eval.comparison import Comparison, Row, compare_runs
from eval.reports.figures import p_value
from eval.stats import Estimate


def compare(
    first: Annotated[Path, typer.Argument(help="Folder of a run.")],
    second: Annotated[Path, typer.Argument(help="Folder of another run on the same questions.")],
    out: Annotated[Path | None, typer.Option(help="Write the comparison as JSON into this file.")] = None,
) -> None:
    """Compare two runs, question by question: differences with 95% intervals, and the exact test of McNemar."""
    found = compare_runs(first, second)
    show(found, Console())
    if out is not None:
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_text(found.model_dump_json(indent=2) + "\n", encoding="utf-8")


def show(found: Comparison, console: Console) -> None:
    """Print a comparison."""
    table = Table("", "n", found.first, found.second, "difference (95% interval)", "only one / only other, p")
    for row in found.rows:
        table.add_row(
            row.name, str(row.n), _value(row, row.first), _value(row, row.second), _difference(row), _test(row)
        )
    console.print(table)
    for name, ids in ((found.first, found.only_first), (found.second, found.only_second)):
        console.print(f"only {name} right, n = {len(ids)}: {', '.join(ids) or 'none'}", soft_wrap=True, markup=False)
    if found.left_out:
        console.print(f"asked in one run alone, left out: {len(found.left_out)}", markup=False)


def _value(row: Row, estimate: Estimate) -> str:
    if estimate.value is None:
        return "–"
    return f"{estimate.value:.1%}" if row.test else f"{estimate.value:,.3f}"


def _difference(row: Row) -> str:
    value, low, high = row.difference.value, row.difference.low, row.difference.high
    if value is None or low is None or high is None:
        return "–"
    if row.test:
        return f"{value * 100:+.1f} points ({low * 100:+.1f} to {high * 100:+.1f})"
    return f"{value:+,.3f} ({low:+,.3f} to {high:+,.3f})"


def _test(row: Row) -> str:
    return f"{row.test.only_first} / {row.test.only_second}, {p_value(row.test.p_value)}" if row.test else ""


def main() -> None:
    """Entry point."""
    run_command(compare)


if __name__ == "__main__":
    main()
