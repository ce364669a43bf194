"""The tool that does arithmetic."""

from langchain_core.tools import tool
from pydantic import BaseModel, Field

from graph.artifacts import Computed
from graph.calculator import evaluate
from graph.domain import Calculation


class CalculateArgs(BaseModel):
    """What to compute."""

    expression: str = Field(
        description="Numbers as printed, with + - * / // % ** and abs, round, min, max; no names.", max_length=1_000
    )


@tool(args_schema=CalculateArgs, response_format="content_and_artifact")
def calculate(expression: str) -> tuple[str, Computed]:
    """Compute an arithmetic expression exactly, for example (5308 - 992 - 1221) / 4476."""
    calculation = Calculation(expression=expression, result=evaluate(expression))
    return f"{calculation.expression} = {calculation.result:f}", Computed(calculation)
