"""Rows of words as an eye reads them."""

from ingestion.domain import Page, Word
from ingestion.layout import page_texts, visual_lines


def word(text: str, x: float, y: float, *, size: float = 10.0) -> Word:
    return Word(text, x, y, x + 5.0 * len(text), y + size)


def test_rows_are_put_together_from_words_in_any_order() -> None:
    words = [word("376", 300, 120), word("Revenue", 50, 100), word("392", 200, 120), word("Total", 50, 120.4)]
    assert [line.text for line in visual_lines(words)] == ["Revenue", "Total 392 376"]


def test_a_superscript_belongs_to_its_row() -> None:
    words = [
        word("Goodwill", 50, 100),
        word("(a)", 92, 98.5, size=6),
        word("17", 200, 100),
        word("Other", 50, 112),
    ]
    assert [line.text for line in visual_lines(words)] == ["Goodwill (a) 17", "Other"]


def test_rows_set_tight_stay_apart() -> None:
    words = [word("one", 50, 100, size=12), word("two", 50, 109, size=12), word("three", 50, 118, size=12)]
    assert [line.text for line in visual_lines(words)] == ["one", "two", "three"]


def test_a_word_drawn_twice_counts_once_but_a_repeated_number_stays() -> None:
    words = [word("Total", 50, 100), word("Total", 50.4, 100.3), word("12", 200, 100), word("12", 260, 100)]
    assert [line.text for line in visual_lines(words)] == ["Total 12 12"]


def test_text_along_the_margin_does_not_swallow_rows() -> None:
    words = [
        word("one", 50, 100),
        word("two", 50, 115),
        word("three", 50, 130),
        Word("SIDE", 10, 90, 20, 150),
    ]
    lines = visual_lines(words)
    assert [line.text.replace("SIDE ", "") for line in lines] == ["one", "two", "three"]


def test_the_box_of_a_line_holds_its_words() -> None:
    (line,) = visual_lines([word("ab", 50, 100), word("cd", 90, 101)])
    assert line.box == (50, 100, 100, 111)


def test_page_texts_are_the_drawn_order_and_the_rows() -> None:
    words = (word("Cash", 50, 100), word("Debt", 50, 120), word("7", 200, 100), word("9", 200, 120))
    page = Page("doc", 1, "Cash\nDebt\n7\n9", words)
    assert page_texts(page) == ("Cash\nDebt\n7\n9", "Cash 7\nDebt 9")


def test_a_page_without_words_has_its_text_alone() -> None:
    assert page_texts(Page("doc", 1, "only text")) == ("only text",)
    assert visual_lines([]) == []
