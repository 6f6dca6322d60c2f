"""A temporal graph converted to NetworkX and back is equal."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from datetime import datetime

import networkx
import pytest
from hypothesis import HealthCheck, given, settings

from pipeline.domain.graph import TemporalGraph
from pipeline.domain.quantity import Quantity
from pipeline.errors import BadInput
from pipeline.exports.multigraph import from_networkx, to_networkx
from pipeline.exports.records import reading_lines
from pipeline.stores import Store
from pipeline.stores.read import read_graph
from pipeline.stores.write import write
from tests.support.graphs import graph, graphs, reading


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(graphs())
def test_any_graph_comes_back_equal(original: TemporalGraph) -> None:
    assert from_networkx(to_networkx(original)) == original


@settings(max_examples=50, deadline=None, suppress_health_check=list(HealthCheck))
@given(graphs())
def test_any_graph_comes_back_equal_through_json(original: TemporalGraph) -> None:
    text = json.dumps(networkx.node_link_data(to_networkx(original), edges="edges"))

    assert from_networkx(networkx.node_link_graph(json.loads(text), edges="edges")) == original


def test_a_graph_is_unchanged_after_leaving_and_entering_the_store(store: Store) -> None:
    first = graph("a", ("-", "soil", "?", "soil", "-"))
    write([reading(first)], store=store, clock=lambda: datetime(2026, 1, 1))
    before = list(reading_lines(store, current=True))
    read = read_graph("a", store=store)

    again = from_networkx(to_networkx(read))
    write([reading(again, 2)], store=store, clock=lambda: datetime(2026, 1, 2))

    assert again == read == first
    assert list(reading_lines(store, current=True)) == before


def test_the_graph_has_the_shape_of_the_store() -> None:
    made = to_networkx(graph("a", ("soil", "?", "-")))

    labels = sorted(label for *_, label in made.edges(data="label"))
    assert labels == ["DESTROYS", "LOCATED_AT", "LOCATED_AT", "MOVES", "NEXT"]
    assert {"entity:water; H2O", "location:soil", "somewhere", "step:1", "step:2"} == set(made)
    assert made.edges["entity:water; H2O", "somewhere", 1]["until_step"] == 2


def test_a_quantity_is_a_node_between_its_step_and_what_it_measures() -> None:
    plain = graph("a", ("soil", "?", "-"))
    water = plain.entities[0]
    rests = Quantity("duration", "90 s", 90.0, None, "s", 90.0, 90.0, "s", 2, None, water, 0, 4)

    made = to_networkx(replace(plain, quantities=(rests,)))

    assert made.nodes["quantity:0"]["measure"] == "duration"
    assert made.has_edge("step:2", "quantity:0", key="STATES")
    assert made.has_edge("quantity:0", "entity:water; H2O", key="OF")


def test_every_field_of_a_graph_is_in_its_networkx_graph() -> None:
    covered = {"document", "entities", "presences", "events", "exists", "quantities"}

    compared = {field.name for field in fields(TemporalGraph) if field.compare}
    assert compared == covered  # else: extend both ways


def test_the_order_of_nodes_does_not_matter() -> None:
    whole = graph("a", ("soil", "?", "-"))
    made = to_networkx(whole)
    turned = networkx.MultiDiGraph(**made.graph)
    turned.add_nodes_from(reversed(list(made.nodes(data=True))))
    turned.add_edges_from(reversed(list(made.edges(keys=True, data=True))))

    assert from_networkx(turned) == whole


def test_a_graph_of_another_origin_is_refused() -> None:
    with pytest.raises(BadInput, match="not made by to_networkx"):
        from_networkx(networkx.MultiDiGraph([("a", "b")]))
