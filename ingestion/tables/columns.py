"""Columns of values, found from where numbers end: numbers are set flush right, labels are not."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from ingestion.domain import Word
from ingestion.tables.cells import Cell
from ingestion.tables.model import Column

_GAP = 7.0
"""Points between the right edges of two columns at least; inside a column they vary by less than half of it."""


@dataclass(slots=True)
class Cluster:
    """Cells of one block whose digits end at about the same place; `lines` are the rows they come from."""

    cells: list[Cell] = field(default_factory=list)
    lines: set[int] = field(default_factory=set)

    @property
    def x0(self) -> float:
        """Left edge of everything printed in it, in points."""
        return min([cell.x0 for cell in self.cells])

    @property
    def x1(self) -> float:
        """Right edge of everything printed in it, in points."""
        return max([cell.x1 for cell in self.cells])


def find_columns(rows: Sequence[tuple[int, Sequence[Word], Sequence[Cell]]], headings: Sequence[Cell]) -> list[Column]:
    """Columns of a block, left to right.

    `rows` are (line, label words, cells) of the lines that end in numbers; `headings` are the years of heading lines,
    which support a column but do not make one. A run of numbers that labels mostly write across is no column, nor
    one that a single row shows while others show several.
    """
    clusters = _merge(_cluster(rows))
    if not clusters:
        return []
    # A lone row of a small table counts once its heading confirms it.
    needed = 2 if len(rows) > 2 else 1
    kept = []
    for cluster in clusters:
        x0, x1 = cluster.x0, cluster.x1
        crossed = sum(1 for _, label, _ in rows if any(w.x0 < x1 - 1 and w.x1 > x0 + 1 for w in label))
        confirmed = any(cell.x0 < x1 and cell.x1 > x0 for cell in headings)
        support = len(cluster.lines) + (1 if confirmed else 0)
        if support >= needed and len(cluster.lines) > crossed and not _are_marks(cluster):
            kept.append(cluster)
    while kept and (_is_label_column(kept[0]) or _is_stray(kept[0], kept, headings)):
        kept = kept[1:]
    return [Column(cluster.x0, cluster.x1) for cluster in kept]


def column_of(cell: Cell, columns: Sequence[Column]) -> int | None:
    """Position of the column a cell stands in, by the larger overlap; None outside all of them."""
    best, most = None, 0.0
    for position, column in enumerate(columns):
        overlap = min(cell.x1, column.x1) - max(cell.x0, column.x0)
        if overlap > most:
            best, most = position, overlap
    return best


def _cluster(rows: Sequence[tuple[int, Sequence[Word], Sequence[Cell]]]) -> list[Cluster]:
    """Cells with a number, by right edge; a nil dash is often set to the middle of its column."""
    cells = [(cell.edge, line, cell) for line, _, row in rows for cell in row if cell.value is not None]
    cells.sort(key=lambda entry: entry[0])
    clusters: list[Cluster] = []
    last = float("-inf")
    for edge, line, cell in cells:
        if edge - last > _GAP:
            clusters.append(Cluster())
        clusters[-1].cells.append(cell)
        clusters[-1].lines.add(line)
        last = edge
    return clusters


def _merge(clusters: list[Cluster]) -> list[Cluster]:
    """Joins neighbours that overlap and never share a row: a column set flush left or centred."""
    merged: list[Cluster] = []
    for cluster in clusters:
        before = merged[-1] if merged else None
        if before and cluster.x0 < before.x1 - 2 and not before.lines & cluster.lines:
            before.cells += cluster.cells
            before.lines |= cluster.lines
        else:
            merged.append(cluster)
    return merged


def _are_marks(cluster: Cluster) -> bool:
    """Footnote marks that stand in a column of their own: "(1)", "(2)"."""
    return all(len(cell.text) == 3 and cell.text[0] == "(" for cell in cluster.cells)


def _is_stray(first: Cluster, kept: Sequence[Cluster], headings: Sequence[Cell]) -> bool:
    """Numbers that end a few labels, left of the real columns: "issued: 2,300", "issued: 2,300"."""
    most = max([len(cluster.lines) for cluster in kept])
    named = any(cell.x0 < first.x1 and cell.x1 > first.x0 for cell in headings)
    return len(kept) > 1 and not named and len(first.lines) < 0.12 * most


def _is_label_column(cluster: Cluster) -> bool:
    """Years down the left side are labels: "2031  1,204"."""
    return len(cluster.lines) > 1 and sum(cell.year for cell in cluster.cells) > 0.8 * len(cluster.cells)
