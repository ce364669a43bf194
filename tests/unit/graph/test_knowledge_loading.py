"""The knowledge files: what they hold, and that an error in them names the line."""

import shutil
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path

import pytest

import graph.knowledge
from graph.calculator import evaluate
from graph.knowledge import Knowledge, KnowledgeError, MissingOperands, Operand, load_knowledge, parse_expression
from ingestion.domain import PageKind

FOLDER = Path(graph.knowledge.__file__).parent

ITEM = """
[items.sales]
name = "Sales"
statement = "income_statement"
labels = ["Net sales"]
"""
METRIC = """
[metrics.margin]
name = "Margin"
expression = "income / sales"
unit = "percent"
definition = "income divided by sales"
"""


@pytest.fixture
def edited(tmp_path: Path) -> Callable[..., Knowledge]:
    """Load a copy of the knowledge files with some of them replaced."""

    def load(**files: str) -> Knowledge:
        folder = tmp_path / "knowledge"
        shutil.copytree(FOLDER, folder, ignore=shutil.ignore_patterns("*.py", "__pycache__"), dirs_exist_ok=True)
        for name, text in files.items():
            ending = {"companies": "csv"}.get(name, "toml")
            (folder / f"{name}.{ending}").write_text(text, encoding="utf-8")
        return load_knowledge(folder)

    return load


def test_there_is_enough_of_it(knowledge: Knowledge) -> None:
    assert len(knowledge.items) >= 90
    assert len(knowledge.metrics) >= 50
    assert len(knowledge.topics) >= 50
    assert len(knowledge.companies) >= 500
    assert all(item.labels for item in knowledge.items.values())


def test_every_definition_computes(knowledge: Knowledge) -> None:
    for metric in knowledge.metrics.values():
        for definition in metric.definitions:
            expression = knowledge.expand(metric.key, definition.name)
            assert set(expression.names) <= set(knowledge.items), metric.key
            evaluate(expression.render(lambda operand: Decimal(sum(map(ord, operand.name)) + 7 * operand.back)))


def test_page_kinds_of_a_metric_follow_from_its_items(knowledge: Knowledge) -> None:
    assert knowledge.statements("inventory_turnover") == (PageKind.INCOME_STATEMENT, PageKind.BALANCE_SHEET)
    assert knowledge.statements("free_cash_flow") == (PageKind.CASH_FLOW,)
    assert knowledge.statements("total_assets") == (PageKind.BALANCE_SHEET,)


def test_a_metric_of_metrics_comes_down_to_items_of_the_right_periods(knowledge: Knowledge) -> None:
    operands = knowledge.operands("cash_conversion_cycle")
    assert Operand("inventory", 0) in operands
    assert Operand("accounts_payable", 1) in operands
    assert {operand.name for operand in operands} <= set(knowledge.items)


def test_a_user_adds_a_metric_by_adding_lines(edited: Callable[..., Knowledge]) -> None:
    text = (FOLDER / "metrics.toml").read_text(encoding="utf-8") + METRIC.replace(
        "income / sales", "net_income / revenue"
    )
    knowledge = edited(metrics=text)
    assert knowledge.expand("margin").render(lambda _: Decimal(4)) == "(4 / 4)"


@pytest.mark.parametrize(
    ("files", "line", "reason"),
    [
        pytest.param({"line_items": "[items.sales\n"}, 1, "']'", id="not TOML"),
        pytest.param({"line_items": ITEM + 'labels2 = ["x"]\n'}, 6, "unknown field 'labels2'", id="unknown field"),
        pytest.param({"line_items": ITEM.replace("income_st", "incom_st")}, 4, "none of", id="unknown page kind"),
        pytest.param({"line_items": ITEM.replace('["Net sales"]', "[]")}, 5, "must not be empty", id="no label"),
        pytest.param({"line_items": ITEM.replace('"Sales"', "7")}, 3, "name must be a text", id="a number for a name"),
        pytest.param({"line_items": ITEM + 'sign = "minus"\n'}, 6, "'minus' is none of", id="unknown sign"),
        pytest.param({"line_items": ITEM + 'fallbacks = ["price * units"]\n'}, 6, "unknown item 'price'", id="no item"),
        pytest.param({"line_items": ITEM + 'fallbacks = ["sales +"]\n'}, 6, "not an expression", id="half"),
        pytest.param({"line_items": ITEM.replace("items.sales", "items.Net-Sales")}, 2, "lower_case", id="a bad key"),
        pytest.param({"line_items": "[things.sales]\n"}, 1, "[items.<key>]", id="a wrong table"),
        pytest.param({"metrics": METRIC}, 4, "unknown name 'income'", id="no such operand"),
        pytest.param({"metrics": METRIC.replace("income / sales", "revenue.real")}, 4, "not allowed", id="code"),
        pytest.param({"metrics": METRIC.replace("income / sales", "power(revenue)")}, 4, "function", id="a function"),
        pytest.param({"metrics": METRIC.replace("income / sales", "margin / revenue")}, 4, "from itself", id="circle"),
        pytest.param({"metrics": METRIC.replace("income / sales", "prior(revenue, 0)")}, 4, "from 1 to", id="now"),
        pytest.param({"metrics": METRIC + 'default = "other"\n'}, 7, "no definition of it", id="no such default"),
        pytest.param({"metrics": METRIC.replace("metrics.margin", "metrics.revenue")}, 2, "this key already", id="key"),
        pytest.param({"companies": "name,tickers,others\nAcme,ACM\n"}, 2, "a line is", id="a short line"),
        pytest.param({"companies": "Acme,ACM,\n"}, 1, "first line", id="no head"),
    ],
)  # fmt: skip
def test_an_error_names_file_and_line(
    edited: Callable[..., Knowledge], files: dict[str, str], line: int, reason: str
) -> None:
    with pytest.raises(KnowledgeError) as caught:
        edited(**files)
    assert caught.value.line == line
    assert caught.value.path.stem in files
    assert reason in str(caught.value)
    assert f"line {line}" in str(caught.value)


def test_a_missing_file_is_an_error_too(tmp_path: Path) -> None:
    with pytest.raises(KnowledgeError, match=r"line_items\.toml, line 1"):
        load_knowledge(tmp_path)


def test_an_expression_renders_with_its_numbers() -> None:
    expression = parse_expression("365 * avg(payables, prior(payables)) / (cost + inventory - prior(inventory))")
    numbers = {("payables", 0): 30, ("payables", 1): 20, ("cost", 0): 100, ("inventory", 0): 8, ("inventory", 1): 3}
    rendered = expression.render(lambda operand: Decimal(numbers[operand.name, operand.back]))
    assert round(evaluate(rendered), 20) == round(Decimal(365) * 25 / 105, 20)


def test_negative_numbers_keep_their_sign_and_missing_optional_ones_are_nil() -> None:
    expression = parse_expression("result - opt(minorities) + -tax")
    found = {"result": Decimal(-5), "tax": Decimal(-2)}
    assert evaluate(expression.render(lambda operand: found.get(operand.name))) == -3


def test_all_missing_numbers_are_named_at_once() -> None:
    with pytest.raises(MissingOperands) as caught:
        parse_expression("a / prior(b, 2) - opt(c)").render(lambda _: None)
    assert caught.value.operands == (Operand("a"), Operand("b", 2))


def test_prior_nests_by_adding() -> None:
    assert parse_expression("prior(prior(a) + b, 2)").operands == (Operand("a", 3), Operand("b", 2))
