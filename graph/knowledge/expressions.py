"""Expressions of the knowledge files: arithmetic over named figures of this and earlier periods.

Grammar: numbers, names, `+ - * / **`, unary minus, parentheses, and

    prior(x)      x of the period before; prior(x, n) of n periods before; nests by adding
    avg(a, b, ..) (a + b + ..) / count
    opt(x)        x, or 0 where the filing does not print it
    abs min max   as everywhere

An expression is parsed once and rendered to what `graph.calculator` takes, with the printed numbers filled in.
"""

import ast
from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import Decimal
from typing import NamedTuple

_OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.Pow: "**",
}
_PASSED_ON = ("abs", "min", "max")
_MAX_PRIOR = 10


class Operand(NamedTuple):
    """A name as of `back` periods before the one asked for. `optional` operands count as nil where not printed."""

    name: str
    back: int = 0
    optional: bool = False


Lookup = Callable[[Operand], Decimal | None]
"""The printed number an operand stands for, or None where there is none."""


class MissingOperands(Exception):
    """Numbers an expression needs and no filing gives."""

    def __init__(self, operands: tuple[Operand, ...]) -> None:
        super().__init__(", ".join(f"{name} ({back} back)" if back else name for name, back, _ in operands))
        self.operands = operands


@dataclass(frozen=True, slots=True)
class Expression:
    """A parsed expression. `operands` are in order of appearance, without repeats."""

    source: str
    operands: tuple[Operand, ...]
    _tree: ast.expr = field(repr=False, compare=False)

    @property
    def names(self) -> tuple[str, ...]:
        """Names used, in order of appearance."""
        return tuple(dict.fromkeys(operand.name for operand in self.operands))

    def render(self, lookup: Lookup) -> str:
        """The expression with numbers for names, as the calculator takes it.

        Raises:
            MissingOperands: operands without a number that are not optional; all of them at once.
        """
        missing = tuple(o for o in self.operands if not o.optional and lookup(o) is None)
        if missing:
            raise MissingOperands(missing)
        return _render(self._tree, lookup, 0, False)

    def inline(self, expressions: Callable[[str], "Expression | None"]) -> "Expression":
        """The expression with names that stand for expressions replaced by them, down to plain names."""
        return _from_tree(self.source, _Inliner(expressions).visit(_copy(self._tree)))


def parse_expression(source: str) -> Expression:
    """Parse and check an expression.

    Raises:
        ValueError: not in the grammar above; the message says what is wrong.
    """
    try:
        tree = ast.parse(source.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise ValueError(f"{source!r} is not an expression") from error
    return _from_tree(source, tree)


def _from_tree(source: str, tree: ast.expr) -> Expression:
    operands = tuple(dict.fromkeys(_operands(tree, 0, False)))
    return Expression(source, operands, tree)


def _operands(node: ast.expr, back: int, optional: bool) -> list[Operand]:
    match node:
        case ast.Constant(value=int() | float()) if not isinstance(node.value, bool):
            return []
        case ast.Name(id=name):
            return [Operand(name, back, optional)]
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            return _operands(inner, back, optional)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
            return _operands(left, back, optional) + _operands(right, back, optional)
        case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]):
            return _call_operands(name, arguments, back, optional)
        case _:
            raise ValueError(f"{ast.unparse(node)!r} is not allowed in an expression")


def _call_operands(name: str, arguments: list[ast.expr], back: int, optional: bool) -> list[Operand]:
    if name == "prior":
        return _operands(arguments[0], back + _periods(arguments), optional)
    if name == "opt":
        if len(arguments) != 1:
            raise ValueError("opt takes one argument")
        return _operands(arguments[0], back, True)
    if (name == "avg" or name in _PASSED_ON) and arguments:
        return [operand for argument in arguments for operand in _operands(argument, back, optional)]
    raise ValueError(f"unknown function {name!r}: use prior, avg, opt, abs, min or max")


def _periods(arguments: list[ast.expr]) -> int:
    match arguments:
        case [_]:
            return 1
        case [_, ast.Constant(value=int(periods))] if 1 <= periods <= _MAX_PRIOR:
            return periods
        case _:
            raise ValueError(f"prior takes an expression and a number of periods from 1 to {_MAX_PRIOR}")


def _render(node: ast.expr, lookup: Lookup, back: int, optional: bool) -> str:
    def inner(child: ast.expr) -> str:
        return _render(child, lookup, back, optional)

    match node:
        case ast.Name(id=name):
            number = lookup(Operand(name, back, optional))
            return _number(Decimal(0) if number is None else number)
        case ast.UnaryOp(operand=child):
            return f"-{inner(child)}"
        case ast.BinOp(left=left, op=op, right=right):
            return f"({inner(left)} {_OPERATORS[type(op)]} {inner(right)})"
        case ast.Call(func=ast.Name(id="prior"), args=arguments):
            return _render(arguments[0], lookup, back + _periods(arguments), optional)
        case ast.Call(func=ast.Name(id="opt"), args=[child]):
            return _render(child, lookup, back, True)
        case ast.Call(func=ast.Name(id="avg"), args=arguments):
            return f"(({' + '.join(inner(a) for a in arguments)}) / {len(arguments)})"
        case ast.Call(func=ast.Name(id=name), args=arguments):
            return f"{name}({', '.join(inner(a) for a in arguments)})"
        case _:
            return ast.unparse(node)


def _number(number: Decimal) -> str:
    plain = f"{number:f}"
    return f"({plain})" if number < 0 else plain


def _copy(tree: ast.expr) -> ast.expr:
    return ast.parse(ast.unparse(tree), mode="eval").body


class _Inliner(ast.NodeTransformer):
    def __init__(self, expressions: Callable[[str], Expression | None]) -> None:
        self._expressions = expressions

    def visit_Call(self, node: ast.Call) -> ast.Call:
        node.args = [self.visit(argument) for argument in node.args]
        return node

    def visit_Name(self, node: ast.Name) -> ast.expr:
        inner = self._expressions(node.id)
        return node if inner is None else self.visit(_copy(inner._tree))
