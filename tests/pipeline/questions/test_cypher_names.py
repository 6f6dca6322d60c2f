"""A name that the store does not have is refused: Neo4j alone would find nothing, in silence."""

from __future__ import annotations

import pytest

from pipeline.errors import BadInput
from pipeline.questions.catalogue import catalogue
from pipeline.questions.cypher_names import check_names
from pipeline.stores import Store


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("MATCH (e:Entitty) RETURN e", "no label 'Entitty'; did you mean Entity"),
        ("MATCH (:Entity|Locaton) RETURN 1", "no label 'Locaton'; did you mean Location"),
        (
            "MATCH (a:Entity)-[:LOCATEDAT]->() RETURN a",
            "no relationship type 'LOCATEDAT'; did you mean LOCATED_AT",
        ),
        ("MATCH ()-[x:MOVES|CREATE]->() RETURN x", "'CREATE'; did you mean CREATES"),
        ("MATCH (e:Entity) RETURN e.nmae", "'e' has no property 'nmae'; did you mean name"),
        ("MATCH ()-[m:MOVES]->() WHERE m.orgin = 'x' RETURN m", "did you mean origin"),
        ("MATCH (:Entity {id: 1, nmae: 'x'}) RETURN 1", "did you mean name"),
        ("MATCH (a)-[:MOVES {orgin: 'x'}]->(b) RETURN a", "MOVES. has no property 'orgin'"),
        ("MATCH (x:Qqq) RETURN x", "no label 'Qqq'; stepgraph schema lists them"),
    ],
)
def test_a_misspelt_name_is_refused_with_the_closest(store: Store, text: str, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        check_names(text, store=store)


@pytest.mark.parametrize(
    "text",
    [
        "MATCH (e:Entity {name: 'a:Nothing'}) RETURN e.name, e.`aliases`, {key: e.id}.key",
        "MATCH (e:Entity)-[x:MOVES|:CREATES]-() RETURN x.destination, x.origin",
        "MATCH (e:Entity) WITH e.name AS e RETURN e.nmae",
        "MATCH (n) RETURN n.anything",
        "MATCH (e:Entity {name: {nmae: 1}.nmae}), (x {other: 1}) RETURN {nmae: e.name}",
        "MATCH p = (a:Step)-[:NEXT*1..3]->(b:Step) RETURN size([1, 2][1..2])",
    ],
)
def test_names_that_exist_or_cannot_be_known_pass(store: Store, text: str) -> None:
    check_names(text, store=store)


@pytest.mark.parametrize("name", catalogue())
def test_every_question_of_the_catalogue_passes(ladybug_store: Store, name: str) -> None:
    check_names(catalogue()[name].cypher, store=ladybug_store)


@pytest.mark.neo4j
def test_what_a_user_added_to_neo4j_is_not_misspelt(neo4j_store: Store) -> None:
    neo4j_store.write(lambda ask: ask("CREATE (:Supplier {town: 'Ulm'})-[:SELLS]->(:Offer)", {}))

    check_names("MATCH (s:Supplier)-[:SELLS]->(:Offer) RETURN s.town", store=neo4j_store)
