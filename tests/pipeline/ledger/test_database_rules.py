"""What opens as a ledger, what each error advises, and how its transactions behave."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest
from sqlalchemy import func, insert, select
from sqlalchemy.exc import OperationalError, SQLAlchemyError

from pipeline.errors import BadInput, Unreachable
from pipeline.ledger.database import Database, open_database
from pipeline.ledger.ledger import open_ledger
from pipeline.ledger.tables import IngestRow, StoreRow

STORE = "ladybug:/graph.lbug"
NOON = datetime(2024, 5, 1, 12)
SERVER = "postgresql://joe@127.0.0.1:9/db"


@pytest.fixture
def database(sqlite_ledger: str) -> Iterator[Database]:
    opened = open_database(sqlite_ledger)
    yield opened
    opened.close()


def add_store(database: Database, url: str = STORE) -> None:
    with database.writing() as connection:
        connection.execute(insert(StoreRow).values(url=url, identity="first"))


def count_stores(database: Database) -> int:
    with database.reading() as connection:
        return connection.execute(select(func.count()).select_from(StoreRow)).scalar_one()


def test_the_folder_of_a_new_ledger_is_made(tmp_path):
    open_database(f"sqlite:///{tmp_path}/new/folder/ledger.db").close()

    assert (tmp_path / "new" / "folder" / "ledger.db").is_file()


def test_a_folder_that_cannot_be_made_is_named_with_what_to_do(tmp_path):
    (tmp_path / "notes").write_text("a file")

    with pytest.raises(Unreachable, match=r"notes cannot be created: .+; name another file"):
        open_database(f"sqlite:///{tmp_path}/notes/ledger.db")


def test_a_closed_ledger_leaves_one_file(tmp_path):
    ledger = open_ledger(f"sqlite:///{tmp_path}/ledger.db")
    ledger.begin(store=STORE, identity="first", reader="model")
    ledger.__exit__()

    assert [path.name for path in tmp_path.iterdir()] == ["ledger.db"]


def test_a_ledger_that_is_refused_is_not_kept_open(tmp_path):
    url = f"sqlite:///{tmp_path}/ledger.db"
    database = open_database(url)
    with database.writing() as connection:
        connection.exec_driver_sql("UPDATE stepgraph_version SET version_num = '9999'")
    database.close()

    with pytest.raises(Unreachable) as refused:
        open_database(url)

    assert "newer" in str(refused.value)
    assert [path.name for path in tmp_path.iterdir()] == ["ledger.db"]


def test_a_file_with_an_empty_table_of_versions_becomes_a_ledger(tmp_path, sqlite_ledger):
    with sqlite3.connect(tmp_path / "ledger.db") as connection:
        connection.execute("CREATE TABLE stepgraph_version (version_num VARCHAR(32) NOT NULL)")
    connection.close()

    database = open_database(sqlite_ledger)

    assert count_stores(database) == 0
    database.close()


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("sqlite:///", "names no file"),
        ("sqlite+quick:////tmp/x.db", r"URL \(sqlite\+quick:…\) is not supported"),
        ("postgresql+quick://host/db", r"URL \(postgresql\+quick:…\) is not supported"),
        ("notes.db", r"URL \(notes.db:…\) is not supported"),
        ("oracle://host/db", "needs SQLite or PostgreSQL, not 'oracle'"),
    ],
)
def test_a_url_that_cannot_be_a_ledger_is_explained(url, message):
    with pytest.raises(BadInput, match=message):
        open_database(url)


@pytest.mark.parametrize(
    ("reason", "advice"),
    [
        ("file is not a database", "it belongs to another program: name another file"),
        ("database is locked", "another process is writing to it: try again"),
        ("database or disk is full", "free space on its disk"),
        ("unable to open database file", "check that its folder exists and is writable"),
    ],
)
def test_each_error_of_a_file_has_its_own_advice(database, sqlite_ledger, reason, advice):
    cause = sqlite3.OperationalError(reason)

    with pytest.raises(Unreachable) as refused, database.writing():
        raise OperationalError("INSERT INTO x", {}, cause)

    start = f"the ledger {sqlite_ledger} cannot be used: {reason}; {advice}"
    assert str(refused.value).startswith(start)


def test_a_long_reason_is_cut(database):
    with pytest.raises(Unreachable) as refused, database.reading():
        raise SQLAlchemyError("x" * 400)

    assert str(refused.value).count("x" * 300 + ";") == 1
    assert "x" * 301 not in str(refused.value)


def test_what_fails_is_undone_as_a_whole(database):
    with pytest.raises(ZeroDivisionError), database.writing() as connection:
        connection.execute(insert(StoreRow).values(url=STORE, identity="first"))
        raise ZeroDivisionError

    assert count_stores(database) == 0


def test_a_reading_transaction_sees_one_moment_whatever_is_written_meanwhile(database):
    with database.reading() as connection:
        counts = [connection.execute(select(func.count()).select_from(StoreRow)).scalar_one()]
        add_store(database)
        counts += [connection.execute(select(func.count()).select_from(StoreRow)).scalar_one()]

    assert counts == [0, 0]
    assert count_stores(database) == 1


def test_a_ledger_is_opened_and_read_while_another_process_writes_to_it(database, sqlite_ledger):
    with database.writing() as connection:
        connection.execute(insert(StoreRow).values(url=STORE, identity="first"))
        other = open_database(sqlite_ledger)
        during = count_stores(other)
    after = count_stores(other)
    other.close()

    assert (during, after) == (0, 1)


def test_a_run_needs_a_store_that_the_ledger_knows(database):
    with pytest.raises(Unreachable, match="FOREIGN KEY"), database.writing() as connection:
        connection.execute(insert(IngestRow).values(store="unknown", started_at=NOON))


def test_a_purge_may_follow_at_any_time_and_keeps_what_is_there(database, sqlite_ledger):
    add_store(database)
    database.purge()
    database.purge()

    log = Path(sqlite_ledger.removeprefix("sqlite:///") + "-wal")
    assert log.stat().st_size == 0
    assert count_stores(database) == 1


@pytest.fixture
def connected_with(monkeypatch: pytest.MonkeyPatch) -> dict[str, object]:
    """The options of the last connection to a server, which is refused."""
    psycopg = pytest.importorskip("psycopg")
    options: dict[str, object] = {}

    def refuse(*_arguments: object, **named: object) -> None:
        options.update(named)
        raise psycopg.OperationalError("refused")

    monkeypatch.setattr(psycopg, "connect", refuse)
    return options


def test_a_server_whose_machine_is_gone_is_missed_after_a_minute(connected_with):
    with pytest.raises(Unreachable, match="refused; check that the server is running"):
        open_database(SERVER)

    idle, interval, count = (
        int(connected_with[f"keepalives_{name}"]) for name in ("idle", "interval", "count")
    )
    assert (idle, idle + interval * count) == (30, 60)
    assert connected_with["tcp_user_timeout"] == 60 * 1_000
    assert connected_with["connect_timeout"] == 30


def test_an_option_of_the_url_goes_before_our_own(connected_with):
    with pytest.raises(Unreachable):
        open_database(f"{SERVER}?keepalives_idle=7")

    assert int(connected_with["keepalives_idle"]) == 7
    assert connected_with["keepalives_count"] == 3


def test_a_server_without_its_driver_names_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "psycopg", None)

    with pytest.raises(Unreachable, match=r"needs a driver: pip install 'stepgraph\[postgres\]'"):
        open_database(SERVER)
