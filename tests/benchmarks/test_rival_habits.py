"""How readily a system changes what a step mentions, and grids without their places."""

import rival_habits

from pipeline.datasets.propara import ActionRow
from pipeline.domain.document import Document, Entity
from pipeline.domain.grid import Grid
from pipeline.text.annotate import annotate
from pipeline.text.steps import find_procedure

TEXT = "Flour lies in a bowl. An oven bakes the flour. Bread leaves the oven."
ENTITIES = (Entity.parse("flour; meal"), Entity.parse("bread"))


def document():
    return annotate(Document("7", "Bread", TEXT, find_procedure(TEXT).steps, "b.txt", ENTITIES))


def grid(flour, bread):
    return Grid.from_texts(ENTITIES, [flour, bread])


def test_changes_count_where_a_step_mentions_the_entity():
    moved_unmentioned = grid(["bowl", "bowl", "oven", "-"], ["-", "-", "oven", "?"])

    percent = rival_habits.grids_changed_percent([document()], [moved_unmentioned])

    assert percent == 66.7  # of flour in steps 1 and 2 and bread in step 3, the last two


def test_an_action_file_may_space_its_synonyms_otherwise():
    mentioned = rival_habits.mentioned_steps([document()])
    rows = [
        ActionRow("7", step, entity, action, "?", "?")
        for entity, actions in (
            ("flour;meal", ("NONE", "MOVE", "NONE")),
            ("bread", ("CREATE", "NONE", "NONE")),
        )
        for step, action in enumerate(actions, start=1)
    ]

    assert mentioned == {("7", 1, "flour;meal"), ("7", 2, "flour;meal"), ("7", 3, "bread")}
    assert rival_habits.changed_percent(rows, mentioned) == 33.3


def test_without_its_places_a_grid_keeps_what_exists():
    places = grid(["bowl", "bowl", "oven", "-"], ["-", "-", "?", "shelf"])

    assert rival_habits.without_places(places) == grid(["?", "?", "?", "-"], ["-", "-", "?", "?"])
