"""The ladder as data: each rung adds to the one below."""

from itertools import pairwise

import pytest

from eval.config import Parts, config_names, load_config
from eval.errors import EvaluationError


def test_each_rung_has_what_the_one_below_has_and_more() -> None:
    assert config_names() == ["C0", "C1", "C2", "C3", "C4", "C5"]
    parts = [set(on(load_config(name).parts)) for name in config_names()]
    for lower, upper in pairwise(parts):
        assert lower < upper
    assert parts[0] == set()
    assert parts[1] == {"retrieval"}
    assert parts[5] == set(Parts.model_fields)


def on(parts: Parts) -> list[str]:
    return [name for name, value in parts.model_dump().items() if value]


def test_one_part_may_be_switched_off() -> None:
    config = load_config("C5").without("dense")
    assert config.name == "C5-dense"
    assert set(Parts.model_fields) - set(on(config.parts)) == {"dense"}


def test_unknown_rungs_and_parts_are_named() -> None:
    with pytest.raises(EvaluationError, match="no configuration 'C9'; there are C0, C1"):
        load_config("C9")
    with pytest.raises(EvaluationError, match="no part 'luck'"):
        load_config("C5").without("luck")
