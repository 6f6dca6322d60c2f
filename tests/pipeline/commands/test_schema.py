"""schema, and queries of one's own on the command line."""

import json

from tests.pipeline.commands.conftest import run


def test_schema_prints_labels_types_counts_and_examples(filled):
    shown = run("schema").stdout

    assert "(schema version" in shown
    assert "1 older reading:" in shown
    assert "LOCATED_AT" in shown
    assert "MATCH (:Reading {recorded_until: $open_end})-[:MENTIONS]->(e:Entity)" in shown


def test_schema_is_an_object_for_programs(filled):
    facts = json.loads(run("schema", "--json").stdout)

    labels = {each["label"]: each for each in facts["labels"]}
    assert (labels["Reading"]["count"], labels["Reading"]["present"]) == (3, 2)
    assert labels["Entity"]["properties"][0] == {"name": "id", "type": "STRING", "optional": False}
    assert len(facts["examples"]) == 3


def test_an_example_of_the_schema_runs_as_it_is_printed(filled):
    for example in json.loads(run("schema", "--json").stdout)["examples"]:
        result = run("query", example["cypher"], "--json")

        assert result.exit_code == 0
        assert json.loads(result.stdout)


def test_a_query_may_be_given_in_quotes_however_long(filled):
    names = " OR ".join(f"d.id = 'document {number}'" for number in range(100))
    result = run("query", f"MATCH (d:Document) WHERE {names} OR true RETURN count(d) AS n")

    assert result.exit_code == 0
    assert "2" in result.stdout


def test_a_query_that_does_not_choose_readings_is_refused_unless_all_are_wanted(filled):
    cypher = "MATCH (e:Entity) RETURN count(e) AS entities"

    refused = run("query", cypher)
    counted = run("query", cypher, "--all-readings", "--json")

    assert refused.exit_code == 2
    assert "readings that no longer hold" in refused.stderr
    assert json.loads(counted.stdout) == [{"entities": 9}]
