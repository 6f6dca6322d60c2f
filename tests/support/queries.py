"""Cypher as a person might write it over the stored graph (docs/reference/graph-schema.md).

What the guard lets through must mean the same on Ladybug as on Neo4j.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from hypothesis import strategies as st

from pipeline.errors import BadInput, QueryRefused, StoreError
from pipeline.questions.own_cypher import run_cypher
from pipeline.stores import Store

RELATIONSHIPS = (
    ("Document", "READ_AS", "Reading"),
    ("Reading", "HAS_STEP", "Step"),
    ("Reading", "LISTS", "Material"),
    ("Reading", "GIVES", "Quantity"),
    ("Step", "STATES", "Quantity"),
    ("Material", "AMOUNTS_TO", "Quantity"),
    ("Quantity", "OF", "Entity"),
    ("Step", "NEXT", "Step"),
    ("Reading", "MENTIONS", "Entity"),
    ("Entity", "INSTANCE_OF", "Concept"),
    ("Concept", "ALIAS_OF", "Concept"),
    ("Document", "MEANS", "Concept"),
    ("Entity", "LOCATED_AT", "Location"),
    ("Step", "CREATES", "Entity"),
    ("Step", "MOVES", "Entity"),
    ("Step", "DESTROYS", "Entity"),
)
TYPES = tuple(type for _, type, _ in RELATIONSHIPS)
LABELS = ("Document", "Reading", "Step", "Entity", "Concept", "Location", "Material", "Quantity")
PROPERTY = {
    "Document": "id",
    "Reading": "number",
    "Step": "number",
    "Entity": "name",
    "Concept": "name",
    "Location": "name",
    "Material": "name",
    "Quantity": "unit",
}
VALUES = {
    "id": ("'a'", "'b'"),
    "number": ("1", "2", "3"),
    "name": ("'leaf'", "'water'", "'leaves'"),
    "unit": ("'ml'", "'g'"),
}
OF_RELATIONSHIPS = {
    "LOCATED_AT": ("from_step", "until_step"),
    "CREATES": ("destination",),
    "MOVES": ("origin", "destination"),
    "DESTROYS": ("origin",),
}


@dataclass
class Writing:
    """What a query has named so far: nodes with their labels, relationships with their type."""

    nodes: dict[str, str] = field(default_factory=dict)
    relationships: dict[str, str] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)  # types, since the last WITH
    names: int = 0

    def new(self, letter: str) -> str:
        self.names += 1
        return f"{letter}{self.names}"


@st.composite
def queries(draw: st.DrawFn) -> str:
    """One statement: up to three clauses of MATCH, with and without WITH between them."""
    writing = Writing()
    lines = []
    for order in range(draw(st.integers(1, 3))):
        if order and draw(st.booleans()):
            kept = draw(st.lists(st.sampled_from(sorted(writing.nodes)), min_size=1, unique=True))
            distinct = draw(st.sampled_from(["", "DISTINCT "]))
            lines.append(f"WITH {distinct}{', '.join(kept)}")
            writing.nodes = {name: writing.nodes[name] for name in kept}
            writing.relationships, writing.used = {}, set()
        optional = order > 0 and draw(st.booleans())
        paths = [_path(draw, writing) for _ in range(draw(st.sampled_from([1, 1, 2])))]
        lines.append(f"{'OPTIONAL ' if optional else ''}MATCH {', '.join(paths)}")
        conditions = [_condition(draw, writing) for _ in range(draw(st.integers(0, 2)))]
        if conditions:
            lines.append(f"WHERE {draw(st.sampled_from([' AND ', ' OR '])).join(conditions)}")
    return "\n".join([*lines, _returning(draw, writing)])


def _path(draw: st.DrawFn, writing: Writing) -> str:
    text, label = _node(draw, writing, draw(st.sampled_from(LABELS)))
    for _ in range(draw(st.integers(0 if writing.names > 1 else 1, 3))):
        onward = [edge for edge in RELATIONSHIPS if edge[0] == label]
        back = [edge for edge in RELATIONSHIPS if edge[2] == label]
        fresh = [edge for edge in onward + back if edge[1] not in writing.used]
        again = draw(st.integers(0, 5)) == 0  # the guard refuses most that have a type twice
        source, type, target = draw(st.sampled_from(onward + back if again or not fresh else fresh))
        writing.used.add(type)
        forward = draw(st.booleans()) if source == target else source == label
        name = draw(st.sampled_from(["", writing.new("r")]))
        inside = name + _types(draw, type)
        if type == "NEXT" and draw(st.integers(0, 3)) == 0:
            inside = inside.removeprefix(name) + draw(st.sampled_from(["*1..2", "*2..3", "*0..1"]))
        elif name and inside == f"{name}:{type}":
            writing.relationships[name] = type
        if draw(st.integers(0, 9)) == 0:
            arrow = f"-[{inside}]-"
        else:
            arrow = f"-[{inside}]->" if forward else f"<-[{inside}]-"
        other, label = _node(draw, writing, target if forward else source)
        text += arrow + other
    return text


def _types(draw: st.DrawFn, type: str) -> str:
    choice = draw(st.integers(0, 19))
    if choice == 0:
        return ""
    if choice < 3:
        return f":{type}|{draw(st.sampled_from(TYPES))}"
    return f":{type}"


def _node(draw: st.DrawFn, writing: Writing, label: str) -> tuple[str, str]:
    """A node of the label: one named before, or a new one; now and then with a property."""
    known = [name for name, of in writing.nodes.items() if of == label]
    if known and draw(st.booleans()):
        return f"({draw(st.sampled_from(known))})", label
    name = writing.new("n")
    writing.nodes[name] = label
    key = PROPERTY[label]
    value = draw(st.sampled_from(VALUES[key]))
    properties = f" {{{key}: {value}}}" if draw(st.integers(0, 4)) == 0 else ""
    return f"({name}:{label}{properties})", label


def _condition(draw: st.DrawFn, writing: Writing) -> str:
    name = draw(st.sampled_from(sorted(writing.nodes)))
    label = writing.nodes[name]
    if draw(st.integers(0, 4)) == 0:
        type, other = draw(
            st.sampled_from(
                [(edge[1], edge[2]) for edge in RELATIONSHIPS if edge[0] == label] or [("", "")]
            )
        )
        if type:
            negated = draw(st.sampled_from(["", "NOT "]))
            return f"{negated}EXISTS {{ MATCH ({name})-[:{type}]->(:{other}) }}"
    if writing.relationships and draw(st.booleans()):
        variable = draw(st.sampled_from(sorted(writing.relationships)))
        keys = OF_RELATIONSHIPS.get(writing.relationships[variable], ())
        if keys:
            key = draw(st.sampled_from(keys))
            if key.endswith("_step"):
                return f"{variable}.{key} {draw(st.sampled_from(['<=', '=', '>']))} 1"
            return f"{variable}.{key} {draw(st.sampled_from(['=', '<>']))} 'leaf'"
    key = PROPERTY[label]
    sign = draw(st.sampled_from(["=", "<>", "<", ">="]))
    return f"{name}.{key} {sign} {draw(st.sampled_from(VALUES[key]))}"


def _returning(draw: st.DrawFn, writing: Writing) -> str:
    names = draw(st.lists(st.sampled_from(sorted(writing.nodes)), max_size=3, unique=True))
    columns = [
        f"{variable}.{PROPERTY[writing.nodes[variable]]} AS c{order}"
        for order, variable in enumerate(names)
    ]
    if not columns or draw(st.booleans()):
        columns.append("count(*) AS n")
    return f"RETURN {', '.join(columns)}"


def outcome(query: str, *, ladybug: Store, neo4j: Store) -> str:
    """Whether both engines say the same: 'equal', or who refused. Raises AssertionError else."""
    try:
        here = run_cypher(query, {}, store=ladybug, all_readings=True)
    except BadInput as refusal:
        by_engine = isinstance(refusal.__cause__, QueryRefused)
        return "refused by Ladybug" if by_engine else "refused by the guard"
    except StoreError:
        return "refused by Ladybug"
    there = run_cypher(query, {}, store=neo4j, all_readings=True)
    assert sorted(map(repr, here)) == sorted(map(repr, there)), f"the engines differ:\n{query}"
    return "equal"
