"""Graphs written as GraphML, GEXF and JSON are equal when they are read again."""

import io
import json

import networkx
import pytest

from pipeline.domain.grid import Evidence
from pipeline.errors import BadInput
from pipeline.exports.output_files import FORMATS, file_text, save
from pipeline.exports.snapshot import dynamic_graph, snapshot_graph
from tests.pipeline.exports.test_snapshot import graph_of


def opened(text: str, format: str) -> networkx.MultiDiGraph:
    if format == "json":
        return networkx.node_link_graph(json.loads(text), edges="edges")
    if format == "graphml":
        return networkx.read_graphml(io.BytesIO(text.encode()), force_multigraph=True)
    return networkx.MultiDiGraph(networkx.read_gexf(io.BytesIO(text.encode())))


def edges(graph: networkx.MultiDiGraph) -> list[tuple[str, str, dict[str, object]]]:
    return sorted(graph.edges(data=True), key=lambda edge: edge[2]["id"])


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("step", [0, 2])
def test_a_snapshot_is_equal_when_it_is_read_again(format, step):
    graph = graph_of(
        {'mil"k{`; DROP': "fridge jug jug -", "été\u2028☕": "- - ? -"},
        evidence=(None, Evidence(1, 25, 28), Evidence(1), None),
    )
    snapshot = snapshot_graph(graph, step)

    again = opened(file_text(snapshot, format), format)

    assert dict(again.nodes(data=True)) == dict(snapshot.nodes(data=True))
    assert edges(again) == edges(snapshot)


def test_every_edge_of_a_graphml_file_has_its_own_id():
    text = file_text(snapshot_graph(graph_of({"a": "x x x x", "b": "y y y y"}), 1), "graphml")

    assert {'id="a@0"', 'id="b@0"'} <= set(text.replace(">", " ").split())


def test_the_spells_of_a_dynamic_graph_are_its_presences():
    graph = graph_of({"milk": "fridge jug fridge -", "foam": "- ? ? -", "tea": "- - - -"})

    again = opened(file_text(dynamic_graph(graph), "gexf"), "gexf")

    spells = dict(again.nodes(data="spells"))
    assert spells["entity:milk"] == [(0, 3)]
    assert spells["location:fridge"] == [(0, 1), (2, 3)]
    assert spells["somewhere"] == [(1, 3)]
    assert spells["entity:tea"] is None
    assert sorted(
        (u, v, data["start"], data["end"]) for u, v, data in again.edges(data=True)
    ) == sorted(
        (
            f"entity:{presence.entity.name}",
            "somewhere" if presence.location.text == "?" else f"location:{presence.location.text}",
            presence.from_step,
            presence.until_step,
        )
        for presence in graph.presences
    )
    assert edges(again) == edges(dynamic_graph(graph))


def test_equal_graphs_give_equal_files():
    graph = dynamic_graph(graph_of({"milk": "fridge jug fridge -"}))

    assert "lastmodified" not in file_text(graph, "gexf")
    assert file_text(graph, "gexf") == file_text(graph.copy(), "gexf")


@pytest.mark.parametrize("name", ["milk\x01", "milk\x0b", "milk\ufffe", "milk\ud800", "mi\0lk"])
@pytest.mark.parametrize("format", FORMATS)
def test_characters_that_xml_cannot_hold_do_not_break_the_file(format, name):
    snapshot = snapshot_graph(graph_of({name: "? ? ? ?"}), 1)

    again = opened(file_text(snapshot, format).encode().decode(), format)

    assert len(again) == 2
    assert ("somewhere" in again) and (f"entity:{name}" in again) == (format == "json")


def test_names_that_would_be_equal_in_xml_are_refused():
    snapshot = snapshot_graph(graph_of({"milk\x01": "? ? ? ?", "milk␁": "? ? ? ?"}), 1)

    with pytest.raises(BadInput, match="use json"):
        file_text(snapshot, "graphml")


def test_a_file_that_fails_half_way_keeps_its_old_content(tmp_path):
    path = tmp_path / "new" / "graph.jsonl"
    save(path, ["old"])

    def lines():
        yield "new"
        raise RuntimeError("half way")

    with pytest.raises(RuntimeError):
        save(path, lines())

    assert path.read_text() == "old\n"
    assert list(path.parent.iterdir()) == [path]


def test_a_file_that_cannot_be_written_is_refused_in_one_line(tmp_path):
    (tmp_path / "file").write_text("")

    with pytest.raises(BadInput, match=r"cannot write .*; choose another -o"):
        save(tmp_path / "file" / "graph.json", ["{}"])
