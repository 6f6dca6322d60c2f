"""NAME=VALUE set in dataclasses of settings."""

from dataclasses import dataclass
from typing import Literal

import pytest

from pipeline.commands.overrides import override
from pipeline.errors import BadInput


@dataclass(frozen=True)
class Reader:
    width: int = 64
    graph: bool = True
    unit: Literal["recurrent", "lstm"] = "recurrent"
    name: str = ""

    def __post_init__(self) -> None:
        if self.width > 1000:
            raise ValueError("the width is at most 1000")


@dataclass(frozen=True, slots=True)
class Training:
    rate: float = 0.1
    seed: int = 1
    last: int | None = None


def test_each_name_is_set_where_it_belongs_and_the_last_one_wins():
    set_to = [
        "rate=1e-3",
        "width=8",
        " graph = False",
        "unit=lstm",
        "width=16",
        "name=a=b",
        "last=3",
        "seed=0",
    ]

    training, reader = override(Training(), Reader(), set_to)

    assert reader == Reader(width=16, graph=False, unit="lstm", name="a=b")
    assert training == Training(rate=0.001, seed=0, last=3)
    assert override(training, reader, ["last=none"])[0].last is None


@pytest.mark.parametrize(
    ("assignment", "message"),
    [
        ("width", "'width' sets nothing; write NAME=VALUE"),
        ("widht=3", "'widht'; did you mean width?"),
        ("colour=red", "choose one of width, graph, unit, name, rate, seed, last"),
        ("width=wide", "width is 'wide'; it should be a valid integer"),
        ("width=1.5", "width is '1.5'; it should be a valid integer"),
        ("width=-3", "it should be greater than or equal to 1"),
        ("width=0", "it should be greater than or equal to 1"),
        ("width=5000", "the width is at most 1000"),
        ("rate=nan", "rate is 'nan'; it should be a finite number"),
        ("rate=-1", "it should be greater than or equal to 0"),
        ("rate=inf", "it should be a finite number"),
        ("graph=maybe", "graph is 'maybe'; it should be a valid boolean"),
        ("unit=gru", "unit is 'gru'; it should be 'recurrent' or 'lstm'"),
        ("last=soon", "last is 'soon'; it should be a valid integer"),
    ],
)
def test_an_invalid_setting_is_refused_in_one_line(assignment, message):
    with pytest.raises(BadInput) as refused:
        override(Training(), Reader(), [assignment])

    assert message in str(refused.value)
