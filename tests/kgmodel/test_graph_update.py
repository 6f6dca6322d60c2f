"""Equation 3 and the graphs built with it, against loops over single entities."""

import pytest
import torch

from kgmodel.coreference import coreference_within
from kgmodel.graph_update import GraphUpdate, RecurrentGraph, StandardGraph

WIDTH = 4
TRAINING = pytest.mark.parametrize("training", [True, False], ids=["train", "eval"])


def lstm(cell, inputs, hidden, memory):
    """One LSTM cell for one vector, by its definition."""
    gates = cell.weight_ih @ inputs + cell.bias_ih + cell.weight_hh @ hidden + cell.bias_hh
    take, forget, new, give = gates.split(len(hidden))
    memory = forget.sigmoid() * memory + take.sigmoid() * new.tanh()
    return give.sigmoid() * memory.tanh(), memory


@TRAINING
def test_equation_3_is_residual_pooled_and_remembers(training):
    torch.manual_seed(0)
    update = GraphUpdate(WIDTH, n_layers=2).train(training)
    n_entities, n_steps = 3, 3
    entities, places = torch.randn(2, n_steps, 1, n_entities, WIDTH).unbind()
    pooling = [torch.rand(1, n_entities, n_entities).softmax(-1) for _ in range(n_steps)]

    memory, graphs = None, []
    for step in range(n_steps):
        graphs.append(update(entities[step], places[step], pooling[step], memory))
        memory = graphs[-1].memory

    kept = {
        (layer, entity): (torch.zeros(WIDTH), torch.zeros(WIDTH))
        for layer in range(2)
        for entity in range(n_entities)
    }
    for step in range(n_steps):
        e, location = list(entities[step, 0]), list(places[step, 0])
        for layer in range(2):
            for entity in range(n_entities):
                inputs = torch.cat([e[entity], location[entity]])
                kept[layer, entity] = lstm(update.cells[layer], inputs, *kept[layer, entity])
                e[entity] = e[entity] + kept[layer, entity][0]
                location[entity] = location[entity] + kept[layer, entity][0]
            location = [
                sum(
                    pooling[step][0, entity, other] * location[other] for other in range(n_entities)
                )
                for entity in range(n_entities)
            ]
        torch.testing.assert_close(graphs[step].entities[0], torch.stack(e))
        torch.testing.assert_close(graphs[step].locations[0], torch.stack(location))


def test_in_an_empty_graph_only_coreference_within_the_step_happens():
    torch.manual_seed(0)
    graph = RecurrentGraph(WIDTH, n_layers=1, across=True, within=True)
    entities, spans, present = (
        torch.randn(1, 2, WIDTH),
        torch.randn(1, 2, WIDTH),
        torch.ones(1, 2) > 0,
    )

    first = graph(entities, spans, present, None)

    pooling = coreference_within(spans, present)
    expected = graph.update(entities, pooling @ spans, pooling, None)
    torch.testing.assert_close(first.locations, expected.locations)


def test_a_graph_grows_from_the_one_before_by_equations_1_2_and_3():
    torch.manual_seed(0)
    graph = RecurrentGraph(WIDTH, n_layers=2, across=True, within=True)
    present = torch.ones(1, 3) > 0
    entities, spans = torch.randn(2, 2, 1, 3, WIDTH).unbind()
    before = graph(entities[0], spans[0], present, None)

    after = graph(entities[1], spans[1], present, before)

    places = graph.across(spans[1], before.locations, present)
    pooling = coreference_within(places, present)
    expected = graph.update(entities[1], pooling @ places, pooling, before.memory)
    torch.testing.assert_close(after.entities, expected.entities)
    torch.testing.assert_close(after.locations, expected.locations)


def test_without_coreference_no_entity_sees_another():
    torch.manual_seed(0)
    present = torch.ones(1, 2) > 0
    entities, spans = torch.randn(1, 2, WIDTH), torch.randn(1, 2, WIDTH)
    other = torch.cat([spans[:, :1], torch.randn(1, 1, WIDTH)], dim=1)
    apart = RecurrentGraph(WIDTH, n_layers=2, across=False, within=False)
    standard = StandardGraph(WIDTH)
    tied = RecurrentGraph(WIDTH, n_layers=2, across=True, within=False)

    def first_entity(graph, places):
        return graph(entities, places, present, graph(entities, places, present, None)).entities[
            :, 0
        ]

    for graph in (apart, standard):
        torch.testing.assert_close(first_entity(graph, spans), first_entity(graph, other))
    before, after = (tied(entities, p, present, None) for p in (spans, other))
    assert not torch.allclose(
        tied(entities, spans, present, before).entities[:, 0],
        tied(entities, spans, present, after).entities[:, 0],
    )


def test_the_standard_unit_is_one_lstm_an_entity():
    torch.manual_seed(0)
    graph = StandardGraph(WIDTH)
    entities, spans, present = (
        torch.randn(1, 2, WIDTH),
        torch.randn(1, 2, WIDTH),
        torch.ones(1, 2) > 0,
    )

    second = graph(entities, spans, present, graph(entities, spans, present, None))

    inputs, zero = torch.cat([entities[0, 1], spans[0, 1]]), torch.zeros(WIDTH)
    expected = lstm(graph.cell, inputs, *lstm(graph.cell, inputs, zero, zero))
    torch.testing.assert_close(second.entities[0, 1], expected[0])


@TRAINING
@pytest.mark.parametrize("kind", ["recurrent", "standard"])
@pytest.mark.parametrize("n_documents", [1, 3])
def test_padding_never_changes_a_real_entity(training, kind, n_documents):
    torch.manual_seed(0)
    graph = (
        StandardGraph(WIDTH)
        if kind == "standard"
        else RecurrentGraph(WIDTH, n_layers=2, across=True, within=True)
    ).train(training)
    entities, spans = torch.randn(2, n_documents, 3, WIDTH).unbind()
    padded = torch.tensor([[True, True, False]]).expand(n_documents, -1)

    def twice(size, present):
        first = graph(entities[:, :size], spans[:, :size], present, None)
        return graph(entities[:, :size], spans[:, :size].flip(-1), present, first)

    with_padding, without = twice(3, padded), twice(2, padded[:, :2])

    torch.testing.assert_close(with_padding.entities[:, :2], without.entities)
    torch.testing.assert_close(with_padding.locations[:, :2], without.locations)
