"""Names in a user's own Cypher are those of the schema, or of what a user added to Neo4j."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from pipeline.errors import BadInput
from pipeline.questions.cypher_names import check_names
from pipeline.questions.present import check_present
from pipeline.stores.graph_schema import SCHEMA


class Engine:
    """A store without data whose database has the ``names`` and ``older`` readings."""

    schema = SCHEMA

    def __init__(self, engine: str, *names: str, older: int = 0) -> None:
        self.engine = engine
        self.n_asked = 0
        self._names = names
        self._older = older

    def ask(self, cypher: str, parameters: Mapping[str, Any]) -> list[dict[str, Any]]:
        self.n_asked += 1
        if "open_end" in parameters:
            return [{"readings": self._older}]
        return [{"name": name} for name in self._names]


def refusal(text: str, store: Engine) -> str:
    with pytest.raises(BadInput) as error:
        check_names(text, store=store)
    return str(error.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("MATCH (e:Entitys)", "there is no label 'Entitys'; did you mean Entity? stepgraph schema"),
        ("MATCH (e:Entity&Zzz)", "there is no label 'Zzz'; stepgraph schema lists them"),
        ("MATCH ()-[:MOVE]->()", "there is no relationship type 'MOVE'; did you mean MOVES? "),
        ("MATCH ()-[:MOVES|Zzz]-()", "there is no relationship type 'Zzz'; stepgraph schema"),
        ("MATCH (e:Entity) RETURN e.nam", "'e' has no property 'nam'; did you mean name? its"),
        ("MATCH (e:Entity {nam: 1})", "(Entity) has no property 'nam'; did you mean name? its"),
        ("MATCH (:Entity|Step {zzzz: 1})", "(Entity:Step) has no property 'zzzz'; its properties"),
        ("MATCH ()-[m:MOVES]-() RETURN m.zzzz", "'m' has no property 'zzzz'; its properties are"),
        ("MATCH (e:Entity) RETURN e.name AS n, e.zzzz", "'e' has no property 'zzzz'"),
    ],
)
@pytest.mark.parametrize("engine", ["ladybug", "neo4j"])
def test_an_unknown_name_is_refused_with_its_kind_and_the_closest(text, message, engine):
    assert message in refusal(text, Engine(engine))


def test_the_properties_of_all_labels_of_a_variable_are_listed_once():
    message = refusal("MATCH (x:Entity|Concept) RETURN x.zzzz", Engine("ladybug"))

    names = message.partition("its properties are ")[2].split(", ")
    own = [column.name for name in ("Entity", "Concept") for column in SCHEMA.node(name).columns]
    assert names == list(dict.fromkeys(own))
    assert names.count("name") == 1


@pytest.mark.parametrize(
    "text",
    [
        "MATCH (e:Entity) RETURN e.name, x.zzzz",
        "MATCH (e:Entity)-[m:MOVES]->(l) RETURN m.origin, l.zzzz",
        "MATCH (e:Entity) WITH e.name AS e RETURN e.zzzz",
        "MATCH (a:Entity), (a:Step) RETURN a.aliases, a.text",
        "MATCH ()-[m {zzzz: 1}]-() RETURN m.zzzz",
        "RETURN 1",
    ],
)
@pytest.mark.parametrize("engine", ["ladybug", "neo4j"])
def test_names_that_are_known_or_of_nothing_known_pass(text, engine):
    check_names(text, store=Engine(engine))


def test_only_neo4j_distinguishes_capitals():
    text = "MATCH (e:ENTITY)-[:moves]->()"

    check_names(text, store=Engine("ladybug"))
    assert "no label 'ENTITY'; did you mean Entity?" in refusal(text, Engine("neo4j"))


def test_what_a_user_added_to_neo4j_is_known_there_alone():
    text = "MATCH (s:Shop)-[:SELLS]->(e:Entity {price: 3}) RETURN s.town, e.price"

    check_names(text, store=Engine("neo4j", "Shop", "SELLS", "price"))
    assert "no label 'Shop'" in refusal(text, Engine("ladybug", "Shop", "SELLS", "price"))
    assert "no relationship type 'SELLS'" in refusal(text, Engine("neo4j", "Shop"))
    assert "has no property 'price'" in refusal(text, Engine("neo4j", "Shop", "SELLS"))


def test_a_database_is_asked_for_its_names_only_if_a_name_is_unknown():
    known, unknown = Engine("neo4j"), Engine("neo4j", "Shop")

    check_names("MATCH (e:Entity {name: 'x'}) RETURN e.name", store=known)
    check_names("MATCH (s:Shop)", store=unknown)

    assert (known.n_asked, unknown.n_asked) == (0, 1)


@pytest.mark.parametrize(
    ("text", "chooses"),
    [
        ("MATCH (r:Reading {id: 'a'}) RETURN r.model", True),
        ("MATCH (r:Reading {number: 1}) RETURN r.model", True),
        ("MATCH (r:Reading {recorded_from: $a}) RETURN r.model", True),
        ("MATCH (r:Reading) WHERE r.recorded_until > 1 RETURN r.model", True),
        ("MATCH (r:Reading) RETURN r.model", False),
        ("MATCH (r:Reading {model: 'a'}) RETURN r.model", False),
        ("MATCH (s:Step {number: 1}) RETURN s.text", False),
        ("MATCH (r:Reading), (s:Step) RETURN s.number", False),
        ("MATCH (a)-[x]->(b) RETURN a.number", False),
        ("MATCH (a)--(b) RETURN 1", False),
        ("MATCH (a) RETURN a", False),
        ("MATCH (s:step) RETURN s.text", False),
        ("MATCH (d:Document)-[:READ_AS]->(x) RETURN d.title", False),
        ("MATCH (d:Document) RETURN d.id", True),
        ("MATCH (d:Document)-->(x) RETURN d.id", False),
        ("UNWIND [1] AS x RETURN x", True),
        ("MATCH (c:Concept)-[:ALIAS_OF]->(d:Concept) RETURN c.name", True),
    ],
)
def test_a_query_that_does_not_choose_readings_is_refused_if_there_are_older_ones(text, chooses):
    check_present(text, store=Engine("ladybug"))
    if chooses:
        check_present(text, store=Engine("ladybug", older=2))
    else:
        with pytest.raises(BadInput, match=r"\(2 in this store\)"):
            check_present(text, store=Engine("ladybug", older=2))
