"""lint."""

import json

from pipeline.stores import open_store
from tests.pipeline.commands.conftest import run

STORE = "ladybug:.stepgraph/graph.lbug"


def break_it() -> None:
    store = open_store(STORE)
    cypher = "MATCH (:Step)-[c:MOVES]->(e:Entity {id: 'plants/photo.txt:2/entity/1'}) DELETE c"
    store.write(lambda ask: ask(cypher, {}))
    store.close()


def test_a_clean_store_exits_with_zero(filled):
    result = run("lint")

    assert result.exit_code == 0
    assert result.stdout == "0 errors, 0 warnings\n"


def test_an_error_exits_with_one_and_names_its_place(filled):
    break_it()

    result = run("lint")

    assert result.exit_code == 1
    line, total = result.stdout.splitlines()
    assert line.startswith("error change-without-event: plants/photo.txt, reading 2, step 4: ")
    assert "'sugar'" in line
    assert total == "1 error, 0 warnings"
    assert run("lint", "other.jsonl#3").exit_code == 0
    assert run("lint", "photo.txt").exit_code == 1


def test_findings_are_printed_as_json(filled):
    break_it()

    (finding,) = json.loads(run("lint", "--json").stdout)

    assert (finding["rule"], finding["level"], finding["step"]) == (
        "change-without-event",
        "error",
        4,
    )


def test_an_unknown_document_is_bad_input(filled):
    assert run("lint", "nothing").exit_code == 2
