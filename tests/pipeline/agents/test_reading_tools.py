"""The tools that read answer with evidence and probability, page by page."""

from __future__ import annotations

import pytest

from tests.support.agent_client import reading_agent
from tests.support.graphs import HOSTILE, graph, reading
from tests.support.shown_readings import TEA


def test_documents_are_listed_and_searched(tea_agent):
    (listed,) = tea_agent.facts("list_documents", search="TEA")["documents"]

    assert (listed["document"], listed["n_steps"], listed["reading"]) == ("tea.txt", 5, 1)
    assert tea_agent.facts("list_documents", search="coffee")["documents"] == []


def test_a_document_is_shown_step_by_step_with_its_changes(tea_agent):
    shown = tea_agent.facts("show_document", document="Tea")

    assert [thing["name"] for thing in shown["entities"]] == ["water; H2O", "leaves", "tea"]
    assert shown["materials"][0] == {"name": "water", "amount": "1", "unit": "l"}
    assert {thing["entity"]: thing["location"] for thing in shown["start"]} == {
        "water; H2O": "tap",
        "leaves": "?",
    }
    pouring = shown["steps"][0]
    assert (pouring["text"], pouring["label"]) == (TEA[0], "The water")
    (change,) = pouring["changes"]
    assert (change["change"], change["origin"], change["destination"]) == ("move", "tap", "kettle")
    assert change["probability"] == pytest.approx(0.8)  # of the place, which is less sure
    assert change["unsure"] is False
    assert change["evidence"]["text"] == TEA[0]


def test_the_words_that_state_a_change_are_at_their_positions(tea_agent):
    steps = tea_agent.facts("show_document", document="Tea")["steps"]
    (creation,) = [change for change in steps[3]["changes"] if change["change"] == "create"]
    evidence = creation["evidence"]

    assert evidence["text"] == TEA[3]
    assert (evidence["char_start"], evidence["char_end"]) == (18, 23)


def test_steps_come_in_pages_and_what_is_of_no_step_is_on_the_first(tea_agent):
    first = tea_agent.facts("show_document", document="Tea", limit=2)
    second = tea_agent.facts("show_document", document="Tea", limit=2, offset=first["next_offset"])

    assert [step["step"] for step in (*first["steps"], *second["steps"])] == [1, 2, 3, 4]
    assert (first["total"], second["next_offset"]) == (5, 4)
    for key in ("entities", "start", "materials"):
        assert first[key] and not second[key]


def test_a_snapshot_has_places_with_evidence_and_the_absent_things(tea_agent):
    state = tea_agent.facts("snapshot", document="Tea", step=2)
    (water,) = [each for each in state["presences"] if each["entity"] == "water; H2O"]

    assert (water["location"], water["from_step"], water["until_step"]) == ("kettle", 1, 3)
    assert water["probability"] == pytest.approx(0.7)
    assert water["evidence"] == {"step": 1, "text": TEA[0], "char_start": 24, "char_end": 30}
    assert state["absent"] == ["tea"]
    assert state["text"] == TEA[1]


def test_before_step_1_there_is_no_sentence(tea_agent):
    state = tea_agent.facts("snapshot", document="Tea", step=0)

    assert (state["text"], state["changes"]) == (None, [])


def test_presences_come_in_pages(tea_agent):
    presences = tea_agent.all_pages("snapshot", "presences", document="Tea", step=3, limit=1)

    assert [each["entity"] for each in presences] == ["water; H2O", "leaves"]


def test_what_is_less_probable_than_the_setting_is_unsure(tea_agent):
    state = tea_agent.facts("snapshot", document="Tea", step=3)

    assert {each["entity"]: each["unsure"] for each in state["presences"]} == {
        "water; H2O": True,
        "leaves": False,
    }


def test_a_cell_is_explained_by_a_chain_of_statements(tea_agent):
    explained = tea_agent.facts("explain", document="Tea", entity="H2O", step=1)

    assert (explained["entity"], explained["location"]) == ("water; H2O", "kettle")
    assert [link["role"] for link in explained["chain"]] == ["before", "change", "state", "after"]
    assert explained["chain"][2]["text"] == TEA[0]


def test_a_question_in_english_is_answered_with_its_sentences(tea_agent):
    answer = tea_agent.facts("ask", question="Where is the water after step 1?", document="Tea")

    assert answer["sentence"] == "After step 1 the water is in the kettle."
    assert answer["probability"] == pytest.approx(0.8)
    (support,) = answer["support"]
    assert (support["text"], support["char_start"], support["char_end"]) == (TEA[0], 24, 30)
    questions = tea_agent.all_pages("list_questions", "questions")
    assert answer["question"] in [question["name"] for question in questions]


def test_rows_and_support_of_an_answer_come_in_the_same_pages(tea_agent):
    question = {"question": "What happens in step 4?", "document": "Tea"}
    whole = tea_agent.facts("ask", **question)
    pages = []
    offset = 0
    while offset is not None:
        page = tea_agent.facts("ask", limit=1, offset=offset, **question)
        pages.append(page)
        offset = page["next_offset"]

    assert len(pages) == whole["total"] > 1
    for key in ("rows", "support"):
        assert [item for page in pages for item in page[key]] == whole[key]


def test_a_question_of_the_catalogue_gives_rows_with_their_evidence(tea_agent):
    parameters = {"document": "Tea", "entity": "water"}
    rows = tea_agent.facts("query_catalogue", name="timeline", parameters=parameters)["rows"]

    assert [row["location"] for row in rows[:2]] == ["tap", "kettle"]
    assert rows[1]["evidence_text"] == TEA[0]


def test_cypher_gives_rows_page_by_page(tea_agent):
    cypher = (
        "MATCH (:Reading {recorded_until: $open_end})-[:HAS_STEP]->(s:Step) "
        "WHERE s.number > $after RETURN s.number AS step ORDER BY step"
    )
    query = {"cypher": cypher, "parameters": {"after": 1}}

    rows = tea_agent.all_pages("query_cypher", "rows", limit=3, **query)

    assert rows == [{"step": 2}, {"step": 3}, {"step": 4}, {"step": 5}]


def test_values_that_json_does_not_have_are_texts(tea_agent):
    cypher = "RETURN interval('1 days') AS span, 1.0 / 0.0 AS infinite"
    (row,) = tea_agent.facts("query_cypher", cypher=cypher)["rows"]

    assert row == {"span": "P1D", "infinite": None}


def test_lineage_has_evidence_at_both_ends_of_a_hop(tmp_path):
    maker = reading(graph("maker.txt", ("-", "leaf")))
    user = reading(graph("user.txt", ("leaf", "-")))

    with reading_agent(tmp_path, [maker, user]) as agent:
        hops = agent.facts("lineage", document="maker.txt")["hops"]
        back = agent.facts("lineage", document="user.txt", direction="back")

    assert [hop["concept"] for hop in hops] == ["h2o", "water"]
    for hop in hops:
        assert (hop["maker"]["document"], hop["user"]["document"]) == ("maker.txt", "user.txt")
        assert hop["user"]["evidence_text"] == "Step 1: water."
        assert hop["user"]["probability"] == 1.0
    assert back["hops"] == hops


def test_the_schema_names_what_cypher_can_and_its_examples_run(tea_agent):
    schema = tea_agent.facts("schema")

    assert "Reading" in [label["label"] for label in schema["labels"]]
    assert "LOCATED_AT" in [edge["type"] for edge in schema["relationships"]]
    for example in schema["examples"]:
        tea_agent.facts("query_cypher", cypher=example["cypher"])


def test_a_text_is_read_and_nothing_is_stored(agent):
    facts = agent.facts("read_procedure", text="Milk boils.", entities=["milk; cream"])

    assert facts["entities"] == [{"name": "milk; cream", "aliases": ["milk", "cream"]}]
    assert facts["steps"][0]["changes"][0]["change"] == "create"
    assert (facts["reading"], facts["recorded_from"]) == (None, None)
    assert agent.refusal("list_documents").startswith("no store at")


def test_steps_can_be_listed_one_by_one(agent):
    facts = agent.facts("read_procedure", steps=["Milk boils.", "Pour it."], title="Milk")

    assert (facts["title"], facts["n_steps"]) == ("Milk", 2)


def test_an_argument_that_is_null_is_left_out(agent):
    facts = agent.facts("read_procedure", text="Milk boils.", steps=None, title=None, offset=None)

    assert facts["n_steps"] == 1


def test_the_store_can_be_seen_as_it_was(tea_agent):
    shown = tea_agent.facts("show_document", document="Tea", as_of="2024-06-02T05:04:00+01:00")

    assert shown["recorded_from"] == "2024-06-02T03:04:00"
    assert tea_agent.facts("list_documents", as_of="2024-06-01")["documents"] == []


def test_hostile_words_are_data_in_every_argument(tea_agent):
    for words in HOSTILE:
        calls = {
            "ask": {"question": f"Where is the {words}?", "document": words},
            "show_document": {"document": words},
            "explain": {"document": "Tea", "entity": words, "step": 1},
            "query_catalogue": {"name": words, "parameters": {words: words}},
            "query_cypher": {"cypher": words},
            "lineage": {"document": words},
            "list_documents": {"as_of": words},
        }
        for tool, arguments in calls.items():
            assert "\n" not in tea_agent.refusal(tool, **arguments)
        assert tea_agent.facts("list_documents", search=words)["documents"] == []

    assert len(tea_agent.facts("list_documents")["documents"]) == 1


def test_answers_of_many_documents_come_in_pages_of_documents(tmp_path):
    readings = [reading(graph(f"{number}.txt", ("soil", "-"))) for number in range(5)]
    consumers = {"name": "consumers", "parameters": {"concept": "water"}}

    with reading_agent(tmp_path, readings) as agent:
        rows = agent.all_pages_of_documents("query_catalogue", "rows", limit=2, **consumers)
        page = agent.facts("query_catalogue", limit=2, **consumers)

    assert [row["document"] for row in rows] == [f"{number}.txt" for number in range(5)]
    assert (len(page["rows"]), page["next_after"]) == (2, "1.txt")


def test_hostile_documents_are_shown_as_they_are(tmp_path):
    hostile = [reading(graph(words, (words, "leaf"))) for words in HOSTILE]

    with reading_agent(tmp_path, hostile) as agent:
        listed = agent.all_pages_of_documents("list_documents", "documents", limit=5)
        assert {each["document"] for each in listed} == set(HOSTILE)
        for words in HOSTILE:
            shown = agent.facts("show_document", document=words)
            state = agent.facts("snapshot", document=words, step=0)

            assert (shown["document"], shown["title"]) == (words, f"About {words}")
            assert shown["start"] == state["presences"]
            assert state["presences"][0]["location"] == words
