"""A temporal graph as one NetworkX graph that holds all of it, and back.

The graph has the store's shape: steps, entities, locations and quantities are nodes; LOCATED_AT,
NEXT, CREATES, MOVES, DESTROYS, STATES and OF are edges. All attributes are JSON values, so that the
graph can pass through node-link JSON, or through any program that keeps attributes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from pipeline.domain.graph import TemporalGraph
from pipeline.domain.grid import SOMEWHERE, Change
from pipeline.errors import BadInput
from pipeline.exports.records import graph_of, graph_record

if TYPE_CHECKING:
    from networkx import MultiDiGraph

__all__ = ["from_networkx", "to_networkx"]

LABELS = {Change.CREATE: "CREATES", Change.MOVE: "MOVES", Change.DESTROY: "DESTROYS"}
CHANGES = {label: str(change) for change, label in LABELS.items()}
DOCUMENT = ("document", "title", "text_sha256", "text", "source", "entities_given")
PRESENCE = ("from_step", "until_step", "probabilities", "evidence")
QUANTITY_ENDS = ("step", "material", "entity")
EVENT = ("origin", "destination", "probability", "evidence")


def to_networkx(graph: TemporalGraph) -> MultiDiGraph:
    """Nodes ``step:N``, ``entity:NAME``, ``location:NAME``, ``somewhere`` and ``quantity:N``, each
    with ``kind``; that of a quantity is in ``measure``.

    LOCATED_AT edges have from_step as their key, all others their label; the document and
    its materials are in ``graph.graph``. :func:`from_networkx` gives an equal TemporalGraph.
    """
    import networkx

    record = graph_record(graph) | {"source": graph.document.source}
    result = networkx.MultiDiGraph(**{name: record[name] for name in DOCUMENT})
    result.graph["materials"] = record["materials"]
    for order, step in enumerate(record["steps"]):
        result.add_node(f"step:{step['number']}", kind="step", order=order, **step)
    steps = [f"step:{step['number']}" for step in record["steps"]]
    for step, following in pairwise(steps):
        result.add_edge(step, following, key="NEXT", label="NEXT")
    for order, entity in enumerate(record["entities"]):
        result.add_node(f"entity:{entity['name']}", kind="entity", order=order, **entity)
    for order, presence in enumerate(record["presences"]):
        stated = presence["kind"] != SOMEWHERE.kind
        place = f"location:{presence['location']}" if stated else "somewhere"
        result.add_node(place, kind=presence["kind"], name=presence["location"])
        result.add_edge(
            f"entity:{presence['entity']}",
            place,
            key=presence["from_step"],
            label="LOCATED_AT",
            order=order,
            **{key: presence[key] for key in PRESENCE},
        )
    for order, event in enumerate(record["events"]):
        label = LABELS[Change(event["change"])]
        result.add_edge(
            f"step:{event['step']}",
            f"entity:{event['entity']}",
            key=label,
            label=label,
            order=order,
            **{key: event[key] for key in EVENT},
        )
    for order, quantity in enumerate(record["quantities"]):
        _add_quantity(result, order, quantity)
    return result


def _add_quantity(result: MultiDiGraph, order: int, quantity: Mapping[str, Any]) -> None:
    """Add a node, with edges from the step that states it and to the entity that it measures."""
    own = {key: value for key, value in quantity.items() if key not in (*QUANTITY_ENDS, "kind")}
    node, kind = f"quantity:{order}", quantity["kind"]
    result.add_node(
        node, kind="quantity", order=order, measure=kind, material=quantity["material"], **own
    )
    if quantity["step"] is not None:
        result.add_edge(f"step:{quantity['step']}", node, key="STATES", label="STATES")
    if quantity["entity"] is not None:
        result.add_edge(node, f"entity:{quantity['entity']}", key="OF", label="OF")


def from_networkx(graph: MultiDiGraph) -> TemporalGraph:
    """The temporal graph of which :func:`to_networkx` made this. Raises BadInput if it is none."""
    try:
        record = {name: graph.graph[name] for name in DOCUMENT}
        record["materials"] = graph.graph.get("materials", ())
        nodes = _ordered(graph.nodes(data=True))
        names = {node: data.get("name") for node, data in nodes}
        kinds = {node: data["kind"] for node, data in nodes}
        record["steps"] = [data for _, data in nodes if data["kind"] == "step"]
        record["entities"] = [data for _, data in nodes if data["kind"] == "entity"]
        edges = _ordered(graph.edges(data=True))
        record["presences"] = [
            dict(data, entity=names[entity], location=names[place], kind=kinds[place])
            for entity, place, data in edges
            if data["label"] == "LOCATED_AT"
        ]
        record["events"] = [
            dict(
                data,
                step=graph.nodes[step]["number"],
                entity=names[entity],
                change=CHANGES[data["label"]],
            )
            for step, entity, data in edges
            if data["label"] in CHANGES
        ]
        record["quantities"] = [
            dict(
                data,
                kind=data["measure"],
                step=_neighbour(graph, graph.predecessors(node), "number"),
                entity=_neighbour(graph, graph.successors(node), "name"),
            )
            for node, data in nodes
            if data["kind"] == "quantity"
        ]
        return graph_of(record)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        reason = f"it lacks {error}" if isinstance(error, KeyError) else str(error)
        raise BadInput(f"the graph was not made by to_networkx: {reason}") from error


def _neighbour(graph: MultiDiGraph, nodes: Iterable[str], key: str) -> Any:
    """The attribute of the only neighbour; None if there is none."""
    return next((graph.nodes[node][key] for node in nodes), None)


def _ordered(elements: Iterable[tuple[Any, ...]]) -> list[Any]:
    """Nodes or edges by ``order``: a graph that was rebuilt may have lost its own order."""

    def order(element: tuple[Any, ...]) -> int:
        data: Mapping[str, Any] = element[-1]
        return int(data.get("order", -1))

    return sorted(elements, key=order)
