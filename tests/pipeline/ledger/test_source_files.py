"""The file behind a source, and which file an id belongs to."""

from __future__ import annotations

import os

import pytest

from pipeline.ledger.source_files import file_of, is_there, owned_elsewhere


@pytest.mark.parametrize(
    ("source", "file"),
    [
        ("/docs/a.txt", "/docs/a.txt"),
        ("/docs/a.jsonl#12", "/docs/a.jsonl"),
        ("/docs/a#b.txt", "/docs/a#b.txt"),
        ("/docs/a#b.jsonl#3", "/docs/a#b.jsonl"),
        ("/docs/a.jsonl#", "/docs/a.jsonl#"),
        ("12", "12"),
    ],
)
def test_a_source_is_a_file_or_a_line_of_one(source, file):
    assert file_of(source) == file


def test_a_file_is_there_itself_or_for_a_line_of_it(tmp_path):
    odd, plain = tmp_path / "odd#1", tmp_path / "plain"
    odd.write_text("x")
    plain.write_text("x")
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "nowhere")

    assert all(map(is_there, (str(odd), str(plain), f"{plain}#7", str(link))))
    assert not is_there(str(tmp_path / "none")) and not is_there(f"{tmp_path}/none#1")


@pytest.fixture
def two_files(tmp_path):
    """Two different files with one name, and the row that the first of them has."""
    paths = [tmp_path / folder / "a.txt" for folder in ("one", "two")]
    for path in paths:
        path.parent.mkdir()
        path.write_text(path.parent.name)
    return paths, {"document_id": "a.txt", "source": str(paths[0]), "fingerprint": "one"}


def test_an_id_belongs_to_the_file_it_was_made_from_while_that_is_there(two_files):
    (first, second), row = two_files

    reason = owned_elsewhere(row, source=str(second), fingerprint="two")

    assert reason is not None and f"the id 'a.txt' belongs to {first}" in reason
    first.unlink()
    assert owned_elsewhere(row, source=str(second), fingerprint="two") is None


def test_an_id_is_free_for_the_same_text_and_if_it_was_never_a_document(two_files):
    (_, second), row = two_files

    assert owned_elsewhere(row, source=str(second), fingerprint="one") is None
    unread = row | {"fingerprint": ""}
    assert owned_elsewhere(unread, source=str(second), fingerprint="two") is None


def test_another_way_to_the_same_file_is_that_file(two_files):
    (first, _), row = two_files
    around = os.path.join(first.parent, "..", "one", "a.txt")

    assert owned_elsewhere(row, source=around, fingerprint="two") is None


@pytest.mark.parametrize("name", ["tea", "b/a.txt", "xt"])
def test_an_id_that_was_not_made_from_the_path_is_given_by_the_input(two_files, name):
    (_, second), row = two_files

    renamed = row | {"document_id": name}

    assert owned_elsewhere(renamed, source=str(second), fingerprint="two") is None


def test_a_line_of_another_file_may_not_take_the_id_of_one_either(two_files):
    (first, second), row = two_files
    in_line = row | {"document_id": "a.txt#2", "source": f"{first}#2"}

    assert owned_elsewhere(in_line, source=f"{second}#2", fingerprint="two") is not None
    assert owned_elsewhere(in_line, source=f"{first}#2", fingerprint="two") is None
