"""Two readings are aligned step by step and name by name before their cells are compared."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pipeline.domain.graph import TemporalGraph
from pipeline.questions.diff import (
    CellDifference,
    EntityDifference,
    ReadingDifference,
    StepDifference,
    align_steps,
    compare,
)
from tests.support.examples import Rows, example
from tests.support.graphs import document

TEA = ("Fill the big kettle.", "Boil it well.", "Pour it out.")


def read(rows: Rows, steps: tuple[str, ...] = TEA, **tracks: object) -> TemporalGraph:
    return example("tea", steps, rows, estimates=tracks)  # type: ignore[arg-type]


def cell(**changed: object) -> CellDifference:
    usual = CellDifference("tea", 1, 1, "pot", "cup", 0.75, 0.5, "move", "none", False, False)
    return replace(usual, **changed)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("before", "after", "pairs"),
    [
        (("A b.", "C d."), ("a  B.", "C\nd."), [(1, 1), (2, 2)]),
        (("Stir the hot tea.",), ("Stir the cold tea.",), [(1, 1)]),
        (("a b c d e",), ("a b c x y",), [(1, 1)]),  # three of five words are the same
        (("a b c d e",), ("a b x y z",), [(1, None), (None, 1)]),
        (("a b c d e",), ("e d c b a",), [(1, None), (None, 1)]),
        (("a b c", "x y z"), ("x y w",), [(1, None), (2, 1)]),
        (("a b c",), ("x y z", "a b d"), [(None, 1), (1, 2)]),
        (("a b c",), ("a b d", "x y z"), [(1, 1), (None, 2)]),
        (("a b c", "a b d"), ("a b e", "a b f"), [(1, 1), (2, 2)]),
        (("a b c", "a b d"), ("a b e",), [(1, 1), (2, None)]),
        (("same", "a b c", "end"), ("same", "a b d", "new", "end"),
         [(1, 1), (2, 2), (None, 3), (3, 4)]),
        (("one", "two"), ("new", "one", "two"), [(None, 1), (1, 2), (2, 3)]),
    ],
)  # fmt: skip
def test_steps_are_paired_in_order_if_they_are_alike(before, after, pairs):
    assert align_steps(document("x", before), document("x", after)) == pairs


def test_a_name_is_matched_as_it_stands_before_any_alias():
    before = read({"pan; pot": ("a",) * 4, "pot": ("b",) * 4})
    after = read({"pot": ("b",) * 4, "pots; pan": ("a",) * 4})

    difference = compare(before, after)

    assert (difference.entities, difference.cells) == ((), ())


def test_what_one_reading_tracks_alone_is_listed_with_its_side():
    before = read({"tea": ("pot",) * 4, "lid": ("pot",) * 4})
    after = read({"tea": ("pot",) * 4, "cup": ("tray",) * 4, "spoon": ("tray",) * 4})

    assert compare(before, after).entities == (
        EntityDifference("lid", "before"),
        EntityDifference("cup", "after"),
        EntityDifference("spoon", "after"),
    )


def test_cells_come_in_the_order_of_the_older_reading():
    before = read({"a": ("x",) * 4, "b; c": ("x",) * 4, "d": ("x",) * 4})
    after = read({"d": ("y",) * 4, "c; b": ("y",) * 4, "a": ("y",) * 4})

    cells = compare(before, after).cells

    assert [each.entity for each in cells] == [*["a"] * 4, *["b; c"] * 4, *["d"] * 4]


def test_the_same_place_reached_by_another_change_is_a_difference():
    before = read({"tea": ("-", "-", "pot", "pot")})
    after = read({"tea": ("cup", "cup", "pot", "pot")})

    first, second, third = compare(before, after).cells

    assert [each.step_before for each in (first, second, third)] == [0, 1, 2]
    assert (third.location_before, third.location_after) == ("pot", "pot")
    assert (third.change_before, third.change_after) == ("create", "move")
    assert (first.change_before, first.change_after) == ("none", "none")


def test_a_place_is_no_difference_at_a_step_that_one_text_does_not_have():
    steps = (TEA[0], "Put a lid on top of everything.", *TEA[1:])
    before = read({"tea": ("tap", "pot", "pot", "cup")})
    after = read({"tea": ("tap", "jug", "jug", "jug", "cup")}, steps)

    cells = compare(before, after).cells

    assert [(each.step_before, each.step_after) for each in cells] == [(1, 1), (2, 3)]


def test_a_change_at_a_step_that_the_older_text_does_not_have_has_one_probability():
    steps = (TEA[0], "Put a lid on top of everything.", *TEA[1:])
    before = read({"tea": ("tap", "pot", "pot", "cup")})
    after = read(
        {"tea": ("tap", "pot", "jug", "pot", "cup")},
        steps,
        tea={"probabilities": (1.0, 0.9, 0.3, 0.8, 0.7)},
    )

    first, second = compare(before, after).cells

    assert (first.step_before, first.step_after) == (None, 2)
    assert (first.location_before, first.location_after) == ("pot", "jug")
    assert (first.probability_before, first.probability_after) == (None, 0.3)
    assert (first.change_before, first.change_after) == ("none", "move")
    assert (second.step_before, second.step_after, second.probability_after) == (2, 3, 0.8)


def test_each_side_is_unsure_by_the_threshold_of_its_own_reading():
    chances = {"tea": {"probabilities": (0.4, 0.4, 0.4, 0.4)}}
    before = read({"tea": ("pot",) * 4}, **chances)
    after = read({"tea": ("cup",) * 4}, **chances)

    def unsure(left: float, right: float) -> tuple[bool, bool]:
        readings = replace(before, unsure_below=left), replace(after, unsure_below=right)
        first = compare(*readings).cells[0]
        return first.unsure_before, first.unsure_after

    assert unsure(0.5, 0.3) == (True, False)
    assert unsure(0.3, 0.5) == (False, True)


@pytest.mark.parametrize(
    ("difference", "texts"),
    [
        (cell(), ["tea", "1", "move: pot (0.75)", "cup (0.50)"]),
        (cell(unsure_after=True), ["tea", "1", "move: pot (0.75)", "cup (0.50, unsure)"]),
        (cell(unsure_before=True), ["tea", "1", "move: pot (0.75, unsure)", "cup (0.50)"]),
        (cell(step_before=2), ["tea", "2 / 1", "move: pot (0.75)", "cup (0.50)"]),
        (cell(step_before=None, probability_before=None),
         ["tea", "– / 1", "no such step", "cup (0.50)"]),
        (cell(step_after=None, probability_after=None),
         ["tea", "1 / –", "move: pot (0.75)", "no such step"]),
        (cell(change_after="create"), ["tea", "1", "move: pot (0.75)", "create: cup (0.50)"]),
        (cell(probability_before=0.0), ["tea", "1", "move: pot (0.00)", "cup (0.50)"]),
    ],
)  # fmt: skip
def test_a_cell_is_shown_with_both_sides_in_words(difference, texts):
    assert difference.texts() == texts


def test_a_prompt_shows_how_many_differences_there_are():
    difference = ReadingDifference(
        (StepDifference(1, 1, "a", "b"),) * 2, (EntityDifference("a", "after"),) * 3, (cell(),)
    )

    assert repr(difference) == "ReadingDifference(n_steps=2, n_entities=3, n_cells=1)"


@pytest.mark.parametrize(
    ("n_steps", "n_entities", "n_cells", "title"),
    [
        (1, 0, 0, "Different: 1 step<"),
        (2, 1, 0, "Different: 2 steps, 1 entity<"),
        (0, 2, 1, "Different: 2 entities, 1 cell<"),
        (0, 0, 2, "Different: 2 cells<"),
        (0, 0, 0, "no differences<"),
    ],
)
def test_a_notebook_counts_what_there_is(n_steps, n_entities, n_cells, title):
    shown = ReadingDifference(
        (StepDifference(None, 1, None, "New."),) * n_steps,
        (EntityDifference("lid", "before"),) * n_entities,
        (cell(),) * n_cells,
    )._repr_html_()

    assert title in shown
    assert shown.count("<tr><th>+</th><td>1</td><td>New.</td></tr>") == n_steps
    assert shown.count("<tr><th>−</th><td>lid</td></tr>") == n_entities
    assert shown.count("<table>") == sum(map(bool, (n_steps, n_entities, n_cells)))
    for n_rows, headings in (
        (n_steps, ("step", "text")),
        (n_entities, ("entity",)),
        (n_cells, ("entity", "step", "before", "after")),
    ):
        assert not n_rows or all(f"<th>{heading}</th>" in shown for heading in headings)
