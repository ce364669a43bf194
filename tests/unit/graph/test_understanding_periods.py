"""Periods as questions write them."""

from datetime import date

import pytest

from graph.understanding.periods import find_periods

YEAR = (2023, None, None)


@pytest.mark.parametrize(
    ("text", "periods"),
    [
        ("FY2018 revenue", [(2018, None, None)]),
        ("FY18 capex", [(2018, None, None)]),
        ("FY'18 capex", [(2018, None, None)]),
        ("FY 2018", [(2018, None, None)]),
        ("fiscal 2018", [(2018, None, None)]),
        ("fiscal year 2018", [(2018, None, None)]),
        ("revenue in 2018?", [(2018, None, None)]),
        ("the 2018 10-K", [(2018, None, None)]),
        ("FY31", [(2031, None, None)]),
        ("FY99", [(1999, None, None)]),
        ("Q2 of FY2023", [(2023, 2, None)]),
        ("Q2'2023", [(2023, 2, None)]),
        ("Q22023 sales", [(2023, 2, None)]),
        ("Q2 FY23", [(2023, 2, None)]),
        ("2Q23", [(2023, 2, None)]),
        ("2023Q2", [(2023, 2, None)]),
        ("second quarter of fiscal 2023", [(2023, 2, None)]),
        ("the fourth quarter of 2023", [(2023, 4, None)]),
        ("Q2 and Q3 of FY2033", [(2033, 2, None), (2033, 3, None)]),
        ("Q4 2022 vs Q4 2021", [(2022, 4, None), (2021, 4, None)]),
        ("H1 FY2023", [(2023, None, 1)]),
        ("1H23", [(2023, None, 1)]),
        ("first half of 2023", [(2023, None, 1)]),
        ("between FY2016 and FY2018", [(2016, None, None), (2017, None, None), (2018, None, None)]),
        ("from 2016 to 2018", [(2016, None, None), (2017, None, None), (2018, None, None)]),
        ("FY2016 - FY2018 3 year average", [(2016, None, None), (2017, None, None), (2018, None, None)]),
        ("FY2016-18", [(2016, None, None), (2017, None, None), (2018, None, None)]),
        ("three year average for FY2018", [(2016, None, None), (2017, None, None), (2018, None, None)]),
        ("FY2020 and FY2023", [(2020, None, None), (2023, None, None)]),
        ("between 2022 and the 2021 fiscal period", [(2022, None, None), (2021, None, None)]),
        ("year ended December 31, 2023", [YEAR]),
        ("2018\u5e74 revenue", [(2018, None, None)]),
        # Not periods of the question:
        ("as of FY2021, what is paid out in 2024?", [(2021, None, None)]),
        ("1.500% Notes due 2026", []),
        ("$2018 million", []),
        ("the 2,018 stores", []),
        ("Q2", [(None, 2, None)]),
        ("no period at all", []),
        ("", []),
    ],
)
def test_periods_are_read(text: str, periods: list[tuple[int | None, int | None, int | None]]) -> None:
    assert [(p.year, p.quarter, p.half) for p in find_periods(text).periods] == periods


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("as of May 26, 2023", date(2023, 5, 26)),
        ("dated 1st July 2022", date(2022, 7, 1)),
        ("filed on 2022-07-01", date(2022, 7, 1)),
        ("on 07/01/2022", date(2022, 7, 1)),
        ("the quarter ended Sept. 30, 2023", date(2023, 9, 30)),
    ],
)
def test_days_are_read(text: str, day: date) -> None:
    assert find_periods(text).dates == (day,)


def test_a_year_end_is_a_year_and_no_day() -> None:
    assert find_periods("for the year ended December 31, 2023").dates == ()


def test_an_impossible_day_is_only_its_year() -> None:
    found = find_periods("on February 31, 2023")
    assert found.dates == ()


def test_a_month_is_kept() -> None:
    assert find_periods("the vote of June 2032").months == ((2032, 6),)


@pytest.mark.parametrize(
    ("text", "latest"),
    [
        ("the latest revenue", True),
        ("most recent fiscal year", True),
        ("current liabilities in FY2017", False),
        ("current ratio", False),
        ("revenue in 2018", False),
    ],
)
def test_latest_is_not_a_current_liability(text: str, latest: bool) -> None:
    assert find_periods(text).latest is latest


def test_many_years_do_not_take_long() -> None:
    assert len(find_periods(" ".join(["FY2018 and 2019,"] * 400)).years) == 2
