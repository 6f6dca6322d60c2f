"""Rows of SQL tables: by watermark, with soft deletes, and no secret or identifier in between."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from pipeline.ingest.progress import IngestResult
from pipeline.ingest.run import ingest, open_ingestion
from pipeline.settings import Settings, load_settings
from pipeline.sources import Access, discover, fetch
from pipeline.sources.results import (
    KnownDocument,
    ListingComplete,
    NoSourceState,
    Rejected,
    Unchanged,
)
from tests.support.fake_reader import FakeReader

CANARY = "canary-4711"
TABLE = """
[sql.recipes]
url = "sqlite:///{database}"
table = "recipes"
text = "body"
title = "name"
watermark = "changed"
deleted = "removed"
"""


class Remembering(NoSourceState):
    """A source state that keeps the version tokens of a scan for the next."""

    def __init__(self) -> None:
        self.version_tokens: dict[str, str | None] = {}

    def known(self, document_ids):
        return {
            document_id: KnownDocument(self.version_tokens[document_id])
            for document_id in document_ids
            if document_id in self.version_tokens
        }


@pytest.fixture
def database(tmp_path: Path) -> sqlite3.Connection:
    opened = sqlite3.connect(tmp_path / "kitchen.db", isolation_level=None)
    opened.execute(
        "CREATE TABLE recipes (number INTEGER PRIMARY KEY, name TEXT, body TEXT, changed TEXT,"
        " removed TIMESTAMP, kitchen TEXT)"
    )
    for number in (1, 2, 3):
        opened.execute(
            "INSERT INTO recipes VALUES (?, ?, 'Water falls. It reaches the lake.', 'monday', NULL,"
            " 'north')",
            (number, f"recipe {number}"),
        )
    return opened


@pytest.fixture
def access(tmp_path: Path, database: sqlite3.Connection) -> Access:
    return written(tmp_path, TABLE)


def written(folder: Path, content: str) -> Access:
    file = folder / "stepgraph.toml"
    file.write_text(content.replace("{database}", str(folder / "kitchen.db")))
    return Access(sources=file)


def look(access: Access, source_state=None, name: str = "recipes"):
    return list(discover([f"sql:{name}"], access=access, source_state=source_state))


def error_of(access: Access, name: str = "recipes") -> str:
    (result,) = look(access, name=name)
    assert isinstance(result, Rejected), result
    assert "\n" not in result.error
    assert CANARY not in result.error
    return result.error


def test_rows_are_documents_by_their_key(access):
    *discovered, listed = look(access)

    assert [document.document_id for document in discovered] == [
        "recipes/1",
        "recipes/2",
        "recipes/3",
    ]
    assert [document.title for document in discovered] == ["recipe 1", "recipe 2", "recipe 3"]
    assert listed == ListingComplete("sql:recipes")


def test_rows_are_fetched_in_the_given_order_and_a_missing_row_is_rejected(access):
    second, ninth, first = fetch(["sql:recipes/2", "sql:recipes/9", "sql:recipes/1"], access=access)

    assert (second.title, first.title) == ("recipe 2", "recipe 1")
    assert isinstance(ninth, Rejected)
    assert "does not exist any more" in ninth.error


def test_only_rows_with_another_watermark_are_read(access, database):
    source_state = Remembering()
    source_state.version_tokens = {
        document.document_id: document.version_token for document in look(access)[:-1]
    }
    database.execute("UPDATE recipes SET body = 'Steam rises.', changed = 'early' WHERE number = 2")
    database.execute("UPDATE recipes SET body = 'Not listed.' WHERE number = 3")

    first, third, second, _ = look(access, source_state)

    assert first == Unchanged("recipes/1", "sql:recipes/1", "sql:recipes")
    assert third == Unchanged("recipes/3", "sql:recipes/3", "sql:recipes")
    assert (second.document_id, second.version_token) == ("recipes/2", "early")


def test_soft_deleted_rows_are_left_out(access, database):
    database.execute("UPDATE recipes SET removed = '2026-01-01 00:00:00' WHERE number = 2")

    assert [document.document_id for document in look(access)[:-1]] == ["recipes/1", "recipes/3"]
    (gone,) = fetch(["sql:recipes/2"], access=access)
    assert isinstance(gone, Rejected)


@pytest.mark.parametrize(("kind", "here", "gone"), [("BOOLEAN", 0, 1), ("INTEGER", 0, 7)])
def test_a_flag_can_mark_soft_deleted_rows(tmp_path, access, database, kind, here, gone):
    database.execute(f"ALTER TABLE recipes ADD COLUMN flag {kind}")
    database.execute("UPDATE recipes SET flag = ? WHERE number = 1", (here,))
    database.execute("UPDATE recipes SET flag = ? WHERE number = 2", (gone,))
    access = written(tmp_path, TABLE.replace('"removed"', '"flag"'))

    assert [document.document_id for document in look(access)[:-1]] == ["recipes/1", "recipes/3"]


def test_a_query_is_the_users_own_with_bound_parameters(tmp_path, database):
    database.execute("UPDATE recipes SET kitchen = ? WHERE number = 1", ("'; DROP TABLE recipes",))
    access = written(
        tmp_path,
        '[sql.mine]\nurl = "sqlite:///{database}"\nid = "nr"\ntext = "body"\n'
        'query = "SELECT number AS nr, body FROM recipes WHERE kitchen = :kitchen;"\n'
        '[sql.mine.parameters]\nkitchen = "\'; DROP TABLE recipes"\n',
    )

    *discovered, listed = look(access, name="mine")

    assert [document.document_id for document in discovered] == ["mine/1"]
    assert len(list(fetch(["sql:mine/1"], access=access))) == 1
    assert database.execute("SELECT count(*) FROM recipes").fetchone() == (3,)


def test_names_of_tables_and_columns_are_never_spliced(tmp_path, database):
    nasty = 'x"; DROP TABLE recipes; --'
    toml = nasty.replace('"', '\\"')

    assert "names the table" in error_of(written(tmp_path, TABLE.replace('"recipes"', f'"{toml}"')))
    assert "has no column" in error_of(written(tmp_path, TABLE.replace('"body"', f'"{toml}"')))
    database.execute(f"""CREATE TABLE "{nasty.replace('"', '""')}" (k TEXT PRIMARY KEY, body)""")
    assert database.execute("SELECT count(*) FROM recipes").fetchone() == (3,)


def test_keys_may_be_any_text(tmp_path, database):
    database.execute("CREATE TABLE notes (k TEXT PRIMARY KEY, body TEXT)")
    keys = ["a/b", "#3", "o'hara; --", "ä", "7"]
    for key in keys:
        database.execute("INSERT INTO notes VALUES (?, 'Water falls.')", (key,))
    access = written(
        tmp_path, '[sql.n]\nurl = "sqlite:///{database}"\ntable = "notes"\ntext = "body"\n'
    )

    discovered = look(access, name="n")[:-1]
    fetched = list(fetch([document.source for document in discovered], access=access))

    assert {document.document_id for document in discovered} == {f"n/{key}" for key in keys}
    assert [document.fingerprint for document in fetched] == [
        document.fingerprint for document in discovered
    ]


def test_a_row_without_text_stops_no_other(access, database):
    database.execute("UPDATE recipes SET body = NULL WHERE number = 1")
    database.execute("UPDATE recipes SET body = x'00ff' WHERE number = 2")

    rejections = [rejection for rejection in look(access) if isinstance(rejection, Rejected)]

    assert [rejection.document_id for rejection in rejections] == ["recipes/1", "recipes/2"]
    assert all("instead of text" in rejection.error for rejection in rejections)
    assert look(access)[2].document_id == "recipes/3"


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (("[sql.recipes]", "[sql.others]"), "which has others"),
        (('"body"', '"bodi"'), "it has number, name, body"),
        (('table = "recipes"', 'table = "recipe"'), "names the table 'recipe'"),
        (("text =", "txt ="), "has the setting 'txt'"),
        (('"body"', "7"), "put a name in quotes"),
        (("[sql.recipes]", "[sql.recipes"), "not valid TOML"),
        (("{database}", "/nowhere/x.db"), "does not exist"),
        (("sqlite:///{database}", "oracel://x"), "cannot be opened"),
        (("sqlite:///{database}", f"postgresql://me:{CANARY}@h/d"), "has a password in"),
        (('url = "sqlite:///{database}"', 'url_from = "NOT_SET"'), "NOT_SET, which is not set"),
        (('table = "recipes"', 'query = "SELEC 1"\nid = "a"'), "cannot be read: "),
    ],
)
def test_a_mistake_in_the_config_file_is_reported_on_one_line(tmp_path, access, change, reason):
    assert reason in error_of(written(tmp_path, TABLE.replace(*change)))


def test_a_missing_config_file_is_reported_on_one_line(tmp_path):
    assert "there is no" in error_of(Access(sources=tmp_path / "none.toml"))


def test_a_password_from_the_environment_is_never_shown(tmp_path, access, monkeypatch):
    url = f"postgresql+psycopg://me:{CANARY}@127.0.0.1:9/db?application_name={CANARY}"
    monkeypatch.setenv("RECIPES_URL", url)
    toml = TABLE.replace('url = "sqlite:///{database}"', 'url_from = "RECIPES_URL"')

    assert "cannot be read" in error_of(written(tmp_path, toml))


def run(settings: Settings, *, prune: bool = False) -> IngestResult:
    with open_ingestion(settings, FakeReader()) as work:
        discovered = discover(
            ["sql:recipes"], access=settings.access, source_state=work.source_state()
        )
        return ingest(discovered, work, inputs=["sql:recipes"], prune=prune)


def test_deleted_rows_are_listed_and_with_prune_closed(tmp_path, access, database):
    settings = load_settings(state=tmp_path / "state", sources=access.sources)
    assert run(settings).written == 3
    database.execute("DELETE FROM recipes WHERE number = 1")
    database.execute("UPDATE recipes SET removed = '2026-01-01 00:00:00' WHERE number = 2")

    listed, closed = run(settings), run(settings, prune=True)

    assert (listed.gone, listed.unchanged) == (("recipes/1", "recipes/2"), 1)
    assert closed.closed == 2
    database.execute("UPDATE recipes SET removed = NULL WHERE number = 2")
    assert run(settings).written == 1


def test_no_document_is_gone_because_the_database_is_unreachable(tmp_path, access, database):
    settings = load_settings(state=tmp_path / "state", sources=access.sources)
    run(settings)
    (tmp_path / "kitchen.db").rename(tmp_path / "away.db")

    outcome = run(settings, prune=True)

    assert (outcome.gone, len(outcome.failed)) == ((), 1)
