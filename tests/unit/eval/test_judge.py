"""The judge: another model, read strictly, its failures kept as failures."""

from typing import Any

import pytest
from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatResult

from eval.errors import EvaluationError
from eval.scorers.judge import Judge, Judged, check_judge
from graph.domain import Evidence

WHOLE = """{"correct": true, "faithful": 1, "context_recall": 0.5, "context_precision": 0.2, "citations_right": null,
"reason": "same"}"""


class Says(BaseChatModel):
    """Says one thing."""

    text: str
    status: int | None = None

    @property
    def _llm_type(self) -> str:
        return "says"

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        assert kwargs["response_format"] == {"type": "json_object"}
        if self.status is not None:
            error = RuntimeError("refused")
            error.status_code = self.status  # type: ignore[attr-defined]
            raise error
        return ChatResult(generations=[ChatGeneration(message=AIMessage(self.text))])


CASE = Judged("What?", "5", "It was 5.", (Evidence(doc="D", page=1, score=1.0, text="Sales 5"),), ("Sales 5",))


def test_a_judgement_is_read() -> None:
    found = Judge("m", Says(text=WHOLE)).grade(CASE)
    assert (found.correct, found.faithful, found.context_recall, found.citations_right) == (True, 1.0, 0.5, None)
    assert found.error is None


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("It is right.", "not JSON"),
        ("{}", "correct: Field required"),
        ('{"correct": "yes"}', "correct: Input should be a valid boolean"),
        (WHOLE.replace("0.5", "7"), "context_recall: Input should be less than or equal to 1"),
        ("[true]", "Input should be"),
    ],
)
def test_what_is_no_judgement_is_a_failure_and_no_zero(text: str, error: str) -> None:
    found = Judge("m", Says(text=text)).grade(CASE)
    assert found.error is not None
    assert error in found.error
    assert (found.correct, found.faithful) == (None, None)


def test_a_judge_that_cannot_be_asked_is_a_failure() -> None:
    found = Judge("m", Says(text="", status=401)).grade(CASE)
    assert found.error is not None
    assert "401" in found.error


def test_no_model_judges_itself() -> None:
    check_judge("groq:openai/gpt-oss-20b", ["groq:openai/gpt-oss-120b"])
    for judge in ("groq:openai/gpt-oss-120b", "other:gpt-oss-120b", "offline"):
        with pytest.raises(EvaluationError):
            check_judge(judge, ["offline", "groq:openai/gpt-oss-120b"])
