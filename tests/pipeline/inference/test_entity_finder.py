"""Entities found in documents that name none."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from pipeline.domain.document import Entity, Material
from pipeline.errors import BadInput, CheckpointError
from pipeline.inference.checkpoints import DEFAULT_TAGGER
from pipeline.inference.entity_finder import Tagger, discover_entities, load_tagger
from tests.support.tagged_texts import steps_of

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


def names(entities: tuple[Entity, ...]) -> list[str]:
    return [entity.name for entity in entities]


@pytest.fixture(scope="module")
def tagger() -> Tagger:
    return load_tagger(device="cpu")


def test_the_shipped_tagger_finds_what_a_recipe_is_about(tagger):
    (entities,) = discover_entities([steps_of(BREAD)], tagger=tagger)

    assert {"flour", "dough", "bread"} <= set(names(entities))
    assert not {"minutes", "oven", "rack"} & set(names(entities))


OATS = (
    "Boil 250 ml milk in a saucepan.",
    "Stir in 1 tsp cinnamon and 80 g oats.",
    "Simmer for five minutes and fluff with a fork.",
    "Garnish with berries.",
)
STAIN = (
    "Add 2μL crystal violet to the tube.",
    "Wash twice with buffer.",
    "Transfer the cells to a slide.",
    "Wash the slide.",
)


def test_amounts_and_verbs_are_no_part_of_a_name(tagger):
    oats, stain = discover_entities([steps_of(OATS), steps_of(STAIN)], tagger=tagger)

    assert {"milk", "cinnamon", "oats", "berries"} <= set(names(oats))
    assert {"crystal violet", "cells"} <= set(names(stain))
    words = {word.lower() for name in names(oats + stain) for word in name.split()}
    assert not words & {"tsp", "g", "2μl", "boil", "stir", "fluff", "garnish", "wash", "minutes"}


def test_what_a_list_names_is_found_where_the_tagger_is_not_sure(tagger):
    listed = steps_of(BREAD, materials=[Material("warm water", "300", "ml")])

    plain, with_list = discover_entities([steps_of(BREAD), listed], tagger=tagger)

    assert set(names(plain)) <= set(names(with_list))
    assert "water" in names(with_list)


def test_a_lower_threshold_finds_more(tagger):
    text = [steps_of(BREAD), steps_of(OATS), steps_of(STAIN)]

    usual = discover_entities(text, tagger=tagger)
    more = discover_entities(text, tagger=tagger, threshold=0.01)

    assert sum(map(len, more)) > sum(map(len, usual))


def test_a_document_read_with_others_has_the_entities_it_has_alone(tagger):
    texts = [
        steps_of(BREAD),
        steps_of(["Relax."]),
        steps_of(LEAF),
        steps_of(["!"]),
        steps_of(BREAD),
    ]

    together = discover_entities(texts, tagger=tagger)

    assert together == [discover_entities([text], tagger=tagger)[0] for text in texts]
    assert together[3] == ()
    assert discover_entities([], tagger=tagger) == []


def test_text_beyond_the_encoders_positions_is_read_to_its_end(tagger):
    filler = ["The machine waits for the next signal."] * 80

    (entities,) = discover_entities([steps_of([*filler, *LEAF])], tagger=tagger)

    assert {"water", "sugar"} <= set(names(entities))


def test_names_hold_no_separator_of_synonyms_and_no_markup(tagger):
    (entities,) = discover_entities(
        [steps_of(["Pour `water`; salt into {the 'bowl'}.", 'The "water"; salt boils.'])],
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
    "change", [{"kind": "reader"}, {"labels": ["entity"]}, {"encoder_sha256": {}}]
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
