"""Differences between two readings: steps aligned by text, entities by name."""

import pytest

from pipeline.domain.document import Entity
from pipeline.domain.graph import TemporalGraph
from pipeline.domain.grid import Grid
from pipeline.questions.diff import CellDifference, EntityDifference, StepDifference, compare
from tests.support.graphs import HOSTILE, document
from tests.support.html_elements import INJECTIONS, shape

STEPS = ("Fill the pot with water.", "Boil the water.", "Pour the water into the cup.")


def read(steps: tuple[str, ...], rows: dict[str, tuple[str, ...]]) -> TemporalGraph:
    entities = [Entity.parse(name) for name in rows]
    return TemporalGraph.from_grid(
        document("tea", steps), Grid.from_texts(entities, list(rows.values()))
    )


BEFORE = read(STEPS, {"water": ("tap", "pot", "pot", "cup")})


def test_equal_readings_have_no_differences():
    difference = compare(BEFORE, BEFORE)

    assert (difference.steps, difference.entities, difference.cells) == ((), (), ())


def test_another_place_after_a_step_is_a_difference_at_that_step():
    after = read(STEPS, {"water": ("tap", "pot", "?", "cup")})

    (cell,) = compare(BEFORE, after).cells

    assert (cell.entity, cell.step_before, cell.step_after) == ("water", 2, 2)
    assert (cell.location_before, cell.location_after) == ("pot", "?")
    assert (cell.change_before, cell.change_after) == ("none", "move")
    assert cell.texts() == ["water", "2", "pot (1.00)", "move: ? (1.00)"]


def test_a_step_inserted_before_the_others_differs_alone():
    steps = ("Wash your hands.", *STEPS)
    after = read(steps, {"water": ("tap", "tap", "pot", "pot", "cup")})

    difference = compare(BEFORE, after)

    assert difference.steps == (StepDifference(None, 1, None, "Wash your hands."),)
    assert difference.cells == ()


def test_a_removed_step_is_listed_with_its_changes():
    after = read(STEPS[:2], {"water": ("tap", "pot", "pot")})

    difference = compare(BEFORE, after)

    assert difference.steps == (StepDifference(3, None, STEPS[2], None),)
    assert difference.cells == (
        CellDifference("water", 3, None, "cup", "pot", 1.0, None, "move", "none", False, False),
    )
    assert difference.cells[0].texts() == ["water", "3 / –", "move: cup (1.00)", "no such step"]


def test_a_reworded_step_is_the_same_step():
    steps = (STEPS[0], "Boil all the water.", STEPS[2])
    after = read(steps, {"water": ("tap", "pot", "stove", "cup")})

    difference = compare(BEFORE, after)

    assert difference.steps == (StepDifference(2, 2, STEPS[1], steps[1]),)
    assert [(cell.step_before, cell.step_after) for cell in difference.cells] == [(2, 2)]


def test_a_replaced_step_is_one_removed_and_one_added():
    steps = (STEPS[0], "Feed some hungry cats", STEPS[2])

    difference = compare(BEFORE, read(steps, {"water": ("tap", "pot", "pot", "cup")}))

    assert [(step.step_before, step.step_after) for step in difference.steps] == [
        (2, None),
        (None, 2),
    ]


def test_entities_are_matched_by_any_alias_and_a_new_one_is_listed():
    after = read(STEPS, {"Waters; H2O": ("tap", "pot", "pot", "cup"), "cup": ("?",) * 4})

    difference = compare(BEFORE, after)

    assert difference.entities == (EntityDifference("cup", "after"),)
    assert difference.cells == ()


def test_the_state_before_the_first_step_is_compared_too():
    after = read(STEPS, {"water": ("well", "pot", "pot", "cup")})

    (cell,) = compare(BEFORE, after).cells

    assert (cell.step_before, cell.step_after, cell.location_after) == (0, 0, "well")


def test_a_notebook_shows_steps_entities_and_cells_that_differ():
    steps = ("Fill the pot with water.", "Put the lid on.", "Pour the water into the cup.")
    after = read(steps, {"water": ("tap", "pot", "pot", "?"), "lid": ("?", "?", "pot", "pot")})

    shown = compare(BEFORE, after)._repr_html_()

    assert '<p class="title">Different: 2 steps, 1 entity, 1 cell</p>' in shown
    assert "<tr><th>−</th><td>2</td><td>Boil the water.</td></tr>" in shown
    assert "<tr><th>+</th><td>2</td><td>Put the lid on.</td></tr>" in shown
    assert "<tr><th>+</th><td>lid</td></tr>" in shown
    assert "<td>move: cup (1.00)</td><td>move: ? (1.00)</td>" in shown


def test_a_notebook_is_shown_that_nothing_differs():
    shown = compare(BEFORE, BEFORE)._repr_html_()

    assert "no differences" in shown and "<table>" not in shown


@pytest.mark.parametrize("text", [*INJECTIONS, *HOSTILE])
def test_no_text_of_a_document_becomes_an_element_of_a_difference(text):
    def shown(word: str) -> str:
        word = word.replace(";", ",")  # which would divide a name into several
        before = read((word,), {word: (word, "-"), f"old {word[:900]}": ("-", "-")})
        after = read(("Another step.",), {word: ("-", word), f"new {word[:900]}": ("-", "-")})
        return compare(before, after)._repr_html_()

    assert shape(shown(text)) == shape(shown("harmless"))
