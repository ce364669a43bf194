"""A model grades answers: correctness, faithfulness, context recall and precision, citations.

The judge must not be the model that answered. What it says is parsed strictly; a judgement that fails or leaves a field
out is recorded as such, and never counted as a zero.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import HumanMessage, SystemMessage
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from eval.errors import EvaluationError
from eval.prompts import load_prompt
from graph.domain import Evidence, Frozen
from graph.models.calls import call_model
from ingestion.errors import ModelError

PAGE_CHARACTERS = 4_000
"""Of each page shown to the judge; with five pages a request stays within small token limits."""
PAGES = 5


class Judgement(Frozen):
    """What the judge said. A field is None where it left it out or `error` says why there is no judgement at all."""

    correct: bool | None = None
    faithful: float | None = None
    context_recall: float | None = None
    context_precision: float | None = None
    citations_right: float | None = None
    reason: str = ""
    error: str | None = None


class _Said(BaseModel):
    model_config = ConfigDict(extra="ignore", strict=True)

    correct: bool
    faithful: float | None = Field(default=None, ge=0, le=1)
    context_recall: float | None = Field(default=None, ge=0, le=1)
    context_precision: float | None = Field(default=None, ge=0, le=1)
    citations_right: float | None = Field(default=None, ge=0, le=1)
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Judged:
    """What is put before the judge."""

    question: str
    gold: str
    answer: str
    pages: Sequence[Evidence] = ()
    quotes: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Judge:
    """A grading model under the name MODEL takes."""

    name: str
    model: BaseChatModel

    def grade(self, case: Judged) -> Judgement:
        """One judgement; a model that cannot be reached or does not keep to the format gives one with an error."""
        prompt = [SystemMessage(load_prompt("judge")), HumanMessage(_describe(case))]
        try:
            reply = call_model(self.model.bind(response_format={"type": "json_object"}), prompt)
            said = _Said.model_validate(json.loads(reply.text))
        except ModelError as error:
            return Judgement(error=str(error))
        except ValidationError as error:
            problem = error.errors()[0]
            return Judgement(error=f"{'.'.join(map(str, problem['loc']))}: {problem['msg']}")
        except ValueError:
            return Judgement(error="the judgement is not JSON")
        return Judgement(**said.model_dump())


def check_judge(judge: str, answerers: Sequence[str]) -> None:
    """Raises EvaluationError where the judge would grade itself, whatever provider serves it, or cannot judge."""
    if judge == "offline":
        raise EvaluationError("the offline model cannot judge: name another model")
    if _bare(judge) in {_bare(name) for name in answerers}:
        raise EvaluationError(f"{judge} cannot judge its own answers: name another model")


def _bare(name: str) -> str:
    return name.rpartition(":")[2].rpartition("/")[2].casefold() or name


def _describe(case: Judged) -> str:
    pages = "\n\n".join(
        f'<page doc="{page.doc}" number="{page.page}">\n{page.text[:PAGE_CHARACTERS]}\n</page>'
        for page in case.pages[:PAGES]
    )
    quotes = "\n".join(f"<quote>{quote}</quote>" for quote in case.quotes)
    return (
        f"<question>{case.question}</question>\n<reference>{case.gold}</reference>\n<answer>{case.answer}</answer>\n"
        f"<cited>\n{quotes or 'nothing'}\n</cited>\n<pages>\n{pages or 'none'}\n</pages>"
    )
