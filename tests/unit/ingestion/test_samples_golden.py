"""The golden questions: FinanceBench's fields, the right evidence pages, answers that follow from what they cite."""

import json
import re
from collections import Counter
from decimal import Decimal
from typing import Any

import pymupdf
import pytest

from ingestion.samples import SampleSet
from ingestion.text import find_numbers, normalise

FIELDS = {
    "financebench_id",
    "company",
    "doc_name",
    "question_type",
    "question_reasoning",
    "domain_question_num",
    "question",
    "answer",
    "justification",
    "dataset_subset_label",
    "evidence",
}
EVIDENCE = {"evidence_text", "doc_name", "evidence_page_num", "evidence_text_full_page"}


@pytest.fixture(scope="module")
def questions(samples: SampleSet) -> list[dict[str, Any]]:
    return [json.loads(line) for line in samples.questions.read_text(encoding="utf-8").splitlines()]


def about(questions: list[dict[str, Any]], *parts: str) -> dict[str, Any]:
    found = [entry for entry in questions if all(part in entry["question"] for part in parts)]
    assert len(found) == 1, [entry["question"] for entry in found]
    return found[0]


def test_at_least_sixty_questions_of_every_type(samples: SampleSet, questions: list[dict[str, Any]]) -> None:
    assert len(questions) == samples.question_count >= 60
    types = Counter(entry["question_type"] for entry in questions)
    assert set(types) == {"metrics-generated", "domain-relevant", "novel-generated"}
    assert min(types.values()) >= 15
    assert sum(entry.get("expected") == "refusal" for entry in questions) >= 6
    assert {entry["company"] for entry in questions} >= {"Calderwick", "Brindlemoor", "Vexlume"}


def test_fields_are_financebenchs(questions: list[dict[str, Any]]) -> None:
    for entry in questions:
        assert set(entry) - {"expected"} == FIELDS
        for piece in entry["evidence"]:
            assert set(piece) == EVIDENCE
    assert len({entry["financebench_id"] for entry in questions}) == len(questions)
    assert len({entry["question"] for entry in questions}) == len(questions)


def test_every_form_is_asked_about(questions: list[dict[str, Any]]) -> None:
    forms = Counter(re.sub(r".*_(10K|10Q|8K|EARNINGS).*", r"\1", entry["doc_name"]) for entry in questions)
    assert min(forms[form] for form in ("10K", "10Q", "8K", "EARNINGS")) >= 3


def without_marks(page: pymupdf.Page) -> str:
    """Text of a page without raised footnote marks, which plain text glues to the figures."""
    spans = [
        span
        for block in page.get_text("dict")["blocks"]
        for line in block.get("lines", [])
        for span in line["spans"]
        if not span["flags"] & pymupdf.TEXT_FONT_SUPERSCRIPT
    ]
    return "\n".join(span["text"] for span in spans)


def test_evidence_stands_on_its_page_counted_from_zero(samples: SampleSet, questions: list[dict[str, Any]]) -> None:
    for entry in questions:
        for piece in entry["evidence"]:
            with pymupdf.open(samples.pdfs / f"{piece['doc_name']}.pdf") as document:
                page = document[piece["evidence_page_num"]]
                text, unmarked = page.get_text(), without_marks(page)
            assert piece["doc_name"] == entry["doc_name"]
            assert text == piece["evidence_text_full_page"]
            printed = {abs(number.value) for number in find_numbers(unmarked)}
            wanted = {abs(number.value) for number in find_numbers(piece["evidence_text"])}
            assert wanted <= printed, (entry["question"], wanted - printed)
            words = set(re.findall(r"[a-z]{3,}", normalise(piece["evidence_text"])))
            assert words <= set(re.findall(r"[a-z]{3,}", normalise(text))), entry["question"]


def test_refusals_have_no_evidence_and_others_have_some(samples: SampleSet, questions: list[dict[str, Any]]) -> None:
    for entry in questions:
        if entry.get("expected") == "refusal":
            assert entry["evidence"] == []
            assert entry["answer"].startswith("Not answerable")
            assert entry["doc_name"] in ("", *samples.docs)
        else:
            assert entry["evidence"]
            assert entry["doc_name"] in samples.docs


@pytest.mark.parametrize(
    ("parts", "answer"),
    [
        (("FY2033 capital expenditure", "Calderwick"), "$248.00"),
        (("FY2031 net PP&E",), "$1.05"),
        (("year end FY2032 accounts payable",), "$936.00"),
        (("deferred revenue of Vexlume",), "$281.80"),
        (("research and development in FY2030", "Vexlume"), "$122229"),
        (("FY2032 inventory turnover", "Calderwick"), "4.36"),
        (
            ("restatement", "net income"),
            "It reduced 2031 net income by $14 million, from $577 million to $563 million.",
        ),
    ],
)
def test_pinned_answers(questions: list[dict[str, Any]], parts: tuple[str, ...], answer: str) -> None:
    assert about(questions, *parts)["answer"] == answer


def rows(entry: dict[str, Any]) -> dict[str, list[Decimal]]:
    """Figures of the evidence by row label."""
    found = {}
    for piece in entry["evidence"]:
        for line in piece["evidence_text"].splitlines():
            label, numbers = re.fullmatch(r"(.*?)((?: [\d(\u2014][\d,.)%]*)+)", line).groups()  # type: ignore[union-attr]
            found[label] = [number.value for number in find_numbers(numbers)]
    return found


def test_days_payable_follow_from_the_evidence(questions: list[dict[str, Any]]) -> None:
    entry = about(questions, "FY2033 days payable outstanding")
    found = rows(entry)
    payables, inventory, cost = found["Accounts payable"], found["Total inventories"], found["Total cost of sales"]
    days = 365 * (payables[0] + payables[1]) / 2 / (cost[0] + inventory[0] - inventory[1])
    assert entry["answer"] == str(round(days, 2))


def test_average_margin_follows_from_the_evidence(questions: list[dict[str, Any]]) -> None:
    entry = about(questions, "FY2031 - FY2033 3 year average unadjusted operating income")
    found = rows(entry)
    margins = [100 * a / b for a, b in zip(found["Operating income"], found["Total net sales"], strict=True)]
    assert entry["answer"] == f"{round(sum(margins) / 3, 1)}%"


def test_yes_and_no_are_both_right_answers(questions: list[dict[str, Any]]) -> None:
    starts = Counter(entry["answer"].split(".")[0].split(",")[0] for entry in questions)
    assert starts["Yes"] >= 4
    assert starts["No"] >= 4
