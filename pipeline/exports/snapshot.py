"""A temporal graph as NetworkX graphs and as the files that other programs open.

Nodes are ``entity:NAME``, ``location:NAME`` and ``somewhere``: an entity and a location may share
a name. Steps are those of the document, states 0..n, an open end being n + 1.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, get_args

from pipeline.domain.document import Document, Entity
from pipeline.domain.graph import Presence, TemporalGraph
from pipeline.domain.grid import SOMEWHERE, Evidence, Location
from pipeline.domain.intervals import joined
from pipeline.errors import BadInput

if TYPE_CHECKING:
    from networkx import MultiDiGraph

__all__ = [
    "FORMATS",
    "Format",
    "dynamic_graph",
    "file_text",
    "json_text",
    "node_link",
    "snapshot_graph",
]

Format = Literal["graphml", "gexf", "json"]
FORMATS: tuple[Format, ...] = get_args(Format)


def snapshot_graph(graph: TemporalGraph, step: int) -> MultiDiGraph:
    """The bipartite graph after ``step`` (0 is before step 1): an edge from entity to location.

    Nodes carry ``bipartite`` (0 entity, 1 location), ``kind``, ``name`` and ``label``; what does
    not exist at this state is not there. Edges have from_step as their key and carry ``id``,
    ``from_step``, ``until_step``, ``probability`` (at this state), ``document`` and, where the
    text says so, ``step``, ``sentence``, ``char_start`` and ``char_end``. Raises IndexError.
    """
    presences = graph.snapshot(step)
    result = _empty_graph(graph, step=step)
    if step:
        tick = graph.document.steps[step - 1]
        result.graph["sentence"] = tick.text
        for name, moment in (("starts_at", tick.starts_at), ("ends_at", tick.ends_at)):
            if moment is not None:
                result.graph[name] = moment.isoformat()
    for presence in presences:
        probability = presence.probabilities[step - presence.from_step]
        _add_presence(result, presence, graph.document, probability=probability)
    return result


def dynamic_graph(graph: TemporalGraph) -> MultiDiGraph:
    """All states in one graph, in the form GEXF calls dynamic.

    As :func:`snapshot_graph`, but nodes carry ``spells``, edges ``start`` and ``end``, all
    half-open ``[from_step, until_step)``, and ``probability`` is a list of (value, start, end),
    one a state. An entity that never exists is a node without spells.
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
        if spells := joined([(data["start"], data["end"]) for _, _, data in edges]):
            result.nodes[node]["spells"] = spells
    return result


def file_text(graph: MultiDiGraph, format: Format) -> str:
    """The graph as GraphML, GEXF or JSON (node-link); equal graphs give equal text.

    Characters that XML cannot hold are written as their Unicode pictures (NUL as ␀), or as
    U+FFFD where there is none. Raises BadInput if that would make two nodes one.
    """
    import networkx

    if format == "json":
        return json_text(node_link(graph), indent=2) + "\n"
    file = io.BytesIO()
    if format == "graphml":
        networkx.write_graphml_xml(_xml_safe(graph), file, edge_id_from_attribute="id")
    else:
        networkx.write_gexf(_xml_safe(graph), file)
    xml = file.getvalue().decode().replace("\r", "&#13;")  # else a reader makes it a line feed
    return re.sub(r' lastmodifieddate="[^"]*"', "", xml, count=1)


def node_link(graph: MultiDiGraph) -> dict[str, Any]:
    """The graph as NetworkX's node-link JSON, with ``edges`` under that name."""
    import networkx

    data: dict[str, Any] = networkx.node_link_data(graph, edges="edges")
    return data


def json_text(
    value: Any, *, indent: int | None = None, default: Callable[[Any], Any] | None = None
) -> str:
    """JSON that any UTF-8 file can hold: readable, with only lone surrogates escaped."""
    text = json.dumps(value, ensure_ascii=False, indent=indent, default=default)
    return re.sub("[\ud800-\udfff]", lambda match: f"\\u{ord(match[0]):04x}", text)


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
        **_said(presence.evidence, document),
        **attributes,
    )


def _said(evidence: Evidence | None, document: Document) -> dict[str, Any]:
    if evidence is None:  # left out: GraphML and GEXF have no word for "none"
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


_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def _xml_safe(graph: MultiDiGraph) -> MultiDiGraph:
    """A copy in which every string can stand in XML. Raises BadInput if two nodes become one."""
    import networkx

    names = {node: _picture(node) for node in graph}
    safe = networkx.relabel_nodes(graph, names)
    if len(safe) < len(graph):
        same = next(name for name in names.values() if list(names.values()).count(name) > 1)
        raise BadInput(
            f"two names differ only in characters that XML cannot hold ({same!r}); use json instead"
        )
    nodes = [attributes for _, attributes in safe.nodes(data=True)]
    edges = [attributes for *_, attributes in safe.edges(data=True)]
    for attributes in [safe.graph, *nodes, *edges]:
        for key, value in attributes.items():
            if isinstance(value, str):
                attributes[key] = _picture(value)
    return safe


def _picture(text: str) -> str:
    def drawn(match: re.Match[str]) -> str:
        code = ord(match[0])
        return chr(0x2400 + code) if code < 0x20 else "\ufffd"

    return _NOT_XML.sub(drawn, text)
