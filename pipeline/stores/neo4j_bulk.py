"""Neo4j's own loader, ``neo4j-admin database import``: files of columns into a stopped database.

It fills an empty database several times as fast as transactions fill one that runs
(docs/results/store.md). Stepgraph writes the files; an administrator, who may stop the
server, runs the loader.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import Any, TextIO

from pipeline.errors import BadInput
from pipeline.stores.bulk_batches import Once
from pipeline.stores.store import Row
from pipeline.stores.transaction_time import UNKNOWN

__all__ = ["ARGUMENTS", "EDGES", "NODES", "AdminFiles", "edge_headers", "node_headers"]

ARGUMENTS = "arguments"  # the file of them: neo4j-admin database import full NAME @FOLDER/arguments
ARRAY_DELIMITER = "\x1f"
LONGEST_TEXT = 3 << 20  # the loader's buffer is 4 MiB
EVIDENCE = {
    "probability": "double",
    "evidence_step": "long",
    "char_start": "long",
    "char_end": "long",
}
TIMES = {"starts_at": "localdatetime", "ends_at": "localdatetime"}
# What lies in each file: label, the statement whose rows it has, property: type of the import.
NODES: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "Document": ("documents", {"id": "id", "title": "string", "source": "string"}),
    "Reading": (
        "create_readings",
        {
            "id": "id",
            "number": "long",
            "title": "string",
            "source": "string",
            "text": "string",
            "text_sha256": "string",
            "entities_given": "boolean",
            "model": "string",
            "checkpoint": "string",
            "settings": "string",
            "n_steps": "long",
            "recorded_from": "localdatetime",
            "recorded_until": "localdatetime",
        },
    ),
    "Step": (
        "create_steps",
        {"id": "id", "number": "long", "text": "string", "char_start": "long", **TIMES},
    ),
    "Entity": ("create_entities", {"id": "id", "name": "string", "aliases": "string[]"}),
    "Concept": ("concepts", {"name": "id"}),
    "Location": ("create_locations", {"id": "id", "name": "string", "kind": "string"}),
}
# Type, the rows, from a label by a column, to a label by a column, properties by their column.
EDGES: Sequence[tuple[str, str, tuple[str, str], tuple[str, str], Mapping[str, str]]] = (
    ("READ_AS", "create_readings", ("Document", "document"), ("Reading", "id"), {}),
    ("HAS_STEP", "create_steps", ("Reading", "reading"), ("Step", "id"), {}),
    ("NEXT", "create_order", ("Step", "step"), ("Step", "next"), {}),
    (
        "MENTIONS",
        "create_entities",
        ("Reading", "reading"),
        ("Entity", "id"),
        {"existence": "double[]"},
    ),
    (
        "INSTANCE_OF",
        "create_instances",
        ("Entity", "entity"),
        ("Concept", "concept"),
        {"recorded_from": "localdatetime", "recorded_until": "localdatetime"},
    ),
    (
        "LOCATED_AT",
        "create_presences",
        ("Entity", "entity"),
        ("Location", "location"),
        {
            "from_step": "long",
            "until_step": "long",
            "probabilities": "double[]",
            "evidence_step": "long",
            "char_start": "long",
            "char_end": "long",
            **TIMES,
        },
    ),
    (
        "CREATES",
        "create_creations",
        ("Step", "step"),
        ("Entity", "entity"),
        {"destination": "string", **EVIDENCE},
    ),
    (
        "MOVES",
        "create_moves",
        ("Step", "step"),
        ("Entity", "entity"),
        {"origin": "string", "destination": "string", **EVIDENCE},
    ),
    (
        "DESTROYS",
        "create_destructions",
        ("Step", "step"),
        ("Entity", "entity"),
        {"origin": "string", **EVIDENCE},
    ),
)
NAMES = {"existence": "exists"}  # where a property is not called as its column


class AdminFiles:
    """A filling of a Neo4j that does not run: files of columns, and the arguments of its loader."""

    def __init__(self, folder: Path) -> None:
        """Raises BadInput if there is something in the folder, or it cannot be made."""
        self.folder = folder.absolute()
        self._once = Once()
        self._files: dict[str, TextIO] = {}
        with self._one_line_errors():
            folder.mkdir(parents=True, exist_ok=True)
            if any(folder.iterdir()):
                raise BadInput(f"{folder} is not empty; give a new folder for the files")
            for name, header in (*node_headers(), *edge_headers()):
                path = self.folder / f"{name}.csv"
                self._files[name] = path.open("w", encoding="utf-8", newline="")
                self._files[name].write(_line(header))

    def add(self, documents: Sequence[Row], rows: Mapping[str, Sequence[Row]]) -> None:
        for one in rows["create_readings"]:
            if len(one["text"].encode()) > LONGEST_TEXT:
                raise BadInput(
                    f"the text of {one['document']!r} is longer than the loader reads"
                    f" ({LONGEST_TEXT >> 20} MiB); import into a server that runs"
                )
        with self._one_line_errors():
            self._put(self._once.new(documents, rows))

    def finish(self) -> None:
        arguments = "".join(f"{_quoted(one)}\n" for one in self._arguments())
        with self._one_line_errors():
            self._put(self._once.rest())
            for file in self._files.values():
                file.close()
            (self.folder / ARGUMENTS).write_text(arguments, encoding="utf-8")

    def discard(self) -> None:
        for file in self._files.values():
            with suppress(OSError):  # what a full disk did not take is tried again
                file.close()
            Path(file.name).unlink(missing_ok=True)

    @contextmanager
    def _one_line_errors(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise BadInput(f"cannot write into {self.folder}: {error.strerror}") from error

    def _put(self, rows: Mapping[str, Sequence[Row]]) -> None:
        for label, (name, columns) in NODES.items():
            self._files[label].writelines(
                _line([row.get(one) for one in columns]) for row in rows.get(name, ())
            )
        for kind, name, (_, source), (_, target), columns in EDGES:
            keys = (source, target, *columns)
            self._files[kind].writelines(
                _line([row.get(key) for key in keys]) for row in rows.get(name, ())
            )

    def _arguments(self) -> list[str]:
        """What ``neo4j-admin`` is told; the name of the database comes before."""
        return [
            "--multiline-fields=true",
            "--array-delimiter=U+001F",
            f"--report-file={self.folder / 'report'}",
            *(f"--nodes={label}={self.folder / label}.csv" for label in NODES),
            *(f"--relationships={kind[0]}={self.folder / kind[0]}.csv" for kind in EDGES),
        ]


def node_headers() -> Iterator[tuple[str, list[str]]]:
    for label, (_, columns) in NODES.items():
        yield label, [f"{one}:ID({label})" if of == "id" else f"{one}:{of}"
                      for one, of in columns.items()]  # fmt: skip


def edge_headers() -> Iterator[tuple[str, list[str]]]:
    for kind, _, (source, _), (target, _), columns in EDGES:
        properties = [f"{NAMES.get(one, one)}:{of}" for one, of in columns.items()]
        yield kind, [f":START_ID({source})", f":END_ID({target})", *properties]


def _line(values: Sequence[Any]) -> str:
    """A line of columns: what is missing is empty, and an empty text is a pair of quotes."""
    return ",".join(map(_text, values)) + "\n"


def _text(value: Any) -> str:
    if value is None or value == UNKNOWN:
        return ""
    if isinstance(value, str):
        return '"' + value.replace('"', '""') + '"'
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, list):
        parts = [str(one) for one in value]
        if any(ARRAY_DELIMITER in one for one in parts):
            raise BadInput(
                f"{parts[0][:40]!r} contains the character U+001F, which the loader cannot keep in"
                " a list; import into a server that runs"
            )
        return _text(ARRAY_DELIMITER.join(parts))
    return str(value).lower() if isinstance(value, bool) else str(value)


def _quoted(argument: str) -> str:
    """As a line of an argument file, where a backslash and a quote have a meaning."""
    escaped = argument.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
