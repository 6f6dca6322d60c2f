"""Shards are fixed, disjoint parts of all documents, whatever the source and the machine."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.sources import Access, FileScanned, ListingComplete, Shard, discover
from pipeline.sources.results import DocumentResult
from tests.support.web_server import serving

PRINT_SHARDS = """
from pipeline.sources.shard import Shard
ids = ["a.txt", "sops/wash.md", "recipes/7", "https://example.org/jam", "Äpfel"]
print([next(n for n in range(1, 6) if Shard(n, 5).holds(name)) for name in ids])
"""

EXPECTED = [5, 4, 1, 5, 3]  # a change would give documents to other machines


def parts(
    inputs: list[str], count: int, access: Access | None = None
) -> list[list[DocumentResult]]:
    """The documents and rejections of each shard."""
    return [
        [
            result
            for result in discover(inputs, access=access, shard=Shard(number, count))
            if not isinstance(result, ListingComplete | FileScanned)
        ]
        for number in range(1, count + 1)
    ]


def check_partition(inputs: list[str], count: int, access: Access | None = None) -> None:
    """Check that the shards together are the whole, each result once."""
    ((*whole,),) = parts(inputs, 1, access)
    split = parts(inputs, count, access)

    assert Counter(result for part in split for result in part) == Counter(whole)
    assert sum(bool(part) for part in split) > 1


@given(document_id=st.text(), count=st.integers(1, 40))
def test_every_document_is_in_exactly_one_shard(document_id, count):
    assert sum(Shard(number, count).holds(document_id) for number in range(1, count + 1)) == 1


@pytest.mark.parametrize("seed", ["1", "2"])
def test_the_shard_of_a_document_is_the_same_in_every_process(seed):
    done = subprocess.run(
        [sys.executable, "-c", PRINT_SHARDS],
        env=os.environ | {"PYTHONHASHSEED": seed},
        capture_output=True,
        text=True,
        check=True,
    )

    assert json.loads(done.stdout) == EXPECTED


def test_shards_are_of_about_equal_size():
    sizes = [sum(Shard(number, 8).holds(f"sops/{i}.md") for i in range(8000)) for number in (1, 8)]

    assert all(900 < size < 1100 for size in sizes)


@pytest.mark.parametrize("name", ["notes.md", "sops/a.TXT", "stdin-0123456789ab"])
def test_the_procedures_of_a_file_are_in_the_shard_of_the_file(name):
    (shard,) = (Shard(number, 7) for number in range(1, 8) if Shard(number, 7).holds(name))

    assert all(shard.holds(f"{name}#{procedure}") for procedure in range(2, 40))


def test_the_lines_of_a_file_are_spread_over_the_shards():
    numbers = {
        n for n in range(1, 5) for line in range(40) if Shard(n, 4).holds(f"all.jsonl#{line}")
    }

    assert numbers == {1, 2, 3, 4}


@pytest.mark.parametrize("text", ["0/3", "4/3", "a/b", "1/0", "1", "", "1/2/3", "-1/3", "1/ 3"])
def test_a_wrong_shard_is_refused_with_the_way_to_write_it(text):
    with pytest.raises(ValueError, match="write I/N with I from 1 to N, such as 2/8"):
        Shard.parse(text)


def test_a_shard_is_written_as_it_is_read():
    assert str(Shard.parse("2/8")) == "2/8"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Files of one and of several procedures, lines with and without ids, and faults in both."""
    folder = tmp_path / "docs"
    folder.mkdir()
    for number in range(12):
        (folder / f"{number}.txt").write_text(f"Water {number} falls. It reaches the lake.")
    (folder / "empty.txt").write_text("")
    (folder / "two.md").write_text(
        "# Jam\n\n1. Wash the plums.\n2. Boil them.\n\n# Tea\n\n1. Boil water.\n2. Add leaves.\n"
    )
    records = [{"id": f"r{number}", "text": "Dough rises. It is baked."} for number in range(9)]
    records += [{"id": "3.txt", "text": "An id that a file has."}, {"id": "bad", "text": ""}]
    records += [{"text": "A line without an id rises."}]
    lines = [json.dumps(record) for record in records]
    (folder / "all.jsonl").write_text("\n".join([*lines, '{"id": "r', "[]", ""]))
    grid = {"sentence_texts": ["Water falls."], "participants": ["water"]}
    grids = [json.dumps(grid | {"para_id": str(number)}) for number in range(6)]
    (folder / "grids.jsonl").write_text("\n".join(grids))
    return folder


@pytest.mark.parametrize("count", [2, 3, 7])
def test_the_shards_of_a_folder_are_all_its_documents_once(folder, count):
    check_partition([str(folder)], count)


def test_a_file_of_one_document_is_read_by_its_own_shard_alone(folder, monkeypatch):
    read: list[str] = []
    from pipeline.sources import file_documents

    read_bytes = file_documents.read_bytes

    def noted(handle: str) -> bytes:
        read.append(os.path.basename(handle))
        return read_bytes(handle)

    monkeypatch.setattr(file_documents, "read_bytes", noted)
    parts([str(folder)], 3)

    assert sorted(read) == sorted(path.name for path in folder.iterdir() if path.suffix != ".jsonl")


def test_an_input_that_cannot_be_read_is_rejected_in_every_shard(tmp_path):
    (tmp_path / "empty.jsonl").write_text("")
    inputs = [str(tmp_path / "empty.jsonl"), str(tmp_path / "missing.jsonl"), "sql:nowhere"]

    split = parts(inputs, 2, Access(sources=tmp_path / "stepgraph.toml"))

    assert [len(part) for part in split] == [3, 3]


def test_the_shards_of_a_table_are_all_its_rows_once(tmp_path):
    with sqlite3.connect(tmp_path / "kitchen.db") as database:
        database.execute("CREATE TABLE recipes (number INTEGER PRIMARY KEY, body TEXT)")
        rows = [(number, "Water falls. It reaches the lake.") for number in range(1200)]
        database.executemany("INSERT INTO recipes VALUES (?, ?)", [*rows, (5000, "")])
    sources = tmp_path / "stepgraph.toml"
    url = f"sqlite:///{tmp_path / 'kitchen.db'}"
    sources.write_text(f'[sql.recipes]\nurl = "{url}"\ntable = "recipes"\ntext = "body"\n')

    check_partition(["sql:recipes"], 3, Access(sources=sources))


def test_the_shards_of_a_feed_are_all_its_entries_once_and_each_is_fetched_once():
    with serving() as site:
        pages = [site.put(f"/{number}.txt", f"Water {number} falls.") for number in range(8)]
        missing = f"{site.url}/missing.txt"
        entries = [*pages, missing, "https://me:secret@example.org/jam.txt", {"title": "no URL"}]
        feed = site.put("/feed.json", json.dumps(entries), "application/json")
        lone = site.put("/lone.txt", "Dough rises.")
        access = Access(http_private=True, http_seconds=5)
        site.answers()

        parts([feed, lone], 3, access)

        requested = Counter(path for path, _status in site.answers())
        of_all = {"/feed.json": 3, "/lone.txt": 3}  # whether it is a feed is seen when it is there
        assert requested == of_all | {f"/{number}.txt": 1 for number in range(8)} | {
            "/missing.txt": 1
        }
        check_partition([feed, lone], 3, access)


def test_the_shards_of_a_feed_that_holds_its_texts_are_all_of_them_once():
    entry = "<entry><id>urn:{0}</id><title>{0}</title><content>Water {0} falls.</content></entry>"
    entries = "".join(map(entry.format, range(9)))
    with serving() as site:
        content = f'<feed xmlns="http://www.w3.org/2005/Atom">{entries}</feed>'
        feed = site.put("/feed.xml", content, "application/atom+xml")

        check_partition([feed], 2, Access(http_private=True, http_seconds=5))
