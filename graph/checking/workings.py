"""The calculation of an answer: its result, its steps, and where each operand comes from.

An operand is a number that a quote prints or that the question gives, or a constant that a formula needs. Constants
count only in the places where formulas have them, so that no constant can nudge a result:

- divided by: 2 to 12 (averages, years), 52, 100, days of a year or quarter, powers of ten from 1,000;
- multiplied by: the same without 5 to 11;
- as exponent: 1 to 20, alone or as 1/n;
- 1 in front of `/`, and 1 added to or taken from a ratio ("growth = new / old - 1");
- anything as the number of decimals of `round`, and 0 in `min` and `max`.
"""

import ast
from collections.abc import Callable, Iterator
from decimal import Decimal

from graph.calculator import Expression

_DAYS = {90, 91, 92, 360, 364, 365, 366, 371}
_SCALES = {100, 1_000, 10_000, 1_000_000, 1_000_000_000}
_DIVISORS = frozenset({*range(1, 13), 52, *_DAYS, *_SCALES})
_FACTORS = frozenset({1, 2, 3, 4, 12, 52, *_DAYS, *_SCALES})
_EXPONENTS = frozenset(range(1, 21))


def steps(expression: Expression) -> list[Decimal]:
    """The values of all operations, the result first: what an answer may state as computed."""
    operations = (node for node in ast.walk(expression.body) if isinstance(node, ast.BinOp | ast.Call))
    return [expression.value(), *(expression.value(node) for node in operations)]


def foreign_operands(expression: Expression, is_known: Callable[[Decimal], bool]) -> list[Decimal]:
    """Operands that are neither known numbers nor constants in their place, in the order they stand.

    A part without any known number is one constant, whatever it is made of: `1000` and `10 * 100` fare alike.
    """

    def has_known(node: ast.AST) -> bool:
        return any(isinstance(part, ast.Constant) and is_known(expression.value(part)) for part in ast.walk(node))

    def foreign(node: ast.expr, parent: ast.expr | None) -> Iterator[Decimal]:
        if not has_known(node):
            if not _is_constant(expression, node, parent):
                yield expression.value(node)
        elif not isinstance(node, ast.Constant):
            around = parent if isinstance(node, ast.UnaryOp) else node
            for child in ast.iter_child_nodes(node):
                if isinstance(child, ast.expr) and not (isinstance(node, ast.Call) and child is node.func):
                    yield from foreign(child, around)

    return list(foreign(expression.body, None))


def _is_constant(expression: Expression, node: ast.expr, parent: ast.expr | None) -> bool:
    value = abs(expression.value(node))
    match parent:
        case ast.BinOp(op=ast.Pow(), right=right) if right is node:
            return value in _EXPONENTS or _is_one_over_n(expression, node)
        case ast.BinOp(op=ast.Div(), right=right):
            return value == 1 or (value in _DIVISORS if right is node else value in _DAYS)
        case ast.BinOp(op=ast.Mult()):
            return value in _FACTORS
        case ast.BinOp(op=ast.Add() | ast.Sub(), left=left, right=right):
            return value == 1 and _is_ratio(expression, left if right is node else right)
        case ast.Call(func=ast.Name(id="round"), args=[_, places]):
            return places is node
        case ast.Call(func=ast.Name(id="min" | "max")):
            return value == 0
    return False


def _is_one_over_n(expression: Expression, node: ast.expr) -> bool:
    if not (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div)):
        return False
    return expression.value(node.left) == 1 and expression.value(node.right) in _EXPONENTS


def _is_ratio(expression: Expression, node: ast.expr) -> bool:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div | ast.Pow):
        return True
    return isinstance(node, ast.Constant) and abs(expression.value(node)) < 1
