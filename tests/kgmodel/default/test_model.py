"""The default reader on a tiny random encoder: shapes, padding, loss, and what training keeps."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.torch import load_file

from kgmodel.bert import Bert, BertSizes
from kgmodel.default.features import TAGS, DocumentFeatures, EntityFeatures, collate
from kgmodel.default.model import (
    UNCHANGED_WEIGHT,
    DefaultReader,
    DefaultSettings,
    MemoryLimits,
    Scores,
)
from kgmodel.default.shipped_weights import restore_weights
from kgmodel.default.train import DefaultTrainer, TrainSettings
from kgmodel.packed_layers import can_pack
from kgmodel.pretrained import apply_difference, low_rank_difference
from kgmodel.trainer import KEPT, Epoch

CPU = torch.device("cpu")
needs_bf16 = pytest.mark.skipif(not can_pack(CPU), reason="this CPU does not compute in bf16")
SETTINGS = DefaultSettings(
    step_width=12,
    hidden=8,
    pointer_width=8,
    heads=2,
    dropout=0.0,
    graph=True,
    graph_width=6,
    shared_layers=1,
)


@pytest.fixture(autouse=True)
def in_float32(monkeypatch):
    monkeypatch.setattr("kgmodel.device._cpu_has_bf16", lambda: False)


def tiny_reader(settings=SETTINGS, seed=0):
    torch.manual_seed(seed)
    sizes = BertSizes(
        vocab_size=200,
        hidden_size=16,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=32,
        max_position_embeddings=64,
        hidden_dropout_prob=0.0,
        attention_probs_dropout_prob=0.0,
    )
    return DefaultReader(Bert(sizes), settings)


def document(seed, *, lengths=(4, 3), n_entities=2, windows=1):
    """A document of steps of these lengths, with targets that its tags and places agree on."""
    random = np.random.default_rng(seed)
    ends = np.cumsum(lengths)
    steps = tuple(np.arange(end - length, end) for length, end in zip(lengths, ends, strict=True))
    cut = np.array_split(random.integers(5, 100, ends[-1]), windows)
    firsts = np.array([step[0] for step in steps for _ in range(2)])
    lasts = np.array([step[at] for step in steps for at in (0, 1)])
    tags = [TAGS.index("created")] + [TAGS.index("stays")] * (len(lengths) - 1)
    entities = tuple(
        EntityFeatures(
            random.integers(5, 100, random.integers(2, 5)),
            random.random(ends[-1]) < 0.3,
            random.random(len(firsts)) < 0.3,
            np.array(tags),
            np.array([-1, *[int(random.integers(0, 3))] * len(lengths)]),
        )
        for _ in range(n_entities)
    )
    return DocumentFeatures(
        tuple(cut),
        steps,
        firsts,
        lasts,
        np.repeat(np.arange(1, len(lengths) + 1), 2),
        np.tile([1, 2], len(lengths)),
        np.array([0, 3, 1]),
        entities,
    )


@pytest.mark.parametrize("training", [True, False], ids=["train", "eval"])
@pytest.mark.parametrize("graph", [True, False], ids=["graph", "no graph"])
def test_padding_and_neighbours_never_change_a_documents_scores(graph, training):
    model = tiny_reader(replace(SETTINGS, graph=graph)).train(training)
    short, long = document(1), document(2, lengths=(5, 6, 7, 3), n_entities=3)

    alone = model(collate([short]))
    together = model(collate([long, short]))

    pairs = slice(3, 5)
    torch.testing.assert_close(together.tags[pairs, :2], alone.tags)
    torch.testing.assert_close(together.places[pairs, :3, :3], alone.places)
    torch.testing.assert_close(together.occurrences[pairs, :3, :5], alone.occurrences)


def test_a_part_of_a_batch_is_those_pairs_alone():
    model = tiny_reader().eval()
    documents = [document(1, windows=2), document(2, n_entities=1), document(3, windows=3)]
    batch = collate(documents)
    whole = model(batch)

    last = model(batch.part(slice(2, 5)))
    first = model(batch.part(slice(0, 2)))

    torch.testing.assert_close(torch.cat([first.tags, last.tags]), whole.tags)
    torch.testing.assert_close(torch.cat([first.places, last.places]), whole.places)


def test_the_lower_layers_read_a_text_once_and_the_upper_ones_each_entity():
    model = tiny_reader().eval()
    batch = collate([document(1, n_entities=3, windows=2), document(2)])
    runs = []
    for layer in model.encoder.encoder.layer:
        layer.register_forward_hook(lambda _, inputs, __, layer=layer: runs.append((layer, inputs)))

    model(batch)

    lower, upper = model.encoder.encoder.layer
    assert batch.texts.shape[0] == 3 and batch.window.tolist() == [0, 1] * 3 + [2, 2]
    texts = [inputs[0] for layer, inputs in runs if layer is lower and inputs[0].shape[0] == 3]
    assert [text.shape[1] for text in texts] == [batch.texts.shape[1]]
    assert sum(len(inputs[0]) for layer, inputs in runs if layer is upper) == 8


@needs_bf16
@pytest.mark.parametrize("shared_layers", [0, 1, 2])
@torch.inference_mode()
def test_documents_encoded_at_once_have_the_digits_that_they_have_alone(shared_layers, monkeypatch):
    monkeypatch.undo()  # in_float32
    model = tiny_reader(replace(SETTINGS, shared_layers=shared_layers)).eval()
    model.freeze_for_inference(CPU)
    batches = [
        collate([document(1, windows=2)]),
        collate([document(2, lengths=(5, 6, 7, 3), n_entities=3)]),
    ]

    together = model.encode_together(batches)

    for batch, encoded in zip(batches, together, strict=True):
        assert torch.equal(encoded, model.encode(batch, model.texts(batch)))


def test_the_order_of_a_documents_entities_does_not_matter():
    model = tiny_reader().eval()
    original = document(3, n_entities=3)
    turned = replace(original, entities=original.entities[::-1])

    scores, other = model(collate([original])), model(collate([turned]))

    torch.testing.assert_close(other.tags.flip(0), scores.tags)
    torch.testing.assert_close(other.places.flip(0), scores.places)


def test_the_graph_lets_a_step_depend_on_the_steps_before_it():
    model = tiny_reader().eval()
    states = torch.randn(2, 4, 16)
    spans = torch.randn(2, 5, 8)
    slots = torch.tensor([[0, 1]])

    nodes = model.graph(states, spans, slots)
    changed = spans.clone()
    changed[0, 1] += 1.0
    otherwise = model.graph(states, changed, slots)

    assert not torch.allclose(nodes[:, 3], otherwise[:, 3])
    torch.testing.assert_close(
        model.graph(states[:, :2], spans[:, :3], slots), nodes[:, :2], msg="no look ahead"
    )


def test_a_long_document_is_scored_alike_in_slices():
    model = tiny_reader().eval()
    batch = collate([document(6, lengths=(4,) * 12, n_entities=3)])
    whole = model(batch)

    model.pointer.states_at_once = model.pool.steps_at_once = 5
    model.limits = MemoryLimits(max_scores=13 * 24, max_tokens=60)
    encoded = model.read(batch)
    slices = model.score_slices(batch)
    parts = [model.score(encoded, batch, pairs) for pairs in slices]

    assert len(slices) == 3
    torch.testing.assert_close(torch.cat([part.tags for part in parts]), whole.tags)
    torch.testing.assert_close(torch.cat([part.places for part in parts]), whole.places)


def test_a_place_stated_out_of_reach_is_no_candidate():
    model = tiny_reader().eval()
    batch = collate([document(7, lengths=(4,) * 12, n_entities=1)])

    model.pointer.reach = 3
    probabilities = model(batch).occurrences.softmax(-1)[0]

    steps = batch.occurrence_step[0]
    for state in range(13):
        reached = (steps - state).abs() <= 3
        assert (probabilities[state, 1:][reached] > 0).all()
        assert (probabilities[state, 1:][~reached] == 0).all()


def test_places_out_of_reach_are_left_out_alike_however_many_states_are_scored_at_once():
    model = tiny_reader().eval()
    batch = collate([document(7, lengths=(4,) * 12, n_entities=1)])
    model.pointer.reach = 2
    together = model(batch).occurrences

    model.pointer.states_at_once = 3

    torch.testing.assert_close(model(batch).occurrences, together)


def test_location_probabilities_sum_to_one_over_candidates():
    scores = tiny_reader().eval()(collate([document(4)]))

    torch.testing.assert_close(scores.places.exp().sum(-1), torch.ones(2, 3))


def test_chain_loss_is_minus_the_log_probability_of_the_gold_tags():
    model = tiny_reader()
    torch.nn.init.normal_(model.chain.scores)
    torch.nn.init.normal_(model.chain.start_scores)
    scores, tags = torch.randn(1, 3, 6), torch.tensor([[0, 4, -1]])
    present = torch.tensor([[True, True, False]])

    loss = model.chain.negative_log_likelihood(scores, tags, present)

    weights = torch.zeros(6, 6)
    for a in range(6):
        for b in range(6):
            weights[a, b] = (
                model.chain.start[a] + scores[0, 0, a] + model.chain.transitions[a, b]
            ) + scores[0, 1, b]
    expected = weights.logsumexp((0, 1)) - weights[0, 4]
    torch.testing.assert_close(loss, expected[None])


def test_a_gold_place_that_is_no_candidate_counts_for_nothing():
    model = tiny_reader().eval()
    known = document(5, n_entities=1)
    unknown = replace(known.entities[0], locations=np.array([-1, -2, -2]))
    batch = collate([replace(known, entities=(unknown,))])

    scores = model(batch)

    chain = model.chain.negative_log_likelihood(scores.tags, batch.tags, batch.present)
    torch.testing.assert_close(model.loss(scores, batch), chain.mean())


def test_transitions_that_training_never_shows_are_forbidden():
    model = tiny_reader()

    model.chain.allow([[0, 4, 2], [2, 5]])

    assert model.chain.transitions[0, 4] > -1 and model.chain.transitions[4, 5] < -1e3
    assert model.chain.start[2] > -1 and model.chain.start[1] < -1e3


def test_a_difference_of_full_rank_restores_the_tuned_weights():
    base, tuned = tiny_reader(seed=0).encoder, tiny_reader(seed=1).encoder
    before = {name: value.detach().clone() for name, value in base.named_parameters()}
    after = {name: value.detach() for name, value in tuned.named_parameters()}

    apply_difference(base, low_rank_difference(after, before, rank=32))

    for name, value in base.named_parameters():
        torch.testing.assert_close(value, after[name], atol=2e-3, rtol=0)


def test_a_difference_is_kept_in_bytes_and_nearly_as_near_as_its_rank_allows():
    torch.manual_seed(0)
    before = {"weight": torch.zeros(40, 30)}
    change = torch.randn(40, 30) @ torch.diag(0.7 ** torch.arange(30.0)) @ torch.randn(30, 30)

    kept = low_rank_difference({"weight": change}, before, rank=8)

    assert kept["weight.left"].dtype == kept["weight.right"].dtype == torch.int8
    restored = (kept["weight.left"] * kept["weight.scale"]) @ kept["weight.right"].float()
    left, singular, right = torch.linalg.svd(change)
    nearest = (left[:, :8] * singular[:8]) @ right[:8]
    assert (restored - change).norm() < 1.05 * (nearest - change).norm()


def test_what_a_singular_value_is_worth_is_its_square_for_a_byte():
    values = {"wide": torch.tensor([1.0]), "narrow": torch.tensor([0.85, 0.84])}
    after = {"wide": torch.zeros(30, 3), "narrow": torch.zeros(12, 9)}
    after["wide"][0, 0] = values["wide"][0]
    after["narrow"][0, 0], after["narrow"][1, 1] = values["narrow"]
    before = {name: torch.zeros_like(value) for name, value in after.items()}

    kept = low_rank_difference(after, before, rank=1)

    # 0.84² / 21 is more than 1 / 33, and its cube would be less
    assert kept["narrow.left"].shape == (12, 2)
    assert "wide.left" not in kept


def test_a_matrix_that_changed_more_keeps_a_higher_rank_in_as_many_bytes():
    torch.manual_seed(0)
    before = {"much": torch.zeros(20, 20), "little": torch.zeros(20, 20), "not": torch.zeros(20, 9)}
    after = {
        "much": torch.randn(20, 20),
        "little": 0.01 * torch.randn(20, 20),
        "not": torch.zeros(20, 9),
    }

    kept = low_rank_difference(after, before, rank=4)

    assert kept["much.left"].shape == (20, 8)
    assert not any(name.startswith(("little", "not")) for name in kept)


def test_a_weight_that_changed_in_one_direction_is_restored():
    before = {"weight": torch.zeros(4, 3)}
    change = torch.outer(torch.tensor([1.0, 0.0, -2.0, 0.5]), torch.tensor([1.0, 2.0, 0.0]))

    kept = low_rank_difference({"weight": change}, before, rank=3)

    restored = (kept["weight.left"] * kept["weight.scale"]) @ kept["weight.right"].float()
    torch.testing.assert_close(restored, change, atol=0.03, rtol=0)


def test_factors_without_a_scale_are_read_as_checkpoints_had_them_at_first():
    encoder = tiny_reader(seed=0).encoder
    name, weight = next(item for item in encoder.named_parameters() if item[1].ndim == 2)
    before = weight.detach().clone()
    left, right = torch.randn(len(weight), 2).half(), torch.randn(2, weight.shape[1]).half()

    apply_difference(encoder, {f"{name}.left": left, f"{name}.right": right})

    torch.testing.assert_close(weight.detach(), before + left.float() @ right.float())


def test_the_r_drop_loss_is_the_mean_of_both_divergences():
    model, batch = tiny_reader().eval(), collate([document(1), document(2, lengths=(5, 6, 7))])
    with torch.no_grad():
        first = model(batch)
    second = Scores(first.tags * 0.5, (first.places * 0.5).log_softmax(-1), first.occurrences)

    by_hand = []
    for pair in range(len(batch.tags)):
        total = 0.0
        for step in range(int(batch.present[pair].sum())):
            total += _both_ways(first.tags[pair, step], second.tags[pair, step])
        for state in range(int((batch.locations[pair] >= 0).sum())):
            known = (batch.locations[pair] >= 0).nonzero()[state, 0]
            total += UNCHANGED_WEIGHT * _both_ways(
                first.places[pair, known], second.places[pair, known]
            )
        by_hand.append(total)

    assert float(model.r_drop_loss(first, second, batch)) == pytest.approx(
        sum(by_hand) / len(by_hand), rel=1e-4
    )
    assert float(model.r_drop_loss(first, first, batch)) == 0.0


def _both_ways(first, second):
    p, q = first.softmax(-1), second.softmax(-1)
    ways = [torch.nn.functional.kl_div(b.log(), a, reduction="sum") for a, b in ((p, q), (q, p))]
    return float(sum(ways) / 2)


def run(folder, *, epochs, settings, stop_after=None):
    model = tiny_reader()
    trainer = DefaultTrainer(model, [document(seed) for seed in range(5)], settings, folder=folder)
    log = trainer.resume()
    while trainer.epochs_done < epochs and trainer.epochs_done != stop_after:
        log.append(Epoch(trainer.epochs_done + 1, trainer.run_epoch(), 0.0, 0.0))
        trainer.save(log)
    return trainer, log


def test_training_learns_and_a_resumed_run_ends_with_the_same_weights(tmp_path):
    settings = TrainSettings(epochs=4, batch=2, head_rate=1e-2, rank=4)

    straight, log = run(tmp_path / "straight", epochs=4, settings=settings)
    run(tmp_path / "killed", epochs=4, settings=settings, stop_after=2)
    resumed, log_resumed = run(tmp_path / "killed", epochs=4, settings=settings)

    assert log[-1].loss < 0.7 * log[0].loss
    assert log_resumed == log
    for name, value in straight.weights().items():
        assert torch.equal(value, resumed.weights()[name]), name


def test_what_a_run_keeps_is_what_training_changes_without_the_table_of_words(tmp_path):
    trainer, _ = run(tmp_path, epochs=1, settings=TrainSettings(epochs=1, rank=4))

    kept = {name for name in load_file(tmp_path / KEPT) if name.startswith("model.")}
    untrained = {
        f"model.encoder.embeddings.{name}" for name in trainer.model.encoder.embeddings.state_dict()
    }
    assert untrained
    assert kept == {f"model.{name}" for name in trainer.model.state_dict()} - untrained


def test_a_seed_gives_the_same_weights_again_with_dropout_and_another_seed_others():
    def trained(seed):
        model = tiny_reader(replace(SETTINGS, dropout=0.3))
        settings = TrainSettings(epochs=1, batch=2, rank=4, seed=seed)
        trainer = DefaultTrainer(
            model, [document(n) for n in range(3)], settings, folder=Path("unused")
        )
        trainer.run_epoch()
        return trainer.weights()

    first, again, other = trained(1), trained(1), trained(2)

    assert all(torch.equal(value, again[name]) for name, value in first.items())
    assert not all(torch.equal(value, other[name]) for name, value in first.items())


def test_a_run_is_not_resumed_with_other_settings(tmp_path):
    run(tmp_path, epochs=1, settings=TrainSettings(epochs=1, rank=4))

    with pytest.raises(ValueError, match="other settings"):
        run(tmp_path, epochs=1, settings=TrainSettings(epochs=1, rank=4, seed=2))


def test_shipped_weights_score_as_the_trainer_measured_them(tmp_path):
    trainer, _ = run(tmp_path, epochs=1, settings=TrainSettings(epochs=1, rank=4))
    batch = collate([document(9)])
    with trainer.as_shipped() as shipped:
        measured = shipped(batch)

    fresh = tiny_reader()
    restore_weights(fresh, trainer.weights())

    torch.testing.assert_close(fresh.eval()(batch).tags, measured.tags)
    torch.testing.assert_close(fresh.eval()(batch).places, measured.places)
