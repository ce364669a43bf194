"""Numbers in the sparse arm: every way to print an amount meets at one token."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingestion.embedders.bm25 import AVERAGE_TOKENS, Bm25Encoder, combine, rewrite_numbers
from ingestion.index.base import SparseWeights


@pytest.fixture(scope="module")
def encoder() -> Bm25Encoder:
    return Bm25Encoder()


@pytest.mark.parametrize(
    ("printed", "rewritten"),
    [
        ("6,814,000", "6814000"),
        ("6814000", "6814000"),
        ("68,14,000", "6814000"),
        ("1,23,456.70", "123456p7"),
        ("6.814 million", "6814000 6p814"),
        ("$6.814m", "$6814000 6p814"),
        ("$ 5 M", "$ 5000000 5"),
        ("US$6.8bn", "us$6800000000 6p8"),
        ("3 lakh and 2 crore", "300000 3 and 20000000 2"),
        ("1.284,6 Mio. EUR", "1284600000 1284p6. eur"),
        ("1.284.000", "1284000"),
        ("1.284", "1p284"),
        ("6.50", "6p5"),
        ("12.0", "12"),
        (".50", "0p5"),
        ("(1,577)", "(1577)"),
        ("\u22124.2%", "-4p2%"),
        ("\uff11\uff0c\uff15\uff17\uff17", "1577"),
        ("Revenue\u00a0412", "revenue 412"),
    ],
)
def test_a_number_becomes_one_token_by_its_value(printed: str, rewritten: str) -> None:
    assert rewrite_numbers(printed) == rewritten


@pytest.mark.parametrize(
    ("text", "rewritten"),
    [
        ("2018,2017", "2018,2017"),
        ("section 1.2.3", "section 1.2.3"),
        ("rule 12b-2", "rule 12b-2"),
        ("25 m wide", "25 m wide"),
        ("ends in 5. Next", "ends in 5. next"),
        ("1,234\u00b2 units", "1234 units"),
        ("Q2'23", "q2'23"),
        ("007", "007"),
        ("", ""),
        (" . , ", ". ,"),
    ],
)
def test_what_is_not_one_number_stays(text: str, rewritten: str) -> None:
    assert rewrite_numbers(text) == rewritten


@pytest.mark.parametrize("form", ["Form 10-K", "form 10K", "FORM 10\u2011K"])
def test_a_form_is_one_word(form: str) -> None:
    assert rewrite_numbers(form) == "form 10k"


@pytest.mark.parametrize("year", ["FY2018", "FY18", "FY 2018", "FY'18"])
def test_a_fiscal_year_is_the_year(year: str) -> None:
    assert rewrite_numbers(year) == "2018"


@pytest.mark.parametrize("printed", ["6,814,000", "1,234.5", "4.2%", "($0.05)", "1,23,456.70", "1.284,6"])
def test_the_tokenizer_keeps_it_whole(encoder: Bm25Encoder, printed: str) -> None:
    assert len(encoder.encode_passage(printed).indices) == 1


def test_one_amount_printed_three_ways_is_one_token(encoder: Bm25Encoder) -> None:
    amounts = [set(encoder.encode_passage(text).indices) for text in ("6,814,000", "6814000", "6.814 million")]
    assert len(amounts[0]) == 1
    assert amounts[0] == amounts[1] <= amounts[2]


def test_a_round_amount_also_looks_for_the_form_a_statement_prints(encoder: Bm25Encoder) -> None:
    (in_thousands,) = encoder.encode_passage("6,814").indices
    (exact,) = encoder.encode_passage("6,814,000").indices
    weights = dict(zip(*_columns(encoder.encode_query("6.814 million")), strict=True))
    assert weights[exact] == 1.0
    assert 0 < weights[in_thousands] < 0.5


def test_a_year_is_no_round_amount(encoder: Bm25Encoder) -> None:
    assert len(encoder.encode_query("2018").indices) == 1
    assert len(encoder.encode_query("2000").indices) == 1


@given(st.integers(min_value=1, max_value=10**12), st.integers(min_value=0, max_value=3))
def test_grouping_does_not_change_the_token(amount: int, decimals: int) -> None:
    fraction = f".{'5' * decimals}" if decimals else ""
    assert rewrite_numbers(f"{amount:,}{fraction}") == rewrite_numbers(f"{amount}{fraction}")


@given(st.integers(min_value=1, max_value=10**9))
def test_lakh_grouping_does_not_change_the_token(amount: int) -> None:
    digits = str(amount)
    head, tail = digits[:-3], digits[-3:]
    pairs: list[str] = []
    while head:
        head, pair = head[:-2], head[-2:]
        pairs.insert(0, pair)
    assert rewrite_numbers(",".join([*pairs, tail])) == digits


@given(st.text(max_size=400))
def test_any_text_is_encoded(text: str) -> None:
    encoder = Bm25Encoder()
    for weights in (encoder.encode_passage(text), encoder.encode_query(text)):
        assert list(weights.indices) == sorted(set(weights.indices))
        assert len(weights.values) == len(weights.indices)
        assert all(value > 0 for value in weights.values)


def test_nothing_but_stop_words_gives_no_token(encoder: Bm25Encoder) -> None:
    assert encoder.encode_query("the of and").indices == ()
    assert encoder.encode_passage(" \n").indices == ()


def test_words_are_stemmed_and_folded(encoder: Bm25Encoder) -> None:
    assert encoder.encode_query("Maturities").indices == encoder.encode_query("maturity").indices
    assert encoder.encode_query("Nestl\u00e9").indices == encoder.encode_query("NESTLE").indices
    assert len(encoder.encode_query("\u58f2\u4e0a\u9ad8").indices) == 1


def test_weights_follow_the_formula() -> None:
    encoder = Bm25Encoder(average_tokens=4.0)
    weights = encoder.encode_passage("cash cash debt")
    tf_of = dict(zip(*_columns(weights), strict=True))
    (cash,) = encoder.encode_query("cash").indices
    assert tf_of[cash] == pytest.approx(2 * 2.2 / (2 + 1.2 * (1 - 0.75 + 0.75 * 3 / 4)), rel=1e-6)
    assert AVERAGE_TOKENS > 0


def test_combine_keeps_the_larger_weight() -> None:
    first = SparseWeights((1, 5), (1.0, 1.0))
    second = SparseWeights((5, 9), (1.0, 1.0))
    assert combine([(first, 1.0), (second, 0.5)]) == SparseWeights((1, 5, 9), (1.0, 1.0, 0.5))
    assert combine([]) == SparseWeights((), ())


def _columns(weights: SparseWeights) -> tuple[tuple[int, ...], tuple[float, ...]]:
    return weights.indices, weights.values
