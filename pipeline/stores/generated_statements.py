"""Cypher derived from the graph schema: tables, and how a reading is created, read and erased.

All other Cypher is text in ``cypher/``. This is put together from the names of a schema, which are
checked to be plain identifiers, and from nothing else: every function takes types of a schema, and
all values are parameters.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pipeline.stores.graph_schema import Column, ColumnType, EdgeType, End, GraphSchema, NodeType

__all__ = [
    "copy_statement",
    "count_present_statement",
    "count_statement",
    "create_statement",
    "erase_statement",
    "ladybug_tables",
    "load_statement",
    "neo4j_constraints",
    "read_edges_statement",
    "read_nodes_statement",
    "read_referents_statement",
]

OF_READING = "reading.id AS of_reading"
_LADYBUG_TYPES = {
    ColumnType.TEXT: "STRING",
    ColumnType.INTEGER: "INT64",
    ColumnType.REAL: "DOUBLE",
    ColumnType.FLAG: "BOOLEAN",
    ColumnType.MOMENT: "TIMESTAMP",
}


def ladybug_tables(schema: GraphSchema) -> Iterator[str]:
    """Declare every table; the embedded engine indexes primary keys only."""
    for node in schema.nodes:
        key, *others = (_declared(column) for column in node.columns)
        columns = ", ".join([f"{key} PRIMARY KEY", *others])
        yield f"CREATE NODE TABLE IF NOT EXISTS {node.name}({columns})"
    for edge in schema.edges:
        ends = f"FROM {edge.source.node} TO {edge.target.node}"
        columns = ", ".join([ends, *(_declared(column) for column in edge.columns)])
        yield f"CREATE REL TABLE IF NOT EXISTS {edge.name}({columns})"


def neo4j_constraints(schema: GraphSchema) -> Iterator[str]:
    """Declare what is unique and what questions start from, and wait for the indexes."""
    for node in schema.nodes:
        yield (
            f"CREATE CONSTRAINT stepgraph_{node.name.lower()} IF NOT EXISTS"
            f" FOR (n:{node.name}) REQUIRE n.{node.key} IS UNIQUE"
        )
    for node in schema.nodes:
        for column in node.indexed:
            yield (
                f"CREATE INDEX stepgraph_{node.name.lower()}_{column} IF NOT EXISTS"
                f" FOR (n:{node.name}) ON (n.{column})"
            )
    yield "CALL db.awaitIndexes(60)"


def copy_statement(table: NodeType | EdgeType) -> str:
    """Append columns to a table of the embedded engine.

    Its parameter ``rows`` is an Arrow table with the columns in their declared order; those of a
    relationship begin with the keys of its ends.
    """
    return f"COPY {table.name} FROM $rows"


def create_statement(created: Sequence[NodeType | EdgeType], schema: GraphSchema) -> str:
    """Create a node for each row, alone or with the relationship that leads to it; or a
    relationship between nodes that are there.

    Parameters: ``rows``, maps with the columns that the types declare and the keys of the ends that
    are there.
    """
    return "\n".join(["UNWIND $rows AS row", *_creation(created, schema)])


def load_statement(created: Sequence[NodeType | EdgeType], schema: GraphSchema) -> str:
    """Do what ``create_statement`` does, in the embedded engine.

    Its parameter ``rows`` is an Arrow table with one column, ``row``, of structures.
    """
    return "\n".join(["LOAD FROM $rows", *_creation(created, schema)])


def _creation(created: Sequence[NodeType | EdgeType], schema: GraphSchema) -> Iterator[str]:
    first, leading = created[0], created[1] if len(created) > 1 else None
    if isinstance(first, EdgeType):
        yield _match("source", first.source, schema)
        yield _match("target", first.target, schema)
        yield f"CREATE (source){_pattern(first)}(target)"
    elif isinstance(leading, EdgeType):
        yield _match("source", leading.source, schema)
        yield f"CREATE (source){_pattern(leading)}{_pattern(first)}"
    else:
        yield f"CREATE {_pattern(first)}"


def _pattern(created: NodeType | EdgeType) -> str:
    pattern = f":{created.name}{_from_row(created.columns)}"
    return f"({pattern})" if isinstance(created, NodeType) else f"-[{pattern}]->"


def read_nodes_statement(node: NodeType, schema: GraphSchema) -> str:
    """Read the nodes of this type in some readings, with their keys and what leads to them.

    Parameters: ``readings``, ids. The column ``of_reading`` is the reading's id.
    """
    *above, last = schema.way_to(node.name)[1:]
    source = schema.node(last.source.node)
    returned = [
        *_returned("node", node.columns),
        *(_named_end("source", source, last.source) if above else ()),
        *_returned("edge", last.columns),
    ]
    return "\n".join(
        [
            *_hops([*above, last], f"edge:{last.name}", "node"),
            f"RETURN {OF_READING}, {', '.join(returned)}",
            f"ORDER BY {_quoted(node.key)}",
        ]
    )


def read_referents_statement(node: NodeType, ends: Sequence[End], schema: GraphSchema) -> str:
    """Read what the nodes of this type in some readings refer to at these ends.

    Parameters: ``readings``, ids. The column ``referent`` is the key of the other node; those that
    name it follow, and NULL stands for names that it does not have. All types of relationships are
    matched together: for one that few nodes have, the embedded engine would scan a whole table.
    """
    edges = [edge for edge in schema.edges_with(node) if set(edge.ends) & set(ends)]
    types = "|".join(edge.name for edge in edges)
    labels = "|".join(end.node for end in ends)
    names = dict.fromkeys(name for end in ends for name in schema.node(end.node).named_by)
    returned = [
        f"node.{_quoted(node.key)} AS {_quoted(node.key)}",
        f"referent.{_quoted(schema.node(ends[0].node).key)} AS referent",
        *(f"referent.{_quoted(name)} AS {_quoted(name)}" for name in names),
    ]
    way = schema.way_to(node.name)[1:]
    return "\n".join(
        [
            *_matched(way, f":{way[-1].name}", _nodes_on(way, "node")),
            f"OPTIONAL MATCH (node)-[:{types}]-(referent:{labels})",
            "WITH reading, node, referent",
            "WHERE referent IS NOT NULL",
            f"RETURN {OF_READING}, {', '.join(returned)}",
        ]
    )


def read_edges_statement(edges: Sequence[EdgeType], schema: GraphSchema) -> str:
    """Read the relationships of these types, which have the same ends, in some readings.

    Parameters: ``readings``, ids. The column ``of_reading`` is the reading's id.
    """
    first = edges[0]
    source, target = (schema.node(end.node) for end in first.ends)
    columns = {column.name: column for edge in edges for column in edge.columns}
    ends = [
        *_named_end("source", source, first.source),
        *_named_end("target", target, first.target),
    ]
    names = "|".join(edge.name for edge in edges)
    order = ", ".join(_quoted(end.column) for end in first.ends)
    return "\n".join(
        [
            *_hops([*schema.way_to(source.name)[1:], first], f"edge:{names}", "target"),
            f"RETURN {OF_READING}, {', '.join([*ends, *_returned('edge', columns.values())])}",
            f"ORDER BY {order}",
        ]
    )


def erase_statement(node: NodeType, schema: GraphSchema) -> str:
    """Delete the nodes of this type in all readings of a document. Parameters: ``document``."""
    way = schema.way_to(node.name)
    steps = "".join(f"-[:{edge.name}]->(:{edge.target.node})" for edge in way[:-1])
    last = f"-[:{way[-1].name}]->(node:{node.name})"
    return (
        f"MATCH (:Document {{id: $document}}){steps}{last}\nWITH DISTINCT node\nDETACH DELETE node"
    )


def count_statement(stored: NodeType | EdgeType) -> str:
    """Count all nodes or relationships of this type, as ``count``."""
    if isinstance(stored, NodeType):
        return f"MATCH (node:{stored.name}) RETURN count(node) AS count"
    source, target = (end.node for end in stored.ends)
    return f"MATCH (:{source})-[edge:{stored.name}]->(:{target}) RETURN count(edge) AS count"


def count_present_statement(stored: NodeType | EdgeType, schema: GraphSchema) -> str:
    """Count those of this type, which belongs to a reading, whose reading holds now, as ``count``.

    Parameters: ``open_end``.
    """
    is_node = isinstance(stored, NodeType)
    way = schema.way_to(stored.name if isinstance(stored, NodeType) else stored.source.node)
    edges = way if isinstance(stored, NodeType) else (*way, stored)
    path = "(:Document)"
    for edge in edges:
        last = edge is edges[-1]
        relationship = "edge" if last and not is_node else ""
        node = "node" if last and is_node else ""
        path += f"-[{relationship}:{edge.name}]->({node}:{edge.target.node}"
        path += " {recorded_until: $open_end})" if edge.target.node == "Reading" else ")"
    counted = "node" if is_node else "edge"
    return f"MATCH {path} RETURN count(DISTINCT {counted}) AS count"


def _hops(way: Sequence[EdgeType], edge: str, target: str) -> Iterator[str]:
    """From some readings along the way to ``target``; the last relationship is ``edge``.

    The node before it is called source.
    """
    nodes = _nodes_on(way, target)
    yield from _matched(way, edge, nodes)
    yield f"WITH reading, {nodes[-2]} AS source, edge, {target}"
    yield f"WHERE {target} IS NOT NULL"


def _matched(way: Sequence[EdgeType], edge: str, nodes: Sequence[str]) -> Iterator[str]:
    """One hop a clause, each optional: for a MATCH from a row Ladybug would scan all of a type."""
    yield "UNWIND $readings AS id"
    yield "MATCH (reading:Reading) WHERE reading.id = id"
    for order, step in enumerate(way):
        is_last = order == len(way) - 1
        name = edge if is_last else f":{step.name}"
        yield f"OPTIONAL MATCH ({nodes[order]})-[{name}]->({nodes[order + 1]}:{step.target.node})"


def _nodes_on(way: Sequence[EdgeType], target: str) -> list[str]:
    return ["reading", *(f"node_{order}" for order in range(1, len(way))), target]


def _match(variable: str, end: End, schema: GraphSchema) -> str:
    key = _quoted(schema.node(end.node).key)
    return f"MATCH ({variable}:{end.node} {{{key}: row.{_quoted(end.column)}}})"


def _from_row(columns: Sequence[Column]) -> str:
    if not columns:
        return ""
    names = [_quoted(column.name) for column in columns]
    return f" {{{', '.join(f'{name}: row.{name}' for name in names)}}}"


def _returned(variable: str, columns: Iterable[Column]) -> Iterator[str]:
    for column in columns:
        if not column.derived:
            yield f"{variable}.{_quoted(column.name)} AS {_quoted(column.name)}"


def _named_end(variable: str, node: NodeType, end: End) -> Iterator[str]:
    """By what a record refers to the node; by its key where it has no name."""
    first, *others = node.named_by or (node.key,)
    yield f"{variable}.{_quoted(first)} AS {_quoted(end.column)}"
    for name in others:
        yield f"{variable}.{_quoted(name)} AS {_quoted(name)}"


def _declared(column: Column) -> str:
    return f"{_quoted(column.name)} {_LADYBUG_TYPES[column.type]}{'[]' if column.is_list else ''}"


def _quoted(name: str) -> str:
    """A property's name, which may be a word of the language (``exists``)."""
    return f"`{name}`"
