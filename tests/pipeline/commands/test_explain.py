"""explain: why a cell of the grid has its value."""

import json

from tests.pipeline.commands.conftest import run


def test_a_cell_is_explained_with_its_sentences_marked(filled):
    lines = run("explain", "photo.txt", "h2o", "2").stdout.splitlines()

    assert lines[0] == "After step 2 the water is in the leaf."
    assert lines[1].startswith("plants/photo.txt; probability 0.70, exists 1.00; reading 2 by")
    assert "  [Roots] absorb water from the soil." in lines
    assert "  The water flows through the stem to the [leaf]." in lines


def test_a_cell_is_explained_as_it_was(filled):
    arguments = ["explain", "photo.txt", "light", "4", "--json"]

    now = json.loads(run(*arguments).stdout)
    then = json.loads(run(*arguments, "--as-of", "2024-03-01").stdout)

    assert (now["location"], then["location"]) == ("-", "?")
    assert (now["reading"], then["reading"]) == (2, 1)
    assert now["chain"][-1]["text"].startswith("Light and water")


def test_a_cell_that_does_not_exist_is_refused_in_one_line(filled):
    for arguments, message in ((("milk", "1"), "not tracked"), (("light", "5"), "steps 1 to 4")):
        result = run("explain", "photo.txt", *arguments)
        assert result.exit_code == 2
        assert message in result.stderr
        assert len(result.stderr.splitlines()) == 1


def test_what_is_unsure_is_marked_in_text_and_in_json(filled):
    cell = ["explain", "photo.txt", "water", "2", "--unsure-below", "0.75"]

    lines = run(*cell).stdout.splitlines()
    explanation = json.loads(run(*cell, "--json").stdout)

    assert lines[1].startswith("plants/photo.txt; probability 0.70, unsure, exists 1.00;")
    assert explanation["unsure"]
    assert [(link["role"], link["unsure"]) for link in explanation["chain"]] == [
        ("before", False),
        ("change", True),
        ("state", True),
        ("after", True),
    ]
