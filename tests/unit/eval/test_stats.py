"""Intervals, paired differences, McNemar, kappa: against values known from elsewhere."""

import pytest

from eval.stats import kappa, mcnemar, mean, paired, percentile, share


def test_a_share_with_its_interval_is_the_same_every_time() -> None:
    hits = [True] * 60 + [False] * 40
    estimate = share(hits)
    assert estimate.value == 0.6
    # The normal approximation gives 0.504 to 0.696.
    assert estimate.low == pytest.approx(0.504, abs=0.015)
    assert estimate.high == pytest.approx(0.696, abs=0.015)
    assert share(hits) == estimate


def test_extremes_need_no_special_care() -> None:
    assert share([]).value is None
    assert share([True] * 20).model_dump() == {"value": 1.0, "low": 1.0, "high": 1.0}
    assert share([False] * 20).model_dump() == {"value": 0.0, "low": 0.0, "high": 0.0}
    assert share([True]).model_dump() == {"value": 1.0, "low": 0.0, "high": 1.0}
    assert mean([0.5, 0.5]).value == 0.5


def test_paired_differences_keep_the_questions_together() -> None:
    first, second = [0.0] * 50 + [1.0] * 50, [0.0] * 40 + [1.0] * 60
    difference = paired(first, second)
    assert difference.value == pytest.approx(0.1)
    # Ten questions won, none lost: the interval stays above zero, as unpaired intervals would not.
    assert difference.low is not None
    assert difference.low > 0
    with pytest.raises(ValueError, match="argument 2 is shorter"):
        paired([1.0, 2.0], [1.0])


def test_mcnemar_is_exact() -> None:
    # 10 questions only the second got right, 2 only the first: 2 * (1 + 12 + 66) / 4096.
    first = [True] * 2 + [False] * 10 + [True] * 8
    second = [False] * 2 + [True] * 10 + [True] * 8
    result = mcnemar(first, second)
    assert (result.only_first, result.only_second) == (2, 10)
    assert result.p_value == pytest.approx(2 * 79 / 4096, abs=1e-4)
    assert mcnemar(first, first).p_value == 1.0


def test_kappa_of_a_textbook_table() -> None:
    # 20 yes/yes, 5 yes/no, 10 no/yes, 15 no/no: observed 0.7, expected 0.5, kappa 0.4.
    pairs = [(True, True)] * 20 + [(True, False)] * 5 + [(False, True)] * 10 + [(False, False)] * 15
    assert kappa(pairs) == pytest.approx(0.4)
    assert kappa([]) is None
    assert kappa([("a", "a")] * 3) == 1.0


def test_percentiles() -> None:
    assert percentile([1.0, 2.0, 3.0], 50) == 2.0
    assert percentile([], 50) is None
