"""Whose filing it is: covers, file names, fiscal calendars, and one name for each company."""

from dataclasses import replace
from datetime import date
from itertools import permutations

import pytest

from ingestion.domain import Form
from ingestion.metadata import Facts, Known, Resolved, Subject, read_cover, read_file_name, resolve
from ingestion.metadata.companies import company_key, short_name
from ingestion.metadata.dates import first_date
from ingestion.metadata.fiscal import YearEnd, fiscal_year_of, quarter_of

TEN_K = """UNITED STATES
SECURITIES AND EXCHANGE COMMISSION
Washington, D.C. 20549
FORM 10-K
(Mark One)
\u2612 ANNUAL REPORT PURSUANT TO SECTION 13 OR 15(d) OF THE SECURITIES EXCHANGE ACT OF 1934
For the fiscal year ended {end}
OR
\u2610 TRANSITION REPORT PURSUANT TO SECTION 13 OR 15(d)
For the transition period from ____ to ____
Commission file number 001-{number}
{name}
(Exact name of registrant as specified in its charter)
Delaware
41-0000000
(State or other jurisdiction of
incorporation)
Securities registered pursuant to Section 12(b) of the Act:
Title of each class
Trading Symbol(s)
Name of each exchange on which registered
Common Stock, par value $0.01 per share
{ticker}
New York Stock Exchange
1.500% Notes due 2036
{ticker}36
New York Stock Exchange
"""
TEN_Q = (
    TEN_K.replace("FORM 10-K", "FORM 10-Q")
    .replace("ANNUAL REPORT", "QUARTERLY REPORT")
    .replace("For the fiscal year ended", "For the quarterly period ended")
)


def ten_k(end: str, name: str = "HARROWGATE TOOLS, INC.", number: str = "04711", ticker: str = "HRW") -> str:
    return TEN_K.format(end=end, name=name, number=number, ticker=ticker)


def ten_q(end: str, name: str = "Harrowgate Tools, Inc.", number: str = "04711", ticker: str = "HRW") -> str:
    return TEN_Q.format(end=end, name=name, number=number, ticker=ticker)


def subject(doc: str, *texts: str, manifest: Facts | None = None, stem: str | None = None) -> Subject:
    return Subject(doc, stem or doc, manifest or Facts(), read_cover(texts), read_file_name(stem or doc))


def resolved(*subjects: Subject, known: tuple[Known, ...] = ()) -> dict[str, Resolved]:
    return resolve(subjects, known)[0]


def test_the_cover_of_a_10k() -> None:
    facts = read_cover([ten_k("December 31, 2031")])
    assert facts.company == "Harrowgate Tools"
    assert facts.ticker == "HRW"
    assert facts.form is Form.TEN_K
    assert facts.period_end == date(2031, 12, 31)
    assert facts.registrant == "1-4711"


def test_a_name_over_several_lines_and_one_after_the_commission_number() -> None:
    assert read_cover([ten_k("May 31, 2031", name="HARROWGATE\nPLC")]).company == "Harrowgate"
    bare = ten_k("May 31, 2031").replace("(Exact name of registrant as specified in its charter)\n", "")
    assert read_cover([bare]).company == "Harrowgate Tools"


def test_the_cover_of_an_8k() -> None:
    cover = """UNITED STATES SECURITIES AND EXCHANGE COMMISSION
Washington, D.C. 20549
FORM 8-K
CURRENT REPORT
Date of Report (Date of earliest event reported): March 4, 2031 (March 3, 2031)
QUARREL FOODS PLC
(Exact name of registrant as specified in its charter)
For the year ended December 31, 2030 results were as follows."""
    one = resolved(subject("upload", cover))["upload"]
    assert (one.form, one.event_date, one.fiscal_year, one.period_end) == (Form.EIGHT_K, date(2031, 3, 4), 2031, None)
    assert one.company == "Quarrel Foods"


@pytest.mark.parametrize(
    ("text", "company", "ticker", "year", "quarter"),
    [
        (
            "Quarrel Foods Reports Second-Quarter 2031 Results\nDOVER, August 1, 2031 \u2013 Quarrel Foods Inc. "
            "(NYSE: QRL) reported financial results for the second quarter of 2031.",
            "Quarrel Foods",
            "QRL",
            2031,
            2,
        ),
        (
            "HARROWGATE TOOLS REPORTS FOURTH QUARTER AND FULL YEAR 2031 RESULTS\nAustin, February 8, 2032 - Harrowgate "
            "Tools, Inc. (\u201cHarrowgate\u201d) (Nasdaq: HRW) today reported results for the quarter and year ended "
            "December 31, 2031.",
            "Harrowgate Tools",
            "HRW",
            2031,
            4,
        ),
        ("Bramwell announces Q3 FY2031 results\nRevenue grew", "Bramwell", None, 2031, 3),
        ("Bramwell reports 3Q31 earnings", "Bramwell", None, 2031, 3),
        ("Bramwell reports fiscal 2031 results and its outlook for fiscal 2032", "Bramwell", None, 2031, None),
        (
            "2031 Fourth-Quarter reported sales decline of 4%\nBramwell (NYSE: BRM) announced",
            "Bramwell",
            "BRM",
            2031,
            4,
        ),
    ],
)
def test_earnings_releases(text: str, company: str, ticker: str | None, year: int, quarter: int | None) -> None:
    one = resolved(subject("upload", text))["upload"]
    assert (one.form, one.company, one.ticker) == (Form.EARNINGS, company, ticker)
    assert (one.fiscal_year, one.fiscal_quarter) == (year, quarter)


def test_a_release_does_not_take_the_end_of_the_period_it_compares_with() -> None:
    text = "Bramwell reports second quarter 2031 results\nThree months ended June 30, 2030 and 2031"
    one = resolved(subject("upload", text))["upload"]
    assert (one.fiscal_year, one.fiscal_quarter, one.period_end) == (2031, 2, None)


def test_an_annual_report_bound_around_a_10k() -> None:
    texts = ["2031 Annual Report\nOur best year", "Dear shareholders", ten_k("January 31, 2031")]
    facts = read_cover(texts)
    assert (facts.form, facts.company, facts.period_end) == (
        Form.ANNUAL_REPORT,
        "Harrowgate Tools",
        date(2031, 1, 31),
    )
    sheet = ["HARROWGATE TOOLS INC\nFORM 10-K\n(Annual Report)\nFiled 04/01/31", ten_k("January 31, 2031")]
    assert read_cover(sheet).form is Form.TEN_K


def test_a_page_that_is_no_cover_says_nothing() -> None:
    for texts in ([], [""], ["Some words, and no more"], ["Annual costs of 2031"]):
        assert read_cover(texts) == Facts()


@pytest.mark.parametrize(
    ("stem", "facts"),
    [
        ("3M_2018_10K", Facts("3M", form=Form.TEN_K, fiscal_year=2018)),
        ("HARROW_2031Q2_10Q", Facts("HARROW", form=Form.TEN_Q, fiscal_year=2031, fiscal_quarter=2)),
        ("X_2022Q4_EARNINGS", Facts("X", form=Form.EARNINGS, fiscal_year=2022, fiscal_quarter=4)),
        ("X_2023_annualreport", Facts("X", form=Form.ANNUAL_REPORT, fiscal_year=2023)),
        ("Two_Words_2031_annual_report", Facts("Two Words", form=Form.ANNUAL_REPORT, fiscal_year=2031)),
        (
            "HARROW_2031_8K_dated-2031-07-01",
            Facts("HARROW", form=Form.EIGHT_K, fiscal_year=2031, event_date=date(2031, 7, 1)),
        ),
        ("harrow-10q-q3-2031", Facts("harrow", form=Form.TEN_Q, fiscal_year=2031, fiscal_quarter=3)),
        ("Quarrel 10-K FY31", Facts("Quarrel", form=Form.TEN_K, fiscal_year=2031)),
        ("2031-10-K", Facts(form=Form.TEN_K, fiscal_year=2031)),
        ("minutes of the meeting", Facts()),
        ("", Facts()),
    ],
)
def test_file_names(stem: str, facts: Facts) -> None:
    assert read_file_name(stem) == facts


@pytest.mark.parametrize(
    ("end", "mentions", "year"),
    [
        (date(2031, 12, 31), (), 2031),
        (date(2034, 1, 1), (), 2033),  # 52/53 weeks: the Sunday nearest December 31
        (date(2034, 1, 3), (), 2033),
        (date(2034, 1, 28), (), 2034),
        (date(2034, 1, 28), ((2033, 9), (2034, 2)), 2033),
        (date(2034, 1, 31), ((2033, 3), (2034, 8)), 2034),
        (date(2034, 3, 31), ((2033, 8),), 2033),
        (date(2034, 5, 31), (), 2034),
        (date(2034, 9, 30), ((2033, 50),), 2034),
    ],
)
def test_a_fiscal_year_takes_the_companys_own_number(
    end: date, mentions: tuple[tuple[int, int], ...], year: int
) -> None:
    assert fiscal_year_of(end, mentions) == year


@pytest.mark.parametrize(
    ("end", "year_ends", "months", "expected"),
    [
        (date(2033, 7, 3), [YearEnd(date(2034, 1, 1), 2033)], None, (2033, 2)),
        (date(2033, 10, 2), [YearEnd(date(2034, 1, 1), 2033)], None, (2033, 3)),
        (date(2033, 4, 3), [YearEnd(date(2034, 1, 1), 2033)], None, (2033, 1)),
        (date(2034, 4, 2), [YearEnd(date(2034, 1, 1), 2033)], None, (2034, 1)),
        (date(2031, 10, 3), [YearEnd(date(2034, 1, 1), 2033)], None, (2031, 3)),
        (date(2033, 7, 3), [], 6, (2033, 2)),
        (date(2033, 10, 2), [], 9, (2033, 3)),
        (date(2033, 7, 3), [], None, (2033, 2)),
        (date(2032, 12, 31), [], 6, (2033, 2)),  # a year that ends in June
        (date(2033, 4, 30), [], 3, (2034, 1)),  # a year that ends in January, named after the January
        (date(2033, 4, 29), [YearEnd(date(2033, 1, 28), 2032)], 3, (2033, 1)),  # named after the year before
    ],
)
def test_quarters(end: date, year_ends: list[YearEnd], months: int | None, expected: tuple[int, int]) -> None:
    assert quarter_of(end, year_ends, months, ()) == expected


def test_a_52_53_week_filer() -> None:
    """The filter row of the case list: quarters that end days into the next month are not off by one."""
    annual = ten_k("January 1, 2034") + "This report covers the 52 weeks ended January 1, 2034 (fiscal 2033)."
    subjects = [
        subject("a", ten_q("July 3, 2033")),
        subject("b", ten_q("October 2, 2033")),
        subject("c", annual),
    ]
    for some in permutations(subjects):
        named = resolved(*some)
        assert (named["a"].fiscal_year, named["a"].fiscal_quarter) == (2033, 2)
        assert (named["b"].fiscal_year, named["b"].fiscal_quarter) == (2033, 3)
        assert (named["c"].fiscal_year, named["c"].fiscal_quarter) == (2033, None)
    alone = resolved(subject("a", ten_q("July 3, 2033"), "Twenty-six weeks ended July 3, 2033"))["a"]
    assert (alone.fiscal_year, alone.fiscal_quarter) == (2033, 2)


def test_what_a_manifest_says_wins_field_by_field() -> None:
    given = Facts(company="Harrowgate", fiscal_year=2030)
    one = resolved(subject("HARROW_2029Q3_10Q", ten_q("June 30, 2031"), manifest=given))["HARROW_2029Q3_10Q"]
    assert (one.company, one.fiscal_year, one.fiscal_quarter, one.form) == ("Harrowgate", 2030, 2, Form.TEN_Q)
    assert one.sources == {
        "company": "manifest",
        "form": "cover",
        "ticker": "cover",
        "period_end": "cover",
        "fiscal_year": "manifest",
        "fiscal_quarter": "cover",
    }


def test_the_file_name_is_the_last_resort() -> None:
    one = resolved(subject("HARROW_2031Q2_10Q", "Nothing to go by"))["HARROW_2031Q2_10Q"]
    assert (one.company, one.fiscal_year, one.fiscal_quarter, one.form) == ("HARROW", 2031, 2, Form.TEN_Q)
    assert set(one.sources.values()) == {"filename"}
    nothing = resolved(subject("scan", ""))["scan"]
    assert (nothing.company, nothing.form, nothing.fiscal_year) == ("scan", Form.OTHER, None)


@pytest.mark.parametrize(
    ("left", "right", "same"),
    [
        ("3M", "3M COMPANY", True),
        ("The Bramwell Company", "Bramwell Co.", True),
        ("Johnston & Wells", "JOHNSTON AND WELLS, INC.", True),
        ("A.B. Harrow N.V.", "AB Harrow", True),
        ("Caf\u00e9 Holdings plc", "Cafe", True),
        ("Ford Mills", "Ford Mills Credit", False),
        ("Company", "Corporation", False),
    ],
)
def test_spellings_of_a_name(left: str, right: str, same: bool) -> None:
    assert (company_key(left) == company_key(right)) is same


@pytest.mark.parametrize(
    ("printed", "short"),
    [
        ("3M COMPANY", "3M"),
        ("HARROWGATE TOOLS, INC.", "Harrowgate Tools"),
        ("The Bramwell Company", "Bramwell"),
        ("MGX RESORTS INTERNATIONAL", "MGX Resorts International"),
        ("Quarrel Foods & Co.", "Quarrel Foods"),
        ("eHarrow, Inc.", "eHarrow"),
        ("The Company", "Company"),
        ("", ""),
    ],
)
def test_names_as_one_would_say_them(printed: str, short: str) -> None:
    assert short_name(printed) == short


def known(doc: str, company: str, **fields: object) -> Known:
    base = Known(doc, company, False, Form.TEN_K, 2030, date(2030, 12, 31), "1-4711", None)
    return replace(base, **fields)  # type: ignore[arg-type]


def test_filings_of_a_company_agree_on_its_name() -> None:
    with_line = subject("a", ten_k("December 31, 2031"), manifest=Facts(company="Harrowgate"))
    renamed_since = subject("b", ten_k("December 31, 2029", name="HARROW BROTHERS, INC."))
    by_ticker = subject("c", "Harrowgate Tools reports first quarter 2032 results (NYSE: HRW)")
    other = subject("d", ten_k("December 31, 2031", name="QUARREL FOODS", number="00815", ticker="QRL"))
    for some in permutations([with_line, renamed_since, by_ticker, other]):
        named = resolved(*some)
        assert [named[doc].company for doc in "abcd"] == ["Harrowgate", "Harrowgate", "Harrowgate", "Quarrel Foods"]


def test_the_latest_cover_names_a_company_without_a_manifest() -> None:
    old = subject("a", ten_k("December 31, 2029", name="HARROW BROTHERS, INC."))
    new = subject("b", ten_k("December 31, 2031"))
    assert {one.company for one in resolved(old, new).values()} == {"Harrowgate Tools"}


def test_a_file_name_joins_a_company_only_where_it_fits() -> None:
    manifest = Facts(company="Harrowgate Tools")
    first = subject("HARROWGATETOOLS_2031_10K", "", manifest=manifest)
    scan = subject("HARROWGATETOOLS_2030_10K", "")
    report = subject("report_2031_10K", ten_k("December 31, 2031", number="1"), stem="report_2031_10K")
    quarrel = ten_k("December 31, 2030", name="QUARREL FOODS", number="00815", ticker="QRL")
    second_report = subject("report_2030_10K", quarrel)
    named = resolved(first, scan, report, second_report)
    assert named["HARROWGATETOOLS_2030_10K"].company == "Harrowgate Tools"
    assert named["report_2030_10K"].company == "Quarrel Foods"


def test_a_finance_arm_is_another_company() -> None:
    parent = subject("FORD_2031_10K", ten_k("December 31, 2031", name="FORD MILLS", number="00001", ticker="F"))
    arm = subject("FORD_2030_10K", ten_k("December 31, 2031", name="FORD MILLS CREDIT", number="00002", ticker="F"))
    named = resolved(parent, arm)
    assert {one.company for one in named.values()} == {"Ford Mills", "Ford Mills Credit"}


def test_loaded_filings_take_part_and_are_renamed_when_a_manifest_comes() -> None:
    loaded = (known("a", "HARROW"), known("z", "Quarrel", registrant="1-9"))
    later, renamed = resolve([subject("b", ten_k("December 31, 2031"))], loaded)
    assert (later["b"].company, renamed) == ("HARROW", {})
    line = Facts(company="Harrowgate")
    later, renamed = resolve([subject("b", ten_k("December 31, 2031"), manifest=line)], loaded)
    assert (later["b"].company, renamed) == ("Harrowgate", {"a": "Harrowgate"})
    given = (known("a", "Harrow Ltd", from_manifest=True),)
    later, renamed = resolve([subject("b", ten_k("December 31, 2031"))], given)
    assert (later["b"].company, renamed) == ("Harrow Ltd", {})


def test_a_loaded_10k_tells_the_quarters_of_a_later_10q() -> None:
    loaded = (known("a", "Harrowgate Tools", fiscal_year=2033, period_end=date(2034, 1, 1)),)
    one = resolved(subject("b", ten_q("April 2, 2034")), known=loaded)["b"]
    assert (one.fiscal_year, one.fiscal_quarter) == (2034, 1)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("December 31, 2031", date(2031, 12, 31)),
        ("DECEMBER31,2031", date(2031, 12, 31)),
        ("31 December 2031", date(2031, 12, 31)),
        ("Sept. 3, 2031", date(2031, 9, 3)),
        ("2031-07-01", date(2031, 7, 1)),
        ("07/01/2031", date(2031, 7, 1)),
        ("February 30, 2031, then March 1, 2031", date(2031, 3, 1)),
        ("maybe 31, 2031", None),
        ("in 2031", None),
    ],
)
def test_dates(text: str, found: date | None) -> None:
    assert first_date(text) == found
