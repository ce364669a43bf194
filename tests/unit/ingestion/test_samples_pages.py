"""The sample filings as PDFs: the same bytes every time, realistic in size and layout, with every oddity promised."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pymupdf
import pytest

from ingestion.samples import SampleSet, make_samples

FORMS = ("_10K", "_10Q", "_8K_dated-", "_EARNINGS")


@pytest.fixture(scope="module")
def pages(samples: SampleSet) -> dict[str, list[str]]:
    """Text of every page of every filing."""
    texts = {}
    for doc in samples.docs:
        with pymupdf.open(samples.pdfs / f"{doc}.pdf") as document:
            texts[doc] = [page.get_text() for page in document]
    return texts


def opened(samples: SampleSet, part: str) -> Iterator[pymupdf.Document]:
    return (pymupdf.open(samples.pdfs / f"{doc}.pdf") for doc in samples.docs if part in doc)


def test_two_runs_give_the_same_bytes(samples: SampleSet, tmp_path: Path) -> None:
    again = make_samples(tmp_path)
    first = {path.relative_to(samples.folder): path.read_bytes() for path in files(samples.folder)}
    second = {path.relative_to(again.folder): path.read_bytes() for path in files(again.folder)}
    assert first == second


def files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def test_three_companies_three_years_every_form(samples: SampleSet) -> None:
    companies = {doc.partition("_")[0] for doc in samples.docs}
    assert len(companies) >= 3
    for company in companies:
        for form in FORMS:
            years = {re.findall(r"_(\d{4})", doc)[0] for doc in samples.docs if doc.startswith(company) and form in doc}
            assert len(years) == 3, (company, form)


def test_every_filing_has_8_to_40_pages(pages: dict[str, list[str]]) -> None:
    assert {doc: len(texts) for doc, texts in pages.items() if not 8 <= len(texts) <= 40} == {}


def test_a_few_filings_have_no_manifest_line_but_a_cover(samples: SampleSet, pages: dict[str, list[str]]) -> None:
    listed = {json.loads(line)["doc_name"] for line in samples.manifest.read_text().splitlines()}
    unlisted = set(samples.docs) - listed
    assert listed < set(samples.docs)
    assert {"_10K" in doc for doc in unlisted} == {True, False}
    for doc in unlisted:
        cover = pages[doc][0]
        assert "SECURITIES AND EXCHANGE COMMISSION" in cover
        assert "(Exact name of registrant as specified in its charter)" in cover
        assert re.search(r"For the (fiscal year|quarterly period) ended|Date of Report", cover)
        assert re.search(r"Trading\s+Symbol", cover)


def test_a_year_that_ends_in_january_is_named_on_the_cover(pages: dict[str, list[str]]) -> None:
    cover = pages["BRINDLEMOOR_2031_10K"][0]
    assert "For the fiscal year ended January 31, 2032" in cover
    assert '("fiscal 2031")' in cover
    assert "had 53 weeks" in " ".join(pages["BRINDLEMOOR_2031_10K"][2].split())


def test_every_annual_report_has_a_rotated_and_an_image_page(samples: SampleSet) -> None:
    seen = 0
    for document in opened(samples, "_10K"):
        rotated = [page for page in document if page.rotation == 90]
        scanned = [page for page in document if not page.get_text().strip() and page.get_images()]
        assert len(rotated) == 1
        assert "Retained Earnings" in rotated[0].get_text()
        assert rotated[0].rect.width > rotated[0].rect.height
        assert len(scanned) == 1
        seen += 1
    assert seen == 9


def test_a_scanned_page_shows_something(samples: SampleSet) -> None:
    document = next(opened(samples, "CALDERWICK_2031_10K"))
    page = next(page for page in document if not page.get_text().strip())
    pixels = page.get_pixmap(dpi=40, colorspace=pymupdf.csGRAY)
    assert min(pixels.samples) < 120
    assert max(pixels.samples) == 255


def test_one_table_stands_sideways_on_an_upright_page(samples: SampleSet) -> None:
    document = next(opened(samples, "CALDERWICK_2032_10K"))
    turned = [
        (page, line)
        for page in document
        if page.rotation == 0
        for block in page.get_text("dict")["blocks"]
        for line in block.get("lines", [])
        if line["dir"][0] == 0
    ]
    assert len({page.number for page, _ in turned}) == 1
    assert any("Slovakia" in span["text"] for _, line in turned for span in line["spans"])


def test_footnote_marks_are_raised_beside_their_numbers(samples: SampleSet) -> None:
    for part, figure, mark in (("CALDERWICK_2032_10K", "62", "1"), ("VEXLUME_2030_10K", "6,315", "(3)")):
        spans = [
            span
            for page in next(opened(samples, part))
            for block in page.get_text("dict")["blocks"]
            for line in block.get("lines", [])
            for span in line["spans"]
        ]
        raised = [span for span in spans if span["flags"] & 1 and span["text"].strip() == mark]
        glued = [
            span
            for span in spans
            if span["text"].strip() == figure
            for other in raised
            if abs(other["bbox"][0] - span["bbox"][2]) < 1.0
        ]
        assert glued


def test_a_restated_column_and_its_note(pages: dict[str, list[str]]) -> None:
    texts = pages["CALDERWICK_2032_10K"]
    assert sum("(As Restated)" in text for text in texts) >= 5
    assert any("As Previously" in text and "Adjustment" in text for text in texts)
    assert not any("(As Restated)" in text for text in pages["CALDERWICK_2031_10K"])


def test_balance_sheets_run_over_two_pages(pages: dict[str, list[str]]) -> None:
    for doc, texts in pages.items():
        if "_8K" in doc:
            continue
        found = [
            number for number, text in enumerate(texts) if re.search(r"(BALANCE SHEETS|FINANCIAL POSITION)( |\n)", text)
        ]
        titled = [number for number in found if "Total assets" in texts[number] or "(continued)" in texts[number]]
        assert len(titled) == 2, doc
        assert titled[1] == titled[0] + 1
        assert "(continued)" in texts[titled[1]]


def test_one_company_reports_in_thousands_and_others_in_millions(pages: dict[str, list[str]]) -> None:
    assert any("(in thousands, except per share data)" in text for text in pages["VEXLUME_2031_10K"])
    assert any("(In millions, except per share amounts)" in text for text in pages["CALDERWICK_2031_10K"])


def test_negatives_stand_in_parentheses_and_nil_is_a_dash(pages: dict[str, list[str]]) -> None:
    cash_flows = next(text for text in pages["CALDERWICK_2032_10K"] if "STATEMENTS OF CASH FLOWS" in text)
    assert "(258)" in cash_flows
    assert "\u2014" in cash_flows


def test_wrapped_labels_keep_their_figures_on_the_last_line(samples: SampleSet) -> None:
    document = next(opened(samples, "CALDERWICK_2032_10K"))
    page = next(page for page in document if "LIABILITIES AND SHAREHOLDERS" in page.get_text())
    words = page.get_text("words")
    first = next(word for word in words if word[4] == "Deferred" and word[0] < 80)
    below = [word for word in words if first[3] < word[3] < first[3] + 14]
    assert any(word[4] == "year" for word in below)
    assert not [word for word in words if abs(word[3] - first[3]) < 2 and word[0] > 440]
    assert [word for word in below if word[0] > 440]


def test_two_column_prose(samples: SampleSet) -> None:
    document = next(opened(samples, "BRINDLEMOOR_2031_10K"))
    page = next(page for page in document if "Item 1A. Risk Factors" in page.get_text() and page.number > 1)
    starts = [line[0] for line in page.get_text("blocks") if line[4].strip()]
    assert sum(start < 60 for start in starts) > 3
    assert sum(300 < start < 330 for start in starts) > 3


def test_printed_page_numbers_differ_from_the_pdf(pages: dict[str, list[str]]) -> None:
    for doc in ("CALDERWICK_2031_10K", "BRINDLEMOOR_2031_10K"):
        assert pages[doc][9].split()[-1] == "8"
        assert pages[doc][0].split()[-1] != "1"
    assert [text.split()[-1] for text in pages["VEXLUME_2031_10K"] if text.split()[-1:] == ["F-2"]]


def test_prose_repeats_with_other_numbers(pages: dict[str, list[str]]) -> None:
    without = [re.sub(r"[\d,.$%]+", "#", pages[f"CALDERWICK_{year}_10K"][2]) for year in (2031, 2032)]
    assert without[0] == without[1]
    assert pages["CALDERWICK_2031_10K"][2] != pages["CALDERWICK_2032_10K"][2]


def test_nothing_is_cut_off_or_overlaps(samples: SampleSet) -> None:
    for document in opened(samples, "_20"):
        for page in document:
            boxes = [pymupdf.Rect(word[:4]) * page.rotation_matrix for word in page.get_text("words")]
            for box in boxes:
                assert box.x0 >= 30, (document.name, page.number, box)
                assert box.x1 <= page.rect.width - 30, (document.name, page.number, box)
                assert box.y1 <= page.rect.height - 20
            assert not overlapping(boxes), (document.name, page.number)


def overlapping(boxes: list[pymupdf.Rect]) -> list[tuple[pymupdf.Rect, pymupdf.Rect]]:
    """Pairs of words printed over each other by more than a hair (raised marks touch their figure)."""
    boxes = sorted(boxes, key=lambda box: box.y0)
    pairs = []
    for place, box in enumerate(boxes):
        for other in boxes[place + 1 :]:
            if other.y0 >= box.y1 - 4:
                break
            if min(box.x1, other.x1) - max(box.x0, other.x0) > 1 and min(box.y1, other.y1) - other.y0 > 4:
                pairs.append((box, other))
    return pairs


def test_every_character_of_the_prose_can_be_printed(pages: dict[str, list[str]]) -> None:
    assert not [doc for doc, texts in pages.items() if any("\ufffd" in text or "{" in text for text in texts)]
