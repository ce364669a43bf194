"""Computing an expression over line items from printed figures.

Operands are brought to one scale, that of the first amount; per-share figures and percentages stay as printed. A line
item no filing prints is replaced by the fallbacks of line_items.toml, in their order, for all periods at once.
"""

import ast
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import cast

from graph.calculator import evaluate
from graph.domain import Period
from graph.figures.book import CompanyReader, Missing, PeriodFigure
from graph.figures.periods import earlier
from graph.knowledge import Expression, Knowledge, Operand, parse_expression
from graph.knowledge.types import Metric, Unit
from ingestion.errors import FolioError


class UnknownMetricError(FolioError):
    """Neither a metric, a line item, nor an expression over them."""


@dataclass(frozen=True, slots=True)
class Computation:
    """A computed measure: what, from which figures, how, and the unrounded result.

    `expression` is over the operands' values on `scale`, as the calculator takes it; `scale` is None where no operand's
    scale is known, and 1 for ratios. `formula` names the line items.
    """

    name: str
    definition: str
    unit: Unit
    company: str
    period: Period
    operands: tuple[PeriodFigure, ...]
    formula: str
    expression: str
    result: Decimal
    scale: int | None
    currency: str = "USD"


@dataclass(frozen=True, slots=True)
class Incomputable:
    """Figures that no filing in scope prints."""

    name: str
    company: str
    period: Period
    missing: tuple[Missing, ...]


def resolve_expression(text: str, knowledge: Knowledge) -> tuple[Expression, Metric | None]:
    """The expression of a metric's key, or of a text over keys; down to line items. Raises UnknownMetricError."""
    if text in knowledge.metrics:
        return knowledge.expand(text), knowledge.metrics[text]
    metric, _, alternative = text.partition(".")
    if metric in knowledge.metrics and alternative:
        try:
            return knowledge.expand(metric, alternative), knowledge.metrics[metric]
        except KeyError:
            raise UnknownMetricError(f"{metric} has no definition named {alternative}") from None
    try:
        parsed = parse_expression(text)
    except ValueError as error:
        raise UnknownMetricError(str(error)) from error
    unknown = [n for n in parsed.names if n not in knowledge.items and n not in knowledge.metrics]
    if unknown or not parsed.names:
        raise UnknownMetricError(f"no metric or line item named {', '.join(unknown) or text}")
    return parsed.inline(lambda name: knowledge.expand(name) if name in knowledge.metrics else None), None


def compute(text: str, reader: CompanyReader, period: Period, knowledge: Knowledge) -> Computation | Incomputable:
    """Compute a metric (by key, or `key.definition`), or an expression over keys, for one company and period.

    Raises UnknownMetricError, and CalculatorError where the figures cannot be computed with (a division by zero).
    """
    expression, metric = resolve_expression(text, knowledge)
    expression = _with_fallbacks(expression, reader, period, knowledge)
    figures = {o: reader.find(o.name, earlier(period, o.back)) for o in expression.operands}
    name = metric.name if metric else _name_of(text, knowledge)
    missing = tuple(
        Missing(o.name, knowledge.items[o.name].name, earlier(period, o.back))
        for o, figure in figures.items()
        if figure is None and not o.optional
    )
    if missing:
        return Incomputable(name, reader.company, period, missing)
    operands = tuple(dict.fromkeys(f for f in figures.values() if f is not None))
    scale = next((f.figure.scale for f in operands if _is_amount(f)), None)

    def number(operand: Operand, factor: int = 1) -> Decimal | None:
        figure = figures[operand]
        return None if figure is None else on_scale(figure, scale) * (factor if _is_amount(figure) else 1)

    rendered = _plain(expression.render(number))
    result = evaluate(rendered)
    tenfold = evaluate(expression.render(lambda o: number(o, 10)))
    is_amount = bool(result) and abs(tenfold / result - 10) < Decimal("1e-9")
    return Computation(
        name=name,
        definition=_definition(text, metric),
        unit=metric.unit if metric else _unit(operands, is_amount=is_amount),
        company=reader.company,
        period=period,
        operands=operands,
        formula=expression.source,
        expression=rendered,
        result=result,
        scale=scale if is_amount else 1,
        currency=next((f.figure.unit for f in operands if _is_amount(f)), "USD"),
    )


def on_scale(figure: PeriodFigure, scale: int | None) -> Decimal:
    """The figure's value on another scale; per-share figures, percentages and unknown scales stay as printed."""
    own = figure.figure.scale
    if not _is_amount(figure) or own is None or scale is None or own == scale:
        return figure.value
    return figure.value * own / scale


def _with_fallbacks(expression: Expression, reader: CompanyReader, period: Period, knowledge: Knowledge) -> Expression:
    needed: dict[str, set[int]] = {}
    for operand in expression.operands:
        needed.setdefault(operand.name, set()).add(operand.back)
    for name, backs in needed.items():
        if any(reader.find(name, earlier(period, back)) is None for back in backs):
            other = _substitute(name, backs, reader, period, knowledge, depth=3)
            if other is not None:
                expression = expression.inline(_only(name, other))
    return expression


def _substitute(
    name: str, backs: set[int], reader: CompanyReader, period: Period, knowledge: Knowledge, depth: int
) -> Expression | None:
    """The first fallback of an item whose own items are all printed, or have such a fallback themselves."""
    for fallback in knowledge.items[name].fallbacks if depth else ():
        chosen: Expression | None = fallback
        for operand in fallback.operands:
            inner = {operand.back + back for back in backs}
            if operand.optional or all(reader.find(operand.name, earlier(period, back)) for back in inner):
                continue
            other = _substitute(operand.name, inner, reader, period, knowledge, depth - 1)
            chosen = chosen.inline(_only(operand.name, other)) if chosen and other else None
        if chosen is not None:
            return chosen
    return None


def _only(name: str, other: Expression) -> Callable[[str], Expression | None]:
    """Replaces one name, once: what replaces it may be printed under the same name in its own fallbacks."""
    return lambda n: other if n == name and name not in other.names else None


def _is_amount(figure: PeriodFigure) -> bool:
    unit = figure.figure.unit
    return unit not in ("percent", "pure") and "/" not in unit


def _unit(operands: tuple[PeriodFigure, ...], *, is_amount: bool) -> Unit:
    if len(operands) == 1 and not is_amount:
        unit = operands[0].figure.unit
        return "percent" if unit == "percent" else "currency/share" if "/" in unit else "ratio"
    return "currency" if is_amount else "ratio"


def _name_of(text: str, knowledge: Knowledge) -> str:
    return knowledge.items[text].name if text in knowledge.items else text


def _definition(text: str, metric: Metric | None) -> str:
    if metric is None:
        return ""
    _, _, alternative = text.partition(".")
    return next((d.text for d in metric.definitions if d.name == alternative), metric.default.text)


class _WithoutNil(ast.NodeTransformer):
    """Takes out what was added or subtracted for optional items that are not printed: it stands in no quote."""

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        left, right = self.visit(node.left), self.visit(node.right)
        match left, node.op, right:
            case _, ast.Add() | ast.Sub(), ast.Constant(value=0):
                return cast(ast.expr, left)
            case ast.Constant(value=0), ast.Add(), _:
                return cast(ast.expr, right)
        return ast.BinOp(left, node.op, right)


def _plain(expression: str) -> str:
    """The same arithmetic without needless parentheses and without nil terms."""
    return ast.unparse(_WithoutNil().visit(ast.parse(expression, mode="eval")))
