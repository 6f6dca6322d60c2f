"""One state of a temporal graph as a NetworkX graph."""

from datetime import datetime

import pytest

from pipeline.domain.document import Document, Entity, Step
from pipeline.domain.graph import TemporalGraph
from pipeline.domain.grid import Evidence, Grid, Track, location_from_text
from pipeline.exports.snapshot import snapshot_graph

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


def test_an_edge_without_evidence_has_no_sentence():
    edge = snapshot_graph(graph_of({"milk": "fridge jug jug -"}), 0).edges[
        "entity:milk", "location:fridge", 0
    ]

    assert edge.keys().isdisjoint({"sentence", "step", "char_start", "char_end"})


def test_a_step_that_the_document_does_not_have_is_refused():
    with pytest.raises(IndexError, match="steps 1 to 3 .*, not 4"):
        snapshot_graph(graph_of({"milk": "? ? ? ?"}), 4)


def test_an_entity_and_a_location_of_one_name_are_two_nodes():
    snapshot = snapshot_graph(graph_of({"jug": "shelf ? ? ?", "milk": "jug jug jug jug"}), 0)

    assert {"entity:jug", "location:jug"} <= set(snapshot)
