"""A store opens, or says in one line what is wrong and what to do; secrets are never shown."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pipeline.errors import BadInput, StepgraphError, Unreachable
from pipeline.stores import Store, open_store
from pipeline.stores.engines import Credentials
from pipeline.stores.graph_schema import OLDEST_VERSION, SCHEMA_VERSION
from tests.support.neo4j_server import Server


@pytest.fixture(autouse=True)
def no_credentials_around(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NEO4J_USERNAME", "NEO4J_USER", "NEO4J_PASSWORD", "NEO4J_DATABASE"):
        monkeypatch.delenv(name, raising=False)


def refusal(url: str, **options: object) -> StepgraphError:
    with pytest.raises(StepgraphError) as raised:
        open_store(url, **options)  # type: ignore[arg-type]
    assert "\n" not in str(raised.value)
    return raised.value


def test_a_store_keeps_its_identity_and_another_has_another(tmp_path: Path) -> None:
    first = open_store(f"ladybug:{tmp_path / 'first'}")
    identity = first.identity()
    first.close()

    again, second = open_store(first.url), open_store(f"ladybug:{tmp_path / 'second'}")

    assert again.identity() == identity != second.identity()
    again.close()
    second.close()


def test_a_store_in_a_missing_folder_makes_the_folder(tmp_path: Path) -> None:
    open_store(f"ladybug:{tmp_path}/a b/'\"`{{}}/Ünïcode.db").close()

    assert (tmp_path / "a b" / "'\"`{}" / "Ünïcode.db").is_file()


@pytest.mark.parametrize(
    "url", ["graph.db", "ladybug", "http://host/db", "", "postgres:x", "bolt:"]
)
def test_a_url_that_is_no_store_is_refused_with_those_that_are(url: str) -> None:
    error = refusal(url)

    assert isinstance(error, BadInput)
    assert "store URL" in str(error)


def test_a_store_url_without_a_path_is_refused() -> None:
    assert "names no file" in str(refusal("ladybug:"))


def test_a_port_that_is_no_number_is_refused() -> None:
    assert "malformed" in str(refusal("bolt://user:secret@host:port"))
    assert "secret" not in str(refusal("bolt://user:secret@host:port"))


@pytest.mark.parametrize("content", [b"SQLite format 3\0" + bytes(5000), b"x", b"\xff" * 100_000])
def test_a_file_of_another_program_is_refused_and_left_alone(
    tmp_path: Path, content: bytes
) -> None:
    (tmp_path / "other").write_bytes(content)

    error = refusal(f"ladybug:{tmp_path / 'other'}")

    assert isinstance(error, Unreachable)
    assert "give the store another path" in str(error)
    assert (tmp_path / "other").read_bytes() == content
    assert os.listdir(tmp_path) == ["other"]


@pytest.mark.parametrize(
    "message",
    [
        "Runtime exception: Cannot open database in read-only mode while checkpoint recovery is"
        " pending.",
        "Failed while completing an interrupted checkpoint during recovery: IO exception: Cannot"
        " read from file",
        "IO exception: Cannot write to file. Error: No space left on device",
    ],
)
def test_after_a_full_disk_the_advice_is_to_free_space_and_ingest_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, message: str
) -> None:
    import ladybug

    def failing(*_arguments: object, **_options: object) -> None:
        raise RuntimeError(message)

    monkeypatch.setattr(ladybug, "Database", failing)

    error = refusal(f"ladybug:{tmp_path / 'graph'}")

    assert isinstance(error, Unreachable)
    assert "free space on its disk and ingest again" in str(error)
    assert "another path" not in str(error)


def test_a_graph_of_another_program_is_refused(tmp_path: Path) -> None:
    import ladybug

    database = ladybug.Database(tmp_path / "other")
    ladybug.Connection(database).execute("CREATE NODE TABLE Document(number INT64 PRIMARY KEY)")
    database.close()

    assert "another program's database (it has Document)" in str(
        refusal(f"ladybug:{tmp_path}/other")
    )
    assert "holds no graph yet" in str(refusal(f"ladybug:{tmp_path}/other", read_only=True))


def test_a_folder_is_refused_as_a_store(tmp_path: Path) -> None:
    assert "is a folder" in str(refusal(f"ladybug:{tmp_path}"))


def test_a_path_below_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    assert "cannot make the folder" in str(refusal(f"ladybug:{tmp_path}/file/graph"))


def test_reading_where_there_is_no_store_names_the_command_that_makes_one(tmp_path: Path) -> None:
    error = refusal(f"ladybug:{tmp_path / 'none'}", read_only=True)

    assert "stepgraph ingest" in str(error)
    assert error.exit_code == 3
    assert os.listdir(tmp_path) == []


def test_an_empty_file_becomes_a_store_when_written_and_holds_nothing_when_read(
    tmp_path: Path,
) -> None:
    (tmp_path / "empty").touch()

    assert "stepgraph ingest" in str(refusal(f"ladybug:{tmp_path / 'empty'}", read_only=True))
    open_store(f"ladybug:{tmp_path / 'empty'}").close()
    open_store(f"ladybug:{tmp_path / 'empty'}", read_only=True).close()


@pytest.mark.parametrize(
    ("version", "fix"),
    [(SCHEMA_VERSION + 1, "upgrade stepgraph"), (OLDEST_VERSION - 1, "ingest into a new store")],
)
def test_a_store_of_another_schema_version_is_refused(
    tmp_path: Path, version: int, fix: str
) -> None:
    store = open_store(f"ladybug:{tmp_path / 'graph'}")
    _set_version(store, version)
    store.close()

    for read_only in (True, False):
        error = refusal(store.url, read_only=read_only)
        assert f"schema version {version}" in str(error)
        assert fix in str(error)


@pytest.mark.neo4j
def test_a_neo4j_of_another_schema_version_is_refused(neo4j: Server) -> None:
    store = open_store(neo4j.url, username=neo4j.username, password=neo4j.password)
    _set_version(store, SCHEMA_VERSION + 1)

    error = refusal(neo4j.url, username=neo4j.username, password=neo4j.password)

    _set_version(store, SCHEMA_VERSION)
    store.close()
    assert "upgrade stepgraph" in str(error)


def test_a_second_writing_process_is_refused_and_readers_are_let_in(tmp_path: Path) -> None:
    store = open_store(f"ladybug:{tmp_path / 'graph'}")

    assert "being written by another process" in _in_another_process(store.url, read_only=False)
    assert _in_another_process(store.url, read_only=True) == store.identity()
    store.close()


def test_no_neo4j_is_said_in_one_line_without_the_password() -> None:
    error = refusal("bolt://someone:secret@127.0.0.1:1")

    assert isinstance(error, Unreachable)
    assert str(error).startswith("no Neo4j answers at bolt://127.0.0.1:1; start it")


@pytest.mark.parametrize(
    "url", ["neo4j://no-such-host.invalid:7687", "bolt://no-such-host.invalid"]
)
def test_a_host_that_does_not_exist_is_unreachable(url: str) -> None:
    assert f"no Neo4j answers at {url}" in str(refusal(url))


@pytest.mark.neo4j
def test_a_wrong_password_is_said_in_one_line_without_the_password(neo4j: Server) -> None:
    error = refusal(neo4j.url, username="neo4j", password="wrong-and-secret")

    assert isinstance(error, Unreachable)
    assert "as user 'neo4j'; set NEO4J_USERNAME and NEO4J_PASSWORD" in str(error)
    assert "secret" not in str(error)


@pytest.mark.neo4j
def test_no_credentials_are_said_to_be_missing(neo4j: Server) -> None:
    assert "without a user name" in str(refusal(neo4j.url))


@pytest.mark.neo4j
def test_a_database_that_is_not_there_is_named(
    neo4j: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NEO4J_DATABASE", "nowhere")

    error = refusal(neo4j.url, username=neo4j.username, password=neo4j.password)

    assert "has no database 'nowhere'; set NEO4J_DATABASE" in str(error)


@pytest.mark.neo4j
@pytest.mark.parametrize("name", ["NEO4J_USERNAME", "NEO4J_USER"])
def test_credentials_come_from_the_environment(
    neo4j: Server, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv(name, neo4j.username)
    monkeypatch.setenv("NEO4J_PASSWORD", neo4j.password)

    store = open_store(neo4j.url)

    assert store.identity()
    store.close()


@pytest.mark.neo4j
def test_credentials_come_from_the_url_and_leave_it(neo4j: Server) -> None:
    host = neo4j.url.removeprefix("bolt://")

    store = open_store(f"bolt://{neo4j.username}:{neo4j.password}@{host}")

    assert store.url == neo4j.url
    store.close()


@pytest.mark.neo4j
def test_credentials_of_the_url_win_over_those_of_the_settings(neo4j: Server) -> None:
    host = neo4j.url.removeprefix("bolt://")
    url = f"bolt://{neo4j.username}:{neo4j.password}@{host}"

    store = open_store(url, username="someone else", password="wrong")

    assert store.identity()
    store.close()


@pytest.mark.neo4j
def test_an_emptied_neo4j_has_another_identity(neo4j_store: Store, neo4j: Server) -> None:
    before = neo4j_store.identity()

    neo4j_store.write(lambda ask: ask("MATCH (n) DETACH DELETE n", {}))

    with pytest.raises(Unreachable, match="no longer holds a graph"):
        neo4j_store.identity()
    credentials = {"username": neo4j.username, "password": neo4j.password}
    assert "stepgraph ingest" in str(refusal(neo4j.url, read_only=True, **credentials))
    again = open_store(neo4j.url, **credentials)
    assert again.identity() != before
    again.close()


def test_a_password_never_shows_in_what_is_printed() -> None:
    assert "secret" not in repr(Credentials("someone", "secret"))


def test_importing_stores_starts_no_engine() -> None:
    code = "import sys, pipeline.stores; print({'ladybug', 'neo4j', 'spacy'} & set(sys.modules))"

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "set()"


def _set_version(store: Store, version: int) -> None:
    store.write(lambda ask: ask("MATCH (s:Store) DELETE s", {}))
    new = "CREATE (:Store {schema_version: $version, id: 'another'})"
    store.write(lambda ask: ask(new, {"version": version}))


def _in_another_process(url: str, *, read_only: bool) -> str:
    code = (
        "import sys\n"
        "from pipeline.stores import open_store\n"
        "try: print(open_store(sys.argv[1], read_only=sys.argv[2] == 'True').identity())\n"
        "except Exception as error: print(error)\n"
    )
    arguments = [sys.executable, "-c", code, url, str(read_only)]
    return subprocess.run(arguments, capture_output=True, text=True, check=True).stdout.strip()
