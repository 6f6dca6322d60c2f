"""A temporal graph as NetworkX graphs: one state, or all states with the times they hold.

Nodes are ``entity:NAME``, ``location:NAME`` and ``somewhere``: an entity and a location may share
a name. Steps are those of the document, states 0..n, an open end being n + 1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pipeline.domain.confidence import is_unsure
from pipeline.domain.document import Document, Entity
from pipeline.domain.graph import Presence, TemporalGraph
from pipeline.domain.grid import SOMEWHERE, Evidence, Location
from pipeline.domain.intervals import merge_intervals

if TYPE_CHECKING:
    from networkx import MultiDiGraph

__all__ = ["dynamic_graph", "snapshot_graph"]


def snapshot_graph(graph: TemporalGraph, step: int) -> MultiDiGraph:
    """The bipartite graph after ``step`` (0 is before step 1): an edge from entity to location.

    Nodes carry ``bipartite`` (0 entity, 1 location), ``kind``, ``name`` and ``label``; what does
    not exist at this state is not there. Edges have from_step as their key and carry ``id``,
    ``from_step``, ``until_step``, ``probability`` (at this state), ``unsure`` (whether that is
    below ``graph.unsure_below``), ``document`` and, where the text states it, ``step``,
    ``sentence``, ``char_start`` and ``char_end``. Raises BadInput.
    """
    presences, step = graph.snapshot(step), int(step)
    result = _empty_graph(graph, step=step)
    if step:
        last = graph.document.steps[step - 1]
        result.graph["sentence"] = last.text
        for name, moment in (("starts_at", last.starts_at), ("ends_at", last.ends_at)):
            if moment is not None:
                result.graph[name] = moment.isoformat()
    for presence in presences:
        probability = presence.probabilities[step - presence.from_step]
        unsure = is_unsure(probability, below=graph.unsure_below)
        _add_presence(result, presence, graph.document, probability=probability, unsure=unsure)
    return result


def dynamic_graph(graph: TemporalGraph) -> MultiDiGraph:
    """All states in one graph, in the form GEXF calls dynamic.

    As :func:`snapshot_graph`, but nodes carry ``spells``, edges ``start`` and ``end``, all
    half-open ``[from_step, until_step)``, and ``probability`` is a list of (value, start, end),
    one for each state, without ``unsure``. An entity that never exists is a node without spells.
    """
    result = _empty_graph(graph, mode="dynamic")
    for entity in graph.entities:
        _add_entity(result, entity)
    for presence in graph.presences:
        states = range(presence.from_step, presence.until_step)
        values = zip(presence.probabilities, states, strict=True)
        _add_presence(
            result,
            presence,
            graph.document,
            probability=[(value, state, state + 1) for value, state in values],
            start=presence.from_step,
            end=presence.until_step,
        )
    for node in result:
        edges = [*result.in_edges(node, data=True), *result.out_edges(node, data=True)]
        if spells := merge_intervals([(data["start"], data["end"]) for _, _, data in edges]):
            result.nodes[node]["spells"] = spells
    return result


def _empty_graph(graph: TemporalGraph, **attributes: Any) -> MultiDiGraph:
    import networkx

    document = graph.document
    return networkx.MultiDiGraph(
        document=document.id, title=document.title, n_steps=document.n_steps, **attributes
    )


def _add_presence(
    result: MultiDiGraph, presence: Presence, document: Document, **attributes: Any
) -> None:
    result.add_edge(
        _add_entity(result, presence.entity),
        _add_location(result, presence.location),
        key=presence.from_step,
        id=f"{presence.entity.name}@{presence.from_step}",
        from_step=presence.from_step,
        until_step=presence.until_step,
        document=document.id,
        **_evidence_attributes(presence.evidence, document),
        **attributes,
    )


def _evidence_attributes(evidence: Evidence | None, document: Document) -> dict[str, Any]:
    if evidence is None:  # left out: GraphML and GEXF have no null
        return {}
    return {
        "step": evidence.step,
        "sentence": document.steps[evidence.step - 1].text,
        "char_start": evidence.char_start,
        "char_end": evidence.char_end,
    }


def _add_entity(result: MultiDiGraph, entity: Entity) -> str:
    node = f"entity:{entity.name}"
    result.add_node(node, bipartite=0, kind="entity", name=entity.name, label=entity.name)
    return node


def _add_location(result: MultiDiGraph, location: Location) -> str:
    node = "somewhere" if location == SOMEWHERE else f"location:{location.text}"
    result.add_node(node, bipartite=1, kind=location.kind, name=location.text, label=location.text)
    return node
