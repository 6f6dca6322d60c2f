"""export and import: equal content as equal bytes, and back into a store."""

import json
from datetime import datetime
from pathlib import Path

import pytest

from pipeline.domain.reading import NumberedReading
from pipeline.exports.records import reading_lines
from pipeline.stores import open_store
from pipeline.stores.write import write
from tests.pipeline.commands.conftest import fill, reading, run
from tests.support.graphs import graph as trip


def test_the_export_has_one_line_per_reading(filled):
    lines = [json.loads(line) for line in run("export").stdout.splitlines()]

    assert [(line["document"], line["number"]) for line in lines] == [
        ("other.jsonl#3", 1),
        ("plants/photo.txt", 1),
        ("plants/photo.txt", 2),
    ]
    assert lines[1]["recorded_until"] == lines[2]["recorded_from"]
    assert lines[2]["source"] == "/texts/plants/photo.txt"
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
            list(reading_lines(store, current=current)) for store in (ladybug_store, neo4j_store)
        ]
        assert exported[0] == exported[1]
        assert len(exported[0]) == 4


def test_files_for_the_neo4j_loader_are_written_with_the_commands_to_run(filled):
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


def test_files_for_the_loader_and_a_store_cannot_be_written_at_once(filled):
    refused = run("import", "x", "--admin-files", "files", "--store", "ladybug:other")

    assert refused.exit_code == 2
    assert "leave out --store and --ledger" in refused.stderr


def test_an_export_that_fails_leaves_the_old_file(filled):
    Path("all.jsonl").write_text("old")

    result = run("export", "--store", "ladybug:nothing", "-o", "all.jsonl")

    assert result.exit_code == 3
    assert Path("all.jsonl").read_text() == "old"


def test_an_export_is_imported_and_gives_the_same_export(filled):
    run("export", "-o", "all.jsonl")

    imported = run("import", "all.jsonl", "--store", "ladybug:other.lbug")

    assert imported.exit_code == 0
    assert imported.stdout.startswith("2 documents: 3 readings written, 0 unchanged;")
    assert run("export", "--store", "ladybug:other.lbug").stdout == Path("all.jsonl").read_text()
    assert run("lint", "--store", "ladybug:other.lbug").exit_code == 0
    past = ["show", "photo.txt", "--as-of", "2024-03-01", "--csv"]
    assert run(*past, "--store", "ladybug:other.lbug").stdout == run(*past).stdout


def test_a_document_forgotten_in_the_target_is_left_out_in_one_line(filled):
    run("export", "-o", "all.jsonl")
    other = ["--store", "ladybug:other.lbug"]
    run("import", "all.jsonl", *other)
    run("forget", "plants/photo.txt", "--yes", *other)

    imported = run("import", "all.jsonl", *other)
    record = json.loads(run("import", "all.jsonl", *other, "--json").stdout)

    assert imported.exit_code == 0
    assert imported.stdout.startswith("1 document: 0 readings written, 1 unchanged;")
    assert "left out 1 document forgotten in this store: plants/photo.txt;" in imported.stderr
    assert len(imported.stderr.splitlines()) == 1
    assert record["left_out"] == ["plants/photo.txt"]


@pytest.mark.parametrize(
    ("content", "message"),
    [(None, "cannot read all.jsonl"), (b"\xff\xfe", "not UTF-8"), (b"{}\n", "line 1: ")],
)
def test_a_file_that_is_not_an_export_is_refused_in_one_line(clean, content, message):
    if content is not None:
        Path("all.jsonl").write_bytes(content)

    result = run("import", "all.jsonl")

    assert result.exit_code == 2
    assert message in result.stderr
    assert len(result.stderr.splitlines()) == 1


def _later():
    return datetime(2025, 1, 1)


def test_an_event_log_is_written_for_tools_of_process_mining(filled):
    assert run("export", "--format", "ocel2", "-o", "log.json").exit_code == 0

    log = json.loads(Path("log.json").read_text())
    documents = [element["id"] for element in log["objects"] if element["type"] == "document"]
    assert documents == ["document:other.jsonl#3", "document:plants/photo.txt"]
    assert json.loads(run("export", "--format", "ocel2").stdout) == log


def test_tables_are_written_to_a_folder(filled):
    from pyarrow.parquet import read_table

    assert run("export", "--format", "parquet", "-o", "tables").exit_code == 0

    assert read_table("tables/changes.parquet").num_rows > 0


def test_tables_need_a_folder(filled):
    refused = run("export", "--format", "parquet")

    assert refused.exit_code == 2
    assert "give their folder with -o DIR" in refused.stderr


def test_provenance_is_printed_as_json(filled):
    printed = json.loads(run("export", "--format", "prov", "--current").stdout)

    assert printed["@context"]["prov"] == "http://www.w3.org/ns/prov#"
    assert "texts/" not in json.dumps(printed["@graph"])


def test_a_format_that_does_not_exist_is_refused_with_those_that_do(filled):
    refused = run("export", "--format", "xml")

    assert refused.exit_code == 2
    for format in ("jsonl", "ocel2", "parquet", "prov"):
        assert format in refused.stderr
