"""A query beyond the limit of a shared store ends with an error, and the store still works."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pipeline.errors import BadInput
from pipeline.stores import Store, open_store
from pipeline.stores.answer_limit import AnswerLimit

ROWS = 300
SECONDS = {"ladybug": 0.5, "neo4j": 5.0}  # the server needs time to plan its first query
MANY = "MATCH (a:Document), (b:Document) RETURN a.id AS a, b.id AS b"
LONG = (
    "MATCH (a:Document), (b:Document), (c:Document), (d:Document)"
    " WHERE a.id <> b.id + c.id + d.id RETURN count(*) AS n"
)


@pytest.fixture
def limited(request: pytest.FixtureRequest, store: Store) -> Iterator[Store]:
    """A store of 300 documents, opened for reading with the limit."""
    store.write(lambda ask: [ask(f"CREATE (:Document {{id: '{n}'}})", {}) for n in range(300)])
    login = {}
    if store.engine == "neo4j":
        server = request.getfixturevalue("neo4j")
        login = {"username": server.username, "password": server.password}
    opened = open_store(
        store.url, read_only=True, limit=AnswerLimit(SECONDS[store.engine], ROWS), **login
    )
    yield opened
    opened.close()


def test_a_query_within_the_limit_is_answered(limited):
    assert len(limited.ask("MATCH (a:Document) RETURN a.id AS a", {})) == 300


@pytest.mark.parametrize(("cypher", "message"), [(MANY, "300 rows"), (LONG, "seconds")])
def test_a_query_beyond_the_limit_is_refused(limited, cypher, message):
    with pytest.raises(BadInput, match=message):
        limited.ask(cypher, {})

    assert limited.ask("MATCH (a:Document) RETURN count(a) AS n", {}) == [{"n": 300}]
