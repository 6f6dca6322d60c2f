import json
import os
from collections.abc import Iterable
from pathlib import Path

import pytest

from pipeline.domain.document import Document, Entity
from pipeline.sources import DiscoveredDocument, Rejected, discover, fetch, spool
from pipeline.sources import files as files_module
from pipeline.sources import jsonl as lines_module


def ids(results: Iterable[DiscoveredDocument | Rejected]) -> list[str]:
    return [result.document_id for result in results]


def found_in(*inputs: object) -> list[DiscoveredDocument]:
    results = list(discover(str(result) for result in inputs))
    assert not [result for result in results if isinstance(result, Rejected)]
    return [result for result in results if isinstance(result, DiscoveredDocument)]


def refusals(*inputs: object) -> list[str]:
    errors = [result.error for result in discover(map(str, inputs)) if isinstance(result, Rejected)]
    assert all(error.isprintable() for error in errors)
    return errors


def refusal(*inputs: object) -> str:
    (error,) = refusals(*inputs)
    return error


def write(path: Path, content: str | bytes = "It rains. It stops.") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def test_a_folder_gives_its_documents_in_the_order_of_their_paths(tmp_path: Path) -> None:
    for name in (
        "b.txt",
        "a/z.md",
        "a/B.TXT",
        "c.jsonl",
        "README.md",
        ".x/y.txt",
        "d.rtf",
        "e.json",
    ):
        write(tmp_path / name, '{"text": "Go."}\n' if name.startswith("c") else "It rains.")

    assert ids(found_in(tmp_path)) == ["a/B.TXT", "a/z.md", "b.txt", "c.jsonl#1"]


def test_what_is_discovered_can_be_fetched_under_the_same_id_and_fingerprint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "in" / "deep" / "a.txt", "Rain\n\nIt rains. It stops.")
    write(tmp_path / "in" / "b.jsonl", '\n{"text": "Go."}\n{"id": "own", "text": "Stop."}\n')
    monkeypatch.chdir(tmp_path)
    discovered = found_in("in")
    monkeypatch.chdir("/")

    documents = list(fetch([document.source for document in reversed(discovered)]))

    assert all(isinstance(document, Document) for document in documents)
    assert [
        DiscoveredDocument(document.id, document.source, document.fingerprint, document.title)
        for document in documents
        if isinstance(document, Document)
    ] == discovered[::-1]
    assert ids(discovered) == ["b.jsonl#2", "own", "deep/a.txt"]
    assert discovered[2].title == "Rain"


def test_a_file_named_alone_is_called_by_its_name_and_titled_by_its_stem(tmp_path: Path) -> None:
    (discovered,) = found_in(write(tmp_path / "make tea.txt"))

    assert (discovered.document_id, discovered.title) == ("make tea.txt", "make tea")


def test_a_file_reached_twice_is_one_document(tmp_path: Path) -> None:
    write(tmp_path / "a" / "x.txt")

    assert ids(found_in(tmp_path, tmp_path / "a", tmp_path / "a" / "x.txt")) == ["a/x.txt"]


def test_default_entities_change_the_fingerprint(tmp_path: Path) -> None:
    path = str(write(tmp_path / "a.txt"))
    water = (Entity.parse("water"),)

    (plain,), (named,) = list(discover([path])), list(discover([path], entities=water))

    assert isinstance(plain, DiscoveredDocument) and isinstance(named, DiscoveredDocument)
    assert plain.fingerprint != named.fingerprint
    (document,) = fetch([named.source], entities=water)
    assert isinstance(document, Document)
    assert (document.entities, document.fingerprint) == (water, named.fingerprint)


def test_a_second_document_of_one_id_is_refused_under_another(tmp_path: Path) -> None:
    lines = write(tmp_path / "a.jsonl", '{"id": "x", "text": "Go."}\n{"id": "x", "text": "No."}\n')

    first, second = discover([str(lines)])

    assert isinstance(first, DiscoveredDocument) and isinstance(second, Rejected)
    assert "a.jsonl, line 2: has the id 'x', as another document does" in second.error
    assert second.document_id == second.source != "x"


def test_names_of_files_may_hold_anything(tmp_path: Path) -> None:
    names = ['it\'s "x".txt', "a\nb.txt", "`{é💧}`.txt", "#1.txt", "a.jsonl#2.txt", "x#7.jsonl"]
    for name in names:
        write(tmp_path / name, '{"text": "Go."}' if name.endswith("jsonl") else "Go.")

    discovered = found_in(tmp_path)

    assert sorted(ids(discovered)) == sorted([*names[:-1], "x#7.jsonl#1"])
    assert [
        document.id
        for document in fetch([document.source for document in discovered])
        if isinstance(document, Document)
    ] == (ids(discovered))


def test_a_file_name_that_is_not_unicode_is_refused_in_a_message_that_is(tmp_path: Path) -> None:
    write(Path(os.fsdecode(os.fsencode(tmp_path) + b"/a\xff.txt")))

    (rejection,) = discover([str(tmp_path)])

    assert isinstance(rejection, Rejected)
    assert "is not valid Unicode" in rejection.error
    (rejection.document_id + rejection.source + rejection.error).encode()


def test_links_that_loop_end(tmp_path: Path) -> None:
    write(tmp_path / "a" / "x.txt")
    (tmp_path / "a" / "up").symlink_to(tmp_path)
    (tmp_path / "other").symlink_to(tmp_path / "a")

    assert ids(found_in(tmp_path)) == ["a/x.txt", "other/x.txt"]


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("x.txt", "", "is empty"),
        ("x.txt", " \r\n", "is empty"),
        ("x.txt", "\ufeff\n***\n", "holds no sentence"),
        ("x.md", "| a |\n|---|\n", "holds no sentence"),
        ("x.txt", b"\x89PNG\x00\x01", "is binary (NUL at byte 4)"),
        ("x.txt", b"caf\xe9 au lait", "is not UTF-8 (0xe9 at byte 3)"),
        ("x.txt", "Go.".encode("utf-16"), "is UTF-16; save it as UTF-8"),
        ("x.rtf", "Go.", "has an unsupported type; give a folder or a file in .txt, .md, .html"),
        ("x.jsonl", "", "is empty"),
        ("x.jsonl", "\n\n", "is empty"),
        ("x.jsonl", b"\x00\x01\n\x02\n", "is binary (NUL at byte 0)"),
        ("x.json", '{\n"text": "Go."\n}', "is not in JSON lines"),
    ],
)
def test_a_file_that_is_not_a_document_is_refused_on_one_line(
    tmp_path: Path, name: str, content: str | bytes, reason: str
) -> None:
    path = write(tmp_path / name, content)

    error = refusal(path)

    assert error.startswith(str(path))
    assert reason in error


def test_missing_and_empty_inputs_are_refused(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "gone.txt").symlink_to(tmp_path / "nowhere")
    os.mkfifo(tmp_path / "pipe.txt")

    assert "does not exist" in refusal(tmp_path / "no.txt")
    assert "does not exist" in refusal(tmp_path / "no")
    assert (
        "holds no documents; put .txt, .md, .html, .htm, .pdf, .docx, .jsonl files there"
        in refusal(tmp_path / "empty")
    )
    assert "pipe.txt is not a regular file" in refusals(tmp_path)[1]
    assert "gone.txt cannot be read (No such file" in refusals(tmp_path)[0]


def test_a_file_without_read_permission_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(tmp_path / "secret.txt")

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(files_module, "open", refuse, raising=False)

    assert "secret.txt cannot be read (Permission denied); check its permissions" in refusal(path)


def test_one_bad_line_or_file_never_stops_the_others(tmp_path: Path) -> None:
    write(tmp_path / "a.txt", b"\xff\xfe")
    good = '{"text": "Go."}'
    deep = "[" * 100_000
    bad = [b'{"text": ', b'{"id": "mine"}', b'{"text": "\xff"}', b'{"a\0": 1}', deep.encode()]
    write(tmp_path / "b.jsonl", b"\n".join([good.encode(), *bad, good.encode()]))
    write(tmp_path / "c.txt")

    results = list(discover([str(tmp_path)]))

    assert [type(result).__name__ for result in results] == [
        "Rejected",
        "DiscoveredDocument",
        *["Rejected"] * 5,
        *["DiscoveredDocument"] * 2,
    ]
    errors = [result.error for result in results if isinstance(result, Rejected)]
    assert "b.jsonl, line 2: is not JSON (Expecting value at character 11)" in errors[1]
    assert "b.jsonl, line 3: has neither 'text' nor 'steps'" in errors[2]
    assert results[3].document_id == "mine"
    assert "line 4: is not UTF-8 (0xff at byte 51)" in errors[3]
    assert "line 5: is binary (NUL at byte 58)" in errors[4]
    assert "line 6: is nested too deeply" in errors[5]


def test_a_byte_order_mark_and_windows_line_ends_are_read(tmp_path: Path) -> None:
    text = write(tmp_path / "a.txt", b"\xef\xbb\xbfRain\r\n\r\n1. It rains\r\n2. It stops\r\n")
    lines = write(tmp_path / "b.jsonl", b'\xef\xbb\xbf{"text": "Go."}\r\n\r\n{"text": "Stop."}')

    rain, go, stop = fetch([document.source for document in found_in(text, lines)])

    assert isinstance(rain, Document)
    assert (rain.title, [step.text for step in rain.steps]) == ("Rain", ["It rains", "It stops"])
    assert [document.id for document in (go, stop) if isinstance(document, Document)] == [
        "b.jsonl#1",
        "b.jsonl#3",
    ]


def test_a_document_that_has_disappeared_is_refused_when_fetched(tmp_path: Path) -> None:
    text = write(tmp_path / "a.txt")
    lines = write(tmp_path / "b.jsonl", '{"text": "Go."}\n{"text": "Stop."}\n')
    sources = [document.source for document in found_in(tmp_path)]
    text.unlink()
    write(lines, '{"text": "Go."}\n')

    gone, go, stop = fetch(sources)

    assert isinstance(gone, Rejected) and "does not exist (any more)" in gone.error
    assert isinstance(go, Document)
    assert isinstance(stop, Rejected) and "b.jsonl, line 2: does not exist any more" in stop.error


def test_fetching_a_large_file_in_batches_reads_it_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    n_lines = 3_000
    path = write(
        tmp_path / "a.jsonl",
        "".join(json.dumps({"text": f"Step {n} goes."}) + "\n" for n in range(1, n_lines + 1)),
    )
    sources = [f"{tmp_path}/./a.jsonl#{number}" for number in range(1, n_lines + 1)]
    n_read = 0
    plain = lines_module.open_file

    class Counting:
        def __init__(self, handle: str) -> None:
            self.file = plain(handle)

        def __enter__(self) -> "Counting":
            return self

        def __exit__(self, *_: object) -> None:
            self.file.close()

        def __getattr__(self, name: str) -> object:
            return getattr(self.file, name)

        def readline(self, limit: int) -> bytes:
            nonlocal n_read
            n_read += 1
            return self.file.readline(limit)

    monkeypatch.setattr(lines_module, "open_file", Counting)

    documents = [
        document
        for start in range(0, n_lines, 100)
        for document in fetch(sources[start : start + 100])
    ]

    assert [document.text for document in documents if isinstance(document, Document)] == [
        f"Step {number} goes." for number in range(1, n_lines + 1)
    ]
    assert n_read < 3 * n_lines
    assert path.exists()


def test_a_line_or_file_over_the_size_limit_is_refused_and_the_next_line_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (files_module, lines_module):
        monkeypatch.setattr(module, "MAX_BYTES", 64)
    monkeypatch.setattr("pipeline.sources.file_documents.MAX_BYTES", 64)
    long = json.dumps({"text": "Go. " * 100})
    write(tmp_path / "a.jsonl", f'{long}\n{{"text": "Stop."}}\n')
    write(tmp_path / "b.txt", "Go. " * 100)

    first, second, third = discover([str(tmp_path)])

    assert isinstance(first, Rejected) and "line 1: is longer than" in first.error
    assert second.document_id == "a.jsonl#2" and isinstance(second, DiscoveredDocument)
    assert isinstance(third, Rejected) and "b.txt is larger than" in third.error


def test_line_numbers_are_right_from_any_first_line(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", "".join(f"{n}\n" for n in range(1, 2_001)))

    for first in (1, 2_000, 256, 257, 258, 1, 700, 3_000):
        numbers = [int(line.content) for line in lines_module.read_lines(str(path), first=first)]
        assert numbers == list(range(first, 2_001))


def test_standard_input_is_spooled_under_its_hash(tmp_path: Path) -> None:
    text, lines = b"It rains. It stops.", b'\n{"text": "Go."}\n'

    discovered = found_in(spool(text, tmp_path / "in"), spool(lines, tmp_path / "in"))

    assert spool(text, tmp_path / "in") == spool(text, tmp_path / "in")
    first, second = ids(discovered)
    assert first.startswith("stdin-") and len(first) == len("stdin-") + 12
    assert second.startswith("stdin-") and second.endswith("#2")


def test_two_thousand_steps_and_three_hundred_entities_are_read(tmp_path: Path) -> None:
    record = {
        "steps": [f"Part {number} moves on." for number in range(2_000)],
        "entities": [f"part {number}" for number in range(300)],
    }
    (discovered,) = found_in(write(tmp_path / "long.jsonl", json.dumps(record)))

    (document,) = fetch([discovered.source])

    assert isinstance(document, Document)
    assert (document.n_steps, len(document.entities or ())) == (2_000, 300)
