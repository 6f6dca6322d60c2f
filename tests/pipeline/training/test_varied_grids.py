"""Documents to learn from, with other steps and the states that follow."""

import json
from random import Random

import pytest

from pipeline.datasets.propara import parse_grid
from pipeline.training.varied_grids import Variation, grids_to_learn, varied

RECORD = {
    "para_id": "tea",
    "title": "Tea",
    "sentence_texts": [
        "Boil the water in the kettle",
        "Pour the water into the pot.",
        "Drop the bag in the pot.",
        "Lift the bag out onto a saucer.",
        "Carry the pot to the table.",
    ],
    "participants": ["water", "bag"],
    "states": [
        ["?", "kettle", "pot", "pot", "pot", "pot"],
        ["?", "?", "?", "pot", "saucer", "saucer"],
    ],
}
ALL_JOINED = Variation(unchanged=0.0, joined=1.0, longest=13, fewest=2, pronouns=0.0)


def texts(document):
    return [step.text for step in document.steps]


def states(grid):
    return {track.entity.name: [place.text for place in track.locations] for track in grid.tracks}


def test_joined_steps_keep_the_states_after_the_last_of_them():
    document, grid = varied(*parse_grid(RECORD, source="here"), Random(1), ALL_JOINED)

    assert texts(document) == [
        "Boil the water in the kettle. Pour the water into the pot.",
        "Drop the bag in the pot. Lift the bag out onto a saucer.",
        "Carry the pot to the table.",
    ]
    assert states(grid) == {
        "water": ["?", "pot", "pot", "pot"],
        "bag": ["?", "?", "saucer", "saucer"],
    }
    assert all(document.text[step.char_start :].startswith(step.text) for step in document.steps)


def test_steps_are_joined_up_to_a_length_and_a_fewest_number():
    original = parse_grid(RECORD, source="here")
    long = Variation(unchanged=0.0, joined=1.0, longest=100, fewest=2, pronouns=0.0)
    assert varied(*original, Random(1), long)[0].n_steps == 2
    short = Variation(unchanged=0.0, joined=1.0, longest=5, pronouns=0.0)
    assert texts(varied(*original, Random(1), short)[0]) == RECORD["sentence_texts"]


def test_an_entity_that_never_exists_after_a_joined_step_is_left_out():
    steam = {
        **RECORD,
        "participants": ["water", "steam"],
        "sentence_texts": ["Boil the water.", "Steam rises.", "Steam is gone.", "The water cools."],
        "states": [["?", "?", "?", "?", "?"], ["-", "-", "?", "-", "-"]],
    }
    joined = Variation(unchanged=0.0, joined=1.0, longest=8, fewest=2, pronouns=0.0)

    document, grid = varied(*parse_grid(steam, source="here"), Random(1), joined)

    assert texts(document) == ["Boil the water. Steam rises. Steam is gone.", "The water cools."]
    assert states(grid) == {"water": ["?", "?", "?"]}


def test_names_become_pronouns_only_while_all_places_and_entities_are_named():
    pronouns = Variation(unchanged=0.0, joined=0.0, pronouns=1.0)
    seeds = [
        varied(*parse_grid(RECORD, source="here"), Random(seed), pronouns)[0] for seed in range(8)
    ]
    second = {texts(document)[1] for document in seeds}
    assert second == {"Pour it into the pot.", "Pour into the pot."}
    dust = {
        "para_id": "dust",
        "sentence_texts": ["Wipe the dust.", "The dust sticks to the cloth.", "Fold the cloth."],
        "participants": ["dust"],
        "states": [["?", "?", "cloth", "cloth"]],
    }
    original = parse_grid(
        {**dust, "sentence_texts": ["Press it.", *dust["sentence_texts"][1:]]}, source=""
    )
    assert varied(*original, Random(1), pronouns)[0].text == original[0].text


def test_a_share_of_documents_stays_as_it_is():
    original = parse_grid(RECORD, source="here")
    assert varied(*original, Random(1), Variation(unchanged=1.0)) == original


@pytest.fixture
def files(tmp_path):
    paths = []
    for name in ("plain", "other"):
        path = tmp_path / f"{name}.json"
        lines = [json.dumps({**RECORD, "para_id": f"{name}-{number}"}) for number in range(20)]
        path.write_text("\n".join(lines) + "\n")
        paths.append(path)
    return paths


def test_one_seed_varies_files_in_one_way_and_another_in_another(files):
    plain, other = files
    first = grids_to_learn([plain], [other], seed=3)
    assert first.learnt == grids_to_learn([plain], [other], seed=3).learnt
    assert first.learnt != grids_to_learn([plain], [other], seed=4).learnt
    assert first.learnt[:20] == first.originals[:20]
    assert first.learnt[20:] != first.originals[20:]
    assert [document.id for document, _ in first.learnt] == [
        document.id for document, _ in first.originals
    ]
    assert first.description == "plain.json (20), varied other.json (20)"


def test_without_files_there_is_nothing_to_learn():
    nothing = grids_to_learn([], [], seed=1)
    assert (nothing.originals, nothing.learnt, nothing.description) == ([], [], None)
