"""The API over the sample filings: real storage, real PDFs, every error a problem document."""

import io
import threading
from collections.abc import Iterator
from pathlib import Path

import pymupdf
import pytest
from fastapi.testclient import TestClient
from httpx import Response

from app.demo import QUESTIONS
from app.main import create_app
from app.settings import AppSettings
from ingestion.settings import IngestionSettings


@pytest.fixture
def client(sample_home: Path) -> Iterator[TestClient]:
    with TestClient(create_app(AppSettings(), IngestionSettings(home=sample_home))) as opened:
        yield opened


def small_pdf(text: str = "Harrowgate Tools, Form 8-K", pages: int = 3) -> bytes:
    document = pymupdf.open()
    for number in range(1, pages + 1):
        document.new_page().insert_text((72, 72), f"{text}\nThis is page {number} of a small filing about tools.")
    return document.tobytes(no_new_id=True)


def upload(client: TestClient, content: bytes, name: str = "small.pdf") -> Response:
    return client.post("/filings", files={"file": (name, io.BytesIO(content), "application/pdf")})


def assert_problem(response: Response, status: int, *words: str) -> None:
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == "application/problem+json"
    body = response.json()
    assert set(body) == {"type", "title", "status", "detail"}
    assert body["status"] == status
    assert "\n" not in body["detail"]
    for word in words:
        assert word in body["detail"]


def files_below(folder: Path) -> set[str]:
    return {str(p.relative_to(folder)) for p in folder.rglob("*") if p.is_file()}


def test_a_question_is_answered_with_a_quote_that_is_on_its_page(client: TestClient) -> None:
    response = client.post("/chat", json={"question": QUESTIONS[0]})
    assert response.status_code == 200
    answer = response.json()["answer"]
    assert not answer["refused"], answer
    first = answer["citations"][0]
    page = client.get(f"/filings/{first['doc']}/pages/{first['page']}").json()
    assert page["kind"] == "cash_flow"
    assert str(answer["value"]["number"]) in page["text"].replace(",", "")


def test_a_company_that_is_not_loaded_is_refused_by_name(client: TestClient) -> None:
    answer = client.post("/chat", json={"question": "What was the FY2031 revenue of Zephyrine Motors?"}).json()[
        "answer"
    ]
    assert answer["refused"]
    assert "Zephyrine" in answer["refusal_reason"]


def test_docs_limit_the_answer(client: TestClient) -> None:
    filings = client.get("/filings").json()
    annual = [f for f in filings if f["form"] == "10-K"]
    asked, other = annual[0], next(f for f in annual if f["company"] != annual[0]["company"])
    body = {"question": f"What was {asked['company']}'s total revenue in FY{asked['fiscal_year']}?"}
    inside = client.post("/chat", json={**body, "docs": [asked["doc"]]}).json()["answer"]
    outside = client.post("/chat", json={**body, "docs": [other["doc"]]}).json()["answer"]
    assert {c["doc"] for c in inside["citations"]} == {asked["doc"]}
    assert outside["refused"]


@pytest.mark.parametrize("question", ["", "   \n", "x" * 100_000])
def test_what_is_no_question_is_a_422(client: TestClient, question: str) -> None:
    assert_problem(client.post("/chat", json={"question": question}), 422)


def test_malformed_requests_are_problems(client: TestClient) -> None:
    assert_problem(client.post("/chat", content=b"{", headers={"content-type": "application/json"}), 422)
    assert_problem(client.post("/chat", json={"question": "x", "docz": []}), 422, "docz")
    assert_problem(client.post("/chat", json={"question": "x", "docs": ["NO_SUCH_DOC"]}), 404, "NO_SUCH_DOC")
    assert_problem(client.get("/chat"), 405)
    assert_problem(client.post("/chat", content=b" " * 1_000_001), 413, "1,000,000")


def test_pages_outside_the_filing_are_404(client: TestClient) -> None:
    filing = client.get("/filings").json()[0]
    doc, count = filing["doc"], filing["page_count"]
    assert client.get(f"/filings/{doc}/pages/{count}").status_code == 200
    for number in ("0", "-1", str(count + 1)):
        assert_problem(client.get(f"/filings/{doc}/pages/{number}"), 404, f"pages 1 to {count}")
        assert_problem(client.get(f"/filings/{doc}/pages/{number}/image"), 404, f"pages 1 to {count}")
    assert_problem(client.get(f"/filings/{doc}/pages/one"), 422, "number")
    assert_problem(client.get("/filings/NO_SUCH_DOC/pages/1"), 404, "NO_SUCH_DOC")
    for doc in ("..%2f..%2fetc", "%2e%2e", "..%5c..%5cetc", "%00"):
        assert_problem(client.get(f"/filings/{doc}/pages/1/image"), 404)


def test_the_image_marks_the_quote(client: TestClient) -> None:
    filing = next(f for f in client.get("/filings").json() if f["form"] == "10-K")
    page = f"/filings/{filing['doc']}/pages/1"
    quote = client.get(page).json()["text"].strip().splitlines()[0]
    plain = client.get(f"{page}/image")
    marked = client.get(f"{page}/image", params={"quote": quote})
    assert plain.headers["content-type"] == marked.headers["content-type"] == "image/png"
    assert yellow_pixels(plain.content) == 0
    assert yellow_pixels(marked.content) > 100


def yellow_pixels(png: bytes) -> int:
    picture = pymupdf.Pixmap(png)
    samples, n = picture.samples, picture.n
    return sum(samples[i] > 200 and samples[i + 1] > 180 and samples[i + 2] < 190 for i in range(0, len(samples), n))


def test_health(client: TestClient) -> None:
    assert client.get("/healthz").json() == {"status": "ok"}
    ready = client.get("/readyz").json()
    assert ready["status"] == "ready"
    assert ready["filings"] == len(client.get("/filings").json())
    assert ready["chunks"] > ready["filings"]


def test_parallel_uploads_of_one_document_give_one_document(client: TestClient) -> None:
    content, answers = small_pdf(), []
    before = client.get("/readyz").json()
    threads = [threading.Thread(target=lambda: answers.append(upload(client, content))) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    answers.append(upload(client, content, "the same under another name.pdf"))
    assert sorted(a.status_code for a in answers) == [200, 200, 201]
    assert len({a.json()["filing"]["doc"] for a in answers}) == 1
    assert answers[0].json()["filing"]["page_count"] == 3
    after = client.get("/readyz").json()
    assert after["filings"] == before["filings"] + 1
    assert after["chunks"] == before["chunks"] + 3
    assert client.delete(f"/filings/{answers[0].json()['filing']['doc']}").status_code == 204
    assert client.get("/readyz").json() == before


EVIL_NAMES = ["../../outside.pdf", "/tmp/outside.pdf", "..\\outside.pdf", "a%2f..%2foutside.pdf", "n" * 300 + ".pdf"]


@pytest.mark.parametrize("name", EVIL_NAMES)
def test_upload_names_never_leave_the_folder(client: TestClient, sample_home: Path, name: str) -> None:
    around = sample_home.parent
    before = files_below(around)
    response = upload(client, small_pdf(name), name)
    assert response.status_code in {201, 422}
    new = files_below(around) - before
    assert all(path.startswith("home/") for path in new)
    assert not Path("/tmp/outside.pdf").exists()
    if response.status_code == 201:
        doc = response.json()["filing"]["doc"]
        assert not set(doc) & set("/\\%\x00")
        assert len(doc) <= 150
        assert client.get(f"/filings/{doc}/pages/1").status_code == 200


@pytest.mark.parametrize("name", ["..%2f..%2foutside.pdf", "%2ftmp%2foutside.pdf", "..%5coutside.pdf", "n" * 300])
def test_delete_names_never_leave_the_folder(client: TestClient, sample_home: Path, name: str) -> None:
    outside = sample_home.parent / "outside.pdf"
    outside.write_bytes(b"mine")
    before = files_below(sample_home)
    assert_problem(client.delete(f"/filings/{name}"), 404)
    assert outside.exists()
    assert files_below(sample_home) == before


def test_what_is_no_pdf_is_refused_and_leaves_nothing(client: TestClient, sample_home: Path) -> None:
    before = files_below(sample_home)
    encrypted = pymupdf.open(stream=small_pdf()).tobytes(encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="secret")
    for content in (b"", b"<html><body>not a filing</body></html>", small_pdf()[:200], encrypted):
        assert_problem(upload(client, content), 422)
    assert files_below(sample_home) == before


def test_changes_can_be_switched_off(sample_home: Path) -> None:
    settings = AppSettings(allow_changes=False)
    with TestClient(create_app(settings, IngestionSettings(home=sample_home))) as client:
        doc = client.get("/filings").json()[0]["doc"]
        assert_problem(upload(client, small_pdf()), 403)
        assert_problem(client.delete(f"/filings/{doc}"), 403)
        assert client.get(f"/filings/{doc}").status_code == 200


def test_an_upload_that_is_too_large_is_a_413(sample_home: Path) -> None:
    settings = AppSettings(max_upload_bytes=1000)
    with TestClient(create_app(settings, IngestionSettings(home=sample_home))) as client:
        assert_problem(upload(client, small_pdf() + b" " * 1000), 413)


def test_an_empty_library_still_serves(tmp_path: Path) -> None:
    with TestClient(create_app(AppSettings(), IngestionSettings(home=tmp_path / "new"))) as client:
        assert client.get("/filings").json() == []
        answer = client.post("/chat", json={"question": "What was revenue in 2031?"}).json()["answer"]
        assert answer["refused"]
        assert "load" in answer["refusal_reason"]


def test_figures_carry_the_row_they_stand_in(client: TestClient) -> None:
    query = {"company": "Calderwick", "items": ["revenue", "capital_expenditures"], "periods": ["FY2033", "FY2032"]}
    body = client.get("/figures", params=query).json()
    assert [(f["item"], f["period"]) for f in body["found"]] == [
        ("revenue", "FY2033"),
        ("revenue", "FY2032"),
        ("capital_expenditures", "FY2033"),
        ("capital_expenditures", "FY2032"),
    ]
    for figure in body["found"]:
        assert f"{abs(figure['value']):,}" in figure["quote"]
        assert figure["scale"] == 1_000_000
        assert client.get(f"/filings/{figure['doc']}/pages/{figure['page']}").status_code == 200
    missing = client.get("/figures", params={**query, "periods": "FY1999"}).json()
    assert missing["found"] == []
    assert len(missing["missing"]) == 2


def test_parts_of_a_line_item_add_up(client: TestClient) -> None:
    query = {"company": "Calderwick", "by": "segment", "period": "FY2032"}
    body = client.get("/figures/revenue/parts", params=query).json()
    assert [part["name"] for part in body["parts"]] == ["Process Controls", "Laboratory Systems", "Field Services"]
    assert sum(part["figure"]["value"] for part in body["parts"] + body["rest"]) == body["total"]["value"]
    for part in body["parts"]:
        assert f"{part['before']['value']:,}" in part["figure"]["quote"]
    assert_problem(client.get("/figures/revenue/parts", params={**query, "by": "moon"}), 422, "by")
    assert_problem(client.get("/figures/happiness/parts", params=query), 404, "happiness")
    assert_problem(client.get("/figures/goodwill/parts", params={**query, "by": "region"}), 404, "goodwill", "region")


def test_a_metric_shows_its_operands(client: TestClient) -> None:
    names = {metric["key"] for metric in client.get("/metrics").json()}
    assert len(names) >= 50
    assert "current_ratio" in names
    query = {"company": "Calderwick", "periods": ["FY2033"]}
    (ratio,) = client.get("/metrics/current_ratio", params=query).json()
    assets, liabilities = (operand["value"] for operand in ratio["operands"])
    assert ratio["result"] == pytest.approx(assets / liabilities)
    assert ratio["missing"] == []


def test_figures_that_cannot_be_asked_are_problems(client: TestClient) -> None:
    good = {"company": "Calderwick", "items": "revenue", "periods": "FY2033"}
    assert_problem(client.get("/figures", params={**good, "company": "Nobody"}), 404, "Nobody", "Calderwick")
    assert_problem(client.get("/figures", params={**good, "items": "happiness"}), 404, "happiness")
    assert_problem(client.get("/figures", params={**good, "periods": "soon"}), 422, "soon")
    assert_problem(client.get("/figures", params={"company": "Calderwick"}), 422, "items")
    assert_problem(client.get("/metrics/happiness", params=good), 404, "happiness")
    assert_problem(client.get("/metrics/revenue%20%2F%200", params=good), 422, "zero")
