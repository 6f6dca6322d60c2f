"""Dropout in the graph: on what the nodes get, and never on an LSTM's memory."""

from __future__ import annotations

import pytest
import torch

from kgmodel.graph_update import GraphUpdate, RecurrentGraph, StandardGraph

WIDTH = 64


@pytest.fixture
def nodes():
    torch.manual_seed(0)
    return torch.randn(1, 3, WIDTH), torch.randn(1, 3, WIDTH)


def test_what_a_node_gets_is_dropped_in_training_and_the_same_for_both_kinds(nodes):
    update = GraphUpdate(WIDTH, n_layers=1, dropout=0.5)
    entities, locations = nodes

    sure = update.eval()(entities, locations, None, None)
    trained = update.train()(entities, locations, None, None)

    added = sure.entities - entities
    share = (trained.entities - entities) / added
    dropped = share.abs() < 0.01
    assert 0.3 < dropped.float().mean() < 0.7
    torch.testing.assert_close(
        share[~dropped], torch.full_like(share[~dropped], 2.0), atol=0.01, rtol=0
    )
    torch.testing.assert_close(trained.locations - locations, trained.entities - entities)
    for own, other in zip(sure.memory[0], trained.memory[0], strict=True):
        torch.testing.assert_close(own, other)


def test_the_standard_unit_drops_from_its_nodes_alone(nodes):
    graph = StandardGraph(WIDTH, dropout=0.5).train()
    entities, spans = nodes

    after = graph(entities, spans, None, None)

    dropped = after.entities == 0
    assert 0.3 < dropped.float().mean() < 0.7
    hidden = after.memory[0][0]
    torch.testing.assert_close(after.entities[~dropped], 2 * hidden[~dropped])
    assert torch.equal(after.locations, spans)
    assert (hidden != 0).all()


@pytest.mark.parametrize("dropout", [{}, {"dropout": 0.0}])
def test_nothing_is_dropped_unless_the_graph_is_to(nodes, dropout):
    for graph in (
        RecurrentGraph(WIDTH, n_layers=2, across=True, within=True, **dropout),
        StandardGraph(WIDTH, **dropout),
    ):
        first, second = (graph.train()(*nodes, None, None) for _ in range(2))
        assert torch.equal(first.entities, second.entities)


def test_each_layer_has_a_memory_of_its_own(nodes):
    update = GraphUpdate(WIDTH, n_layers=3).eval()

    first = update(*nodes, None, None)
    second = update(*nodes, None, first.memory)

    assert len(first.memory) == len(second.memory) == 3
    assert all(state.shape == (1, 3, WIDTH) for layer in first.memory for state in layer)
    assert not torch.allclose(first.entities, second.entities)


@pytest.mark.parametrize("across", [True, False])
@pytest.mark.parametrize("within", [True, False])
def test_coreference_is_only_where_the_graph_is_to_have_it(nodes, across, within):
    torch.manual_seed(1)
    graph = RecurrentGraph(WIDTH, n_layers=1, across=across, within=within).eval()
    entities, spans = nodes[0], nodes[1] / 10  # so that no place outweighs the others
    changed = spans.clone()
    changed[0, 1] += 1.0

    first = graph(entities, spans, None, None)
    other = graph(entities, changed, None, None)
    after, otherwise = (graph(entities, spans, None, before) for before in (first, other))

    assert torch.allclose(first.locations[0, 0], other.locations[0, 0], atol=1e-6) is not within
    # of the step before, another entity's place counts too
    alike = torch.allclose(after.locations[0, 0], otherwise.locations[0, 0], atol=1e-6)
    assert alike is (not across and not within)
