"""Entities found in documents that name none."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

from pipeline.domain.document import Document, Entity, Step
from pipeline.errors import BadInput, CheckpointError
from pipeline.inference.checkpoints import DEFAULT_TAGGER
from pipeline.inference.entity_finder import (
    Decoding,
    Tagger,
    choose_entities,
    discover_entities,
    load_tagger,
)
from pipeline.text.names import words_of

BREAD = (
    "Mix the flour, the water and the yeast in a bowl.",
    "Knead the dough for ten minutes.",
    "Leave the dough in a warm place until it doubles.",
    "Shape the dough into loaves.",
    "Bake the loaves in the oven.",
    "The bread cools on a rack.",
)
LEAF = (
    "The roots take up water from the soil.",
    "The water rises through the stem to the leaves.",
    "CO2 enters the leaves from the air.",
    "In the light the leaves turn water and CO2 into sugar.",
)


def document(*sentences: str, name: str = "d") -> Document:
    steps, text = [], ""
    for number, sentence in enumerate(sentences, start=1):
        steps.append(Step(number, sentence, len(text)))
        text += sentence + "\n"
    return Document(name, name, text, tuple(steps), "d.txt")


def choose(
    chances: Mapping[str, float], *sentences: str, decoding: Decoding | None = None
) -> tuple[Entity, ...]:
    """Decode with the same probability wherever a word occurs, 0 for all others."""
    text = document(*sentences)
    words = words_of(text)
    likely = [[chances.get(word.text, 0.0) for word in row] for row in words]
    return choose_entities(text, words, likely, decoding=decoding or Decoding())


def names(entities: tuple[Entity, ...]) -> list[str]:
    return [entity.name for entity in entities]


@pytest.fixture(scope="module")
def tagger() -> Tagger:
    return load_tagger(device="cpu")


def test_neighbouring_likely_words_are_one_name():
    entities = choose({"rain": 0.9, "water": 0.8}, "The rain water sinks.", "It evaporates.")

    assert entities == (Entity("rain water", ("rain water",)),)


@pytest.mark.parametrize("between", [", ", " and ", " or ", ". ", " (", "/", " the "])
def test_punctuation_conjunctions_and_other_words_divide_names(between):
    entities = choose({"salt": 0.9, "yeast": 0.9}, f"Add salt{between}yeast.")

    assert names(entities) == ["salt", "yeast"]


def test_a_name_does_not_begin_or_end_with_loose_words():
    entities = choose({"the": 0.9, "wet": 0.9, "sand": 0.9, "of": 0.9}, "Take the wet sand of it.")

    assert names(entities) == ["wet sand"]


def test_a_number_is_no_name_and_begins_none():
    entities = choose(
        {"10": 0.9, "cups": 0.9, "1": 0.9, "B12": 0.9}, "Fill 10 cups.", "Add 1. B12."
    )

    assert names(entities) == ["cups", "B12"]


def test_singular_and_plural_are_one_entity_named_as_it_is_most():
    entities = choose({"leaf": 0.5, "leaves": 0.5}, "A leaf falls.", "The leaves rot, leaves feed.")

    assert entities == (Entity("leaves", ("leaves",)),)


def test_mentions_that_are_unlikely_alone_are_likely_together():
    sentences = ("Heat moves heat.", "Steam rises.")

    entities = choose({"Heat": 0.45, "heat": 0.45, "Steam": 0.45}, *sentences)

    assert names(entities) == ["heat"]  # 1 - 0.55² = 0.70, but 0.45 alone


def test_a_bare_name_joins_its_only_longer_name():
    entities = choose(
        {"wheel": 0.8, "nuts": 0.8, "bolts": 0.9},
        "Loosen the wheel nuts.",
        "Remove the nuts.",
        "Put the nuts and the bolts aside.",
    )

    assert entities == (Entity("nuts", ("nuts", "wheel nuts")), Entity("bolts", ("bolts",)))


def test_an_entity_has_the_name_that_is_likeliest_and_its_others_as_aliases():
    twice = ("Warm the milk.", "Froth the steamed oat milk.")

    [bare] = choose({"oat": 0.3, "milk": 0.9}, *twice)
    [longer] = choose({"oat": 0.9, "milk": 0.6}, *twice)

    assert (bare.name, longer.name) == ("milk", "oat milk")
    assert set(bare.aliases) == set(longer.aliases) == {"milk", "oat milk"}


def test_a_bare_name_with_two_longer_names_stays_apart():
    entities = choose(
        {"flat": 0.9, "spare": 0.9, "tyre": 0.9}, "Swap a flat tyre, a spare tyre, a tyre."
    )

    assert names(entities) == ["flat tyre", "spare tyre", "tyre"]


def test_a_thing_that_was_changed_is_another_than_the_bare_one():
    entities = choose({"filtered": 0.9, "juice": 0.9}, "Pour in the juice.", "Cool filtered juice.")

    assert names(entities) == ["juice", "filtered juice"]


@pytest.mark.parametrize(
    ("sentences", "expected"),
    [
        (("Water boils.", "It cools."), "water"),
        (("Add the CO2.", "CO2 rises."), "CO2"),
        (("Fill with Tris buffer.",), "Tris buffer"),
        (("The Buffer is mixed.", "Cool the buffer."), "buffer"),
        (("DRAIN THE TANK.", "FILL THE TANK."), "tank"),
    ],
)
def test_only_acronyms_and_proper_names_keep_their_capitals(sentences, expected):
    likely = dict.fromkeys(("Water", "CO2", "Tris", "buffer", "Buffer", "TANK"), 0.9)

    entities = choose(likely, *sentences)

    assert names(entities) == [expected]


def test_the_likeliest_are_kept_up_to_the_limit_in_order_of_appearance():
    entities = choose(
        {"salt": 0.8, "oil": 0.7, "egg": 0.9}, "Salt, oil, salt, egg.", decoding=Decoding(limit=2)
    )

    assert names(entities) == ["salt", "egg"]


def test_what_is_not_likely_enough_is_left_out_but_never_everything():
    assert names(choose({"salt": 0.9, "oil": 0.4}, "Mix salt with oil.")) == ["salt"]
    assert names(choose({"salt": 0.3, "oil": 0.4}, "Mix salt with oil.")) == ["oil"]
    assert names(choose({"salt": 0.1, "the": 0.15}, "Mix the salt.")) == ["salt"]
    assert names(choose({"the": 0.15}, "The.")) == ["the"]


def test_a_text_of_punctuation_alone_has_no_entity():
    assert choose({}, "…!", "— — —") == ()


def test_names_are_found_across_line_breaks_within_a_step():
    entities = choose({"rain": 0.9, "water": 0.9}, "The rain\r\n  water sinks.")

    assert names(entities) == ["rain water"]


def test_a_run_of_words_too_long_for_a_name_is_none():
    entities = choose({"ha": 0.9, "joke": 0.9}, " ".join(["ha"] * 40), "The joke.")

    assert names(entities) == ["joke"]


def test_the_shipped_tagger_finds_what_a_recipe_is_about(tagger):
    (entities,) = discover_entities([document(*BREAD)], tagger=tagger)

    assert {"flour", "dough", "bread"} <= set(names(entities))
    assert not {"minutes", "oven", "rack"} & set(names(entities))


def test_a_lower_threshold_finds_more(tagger):
    text = [document(*BREAD), document(*LEAF)]

    usual = discover_entities(text, tagger=tagger)
    more = discover_entities(text, tagger=tagger, threshold=0.01)

    assert sum(map(len, more)) > sum(map(len, usual))


def test_a_document_read_with_others_has_the_entities_it_has_alone(tagger):
    texts = [document(*BREAD), document("Relax."), document(*LEAF), document("!"), document(*BREAD)]

    together = discover_entities(texts, tagger=tagger)

    assert together == [discover_entities([text], tagger=tagger)[0] for text in texts]
    assert together[3] == ()
    assert discover_entities([], tagger=tagger) == []


def test_text_beyond_the_encoders_positions_is_read_to_its_end(tagger):
    filler = ["The machine waits for the next signal."] * 80

    (entities,) = discover_entities([document(*filler, *LEAF)], tagger=tagger)

    assert {"water", "sugar"} <= set(names(entities))


def test_names_hold_no_separator_of_synonyms_and_no_markup(tagger):
    (entities,) = discover_entities(
        [document("Pour `water`; salt into {the 'bowl'}.", 'The "water"; salt boils.')],
        tagger=tagger,
    )

    assert all(name.replace(" ", "").isalnum() for name in names(entities))


def test_a_damaged_checkpoint_is_refused(tmp_path):
    shutil.copytree(DEFAULT_TAGGER, tmp_path / "c")
    weights = bytearray((tmp_path / "c" / "weights.safetensors").read_bytes())
    weights[-1] ^= 1
    (tmp_path / "c" / "weights.safetensors").write_bytes(weights)

    with pytest.raises(CheckpointError, match="damaged"):
        load_tagger(tmp_path / "c", device="cpu")


@pytest.mark.parametrize(
    "change", [{"kind": "reader"}, {"decoding": {"threshold": 1}}, {"encoder_sha256": {}}]
)
def test_a_checkpoint_of_another_kind_is_refused(tmp_path, change):
    shutil.copytree(DEFAULT_TAGGER, tmp_path / "c")
    config = json.loads((tmp_path / "c" / "config.json").read_text())
    (tmp_path / "c" / "config.json").write_text(json.dumps(config | change))

    with pytest.raises(CheckpointError):
        load_tagger(tmp_path / "c", device="cpu")


def test_another_encoder_is_refused(tmp_path):
    for name in ("config.json", "model.safetensors", "tokenizer.json"):
        (tmp_path / name).write_text("{}")

    with pytest.raises(CheckpointError, match="encoder"):
        load_tagger(encoder=tmp_path, device="cpu")
    with pytest.raises(CheckpointError, match="STEPGRAPH_ENCODER"):
        load_tagger(encoder=tmp_path / "nothing", device="cpu")


def test_a_device_that_is_not_there_is_bad_input(monkeypatch):
    monkeypatch.setattr("torch.cuda.is_available", lambda: False)

    with pytest.raises(BadInput, match="--device"):
        load_tagger(device="cuda")


def test_the_shipped_checkpoint_is_small():
    assert sum(path.stat().st_size for path in Path(DEFAULT_TAGGER).iterdir()) <= 5_000_000


@pytest.mark.propara
def test_the_shipped_tagger_reaches_its_reported_score(tagger, propara):
    from pipeline.datasets.propara import load_split
    from pipeline.training.tagger_run import measure

    scores = measure(load_split(propara, "test"), tagger=tagger)

    reported = json.loads((DEFAULT_TAGGER / "config.json").read_text())["scores"]["test"]
    assert scores["exact"]["f1"] >= 60
    assert scores["exact"]["f1"] == pytest.approx(reported["exact"]["f1"], abs=1.0)
    assert scores["head"]["f1"] == pytest.approx(reported["head"]["f1"], abs=1.0)
