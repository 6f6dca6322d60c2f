"""check, as a person who annotates sees it."""

import json

import pytest

from tests.pipeline.commands.conftest import SOAP, run


@pytest.fixture
def grids(clean):
    def written(**changed):
        path = clean / "train.json"
        path.write_text(json.dumps(SOAP | changed) + "\n")
        return str(path)

    return written


def test_a_grid_without_a_mistake_is_only_counted(grids):
    result = run("check", grids())

    assert (result.exit_code, result.stdout) == (0, "grids: 1, steps: 3, entities: 3, doubts: 0\n")


def test_a_place_that_is_not_in_the_text_is_reported(grids):
    states = [["?", "?", "?", "-"], ["?", "?", "pan", "-"], ["-", "-", "-", "pot"]]

    lines = run("check", grids(states=states)).stdout.splitlines()

    assert lines[0] == "7: 'lye': the place 'pan' is not in the text; write it in the text's words"
    assert lines[1].endswith("doubts: 1")


def test_a_wrong_number_of_states_is_refused_with_its_line_and_entity(grids):
    result = run("check", grids(states=[["?", "?", "-"], *SOAP["states"][1:]]))

    assert result.exit_code == 2
    assert "line 1: 'fat' has 3 states, expected 4" in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_steps_are_compared_with_their_texts(grids, clean):
    (clean / "soap.txt").write_text("Heat the fat. Add lye. Soap forms.")

    printed = run("check", grids(para_id="soap.txt"), "--texts", "soap.txt", "--json").stdout

    [doubt] = json.loads(printed)["doubts"]["soap.txt"]
    assert doubt == "step 2 is 'Add lye to the pot.', in the text 'Add lye.'"
