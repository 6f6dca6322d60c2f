"""snapshot and export: files that open again, equal content as equal bytes."""

import json
from datetime import datetime
from pathlib import Path

import networkx
import pytest

from pipeline.domain.reading import NumberedReading
from pipeline.exports.files import FORMATS
from pipeline.exports.records import reading_lines
from pipeline.exports.snapshot import dynamic_graph, snapshot_graph
from pipeline.stores import open_store
from pipeline.stores.read import read_graph
from pipeline.stores.write import write
from tests.pipeline.commands.conftest import fill, reading, run
from tests.support.graphs import graph as trip


def stored():
    store = open_store("ladybug:.stepgraph/graph.lbug", read_only=True)
    graph = read_graph("plants/photo.txt", store=store)
    store.close()
    return graph


def test_a_snapshot_is_the_networkx_graph_of_the_step(filled):
    assert run("snapshot", "photo.txt", "--step", "2", "-o", "new/step.graphml").exit_code == 0

    opened = networkx.read_graphml("new/step.graphml", force_multigraph=True)
    expected = snapshot_graph(stored(), 2)
    assert dict(opened.nodes(data=True)) == dict(expected.nodes(data=True))
    assert [data for *_, data in opened.edges(data=True)] == [
        data for *_, data in expected.edges(data=True)
    ]


def test_a_snapshot_without_a_file_is_printed(filled):
    printed = json.loads(run("snapshot", "photo.txt", "--step", "0", "--json").stdout)

    assert networkx.node_link_graph(printed, edges="edges").graph["step"] == 0


@pytest.mark.parametrize("format", ["graphml", "json"])
def test_all_steps_are_a_file_a_state(filled, format):
    run("snapshot", "photo.txt", "--all-steps", "--format", format, "-o", "states")

    assert sorted(path.name for path in Path("states").iterdir()) == [
        f"step-{step}.{format}" for step in range(5)
    ]


def test_all_steps_as_gexf_are_one_dynamic_file(filled):
    run("snapshot", "photo.txt", "--all-steps", "-o", "photo.gexf")

    opened = networkx.read_gexf("photo.gexf")
    assert opened.graph["mode"] == "dynamic"
    assert dict(opened.nodes(data="spells")) == dict(dynamic_graph(stored()).nodes(data="spells"))


def test_all_steps_without_a_folder_are_a_json_list(filled):
    printed = json.loads(run("snapshot", "photo.txt", "--all-steps", "--json").stdout)

    assert [one["graph"]["step"] for one in printed] == [0, 1, 2, 3, 4]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--step", "5"], "steps 0 to 4, not 5"),
        ([], "give --step N or --all-steps"),
        (["--step", "1", "--all-steps"], "one of them"),
        (["--step", "1", "--format", "dot"], ", ".join(FORMATS)),
        (["--all-steps"], "-o DIR"),
        (["--step", "1", "-o", "/proc/nowhere/x"], "cannot write /proc/nowhere/x"),
    ],
)
def test_a_snapshot_that_cannot_be_made_is_refused_in_one_line(filled, arguments, said):
    result = run("snapshot", "photo.txt", *arguments)

    assert result.exit_code == 2
    assert said in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_the_export_has_a_line_a_reading(filled):
    lines = [json.loads(line) for line in run("export").stdout.splitlines()]

    assert [(line["document"], line["number"]) for line in lines] == [
        ("other.jsonl#3", 1),
        ("plants/photo.txt", 1),
        ("plants/photo.txt", 2),
    ]
    assert lines[1]["recorded_until"] == lines[2]["recorded_from"]
    assert lines[2]["source"] == "texts/plants/photo.txt"
    assert lines[2]["presences"][0] == {
        "entity": "water; H2O",
        "location": "soil",
        "kind": "stated",
        "from_step": 0,
        "until_step": 1,
        "probabilities": [0.9],
        "evidence": {"step": 1, "char_start": 28, "char_end": 32},
    }
    assert lines[2]["entities"][1] == {
        "name": "sugar",
        "aliases": ["sugar"],
        "exists": [0.0, 0.0, 0.0, 1.0, 1.0],
    }
    assert [event["change"] for event in lines[2]["events"]].count("destroy") == 2


def test_stores_of_equal_content_have_equal_current_exports(filled):
    fill("ladybug:other.lbug")
    store = open_store("ladybug:other.lbug")
    write([reading("plants/photo.txt", "Photosynthesis", 7)], store=store, clock=_later)
    store.close()

    for url, file in (("ladybug:.stepgraph/graph.lbug", "a"), ("ladybug:other.lbug", "b")):
        run("export", "--current", "--store", url, "-o", file)

    assert Path("a").read_bytes() == Path("b").read_bytes()
    assert len(Path("a").read_text().splitlines()) == 2
    assert "texts/" not in Path("a").read_text()  # where a document was found is no content
    assert run("export", "--store", "ladybug:other.lbug").stdout != run("export").stdout


@pytest.mark.neo4j
def test_both_engines_export_the_same_bytes(ladybug_store, neo4j_store):
    readings = [
        NumberedReading(graph, number, "gold", "", "{}")
        for number, graph in enumerate(
            [trip("b/é.txt"), trip("b/Z.txt"), trip("b/a.txt"), trip("b/\U0001f4a7.txt")], start=1
        )
    ]
    for store in (ladybug_store, neo4j_store):
        write(readings, store=store, clock=_later)

    for current in (False, True):
        exported = [
            list(reading_lines(one, current=current)) for one in (ladybug_store, neo4j_store)
        ]
        assert exported[0] == exported[1]
        assert len(exported[0]) == 4


def test_files_for_neo4js_own_loader_are_written_and_it_is_said_what_to_run(filled):
    run("export", "-o", "all.jsonl")

    done = run("import", "all.jsonl", "--admin-files", "its files")

    assert done.exit_code == 0
    at = Path("its files").absolute()
    assert "2 documents, 3 readings, are in" in done.stdout.replace("\n", " ")
    assert (
        "neo4j-admin database import full neo4j --overwrite-destination=true"
        f" '@{at}/arguments'" in done.stdout.replace("\n", "")
    )
    assert "stepgraph import all.jsonl --store neo4j://HOST:7687" in done.stdout
    assert f'"--nodes=Reading={at}/Reading.csv"' in Path("its files/arguments").read_text()
    assert not Path(".stepgraph/another.db").exists()


def test_files_for_a_loader_and_a_store_are_not_written_at_once(filled):
    refused = run("import", "x", "--admin-files", "files", "--store", "ladybug:other")

    assert refused.exit_code == 2
    assert "leave out --store and --ledger" in refused.stderr


def test_an_export_that_fails_leaves_the_old_file(filled):
    Path("all.jsonl").write_text("old")

    result = run("export", "--store", "ladybug:nothing", "-o", "all.jsonl")

    assert result.exit_code == 3
    assert Path("all.jsonl").read_text() == "old"


def _later():
    return datetime(2025, 1, 1)
