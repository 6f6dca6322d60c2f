"""New locations, scored as on recipes."""

import pytest

from pipeline.domain.document import Document, Entity, Step
from pipeline.domain.grid import Grid
from pipeline.evaluation.recipe_locations import score_locations


@pytest.fixture
def gold_of():
    """One document of two steps with these rows of states, by entity."""

    def made(**rows):
        steps = (Step(1, "Mix.", 0), Step(2, "Bake.", 5))
        document = Document("7", "", "Mix. Bake.", steps, "", tuple(map(Entity.parse, rows)))
        return document, grid_of(**rows)

    return made


def grid_of(**rows):
    return Grid.from_texts([Entity.parse(name) for name in rows], list(rows.values()))


def test_gold_itself_is_perfect_and_nothing_found_has_no_recall(gold_of):
    gold = [gold_of(oil=["?", "pan", "pan"], bread=["?", "?", "plate"])]

    assert score_locations(gold, [grid for _, grid in gold]).f1 == 1.0
    nothing = score_locations(gold, [grid_of(oil=["?", "?", "?"], bread=["?", "?", "?"])])
    assert (nothing.precision, nothing.recall) == (1.0, 0.0)


def test_a_place_counts_at_the_step_it_is_new_and_fewer_words_are_right(gold_of):
    gold = [gold_of(oil=["?", "hot pans", "hot pans"], bread=["?", "-", "plate"])]

    late = score_locations(gold, [grid_of(oil=["?", "?", "pan"], bread=["?", "-", "?"])])
    short = score_locations(gold, [grid_of(oil=["?", "pan", "pan"], bread=["?", "bowl", "plate"])])

    assert (late.precision, late.recall) == (0.0, 0.0)
    assert (short.precision, short.recall) == (pytest.approx(2 / 3), 1.0)
