from datetime import datetime
from typing import Any

import pytest

from pipeline.domain.document import Document, Entity, Material
from pipeline.sources.json_documents import document_from_record


def read(record: object, **options: Any) -> Document:
    return document_from_record(record, fallback_id="f#1", source="f.jsonl#1", **options)


def test_all_fields_of_a_record_are_read_and_others_ignored() -> None:
    document = read(
        {
            "id": "tea",
            "title": "Tea",
            "steps": ["Boil the water.", "Pour\r\nit."],
            "entities": ["water; H2O"],
            "times": ["2026-05-01T09:00:00+02:00", ["2026-05-01T09:05", "2026-05-01T09:06:00Z"]],
            "unknown": {"x": 1},
        }
    )

    assert (document.id, document.title, document.source) == ("tea", "Tea", "f.jsonl#1")
    assert document.entities == (Entity("water; H2O", ("water", "H2O")),)
    assert [step.text for step in document.steps] == ["Boil the water.", "Pour it."]
    assert [step.starts_at for step in document.steps] == [
        datetime(2026, 5, 1, 7),
        datetime(2026, 5, 1, 9, 5),
    ]
    assert [step.ends_at for step in document.steps] == [None, datetime(2026, 5, 1, 9, 6)]


def test_a_record_without_id_or_title_is_called_by_its_line() -> None:
    document = read({"text": "It rains. It stops."})

    assert (document.id, document.title, document.entities) == ("f#1", "f#1", None)


def test_steps_may_be_objects_with_clock_times() -> None:
    document = read({"steps": [{"text": "Wait.", "starts_at": "2026-05-01"}, {"text": "Go."}]})

    assert [step.starts_at for step in document.steps] == [datetime(2026, 5, 1), None]


def test_steps_are_found_in_a_text_that_comes_with_them() -> None:
    document = read({"text": "First, wait. Then go!", "steps": ["wait.", "go"]})

    assert [step.char_start for step in document.steps] == [7, 18]


def test_white_space_in_a_step_becomes_one_space_and_offsets_are_those_of_the_text() -> None:
    text = "Mix the\r\nflour. Bake.\nEat\u2028it."

    document = read({"text": text})

    assert document.text == "Mix the flour. Bake.\nEat it."
    for step in document.steps:
        assert document.text[step.char_start :].startswith(step.text)


def test_default_entities_are_those_of_records_that_name_none() -> None:
    water = (Entity.parse("water"),)

    assert read({"text": "It rains."}, entities=water).entities == water
    assert read({"text": "It rains.", "entities": ["rain"]}, entities=water).entities == (
        Entity.parse("rain"),
    )


def test_a_propara_grid_is_a_document_with_its_participants() -> None:
    document = read(
        {
            "para_id": "37",
            "sentence_texts": ["It dies.", "It is buried."],
            "participants": ["plant; animal"],
            "states": [["?", "?", "mud"]],
        }
    )

    assert (document.id, document.title, document.n_steps) == ("37", "ProPara 37", 2)
    assert document.entities == (Entity.parse("plant; animal"),)


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ([1], "is a list, not an object"),
        ({}, "neither 'text' nor 'steps'"),
        ({"text": None}, "neither 'text' nor 'steps'"),
        ({"text": 5}, "'text' is a number, not a string"),
        ({"text": " \n"}, "holds no sentence"),
        ({"text": "a\0b"}, "'text' holds a NUL character"),
        ({"text": "a\ud800"}, "half a surrogate pair"),
        ({"steps": []}, "at least one sentence"),
        ({"steps": "Go."}, "must be a list"),
        ({"steps": ["Go.", " "]}, "step 2 is empty"),
        ({"steps": ["Go.", 7]}, "step 2 is a number"),
        ({"steps": ["Go.", {}]}, "step 2 is null"),
        ({"steps": ["go"], "text": "Wait."}, "step 1 is not in 'text'"),
        ({"text": "Go.", "id": True}, "'id' is true or false"),
        ({"text": "Go.", "id": "x" * 1001}, "the id 'xxx.* has 1001 characters"),
        ({"text": "Go.", "title": ""}, "the title is empty"),
        ({"text": "Go.", "entities": []}, "leave it out to have them found"),
        ({"text": "Go.", "entities": "water"}, "must be a list of names"),
        ({"text": "Go.", "entities": [""]}, "the entity is empty"),
        ({"text": "Go.", "entities": [" ; "]}, "holds no name between"),
        ({"text": "Go.", "entities": [{"name": "x"}]}, "an entity is an object"),
        ({"text": "Go.", "entities": ["a\0"]}, "NUL character"),
        ({"text": "Go.", "entities": ["x" * 1001]}, "has 1001 characters"),
        ({"text": "Go.", "entities": ["ice", "ice "]}, "'ice ' is given twice"),
        ({"text": "Go. Stop.", "times": [None]}, "'times' has 1 entries, .* its 2 steps"),
        ({"text": "Go.", "times": "noon"}, "'times' has a string"),
        ({"text": "Go.", "times": ["noon"]}, "the time of step 1 has 'noon', expected a time"),
        ({"text": "Go.", "times": [5]}, "the time of step 1 has 5, expected a time"),
        ({"text": "Go.", "times": ["0001-01-01T00:00+14:00"]}, "expected a time"),
        ({"text": "Go.", "times": [["2026-01-01"]]}, r"expected \[start, end\]"),
        ({"text": "Go.", "times": [["2026-01-02", "2026-01-01"]]}, "before it starts"),
        ({"steps": [{"text": "Go.", "ends_at": "2026-01-01"}], "times": [None]}, "keep one"),
    ],
)
def test_an_unusable_record_is_refused_with_the_fix(record: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read(record)


def test_a_record_may_give_materials_and_labels_of_its_steps() -> None:
    record = {
        "steps": [
            {"text": "Mix it.", "label": "Dough", "alternative": "Or knead\nit."},
            "Bake it.",
        ],
        "materials": ["2 cups flour, sifted", {"name": "salt", "unit": "pinch"}],
    }

    document = document_from_record(record, fallback_id="a", source="a")

    assert [(step.label, step.alternative) for step in document.steps] == [
        ("Dough", "Or knead it."),
        (None, None),
    ]
    assert document.materials == (
        Material("flour", "2", "cups", "sifted"),
        Material("salt", None, "pinch"),
    )


@pytest.mark.parametrize(
    ("materials", "fault"),
    [
        ("flour", "'materials' must be a list"),
        ([""], "a material is empty"),
        ([{"amount": "2"}], "the name of a material is empty"),
        ([7], "a material is a number, not a string"),
    ],
)
def test_materials_of_another_shape_are_refused(materials: object, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        document_from_record(
            {"text": "Mix it.", "materials": materials}, fallback_id="a", source="a"
        )
