"""How a URL, settings and the environment name a store, and which versions are opened."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from pipeline.errors import BadInput, EmptyStore, OutdatedStore, Unreachable
from pipeline.settings import Settings
from pipeline.stores import neo4j, open_store
from pipeline.stores.answer_limit import AnswerLimit
from pipeline.stores.engines import Credentials, open_configured_store
from pipeline.stores.graph_schema import OLDEST_VERSION, SCHEMA, SCHEMA_VERSION, GraphSchema
from pipeline.stores.statements import schema_statements, statement
from pipeline.stores.store import Row, Statement

VARIABLES = ("NEO4J_USERNAME", "NEO4J_USER", "NEO4J_PASSWORD", "NEO4J_DATABASE")


class Server:
    """A server that only notes how it was opened and what happened to its schema."""

    engine = "ladybug"  # whose migrations have statements
    opened: list[Server] = []
    version: int | None = SCHEMA_VERSION

    def __init__(self, url: str, **options: Any) -> None:
        self.url, self.options = url, options
        self.events: list[Any] = []
        Server.opened.append(self)

    def stored_identity(self) -> Row | None:
        return None if self.version is None else {"schema_version": self.version, "id": "mine"}

    def make_schema(self, identify: Statement) -> None:
        self.events.append(identify)

    def change_schema(self, changes: Sequence[str], then: Sequence[Statement]) -> None:
        self.events.append(([*changes], [*then]))

    def close(self) -> None:
        self.events.append("closed")


@pytest.fixture(autouse=True)
def servers(monkeypatch: pytest.MonkeyPatch) -> list[Server]:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(neo4j, "Neo4jStore", Server)
    monkeypatch.setattr(Server, "opened", [])
    return Server.opened


@pytest.mark.parametrize("scheme", ["neo4j", "neo4j+s", "neo4j+ssc", "bolt", "bolt+s", "bolt+ssc"])
def test_a_server_is_opened_under_each_of_its_schemes(servers: list[Server], scheme: str) -> None:
    store = open_store(f"{scheme}://host")

    assert [store] == servers
    assert store.url == f"{scheme}://host"


@pytest.mark.parametrize(
    ("url", "shown", "username", "password"),
    [
        ("bolt://host", "bolt://host", None, None),
        ("bolt://host:7687", "bolt://host:7687", None, None),
        ("neo4j://host:1/?policy=a", "neo4j://host:1?policy=a", None, None),
        ("bolt://[::1]:7687", "bolt://[::1]:7687", None, None),
        ("bolt://ann:p%40ss@host", "bolt://host", "ann", "p@ss"),
        ("bolt://a%3An:x@host:2", "bolt://host:2", "a:n", "x"),
        ("bolt://ann@host", "bolt://host", "ann", None),
    ],
)
def test_a_url_is_shown_without_the_login_that_it_holds(
    servers: list[Server], url: str, shown: str, username: str | None, password: str | None
) -> None:
    store = open_store(url)

    assert store.url == shown
    assert servers[0].options["username"] == username
    assert servers[0].options["password"] == password


LOGIN = {"username": "own", "password": "mine", "database": "stock"}
AROUND = {"NEO4J_USERNAME": "around", "NEO4J_PASSWORD": "word", "NEO4J_DATABASE": "base"}


@pytest.mark.parametrize(
    ("url", "arguments", "environment", "login"),
    [
        ("bolt://ann:secret@host", LOGIN, AROUND, ("ann", "secret", "stock")),
        ("bolt://host", LOGIN, AROUND, ("own", "mine", "stock")),
        ("bolt://host", {}, AROUND, ("around", "word", "base")),
        ("bolt://host", {}, {}, (None, None, None)),
        ("bolt://host", {"database": "stock"}, {}, (None, None, "stock")),
    ],
)
def test_a_login_is_that_of_the_url_else_of_the_arguments_else_of_the_environment(
    servers: list[Server],
    monkeypatch: pytest.MonkeyPatch,
    url: str,
    arguments: dict[str, str],
    environment: dict[str, str],
    login: tuple[str | None, ...],
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)

    open_store(url, **arguments)

    options = servers[0].options
    assert (options["username"], options["password"], options["database"]) == login


@pytest.mark.parametrize(
    ("environment", "credentials"),
    [
        ({}, Credentials()),
        ({"NEO4J_USERNAME": "", "NEO4J_PASSWORD": "", "NEO4J_DATABASE": ""}, Credentials()),
        ({"NEO4J_USER": "old"}, Credentials("old")),
        ({"NEO4J_USERNAME": "new", "NEO4J_USER": "old"}, Credentials("new")),
        ({"NEO4J_PASSWORD": "word"}, Credentials(None, "word")),
        ({"NEO4J_DATABASE": "base"}, Credentials(None, None, "base")),
    ],
)
def test_an_empty_variable_is_none(environment: dict[str, str], credentials: Credentials) -> None:
    assert Credentials.from_environment(environment) == credentials


def test_a_store_is_opened_for_writing_unless_it_is_only_read(servers: list[Server]) -> None:
    limit = AnswerLimit(1.0, 5)
    schema = GraphSchema(SCHEMA.nodes, SCHEMA.edges)
    open_store("bolt://host")
    open_store("bolt://host", read_only=True, limit=limit, schema=schema)

    options = [
        [each.options[name] for name in ("read_only", "limit", "schema")] for each in servers
    ]
    assert options == [[False, None, SCHEMA], [True, limit, schema]]


@pytest.mark.parametrize("url", ["bolt://", "bolt:///x", "neo4j://:7687", "bolt://host:99999"])
def test_a_url_without_a_host_or_with_a_wrong_port_is_refused(url: str) -> None:
    with pytest.raises(BadInput, match="names no host|malformed"):
        open_store(url)


def test_the_store_of_the_settings_is_opened_with_their_login(
    servers: list[Server], tmp_path: Path
) -> None:
    common = {"state": tmp_path, "store": "bolt://host"}
    plain = Settings(**common)
    login = Settings(
        **common, neo4j_username="ann", neo4j_password="secret", neo4j_database="stock"
    )

    open_configured_store(plain)
    open_configured_store(login, read_only=True, limit=AnswerLimit(1.0, 5))

    names = ("username", "password", "database", "read_only", "limit")
    assert [[each.options[name] for name in names] for each in servers] == [
        [None, None, None, False, None],
        ["ann", "secret", "stock", True, AnswerLimit(1.0, 5)],
    ]


def opened_with(version: int | None, monkeypatch: pytest.MonkeyPatch, **options: Any) -> Server:
    monkeypatch.setattr(Server, "version", version)
    open_store("bolt://host", **options)
    (server,) = Server.opened
    return server


@pytest.mark.parametrize("read_only", [True, False])
def test_a_store_of_this_version_is_left_as_it_is(
    monkeypatch: pytest.MonkeyPatch, read_only: bool
) -> None:
    assert opened_with(SCHEMA_VERSION, monkeypatch, read_only=read_only).events == []


@pytest.mark.parametrize(
    ("version", "read_only", "refusal"),
    [
        (None, True, EmptyStore),
        (SCHEMA_VERSION + 1, False, Unreachable),
        (SCHEMA_VERSION + 1, True, Unreachable),
        (OLDEST_VERSION - 1, False, Unreachable),
        (SCHEMA_VERSION - 1, True, OutdatedStore),
        (OLDEST_VERSION, True, OutdatedStore),
    ],
)
def test_a_store_that_is_refused_is_closed(
    servers: list[Server],
    monkeypatch: pytest.MonkeyPatch,
    version: int | None,
    read_only: bool,
    refusal: type[Exception],
) -> None:
    with pytest.raises(refusal):
        opened_with(version, monkeypatch, read_only=read_only)

    assert servers[0].events == ["closed"]


def test_a_new_store_is_made_with_this_version_and_an_id_of_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ((cypher, parameters),) = opened_with(None, monkeypatch).events

    assert cypher == statement("write/identify_store")
    assert parameters["schema_version"] == SCHEMA_VERSION
    assert str(uuid.UUID(parameters["id"])) == parameters["id"]


@pytest.mark.parametrize("version", range(OLDEST_VERSION, SCHEMA_VERSION))
def test_an_older_store_goes_through_each_later_version_and_keeps_its_id(
    monkeypatch: pytest.MonkeyPatch, version: int
) -> None:
    ((changes, then),) = opened_with(version, monkeypatch).events

    assert changes == [
        cypher
        for older in range(version, SCHEMA_VERSION)
        for cypher in schema_statements(f"ladybug_from_{older}")
    ]
    assert then == [
        (
            statement("write/identify_store"),
            {"schema_version": SCHEMA_VERSION, "id": "mine"},
        ),
        (statement("write/drop_older_versions"), {"schema_version": SCHEMA_VERSION}),
    ]


@pytest.mark.parametrize("path", ["", " ", "\t"])
def test_a_path_of_spaces_names_no_file(path: str) -> None:
    with pytest.raises(BadInput, match="names no file"):
        open_store(f"ladybug:{path}")


def test_a_path_with_a_nul_is_refused() -> None:
    with pytest.raises(BadInput, match="NUL"):
        open_store("ladybug:a\0b")


def test_a_path_may_follow_two_slashes_or_begin_at_home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)

    for path in ("//here/graph", "~/graph", "here/a:b"):
        open_store(f"ladybug:{path}").close()

    files = {str(file.relative_to(tmp_path)) for file in tmp_path.rglob("*") if file.is_file()}
    assert files == {"here/graph", "home/graph", "here/a:b"}
