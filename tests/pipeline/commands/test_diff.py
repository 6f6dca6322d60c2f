"""diff: two readings of a document compared."""

import json

import pytest

from tests.pipeline.commands.conftest import run


def test_the_last_two_readings_are_compared_unless_others_are_named(filled):
    difference = json.loads(run("diff", "photo.txt", "--json").stdout)
    turned = json.loads(run("diff", "photo.txt", "--from", "2", "--to", "1", "--json").stdout)

    assert (difference["from"]["number"], difference["to"]["number"]) == (1, 2)
    assert [(cell["entity"], cell["step_after"]) for cell in difference["cells"]] == [
        ("light", 3),
        ("light", 4),
    ]
    assert turned["cells"][0]["location_after"] == difference["cells"][0]["location_before"]


def test_a_comparison_is_shown_as_a_table(filled):
    shown = run("diff", "photo.txt").stdout

    assert shown.splitlines()[0].startswith("- reading 1 by default")
    assert "destroy: - (1.00)" in shown
    assert "no differences" in run("diff", "photo.txt", "--from", "2", "--to", "2").stdout


def test_unsure_places_are_marked_in_both_readings(filled):
    compared = ["diff", "photo.txt", "--unsure-below", "0.99"]

    difference = json.loads(run(*compared, "--json").stdout)

    assert {(cell["unsure_before"], cell["unsure_after"]) for cell in difference["cells"]} == {
        (True, False)
    }
    assert ", unsure)" in run(*compared).stdout
    assert "unsure" not in run("diff", "photo.txt").stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["photo.txt", "--from", "7"], "it has 1, 2"),
        (["other.jsonl#3"], "no reading before 1"),
        (["nothing"], "no document 'nothing'"),
    ],
)
def test_an_invalid_comparison_is_refused_in_one_line(filled, arguments, message):
    result = run("diff", *arguments)

    assert result.exit_code == 2
    assert message in result.stderr
