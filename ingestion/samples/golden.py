"""The golden questions, in FinanceBench's fields: answers computed from the books, evidence pages counted from 0.

A question that must be refused has `"expected": "refusal"`, no evidence, and the name of a filing only where one of the
right company is loaded.
"""

import tomllib
from collections.abc import Iterable, Mapping
from importlib import resources
from pathlib import Path

import pymupdf

from ingestion.samples.asking import Asked, Made
from ingestion.samples.golden_judgements import JUDGEMENTS
from ingestion.samples.golden_numbers import LINE_ITEMS, RATIOS
from ingestion.samples.golden_spec import Spec
from ingestion.samples.golden_texts import TEXTS

REFUSAL = "Not answerable from the loaded filings."


def questions(made: Mapping[str, Made], pdfs: Path) -> list[dict[str, object]]:
    """All questions; the full text of evidence pages is read from the PDFs as written."""
    lines = []
    for spec in (*LINE_ITEMS, *RATIOS, *JUDGEMENTS, *TEXTS):
        asked = Asked(made[spec.doc])
        answer = spec.answer(asked)
        lines.append(_line(spec, asked, answer, _evidence(asked, pdfs)))
    lines += _refusals()
    return [{"financebench_id": f"sample_id_{number:05d}"} | line for number, line in enumerate(lines, 1)]


def _line(spec: Spec, asked: Asked, answer: str, evidence: list[dict[str, object]]) -> dict[str, object]:
    return {
        "company": asked.made.report.company.identity.short,
        "doc_name": spec.doc,
        "question_type": spec.kind,
        "question_reasoning": spec.reasoning,
        "domain_question_num": None,
        "question": spec.question,
        "answer": answer,
        "justification": spec.justification or None,
        "dataset_subset_label": "SAMPLES",
        "evidence": evidence,
    }


def _evidence(asked: Asked, pdfs: Path) -> list[dict[str, object]]:
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


def _refusals() -> Iterable[dict[str, object]]:
    text = (resources.files("ingestion.samples") / "content" / "refusals.toml").read_text(encoding="utf-8")
    for entry in tomllib.loads(text)["refusal"]:
        yield {
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
