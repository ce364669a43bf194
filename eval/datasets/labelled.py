"""Reads a labelled set whose evidence is given by company, fiscal year and page, as those for annual reports are.

One JSON object a line: `question`, `answer`, `company`, `fiscal_year`, `page` or `pages` (counted from 1, as a PDF
viewer counts), and if there are any `id`, `question_type`, `expected` ("refusal"). The annual filing is looked up among
those loaded; an id is the line's number where none is given.
"""

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from eval.datasets.types import Case, Dataset, GoldPage, Source
from eval.errors import DatasetError
from ingestion.domain import Filing, Form
from ingestion.text import normalise

_ANNUAL = (Form.TEN_K, Form.ANNUAL_REPORT)


class _Line(BaseModel):
    model_config = ConfigDict(extra="ignore", coerce_numbers_to_str=True)

    id: str = ""
    question: str = Field(min_length=1)
    answer: str
    company: str
    fiscal_year: int
    page: int | None = Field(default=None, ge=1)
    pages: tuple[int, ...] = ()
    question_type: str = "labelled"
    expected: str = "answer"


def load_labelled(path: Path, filings: Iterable[Filing]) -> Dataset:
    """The cases of a labelled set. A filing that is not loaded keeps a name that says so, and is set apart later.

    Raises DatasetError for a missing file or a broken line.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise DatasetError(path, f"cannot be read: {error.strerror}") from error
    annual = {(normalise(one.company), one.fiscal_year): one.doc for one in filings if one.form in _ANNUAL}
    cases = [_case(path, number, line, annual) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    source = Source(name=path.stem, sha256=hashlib.sha256(text.encode()).hexdigest())
    return Dataset(source=source, cases=tuple(cases))


def _case(path: Path, number: int, line: str, annual: dict[tuple[str, int | None], str]) -> Case:
    try:
        fields = _Line.model_validate(json.loads(line))
    except ValidationError as error:
        problem = error.errors()[0]
        raise DatasetError(path, f"{'.'.join(map(str, problem['loc']))}: {problem['msg']}", number) from error
    except ValueError as error:
        raise DatasetError(path, "not JSON", number) from error
    doc = annual.get((normalise(fields.company), fields.fiscal_year), f"{fields.company} {fields.fiscal_year}")
    numbers = dict.fromkeys(((fields.page,) if fields.page else ()) + fields.pages)
    return Case(
        id=fields.id or f"line_{number:05d}",
        doc=doc,
        company=fields.company,
        question_type=fields.question_type,
        question=fields.question,
        answer=fields.answer,
        evidence=tuple(GoldPage(doc=doc, page=page) for page in numbers),
        should_refuse=fields.expected == "refusal",
    )
