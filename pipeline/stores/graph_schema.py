"""The graph as it is stored: every node and relationship type, declared once.

Derived from this declaration are the tables of both engines, the columns of their bulk loaders,
the statements that create, read and erase a reading (``generated_statements``), the rows of a
graph (``rows``), its records (``graph_records``), and with them the JSON of an export.

To add a property, add a ``Column`` with the name of the field that holds it in the domain class.
To add a type, add a ``NodeType`` or an ``EdgeType`` with its ``part``: the field of the graph that
holds its values. For stores that exist already, also raise ``SCHEMA_VERSION`` and add the files
``cypher/schema/ENGINE_from_N.cypher``, which bring a store of version N to N + 1; the field itself
is one of ``domain.graph.TemporalGraph``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

from pipeline.domain.document import Entity, Material, Step
from pipeline.domain.graph import Event, Presence, TemporalGraph
from pipeline.domain.grid import Change
from pipeline.domain.quantity import Quantity

__all__ = [
    "OLDEST_VERSION",
    "SCHEMA",
    "SCHEMA_VERSION",
    "Column",
    "ColumnType",
    "EdgeType",
    "End",
    "GraphSchema",
    "NodeType",
]

SCHEMA_VERSION = 4
OLDEST_VERSION = 1  # of a store that can be migrated


class ColumnType(Enum):
    """Type of a property; ``MOMENT`` is a naive time in UTC."""

    TEXT = auto()
    INTEGER = auto()
    REAL = auto()
    FLAG = auto()
    MOMENT = auto()


TEXT, INTEGER, REAL, FLAG, MOMENT = ColumnType


@dataclass(frozen=True, slots=True)
class Column:
    """One property of a node or relationship.

    ``optional``: it may be missing. ``derived``: it is computed from others when it is stored, so
    it is neither read back nor exported.
    """

    name: str
    type: ColumnType
    is_list: bool = False
    optional: bool = False
    derived: bool = False

    def __post_init__(self) -> None:
        _check_identifier(self.name)


@dataclass(frozen=True, slots=True)
class End:
    """One end of a relationship: a node type, and the row's column with that node's key.

    In a record the same column refers to the node by ``NodeType.named_by``.
    """

    node: str
    column: str

    def __post_init__(self) -> None:
        _check_identifier(self.node)
        _check_identifier(self.column)


@dataclass(frozen=True, slots=True)
class NodeType:
    """A label with its properties; the first column is the key.

    ``named_by``: properties that name a node within its reading. A record refers to it by the
    first under the column of its end, and by any others under their own names.
    ``part`` and ``value``: the field of the graph that holds such values, and their class. A node
    type without them (a location) is made of what relationships refer to.
    ``is_shared``: it belongs to no single reading, and has statements of its own in ``cypher/``.
    ``first_number``: of the running numbers in keys.
    """

    name: str
    columns: tuple[Column, ...]
    named_by: tuple[str, ...] = ()
    part: str | None = None
    value: type[Any] | None = None
    indexed: tuple[str, ...] = ()
    is_shared: bool = False
    first_number: int = 0

    def __post_init__(self) -> None:
        _check_identifier(self.name)
        names = [column.name for column in self.columns]
        for name in (*self.named_by, *self.indexed):
            if name not in names:
                raise ValueError(f"{self.name} has no column {name!r}; its columns are {names}")

    @property
    def key(self) -> str:
        return self.columns[0].name

    @property
    def rows(self) -> str:
        """Name of the rows it is made of."""
        return self.name


@dataclass(frozen=True, slots=True)
class EdgeType:
    """A relationship type with its ends and properties.

    ``with_node``: the node type of whose rows it is made, one relationship a row; those with a
    missing end are left out. The first relationship type declared that leads to a node type is
    also the way to its nodes from their reading, and is created with them if it is ``with_node``.
    ``part`` and ``value`` are those of NodeType. If several types share a part, ``change`` says
    which of its values are of this one. ``is_shared`` is as in NodeType.
    """

    name: str
    source: End
    target: End
    columns: tuple[Column, ...] = ()
    with_node: str | None = None
    part: str | None = None
    value: type[Any] | None = None
    change: Change | None = None
    is_shared: bool = False

    def __post_init__(self) -> None:
        _check_identifier(self.name)

    @property
    def rows(self) -> str:
        """Name of the rows it is made of."""
        return self.with_node or self.name

    @property
    def ends(self) -> tuple[End, End]:
        return self.source, self.target


@dataclass(frozen=True, slots=True, eq=False)
class GraphSchema:
    """All node and relationship types, and the class of the graph that they store.

    A node type comes after the one that its way leads from. A schema equals only itself.
    """

    nodes: tuple[NodeType, ...]
    edges: tuple[EdgeType, ...]
    graph: type[TemporalGraph] = TemporalGraph

    def __post_init__(self) -> None:
        for edge in self.edges:
            for label in (edge.source.node, edge.target.node):
                self.node(label)

    def node(self, name: str) -> NodeType:
        for node in self.nodes:
            if node.name == name:
                return node
        raise ValueError(f"the schema has no node type {name!r}")

    def edge(self, name: str) -> EdgeType:
        for edge in self.edges:
            if edge.name == name:
                return edge
        raise ValueError(f"the schema has no relationship type {name!r}")

    @property
    def shared_nodes(self) -> tuple[NodeType, ...]:
        return tuple(node for node in self.nodes if node.is_shared)

    @property
    def reading_nodes(self) -> tuple[NodeType, ...]:
        """Node types of a reading, itself first."""
        return tuple(node for node in self.nodes if not node.is_shared)

    @property
    def reading_edges(self) -> tuple[EdgeType, ...]:
        return tuple(edge for edge in self.edges if not edge.is_shared)

    @property
    def reading_types(self) -> tuple[NodeType | EdgeType, ...]:
        """All types that new readings fill; every relationship comes after its ends."""
        return (*self.reading_nodes, *self.reading_edges)

    @property
    def parts(self) -> tuple[str, ...]:
        """Fields of the graph that hold what is stored."""
        named = (stored.part for stored in self.reading_types if stored.part is not None)
        return tuple(dict.fromkeys(named))

    def edges_of(self, part: str) -> tuple[EdgeType, ...]:
        return tuple(edge for edge in self.reading_edges if edge.part == part)

    def node_of(self, part: str) -> NodeType | None:
        return next((node for node in self.nodes if node.part == part), None)

    def edges_with(self, node: NodeType) -> tuple[EdgeType, ...]:
        """Relationship types that are made of the rows of this node type."""
        return tuple(edge for edge in self.reading_edges if edge.with_node == node.name)

    def way_to(self, node: str) -> tuple[EdgeType, ...]:
        """The relationship types that lead from a document to the nodes of this type."""
        last = next((edge for edge in self.reading_edges if edge.target.node == node), None)
        return () if last is None else (*self.way_to(last.source.node), last)

    def created_with(self, node: NodeType) -> EdgeType | None:
        """The relationship type that is created in one with the nodes of this type."""
        way = self.way_to(node.name)
        return way[-1] if way and way[-1].with_node == node.name else None

    def value_of(self, part: str) -> type[Any]:
        """Class of a part's values."""
        for stored in self.reading_types:
            if stored.part == part and stored.value is not None:
                return stored.value
        raise ValueError(f"the part {part!r} of the schema has no class of values")

    def columns_of(self, part: str) -> tuple[Column, ...]:
        """Properties of a part's values, each once, over all types that store them."""
        return tuple({column.name: column for column in self._columns_of(part)}.values())

    def ends_of(self, part: str) -> tuple[End, ...]:
        """References of a part's values to nodes other than their own, each once."""
        node = self.node_of(part)
        edges = self.edges_of(part) if node is None else self.edges_with(node)
        ends = (end for edge in edges for end in edge.ends)
        own = ("Reading", None if node is None else node.name)
        return tuple(dict.fromkeys(end for end in ends if end.node not in own))

    def _columns_of(self, part: str) -> Iterator[Column]:
        node = self.node_of(part)
        if node is not None:
            yield from node.columns[1:]
            for edge in self.edges_with(node):
                yield from edge.columns
        # the type with the most properties gives the order
        for edge in sorted(self.edges_of(part), key=lambda edge: -len(edge.columns)):
            yield from edge.columns


def _check_identifier(name: str) -> None:
    """Names become part of statements: a letter, then letters, digits and underscores."""
    if not re.fullmatch(r"[A-Za-z]\w*", name, re.ASCII):
        raise ValueError(f"{name!r} is no name for a type or a property of the graph")


_ID = Column("id", TEXT)
_EVIDENCE = (
    Column("evidence_step", INTEGER),  # -1 where there is none
    Column("char_start", INTEGER),
    Column("char_end", INTEGER),
)
_ORIGIN, _DESTINATION = Column("origin", TEXT), Column("destination", TEXT)
_EVENT = (Column("probability", REAL), *_EVIDENCE)
_RECORDED_FROM = Column("recorded_from", MOMENT)
_DECIDED = (Column("by", TEXT), Column("reason", TEXT))

_NODES = (
    NodeType("Store", (Column("schema_version", INTEGER), Column("id", TEXT)), is_shared=True),
    NodeType(
        "Document",
        (
            _ID,
            Column("title", TEXT),
            Column("source", TEXT),
            Column("forgotten_at", MOMENT, optional=True),
        ),
        is_shared=True,
    ),
    NodeType(
        "Reading",
        (
            _ID,
            Column("number", INTEGER),
            Column("title", TEXT),
            Column("source", TEXT),
            Column("text", TEXT),
            Column("text_sha256", TEXT),
            Column("entities_given", FLAG),
            Column("model", TEXT),
            Column("checkpoint", TEXT),
            Column("settings", TEXT),
            Column("n_steps", INTEGER),
            _RECORDED_FROM,
            Column("recorded_until", MOMENT),
        ),
    ),
    NodeType(
        "Step",
        (
            _ID,
            Column("number", INTEGER),
            Column("text", TEXT),
            Column("char_start", INTEGER),
            Column("starts_at", MOMENT, optional=True),
            Column("ends_at", MOMENT, optional=True),
            Column("label", TEXT, optional=True),
            Column("alternative", TEXT, optional=True),
        ),
        named_by=("number",),
        part="steps",
        value=Step,
        first_number=1,
    ),
    NodeType(
        "Entity",
        (_ID, Column("name", TEXT), Column("aliases", TEXT, is_list=True)),
        named_by=("name",),
        part="entities",
        value=Entity,
        indexed=("name",),
    ),
    NodeType(
        "Material",
        (
            _ID,
            Column("name", TEXT),
            Column("amount", TEXT, optional=True),
            Column("unit", TEXT, optional=True),
            Column("note", TEXT, optional=True),
        ),
        named_by=("name",),
        part="materials",
        value=Material,
        indexed=("name",),
    ),
    NodeType(
        "Quantity",
        (
            _ID,
            Column("kind", TEXT),
            Column("text", TEXT),
            Column("value", REAL, optional=True),
            Column("until", REAL, optional=True),
            Column("unit", TEXT, optional=True),
            Column("base_value", REAL, optional=True),
            Column("base_until", REAL, optional=True),
            Column("base_unit", TEXT, optional=True),
            Column("char_start", INTEGER),
            Column("char_end", INTEGER),
        ),
        part="quantities",
        value=Quantity,
        indexed=("kind",),
    ),
    NodeType("Concept", (Column("name", TEXT),), named_by=("name",), is_shared=True),
    NodeType(
        "Location",
        (_ID, Column("name", TEXT), Column("kind", TEXT)),
        named_by=("name", "kind"),
        indexed=("name",),
    ),
)

_EDGES = (
    EdgeType("READ_AS", End("Document", "document"), End("Reading", "id"), with_node="Reading"),
    EdgeType("HAS_STEP", End("Reading", "reading"), End("Step", "id"), with_node="Step"),
    EdgeType("LISTS", End("Reading", "reading"), End("Material", "id"), with_node="Material"),
    EdgeType("NEXT", End("Step", "step"), End("Step", "next")),
    EdgeType(
        "MENTIONS",
        End("Reading", "reading"),
        End("Entity", "id"),
        (Column("exists", REAL, is_list=True),),
        with_node="Entity",
    ),
    EdgeType("GIVES", End("Reading", "reading"), End("Quantity", "id"), with_node="Quantity"),
    EdgeType("STATES", End("Step", "step"), End("Quantity", "id"), with_node="Quantity"),
    EdgeType(
        "AMOUNTS_TO", End("Material", "material"), End("Quantity", "id"), with_node="Quantity"
    ),
    EdgeType("OF", End("Quantity", "id"), End("Entity", "entity"), with_node="Quantity"),
    EdgeType(
        "INSTANCE_OF",
        End("Entity", "entity"),
        End("Concept", "concept"),
        (
            Column("recorded_from", MOMENT, optional=True),  # both times only of a decision
            Column("recorded_until", MOMENT, optional=True),
        ),
    ),
    EdgeType(
        "ALIAS_OF",
        End("Concept", "name"),
        End("Concept", "concept"),
        (
            _RECORDED_FROM,
            Column("recorded_until", MOMENT),
            *_DECIDED,
            Column("ended_by", TEXT, optional=True),
            Column("ended_reason", TEXT, optional=True),
        ),
        is_shared=True,
    ),
    EdgeType(
        "MEANS",
        End("Document", "document"),
        End("Concept", "name"),
        (Column("concept", TEXT), _RECORDED_FROM, *_DECIDED),
        is_shared=True,
    ),
    EdgeType(
        "LOCATED_AT",
        End("Entity", "entity"),
        End("Location", "location"),
        (
            Column("from_step", INTEGER),
            Column("until_step", INTEGER),
            Column("probabilities", REAL, is_list=True),
            *_EVIDENCE,
            Column("starts_at", MOMENT, optional=True, derived=True),  # clock times of the steps
            Column("ends_at", MOMENT, optional=True, derived=True),
        ),
        part="presences",
        value=Presence,
    ),
    EdgeType(
        "CREATES",
        End("Step", "step"),
        End("Entity", "entity"),
        (_DESTINATION, *_EVENT),
        part="events",
        value=Event,
        change=Change.CREATE,
    ),
    EdgeType(
        "MOVES",
        End("Step", "step"),
        End("Entity", "entity"),
        (_ORIGIN, _DESTINATION, *_EVENT),
        part="events",
        value=Event,
        change=Change.MOVE,
    ),
    EdgeType(
        "DESTROYS",
        End("Step", "step"),
        End("Entity", "entity"),
        (_ORIGIN, *_EVENT),
        part="events",
        value=Event,
        change=Change.DESTROY,
    ),
)

SCHEMA = GraphSchema(_NODES, _EDGES)
