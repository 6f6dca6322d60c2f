"""snapshot: files that NetworkX opens again."""

import json
import sys
from dataclasses import replace
from pathlib import Path

import networkx
import pytest
import torch
from torch_geometric.data import HeteroData

from pipeline.exports.output_files import FORMATS
from pipeline.exports.snapshot import dynamic_graph, snapshot_graph
from pipeline.stores import open_store
from pipeline.stores.read import read_graph
from tests.pipeline.commands.conftest import run


def stored():
    store = open_store("ladybug:.stepgraph/graph.lbug", read_only=True)
    graph = read_graph("plants/photo.txt", store=store)
    store.close()
    return replace(graph, unsure_below=0.0)


def test_a_snapshot_is_the_networkx_graph_of_the_step(filled):
    assert run("snapshot", "photo.txt", "--step", "2", "-o", "new/step.graphml").exit_code == 0

    opened = networkx.read_graphml("new/step.graphml", force_multigraph=True)
    expected = snapshot_graph(stored(), 2)
    assert dict(opened.nodes(data=True)) == dict(expected.nodes(data=True))
    assert [data for *_, data in opened.edges(data=True)] == [
        data for *_, data in expected.edges(data=True)
    ]


def test_a_snapshot_without_a_file_is_printed(filled):
    printed = json.loads(run("snapshot", "photo.txt", "--step", "0", "--json").stdout)

    assert networkx.node_link_graph(printed, edges="edges").graph["step"] == 0


@pytest.mark.parametrize("format", ["graphml", "json"])
def test_all_steps_are_one_file_per_state(filled, format):
    run("snapshot", "photo.txt", "--all-steps", "--format", format, "-o", "states")

    assert sorted(path.name for path in Path("states").iterdir()) == [
        f"step-{step}.{format}" for step in range(5)
    ]


def test_all_steps_as_gexf_are_one_dynamic_file(filled):
    run("snapshot", "photo.txt", "--all-steps", "-o", "photo.gexf")

    opened = networkx.read_gexf("photo.gexf")
    assert opened.graph["mode"] == "dynamic"
    assert dict(opened.nodes(data="spells")) == dict(dynamic_graph(stored()).nodes(data="spells"))


def test_all_steps_without_a_folder_are_a_json_list(filled):
    printed = json.loads(run("snapshot", "photo.txt", "--all-steps", "--json").stdout)

    assert [graph["graph"]["step"] for graph in printed] == [0, 1, 2, 3, 4]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--step", "5"], "steps 0 to 4, not 5"),
        ([], "give either --step N or --all-steps"),
        (["--step", "1", "--all-steps"], "give either --step N or --all-steps"),
        (["--step", "1", "--format", "dot"], ", ".join(FORMATS)),
        (["--all-steps"], "-o DIR"),
        (["--step", "1", "--format", "pyg"], "give its name with -o FILE.pt"),
        (["--step", "1", "-o", "/proc/nowhere/x"], "cannot write /proc/nowhere/x"),
    ],
)
def test_an_invalid_snapshot_is_refused_in_one_line(filled, arguments, message):
    result = run("snapshot", "photo.txt", *arguments)

    assert result.exit_code == 2
    assert message in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_a_state_is_written_for_pytorch_geometric(filled):
    assert run("snapshot", "photo.txt", "--step", "3", "-o", "new/step.pt").exit_code == 0

    data = HeteroData.from_dict(torch.load("new/step.pt", weights_only=True))
    assert data["entity"].name == ["water; H2O", "sugar", "light"]
    assert data["entity", "located_at", "location"].num_edges == 1


def test_all_states_are_one_file_for_pytorch_geometric(filled):
    run("snapshot", "photo.txt", "--all-steps", "--format", "pyg", "-o", "photo.pt")

    assert [
        state["_global_store"]["step"] for state in torch.load("photo.pt", weights_only=True)
    ] == [0, 1, 2, 3, 4]


def test_a_snapshot_without_pytorch_geometric_is_refused_in_one_line(filled, monkeypatch):
    monkeypatch.setitem(sys.modules, "torch_geometric", None)
    monkeypatch.setitem(sys.modules, "torch_geometric.data", None)

    result = run("snapshot", "photo.txt", "--step", "3", "-o", "step.pt")

    assert result.exit_code == 2
    assert "pip install 'stepgraph[pyg]'" in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert not Path("step.pt").exists()
