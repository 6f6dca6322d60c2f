"""A trained reader, trained further on other grids."""

import json
import shutil
from dataclasses import replace

import pytest
import torch

from kgmodel.checkpoint import load_config, load_weights
from kgmodel.default.model import DefaultSettings
from kgmodel.default.train import TrainSettings
from pipeline.datasets.propara import load_split
from pipeline.errors import BadInput, CheckpointError
from pipeline.inference.predict import load_model, predict
from pipeline.text.annotate import annotate
from pipeline.training.fine_tune import FEW, fine_tune, own_split
from pipeline.training.train_default import train_default
from tests.pipeline.training.test_tagger_run import tiny_encoder as tiny_encoder
from tests.pipeline.training.test_train_paper import GRIDS
from tests.pipeline.training.test_train_paper import data as data

OWN = [
    {
        "para_id": "own",
        "sentence_texts": [
            "Ink is put on the roller.",
            "The ink dries.",
            "Ink fills the tray.",
        ],
        "participants": ["ink"],
        "states": [["?", "roller", "-", "tray"]],
    }
]
SMALL = DefaultSettings(step_width=16, hidden=8, pointer_width=16, graph_width=8)
ONCE = replace(FEW, epochs=2)


@pytest.fixture
def start(data, tmp_path, tiny_encoder):
    folder = tmp_path / "start"
    train_default(
        data,
        folder,
        settings=TrainSettings(epochs=1),
        reader=SMALL,
        device="cpu",
        encoder=tiny_encoder,
    )
    return folder


@pytest.fixture
def own(tmp_path):
    folder = tmp_path / "own"
    folder.mkdir()
    (folder / "train.json").write_text(json.dumps(OWN[0]) + "\n")
    return folder


def test_without_dev_the_last_epoch_is_kept_and_every_command_can_read_with_it(
    start, own, tmp_path, tiny_encoder
):
    lines = []
    gold = own_split(own, "train")

    report = fine_tune(
        gold, tmp_path / "out", start=start, settings=ONCE, device="cpu", encoder=tiny_encoder,
        progress=lines.append,
    )  # fmt: skip

    assert own_split(own, "dev") is None
    assert report.kept == report.epochs[-1] and report.kept.score is None
    assert not [line for line in lines if "dev" in line]
    config = load_config(tmp_path / "out")
    assert config["training"]["epoch"] == 2 and "dev" not in config
    assert config["settings"] == load_config(start)["settings"]
    model = load_model(tmp_path / "out", encoder=tiny_encoder)
    assert model.checkpoint != load_config(start)["weights_sha256"]
    [grid] = predict([annotate(gold[0][0])], model=model)
    assert grid.n_steps == 3


def test_what_it_knew_is_kept_places_and_orders_of_changes(start, own, tmp_path, tiny_encoder):
    fine_tune(
        own_split(own, "train"), tmp_path / "out", start=start, settings=ONCE, device="cpu",
        encoder=tiny_encoder,
    )  # fmt: skip

    places = json.loads((tmp_path / "out" / "places.json").read_text())
    assert {"soil", "roller", "tray"} <= set(places)
    before = load_weights(start, load_config(start))["chain.allowed"]
    after = load_weights(tmp_path / "out", load_config(tmp_path / "out"))["chain.allowed"]
    assert bool((after | ~before).all())  # nothing that was allowed is forbidden
    assert int(after.sum()) > int(before.sum())  # to be created again after the end


def test_a_new_checkpoint_names_its_decoding_and_fine_tuning_keeps_it(
    start, own, tmp_path, tiny_encoder
):
    config = load_config(start)
    assert config["decoding"] == {"unstated_cost": 2.0, "change_weight": 2.0}
    (start / "config.json").write_text(json.dumps(config | {"decoding": {"unstated_cost": 1.0}}))

    fine_tune(
        own_split(own, "train"), tmp_path / "out", start=start, settings=ONCE, device="cpu",
        encoder=tiny_encoder,
    )  # fmt: skip

    assert load_config(tmp_path / "out")["decoding"] == {"unstated_cost": 1.0}


def test_with_dev_the_best_epoch_on_it_is_kept(start, data, own, tmp_path, tiny_encoder):
    dev = load_split(data, "dev")

    report = fine_tune(
        own_split(own, "train"), tmp_path / "out", start=start, dev_gold=dev, settings=ONCE,
        device="cpu", encoder=tiny_encoder,
    )  # fmt: skip

    scores = [epoch.score for epoch in report.epochs]
    assert report.kept.score == max(scores)
    assert load_config(tmp_path / "out")["training"]["epoch"] == report.kept.number


def test_another_checkpoint_is_never_written_over(start, own, tmp_path, tiny_encoder):
    shipped = tmp_path / "shipped"
    shutil.copytree(start, shipped, ignore=shutil.ignore_patterns("training"))
    before = load_config(start)["weights_sha256"]

    for out, why in ((start, "holds a run with other settings"), (shipped, "another checkpoint")):
        with pytest.raises(BadInput, match=why):
            fine_tune(own_split(own, "train"), out, start=start, encoder=tiny_encoder, device="cpu")
        assert load_config(out)["weights_sha256"] == before


def test_a_run_is_resumed_only_from_the_weights_it_started_from(start, own, tmp_path, tiny_encoder):
    def tune(start):
        return fine_tune(
            own_split(own, "train"), tmp_path / "out", start=start, settings=ONCE, device="cpu",
            encoder=tiny_encoder,
        )  # fmt: skip

    first = tune(start)
    other = tmp_path / "other"
    shutil.copytree(tmp_path / "out", other, ignore=shutil.ignore_patterns("training"))

    assert tune(start).epochs == first.epochs
    with pytest.raises(BadInput, match="holds a run with other settings"):
        tune(other)


def test_what_cannot_be_trained_further_is_named(own, tmp_path):
    with pytest.raises(CheckpointError, match="cannot be trained further"):
        fine_tune(own_split(own, "train"), tmp_path / "out", start=tmp_path / "none", device="cpu")


def test_grids_are_found_under_the_names_of_propara_too(data):
    assert [document.id for document, _ in own_split(data, "train")] == [
        grid["para_id"] for grid in GRIDS
    ]


def test_a_document_that_is_learnt_again_counts_its_places_once(
    start, data, tmp_path, tiny_encoder
):
    before = json.loads((start / "places.json").read_text())

    fine_tune(
        own_split(data, "train"), tmp_path / "out", start=start, settings=ONCE, device="cpu",
        encoder=tiny_encoder,
    )  # fmt: skip

    assert json.loads((tmp_path / "out" / "places.json").read_text()) == before


def test_extra_grids_are_learnt_too_and_the_checkpoint_records_them(
    start, data, own, tmp_path, tiny_encoder
):
    fine_tune(
        own_split(data, "train"), tmp_path / "out", start=start, settings=ONCE, device="cpu",
        encoder=tiny_encoder, extra=[own / "train.json"],
    )  # fmt: skip

    assert load_config(tmp_path / "out")["training"]["beside"] == "train.json (1)"
    assert "roller" in (tmp_path / "out" / "places.json").read_text()
    learnt = json.loads((tmp_path / "out" / "learnt.json").read_text())
    assert len(learnt) == len(own_split(data, "train")) + 1


def test_what_ships_can_lie_between_the_start_and_what_was_trained(
    start, own, tmp_path, tiny_encoder
):
    shipped = {}
    for share in (1.0, 0.25):
        fine_tune(
            own_split(own, "train"), tmp_path / str(share), start=start,
            settings=replace(ONCE, head_rate=0.03, interpolation=share), device="cpu",
            encoder=tiny_encoder,
        )  # fmt: skip
        shipped[share] = load_weights(tmp_path / str(share), load_config(tmp_path / str(share)))
    before = load_weights(start, load_config(start))

    head = [name for name in before if name.startswith("pointer.") and before[name].ndim == 2]
    assert head
    for name in head:
        change = shipped[1.0][name].float() - before[name].float()
        assert change.abs().max() > 0.02
        expected = before[name].float() + 0.25 * change
        torch.testing.assert_close(shipped[0.25][name].float(), expected, atol=2e-3, rtol=0)


@pytest.mark.parametrize("share", [0.0, -0.5, 1.5, float("nan")])
def test_an_interpolation_outside_start_and_end_is_refused(share):
    with pytest.raises(ValueError, match="interpolation"):
        replace(ONCE, interpolation=share)


def test_varied_grids_are_learnt_and_their_originals_counted_once(
    start, own, tmp_path, tiny_encoder
):
    more = tmp_path / "more.json"
    records = [{**OWN[0], "para_id": f"more-{number}"} for number in range(6)]
    more.write_text("".join(json.dumps(record) + "\n" for record in records))

    def trained(name, **files):
        gold = own_split(own, "train")
        fine_tune(gold, tmp_path / name, start=start, settings=ONCE, encoder=tiny_encoder, **files)
        config = load_config(tmp_path / name)
        learnt = json.loads((tmp_path / name / "learnt.json").read_text())
        places = (tmp_path / name / "places.json").read_text()
        return load_weights(tmp_path / name, config), learnt, places, config["training"]["beside"]

    plain, learnt, places, _ = trained("plain", extra=[more])
    other, learnt_varied, places_varied, description = trained("varied", varied=[more])

    assert description == "varied more.json (6)"
    assert any(not torch.equal(plain[name], other[name]) for name in plain)
    assert learnt == learnt_varied
    assert places == places_varied
