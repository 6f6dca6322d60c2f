"""Graphs leave as NetworkX, GraphML, GEXF and JSON, and open again as they left."""

import io
import json
from datetime import datetime

import networkx
import pytest

from pipeline.domain.document import Document, Entity, Step
from pipeline.domain.graph import TemporalGraph
from pipeline.domain.grid import Evidence, Grid, Track, location_from_text
from pipeline.errors import BadInput
from pipeline.exports.snapshot import FORMATS, dynamic_graph, file_text, snapshot_graph

TEXTS = ['Pour the "milk" into the jug.\r\n', "Steam it <b>well</b> & rest.", "Drink it."]


def graph_of(rows: dict[str, str], **details: object) -> TemporalGraph:
    """A three-step document whose rows are given as 'soil root ? -'."""
    starts = [sum(map(len, TEXTS[:order])) for order in range(len(TEXTS))]
    steps = tuple(
        Step(number, text, start, datetime(2024, 1, 1, number))
        for number, (text, start) in enumerate(zip(TEXTS, starts, strict=True), start=1)
    )
    document = Document("latte.txt", "A latte", "".join(TEXTS), steps, "latte.txt")
    tracks = tuple(
        Track(
            Entity(name, (name,)),
            tuple(location_from_text(text) for text in row.split()),
            **details,  # type: ignore[arg-type]
        )
        for name, row in rows.items()
    )
    return TemporalGraph.from_grid(document, Grid(3, tracks))


def opened(text: str, format: str) -> networkx.MultiDiGraph:
    if format == "json":
        return networkx.node_link_graph(json.loads(text), edges="edges")
    if format == "graphml":
        return networkx.read_graphml(io.BytesIO(text.encode()), force_multigraph=True)
    return networkx.MultiDiGraph(networkx.read_gexf(io.BytesIO(text.encode())))


def edges(graph: networkx.MultiDiGraph) -> list[tuple[str, str, dict[str, object]]]:
    return sorted(graph.edges(data=True), key=lambda edge: edge[2]["id"])


def test_a_snapshot_links_each_existing_entity_to_its_location():
    graph = graph_of(
        {"milk": "fridge jug jug -", "foam": "- - ? -"},
        probabilities=(0.9, 0.8, 0.7, 0.6),
        evidence=(None, Evidence(1, 25, 28), Evidence(1, 25, 28), None),
    )

    snapshot = snapshot_graph(graph, 2)

    assert dict(snapshot.nodes(data="bipartite")) == {
        "entity:milk": 0,
        "location:jug": 1,
        "entity:foam": 0,
        "somewhere": 1,
    }
    edge = snapshot.edges["entity:milk", "location:jug", 1]
    assert (edge["from_step"], edge["until_step"], edge["probability"]) == (1, 3, 0.7)
    assert edge["sentence"][edge["char_start"] : edge["char_end"]] == "jug"
    assert (edge["step"], edge["document"]) == (1, "latte.txt")
    assert (snapshot.graph["step"], snapshot.graph["sentence"]) == (2, TEXTS[1])
    assert snapshot.graph["starts_at"] == "2024-01-01T02:00:00"


def test_what_no_sentence_says_has_no_sentence():
    edge = snapshot_graph(graph_of({"milk": "fridge jug jug -"}), 0).edges[
        "entity:milk", "location:fridge", 0
    ]

    assert edge.keys().isdisjoint({"sentence", "step", "char_start", "char_end"})


def test_a_step_outside_the_document_is_refused():
    with pytest.raises(IndexError, match="steps 0 to 3, not 4"):
        snapshot_graph(graph_of({"milk": "? ? ? ?"}), 4)


def test_an_entity_and_a_location_of_one_name_are_two_nodes():
    snapshot = snapshot_graph(graph_of({"jug": "shelf ? ? ?", "milk": "jug jug jug jug"}), 0)

    assert {"entity:jug", "location:jug"} <= set(snapshot)


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("step", [0, 2])
def test_a_snapshot_opens_again_equal(format, step):
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


def test_the_spells_of_a_dynamic_graph_are_its_intervals():
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
            f"entity:{one.entity.name}",
            "somewhere" if one.location.text == "?" else f"location:{one.location.text}",
            one.from_step,
            one.until_step,
        )
        for one in graph.presences
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


def test_names_that_xml_would_make_one_are_refused():
    snapshot = snapshot_graph(graph_of({"milk\x01": "? ? ? ?", "milk␁": "? ? ? ?"}), 1)

    with pytest.raises(BadInput, match="use json"):
        file_text(snapshot, "graphml")
