"""Writing the sample filings, their manifest and their questions, in the layout of a FinanceBench clone."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ingestion.domain import Form
from ingestion.samples.annual import TABLES, annual_report
from ingestion.samples.asking import Made
from ingestion.samples.company import COMPANIES, Company, load_company
from ingestion.samples.current import current_report
from ingestion.samples.golden import questions
from ingestion.samples.pdf import Fonts, write_pdf
from ingestion.samples.quarterly import quarterly_report
from ingestion.samples.release import earnings_release
from ingestion.samples.report import Report, Shelf, common_prose
from ingestion.samples.simulate import simulate

MANIFEST = "financebench_document_information.jsonl"
QUESTIONS = "financebench_open_source.jsonl"
_DOC_TYPES = {Form.TEN_K: "10k", Form.TEN_Q: "10q", Form.EIGHT_K: "8k", Form.EARNINGS: "Earnings"}
_MAKERS = {
    Form.TEN_K: annual_report,
    Form.TEN_Q: quarterly_report,
    Form.EIGHT_K: current_report,
    Form.EARNINGS: earnings_release,
}


@dataclass(frozen=True)
class SampleSet:
    """What was written: the folders, the filings' names, and how many lines the manifest and the questions have."""

    folder: Path
    pdfs: Path
    manifest: Path
    questions: Path
    docs: tuple[str, ...]
    manifest_lines: int
    question_count: int


def make_samples(folder: Path) -> SampleSet:
    """Write `folder/pdfs/*.pdf` and the manifest and questions under `folder/data`; the same bytes every time."""
    pdfs, data = folder / "pdfs", folder / "data"
    pdfs.mkdir(parents=True, exist_ok=True)
    data.mkdir(parents=True, exist_ok=True)
    made = {item.report.doc: item for item in lay_out()}
    for doc, item in made.items():
        write_pdf(item.bound.pages, pdfs / f"{doc}.pdf", title=doc, author=item.report.company.identity.name)
    manifest = [_manifest_line(item.report) for item in made.values() if not _left_out(item.report)]
    golden = questions(made, pdfs)
    _write_lines(data / MANIFEST, manifest)
    _write_lines(data / QUESTIONS, golden)
    return SampleSet(folder, pdfs, data / MANIFEST, data / QUESTIONS, tuple(made), len(manifest), len(golden))


def shelves() -> list[Shelf]:
    """The companies with their books."""
    common = common_prose()
    return [_shelf(load_company(name), common) for name in COMPANIES]


def _shelf(company: Company, common: dict[str, str]) -> Shelf:
    return Shelf(company, simulate(company.drivers), simulate(company.drivers, corrected=True), common)


def reports(shelf: Shelf) -> Iterator[Report]:
    """All filings of a company."""
    company = shelf.company
    for year in company.years:
        yield Report(shelf, Form.TEN_K, year, tables=TABLES)
        yield Report(shelf, Form.EARNINGS, year, tables=TABLES)
    for year, quarter in company.quarters_filed:
        yield Report(shelf, Form.TEN_Q, year, quarter, tables=TABLES)
    for event in company.events:
        yield Report(shelf, Form.EIGHT_K, event.year, event=event, tables=TABLES)


def lay_out() -> Iterator[Made]:
    """Every filing laid out, company by company."""
    fonts = Fonts()
    for shelf in shelves():
        for report in reports(shelf):
            yield Made(report, _MAKERS[report.form](report, fonts))


def _left_out(report: Report) -> bool:
    """Filings without a manifest line: their cover has to tell what they are."""
    return report.doc in report.company.unlisted


def _manifest_line(report: Report) -> dict[str, object]:
    year = report.event.day.year if report.event else report.year
    return {
        "doc_name": report.doc,
        "company": report.company.identity.short,
        "gics_sector": report.company.identity.sector,
        "doc_type": _DOC_TYPES[report.form],
        "doc_period": year,
        "doc_link": f"https://filings.example/{report.company.identity.prefix.lower()}/{report.doc}.pdf",
    }


def _write_lines(path: Path, lines: list[dict[str, object]]) -> None:
    path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8")
