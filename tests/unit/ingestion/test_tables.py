"""Tables read from drawn pages: rows, label hierarchy, columns and their headings."""

from decimal import Decimal

import pytest

from ingestion.domain import Word
from ingestion.tables.cells import split_line
from ingestion.tables.model import Table
from ingestion.tables.reader import read_tables


def read_one(pages) -> Table:
    (table,) = read_tables(pages[0])
    return table


def grid(table: Table) -> dict[str, list[Decimal | None]]:
    """label -> values by column, None where a column is blank."""
    rows = {}
    for row in table.rows:
        values: list[Decimal | None] = [None] * len(table.columns)
        for value in row.values:
            values[value.column] = value.value
        rows[row.label] = values
    return rows


def words(text: str, *, gap: float = 3.0) -> list[Word]:
    placed, x = [], 50.0
    for part in text.split():
        placed.append(Word(part, x, 100, x + 5.0 * len(part), 110))
        x += 5.0 * len(part) + gap
    return placed


@pytest.mark.parametrize(
    ("line", "label", "values"),
    [
        ("Revenue $ 1,204 $ 1,110", "Revenue", ["1204", "1110"]),
        ("Other, net ( 12 ) 7", "Other, net", ["-12", "7"]),
        ("Tax rate 23.9 % 17.6 %", "Tax rate", ["23.9", "17.6"]),
        ("Change (0.7) % 4.2%", "Change", ["-0.7", "4.2"]),
        ("Growth \u22124.2% \uff0d15", "Growth", ["-4.2", "-15"]),
        ("Write-offs \u2014 (3)", "Write-offs", [None, "-3"]),
        ("Impairment NM 12", "Impairment", [None, "12"]),
        ("Debt (Note 16)", "Debt (Note 16)", []),
        ("At December 31", "At December 31", []),
        ("Goodwill 1,2342 987", "Goodwill", ["1234", "987"]),
        ("Leases 1,204(a) 987*", "Leases", ["1204", "987"]),
        ("Sales to customers (6)", "Sales to customers (6)", []),
        ("a charge of $0.2 billion", "a charge of $0.2 billion", []),
        ("See accompanying notes.", "See accompanying notes.", []),
    ],
)
def test_cells_at_the_end_of_a_line(line: str, label: str, values: list[str | None]) -> None:
    found, cells = split_line(words(line))
    assert " ".join(word.text for word in found) == label
    assert [cell.value for cell in cells] == [None if value is None else Decimal(value) for value in values]


def test_a_unit_beside_a_number_is_part_of_its_cell() -> None:
    line = [*words("Umsatz"), *[word._replace(x0=word.x0 + 200, x1=word.x1 + 200) for word in words("12,5 Mio. EUR")]]
    label, (cell,) = split_line(line, decimal_comma=True)
    assert [word.text for word in label] == ["Umsatz"]
    assert (cell.value, cell.scale, cell.currency, cell.text) == (Decimal("12.5"), 10**6, "EUR", "12,5 Mio. EUR")


def test_a_dash_is_a_sign_only_where_it_touches_its_number() -> None:
    touching = [Word("\u2013", 100, 0, 105, 10), Word("310", 105.5, 0, 120, 10)]
    apart = [Word("\u2013", 100, 0, 105, 10), Word("310", 160, 0, 175, 10)]
    assert [cell.value for cell in split_line(touching)[1]] == [Decimal(-310)]
    assert [cell.value for cell in split_line(apart)[1]] == [None, Decimal(310)]


def test_rows_headings_and_hierarchy(sheet, read_sheets) -> None:
    page = (
        sheet()
        .centred((300, "HARROWGATE TOOLS"))
        .centred((300, "Consolidated Statements of Income"))
        .centred((300, "(In millions, except per share data)"))
        .centred((460, "Years ended December 31,"))
        .row("", "2031", "2030", "2029")
        .row("Net sales", "$|1,204", "$|1,110", "$|1,015")
        .row("Costs and expenses:")
        .row("Cost of sales", "(702)", "(655)", "(610)", indent=12)
        .row("Selling and administrative", "(212)", "(190)", "-", indent=12)
        .row("Operating income", "290", "265", "405")
        .row("Earnings per share:")
        .row("Basic", "$|2.10", "$|1.95", "$|1.80", indent=12)
        .row("Diluted", "2.08", "1.93", "1.79", indent=12)
    )
    table = read_one(read_sheets(page))
    assert [column.heading for column in table.columns] == [
        "Years ended December 31, 2031",
        "Years ended December 31, 2030",
        "Years ended December 31, 2029",
    ]
    assert grid(table)["Net sales"] == [1204, 1110, 1015]
    assert grid(table)["Selling and administrative"] == [-212, -190, None]
    sections = {row.label: row.section for row in table.rows}
    assert sections["Cost of sales"] == ("Costs and expenses",)
    assert sections["Operating income"] == ()
    assert sections["Diluted"] == ("Earnings per share",)
    assert "(In millions, except per share data)" in table.above


def test_headings_at_the_indent_of_their_rows_hold_until_the_next(sheet, read_sheets) -> None:
    page = sheet().row("", "2031", "2030", "2029").row("OPERATING ACTIVITIES:").row("Net income", "5", "4", "3")
    page.row("Adjustments:").row("Depreciation", "2", "2", "2", indent=12)
    page.row("INVESTING ACTIVITIES:").row("Purchases of equipment", "(4)", "(3)", "(2)")
    sections = {row.label: row.section for row in read_one(read_sheets(page)).rows}
    assert sections["Net income"] == ("OPERATING ACTIVITIES",)
    assert sections["Depreciation"] == ("OPERATING ACTIVITIES", "Adjustments")
    assert sections["Purchases of equipment"] == ("INVESTING ACTIVITIES",)


def test_a_label_may_wrap_above_or_below_its_numbers(sheet, read_sheets) -> None:
    page = (
        sheet()
        .row("", "2031", "2030", "2029")
        .row("Proceeds from maturities of short-term investments")
        .row("with original terms of three months or less", "9", "8", "7", indent=9)
        .row("Principal payments on notes and other borrowings of", "(6)", "(5)", "(4)")
        .row("consolidated partnerships", indent=9)
        .row("Net income attributable to")
        .row("Harrowgate Tools", "3", "2", "1")
    )
    table = read_one(read_sheets(page))
    assert grid(table) == {
        "Proceeds from maturities of short-term investments with original terms of three months or less": [9, 8, 7],
        "Principal payments on notes and other borrowings of consolidated partnerships": [-6, -5, -4],
        "Net income attributable to Harrowgate Tools": [3, 2, 1],
    }


def test_lines_set_closer_than_rows_are_one_label(sheet, read_sheets) -> None:
    page = sheet(pitch=20).row("", "2031", "2030", "2029").row("Sales", "9", "8", "7").row("Costs", "4", "4", "4")
    page.row("Segment Income from Continuing", "5", "4", "3")
    page.y -= 10
    page.row("Operations").row("Other", "1", "1", "1").row("Total", "6", "5", "4")
    assert "Segment Income from Continuing Operations" in grid(read_one(read_sheets(page)))


def test_an_unlabelled_total_is_named_by_its_heading(sheet, read_sheets) -> None:
    page = (
        sheet(rights=(400.0, 500.0))
        .centred((400, "2031"), (500, "2030"))
        .row("Revenues")
        .row("Rooms", "20", "18", indent=12)
        .row("Casino", "50", "45", indent=12)
        .row("", "70", "63")
        .row("Expenses")
        .row("Rooms", "9", "8", indent=12)
    )
    rows = [(row.label, row.section) for row in read_one(read_sheets(page)).rows]
    assert ("Total revenues", ()) in rows
    assert rows[-1] == ("Rooms", ("Expenses",))


def test_numbers_in_labels_make_no_column(sheet, read_sheets) -> None:
    page = (
        sheet(rights=(400.0, 500.0))
        .row("", "2031", "2030")
        .row("Receivables, net of allowances of $95 and $103", "502", "491")
        .row("Notes due 2040", "30", "30")
        .row("Commitments and contingencies (Note 16)")
        .row("Shares outstanding - 2031: 576,575,168")
        .row("Common stock, $.01 par value", "9", "9")
    )
    table = read_one(read_sheets(page))
    assert len(table.columns) == 2
    assert grid(table)["Notes due 2040"] == [30, 30]
    assert grid(table)["Receivables, net of allowances of $95 and $103"] == [502, 491]


def test_years_down_the_side_are_labels(sheet, read_sheets) -> None:
    page = (
        sheet(rights=(400.0, 500.0))
        .centred((385, "Operating"), (485, "Finance"))
        .centred((385, "leases"), (485, "leases"))
    )
    page.row("2032", "12", "7").row("2033", "11", "6").row("2034", "9", "4").row("Thereafter", "20", "8")
    table = read_one(read_sheets(page))
    assert grid(table)["2033"] == [11, 6]
    assert [column.heading for column in table.columns] == ["Operating leases", "Finance leases"]


def test_a_raised_footnote_mark_is_no_digit(sheet, read_sheets) -> None:
    page = sheet().row("", "2031", "2030", "2029").row("Net sales", "1,204", "1,110", "1,015")
    page.at(540.5, "2", dy=-3.5, size=5).row("Other", "12", "11", "10")
    assert grid(read_one(read_sheets(page)))["Net sales"] == [1204, 1110, 1015]


def test_a_doubled_text_layer_counts_once(sheet, read_sheets) -> None:
    page = (
        sheet().row("", "2031", "2030", "2029").row("Net sales", "1,204", "1,110", "1,015").row("Other", "1", "1", "1")
    )
    page.drawn += [(x + 0.3, y + 0.2, text, size) for x, y, text, size in page.drawn]
    assert grid(read_one(read_sheets(page))) == {"Net sales": [1204, 1110, 1015], "Other": [1, 1, 1]}


def test_statements_beside_each_other_are_two_tables(sheet, read_sheets) -> None:
    page = sheet(rights=(200.0, 260.0))
    pairs = [("Cash", "Payables"), ("Receivables", "Accruals"), ("Inventories", "Debt"), ("Plant", "Capital")]
    page.centred((195, "2031"), (255, "2030"), (480, "2031"), (540, "2030"))
    for number, (asset, claim) in enumerate([*pairs, ("Goodwill", "Reserves"), ("Total assets", "Total claims")]):
        page.row(asset, f"{10 + number}", f"{20 + number}")
        page.at(320, claim).at(475, f"{30 + number}").at(535, f"{40 + number}")
    left, right = read_tables(read_sheets(page)[0])
    assert grid(left)["Plant"] == [13, 23]
    assert grid(right)["Capital"] == [33, 43]


def test_two_blocks_of_periods_have_their_own_headings(sheet, read_sheets) -> None:
    page = sheet(rights=(400.0, 500.0))
    for length in ("Three months ended June 30,", "Six months ended June 30,"):
        page.centred((450, length)).row("", "2031", "2030")
        page.row("Sales", "12", "11").row("Costs", "(7)", "(6)").row("Margin", "5", "5")
    first, second = read_tables(read_sheets(page)[0])
    assert first.columns[0].heading == "Three months ended June 30, 2031"
    assert second.columns[1].heading == "Six months ended June 30, 2030"


def test_groups_of_years_take_the_heading_over_them(sheet, read_sheets) -> None:
    page = sheet(rights=(220.0, 280.0, 340.0, 440.0, 500.0))
    page.centred((270, "Sales"), (460, "Assets")).row("(in millions)", "2031", "2030", "2029", "2031", "2030")
    page.row("Europe", "23", "22", "18", "38", "43").row("Asia", "16", "17", "15", "4", "5")
    headings = [column.heading for column in read_one(read_sheets(page)).columns]
    assert headings == ["Sales 2031", "Sales 2030", "Sales 2029", "Assets 2031", "Assets 2030"]


def test_prose_and_page_numbers_make_no_table(sheet, read_sheets) -> None:
    page = sheet(kind="notes")
    for _ in range(3):
        page.row(
            "The company paid dividends of $45 million in the year, and expects to pay as much in each year to 2033"
        )
        page.row("and thereafter, depending on results, on capital spending of $120 million, and on the debt of 2031")
    page.y += 60
    page.centred((300, "61"))
    assert read_tables(read_sheets(page)[0]) == []


def test_the_page_number_under_a_column_is_no_row(sheet, read_sheets) -> None:
    page = sheet().row("", "2031", "2030", "2029").row("Sales", "12", "11", "10").row("Other", "1", "1", "1")
    page.y += 80
    page.row("2031 Annual Report", "", "", "61")
    assert list(grid(read_one(read_sheets(page)))) == ["Sales", "Other"]
