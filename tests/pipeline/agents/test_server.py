"""What an agent sees of the server before it calls a tool, and what is refused."""

from __future__ import annotations

import logging

import pytest

from pipeline.logs import log
from pipeline.settings import load_settings
from pipeline.stores.write import write
from tests.support.agent_client import RECORDED, TEA_READING, Agent
from tests.support.app_client import TEA, services

READING = {
    "ask",
    "explain",
    "lineage",
    "list_documents",
    "list_questions",
    "query_catalogue",
    "query_cypher",
    "read_procedure",
    "schema",
    "show_document",
    "snapshot",
}
WRITING = {"ingest_document", "forget_document"}


def test_tools_that_write_are_there_only_if_the_server_may_write(agent, tea_agent):
    assert set(tea_agent.tools()) == READING
    assert set(agent.tools()) == READING | WRITING
    assert "Unknown tool" in tea_agent.refusal("ingest_document", **TEA)
    assert "Unknown tool" in tea_agent.refusal("forget_document", document="Tea", confirm=True)


def test_every_tool_declares_whether_it_changes_the_store(agent):
    hints = {name: tool.annotations for name, tool in agent.tools().items()}

    assert {name for name, hint in hints.items() if hint.read_only_hint} == READING
    assert {name for name, hint in hints.items() if hint.destructive_hint} == {"forget_document"}
    assert not any(hint.open_world_hint for hint in hints.values())


def test_every_tool_and_argument_is_described(agent):
    for tool in agent.tools().values():
        assert tool.title and tool.description
        assert "\n    " not in tool.description
        assert tool.input_schema["additionalProperties"] is False
        assert tool.output_schema["type"] == "object"
        for argument in tool.input_schema["properties"].values():
            assert argument["description"][-1] in '.?"'


def test_schema_and_catalogue_are_resources(tea_agent):
    assert tea_agent.resources() == ["stepgraph://schema", "stepgraph://questions"]
    assert tea_agent.resource("stepgraph://schema") == tea_agent.facts("schema")
    questions = tea_agent.all_pages("list_questions", "questions")
    assert tea_agent.resource("stepgraph://questions") == questions


def test_the_instructions_name_tools_that_exist(agent):
    names = {word.strip(".,;:") for word in agent.instructions().split() if "_" in word}

    assert {"list_documents", "show_document", "read_procedure"} <= names
    assert names - {"char_end)", "[char_start", "next_offset", "next_after"} <= set(agent.tools())


@pytest.mark.parametrize(
    ("tool", "arguments", "reason"),
    [
        ("show_document", {"document": "coffee"}, "no document 'coffee'; there are 'tea.txt'"),
        ("show_document", {}, "document: Field required"),
        ("show_document", {"document": "Tea", "doc": "x"}, "has no argument 'doc'"),
        ("show_document", {"document": "Tea", "as_of": "2024"}, "the time '2024' is not ISO 8601"),
        ("show_document", {"document": "Tea", "limit": 0}, "limit: Input should be greater"),
        ("show_document", {"document": "Tea", "offset": -1}, "offset: Input should be greater"),
        ("snapshot", {"document": "Tea", "step": 6}, "has steps 1 to 5 (0 is before step 1)"),
        ("snapshot", {"document": "Tea", "step": "x"}, "step: Input should be a valid integer"),
        ("explain", {"document": "Tea", "entity": "milk", "step": 1}, "'milk' is not tracked"),
        ("lineage", {"document": "Tea", "direction": "up"}, "direction: Input should be 'onward'"),
        ("ask", {"question": "x" * 1_001}, "question: String should have at most 1000"),
        ("query_catalogue", {"name": "timelin"}, "did you mean 'timeline'?"),
        ("query_catalogue", {"name": "steps", "parameters": {"as_of": "now"}}, "as_of"),
        ("query_cypher", {"cypher": "RETURN"}, ""),
        ("query_cypher", {"cypher": "MATCH (d:Document) RETURN $x AS x"}, "needs $x"),
        ("read_procedure", {}, "neither 'text' nor 'steps'"),
        ("read_procedure", {"text": "x" * 100_001}, "100,000 are read at once"),
        ("read_procedure", {"text": "UNUSABLE words."}, "cannot be used"),
        ("read_procedure", {"text": "half \ud800"}, "half a surrogate pair"),
        ("no_such_tool", {}, "Unknown tool: no_such_tool"),
    ],
)
def test_a_mistake_is_answered_with_one_line(tea_agent, tool, arguments, reason):
    refusal = tea_agent.refusal(tool, **arguments)

    assert reason in refusal
    assert "\n" not in refusal


@pytest.mark.parametrize(
    "cypher",
    [
        "MATCH (d:Document) DETACH DELETE d",
        "MATCH (d:Document) SET d.id = 'x' RETURN d",
        "CREATE (d:Document {id: 'x'})",
        "LOAD FROM '/etc/passwd' RETURN *",
        "COPY Document TO 'x.csv'",
        "RETURN 1; MATCH (d:Document) DETACH DELETE d",
    ],
)
def test_cypher_that_does_more_than_read_is_refused(tea_agent, cypher):
    tea_agent.refusal("query_cypher", cypher=cypher)

    assert len(tea_agent.facts("list_documents")["documents"]) == 1


def test_an_error_in_stepgraph_itself_is_logged_and_not_shown(agent, caplog, monkeypatch):
    monkeypatch.setattr(log, "propagate", True)
    with caplog.at_level(logging.ERROR, logger="stepgraph"):
        refusal = agent.refusal("read_procedure", text="POISON boils.")

    assert refusal == "an error in Stepgraph itself; see the log of this server"
    (record,) = [record for record in caplog.records if record.name == "stepgraph"]
    assert "index 7 is out of bounds" in str(record.exc_info[1])


def test_a_document_is_stored_again_when_it_changes_and_erased_when_it_is_confirmed(agent):
    stored = agent.facts("ingest_document", **TEA)

    assert stored == {"document": TEA["id"], "written": 1, "unchanged": 0}
    assert agent.facts("ingest_document", **TEA)["unchanged"] == 1
    changed = TEA | {"text": "Water boils. Drink the water."}
    assert agent.facts("ingest_document", **changed)["written"] == 1
    assert agent.facts("show_document", document="Tea")["reading"] == 2

    listed = agent.facts("forget_document", document="Tea")
    assert (listed["readings"], listed["done"]) == (2, "nothing")
    assert len(agent.facts("list_documents")["documents"]) == 1
    assert agent.facts("forget_document", document="Tea", confirm=True)["done"] == "erased"
    assert len(agent.facts("list_documents")["documents"]) == 0
    assert "forgotten" in agent.refusal("ingest_document", **TEA)


def test_a_document_that_cannot_be_stored_is_refused_with_the_reason(agent):
    refusal = agent.refusal("ingest_document", text="UNUSABLE words.", id="bad")

    assert refusal == "'bad' cannot be used"


def test_a_store_that_another_process_fills_is_seen_by_the_next_call(tmp_path):
    settings = load_settings(state=tmp_path)
    reading, writing = services(settings, writes=False), services(settings)

    assert "no store at" in Agent(reading).refusal("list_documents")
    Agent(writing).facts("ingest_document", **TEA)
    writing.close()

    assert len(Agent(reading).facts("list_documents")["documents"]) == 1
    reading.close()


@pytest.mark.neo4j
@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("list_documents", {}),
        ("show_document", {"document": "Tea"}),
        ("snapshot", {"document": "Tea", "step": 3}),
        ("explain", {"document": "Tea", "entity": "water", "step": 1}),
        ("ask", {"question": "Where is the water after step 1?", "document": "Tea"}),
        (
            "query_catalogue",
            {"name": "timeline", "parameters": {"document": "Tea", "entity": "tea"}},
        ),
        ("query_cypher", {"cypher": "MATCH (d:Document) RETURN d.title AS title"}),
        ("lineage", {"document": "Tea"}),
    ],
)
def test_the_tools_answer_alike_on_neo4j(tmp_path, neo4j, neo4j_store, tea_agent, tool, arguments):
    write([TEA_READING], store=neo4j_store, clock=lambda: RECORDED)
    login = {"neo4j_username": neo4j.username, "neo4j_password": neo4j.password}
    shared = services(load_settings(state=tmp_path, store=neo4j.url, **login), writes=False)

    assert Agent(shared).facts(tool, **arguments) == tea_agent.facts(tool, **arguments)
    shared.close()
