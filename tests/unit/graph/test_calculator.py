"""The calculator: exact, bounded, and nothing but arithmetic."""

import time
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.calculator import MAX_LENGTH, CalculatorError, evaluate
from ingestion.errors import FolioError


@pytest.mark.parametrize(
    ("expression", "result"),
    [
        ("0.1 + 0.2", "0.3"),
        ("1,577 + 262", "1839"),
        ("12,34,567", "1234567"),
        ("1,577.25 * 4", "6309"),
        ("64,000 * 0.45", "28800"),
        ("(1,577) / 2", "788.5"),
        ("-(3 + 4)", "-7"),
        ("+5 - -5", "10"),
        ("7 // 2", "3"),
        ("-7 // 2", "-4"),
        ("-7 % 2", "1"),
        ("7 % -2", "-1"),
        ("-8 // 2", "-4"),
        ("2 ** 10", "1024"),
        ("4 ** 0.5", "2"),
        ("-2 ** 2", "-4"),
        ("2 ** 3 ** 2", "512"),
        ("abs(-1,577)", "1577"),
        ("min(1, 577)", "1"),
        ("max(1577, 1420, 1373)", "1577"),
        ("max((1,577), 2)", "1577"),
        ("round(34.55, 1)", "34.6"),
        ("round(2.5)", "3"),
        ("round(-2.5)", "-3"),
        ("round(1577, -2)", "1600"),
        ("round(1.5, 40)", "1.5"),
        ("1e3 / 4", "250"),
        (".5 + 1.", "1.5"),
        ("0 * -1", "0"),
        ("10 \u2212 3", "7"),
        ("6 \u00d7 7 \u00f7 2", "21"),
        ("\uff11\uff12 + 1", "13"),
        ("  1\n+\t1 ", "2"),
    ],
)
def test_arithmetic_is_exact(expression: str, result: str) -> None:
    assert evaluate(expression) == Decimal(result)


@pytest.mark.parametrize(
    "expression",
    [
        *("", "   ", "()", "1 +", "1 2", "(1", "1)", "1,57", "0,123", "01", "1.5.2", "1,2"),
        *("1/0", "1//0", "1%0", "0**-1", "0**0", "(-8)**(1/3)", "1/(2-2)"),
        *("9**9**9", "9**9**9**9**9", "1e400", "1e999999999", "10**61", "1e-70", "10**-40*10**-40"),
        *(
            "x",
            "pi",
            "a.b",
            "(1).real",
            "1 .real",
            "'a'",
            '"1"',
            "True",
            "None",
            "...",
            "1j",
            "0xff",
            "1_000",
        ),
        *(
            "1<2",
            "1==1",
            "1 and 2",
            "not 1",
            "1 if 2 else 3",
            "lambda: 1",
            "[1, 2]",
            "{1}",
            "x := 1",
            "1 @ 2",
            "~1",
            "1 | 2",
        ),
        *("print(1)", "abs()", "abs(1, 2)", "min()", "round(1, 2, 3)", "round(1, 2.5)", "round(1, 99)"),
        *(
            "min(*1)",
            "round(1, ndigits=2)",
            "(1)(2)",
            "abs",
            "64,000 * 45%",
            "$5",
            "1 # one",
            "1; 2",
            "1 \\ 2",
        ),
        *("min(1,577)", "max(2, 1,577)", "round(1,577)", "min(12,345,6)", "min(100,20,300)"),
        *("(" * 300 + "1" + ")" * 300, "-" * 900 + "1", "1+" * 499 + "1", "1" * (MAX_LENGTH + 1)),
        "__import__('os').system('true')",
    ],
)
def test_anything_else_is_an_error_of_one_line(expression: str) -> None:
    with pytest.raises(CalculatorError) as caught:
        evaluate(expression)
    assert isinstance(caught.value, FolioError)
    assert 0 < len(str(caught.value)) < 120
    assert "\n" not in str(caught.value)


def test_a_tower_of_powers_fails_in_under_a_millisecond() -> None:
    times = []
    for _ in range(20):
        start = time.perf_counter()
        with pytest.raises(CalculatorError):
            evaluate("9**9**9")
        times.append(time.perf_counter() - start)
    assert min(times) < 0.001


def test_the_reason_names_the_ambiguous_comma() -> None:
    with pytest.raises(CalculatorError, match="'1,577' may be one number or two"):
        evaluate("min(1,577)")


_numbers = st.decimals(min_value=-(10**9), max_value=10**9, places=3)


@given(_numbers, _numbers, st.sampled_from(["+", "-", "*", "/", "//", "%"]))
def test_agrees_with_exact_fractions(left: Decimal, right: Decimal, operator: str) -> None:
    if operator in ("/", "//", "%") and not right:
        return
    exact = {
        "+": lambda a, b: a + b,
        "-": lambda a, b: a - b,
        "*": lambda a, b: a * b,
        "/": lambda a, b: a / b,
        "//": lambda a, b: Fraction(a // b),
        "%": lambda a, b: a % b,
    }[operator](Fraction(left), Fraction(right))
    got = Fraction(evaluate(f"({left:f}) {operator} ({right:f})"))
    assert abs(got - exact) <= abs(exact) * Fraction(1, 10**45)


@given(
    st.lists(st.tuples(st.sampled_from("+-*"), st.integers(0, 10**6)), min_size=1, max_size=6),
    st.integers(0, 10**6),
)
def test_precedence_is_that_of_python(steps: list[tuple[str, int]], first: int) -> None:
    expression = str(first) + "".join(f" {operator} {number:,}" for operator, number in steps)
    exact = eval(expression.replace(",", ""))  # noqa: S307  # digits and operators drawn above
    assert abs(Fraction(evaluate(expression)) - exact) <= abs(exact) * Fraction(1, 10**40)


@given(st.text(max_size=40))
def test_no_text_does_anything_but_evaluate_or_raise(text: str) -> None:
    try:
        assert evaluate(text).is_finite()
    except CalculatorError as error:
        assert str(error)
