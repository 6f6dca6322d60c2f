"""A temporal graph as one NetworkX graph that holds all of it, and back.

The graph has the store's shape: steps, entities and locations are nodes; LOCATED_AT, NEXT,
CREATES, MOVES and DESTROYS are edges. All attributes are what JSON knows, so that the graph may
travel as node-link JSON, or through any program that keeps attributes.
"""

from __future__ import annotations

from collections.abc import Mapping
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


def to_networkx(graph: TemporalGraph) -> MultiDiGraph:
    """Nodes ``step:N``, ``entity:NAME``, ``location:NAME`` and ``somewhere``, each with ``kind``.

    LOCATED_AT edges have from_step as their key, all others their label; the document is in
    ``graph.graph``. :func:`from_networkx` gives an equal TemporalGraph.
    """
    import networkx

    record = graph_record(graph) | {"source": graph.document.source}
    made = networkx.MultiDiGraph(**{name: record[name] for name in DOCUMENT})
    for order, step in enumerate(record["steps"]):
        made.add_node(f"step:{step['number']}", kind="step", order=order, **step)
    for one, later in zip(record["steps"], record["steps"][1:], strict=False):
        made.add_edge(f"step:{one['number']}", f"step:{later['number']}", key="NEXT", label="NEXT")
    for order, entity in enumerate(record["entities"]):
        made.add_node(f"entity:{entity['name']}", kind="entity", order=order, **entity)
    for order, stay in enumerate(record["presences"]):
        stated = stay["kind"] != SOMEWHERE.kind
        place = f"location:{stay['location']}" if stated else "somewhere"
        made.add_node(place, kind=stay["kind"], name=stay["location"])
        said = {key: stay[key] for key in ("from_step", "until_step", "probabilities", "evidence")}
        made.add_edge(
            f"entity:{stay['entity']}",
            place,
            key=stay["from_step"],
            label="LOCATED_AT",
            order=order,
            **said,
        )
    for order, event in enumerate(record["events"]):
        label = LABELS[Change(event["change"])]
        said = {key: event[key] for key in ("origin", "destination", "probability", "evidence")}
        made.add_edge(
            f"step:{event['step']}",
            f"entity:{event['entity']}",
            key=label,
            label=label,
            order=order,
            **said,
        )
    return made


def from_networkx(graph: MultiDiGraph) -> TemporalGraph:
    """The temporal graph that :func:`to_networkx` made this of. Raises BadInput if it is none."""
    try:
        record = {name: graph.graph[name] for name in DOCUMENT}
        names = {node: data.get("name") for node, data in graph.nodes(data=True)}
        kinds = {node: data["kind"] for node, data in graph.nodes(data=True)}
        record["steps"] = [
            data for _, data in _ordered(graph.nodes(data=True)) if data["kind"] == "step"
        ]
        record["entities"] = [
            data for _, data in _ordered(graph.nodes(data=True)) if data["kind"] == "entity"
        ]
        edges = [(one, other, data) for one, other, data in graph.edges(data=True)]
        record["presences"] = [
            dict(data, entity=names[one], location=names[other], kind=kinds[other])
            for one, other, data in _ordered(edges)
            if data["label"] == "LOCATED_AT"
        ]
        record["events"] = [
            dict(
                data,
                step=graph.nodes[one]["number"],
                entity=names[other],
                change=CHANGES[data["label"]],
            )
            for one, other, data in _ordered(edges)
            if data["label"] in CHANGES
        ]
        return graph_of(record)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        what = f"it lacks {error}" if isinstance(error, KeyError) else str(error)
        raise BadInput(f"the graph is none that to_networkx made: {what}") from error


def _ordered(some: Any) -> list[Any]:
    """By ``order``: the graph's own order is lost where others have rebuilt it."""

    def order(one: tuple[Any, ...]) -> int:
        data: Mapping[str, Any] = one[-1]
        return int(data.get("order", -1))

    return sorted(some, key=order)
