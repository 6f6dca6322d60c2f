"""States as PyTorch Geometric data: the same nodes in every state, an edge for what exists."""

import io
import sys

import pytest
import torch
from torch_geometric.data import HeteroData
from torch_geometric.loader import DataLoader
from torch_geometric.nn import HeteroConv, SAGEConv

from pipeline.errors import BadInput, NoSuchStep
from pipeline.exports.hetero_data import hetero_data, hetero_file
from tests.pipeline.commands.conftest import ROWS, photosynthesis
from tests.support.graphs import graph
from tests.support.hostile_graph import TEXTS, hostile_graph

FORTH = ("entity", "located_at", "location")
BACK = ("location", "rev_located_at", "entity")


def edges(data):
    entities, places = data["entity"].name, data["location"].name
    return {(entities[entity], places[place]) for entity, place in data[FORTH].edge_index.t()}


def test_an_edge_leads_from_each_thing_that_exists_to_its_place():
    data = hetero_data(photosynthesis("a", "Photosynthesis", ROWS), 3)

    assert data["entity"].name == ["water; H2O", "sugar", "light"]
    assert edges(data) == {("sugar", "leaf")}
    assert data[FORTH].edge_attr.tolist() == [[pytest.approx(0.95)]]
    assert data[FORTH].from_step.tolist() == [3]
    assert data[FORTH].until_step.tolist() == [4]
    assert (data[FORTH].char_start.tolist(), data[FORTH].char_end.tolist()) == ([23], [27])
    assert data["entity"].x.tolist() == [[0.0], [1.0], [0.0]]
    assert (data.document, data.step) == ("a", 3)


def test_edges_lead_back_with_the_same_facts():
    data = hetero_data(photosynthesis("a", "Photosynthesis", ROWS), 1)

    assert torch.equal(data[BACK].edge_index, data[FORTH].edge_index.flip(0))
    assert torch.equal(data[BACK].edge_attr, data[FORTH].edge_attr)


def test_every_state_has_the_same_nodes():
    of = photosynthesis("a", "Photosynthesis", ROWS)
    states = [hetero_data(of, state) for state in range(of.n_steps + 1)]

    assert all(state["entity"].name == states[0]["entity"].name for state in states)
    assert all(state["location"].name == states[0]["location"].name for state in states)
    place = states[0]["location"].name.index("?")
    assert [float(state["location"].x[place]) for state in states] == [0.0] * 5


@pytest.mark.parametrize("step", [0, 4])
def test_data_is_valid_and_a_network_reads_it(step):
    data = hetero_data(photosynthesis("a", "Photosynthesis", ROWS), step)

    assert data.validate()
    network = HeteroConv({kind: SAGEConv((-1, -1), 4) for kind in data.edge_types})
    read = network(data.x_dict, data.edge_index_dict)
    assert {name: tuple(rows.shape) for name, rows in read.items()} == {
        "entity": (len(data["entity"].name), 4),
        "location": (len(data["location"].name), 4),
    }


def test_states_of_several_documents_make_a_batch():
    states = [hetero_data(graph(id), 1) for id in "ab"]

    [batch] = DataLoader(states, batch_size=2)

    assert batch["entity"].num_nodes == 2
    assert batch.document == ["a", "b"]


def test_a_file_is_read_without_running_code_of_it_and_equal_data_gives_equal_bytes():
    content = hetero_file(hetero_data(hostile_graph("a"), 2))

    read = HeteroData.from_dict(torch.load(io.BytesIO(content), weights_only=True))

    assert read["entity"].name == list(TEXTS)
    assert edges(read) == edges(hetero_data(hostile_graph("a"), 2))
    assert content == hetero_file(hetero_data(hostile_graph("a"), 2))


def test_a_sequence_is_a_list_of_states():
    of = graph()
    content = hetero_file([hetero_data(of, state) for state in range(3)])

    states = [
        HeteroData.from_dict(state) for state in torch.load(io.BytesIO(content), weights_only=True)
    ]

    assert [edges(state) for state in states] == [
        {("water; H2O", place)} for place in ("soil", "root", "leaf")
    ]


def test_a_state_that_the_document_does_not_have_is_refused():
    with pytest.raises(NoSuchStep):
        hetero_data(graph(), 3)


def test_a_graph_without_things_has_no_edges():
    data = hetero_data(graph(states=("-", "-", "-")), 1)

    assert data["location"].x.shape == (0, 1)
    assert data[FORTH].edge_index.shape == (2, 0)


def test_the_package_that_is_missing_is_named_with_the_fix(monkeypatch):
    monkeypatch.setitem(sys.modules, "torch_geometric", None)
    monkeypatch.setitem(sys.modules, "torch_geometric.data", None)

    with pytest.raises(BadInput, match=r"pip install 'stepgraph\[pyg\]'"):
        hetero_data(graph(), 1)
