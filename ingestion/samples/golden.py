"""The golden questions, in FinanceBench's fields: answers computed from the books, evidence pages counted from 0.

A question that must be refused has `"expected": "refusal"`, no evidence, and the name of a filing only where one of the
right company is loaded.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pymupdf

from ingestion.samples.asking import Asked, Made
from ingestion.samples.content_files import read_content
from ingestion.samples.golden_answers import Entry, answer

REFUSAL = "Not answerable from the loaded filings."


def questions(made: Mapping[str, Made], pdfs: Path) -> list[dict[str, Any]]:
    """All questions; the full text of evidence pages is read from the PDFs as written."""
    stated = read_content("questions")
    lines = [_answered(Entry.model_validate(entry), made, pdfs) for entry in stated["question"]]
    lines += [_refused(entry) for entry in stated["refusal"]]
    return [{"financebench_id": f"sample_id_{number:05d}"} | line for number, line in enumerate(lines, 1)]


def _answered(entry: Entry, made: Mapping[str, Made], pdfs: Path) -> dict[str, Any]:
    asked = Asked(made[entry.doc])
    text = answer(asked, entry)
    return {
        "company": asked.made.report.company.identity.short,
        "doc_name": entry.doc,
        "question_type": entry.type,
        "question_reasoning": entry.reasoning,
        "domain_question_num": None,
        "question": entry.question,
        "answer": text,
        "justification": entry.why or None,
        "dataset_subset_label": "SAMPLES",
        "evidence": _evidence(asked, pdfs),
    }


def _evidence(asked: Asked, pdfs: Path) -> list[dict[str, Any]]:
    """One piece of evidence a page, in the order of the pages, with the rows or paragraphs that were looked at."""
    doc = asked.made.report.doc
    by_page: dict[int, list[str]] = {}
    for anchor, text in asked.seen:
        by_page.setdefault(asked.pages(anchor)[0], []).append(text)
    with pymupdf.open(pdfs / f"{doc}.pdf") as document:
        return [
            {
                "evidence_text": "\n".join(texts),
                "doc_name": doc,
                "evidence_page_num": number,
                "evidence_text_full_page": document[number].get_text(),
            }
            for number, texts in sorted(by_page.items())
        ]


def _refused(entry: Mapping[str, str]) -> dict[str, Any]:
    return {
        "company": entry["company"],
        "doc_name": entry.get("doc", ""),
        "question_type": entry["type"],
        "question_reasoning": "Refusal",
        "domain_question_num": None,
        "question": entry["question"],
        "answer": REFUSAL,
        "justification": entry["why"],
        "dataset_subset_label": "SAMPLES",
        "evidence": [],
        "expected": "refusal",
    }
