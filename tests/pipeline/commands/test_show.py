"""documents, show and readings, as a person and as a program reads them."""

import csv
import io
import json
from datetime import datetime

import pytest

from pipeline.domain.document import Entity
from pipeline.domain.graph import TemporalGraph
from pipeline.domain.grid import Grid
from pipeline.domain.reading import NumberedReading
from pipeline.sources.json_documents import document_from_text
from pipeline.stores import open_store
from pipeline.stores.write import write
from tests.pipeline.commands.conftest import TEXTS, run


def test_documents_are_listed_with_their_current_reading(filled):
    listed = json.loads(run("documents", "--json").stdout)

    assert [(each["document"], each["number"]) for each in listed] == [
        ("other.jsonl#3", 1),
        ("plants/photo.txt", 2),
    ]
    assert listed[1]["recorded_from"] == "2024-06-02T03:04:00"


def test_documents_come_in_pages(filled):
    first = json.loads(run("documents", "--limit", "1", "--json").stdout)
    second = json.loads(run("documents", "--after", first[0]["document"], "--json").stdout)

    assert [each["document"] for each in (*first, *second)] == [
        "other.jsonl#3",
        "plants/photo.txt",
    ]
    assert run("documents", "--after", "plants/photo.txt", "--json").stdout == "[]\n"
    assert run("documents", "--after", "plants/photo.txt").stdout == "no more documents\n"


def test_a_title_is_never_markup(filled):
    assert "Sugar [red]maker[/red]" in run("documents").stdout


@pytest.mark.parametrize("name", ["plants/photo.txt", "photo.txt", "Photosynthesis"])
def test_a_document_is_shown_by_id_file_name_or_title(filled, name):
    result = run("show", name)

    assert result.exit_code == 0
    assert "water; H2O   soil   root   leaf   -      -" in result.stdout
    assert TEXTS[1] in result.stdout


def test_a_document_cannot_send_codes_to_the_terminal(filled):
    shown = run("show", "photo.txt").stdout

    assert "\x1b" not in shown
    assert "The sugar travels to the fruit \ufffd[31m." in shown
    assert "become [bold]sugar[/bold]." in shown


def test_the_csv_has_a_row_per_entity_and_a_column_per_state(filled):
    rows = list(csv.reader(io.StringIO(run("show", "photo.txt", "--csv").stdout)))

    assert rows[0] == ["entity", "0", "1", "2", "3", "4"]
    assert rows[1] == ["water; H2O", "soil", "root", "leaf", "-", "-"]


def test_the_json_has_probabilities_and_evidence(filled):
    shown = json.loads(run("show", "photo.txt", "--json").stdout)

    water = shown["entities"][0]
    assert water["aliases"] == ["water", "H2O"]
    assert water["states"][2] == {
        "step": 2,
        "location": "leaf",
        "kind": "stated",
        "probability": 0.7,
        "unsure": False,
        "exists": 1.0,
        "evidence": {"step": 2, "char_start": 40, "char_end": 44},
    }
    assert water["changes"][2]["change"] == "destroy"
    assert [change["probability"] for change in water["changes"]] == [1.0, 1.0, 1.0, None]
    assert shown["steps"][1]["text"][40:44] == "leaf"


def test_unsure_places_and_changes_are_marked_in_the_grid_and_in_the_json(filled):
    shown = run("show", "photo.txt", "--unsure-below", "0.75")
    record = json.loads(run("show", "photo.txt", "--unsure-below", "0.75", "--json").stdout)

    lines = shown.stdout.splitlines()
    assert "water; H2O   soil   root   (leaf?)   -      -" in shown.stdout
    assert "light        ?      ?      (?)       -      -" in shown.stdout
    assert "(…?) unsure, less probable than 0.75" in lines
    assert "unsure" not in run("show", "photo.txt").stdout
    water = record["entities"][0]
    assert record["unsure_below"] == 0.75
    assert [state["unsure"] for state in water["states"]] == [False, False, True, False, False]
    assert [change["unsure"] for change in water["changes"]] == [False] * 4


def test_the_past_is_shown_as_it_was(filled):
    assert (
        "light        ?      ?      ?      ?      ?"
        in run("show", "photo.txt", "--as-of", "2024-03-01").stdout
    )
    assert "light        ?      ?      ?      -      -" in run("show", "photo.txt").stdout


def test_a_time_with_a_zone_is_turned_into_utc(filled):
    def number(time: str) -> int:
        return int(json.loads(run("show", "photo.txt", "--json", "--as-of", time).stdout)["number"])

    assert number("2024-06-02T05:04:00+02:00") == 2
    assert number("2024-06-02T05:03:00+02:00") == 1


def test_a_time_before_the_first_reading_is_refused(filled):
    result = run("show", "photo.txt", "--as-of", "2020-01-01")

    assert result.exit_code == 2
    assert "first is of 2024-01-02" in result.stderr


def test_a_list_as_of_before_the_first_reading_is_empty(filled):
    assert "had been read by 2000-01-01" in run("documents", "--as-of", "2000-01-01").stdout


def test_an_invalid_time_is_refused(filled):
    result = run("documents", "--as-of", "yesterday")

    assert result.exit_code == 2
    assert result.stderr.startswith("stepgraph: the time 'yesterday' is not ISO 8601")


def test_an_unknown_document_is_answered_with_candidates(filled):
    result = run("show", "foto.txt")

    assert result.exit_code == 2
    assert "photo.txt" in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_readings_are_listed_oldest_first(filled):
    listed = json.loads(run("readings", "photo.txt", "--json").stdout)

    assert [reading["number"] for reading in listed] == [1, 2]
    assert listed[0]["recorded_until"] == listed[1]["recorded_from"]


def test_a_missing_store_is_reported_with_the_command_that_fills_it(clean):
    result = run("documents")

    assert result.exit_code == 3
    assert "stepgraph ingest PATH" in result.stderr


def test_a_store_of_another_program_is_refused(clean):
    (clean / "notes").write_text("my notes " * 1000)

    result = run("documents", "--store", "ladybug:notes")

    assert result.exit_code == 3
    assert "notes" in result.stderr
    assert (clean / "notes").read_text() == "my notes " * 1000


def test_no_cell_of_a_table_is_cut_however_narrow_the_terminal(filled, monkeypatch):
    for columns in ("30", "60", "200"):
        monkeypatch.setenv("COLUMNS", columns)

        words = run("readings", "photo.txt").stdout.split()

        assert {"default", "abcabcab", "03:04", "now"} <= set(words)
        assert run("documents").stdout.count("plants/photo.txt") == 1


def test_materials_labels_and_alternatives_are_shown_and_in_the_json(clean):
    document = document_from_text(
        "# Tart\n\n- 200 g flour (sifted)\n- 1 egg\n\n## For the case\n\n1. Mix the dough.\n"
        "2. Bake it.\n3. Or fry it.\n\n## For the top\n\n4. Beat the egg.\n",
        document_id="tart.md",
        source="tart.md",
    )
    grid = Grid.from_texts([Entity.parse("egg")], [("?",) * 4])
    store = open_store(f"ladybug:{clean / 'graph.lbug'}")
    write(
        [NumberedReading(TemporalGraph.from_grid(document, grid), 1, "gold", "", "{}")],
        store=store,
        clock=datetime.now,
    )
    store.close()

    shown = run("show", "tart.md", "--store", f"ladybug:{clean / 'graph.lbug'}").stdout
    record = json.loads(
        run("show", "tart.md", "--store", f"ladybug:{clean / 'graph.lbug'}", "--json").stdout
    )

    lines = [" ".join(line.split()) for line in shown.splitlines()]
    assert lines[-10:] == [
        "needs:",
        "200 g flour (sifted)",
        "1 egg",
        "",
        "For the case:",
        "1 Mix the dough.",
        "2 Bake it.",
        "alternative: Or fry it.",
        "For the top:",
        "3 Beat the egg.",
    ]
    assert record["materials"] == [
        {"name": "flour", "amount": "200", "unit": "g", "note": "sifted"},
        {"name": "egg", "amount": "1"},
    ]
    assert record["steps"][1]["alternative"] == "Or fry it."
    assert [step["label"] for step in record["steps"]] == [
        "For the case",
        "For the case",
        "For the top",
    ]
