"""The answer as a model writes it: one strict JSON object, every key present, read into `graph.domain.Answer`."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema

from graph.domain import Answer, Calculation, Citation, UsedNumber, Value

JsonNumber = Annotated[Decimal, WithJsonSchema({"type": "number"})]


def _all_required(schema: dict[str, Any]) -> None:
    schema["required"] = list(schema["properties"])
    for field in schema["properties"].values():
        field.pop("default", None)


class Wire(BaseModel):
    """Strict in the schema a model is given, lenient in reading: a missing key is its empty value."""

    model_config = ConfigDict(extra="forbid", json_schema_extra=_all_required, use_attribute_docstrings=True)


class ValueWire(Wire):
    """The figure of the answer."""

    number: JsonNumber
    unit: str = "pure"
    scale: int = 1


class UsedNumberWire(Wire):
    """A printed number the answer rests on."""

    label: str = ""
    number: JsonNumber
    scale: int | None = 1
    unit: str = "pure"
    citation: int = 0


class CalculationWire(Wire):
    """How the figure was computed."""

    expression: str
    result: JsonNumber


class CitationWire(Wire):
    """Words that stand on a page."""

    doc: str
    page: int
    quote: str


class AnswerWire(Wire):
    """The whole reply."""

    answer: str = ""
    value: ValueWire | None = None
    numbers_used: list[UsedNumberWire] = Field(default_factory=list)
    calculation: CalculationWire | None = None
    citations: list[CitationWire] = Field(default_factory=list)
    confidence: float = 0.0
    refused: bool = False
    refusal_reason: str | None = None

    @classmethod
    def from_answer(cls, answer: Answer) -> "AnswerWire":
        """The same answer as a model would write it."""
        return cls.model_validate(answer.model_dump(exclude={"citations": {"__all__": {"title"}}}))

    def to_answer(self, titles: Mapping[str, str]) -> Answer:
        """The public answer. Raises pydantic's ValidationError where it breaks Answer's own rules."""
        if self.refused:
            reason = self.refusal_reason or self.answer
            return Answer(answer=self.answer or reason, refused=True, refusal_reason=reason)
        return Answer(
            answer=self.answer,
            value=Value(**self.value.model_dump()) if self.value else None,
            numbers_used=tuple(UsedNumber(**used.model_dump()) for used in self.numbers_used),
            calculation=Calculation(**self.calculation.model_dump()) if self.calculation else None,
            citations=tuple(Citation(**c.model_dump(), title=titles.get(c.doc, "")) for c in self.citations),
            confidence=min(1.0, max(0.0, self.confidence)),
        )


def answer_format(*, strict: bool) -> dict[str, Any]:
    """`response_format` of the answer step: the schema enforced, or any JSON object for models without that."""
    if not strict:
        return {"type": "json_object"}
    return {
        "type": "json_schema",
        "json_schema": {"name": "answer", "strict": True, "schema": AnswerWire.model_json_schema()},
    }
