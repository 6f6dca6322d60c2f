"""Recipes of our own, in the format of Bosselut et al. 2018."""

import json

import pytest

from pipeline.datasets.propara import load_grids
from pipeline.domain.grid import SOMEWHERE, Location
from pipeline.errors import BadInput

TOAST = {
    "id": "toast",
    "split": "test",
    "text": {
        "0": ["heat", "the", "olive", "oil", "in", "a", "pan", "."],
        "1": ["fry", "the", "bread", "."],
        "2": ["put", "the", "bread", "on", "a", "plate", "."],
    },
    "ingredient_list": ["olive_oil", "bread"],
    "ingredients": {"0": [0], "1": [1, 0], "2": [1]},
    "events": {
        "0": {"location": ["pan"], "temperature": ["hot"]},
        "1": {"cookedness": ["cooked"], "location": ["pan", "oil"]},
        "2": {"location": ["serving_plate"]},
    },
}
PAN = Location("pan")


@pytest.fixture
def recipes(tmp_path):
    """A file with the JSON of what is given, one a line."""

    def written(*records):
        path = tmp_path / "recipes.json"
        path.write_text("".join(json.dumps(record) + "\n" for record in records))
        return path

    return written


def test_an_ingredient_is_somewhere_until_a_step_that_handles_it_has_a_location(recipes):
    [(document, grid)] = load_grids(recipes(TOAST))

    assert document.id == "toast"
    assert document.steps[0].text == "heat the olive oil in a pan ."
    assert {track.entity.name: track.locations for track in grid.tracks} == {
        "olive oil": (SOMEWHERE, PAN, PAN, PAN),
        "bread": (SOMEWHERE, SOMEWHERE, PAN, Location("serving plate")),
    }


def test_a_list_of_recipes_on_one_line_is_read_and_so_are_recipes_among_grids(recipes):
    other = TOAST | {"id": "other"}
    grid = {
        "para_id": "7",
        "sentence_texts": ["Mix."],
        "participants": ["dough"],
        "states": [["-", "bowl"]],
    }

    assert [document.id for document, _ in load_grids(recipes([TOAST, other], grid))] == [
        "toast",
        "other",
        "7",
    ]


def test_unknown_ingredient_numbers_and_steps_without_events_are_ignored(recipes):
    [(_, grid)] = load_grids(recipes(TOAST | {"ingredients": {"0": [0, 9, -1]}}))

    oil, bread = grid.tracks
    assert oil.locations == (SOMEWHERE, PAN, PAN, PAN)
    assert set(bread.locations) == {SOMEWHERE}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"id": None}, "para_id is missing"),
        ({"text": ["heat"]}, 'text must have the steps as keys, "0", "1" and so on'),
        ({"text": {"1": ["heat"]}}, "text must have the steps as keys"),
        ({"text": {"0": []}}, "the text of step 1 is empty"),
        ({"ingredient_list": "oil"}, "ingredient_list must be a list of names"),
        ({"ingredient_list": []}, "participants must be a list of at least one"),
        ({"ingredients": {"0": ["oil"]}}, "ingredients must have the steps as keys"),
        ({"events": []}, "events must have the steps as keys"),
        ({"events": {"0": {"location": "pan"}}}, "the location of an event must be a list"),
    ],
)
def test_a_recipe_that_does_not_fit_is_refused_with_its_line(recipes, change, message):
    with pytest.raises(BadInput, match=f"line 2: {message}"):
        load_grids(recipes(TOAST, TOAST | {"id": "second"} | change))


def test_a_recipe_without_an_id_is_refused(recipes):
    nameless = {name: value for name, value in TOAST.items() if name != "id"}

    with pytest.raises(BadInput, match="line 1: id is missing; give each recipe one"):
        load_grids(recipes(nameless))
