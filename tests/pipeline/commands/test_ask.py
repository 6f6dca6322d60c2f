"""ask, questions and query."""

import json
from pathlib import Path

import pytest

from pipeline.questions.catalogue import catalogue
from pipeline.stores import open_store
from tests.pipeline.commands.conftest import run


def test_an_answer_is_a_sentence_with_its_evidence_marked(filled):
    result = run("ask", "photo.txt", "Where is the water after step 2?")

    lines = result.stdout.splitlines()
    assert lines[0] == "After step 2 the water is in the leaf."
    assert lines[2] == "plants/photo.txt, step 2; probability 0.70; reading 2 by default"
    assert lines[3] == "  The water flows through the stem to the [leaf]."


def test_an_answer_of_several_lines_is_printed_on_several_lines(filled):
    lines = run("ask", "photo.txt", "What are the steps?").stdout.splitlines()

    assert lines[0] == "4 steps:"
    assert [line[:2] for line in lines[1:]] == ["1.", "2.", "3.", "4."]


def test_an_answer_as_json_has_its_support(filled):
    answer = json.loads(
        run("ask", "photo.txt", "Where is the water after step 2?", "--json").stdout
    )

    (support,) = answer["support"]
    assert support["text"][support["char_start"] : support["char_end"]] == "leaf"
    assert (support["step"], support["probability"], support["model"]) == (2, 0.7, "default")


def test_below_the_threshold_an_answer_is_unsure_in_text_and_in_json(filled, monkeypatch):
    question = ["ask", "photo.txt", "Where is the water after step 2?"]

    sentence = run(*question, "--unsure-below", "0.71").stdout.splitlines()[0]
    monkeypatch.setenv("STEPGRAPH_UNSURE_BELOW", "0.71")
    unsure = json.loads(run(*question, "--json").stdout)
    sure = json.loads(run(*question, "--json", "--unsure-below", "0.7").stdout)

    assert sentence == "Unsure (probability 0.70): After step 2 the water is in the leaf."
    assert (unsure["unsure"], unsure["probability"], unsure["sentence"]) == (True, 0.7, sentence)
    assert sure["unsure"] is False
    assert [[part["unsure"] for part in answer[key]] for answer in (unsure, sure)
            for key in ("rows", "support")] == [[True], [True], [False], [False]]  # fmt: skip


def test_rows_of_a_question_are_marked_as_unsure_those_of_a_users_own_query_are_not(filled):
    snapshot = ["query", "snapshot", "-p", "document=photo.txt", "-p", "step=1", "--json"]
    own = "MATCH (:Step)-[c:MOVES]->(:Entity) RETURN c.probability AS probability"
    Path("own.cypher").write_text(own)

    plain, marked = run(*snapshot), run(*snapshot, "--unsure-below", "0.9")

    assert {row["unsure"] for row in json.loads(plain.stdout)} == {False}
    assert {row["unsure"] for row in json.loads(marked.stdout)} == {True}
    rows = json.loads(
        run("query", "own.cypher", "--unsure-below", "0.9", "--all-readings", "--json").stdout
    )
    assert rows and all(set(row) == {"probability"} for row in rows)


@pytest.mark.parametrize("wrong", ["1.5", "-0.1", "nan"])
def test_a_threshold_that_is_not_a_probability_is_refused_in_one_line(filled, wrong):
    result = run("ask", "photo.txt", "Where is the water?", "--unsure-below", wrong)

    assert result.exit_code == 2
    assert "unsure_below" in result.stderr and wrong in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_a_question_about_the_past_is_answered_as_of_then(filled):
    question = ["ask", "photo.txt", "Does the light exist after step 4?"]

    assert run(*question, "--as-of", "2024-03-01").stdout.startswith("Yes")
    assert run(*question).stdout.startswith("No")


def test_a_question_that_is_not_understood_is_refused_with_three_that_suit_the_document(filled):
    result = run("ask", "photo.txt", "How are you?")

    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 4
    assert "What happens to the light?" in result.stderr


def test_a_question_without_quotes_is_refused_with_a_hint(filled):
    result = run("ask", "where", "is", "the", "water")

    assert result.exit_code == 2
    assert "in quotes" in result.stderr


def test_all_questions_are_listed(clean):
    listed = json.loads(run("questions", "--json").stdout)

    assert [question["name"] for question in listed] == list(catalogue())
    snapshot = next(question for question in listed if question["name"] == "snapshot")
    assert [parameter["name"] for parameter in snapshot["parameters"]] == ["document", "step"]


def test_one_question_is_shown_with_its_cypher(clean):
    assert run("questions", "snapshot").stdout == catalogue()["snapshot"].cypher.rstrip() + "\n"


def test_a_named_question_is_asked_with_its_parameters(filled):
    arguments = ["query", "snapshot", "-p", "document=Photosynthesis", "-p", "step=1"]

    rows = json.loads(run(*arguments, "--json").stdout)

    assert [(row["entity"], row["location"]) for row in rows] == [
        ("light", "?"),
        ("water; H2O", "root"),
    ]
    assert "step 1\n  [Roots] absorb water from the soil." in run(*arguments).stdout


def test_an_empty_result_is_printed_as_no_results(filled):
    assert "no results" in run("query", "producers", "-p", "concept=unicorn").stdout


def test_a_cypher_file_is_run(filled):
    Path("mine.cypher").write_text(
        "MATCH (d:Document)-[:READ_AS]->(r:Reading) WHERE r.number = $n AND d.title = $title "
        "RETURN d.id AS id, r.recorded_from AS since"
    )

    title = "Photosynthesis"
    rows = json.loads(
        run("query", "mine.cypher", "-p", "n=2", "-p", f"title={title}", "--json").stdout
    )

    assert rows == [{"id": "plants/photo.txt", "since": "2024-06-02T03:04:00"}]


def test_a_source_is_shown_without_the_marker_of_its_folder(filled):
    store = open_store("ladybug:.stepgraph/graph.lbug")
    marked = "MATCH (d:Document {id: 'other.jsonl#3'}) SET d.source = '/texts/./other.jsonl'"
    store.write(lambda ask: ask(marked, {}))
    store.close()

    result = run("query", "MATCH (d:Document) RETURN d.source AS source")

    assert "/texts/other.jsonl" in result.stdout
    assert "/./" not in result.stdout


def test_a_value_that_json_does_not_have_is_printed_as_text(filled):
    result = run("query", "RETURN interval('1 days') AS span", "--json")

    assert json.loads(result.stdout) == [{"span": "1 day, 0:00:00"}]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["snapsho"], "did you mean 'snapshot'"),
        (["mine.cypher"], "no file 'mine.cypher'"),
        (["where is the water"], "is for stepgraph ask"),
        (["documents", "--all-readings"], "--all-readings is for Cypher queries"),
        (["snapshot", "-p", "document=photo.txt"], "needs step"),
        (["snapshot", "-p", "document=photo.txt", "-p", "step=two"], "whole number"),
        (["snapshot", "-p", "step"], "not KEY=VALUE"),
        (["snapshot", "-p", "step=1", "-p", "step=2"], "twice"),
        (["snapshot", "-p", "document=foto.txt", "-p", "step=1"], "no document 'foto.txt'"),
        (["snapshot", "-p", "document=photo.txt", "-p", "step=9"], "steps 1 to 4"),
    ],
)
def test_an_invalid_query_is_refused_in_one_line(filled, arguments, message):
    result = run("query", *arguments)

    assert result.exit_code == 2
    assert message in result.stderr
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    "cypher", ["MATCH (d:Document) DETACH DELETE d", "RETURN 1; RETURN 2", "", "nonsense", "\xff"]
)
def test_cypher_that_writes_is_refused(filled, cypher):
    Path("mine.cypher").write_bytes(cypher.encode("latin-1"))

    result = run("query", "mine.cypher")

    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1
    assert len(json.loads(run("documents", "--json").stdout)) == 2


def test_times_in_a_table_have_no_fraction_of_a_second(filled):
    Path("mine.cypher").write_text("RETURN timestamp('2024-01-02 03:04:00.567890') AS since")

    shown, facts = run("query", "mine.cypher"), run("query", "mine.cypher", "--json")

    assert shown.stdout.splitlines()[-1].strip() == "2024-01-02 03:04:00"
    assert json.loads(facts.stdout) == [{"since": "2024-01-02T03:04:00.567890"}]


def test_query_finds_an_entity_by_the_names_that_people_use(filled):
    shown = run(
        *("query", "location-after", "--json"),
        *("-p", "document=photo.txt", "-p", "entity=the h2o", "-p", "step=2"),
    )

    assert [row["location"] for row in json.loads(shown.stdout)] == ["leaf"]
