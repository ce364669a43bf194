"""Data sets: page numbers are converted once, broken lines are named, what is not loaded is set apart."""

import json
import re
from dataclasses import dataclass
from pathlib import Path

import pymupdf
import pytest

from eval.datasets import Case, GoldPage, load_financebench, stratified, with_names_of
from eval.datasets.financebench import MANIFEST, QUESTIONS, disputed_ids
from eval.errors import DatasetError
from ingestion.domain import Filing, Form
from ingestion.errors import UnknownFiling


def line(number: int = 1, **fields: object) -> dict[str, object]:
    return {
        "financebench_id": f"q_{number:05d}",
        "company": "Ferrow",
        "doc_name": "FERROW_2031_10K",
        "question_type": "metrics-generated",
        "question": "What were net sales?",
        "answer": "$5.00",
        "evidence": [{"doc_name": "FERROW_2031_10K", "evidence_page_num": 59, "evidence_text": "Net sales 5"}],
    } | fields


def folder(tmp_path: Path, *lines: object) -> Path:
    path = tmp_path / QUESTIONS
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(one if isinstance(one, str) else json.dumps(one) for one in lines), encoding="utf-8")
    return tmp_path


def test_pages_count_from_one_after_loading(tmp_path: Path) -> None:
    (case,) = load_financebench(folder(tmp_path, line())).cases
    assert case.evidence == (GoldPage(doc="FERROW_2031_10K", page=60),)


def test_evidence_pieces_on_one_page_are_one_page(tmp_path: Path) -> None:
    piece = {"doc_name": "FERROW_2031_10K", "evidence_page_num": 0}
    (case,) = load_financebench(folder(tmp_path, line(evidence=[piece, piece]))).cases
    assert case.evidence == (GoldPage(doc="FERROW_2031_10K", page=1),)


@pytest.mark.parametrize(
    ("broken", "reason"),
    [
        ("{", "line 2: not JSON"),
        ('{"financebench_id": "a", "answer": "b"}', "line 2: question"),
        ("[1]", "line 2"),
        (line(2, evidence=[{"evidence_page_num": -1}]), "line 2: evidence.0.evidence_page_num"),
        (line(1), "q_00001 stands twice"),
    ],
)
def test_a_broken_line_is_named(tmp_path: Path, broken: object, reason: str) -> None:
    with pytest.raises(DatasetError, match=reason):
        load_financebench(folder(tmp_path, line(1), broken))


def test_a_missing_file_is_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match="no such file"):
        load_financebench(tmp_path)


def test_other_sets_in_the_same_fields_need_no_benchmark_id(tmp_path: Path) -> None:
    named, unnamed = line() | {"id": "mine"}, line()
    del named["financebench_id"], unnamed["financebench_id"]
    dataset = load_financebench(folder(tmp_path, named, unnamed))
    assert [case.id for case in dataset.cases] == ["mine", "line_00002"]
    assert not dataset.source.pinned
    assert dataset.source.commit is None


def test_disputed_ids_belong_to_the_benchmark_alone(tmp_path: Path) -> None:
    number = sorted(disputed_ids())[0]
    lines = [line() | {"financebench_id": name} for name in (f"financebench_id_{number}", f"q_{number}")]
    assert [case.disputed for case in load_financebench(folder(tmp_path, *lines)).cases] == [True, False]
    assert len(disputed_ids()) == 22


def test_a_subset_of_unknown_origin_is_not_pinned_and_says_so(tmp_path: Path) -> None:
    source = load_financebench(folder(tmp_path, line() | {"financebench_id": "financebench_id_99999"})).source
    assert (source.name, source.pinned) == ("FinanceBench", False)
    assert "subset: 1 of 150 questions" in source.note


@dataclass
class Names:
    """A catalogue of one filing with an alias."""

    def filing(self, name: str) -> Filing:
        if name.casefold() not in ("ferrow_2031_10k", "ferrow_annual"):
            raise UnknownFiling(name)
        return Filing("FERROW_2031_10K", "Ferrow", Form.TEN_K, 2031, "", 9, "a.pdf")


def test_names_are_the_catalogues_and_missing_filings_are_set_apart(tmp_path: Path) -> None:
    dataset = load_financebench(
        folder(
            tmp_path,
            line(1, doc_name="Ferrow_Annual", evidence=[{"doc_name": "Ferrow_2031_10k", "evidence_page_num": 3}]),
            line(2, doc_name="OTHER_2031_10K"),
            line(3, doc_name="OTHER_2031_10K", evidence=[], expected="refusal"),
            line(4, doc_name="", evidence=[], expected="refusal"),
        )
    )
    split = with_names_of(dataset, Names())
    assert [(case.doc, case.should_refuse) for case in split.here] == [
        ("FERROW_2031_10K", False),
        ("", True),
        ("", True),
    ]
    assert split.here[0].evidence == (GoldPage(doc="FERROW_2031_10K", page=4),)
    assert [case.id for case in split.missing] == ["q_00002"]


def test_a_stratified_sample_keeps_the_shares_and_repeats() -> None:
    cases = [
        Case(id=f"{kind}{n}", doc="", company="", question_type=kind, question="?", answer="")
        for kind in "aab"
        for n in range(20)
    ]
    cases = [case.model_copy(update={"id": f"{index}"}) for index, case in enumerate(cases)]
    chosen = stratified(cases, 15, seed=7)
    assert [case.question_type for case in chosen].count("a") == 10
    assert chosen == stratified(cases, 15, seed=7)
    assert chosen != stratified(cases, 15, seed=8)
    assert stratified(cases, 99, seed=7) == cases
    assert len({case.id for case in stratified(cases, 1, seed=7)}) == 1


@pytest.mark.financebench
def test_the_conversion_is_proved_on_real_evidence(financebench: Path) -> None:
    """Each piece of evidence stands on the page the loader names, and less on the pages before and after it."""
    dataset = load_financebench(financebench)
    assert dataset.source.pinned
    assert (financebench / MANIFEST).is_file()
    raw = [json.loads(text) for text in (financebench / QUESTIONS).read_text(encoding="utf-8").splitlines()]
    pieces = 0
    for case, fields in zip(dataset.cases, raw, strict=True):
        path = financebench / "pdfs" / f"{case.doc}.pdf"
        if not path.is_file():
            continue
        with pymupdf.open(path) as document:
            for piece in fields["evidence"]:
                words = set(re.findall(r"\w+", piece["evidence_text"].casefold()))
                shares = {page.page: _share(words, document, page.page) for page in case.evidence}
                found = max(shares, key=lambda page: shares[page])
                neighbours = (_share(words, document, found - 1), _share(words, document, found + 1))
                assert shares[found] > max(neighbours), (case.id, found)
                assert shares[found] > 0.6, (case.id, found)
                pieces += 1
    assert pieces >= 80


def _share(words: set[str], document: pymupdf.Document, page: int) -> float:
    """The share of these words on a page counted from 1, as a viewer counts."""
    if not 1 <= page <= len(document):
        return 0.0
    return len(words & set(re.findall(r"\w+", document[page - 1].get_text().casefold()))) / len(words)
