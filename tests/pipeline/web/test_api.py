"""The API answers what the command line answers, and nothing is stored unless asked."""

from __future__ import annotations

import hashlib
from importlib.resources import files

import pytest

from tests.support.app_client import TEA, app_client
from tests.support.graphs import HOSTILE

DOCUMENT = "drinks/tea#1"


def test_a_text_is_read_without_being_stored(client):
    answer = client.post("/api/v1/read", json={"text": "Milk boils.", "entities": ["milk; cream"]})

    assert answer.status_code == 200
    assert answer.json()["entities"][0]["aliases"] == ["milk", "cream"]
    assert client.get("/api/v1/documents").json()["error"].startswith("no store at")


def test_a_stored_document_is_listed_shown_and_found_by_its_title(tea):
    (listed,) = tea.get("/api/v1/documents").json()
    shown = tea.get("/api/v1/show", params={"document": "Tea"}).json()

    assert (listed["document"], listed["n_steps"]) == (DOCUMENT, 2)
    assert shown["steps"][1]["text"] == "Pour the water."
    assert shown["number"] == 1


def test_documents_and_answers_come_in_pages(tmp_path):
    with app_client(tmp_path) as client:
        for name in ("a", "b", "c"):
            record = {"id": name, "text": "Water boils.", "entities": ["water"]}
            client.post("/api/v1/ingest", json=record)
        page = client.get("/api/v1/documents", params={"limit": 2, "after": "a"}).json()
        body = {"name": "trackers", "parameters": {"concept": "water"}, "limit": 1, "after": "b"}
        rows = client.post("/api/v1/query", json=body).json()

    assert [each["document"] for each in page] == ["b", "c"]
    assert [row["document"] for row in rows] == ["c"]


@pytest.mark.parametrize("format", ["json", "graphml", "gexf"])
def test_a_snapshot_comes_in_each_format(tea, format):
    answer = tea.get("/api/v1/snapshot", params={"document": "Tea", "step": 1, "format": format})

    assert answer.status_code == 200
    assert format in answer.headers["content-type"]
    assert "entity:Water" in answer.text


def test_a_cell_is_explained(tea):
    query = {"document": "Tea", "entity": "water", "step": 1}

    assert tea.get("/api/v1/explain", params=query).json()["entity"] == "Water"


def test_the_threshold_of_unsure_is_the_setting(tmp_path, monkeypatch):
    monkeypatch.setenv("STEPGRAPH_UNSURE_BELOW", "0.25")
    with app_client(tmp_path / "state") as client:
        client.post("/api/v1/ingest", json=TEA)
        cell = {"document": "Tea", "entity": "water", "step": 1}

        assert client.get("/api/v1/explain", params=cell).json()["unsure"] is False
        assert '"unsure_below":25' in client.get("/document", params={"name": "Tea"}).text


def test_a_question_in_english_is_answered_with_its_sentences(tea):
    answer = tea.get("/api/v1/ask", params={"question": "When is the water created?"}).json()

    assert "step 1" in answer["sentence"]
    assert answer["support"][0]["document"] == DOCUMENT


def test_a_named_question_and_own_cypher_give_rows(tea):
    named = {"name": "steps", "parameters": {"document": "Tea"}}
    own = {"cypher": "MATCH (d:Document) RETURN d.id AS id"}

    assert [row["step"] for row in tea.post("/api/v1/query", json=named).json()] == [1, 2]
    assert tea.post("/api/v1/query", json=own).json() == [{"id": DOCUMENT}]


def test_values_that_json_does_not_have_are_texts_or_null(tea, request):
    day = "duration('P1D')" if "neo4j" in request.node.callspec.id else "interval('1 days')"
    own = {"cypher": f"RETURN {day} AS span, 1.0 / 0.0 AS infinite"}

    assert tea.post("/api/v1/query", json=own).json() == [{"span": "P1D", "infinite": None}]


@pytest.mark.parametrize(
    "body",
    [
        {"cypher": "MATCH (d:Document) DETACH DELETE d"},
        {"cypher": "MATCH (d:Document) SET d.id = 'x' RETURN d"},
        {"cypher": "LOAD FROM '/etc/passwd' RETURN *"},
        {"cypher": "CREATE (d:Document {id: 'x'})"},
        {"name": "steps", "parameters": {"document": "x' OR 1=1"}},
        {"name": "steps", "parameters": {"as_of": "now"}},
        {"name": "steps", "cypher": "RETURN 1"},
        {},
    ],
)
def test_a_query_that_does_more_than_read_is_refused(tea, body):
    answer = tea.post("/api/v1/query", json=body)

    assert answer.status_code in (400, 404)
    assert len(tea.get("/api/v1/documents").json()) == 1


def test_lineage_and_the_catalogue_are_there(tea):
    lineage = tea.get("/api/v1/lineage", params={"document": "Tea"})
    assert lineage.json().get("hops") == [], lineage.text
    assert "steps" in [question["name"] for question in tea.get("/api/v1/questions").json()]


@pytest.mark.parametrize(
    ("path", "body"),
    [("ingest", {"text": "Water boils."}), ("forget", {"document": "Tea", "yes": True})],
)
def test_an_app_without_write_stores_and_forgets_nothing(tmp_path, path, body):
    with app_client(tmp_path, writes=False) as client:
        answer = client.post(f"/api/v1/{path}", json=body)

    assert answer.status_code == 403
    assert "--write" in answer.json()["error"]
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("show?document=coffee", 404),
        ("show", 422),
        ("snapshot?document=Tea&step=7", 400),
        ("snapshot?document=Tea&step=x", 422),
        ("explain?document=Tea&entity=milk&step=1", 400),
        ("ask?question=", 400),
        ("ask?question=%20&document=Tea", 400),
        ("documents?as_of=yesterday", 422),
        ("../../../etc/passwd", 404),
        ("%2e%2e/%2e%2e/etc/passwd", 404),
    ],
)
def test_an_error_is_one_line_with_the_right_status(tea, path, status):
    answer = tea.get(f"/api/v1/{path}")

    assert answer.status_code == status
    if path.split("?")[0].isalpha():
        assert list(answer.json()) == ["error"]
        assert "\n" not in answer.json()["error"]


def test_hostile_text_comes_back_as_it_was_sent(client):
    for words in HOSTILE:
        record = {"text": f"Water boils {words}.", "title": words, "entities": [f"the {words}"]}
        answer = client.post("/api/v1/read", json=record)

        assert answer.status_code in (200, 400), answer.text
        if answer.status_code == 200:
            assert answer.json()["title"] == words


def test_a_text_that_is_too_long_is_refused_with_what_to_do(client):
    answer = client.post("/api/v1/read", json={"text": "Water boils. " * 10_000})

    assert answer.status_code == 413
    assert "stepgraph ingest" in answer.json()["error"]


def test_the_description_of_the_api_names_every_path_and_loads_nothing_from_elsewhere(client):
    paths = client.get("/api/v1/openapi.json").json()["paths"]
    page = client.get("/api/v1/docs")

    expected = "ask documents explain forget ingest lineage query questions read show snapshot"
    assert sorted(path.removeprefix("/api/v1/") for path in paths) == [*expected.split(), "status"]
    assert "http" not in page.text
    assert "'unsafe-inline'" not in page.headers["content-security-policy"].split("style-src")[0]


def test_the_vendored_files_are_those_of_their_package():
    folder = files("pipeline.web").joinpath("static", "swagger-ui")
    listed = [line.split() for line in folder.joinpath("SHA256SUMS").read_text().splitlines()]

    assert {name for _, name in listed} | {"SHA256SUMS"} == {file.name for file in folder.iterdir()}
    for digest, name in listed:
        assert hashlib.sha256(folder.joinpath(name).read_bytes()).hexdigest() == digest
