"""The ledger's database is opened, migrated, or refused with one line that names no secret."""

from __future__ import annotations

import sqlite3

import pytest
from sqlalchemy import insert
from sqlalchemy.engine import make_url

from pipeline.errors import BadInput, Unreachable
from pipeline.ledger.entries import AdoptedDocument
from pipeline.ledger.ledger import open_ledger
from pipeline.ledger.tables import DocumentRow

IDLE_LIMIT = "SHOW idle_in_transaction_session_timeout"
STORE = "ladybug:/somewhere/graph.lbug"


def test_a_file_of_another_program_is_not_touched(tmp_path):
    path = tmp_path / "mail.db"
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE mail (subject TEXT)")
    other.close()
    before = path.read_bytes()
    garbage = tmp_path / "photo.jpg"
    garbage.write_bytes(b"\xff\xd8\xff" * 1_000)

    with pytest.raises(Unreachable, match=r"mail\.db is the database of another program; name"):
        open_ledger(f"sqlite:///{path}")
    with pytest.raises(Unreachable, match=r"photo\.jpg cannot be used.*another program"):
        open_ledger(f"sqlite:///{garbage}")
    assert path.read_bytes() == before


def test_a_file_of_another_program_with_a_log_of_its_own_is_not_touched(tmp_path):
    path = tmp_path / "mail.db"
    with sqlite3.connect(path) as other:
        other.execute("PRAGMA journal_mode=WAL")  # as a ledger has it
        other.execute("CREATE TABLE mail (subject TEXT)")
    other.close()
    before = path.read_bytes()

    with pytest.raises(Unreachable, match=r"mail\.db is the database of another program; name"):
        open_ledger(f"sqlite:///{path}")

    assert path.read_bytes() == before


def test_a_ledger_that_must_exist_is_not_made(tmp_path):
    with pytest.raises(Unreachable, match="run 'stepgraph ingest' first"):
        open_ledger(f"sqlite:///{tmp_path}/ledger.db", must_exist=True)

    assert not list(tmp_path.iterdir())


def test_a_ledger_that_cannot_be_made_is_refused_with_what_to_check(tmp_path):
    (tmp_path / "ledger.db").mkdir()

    with pytest.raises(Unreachable, match="check that its folder exists and is writable"):
        open_ledger(f"sqlite:///{tmp_path}/ledger.db")


def test_a_ledger_of_a_newer_stepgraph_is_refused(tmp_path):
    url = f"sqlite:///{tmp_path}/ledger.db"
    open_ledger(url).__exit__()
    with sqlite3.connect(tmp_path / "ledger.db") as connection:
        connection.execute("UPDATE stepgraph_version SET version_num = '9999'")
    connection.close()

    with pytest.raises(Unreachable, match="newer Stepgraph"):
        open_ledger(url)


def test_on_a_full_disk_the_advice_is_to_free_space(tmp_path):
    with open_ledger(f"sqlite:///{tmp_path}/ledger.db") as ledger:
        with ledger.administration._database.writing() as connection:
            connection.exec_driver_sql("PRAGMA max_page_count = 1")  # full from now on
        documents = [
            AdoptedDocument(f"{number}.txt", "/docs", "x" * 500, "print", 1, "r")
            for number in range(200)
        ]

        with pytest.raises(Unreachable, match="disk is full; free space on its disk and run"):
            ledger.administration.adopt(documents, store=STORE, identity="id")


def test_an_error_of_no_database_names_its_own_reason(tmp_path):
    with open_ledger(f"sqlite:///{tmp_path}/ledger.db") as ledger:
        database = ledger.administration._database
        with (
            pytest.raises(Unreachable, match="cannot be used: .*no_column"),
            database.writing() as connection,
        ):
            connection.execute(insert(DocumentRow).values(no_column=1))


@pytest.mark.parametrize(
    "url", ["ledger.db", "mysql://joe:hunter2@host/db", "sqlite://", "sqlite:///:memory:"]
)
def test_a_url_that_is_no_ledger_is_refused_without_its_password(url):
    with pytest.raises(BadInput, match="ledger") as refused:
        open_ledger(url)

    assert "hunter2" not in str(refused.value)


def test_a_server_that_is_not_there_is_named_without_its_password():
    with pytest.raises(Unreachable, match="127.0.0.1:9/db.*check that the server is") as refused:
        open_ledger("postgresql://joe:hunter2@127.0.0.1:9/db?application_name=hunter2")

    assert "hunter2" not in str(refused.value)
    assert "\n" not in str(refused.value)


def test_migrations_make_the_tables_that_the_code_expects(ledger_url):
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    from pipeline.ledger.database import REVISION, open_database
    from pipeline.ledger.tables import Base

    database = open_database(ledger_url)
    with database.reading() as connection:
        context = MigrationContext.configure(
            connection, opts={"version_table": "stepgraph_version"}
        )
        difference = compare_metadata(context, Base.metadata)
        revision = context.get_current_revision()
    database.close()

    assert difference == []
    assert revision == REVISION


def test_a_ledger_of_the_first_version_is_brought_up_to_date_with_what_it_holds(ledger_url):
    from sqlalchemy import create_engine, insert, text

    from pipeline.ledger.database import VERSION_TABLE, _migrate
    from pipeline.ledger.tables import StoreRow

    engine = create_engine(ledger_url)
    with engine.begin() as connection:
        _migrate(connection, to="0001")
        connection.execute(insert(StoreRow).values(url=STORE, identity="first"))
    with engine.connect() as connection:
        version = connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalar_one()
    engine.dispose()

    with open_ledger(ledger_url) as ledger:
        known = ledger.reports.store_identity(STORE)

    assert (version, known) == ("0001", "first")


@pytest.mark.postgres
def test_a_client_that_vanishes_in_a_transaction_blocks_the_others_for_a_minute(postgres_ledger):
    with open_ledger(postgres_ledger) as ledger:
        database = ledger.administration._database
        with database.writing() as connection:
            writing = connection.exec_driver_sql(IDLE_LIMIT).scalar_one()
        with database.reading() as connection:  # it locks nothing, and may take its time
            reading = connection.exec_driver_sql(IDLE_LIMIT).scalar_one()

    assert (writing, reading) == ("1min", "0")


@pytest.mark.postgres
def test_a_server_that_vanishes_is_missed_within_minutes_unless_the_url_says_otherwise(
    postgres_ledger,
):
    address = make_url(postgres_ledger).update_query_dict({"keepalives_idle": "7"})
    with (
        open_ledger(address.render_as_string(hide_password=False)) as ledger,
        ledger.administration._database.reading() as connection,
    ):
        parameters = connection.connection.dbapi_connection.info.get_parameters()

    assert (parameters["keepalives_idle"], parameters["connect_timeout"]) == ("7", "30")
    assert int(parameters["keepalives_interval"]) * int(parameters["keepalives_count"]) <= 60
    assert parameters["tcp_user_timeout"] == "60000"
