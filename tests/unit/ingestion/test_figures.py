"""Figures of whole filings: periods, units, scale and provenance, from drawn statements."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pymupdf
import pytest

from ingestion.domain import Figure, FiscalPeriod, Form, PageKind
from ingestion.figures import read_figures
from ingestion.layout import page_texts
from ingestion.reader.pages import read_pages


def pick(figures: list[Figure], label: str, column: int = 0) -> Figure:
    """The figure of a row by its place among the row's figures."""
    return [figure for figure in figures if figure.label == label][column]


def squeeze(text: str) -> str:
    return " ".join(text.split())


def test_a_quarter_and_a_half_year_side_by_side(sheet, read_sheets, make_filing) -> None:
    page = (
        sheet(rights=(330.0, 400.0, 470.0, 540.0))
        .centred((300, "Consolidated Statements of Income (in millions)"))
        .centred((345, "Three Months Ended June 30,"), (490, "Six Months Ended June 30,"))
        .row("", "2031", "2030", "2031", "2030")
        .row("Revenue", "412", "388", "803", "761")
        .row("Net income", "41", "38", "80", "76")
    )
    filing = make_filing(Form.TEN_Q, fiscal_quarter=2, period_end=date(2031, 6, 30))
    figures = read_figures(read_sheets(page), filing)
    periods = {figure.value: figure.period for figure in figures if figure.label == "Revenue"}
    assert periods == {
        Decimal(412): FiscalPeriod(2031, 2, 3, date(2031, 6, 30)),
        Decimal(388): FiscalPeriod(2030, 2, 3, date(2030, 6, 30)),
        Decimal(803): FiscalPeriod(2031, None, 6, date(2031, 6, 30)),
        Decimal(761): FiscalPeriod(2030, None, 6, date(2030, 6, 30)),
    }


def balance_page(sheet, rows, *, note: str = "", heads: bool = True):
    page = sheet(rights=(460.0, 540.0), kind=PageKind.BALANCE_SHEET).centred((300, "Consolidated Balance Sheets"))
    if note:
        page.centred((300, note))
    page.y += 14
    if heads:
        page.centred((440, "December 31, 2031"), (525, "December 31, 2030"))
    for label, *cells in rows:
        page.row(label, *cells)
    return page


def test_the_scale_note_outside_the_grid_holds_on_the_second_page(sheet, read_sheets, make_filing) -> None:
    first = balance_page(sheet, [("Cash", "215", "190"), ("Inventories", "820", "790")], note="(In millions)")
    second = balance_page(sheet, [("Plant", "6,380", "6,120"), ("Total assets", "7,415", "7,100")])
    figures = read_figures(read_sheets(first, second), make_filing())
    total = pick(figures, "Total assets")
    assert (total.page, total.value, total.scale) == (2, 7415, 10**6)
    assert total.amount == Decimal("7.415e9")
    assert {figure.scale for figure in figures} == {10**6}


def test_without_a_note_anywhere_the_scale_is_unknown(sheet, read_sheets, make_filing) -> None:
    page = balance_page(sheet, [("Cash", "$|215", "$|190"), ("Total assets", "7,415", "7,100")])
    figures = read_figures(read_sheets(page), make_filing())
    assert {figure.scale for figure in figures} == {None}
    assert pick(figures, "Total assets").amount is None


def test_a_label_that_wraps_over_the_page_break(sheet, read_sheets, make_filing) -> None:
    first = balance_page(
        sheet,
        [
            ("Accounts payable", "91", "84"),
            ("Deferred revenue and customer deposits, net of", "147", "139"),
        ],
        note="(In millions)",
    )
    second = balance_page(sheet, [("current portion",), ("Lease liabilities", "58", "63"), ("Other", "7", "6")])
    figures = read_figures(read_sheets(first, second), make_filing())
    joined = [figure for figure in figures if figure.label.startswith("Deferred")]
    assert [figure.label for figure in joined] == ["Deferred revenue and customer deposits, net of current portion"] * 2
    assert [(figure.value, figure.page, figure.period.fiscal_year) for figure in joined] == [
        (147, 1, 2031),
        (139, 1, 2030),
    ]
    leases = [figure for figure in figures if figure.label == "Lease liabilities"]
    assert [(figure.value, figure.page, figure.section) for figure in leases] == [(58, 2, ""), (63, 2, "")]


def test_minus_look_alikes_in_a_table(sheet, read_sheets, make_filing) -> None:
    page = sheet(rights=(460.0, 540.0)).centred((300, "(in millions)")).row("", "2031", "2030")
    page.row("Change in prices", "(4.2)%", "1.1%").row("Other expense", "(96)", "-310").row("Impairment", "-", "(15)")
    figures = read_figures(read_sheets(page), make_filing())
    assert [figure.value for figure in figures] == [Decimal("-4.2"), Decimal("1.1"), -96, -310, -15]
    assert pick(figures, "Change in prices").unit == "percent"
    assert [figure.value for figure in figures if figure.label == "Impairment"] == [-15]  # a nil is no figure


def test_a_document_with_decimal_commas(sheet, read_sheets, make_filing) -> None:
    german = sheet(rights=(400.0,)).row("", "2031").row("Umsatz", "1.284,6 Mio. EUR").row("Marge", "7,35 %")
    german.row("Mitarbeiter", "1.284")
    figures = read_figures(read_sheets(german), make_filing())
    sales, margin, staff = figures
    assert (sales.value, sales.amount, sales.unit) == (Decimal("1284.6"), Decimal("1284600000"), "EUR")
    assert (margin.value, margin.unit) == (Decimal("7.35"), "percent")
    assert staff.value == 1284


def test_the_other_document_keeps_its_points(sheet, read_sheets, make_filing) -> None:
    english = sheet(rights=(400.0,)).row("", "2031").row("Sales", "1,284.6").row("Staff", "1,284")
    assert [figure.value for figure in read_figures(read_sheets(english), make_filing())] == [Decimal("1284.6"), 1284]


def income_page(sheet, note: str):
    return (
        sheet()
        .centred((300, "Consolidated Statements of Operations"))
        .centred((300, note))
        .centred((460, "Years ended December 31,"))
        .row("", "2031", "2030", "2029")
        .row("Net sales", "$|1,204", "$|1,110", "$|1,015")
        .row("Effective tax rate", "23.9%", "22.0%", "21.5%")
        .row("Net income per share:")
        .row("Basic", "$|2.10", "$|1.95", "$|1.80", indent=12)
        .row("Weighted-average shares outstanding:")
        .row("Basic", "57,412", "57,300", "57,100", indent=12)
        .row("Dividends declared per common share", "$|0.40", "$|0.38", "$|0.36")
    )


@pytest.mark.parametrize(
    ("note", "money", "shares"),
    [
        ("(In millions, except per share amounts)", 10**6, 10**6),
        ("(In millions, except share and per share data)", 10**6, 1),
        ("($ in thousands, shares in millions)", 10**3, 10**6),
        ("(Dollars and shares in thousands, except per share amounts)", 10**3, 10**3),
        (
            "(in millions, except number of shares, which are reflected in thousands, and per share amounts)",
            10**6,
            10**3,
        ),
        ("(000's omitted, except per share data)", 10**3, 10**3),
        ("(Millions of dollars, except per share)", 10**6, 10**6),
    ],
)
def test_the_scale_is_read_by_row(sheet, read_sheets, make_filing, note, money, shares) -> None:
    figures = read_figures(read_sheets(income_page(sheet, note)), make_filing())
    units = {(figure.section, figure.label): (figure.unit, figure.scale) for figure in figures}
    assert units["", "Net sales"] == ("USD", money)
    assert units["", "Effective tax rate"] == ("percent", 1)
    assert units["Net income per share", "Basic"] == ("USD/share", 1)
    assert units["Weighted-average shares outstanding", "Basic"] == ("shares", shares)
    assert units["", "Dividends declared per common share"] == ("USD/share", 1)


def test_a_figure_knows_where_it_stands(sheet, read_sheets, make_filing) -> None:
    pages = read_sheets(income_page(sheet, "(In millions, except per share amounts)"))
    figure = pick(read_figures(pages, make_filing()), "Net sales", 1)
    assert (figure.doc, figure.page, figure.statement) == ("drawn", 1, PageKind.INCOME_STATEMENT)
    assert (figure.column, figure.section, figure.value) == ("Years ended December 31, 2030", "", 1110)
    assert figure.period == FiscalPeriod(2030, None, 12, date(2030, 12, 31))
    assert figure.box.x0 < 460 - 20 < figure.box.x1 < 463
    row = next(word for word in pages[0].words if word.text == "1,110")
    assert figure.box.y0 <= row.y0 <= row.y1 <= figure.box.y1


def test_every_quote_stands_on_its_page(sheet, read_sheets, make_filing) -> None:
    page = income_page(sheet, "(In millions, except per share amounts)")
    page.row("Proceeds from maturities of short-term investments")
    page.row("with original terms of three months or less", "9", "8", "7", indent=9)
    pages = read_sheets(page)
    for figure in read_figures(pages, make_filing()):
        assert any(squeeze(figure.quote) in squeeze(text) for text in page_texts(pages[0]))
        assert figure.label.split()[0] in figure.quote


def test_fiscal_years_of_a_53_week_filer_keep_their_names(sheet, read_sheets, make_filing) -> None:
    page = sheet().centred((460, "Fiscal years ended"))
    page.centred((360, "January 1, 2034"), (440, "January 2, 2033"), (520, "January 3, 2032"))
    page.row("Net sales", "903", "880", "860").row("Net income", "90", "88", "86")
    filing = make_filing(fiscal_year=2033, period_end=date(2034, 1, 1))
    years = [
        figure.period.fiscal_year for figure in read_figures(read_sheets(page), filing) if figure.label == "Net sales"
    ]
    assert years == [2033, 2032, 2031]


def test_quarters_of_a_53_week_filer(sheet, read_sheets, make_filing) -> None:
    page = sheet(rights=(330.0, 400.0, 470.0, 540.0))
    page.centred((345, "13 Weeks Ended"), (490, "39 Weeks Ended"))
    page.centred((310, "October 2,"), (385, "October 3,"), (455, "October 2,"), (525, "October 3,"))
    page.row("", "2033", "2032", "2033", "2032").row("Net sales", "226", "220", "672", "655").row(
        "Costs", "9", "8", "7", "6"
    )
    filing = make_filing(Form.TEN_Q, fiscal_year=2033, fiscal_quarter=3, period_end=date(2033, 10, 2))
    periods = [figure.period for figure in read_figures(read_sheets(page), filing) if figure.label == "Net sales"]
    assert [(period.fiscal_year, period.quarter, period.months) for period in periods] == [
        (2033, 3, 3), (2032, 3, 3), (2033, None, 9), (2032, None, 9),
    ]  # fmt: skip


def test_a_year_that_ends_in_january_is_named_by_the_filing(sheet, read_sheets, make_filing) -> None:
    page = sheet(kind=PageKind.BALANCE_SHEET, rights=(460.0, 540.0))
    page.centred((440, "February 1,"), (525, "February 2,")).row("", "2032", "2031").row(
        "Total assets", "7,415", "7,100"
    )
    filing = make_filing(fiscal_year=2031, period_end=date(2032, 2, 1))
    first, second = read_figures(read_sheets(page), filing)
    assert first.period == FiscalPeriod(2031, None, 0, date(2032, 2, 1))
    assert second.period == FiscalPeriod(2030, None, 0, date(2031, 2, 2))


def test_the_year_end_in_a_quarterly_balance_sheet(sheet, read_sheets, make_filing) -> None:
    page = balance_page(sheet, [("Total assets", "7,415", "7,100")], note="(In millions)", heads=False)
    page.drawn = page.drawn[:-2]
    page = sheet(kind=PageKind.BALANCE_SHEET, rights=(460.0, 540.0)).centred((300, "(In millions)"))
    page.centred((440, "June 30, 2031"), (525, "December 31, 2030")).row("Total assets", "7,415", "7,100")
    filing = make_filing(Form.TEN_Q, fiscal_quarter=2, period_end=date(2031, 6, 30))
    now, year_end = read_figures(read_sheets(page), filing)
    assert now.period == FiscalPeriod(2031, 2, 0, date(2031, 6, 30))
    assert year_end.period == FiscalPeriod(2030, None, 0, date(2030, 12, 31))


def test_restated_columns_and_changes(sheet, read_sheets, make_filing) -> None:
    page = sheet().centred((300, "(in millions)")).centred((440, "(As restated)")).row("", "2031", "2030", "% change")
    page.row("Net sales", "1,204", "1,110", "8.5").row("Net income", "290", "265", "9.4")
    first, second, change = read_figures(read_sheets(page), make_filing())[:3]
    assert (first.restated, second.restated) == (False, True)
    assert (change.period, change.unit, change.scale) == (None, "percent", 1)


def test_an_earnings_page_with_two_statements(sheet, read_sheets, make_filing) -> None:
    page = sheet(kind=PageKind.EARNINGS_TABLES, rights=(460.0, 540.0), pitch=13)
    page.centred((300, "Condensed Consolidated Statements of Cash Flows")).centred((300, "($ million)"))
    page.centred((490, "Twelve Months Ended June 30,")).row("", "2031", "2030")
    page.row("Net income", "815", "758").row("Net cash from operating activities", "1,526", "1,261")
    page.y += 30
    page.centred((300, "Condensed Consolidated Balance Sheets")).centred((300, "($ million)"))
    page.centred((440, "June 30, 2031"), (525, "June 30, 2030"))
    page.row("Cash and cash equivalents", "689", "775").row("Total assets", "17,003", "17,426")
    figures = read_figures(
        read_sheets(page), make_filing(Form.EARNINGS, period_end=date(2031, 6, 30), fiscal_quarter=4)
    )
    flow, stock = pick(figures, "Net income"), pick(figures, "Total assets")
    assert (flow.statement, flow.period) == (PageKind.CASH_FLOW, FiscalPeriod(2031, None, 12, date(2031, 6, 30)))
    assert (stock.statement, stock.period) == (PageKind.BALANCE_SHEET, FiscalPeriod(2031, None, 0, date(2031, 6, 30)))


def test_segments_across_take_their_year_from_above(sheet, read_sheets, make_filing) -> None:
    page = sheet(kind=PageKind.SEGMENTS).centred((300, "(in millions)"))
    for year, sales in ((2031, ("20", "9", "29")), (2030, ("18", "8", "26"))):
        page.centred((440, str(year))).row("", "Tools", "Depots", "Total").row("Net sales", *sales).row(
            "Assets", *sales
        )
    figures = [figure for figure in read_figures(read_sheets(page), make_filing()) if figure.label == "Net sales"]
    assert [figure.period.fiscal_year for figure in figures] == [2031] * 3 + [2030] * 3
    assert [figure.column.split()[-1] for figure in figures[:3]] == ["Tools", "Depots", "Total"]


def test_currency_and_pages_that_are_not_read(sheet, read_sheets, make_filing) -> None:
    euros = (
        sheet(rights=(460.0, 540.0)).centred((300, "(EUR in millions)")).row("", "2031", "2030").row("Sales", "5", "4")
    )
    prose = sheet(kind=PageKind.RISK_FACTORS).row("", "2031", "2030", "2029").row("Risks", "1", "2", "3")
    figures = read_figures(read_sheets(euros, prose), make_filing())
    assert {(figure.page, figure.unit, figure.scale) for figure in figures} == {(1, "EUR", 10**6)}


def test_a_table_drawn_sideways(tmp_path, make_filing) -> None:
    rows = [("Capital spending, in millions", "2031", "2030"), ("Mills", "318", "295"), ("Depots", "74", "81")]
    path = tmp_path / "sideways.pdf"
    with pymupdf.open() as document:
        page = document.new_page()
        for place, (label, *cells) in enumerate([*rows, ("Total", "392", "376")]):
            for start, text in zip((700, 300, 200), (label, *cells), strict=True):
                end = start - (pymupdf.get_text_length(text, fontsize=9) if text == label else 0)
                page.insert_text((100 + 16 * place, start if text == label else end), text, fontsize=9, rotate=90)
        document.save(path)
    with pymupdf.open(path) as document:
        (read,) = read_pages(document, "sideways", path)
    page = replace(read.page, kind=PageKind.SEGMENTS)
    figures = read_figures([page], make_filing())
    assert [(figure.value, figure.period.fiscal_year) for figure in figures if figure.label == "Depots"] == [
        (74, 2031),
        (81, 2030),
    ]
    assert {figure.scale for figure in figures} == {10**6}
    placed = read.place(figures[0]).box
    assert 100 - 10 < placed.x0 < placed.x1 < 100 + 16 * 2  # on the displayed page the row stands upright


def test_nothing_comes_of_nothing(make_filing) -> None:
    assert read_figures([], make_filing()) == []
