"""The public Python API: small, light, and the same answers as the command line."""

import ast
import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

import networkx
import pytest

import stepgraph
from pipeline.domain.data_frame import data_frame
from pipeline.domain.reading import NumberedReading
from pipeline.questions.catalogue import catalogue, python_columns
from pipeline.stores.write import write
from stepgraph import api
from tests.pipeline.commands.conftest import clean as clean
from tests.pipeline.commands.conftest import filled as filled
from tests.pipeline.commands.conftest import filled_once as filled_once
from tests.support.fake_reader import FakeReader
from tests.support.shown_readings import tea

HEAVY = {"torch", "transformers", "spacy", "prefect", "networkx", "neo4j", "ladybug", "sqlalchemy"}
HEAVY |= {"pandas", "polars", "pyarrow"}


@pytest.fixture
def fake_reader(clean, monkeypatch):
    monkeypatch.setattr(api, "_reader", lambda device: FakeReader())


def test_importing_loads_no_model_and_no_engine():
    code = "import stepgraph, sys; print(' '.join(sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout

    assert "stepgraph" in loaded.split()
    assert HEAVY.isdisjoint(loaded.split())


def test_every_public_name_exists_and_is_documented():
    for name in stepgraph.__all__:
        assert getattr(stepgraph, name).__doc__


def test_every_public_definition_is_listed():
    tree = ast.parse(Path(api.__file__).read_text())
    defined = {
        node.name
        for node in tree.body
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_")
    }

    assert defined <= set(stepgraph.__all__)


def test_a_text_is_read_without_a_store(fake_reader, clean):
    graph = stepgraph.read("Water falls. It reaches the lake.", entities=["water; H2O"])

    assert isinstance(graph, stepgraph.TemporalGraph)
    assert graph.n_steps == 2
    assert [entity.name for entity in graph.entities] == ["water; H2O"]
    assert not list(clean.iterdir())


def test_a_file_is_read_by_its_path(fake_reader, clean):
    (clean / "rain.txt").write_text("Rain\n\nWater falls. It reaches the lake.")

    assert stepgraph.read(Path("rain.txt")).document.title == "Rain"
    assert [graph.document.id for graph in stepgraph.read_all(["."])] == ["rain.txt"]


def test_a_file_name_is_not_read_as_a_text(fake_reader, clean):
    (clean / "rain.txt").write_text("Water falls.")

    with pytest.raises(stepgraph.BadInput, match="Path"):
        stepgraph.read("rain.txt")


@pytest.mark.parametrize("text", ["", "  \n ", Path("nowhere.txt")])
def test_an_unreadable_text_or_file_is_refused(fake_reader, text):
    with pytest.raises(stepgraph.BadInput):
        stepgraph.read(text)


def test_a_file_of_several_documents_needs_read_all(fake_reader, clean):
    (clean / "two.jsonl").write_text('{"text": "Water falls."}\n{"text": "Dough rises."}\n')

    with pytest.raises(stepgraph.BadInput, match="read_all"):
        stepgraph.read(Path("two.jsonl"))
    assert len(stepgraph.read_all(["two.jsonl"])) == 2


def test_an_ingested_document_is_in_the_store(fake_reader, clean):
    (clean / "rain.txt").write_text("Water falls. It reaches the lake.")

    outcome = stepgraph.ingest(["rain.txt"], entities=["water"])

    assert (outcome.written, outcome.failed) == (1, ())
    with stepgraph.open() as graphs:
        assert [reading.document for reading in graphs.documents()] == ["rain.txt"]
        assert graphs.graph("rain.txt").location_of("water", 2) == stepgraph.SOMEWHERE


@pytest.mark.parametrize(
    ("text", "entities", "message"),
    [
        ("", ["milk"], "^the text holds no sentence; write"),
        ("a\0b", ["milk"], "^the text holds a NUL character; remove it$"),
        ("Pour \ud800 milk.", ["milk"], "^the text holds half a surrogate pair"),
        ("Pour milk.", ["milk", "milk"], "'milk' is given twice"),
        ("Pour milk.", ["m" * 1001], "at most 1000"),
        ("Pour milk.", ["mi\0lk"], "NUL"),
        ("Pour milk.", [";"], "no name"),
    ],
)
def test_an_unreadable_text_is_refused_before_a_model_is_loaded(text, entities, message):
    with pytest.raises(stepgraph.BadInput, match=message):
        stepgraph.read(text, entities=entities)


def test_a_lone_entity_is_a_list_of_one(fake_reader):
    graph = stepgraph.read("Pour the milk.", entities="milk")

    assert [entity.name for entity in graph.entities] == ["milk"]


@pytest.mark.parametrize("path", ["texts", Path("texts")])
def test_a_lone_path_is_a_list_of_one(fake_reader, clean, path):
    (clean / "texts").mkdir()
    (clean / "texts" / "rain.txt").write_text("Water falls.")

    assert [graph.document.id for graph in stepgraph.read_all(path)] == ["rain.txt"]
    outcome = stepgraph.ingest(path, entities="water")
    assert (outcome.found, outcome.written) == (1, 1)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: stepgraph.read(None), "the text must be a string, not None"),
        (lambda: stepgraph.read(b"Pour."), "the text must be a string, not b'Pour.'"),
        (lambda: stepgraph.read("Pour.", entities=3), "entities must be a name or a list"),
        (lambda: stepgraph.read("Pour.", entities=[3]), "an entity must be a string, not 3"),
        (lambda: stepgraph.read("Pour.", title=3), "the title must be a string, not 3"),
        (lambda: stepgraph.read("Pour.", device=[]), r"the device must be a string, not \[\]"),
        (lambda: stepgraph.read_all(None), "paths must be a path or a list of paths, not None"),
        (lambda: stepgraph.read_all([None]), "a path must be a string, not None"),
        (lambda: stepgraph.ingest(None), "paths must be a path or a list of paths, not None"),
        (lambda: stepgraph.open(3), "store=3: .*string"),
    ],
)
def test_a_value_of_a_wrong_type_is_refused_on_one_line(fake_reader, call, message):
    with pytest.raises(stepgraph.BadInput, match=f"^{message}") as refused:
        call()

    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda graphs: graphs.snapshot("photo.txt", 99), r"'plants/photo.txt' has steps 1 to 4"),
        (lambda graphs: graphs.snapshot("photo.txt", "3"), "a step must be a whole number"),
        (lambda graphs: graphs.snapshot("photo.txt", None), "a step must be a whole number"),
        (lambda graphs: graphs.graph(None), "the document must be a string, not None"),
        (lambda graphs: graphs.readings(3), "the document must be a string, not 3"),
        (lambda graphs: graphs.graph("photo.txt", as_of="now"), "as_of must be a datetime"),
        (lambda graphs: graphs.ask(None), "the question must be a string, not None"),
        (lambda graphs: graphs.ask("Where is it?", 3), "the document must be a string, not 3"),
        (lambda graphs: graphs.query(None), "the name of a question must be a string"),
        (lambda graphs: graphs.query("timeline", document=3, entity="a"), "document must be"),
        (lambda graphs: graphs.query("timeline", document="photo.txt", entity=3), "entity must"),
        (lambda graphs: graphs.cypher(None), "the Cypher must be a string, not None"),
        (lambda graphs: graphs.cypher("RETURN 1", [1]), "the parameters must be a mapping"),
    ],
)
def test_an_open_store_refuses_a_value_of_a_wrong_type_on_one_line(filled, call, message):
    with (
        stepgraph.open() as graphs,
        pytest.raises(stepgraph.BadInput, match=f"^{message}") as refused,
    ):
        call(graphs)

    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("question", ["", " \n"])
def test_a_question_without_words_is_not_understood(filled, question):
    with stepgraph.open() as graphs, pytest.raises(stepgraph.BadInput, match="is not understood"):
        graphs.ask(question, "photo.txt")


def test_a_query_finds_an_entity_and_a_place_by_the_names_that_people_use(filled):
    with stepgraph.open() as graphs:
        rows = graphs.query("location-after", document="photo.txt", entity="The H2O", step=2)
        visits = graphs.query("ever-at", document="photo.txt", location="the leaves")

        with pytest.raises(stepgraph.BadInput, match="'salt' is not tracked .* tracked are"):
            graphs.query("location-after", document="photo.txt", entity="salt", step=2)

    assert [row["location"] for row in rows] == ["leaf"]
    assert {row["entity"] for row in visits} == {"water; H2O", "sugar"}


def test_the_rows_of_a_question_are_a_frame_with_the_columns_of_the_question(filled):
    parameters = {"document": "photo.txt", "entity": "water"}
    with stepgraph.open() as graphs:
        frame = graphs.frame("timeline", library="arrow", **parameters)
        rows = graphs.query("timeline", **parameters)
        empty = graphs.frame(
            "when-destroyed", library="arrow", document="photo.txt", entity="sugar"
        )
        pandas_frame, polars_frame = (
            graphs.frame("timeline", library=library, **parameters)
            for library in ("pandas", "polars")
        )

    assert frame.to_pylist() == rows
    assert frame.column_names == list(rows[0])
    assert polars_frame.to_dicts() == rows
    assert pandas_frame["location"].to_list() == [row["location"] for row in rows]
    assert len(empty) == 0
    assert empty.column_names[:2] == ["step", "probability"] and "unsure" in empty.column_names


def test_a_frame_holds_the_rows_of_either_engine_with_times_lists_and_gaps(store):
    moment = datetime(2026, 1, 1, 12, 30)
    graph = tea().graph
    first, *others = graph.document.steps
    steps = (replace(first, starts_at=moment, ends_at=moment), *others)
    graph = replace(graph, document=replace(graph.document, steps=steps))
    write([NumberedReading(graph, 1, "default", "", "{}")], store=store, clock=lambda: moment)
    graphs = stepgraph.Graphs(store)

    for name in ("steps", "entities", "reading", "moves", "materials", "quantities"):
        rows = graphs.query(name, document="tea.txt")
        assert graphs.frame(name, library="arrow", document="tea.txt").to_pylist() == rows
        assert graphs.frame(name, library="polars", document="tea.txt").to_dicts() == rows
    assert graphs.frame("steps", library="polars", document="tea.txt")["starts_at"][0] == moment
    assert store.url in repr(graphs)


def test_every_question_declares_columns_that_a_frame_can_have():
    for question in catalogue().values():
        columns = python_columns(question.name)

        assert data_frame([], columns, library="arrow").column_names == list(columns)


def test_a_frame_needs_a_library_that_is_known_before_anything_is_asked(filled):
    with (
        stepgraph.open() as graphs,
        pytest.raises(stepgraph.BadInput, match="^library must be one of pandas, polars, arrow"),
    ):
        graphs.frame("no-such-question", library="excel")


def test_an_answer_is_shown_in_a_notebook_with_its_evidence_escaped(filled):
    with stepgraph.open() as graphs:
        shown = graphs.ask("Where is the water after step 2?", "photo.txt")._repr_html_()

    assert '<p class="title">After step 2 the water is in the leaf.</p>' in shown
    assert "The water flows through the stem to the <mark>leaf</mark>." in shown


def test_what_a_prompt_shows_is_short(filled):
    question = "Where is the water after step 2?"
    with stepgraph.open() as graphs:
        graph, answer = graphs.graph("photo.txt"), graphs.ask(question, "photo.txt")

        shown = [
            repr(each) for each in (graphs, graph, graph.document, answer, graphs.diff("photo.txt"))
        ]
        shown.append(repr(graphs.view("photo.txt")))

    assert max(map(len, shown)) < 200
    assert shown[0] == "Graphs(store='ladybug:.stepgraph/graph.lbug')"
    assert shown[2] == "Document(id='plants/photo.txt', title='Photosynthesis', n_steps=4)"
    assert shown[3].startswith("Answer(sentence='") and "n_support=" in shown[3]
    assert shown[4] == "ReadingDifference(n_steps=0, n_entities=0, n_cells=2)"
    assert shown[5] == "View(title='Photosynthesis')"


def test_two_readings_of_a_document_are_compared(filled):
    with stepgraph.open() as graphs:
        difference = graphs.diff("Photosynthesis")
        before = graphs.graph("photo.txt", as_of=datetime(2024, 3, 1))
        after = graphs.graph("photo.txt")

        with pytest.raises(stepgraph.BadInput, match="has no reading 9; it has 1, 2"):
            graphs.diff("photo.txt", first=9)
        with pytest.raises(stepgraph.BadInput, match="must be a whole number, not '1'"):
            graphs.diff("photo.txt", first="1")

    changes = [(cell.entity, cell.step_after, cell.change_after) for cell in difference.cells]
    assert changes == [("light", 3, "destroy"), ("light", 4, "none")]
    assert difference == stepgraph.compare(before, after)
    with pytest.raises(stepgraph.BadInput, match="must be a TemporalGraph, not None"):
        stepgraph.compare(before, None)


def test_the_version_is_that_of_the_package():
    assert stepgraph.__version__ == version("stepgraph")
    assert not hasattr(stepgraph, "__versions__")


def test_an_open_store_answers_as_the_command_line_does(filled):
    with stepgraph.open("ladybug:.stepgraph/graph.lbug") as graphs:
        answer = graphs.ask("Where is the water after step 2?", "photo.txt")
        rows = graphs.query("location-after", document="photo.txt", entity="sugar", step=4)
        titles = graphs.cypher(
            "MATCH (d:Document) WHERE d.id = $id RETURN d.title AS title",
            {"id": "plants/photo.txt"},
        )
        numbers = [reading.number for reading in graphs.readings("Photosynthesis")]

    assert answer.sentence == "After step 2 the water is in the leaf."
    assert rows[0]["location"] == "fruit"
    assert titles == [{"title": "Photosynthesis"}]
    assert numbers == [1, 2]


def test_a_snapshot_is_a_networkx_graph(filled):
    with stepgraph.open() as graphs:
        snapshot = graphs.snapshot("photo.txt", 2)

    assert networkx.is_bipartite(snapshot)
    assert snapshot.has_edge("entity:water; H2O", "location:leaf")


@pytest.mark.parametrize("moment", [datetime(2024, 3, 1), datetime(2024, 3, 1, tzinfo=UTC)])
def test_a_graph_can_be_read_as_of_a_time(filled, moment):
    with stepgraph.open() as graphs:
        then, now = graphs.graph("photo.txt", as_of=moment), graphs.graph("photo.txt")

    assert then.location_of("light", 4) == stepgraph.SOMEWHERE
    assert now.location_of("light", 4) == stepgraph.NOWHERE


def test_a_missing_store_is_unreachable(clean):
    with pytest.raises(stepgraph.Unreachable, match="stepgraph ingest"):
        stepgraph.open()
