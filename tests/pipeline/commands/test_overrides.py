"""NAME=VALUE set in dataclasses of settings."""

from dataclasses import dataclass
from typing import Literal

import pytest

from pipeline.commands.overrides import assigned
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

    training, reader = assigned(Training(), Reader(), set_to)

    assert reader == Reader(width=16, graph=False, unit="lstm", name="a=b")
    assert training == Training(rate=0.001, seed=0, last=3)
    assert assigned(training, reader, ["last=none"])[0].last is None


@pytest.mark.parametrize(
    ("assignment", "said"),
    [
        ("width", "'width' sets nothing; write NAME=VALUE"),
        ("widht=3", "'widht'; did you mean width?"),
        ("colour=red", "choose one of width, graph, unit, name, rate, seed, last"),
        ("width=wide", "width is 'wide', expected a whole number from 1"),
        ("width=1.5", "width is '1.5', expected a whole number from 1"),
        ("width=-3", "expected a whole number from 1"),
        ("width=0", "expected a whole number from 1"),
        ("width=5000", "the width is at most 1000"),
        ("rate=nan", "rate is 'nan', expected a number from 0"),
        ("rate=inf", "expected a number from 0"),
        ("graph=maybe", "graph is 'maybe', expected true or false"),
        ("unit=gru", "unit is 'gru', expected one of recurrent, lstm"),
        ("last=soon", "last is 'soon', expected a whole number from 1"),
    ],
)
def test_what_cannot_be_set_is_told_in_one_line(assignment, said):
    with pytest.raises(BadInput) as told:
        assigned(Training(), Reader(), [assignment])

    assert said in str(told.value)
