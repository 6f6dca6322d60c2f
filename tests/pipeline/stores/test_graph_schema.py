"""One declaration of the graph: what is added to it is stored, read, exported, imported, erased."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from pipeline.domain.document import Entity
from pipeline.domain.graph import Presence, TemporalGraph
from pipeline.domain.reading import NumberedReading
from pipeline.exports.records import export_lines, graph_of, graph_record
from pipeline.ingest.import_export import import_lines, write_admin_files
from pipeline.ledger.ledger import Ledger, open_ledger
from pipeline.stores import Store, ladybug, open_store
from pipeline.stores.erase import erase
from pipeline.stores.graph_schema import (
    SCHEMA,
    Column,
    ColumnType,
    EdgeType,
    End,
    GraphSchema,
    NodeType,
)
from pipeline.stores.ladybug_columns import arrow_schema
from pipeline.stores.read import StoredReading, read_graph
from pipeline.stores.statements import statement
from pipeline.stores.write import write
from tests.support.graphs import graph

CYPHER = Path(__file__).parents[3] / "cypher"
NOON = datetime(2026, 1, 1, 12)
TABLE_INFO = "CALL table_info('{}') RETURN name, type"
COUNT = "MATCH (n:{}) RETURN count(n) AS nodes"
WIPE = "MATCH (n) WHERE NOT n:Store DETACH DELETE n"
LADYBUG_TYPES = {
    ColumnType.TEXT: "STRING",
    ColumnType.INTEGER: "INT64",
    ColumnType.REAL: "DOUBLE",
    ColumnType.FLAG: "BOOL",
    ColumnType.MOMENT: "TIMESTAMP",
}


@dataclass(frozen=True, slots=True)
class WarmPresence(Presence):
    """A presence with one more property of each kind: a list, and two that may be missing."""

    temperatures: tuple[float, ...] = ()
    vessel: str | None = None
    weighed_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Hazard:
    """A danger that a step warns of, of an entity if it names one."""

    step: int
    entity: Entity | None
    kind: str
    value: float
    until: float | None
    unit: str | None
    text: str
    char_start: int
    char_end: int


@dataclass(frozen=True, slots=True)
class MeasuredGraph(TemporalGraph):
    hazards: tuple[Hazard, ...] = ()


def extended() -> GraphSchema:
    """The schema with properties added to LOCATED_AT, and a node type with two relationships."""
    located_at = SCHEMA.edge("LOCATED_AT")
    warm = replace(
        located_at,
        value=WarmPresence,
        columns=(
            *located_at.columns,
            Column("temperatures", ColumnType.REAL, is_list=True),
            Column("vessel", ColumnType.TEXT, optional=True),
            Column("weighed_at", ColumnType.MOMENT, optional=True),
        ),
    )
    hazard = NodeType(
        "Hazard",
        (
            Column("id", ColumnType.TEXT),
            Column("kind", ColumnType.TEXT),
            Column("value", ColumnType.REAL),
            Column("until", ColumnType.REAL, optional=True),
            Column("unit", ColumnType.TEXT, optional=True),
            Column("text", ColumnType.TEXT),
            Column("char_start", ColumnType.INTEGER),
            Column("char_end", ColumnType.INTEGER),
        ),
        part="hazards",
        value=Hazard,
    )
    id = End("Hazard", "id")
    return GraphSchema(
        (*SCHEMA.nodes, hazard),
        (
            *(warm if edge is located_at else edge for edge in SCHEMA.edges),
            EdgeType("WARNS_OF", End("Step", "step"), id, with_node="Hazard"),
            EdgeType("THREATENS", id, End("Entity", "entity"), with_node="Hazard"),
        ),
        graph=MeasuredGraph,
    )


EXTENDED = extended()


def measured(id: str = "leaf.txt") -> MeasuredGraph:
    """Twelve hazards, every other of which has no entity, no end and no unit."""
    plain = graph(id, ("soil", "root", "?"))
    warm = tuple(
        WarmPresence(
            presence.entity,
            presence.location,
            presence.from_step,
            presence.until_step,
            presence.probabilities,
            presence.evidence,
            (36.6, order + 0.5),
            None if order % 2 else "'}) DETACH DELETE n //",
            None if order % 2 else NOON,
        )
        for order, presence in enumerate(plain.presences)
    )
    (water,) = plain.entities
    hazards = tuple(
        Hazard(1 + order % 2, water, "volume", order + 0.25, order + 1.0, "ml", "½ ml", 0, 4)
        if order % 2
        else Hazard(1 + order % 2, None, "duration", float(order), None, None, '"', -1, -1)
        for order in range(12)
    )
    return MeasuredGraph(
        plain.document, plain.entities, warm, plain.events, plain.exists, hazards=hazards
    )


def unmeasured() -> MeasuredGraph:
    """A graph in which every value that may be missing is missing."""
    full = measured("unmeasured")
    warm = tuple(replace(presence, vessel=None, weighed_at=None) for presence in full.presences)
    return replace(full, presences=warm, hazards=())


@pytest.fixture(params=["ladybug", pytest.param("neo4j", marks=pytest.mark.neo4j)])
def open_extended(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[[], Store]]:
    """Opens an empty store of the extended schema in each engine, the same one on Neo4j."""
    stores: list[Store] = []

    def opened() -> Store:
        if request.param == "ladybug":
            url = f"ladybug:{tmp_path / f'extended-{len(stores)}.ladybug'}"
            stores.append(open_store(url, schema=EXTENDED))
        else:
            request.getfixturevalue("neo4j_store")
            server = request.getfixturevalue("neo4j")
            login = {"username": server.username, "password": server.password}
            stores.append(open_store(server.url, schema=EXTENDED, **login))
            stores[-1].write(lambda ask: ask(WIPE, {}))
        return stores[-1]

    yield opened
    for store in stores:
        store.close()


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    with open_ledger(f"sqlite:///{tmp_path / 'ledger.db'}") as ledger:
        yield ledger


def numbered(graph: TemporalGraph) -> NumberedReading:
    return NumberedReading(graph, 1, "gold", "", "{}")


def write_all(store: Store) -> None:
    write([numbered(measured()), numbered(unmeasured())], store=store, clock=lambda: NOON)


@pytest.mark.parametrize("rows_worth_columns", [1, 40_000], ids=["columns", "maps"])
def test_what_is_added_to_the_schema_is_stored_and_read_back(
    open_extended: Callable[[], Store], rows_worth_columns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ladybug, "ROWS_WORTH_COLUMNS", rows_worth_columns)
    store = open_extended()

    write_all(store)

    assert read_graph("leaf.txt", store=store) == measured()
    assert read_graph("unmeasured", store=store) == unmeasured()


def test_a_graph_without_any_optional_value_is_written_alone(
    open_extended: Callable[[], Store],
) -> None:
    store = open_extended()

    write([numbered(unmeasured())], store=store, clock=lambda: NOON)

    assert read_graph("unmeasured", store=store) == unmeasured()


def test_what_is_added_to_the_schema_can_be_asked_for(open_extended: Callable[[], Store]) -> None:
    store = open_extended()
    write_all(store)

    rows = store.ask(
        "MATCH (s:Step)-[:WARNS_OF]->(q:Hazard)-[:THREATENS]->(e:Entity)"
        " RETURN s.number AS step, q.value AS value, q.until AS until, e.name AS entity"
        " ORDER BY value",
        {},
    )

    assert rows[0] == {"step": 2, "value": 1.25, "until": 2.0, "entity": "water; H2O"}
    assert len(rows) == 6


@pytest.mark.parametrize("at_once", [1, 2_000], ids=["bulk", "transactions"])
def test_what_is_added_to_the_schema_is_exported_and_imported(
    open_extended: Callable[[], Store], ledger: Ledger, at_once: int
) -> None:
    store = open_extended()
    write_all(store)
    lines = list(export_lines(store))
    other = open_extended()

    import_lines(lines, store=other, ledger=ledger, name="all.jsonl", at_once=at_once)

    assert list(export_lines(other)) == lines
    assert read_graph("leaf.txt", store=other) == measured()


def test_what_is_added_to_the_schema_is_a_record_of_its_part() -> None:
    record = graph_record(measured(), EXTENDED)

    assert record["hazards"][1] == {
        "step": 2,
        "entity": "water; H2O",
        "kind": "volume",
        "value": 1.25,
        "until": 2.0,
        "unit": "ml",
        "text": "½ ml",
        "char_start": 0,
        "char_end": 4,
    }
    assert record["hazards"][0].keys().isdisjoint({"until", "unit"})
    assert record["presences"][0]["weighed_at"] == "2026-01-01T12:00:00"
    assert graph_of(record | {"source": "/texts/leaf.txt"}, EXTENDED) == measured()


def test_an_export_from_before_a_type_was_added_has_none_of_it() -> None:
    record = graph_record(measured(), EXTENDED) | {"source": "/texts/leaf.txt"}
    del record["hazards"]

    assert graph_of(record, EXTENDED) == replace(measured(), hazards=())


def test_what_is_added_to_the_schema_is_erased_with_its_document(
    open_extended: Callable[[], Store],
) -> None:
    store = open_extended()
    write_all(store)

    for document in ("leaf.txt", "unmeasured"):
        erase(document, store=store, clock=lambda: NOON)

    for label in ("Hazard", "Location", "Entity", "Step", "Reading"):
        assert store.ask(COUNT.format(label), {}) == [{"nodes": 0}], label


def test_what_is_added_to_the_schema_is_in_the_files_of_neo4js_loader(tmp_path: Path) -> None:
    with closing(open_store(f"ladybug:{tmp_path / 'origin'}", schema=EXTENDED)) as store:
        write_all(store)
        lines = list(export_lines(store))

    write_admin_files(lines, tmp_path / "files", name="all.jsonl", schema=EXTENDED)

    def rows(name: str) -> list[list[str]]:
        with (tmp_path / "files" / f"{name}.csv").open(newline="", encoding="utf-8") as file:
            return list(csv.reader(file))

    assert rows("Hazard")[0] == [
        "id:ID(Hazard)", "kind:string", "value:double", "until:double", "unit:string",
        "text:string", "char_start:long", "char_end:long",
    ]  # fmt: skip
    assert rows("Hazard")[2][1:] == ["volume", "1.25", "2.0", "ml", "½ ml", "0", "4"]
    assert rows("THREATENS")[0] == [":START_ID(Hazard)", ":END_ID(Entity)"]
    assert (len(rows("WARNS_OF")), len(rows("THREATENS"))) == (1 + 12, 1 + 6)
    assert rows("LOCATED_AT")[0][-3:] == [
        "temperatures:double[]", "vessel:string", "weighed_at:localdatetime",
    ]  # fmt: skip
    arguments = (tmp_path / "files" / "arguments").read_text()
    assert "--nodes=Hazard=" in arguments
    assert "--relationships=THREATENS=" in arguments


@pytest.mark.parametrize("schema", [SCHEMA, EXTENDED], ids=["ours", "extended"])
def test_embedded_tables_have_the_declared_columns_in_the_order_of_the_loader(
    schema: GraphSchema, tmp_path: Path
) -> None:
    with closing(open_store(f"ladybug:{tmp_path / 'fresh'}", schema=schema)) as store:
        for table in (*schema.nodes, *schema.edges):
            stored = store.ask(TABLE_INFO.format(table.name), {})
            assert [(row["name"], row["type"]) for row in stored] == [
                (column.name, LADYBUG_TYPES[column.type] + "[]" * column.is_list)
                for column in table.columns
            ]
            loaded = arrow_schema(table).names[2 if isinstance(table, EdgeType) else 0 :]
            assert loaded == [column.name for column in table.columns]


def test_a_schema_that_does_not_fit_together_is_refused() -> None:
    id = Column("id", ColumnType.TEXT)
    with pytest.raises(ValueError, match="no node type 'Nowhere'"):
        GraphSchema(SCHEMA.nodes, (EdgeType("TO", End("Step", "id"), End("Nowhere", "id")),))
    with pytest.raises(ValueError, match="Thing has no column 'name'"):
        NodeType("Thing", (id,), named_by=("name",))
    with pytest.raises(ValueError, match="Thing has no column 'kind'"):
        NodeType("Thing", (id,), indexed=("kind",))
    for name in ("", "1st", "a b", "x: 1}) //", "größe"):
        with pytest.raises(ValueError, match="is no name for a type or a property"):
            Column(name, ColumnType.TEXT)


def test_the_class_of_a_part_that_no_type_stores_is_refused() -> None:
    assert SCHEMA.value_of("presences") is Presence
    with pytest.raises(ValueError, match="the part 'feelings' of the schema has no class"):
        SCHEMA.value_of("feelings")


def test_the_change_of_a_record_must_be_one() -> None:
    record = graph_record(graph()) | {"source": "/texts/leaf.txt"}
    record["events"][0]["change"] = "explode"

    with pytest.raises(ValueError, match="'explode' is not a valid Change"):
        graph_of(record)


def test_a_property_may_be_missing_if_the_value_that_it_is_of_may() -> None:
    compared = 0
    for table in (*SCHEMA.nodes, *SCHEMA.edges):
        types = get_type_hints(table.value) if table.value else {}
        for column in table.columns:
            if column.name in types and column.name not in ("origin", "destination"):  # places
                may_be_none = type(None) in get_args(types[column.name])
                assert column.optional == may_be_none, f"{table.name}.{column.name}"
                compared += 1
    assert compared > 25


@pytest.mark.parametrize("path", sorted(CYPHER.rglob("*.cypher")), ids=lambda path: path.stem)
def test_the_statements_in_files_use_declared_types_and_properties_only(path: Path) -> None:
    # without comments, texts and the names of procedures
    text = re.sub(r"//[^\n]*|'[^']*'|CALL [\w.]+", "", path.read_text(encoding="utf-8"))
    labels = {node.name for node in SCHEMA.nodes}
    types = {edge.name for edge in SCHEMA.edges}
    properties = {
        column.name for table in (*SCHEMA.nodes, *SCHEMA.edges) for column in table.columns
    }
    columns = set(re.findall(r"\b(\w+):", text)) | set(re.findall(r"\bAS `?(\w+)", text))
    if path.parent.name == "schema":
        return  # migrations: they name what a version added

    assert set(re.findall(r"\((?:\w+)?:(\w+)", text)) <= labels
    for names in re.findall(r"\[(?:\w+)?:([A-Z_|]+)", text):
        assert set(names.split("|")) <= types
    for variable, name in re.findall(r"\b([A-Za-z_]\w*)\.`?(\w+)", text):
        row = {"reading", "document", "id", "title", "source", "recorded_until"}
        assert name in (row if variable == "row" else properties | columns), f"{variable}.{name}"


@pytest.mark.parametrize("name", ["readings_of", "document_readings"])
def test_what_is_listed_of_a_reading_is_declared(name: str) -> None:
    returned = re.findall(r"\bAS (\w+)", statement(f"read/{name}"))
    declared = {column.name for column in SCHEMA.node("Reading").columns}

    assert set(returned) == set(StoredReading.__dataclass_fields__)
    assert set(returned) - declared == {"document"}
