"""The web page as a person uses it: a real server, a real browser, the sample filings."""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pymupdf
import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from app.demo import QUESTIONS

pytestmark = pytest.mark.browser

CHROMIUM = shutil.which("chromium")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SCREENSHOTS = os.environ.get("FOLIO_SCREENSHOTS")  # set it to docs/images to take the pictures of the README anew


@pytest.fixture(scope="module")
def site(ingested_samples: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    home = Path(shutil.copytree(ingested_samples, tmp_path_factory.mktemp("site") / "home"))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    inherited = {k: v for k, v in os.environ.items() if not k.startswith("FOLIO_") and k != "MODEL"}
    environment = {**inherited, "FOLIO_HOME": str(home), "FOLIO_PORT": str(port)}
    with subprocess.Popen([sys.executable, "-m", "ui.app"], env=environment) as server:
        url = f"http://127.0.0.1:{port}"
        try:
            wait_until_ready(url, server)
            yield url
        finally:
            server.terminate()


def wait_until_ready(url: str, server: "subprocess.Popen[bytes]", seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        assert server.poll() is None, "the server stopped"
        try:
            urllib.request.urlopen(f"{url}/readyz", timeout=2).close()  # noqa: S310
            return
        except (urllib.error.URLError, ConnectionError):
            time.sleep(0.2)
    raise AssertionError("the server did not become ready")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("no chromium: apt-get install chromium")
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield opened
        opened.close()


@pytest.fixture
def page(browser: Browser, site: str) -> Iterator[Page]:
    opened = browser.new_page(viewport={"width": 1400, "height": 1000})
    opened.goto(site)
    expect(opened.locator(".folio-example").first).to_be_visible(timeout=30_000)
    yield opened
    opened.close()


def ask(page: Page, question: str) -> None:
    turns = page.locator(".folio-turn").count()
    page.locator("#question textarea").fill(question)
    page.locator("#ask").click()
    expect(page.locator(".folio-turn")).to_have_count(turns + 1, timeout=30_000)


def screenshot(page: Page, name: str) -> None:
    if SCREENSHOTS:
        page.screenshot(path=Path(SCREENSHOTS) / f"{name}.png")


def yellow_pixels(png: bytes) -> int:
    picture = pymupdf.Pixmap(png)
    raw, n = picture.samples, picture.n
    return sum(raw[i] > 200 and raw[i + 1] > 180 and raw[i + 2] < 190 for i in range(0, len(raw), n))


def test_an_answer_shows_its_page_with_the_quote_marked(page: Page) -> None:
    line_item, _, _ = QUESTIONS
    ask(page, line_item)
    answer = page.locator(".folio-answer")
    expect(answer.locator(".folio-number").first).to_be_visible()
    expect(answer.locator(".folio-citation").first).to_contain_text("page")
    picture = page.locator(".folio-page img")
    expect(picture).to_be_visible()
    page.wait_for_function("document.querySelector('.folio-page img').naturalWidth > 0")
    source = picture.get_attribute("src") or ""
    assert "quote=" in source
    image = page.request.get(f"{page.url.rstrip('/')}/{source}")
    assert image.ok
    assert yellow_pixels(image.body()) > 100
    screenshot(page, "answer")


def test_each_number_of_a_computed_answer_opens_its_page(page: Page) -> None:
    _, ratio, _ = QUESTIONS
    ask(page, ratio)
    operands = page.locator(".folio-calculation .folio-number")
    expect(operands.first).to_be_visible()
    assert operands.count() >= 2
    for operand in operands.all():
        citation = operand.get_attribute("data-citation")
        operand.click()
        selected = page.locator(".folio-selected .folio-citation")
        expect(selected).to_have_attribute("data-citation", citation or "")
        expect(page.locator(".folio-page figcaption")).to_contain_text(selected.inner_text().split("page ")[-1])
    screenshot(page, "calculation")


def test_a_refusal_gives_its_reason(page: Page) -> None:
    *_, unanswerable = QUESTIONS
    ask(page, unanswerable)
    expect(page.locator(".folio-refusal")).to_contain_text("No answer")
    assert page.locator(".folio-refusal .folio-number").count() == 0
    screenshot(page, "refusal")


def test_dollar_signs_are_plain_text_also_when_copied(page: Page) -> None:
    question = "Why fell cost from $310 million to $275 million (a $35 million drop) at Quarrel Foods?"
    ask(page, question)
    shown = page.locator(".folio-question")
    assert shown.inner_text() == question
    assert page.locator(".katex, .math, mjx-container").count() == 0
    copied = shown.evaluate(
        "e => { const s = getSelection(); s.selectAllChildren(e); return s.toString(); }",
    )
    assert copied == question


def test_an_example_fills_the_question(page: Page) -> None:
    example = page.locator(".folio-example").first
    text = example.inner_text()
    example.click()
    expect(page.locator("#question textarea")).to_have_value(text)


def test_an_empty_question_is_an_error_not_a_turn(page: Page) -> None:
    page.locator("#question textarea").fill("   ")
    page.locator("#ask").click()
    expect(page.locator(".toast-wrap, [data-testid=toast-body]").first).to_be_visible(timeout=10_000)
    assert page.locator(".folio-turn").count() == 0


def test_pages_can_be_turned(page: Page) -> None:
    line_item, _, _ = QUESTIONS
    ask(page, line_item)
    caption = page.locator(".folio-page figcaption")
    expect(caption).to_be_visible()
    before = caption.inner_text()
    page.get_by_role("button", name="Next page").click()
    expect(caption).not_to_have_text(before)
