"""Column headings to periods, and periods to a company's own fiscal calendar."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingestion.domain import Filing, FiscalPeriod, Form
from ingestion.periods import FiscalCalendar, Heading, add_months, make_calendar, merge, read_heading


def filing(form: Form = Form.TEN_K, year: int | None = 2031, **fields: object) -> Filing:
    return Filing("d", "Quarrel Foods", form, year, "0" * 64, 9, "d.pdf", **fields)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "heading"),
    [
        ("Years ended December 31, 2031", Heading(months=12, month=12, day=31, year=2031)),
        ("Fiscal Years Ended January 31, 2031", Heading(months=12, month=1, day=31, year=2031)),
        ("December 31, 2031", Heading(month=12, day=31, year=2031)),
        ("Dec. 31, 2031", Heading(month=12, day=31, year=2031)),
        ("31 December 2031", Heading(month=12, day=31, year=2031)),
        ("12/31/31", Heading(month=12, day=31, year=2031)),
        ("As of May 26, 2031", Heading(month=5, day=26, year=2031)),
        ("2031", Heading(year=2031)),
        ("April 29 - June 7, 2031 (6 weeks)", Heading(months=1, month=6, day=7, year=2031)),
        ("February 8 - December 29, 2031 (29 weeks)", Heading(months=7, month=12, day=29, year=2031)),
        ("Five months ended May 31, 2031", Heading(months=5, month=5, day=31, year=2031)),
        ("FY2031", Heading(months=12, year=2031)),
        ("FY31", Heading(months=12, year=2031)),
        ("Three Months Ended June 30, 2031", Heading(months=3, month=6, day=30, year=2031)),
        ("Nine months ended September 30, 2031", Heading(months=9, month=9, day=30, year=2031)),
        ("52 Weeks Ended January 2, 2031", Heading(months=12, month=1, day=2, year=2031)),
        ("Thirteen weeks ended May 4, 2031", Heading(months=3, month=5, day=4, year=2031)),
        ("26 weeks ended", Heading(months=6)),
        ("SECOND-QUARTER 2031", Heading(months=3, quarter=2, year=2031)),
        ("Q2 2031", Heading(months=3, quarter=2, year=2031)),
        ("2Q31", Heading(months=3, quarter=2, year=2031)),
        ("Q4 2031 YTD", Heading(months=12, year=2031)),
        ("First half 2031", Heading(months=6, year=2031)),
        ("% Change", Heading(comparison=True)),
        ("2031 vs. 2030", Heading(comparison=True)),
        ("Increase (Decrease)", Heading(comparison=True)),
        ("Sales vs. prior period 2031", Heading(year=2031)),
        ("2031 Percent to Sales", Heading(year=2031)),
        ("2030 (As restated)", Heading(year=2030, restated=True)),
        ("2030 As previously reported", Heading(year=2030)),
        ("Total", Heading()),
        ("$1,204 of 2,031", Heading()),
    ],
)
def test_headings(text: str, heading: Heading) -> None:
    assert read_heading(text) == heading


def test_a_title_completes_its_columns_but_does_not_change_them() -> None:
    title = read_heading("Years ended December 31,")
    assert merge(Heading(year=2030), title) == Heading(months=12, month=12, day=31, year=2030, labelled=True)
    dated = Heading(month=6, day=30, year=2031)
    assert merge(dated, read_heading("As of December 31, 2030")).end == date(2031, 6, 30)


@pytest.mark.parametrize(
    ("ends", "year", "quarter"),
    [
        (date(2033, 7, 3), 2033, 2),
        (date(2033, 10, 2), 2033, 3),
        (date(2034, 1, 1), 2033, None),
        (date(2034, 4, 2), 2034, 1),
        (date(2033, 1, 2), 2032, None),
    ],
)
def test_a_52_53_week_year_that_ends_in_the_next_one(ends: date, year: int, quarter: int | None) -> None:
    calendar = FiscalCalendar(date(2034, 1, 1), 2033)
    heading = Heading(month=ends.month, day=ends.day, year=ends.year)
    assert calendar.period(heading, instant=True, months=None) == FiscalPeriod(year, quarter, 0, ends)


def test_the_calendar_of_a_quarterly_report() -> None:
    calendar = make_calendar(filing(Form.TEN_Q, fiscal_quarter=2, period_end=date(2031, 11, 30)), [])
    assert calendar is not None
    assert (calendar.year_end, calendar.fiscal_year) == (date(2032, 5, 31), 2032)  # a year is named by where it ends


def test_a_year_that_ends_in_january_may_bear_the_year_before() -> None:
    calendar = make_calendar(filing(year=2031, period_end=date(2032, 1, 31)), [Heading(year=2031), Heading(year=2030)])
    assert calendar is not None
    assert calendar.period(Heading(year=2030), instant=False, months=12) == FiscalPeriod(
        2030, None, 12, date(2031, 1, 31)
    )


def test_a_year_that_cannot_be_is_not_believed() -> None:
    calendar = make_calendar(filing(Form.TEN_Q, year=2030, fiscal_quarter=2, period_end=date(2031, 6, 2)), [])
    assert calendar is not None
    assert calendar.fiscal_year == 2031


def test_without_any_date_or_year_there_is_no_calendar() -> None:
    assert make_calendar(filing(year=None), []) is None


def test_year_ends_computed_are_corrected_by_dates_printed() -> None:
    calendar = FiscalCalendar(date(2031, 12, 28), 2031, dates=frozenset({date(2030, 12, 29)}))
    assert calendar.period(Heading(year=2030), instant=False, months=12) == FiscalPeriod(
        2030, None, 12, date(2030, 12, 29)
    )


def test_three_months_without_a_date_are_the_filing_s_quarter() -> None:
    calendar = FiscalCalendar(date(2031, 12, 31), 2031, quarter=2)
    assert calendar.period(Heading(months=3, year=2031), instant=False, months=None) == FiscalPeriod(
        2031, 2, 3, date(2031, 6, 30)
    )


@given(
    day=st.dates(date(2000, 1, 1), date(2060, 12, 31)),
    count=st.integers(min_value=-60, max_value=60),
)
def test_adding_months_keeps_the_end_of_the_month(day: date, count: int) -> None:
    later = add_months(day, count)
    assert (later.year * 12 + later.month) - (day.year * 12 + day.month) == count
    if add_months(day, 0) == day and (day.month != (day.replace(day=28)).month or day.day < 28):
        assert later.day == day.day


@given(year=st.integers(2005, 2040), month=st.integers(1, 12), back=st.integers(0, 11))
def test_every_month_end_lies_in_one_quarter(year: int, month: int, back: int) -> None:
    """Going back from a year end by quarters gives the quarters 4 to 1 of that year, then the year before."""
    end = add_months(date(year, month, 28), 0)
    calendar = FiscalCalendar(end, year)
    at = add_months(end, -3 * back)
    period = calendar.period(Heading(months=3, month=at.month, day=at.day, year=at.year), instant=False, months=None)
    assert period is not None
    assert (period.fiscal_year, period.quarter) == (year - back // 4, 4 - back % 4)


def test_a_year_alone_is_the_fiscal_year_though_the_title_gives_a_day_in_january() -> None:
    report = filing(year=2033, period_end=date(2034, 1, 1))
    title = read_heading("At January 1, 2034 and January 2, 2033")
    columns = [merge(read_heading(year), title) for year in ("2033", "2032")]
    calendar = make_calendar(report, columns)
    assert calendar is not None
    periods = [calendar.period(column, instant=True, months=None) for column in columns]
    assert [period and period.fiscal_year for period in periods] == [2033, 2032]
    assert periods[0] is not None
    assert periods[0].end == date(2034, 1, 1)
