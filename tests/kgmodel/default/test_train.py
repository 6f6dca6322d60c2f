"""Settings of a training, its rates, and what lies between the start and what was learnt."""

from dataclasses import replace

import pytest
import torch

from kgmodel.default.train import DefaultTrainer, TrainSettings
from kgmodel.trainer import Epoch
from tests.kgmodel.default.test_model import document, tiny_reader

PLAIN = TrainSettings(epochs=4, batch=1, consistency=0.0, warmup=0.25)


@pytest.fixture(autouse=True)
def in_float32(monkeypatch):
    monkeypatch.setattr("kgmodel.device._cpu_has_bf16", lambda: False)


def trainer_in(folder, settings=PLAIN, *, n_documents=3, start=None):
    documents = [document(seed) for seed in range(n_documents)]
    trainer = DefaultTrainer(tiny_reader(), documents, settings, folder=folder)
    if start is not None:
        trainer.start_from(start)
    return trainer


@pytest.mark.parametrize(
    ("setting", "value", "message"),
    [
        ("keep", "worst", "keep is 'worst', expected last or best"),
        ("epochs", 0, "epochs is 0, expected 1 or more"),
        ("consistency", -0.1, "consistency is -0.1, expected 0 or more"),
        ("interpolation", 0.0, "interpolation is 0.0, expected above 0 and up to 1"),
        ("interpolation", 1.1, "interpolation is 1.1, expected above 0 and up to 1"),
    ],
)
def test_settings_that_make_no_sense_are_refused(setting, value, message):
    with pytest.raises(ValueError, match=message):
        TrainSettings(**{setting: value})


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("keep", "best"),
        ("keep", "last"),
        ("epochs", 1),
        ("consistency", 0.0),
        ("interpolation", 1.0),
        ("interpolation", 0.1),
    ],
)
def test_settings_at_the_bounds_are_accepted(setting, value):
    assert getattr(TrainSettings(**{setting: value}), setting) == value


def test_rates_rise_to_their_peaks_and_fall_to_zero(tmp_path):
    trainer = trainer_in(tmp_path)  # 12 updates, 3 of them to warm up

    shares = [trainer._rate(update) for update in range(13)]

    assert shares[:4] == pytest.approx([1 / 3, 2 / 3, 1.0, 1.0])
    assert shares[4:] == pytest.approx([(12 - update) / 9 for update in range(4, 13)])
    encoder, head = trainer.optimizer.param_groups
    assert encoder["lr"] == pytest.approx(PLAIN.encoder_rate / 3)
    assert head["lr"] == pytest.approx(PLAIN.head_rate / 3)


def test_a_short_training_warms_up_for_one_update(tmp_path):
    trainer = trainer_in(tmp_path, replace(PLAIN, epochs=1, warmup=0.1), n_documents=2)

    assert [trainer._rate(update) for update in range(3)] == [1.0, 1.0, 0.0]


def test_the_last_batch_of_an_epoch_may_be_smaller(tmp_path):
    assert trainer_in(tmp_path, replace(PLAIN, batch=2)).updates_per_epoch == 2


def test_rates_continue_where_an_interrupted_run_was(tmp_path):
    first = trainer_in(tmp_path)
    first.run_epoch()
    first.save([Epoch(1, 0.0, None, 0.0)])
    rates = [group["lr"] for group in first.optimizer.param_groups]

    again = trainer_in(tmp_path)
    again.resume()

    assert [group["lr"] for group in again.optimizer.param_groups] == pytest.approx(rates)
    assert rates == pytest.approx([PLAIN.encoder_rate, PLAIN.head_rate])


def test_every_weight_but_the_table_of_words_is_trained_at_its_own_rate(tmp_path):
    trainer = trainer_in(tmp_path)
    encoder, head = trainer.optimizer.param_groups

    of_encoder = {id(weight) for weight in encoder["params"]}
    of_head = {id(weight) for weight in head["params"]}
    for name, weight in trainer.model.named_parameters():
        if "embeddings." in name:
            assert not weight.requires_grad and id(weight) not in of_encoder | of_head
        else:
            assert (id(weight) in of_encoder) == name.startswith("encoder.")
            assert (id(weight) in of_head) == (not name.startswith("encoder."))


@pytest.mark.parametrize("share", [0.25, 1.0])
def test_what_ships_lies_between_the_start_and_what_was_learnt(tmp_path, share):
    start = trainer_in(tmp_path / "start").weights()
    trainer = trainer_in(tmp_path / "run", replace(PLAIN, interpolation=share), start=start)
    name = next(iter(trainer.model.head()))
    before = trainer.model.state_dict()[name].detach().clone()
    with torch.no_grad():
        trainer.model.state_dict()[name].add_(1.0)

    torch.testing.assert_close(trainer.weights()[name].float(), before + share)


def test_a_model_is_given_back_as_it_was_after_it_was_scored_as_shipped(tmp_path):
    trainer = trainer_in(tmp_path)
    trainer.run_epoch()
    before = {name: value.clone() for name, value in trainer.model.state_dict().items()}

    with trainer.as_shipped() as shipped:
        assert not shipped.training

    after = trainer.model.state_dict()
    assert all(torch.equal(after[name], value) for name, value in before.items())


def test_two_readings_of_a_batch_cost_their_mean_loss_and_how_far_they_are_apart(tmp_path):
    """Without dropout the two are alike: nothing is added to the loss of one."""
    once = trainer_in(tmp_path / "once").run_epoch()
    twice = trainer_in(tmp_path / "twice", replace(PLAIN, consistency=1.0)).run_epoch()

    assert twice == pytest.approx(once, rel=1e-4)
