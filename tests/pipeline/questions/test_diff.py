"""What two readings say differently: steps aligned by their text, entities by their names."""

from pipeline.domain.document import Entity
from pipeline.domain.graph import TemporalGraph
from pipeline.domain.grid import Grid
from pipeline.questions.diff import CellDifference, EntityDifference, StepDifference, compare
from tests.support.graphs import document

STEPS = ("Fill the pot with water.", "Boil the water.", "Pour the water into the cup.")


def read(steps: tuple[str, ...], rows: dict[str, tuple[str, ...]]) -> TemporalGraph:
    entities = [Entity.parse(name) for name in rows]
    return TemporalGraph.from_grid(
        document("tea", steps), Grid.from_texts(entities, list(rows.values()))
    )


BEFORE = read(STEPS, {"water": ("tap", "pot", "pot", "cup")})


def test_equal_readings_differ_in_nothing():
    found = compare(BEFORE, BEFORE)

    assert (found.steps, found.entities, found.cells) == ((), (), ())


def test_another_place_after_a_step_differs_there_alone():
    after = read(STEPS, {"water": ("tap", "pot", "?", "cup")})

    (cell,) = compare(BEFORE, after).cells

    assert (cell.entity, cell.step_before, cell.step_after) == ("water", 2, 2)
    assert (cell.location_before, cell.location_after) == ("pot", "?")
    assert (cell.change_before, cell.change_after) == ("none", "move")


def test_a_step_put_in_before_the_others_makes_nothing_differ_but_itself():
    steps = ("Wash your hands.", *STEPS)
    after = read(steps, {"water": ("tap", "tap", "pot", "pot", "cup")})

    found = compare(BEFORE, after)

    assert found.steps == (StepDifference(None, 1, None, "Wash your hands."),)
    assert found.cells == ()


def test_a_step_taken_out_is_told_with_what_it_did():
    after = read(STEPS[:2], {"water": ("tap", "pot", "pot")})

    found = compare(BEFORE, after)

    assert found.steps == (StepDifference(3, None, STEPS[2], None),)
    assert found.cells == (
        CellDifference("water", 3, None, "cup", "pot", 1.0, None, "move", "none"),
    )


def test_a_reworded_step_is_still_that_step():
    steps = (STEPS[0], "Boil all the water.", STEPS[2])
    after = read(steps, {"water": ("tap", "pot", "stove", "cup")})

    found = compare(BEFORE, after)

    assert found.steps == (StepDifference(2, 2, STEPS[1], steps[1]),)
    assert [(cell.step_before, cell.step_after) for cell in found.cells] == [(2, 2)]


def test_steps_that_have_nothing_in_common_are_one_gone_and_one_new():
    steps = (STEPS[0], "Feed some hungry cats", STEPS[2])

    found = compare(BEFORE, read(steps, {"water": ("tap", "pot", "pot", "cup")}))

    assert [(one.step_before, one.step_after) for one in found.steps] == [(2, None), (None, 2)]


def test_an_entity_goes_by_any_of_its_names_and_one_that_is_new_is_told():
    after = read(STEPS, {"Waters; H2O": ("tap", "pot", "pot", "cup"), "cup": ("?",) * 4})

    found = compare(BEFORE, after)

    assert found.entities == (EntityDifference("cup", "after"),)
    assert found.cells == ()


def test_the_state_before_the_first_step_is_compared_too():
    after = read(STEPS, {"water": ("well", "pot", "pot", "cup")})

    (cell,) = compare(BEFORE, after).cells

    assert (cell.step_before, cell.step_after, cell.location_after) == (0, 0, "well")
