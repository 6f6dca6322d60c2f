"""How the default reader reads: its parts, how much at once, and when it stops."""

from __future__ import annotations

from dataclasses import asdict, replace

import numpy as np
import pytest
import torch
from safetensors.torch import load_file

from kgmodel.bert import Bert, BertSizes
from kgmodel.cancellation import cancelled_by
from kgmodel.checkpoint import WEIGHTS, load_config
from kgmodel.default.features import collate
from kgmodel.default.model import DefaultReader, DefaultSettings, MemoryLimits, pair_slices
from kgmodel.packed_layers import can_pack, is_packed
from pipeline.inference.checkpoints import DEFAULT_CHECKPOINT
from tests.kgmodel.default.test_model import SETTINGS, document, tiny_reader

CPU = torch.device("cpu")
SIZES = BertSizes(
    vocab_size=200,
    hidden_size=384,
    num_hidden_layers=1,
    num_attention_heads=12,
    intermediate_size=32,
    max_position_embeddings=64,
)
needs_bf16 = pytest.mark.skipif(not can_pack(CPU), reason="this CPU does not compute in bf16")


@pytest.fixture(autouse=True)
def in_float32(monkeypatch):
    monkeypatch.setattr("kgmodel.device._cpu_has_bf16", lambda: False)


@pytest.fixture
def model():
    reader = tiny_reader(replace(SETTINGS, graph=False)).eval()
    torch.nn.init.normal_(reader.mention)
    return reader


def test_the_default_settings_are_those_of_the_reader_that_ships():
    assert asdict(DefaultSettings()) == load_config(DEFAULT_CHECKPOINT)["settings"]


def test_the_default_reader_has_the_shapes_of_the_weights_that_ship():
    reader = DefaultReader(Bert(SIZES), DefaultSettings())

    shipped = {
        name.removesuffix(".rows"): value.shape
        for name, value in load_file(DEFAULT_CHECKPOINT / WEIGHTS).items()
        if not name.startswith("encoder.") and not name.endswith(".row_scale")
    }
    assert {name: value.shape for name, value in reader.head().items()} == shipped


def test_the_head_is_all_but_the_encoder(model):
    of_encoder = {f"encoder.{name}" for name in model.encoder.state_dict()}

    assert model.head().keys() == model.state_dict().keys() - of_encoder
    assert {"mention", "tag.bias"} <= model.head().keys()


def test_heads_that_cannot_share_the_states_are_refused():
    with pytest.raises(ValueError, match="3 heads cannot share 16, twice the hidden"):
        tiny_reader(replace(SETTINGS, hidden=8, heads=3))


def test_a_reader_drops_no_attention_of_its_encoder():
    reader = DefaultReader(Bert(SIZES), SETTINGS)

    assert reader.encoder.layers[0].attention.self.dropout.p == 0.0


@pytest.mark.parametrize(
    ("n_pairs", "size_of_one", "limit", "bounds"),
    [
        (5, 2, 4, [(0, 2), (2, 4), (4, 6)]),
        (4, 2, 5, [(0, 2), (2, 4)]),
        (2, 10, 4, [(0, 1), (1, 2)]),
        (3, 0, 2, [(0, 2), (2, 4)]),
        (3, 1, 2, [(0, 2), (2, 4)]),
        (0, 1, 1, []),
    ],
)
def test_as_many_pairs_are_together_as_fit_and_a_large_pair_is_alone(
    n_pairs, size_of_one, limit, bounds
):
    slices = pair_slices(n_pairs, size_of_one, limit)

    assert [(part.start, part.stop) for part in slices] == bounds


@pytest.mark.parametrize(("n_pairs", "n_slices"), [(8, 1), (9, 2)])
def test_half_a_million_places_are_scored_at_once_and_no_more(model, n_pairs, n_slices):
    batch = replace(
        collate([document(1)]),
        locations=torch.zeros(n_pairs, 256),
        occurrence_step=torch.zeros(n_pairs, 256),
    )

    assert len(model.score_slices(batch)) == n_slices


@pytest.mark.parametrize("shared_layers", [0, 1, 2])
@torch.no_grad()
def test_a_text_is_read_alone_in_the_lower_layers_and_with_its_query_above(model, shared_layers):
    model.settings = replace(SETTINGS, shared_layers=shared_layers)
    batch = collate([document(1, windows=2), document(2, lengths=(5, 6, 7), n_entities=3)])

    encoded = model.encode(batch, model.texts(batch))

    for sequence, window in enumerate(batch.window.tolist()):
        text, query = batch.texts[window], batch.queries[sequence]
        mentioned = batch.mentioned[sequence][text != 0]
        expected = read_alone(model, text[text != 0], query[query != 0], mentioned)
        torch.testing.assert_close(encoded[sequence][text != 0], expected)


def read_alone(
    model: DefaultReader, text: torch.Tensor, query: torch.Tensor, mentioned: torch.Tensor
) -> torch.Tensor:
    """The last layer of one text, without padding: (position, width)."""
    encoder, everything = model.encoder, torch.zeros(1, 1, 1, 1)
    lower, upper = (encoder.layers[part] for part in split(model.settings.shared_layers))
    text = encoder.embeddings(text[None], segment=0)
    query = encoder.embeddings(query[None], segment=1)
    for layer in lower:
        text, query = layer(text, everything), layer(query, everything)
    text[0, mentioned] += model.mention
    both = torch.cat([text, query], dim=1)
    for layer in upper:
        both = layer(both, everything)
    return both[0, : text.shape[1]]


def split(number: int) -> tuple[slice, slice]:
    return slice(number), slice(number, None)


@torch.no_grad()
def test_the_encoder_reads_no_more_tokens_at_once_than_its_limit(model):
    batch = collate([document(1, lengths=(6, 6, 6), windows=3, n_entities=3)])
    whole = model.encode(batch, model.texts(batch))
    sizes = []
    for layer in model.encoder.layers:
        layer.register_forward_pre_hook(lambda _, inputs: sizes.append(inputs[0][..., 0].numel()))

    model.limits = MemoryLimits(max_tokens=2 * batch.length)
    parts = model.encode(batch, model.texts(batch))

    assert max(sizes) == 2 * batch.length
    torch.testing.assert_close(parts, whole)


@pytest.mark.parametrize("encoded_before", [True, False])
@torch.no_grad()
def test_pairs_are_pooled_together_whose_sequences_fit_into_the_limit(model, encoded_before):
    batch = collate([document(1, windows=2, n_entities=1), document(2, n_entities=2)])
    tokens = model.encode(batch, model.texts(batch)) if encoded_before else None
    whole = model.read(batch)
    pooled = []
    model.pool.register_forward_pre_hook(lambda _, inputs: pooled.append(len(inputs[2])))

    # three pairs have four sequences, and so up to two each
    model.limits = MemoryLimits(max_tokens=4 * batch.length)
    read = model.read(batch, tokens)

    assert pooled == [2, 1]
    torch.testing.assert_close(read.states, whole.states)
    torch.testing.assert_close(read.occurrences, whole.occurrences)


class Stop(Exception):
    pass


@pytest.mark.parametrize(
    "work",
    [
        lambda model, batch, texts, tokens: model.texts(batch),
        lambda model, batch, texts, tokens: model.encode(batch, texts),
        lambda model, batch, texts, tokens: model.read(batch, tokens),
    ],
    ids=["texts", "encode", "read"],
)
def test_every_part_of_reading_can_be_cancelled(model, work):
    batch = collate([document(1)])
    texts = model.texts(batch)
    tokens = model.encode(batch, texts)

    def stop():
        raise Stop

    with cancelled_by(stop), pytest.raises(Stop):
        work(model, batch, texts, tokens)


@needs_bf16
@torch.inference_mode()
def test_a_frozen_reader_has_packed_layers_and_a_packed_pointer(model, monkeypatch):
    monkeypatch.undo()  # in_float32
    places = torch.tensor([[1, 2]])
    arguments = (torch.randn(1, 4, 16), places, places, places > 1, places)
    before = model.pointer.occurrences(*arguments)

    model.freeze_for_inference(CPU)

    after = model.pointer.occurrences(*arguments)
    assert is_packed(model.encoder)
    torch.testing.assert_close(after, before, atol=0.05, rtol=0.05)
    assert not torch.equal(after, before)


@pytest.mark.parametrize(("training", "cores"), [(True, 2), (False, 1)])
def test_sums_are_made_on_one_core_except_in_training(model, training, cores):
    counts = []
    model.train(training).pool.register_forward_pre_hook(
        lambda *_: counts.append(torch.get_num_threads())
    )
    before = torch.get_num_threads()
    torch.set_num_threads(2)
    try:
        model(collate([document(1)]))
    finally:
        torch.set_num_threads(before)

    assert counts == [cores]


@pytest.mark.parametrize("attention", [True, False])
@torch.no_grad()
def test_entities_see_each_other_only_by_the_attention_among_them(attention):
    reader = tiny_reader(replace(SETTINGS, graph=False, entity_attention=attention)).eval()
    first = document(3)
    second = replace(first, entities=(first.entities[0], document(4).entities[1]))

    own, otherwise = (reader(collate([text])).tags[0] for text in (first, second))

    assert torch.allclose(own, otherwise, atol=1e-5) is not attention


@torch.no_grad()
def test_the_nodes_of_the_graph_are_added_to_the_states():
    reader = tiny_reader().eval()
    batch = collate([document(1, lengths=(4, 3, 5)), document(2, lengths=(5, 6, 7), n_entities=3)])
    states = reader.read(batch).states

    graph, reader.graph = reader.graph, None
    plain = reader.read(batch)

    scores = reader.pointer(plain.states, plain.occurrences, batch.occurrence_step)
    nodes = graph(plain.states, reader.pointer.spans(scores, plain.occurrences), batch.slots())
    torch.testing.assert_close(states, plain.states + nodes)
    assert nodes.abs().max() > 0.01


@torch.no_grad()
def test_the_order_of_documents_of_several_lengths_does_not_matter(model):
    short, long = document(1), document(2, lengths=(5, 6, 7, 3), n_entities=1)

    scores, turned = model(collate([short, long])), model(collate([long, short]))

    torch.testing.assert_close(turned.tags[1:, :2], scores.tags[:2, :2])
    torch.testing.assert_close(turned.tags[0], scores.tags[2])


@torch.no_grad()
def test_an_occurrence_has_the_training_frequency_of_its_candidate(model):
    batch = collate([replace(document(1, n_entities=1), frequency=np.array([2, 0, 5]))])
    tokens = model.encode(batch, model.texts(batch))

    keys = model.read(batch).occurrences

    frequency = torch.tensor([[0, 5, 0, 5]])  # the candidates are 1, 2, 1, 2
    expected = model.pointer.occurrences(
        tokens, batch.occurrence_first, batch.occurrence_last, batch.own, frequency
    )
    torch.testing.assert_close(keys, expected)
