"""Reading PDFs: what is refused, and what is made of turned pages, footnote marks, hidden text and scans."""

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pymupdf
import pytest

from ingestion.catalogue.words import unpack_words
from ingestion.domain import Box, Figure, PageKind, Word
from ingestion.errors import UnreadableFiling
from ingestion.reader import ReadPage, open_pdf, read_pages
from ingestion.reader.printed import printed_numbers

Draw = Callable[[pymupdf.Page], None]

TABLE = [
    ("Capital spending, in millions", "2031", "2030"),
    ("Mills", "318", "295"),
    ("Depots", "74", "81"),
    ("Total", "392", "376"),
]
ROWS = "Capital spending, in millions 2031 2030\nMills 318 295\nDepots 74 81\nTotal 392 376\n"
OFFSETS = (0, 250, 330)


@pytest.fixture
def read(tmp_path: Path) -> Callable[..., list[ReadPage]]:
    """Draws pages, saves them, and reads them back."""

    def drawn(*draws: Draw, rotation: int = 0) -> list[ReadPage]:
        path = tmp_path / "drawn.pdf"
        with pymupdf.open() as document:
            for draw in draws:
                page = document.new_page()
                draw(page)
                page.set_rotation(rotation)
            document.save(path)
        with open_pdf(path, max_pages=100) as document:
            return read_pages(document, "drawn", path)

    return drawn


def table(degrees: int, columns_first: bool = False) -> Draw:
    """The table with its text turned counter-clockwise by these degrees, row by row or column by column."""

    def draw(page: pymupdf.Page) -> None:
        cells = [(row, column) for row in range(len(TABLE)) for column in range(3)]
        for row, column in sorted(cells, key=lambda cell: cell[::-1] if columns_first else cell):
            along, down = OFFSETS[column], 20 * row
            place = {
                0: (100 + along, 100 + down),
                90: (100 + down, 700 - along),
                180: (500 - along, 700 - down),
                270: (500 - down, 100 + along),
            }[degrees]
            page.insert_text(place, TABLE[row][column], rotate=degrees, fontsize=10)

    return draw


@pytest.mark.parametrize("degrees", [90, 180, 270])
@pytest.mark.parametrize("columns_first", [False, True])
def test_a_table_drawn_sideways_reads_in_rows(
    read: Callable[..., list[ReadPage]], degrees: int, columns_first: bool
) -> None:
    (one,) = read(table(degrees, columns_first))
    assert one.page.text == ROWS
    assert " ".join(word.text for word in one.page.words) == ROWS.strip().replace("\n", " ")
    assert (one.page.width, one.page.height) == ((842, 595) if degrees % 180 else (595, 842))
    assert one.page.readable
    tops = {word.text: word.y0 for word in one.page.words}
    assert tops["Depots"] == tops["74"] == tops["81"] != tops["318"]


@pytest.mark.parametrize("degrees", [0, 90, 180, 270])
@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_boxes_are_those_of_the_page_as_displayed(
    read: Callable[..., list[ReadPage]], degrees: int, rotation: int
) -> None:
    (one,) = read(table(degrees), rotation=rotation)
    stored = one.packed(one.page)
    words = unpack_words(stored.words)
    with pymupdf.open() as document:
        page = document.new_page()
        table(degrees)(page)
        page.set_rotation(rotation)
        expected = {
            word[4]: pymupdf.Rect(word[:4]) * page.rotation_matrix for word in page.get_text("words", sort=False)
        }
        size = (page.rect.width, page.rect.height)
    assert (stored.page.width, stored.page.height) == size
    assert sorted(word.text for word in words) == sorted(expected)
    for word in words:
        assert tuple(word[1:]) == pytest.approx(tuple(expected[word.text].normalize()), abs=0.05)


def test_figures_of_a_turned_page_are_put_where_they_stand(read: Callable[..., list[ReadPage]]) -> None:
    (one,) = read(table(90))
    word = next(word for word in one.page.words if word.text == "74")
    figure = Figure(
        "drawn", 1, PageKind.OTHER, 0, "Depots", "", "2031", Decimal(74), "USD", None, None, "", Box(*word[1:])
    )
    shown = next(word for word in unpack_words(one.blob) if word.text == "74")
    assert one.place(figure) == replace(figure, box=Box(*shown[1:]))


def test_a_page_with_rotate_whose_text_is_upright_is_plain(read: Callable[..., list[ReadPage]]) -> None:
    (one,) = read(table(90), rotation=90)
    assert one.turned == 0
    assert one.packed(one.page).page.width == 842
    left = {word.text: word.x0 for word in one.page.words}
    assert left["Mills"] < left["318"] < left["295"]


def test_a_line_up_the_margin_does_not_disturb_the_page(read: Callable[..., list[ReadPage]]) -> None:
    def draw(page: pymupdf.Page) -> None:
        for line in range(30):
            page.insert_text((100, 100 + 12 * line), "The lender is not obliged to extend the facility before 2033.")
        page.insert_text((40, 500), "Downloaded from somewhere", rotate=90)

    (one,) = read(draw)
    assert one.turned == 0
    assert "Downloaded" in one.page.text
    assert "The lender is not obliged to extend the facility before 2033." in one.page.text
    assert "Downloaded" in {word.text for word in unpack_words(one.blob)}


def footnoted(page: pymupdf.Page) -> None:
    writer = pymupdf.TextWriter(page.rect)
    for row, (label, number, mark) in enumerate(
        [("Revenue", "1,234", "2"), ("Costs", "318", "3"), ("Net", "12.3", "1")]
    ):
        _, after = writer.append((72, 100 + 20 * row), f"{label} ", fontsize=10)
        _, after = writer.append(after, number, fontsize=10)
        _, after = writer.append((after[0], after[1] - 4), mark, fontsize=6)
        writer.append((after[0] + 60, 100 + 20 * row), "1,100", fontsize=10)
    writer.write_text(page)


def test_footnote_marks_are_not_part_of_numbers(read: Callable[..., list[ReadPage]]) -> None:
    (one,) = read(footnoted)
    assert [word.text for word in one.page.words] == [
        "Revenue", "1,234", "1,100", "Costs", "318", "1,100", "Net", "12.3", "1,100",
    ]  # fmt: skip
    assert "1,2342" not in one.page.text
    assert "1,234 2" in one.page.text
    number = next(word for word in one.page.words if word.text == "1,234")
    assert number.x1 - number.x0 == pytest.approx(pymupdf.get_text_length("1,234", fontsize=10), abs=0.5)


def test_footnote_marks_on_a_turned_page(read: Callable[..., list[ReadPage]]) -> None:
    (one,) = read(footnoted, rotation=90)
    assert one.turned == 270
    assert [word.text for word in one.page.words if word.text.startswith("1,2")] == ["1,234"]


def test_a_smaller_first_letter_or_a_raised_unit_is_no_mark(read: Callable[..., list[ReadPage]]) -> None:
    def draw(page: pymupdf.Page) -> None:
        writer = pymupdf.TextWriter(page.rect)
        _, after = writer.append((72, 100), "C", fontsize=12)
        writer.append(after, "ONSOLIDATED 2031 2030 2029 1,204 1,130 990", fontsize=9)
        _, after = writer.append((72, 130), "July 30", fontsize=10)
        writer.append((after[0], after[1] - 4), "th", fontsize=6)
        writer.write_text(page)

    (one,) = read(draw)
    assert [one.page.words[0].text, one.page.words[-1].text] == ["CONSOLIDATED", "30th"]


def test_hidden_numbers_are_left_out_and_headings_on_colour_stay(read: Callable[..., list[ReadPage]]) -> None:
    def draw(page: pymupdf.Page) -> None:
        page.draw_rect(pymupdf.Rect(60, 80, 400, 110), fill=(0.5, 0, 0), color=None)
        page.insert_text((72, 100), "Revenue 2031 2030", color=(1, 1, 1))
        page.insert_text((72, 150), "Total assets 7,415 6,902")
        page.insert_text((72, 200), "Total assets 9,999 8,888", color=(1, 1, 1))
        page.insert_text((72, 250), "Ignored 5,555 4,444", render_mode=3)

    (one,) = read(draw)
    assert [word.text for word in one.page.words] == ["Revenue", "2031", "2030", "Total", "assets", "7,415", "6,902"]
    assert "9,999" not in one.page.text
    assert "5,555" not in one.page.text


def test_what_a_scanner_recognised_under_its_picture_is_kept(read: Callable[..., list[ReadPage]]) -> None:
    def draw(page: pymupdf.Page) -> None:
        page.insert_image(page.rect, pixmap=pymupdf.Pixmap(pymupdf.csGRAY, pymupdf.IRect(0, 0, 8, 8), False))
        page.insert_text((72, 150), "Total assets 7,415 6,902", render_mode=3)

    (one,) = read(draw)
    assert [word.text for word in one.page.words] == ["Total", "assets", "7,415", "6,902"]


def test_a_page_without_text_layer_is_unreadable(read: Callable[..., list[ReadPage]]) -> None:
    def picture(page: pymupdf.Page) -> None:
        page.insert_image(page.rect, pixmap=pymupdf.Pixmap(pymupdf.csGRAY, pymupdf.IRect(0, 0, 8, 8), False))

    def text(page: pymupdf.Page) -> None:
        page.insert_text((72, 100), "Some text")

    pages = [one.page for one in read(picture, text, lambda _: None)]
    assert [page.readable for page in pages] == [False, True, False]
    assert pages[0].words == ()
    assert [page.number for page in pages] == [1, 2, 3]


def test_words_come_back_from_the_catalogue_exactly(read: Callable[..., list[ReadPage]]) -> None:
    (one,) = read(table(0))
    assert unpack_words(one.blob) == one.page.words
    assert all(isinstance(word, Word) for word in one.page.words)


def saved(path: Path, **options: object) -> bytes:
    with pymupdf.open() as document:
        for number in range(3):
            document.new_page().insert_text((72, 100), f"Page {number}")
        document.save(path, **options)
    return path.read_bytes()


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "the file is empty"),
        (b"plain text", "not a PDF"),
        (b"<html><body>Form 10-K</body></html>", "not a PDF"),
        (b"\x89PNG\r\n\x1a\n" + b"0" * 100, "not a PDF"),
        (b"%PDF-1.7\n", "truncated"),
        (b"%PDF-1.7\nrubbish\n%%EOF\n", "damaged|no pages"),
        (b"%PDF-1.7\n<html><body>Form 10-K</body></html>", "damaged|not a PDF|truncated"),
    ],
)
def test_what_is_no_pdf_is_refused(tmp_path: Path, content: bytes, reason: str) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(content)
    with pytest.raises(UnreadableFiling, match=reason) as caught, open_pdf(path, max_pages=10):
        pass
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("keep", [0.5, 0.9, 0.99])
def test_a_truncated_file_is_refused(tmp_path: Path, keep: float) -> None:
    path = tmp_path / "a.pdf"
    content = saved(path)
    path.write_bytes(content[: int(len(content) * keep)])
    with pytest.raises(UnreadableFiling, match="truncated"), open_pdf(path, max_pages=10):
        pass


def test_an_encrypted_file_is_refused_and_one_open_to_all_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    saved(path, encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="secret", owner_pw="owner")
    with pytest.raises(UnreadableFiling, match="encrypted"), open_pdf(path, max_pages=10):
        pass
    saved(path, encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="", owner_pw="owner")
    with open_pdf(path, max_pages=10) as document:
        assert document[0].get_text() == "Page 0\n"


def test_too_many_pages_and_none_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    content = saved(path)
    with pytest.raises(UnreadableFiling, match="has 3 pages, more than 2"), open_pdf(path, max_pages=2):
        pass
    path.write_bytes(content.replace(b"/Count 3", b"/Count 0"))
    with pytest.raises(UnreadableFiling, match=r"no pages|damaged|truncated"), open_pdf(path, max_pages=2):
        pass


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFiling, match="no such file"), open_pdf(tmp_path / "gone.pdf", max_pages=2):
        pass
    with pytest.raises(UnreadableFiling, match="cannot be opened"), open_pdf(tmp_path, max_pages=2):
        pass


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (["Cover", "Text\ni", "Text\nii", "Text\niii", "Text\n1", "Text\n2"], [None, "i", "ii", "iii", "1", "2"]),
        (["a\nF-1", "b\nF-2", "c\nF-3"], ["F-1", "F-2", "F-3"]),
        (["Page 4 of 9\na", "Page 5 of 9\nb"], ["4", "5"]),
        (["a\n- 12 -\n", "b\n- 13 -\n"], ["12", "13"]),
        (["Total\n47", "Total\n391", "Total\n12"], [None, None, None]),
        (["12\nAcme 2031 Annual Report", "13\nb", "c", "15\nd"], ["12", "13", None, "15"]),
        (["Acme | 2031 Form 10-K | 21", "Acme | 2031 Form 10-K | 22"], ["21", "22"]),
        ([], []),
    ],
)
def test_printed_page_numbers(texts: list[str], expected: list[str | None]) -> None:
    assert printed_numbers(texts) == expected
