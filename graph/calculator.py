"""Exact arithmetic on the numbers of an answer.

The grammar is Python's, cut down by a whitelist: numbers, `+ - * / // % **`, unary signs, parentheses, and
the functions `abs round min max`. Everything is computed in `Decimal`, from the digits as written, so that
`0.1 + 0.2` is `0.3`.

- `//` and `%` floor, as in Python. `round` rounds halves away from zero, as analysts and spreadsheets do.
- Thousands commas are read where they cannot mean anything else: `1,577 + 262`, `abs(1,577)`, `(1,577) / 2`.
  Directly among the arguments of `min`, `max` and `round`, `1,577` could be two arguments and is refused;
  `1, 577` with a space is two arguments, `1577` is one.
- Look-alikes of minus, the multiplication and the division sign count as the operators they look like.
- Bounds: 1,000 characters, 100 levels, 50 digits, magnitudes from 1e-60 to 1e60. `9**9**9` fails at once.
"""

import ast
import re
import unicodedata
from collections.abc import Callable
from decimal import (
    ROUND_HALF_EVEN,
    ROUND_HALF_UP,
    Context,
    Decimal,
    DecimalException,
    DivisionByZero,
    InvalidOperation,
    Overflow,
    Subnormal,
    Underflow,
)

from ingestion.errors import FolioError

MAX_LENGTH = 1_000
MAX_DEPTH = 100
MAX_EXPONENT = 60
PRECISION = 50

_MINUS = "\u2212\u2010\u2011\u2012\u2013\u2014"
_OPERATORS = str.maketrans(dict.fromkeys(_MINUS, "-") | {"\u00d7": "*", "\u00f7": "/"})
_FORBIDDEN = re.compile(r"[^0-9A-Za-z_+\-*/%()., ]")
_GROUPED = r"\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d+)?(?![\d.]|,\d)"
_TOKEN = re.compile(
    rf"(?P<grouped>{_GROUPED})|(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)(?P<stuck>[A-Za-z_.]?)|(?P<name>\w+)|."
)
_LIKE_GROUPED = re.compile(r"\d{1,3},\d{3}(?!\d)")


class CalculatorError(FolioError):
    """An expression that is not arithmetic, or whose result is not a usable number; one line says why."""


class Expression:
    """A parsed expression: its syntax tree and the value of each node of it.

    Raises:
        CalculatorError: at once where the text is not arithmetic; from `value` for everything else.
    """

    def __init__(self, text: str) -> None:
        self._source = _plain_source(text)
        self.body = _parse(self._source)

    def value(self, node: ast.expr | None = None) -> Decimal:
        """The value of a node (default: all of it), exact to 50 significant digits."""
        try:
            result = _value(node or self.body, self._source, _context(), 0)
        except DivisionByZero as error:
            raise CalculatorError("division by zero") from error
        except (Overflow, Underflow, Subnormal) as error:
            raise CalculatorError(f"a number outside 1e-{MAX_EXPONENT} to 1e{MAX_EXPONENT}") from error
        except DecimalException as error:
            raise CalculatorError("an operation without a real result") from error
        return result or Decimal(0)  # no negative zero


def evaluate(expression: str) -> Decimal:
    """The value of an arithmetic expression, exact to 50 significant digits.

    Raises:
        CalculatorError: not arithmetic, too long or too deep, division by zero, or a number out of bounds.
    """
    return Expression(expression).value()


def _context() -> Context:
    return Context(
        prec=PRECISION,
        rounding=ROUND_HALF_EVEN,
        Emax=MAX_EXPONENT,
        Emin=-MAX_EXPONENT,
        traps=[DivisionByZero, InvalidOperation, Overflow, Underflow, Subnormal],
    )


def _plain_source(expression: str) -> str:
    """The expression in ASCII, on one line, without thousands commas."""
    if len(expression) > MAX_LENGTH:
        raise CalculatorError(f"longer than {MAX_LENGTH} characters")
    text = " ".join(unicodedata.normalize("NFKC", expression).translate(_OPERATORS).split())
    if not text:
        raise CalculatorError("nothing to calculate")
    if bad := _FORBIDDEN.search(text):
        raise CalculatorError(f"{bad.group()!r} is not arithmetic")
    pieces: list[str] = []
    arguments: list[bool] = []  # one entry an open parenthesis: does it hold several arguments?
    name = ""
    for token in _TOKEN.finditer(text):
        piece = token.group()
        if token["stuck"]:
            raise CalculatorError(f"{piece!r} is not a number")
        if arguments and arguments[-1] and (token["grouped"] or _LIKE_GROUPED.match(text, token.start())):
            unclear = text[token.start() :].partition(")")[0]
            raise CalculatorError(f"{unclear!r} may be one number or two: drop the comma or add a space")
        if piece == "(":
            arguments.append(name in ("min", "max", "round"))
        elif piece == ")" and arguments:
            arguments.pop()
        name = token["name"] or (name if piece == " " else "")
        pieces.append(piece.replace(",", "") if token["grouped"] else piece)
    return "".join(pieces)


def _parse(source: str) -> ast.expr:
    try:
        return ast.parse(source, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise CalculatorError("not a complete expression") from error


def _value(node: ast.expr, source: str, context: Context, depth: int) -> Decimal:
    if depth > MAX_DEPTH:
        raise CalculatorError(f"nested deeper than {MAX_DEPTH} levels")

    def inner(child: ast.expr) -> Decimal:
        return _value(child, source, context, depth + 1)

    match node:
        case ast.Constant(value=int() | float()) if not isinstance(node.value, bool):
            # From the digits in the source: a float has lost them already.
            return context.create_decimal(source[node.col_offset : node.end_col_offset])
        case ast.UnaryOp(op=ast.USub()):
            return context.minus(inner(node.operand))
        case ast.UnaryOp(op=ast.UAdd()):
            return inner(node.operand)
        case ast.BinOp() if type(node.op) in _BINARY:
            return _BINARY[type(node.op)](context, inner(node.left), inner(node.right))
        case ast.Call(func=ast.Name(id=name), keywords=[]) if name in _FUNCTIONS:
            return _call(name, [inner(argument) for argument in node.args], context)
        case ast.Name(id=name):
            raise CalculatorError(f"unknown name {name!r}")
        case ast.Call(func=ast.Name(id=name)):
            raise CalculatorError(f"unknown function {name!r}")
        case ast.Tuple(elts=[_, *_]):
            raise CalculatorError("an unexpected comma")
        case _:
            raise CalculatorError(f"{type(node).__name__} is not arithmetic")


def _floor_divide(context: Context, left: Decimal, right: Decimal) -> Decimal:
    quotient = context.divide_int(left, right)
    borders = context.remainder(left, right)
    return context.subtract(quotient, Decimal(1)) if borders and (borders < 0) != (right < 0) else quotient


def _floor_remainder(context: Context, left: Decimal, right: Decimal) -> Decimal:
    if not right:
        raise DivisionByZero
    remainder = context.remainder(left, right)
    return context.add(remainder, right) if remainder and (remainder < 0) != (right < 0) else remainder


def _power(context: Context, base: Decimal, exponent: Decimal) -> Decimal:
    if not base and exponent < 0:
        raise DivisionByZero
    return context.power(base, exponent)


_BINARY: dict[type[ast.operator], Callable[[Context, Decimal, Decimal], Decimal]] = {
    ast.Add: Context.add,
    ast.Sub: Context.subtract,
    ast.Mult: Context.multiply,
    ast.Div: Context.divide,
    ast.FloorDiv: _floor_divide,
    ast.Mod: _floor_remainder,
    ast.Pow: _power,
}
# The least and the most arguments a function takes.
_FUNCTIONS = {"abs": (1, 1), "round": (1, 2), "min": (1, MAX_LENGTH), "max": (1, MAX_LENGTH)}


def _call(name: str, arguments: list[Decimal], context: Context) -> Decimal:
    least, most = _FUNCTIONS[name]
    if not least <= len(arguments) <= most:
        raise CalculatorError(f"{name} takes {least if least == most else f'{least} or more'} numbers")
    if name == "round":
        return _round(arguments[0], arguments[1] if len(arguments) == 2 else Decimal(0), context)
    if name == "abs":
        return context.abs(arguments[0])
    return min(arguments) if name == "min" else max(arguments)


def _round(number: Decimal, places: Decimal, context: Context) -> Decimal:
    if places != places.to_integral_value() or abs(places) > MAX_EXPONENT:
        raise CalculatorError("round takes a whole number of decimal places")
    if -number.as_tuple().exponent <= places:  # type: ignore[operator]  # finite, so the exponent is a number
        return number
    rounded = number.quantize(Decimal(1).scaleb(-int(places)), rounding=ROUND_HALF_UP, context=context)
    return context.plus(rounded)
