"""Catalogue of the questions in ``cypher/questions/``: headers as data, checked parameters."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from importlib.resources import files
from typing import Any

from pipeline.domain.document import checked_name
from pipeline.domain.name_keys import name_list
from pipeline.errors import BadInput, UnknownDocument
from pipeline.stores.read import find_reading
from pipeline.stores.statements import statement
from pipeline.stores.store import Row, Store
from pipeline.stores.transaction_time import LATEST

__all__ = [
    "Field",
    "Question",
    "ask",
    "catalogue",
    "find",
    "python_columns",
    "read_parameters",
]

PYTHON_TYPES: Mapping[str, type] = {
    "STRING": str,
    "INT64": int,
    "DOUBLE": float,
    "BOOLEAN": bool,
    "LOCAL DATETIME": datetime,
    "STRING[]": list,
}
LABELS = ("question", "parameters", "columns", "rows", "source")
_FIELD = re.compile(
    r"\$?(?P<name>\w+) (?P<type>STRING\[\]|STRING|INT64|DOUBLE|BOOLEAN|LOCAL DATETIME)"
    r"(?P<null> or NULL)?(?: \((?P<note>.*)\))?"
)


@dataclass(frozen=True, slots=True)
class Field:
    """A parameter or a column: a key of ``PYTHON_TYPES``, and whether NULL may stand there."""

    name: str
    type: str
    nullable: bool
    note: str


@dataclass(frozen=True, slots=True)
class Question:
    """One file of the catalogue; ``parameters`` hold ``as_of``, which ``ask`` fills in."""

    name: str
    question: str
    parameters: tuple[Field, ...]
    columns: tuple[Field, ...]
    rows: str
    source: str
    cypher: str


@cache
def catalogue() -> dict[str, Question]:
    """All questions by name, in alphabetical order. Raises ValueError if a header is malformed."""
    folder = files("cypher").joinpath("questions")
    texts = {
        file.name.removesuffix(".cypher"): file.read_text(encoding="utf-8")
        for file in folder.iterdir()
        if file.name.endswith(".cypher")
    }
    return {name: _parse(name, texts[name]) for name in sorted(texts)}


def ask(
    name: str,
    parameters: Mapping[str, Any],
    *,
    store: Store,
    as_of: datetime | None = None,
) -> list[Row]:
    """Rows of one question of the catalogue, as of a moment in naive UTC; LATEST by default.

    Raises BadInput for a question, parameter, entity, place or step that is not there, and
    UnknownDocument for such a document; so an empty list is an answer, and never a misspelt name.
    """
    question = find(name)
    _check_parameters(question, parameters)
    rows = store.ask(question.cypher, {**parameters, "as_of": as_of or LATEST})
    if not rows:
        _check_exists(question, parameters, store=store, as_of=as_of)
    return rows


def read_parameters(name: str, texts: Mapping[str, str]) -> dict[str, Any]:
    """Convert ``key=value`` texts to the types of the question's parameters. Raises BadInput."""
    types = {field.name: field.type for field in find(name).parameters}
    return {key: _read_text(key, text, types.get(key)) for key, text in texts.items()}


def _read_text(key: str, text: str, type_name: str | None) -> Any:
    """A list is written with commas between its items."""
    if type_name == "STRING[]":
        return [item.strip() for item in text.split(",")]
    readers = {"INT64": _read_integer, "DOUBLE": _read_real}
    return readers[type_name](key, text) if type_name in readers else text


def find(name: str) -> Question:
    """Question of this name. Raises BadInput, with the closest name."""
    if not isinstance(name, str):
        raise BadInput(f"the name of a question must be a string, not {name!r:.60}")
    if name not in catalogue():
        close = difflib.get_close_matches(name, catalogue(), n=1)
        guess = f"did you mean {close[0]!r}? " if close else ""
        raise BadInput(f"no question {name!r}; {guess}run stepgraph questions for the list")
    return catalogue()[name]


def python_columns(name: str) -> dict[str, type]:
    """The question's columns with their types in Python. Raises BadInput if there is none."""
    return {column.name: PYTHON_TYPES[column.type] for column in find(name).columns}


def _check_parameters(question: Question, parameters: Mapping[str, Any]) -> None:
    fields = {field.name: field for field in question.parameters if field.name != "as_of"}
    if "as_of" in parameters:
        raise BadInput("as_of is no parameter of -p; give it with --as-of TIME")
    if extra := sorted(parameters.keys() - fields.keys()):
        raise BadInput(
            f"{question.name} has no parameter {extra[0]!r}; its parameters are"
            f" {', '.join(fields) or 'none'}"
        )
    if missing := [name for name in fields if name not in parameters]:
        field = fields[missing[0]]
        raise BadInput(f"{question.name} needs {field.name} ({field.type}); give it with"
                       f" -p {field.name}=…")  # fmt: skip
    for name, field in fields.items():
        _check_type(field, parameters[name])


def _check_type(field: Field, value: Any) -> None:
    if not isinstance(value, PYTHON_TYPES[field.type]) or isinstance(value, bool):
        raise BadInput(f"{field.name} must be {field.type}, not {str(value)[:40]!r}")
    if isinstance(value, int) and not -(2**63) <= value < 2**63:
        raise BadInput(f"{field.name} must be {field.type}; {value} does not fit in 64 bits")
    if isinstance(value, str):
        try:
            checked_name(value, role=f"the {field.name}")
        except ValueError as error:
            raise BadInput(str(error)) from error


def _check_exists(
    question: Question, parameters: Mapping[str, Any], *, store: Store, as_of: datetime | None
) -> None:
    """Raise if the document, step, entity or place that the question names is not there."""
    if "document" not in parameters:
        return
    document, moment = parameters["document"], as_of or LATEST

    def look_up(name: str) -> list[Row]:
        return store.ask(catalogue()[name].cypher, {"document": document, "as_of": moment})

    reading = look_up("reading")
    if not reading and store.ask(statement("read/document"), {"document": document}):
        find_reading(document, store=store, as_of=as_of)  # raises: it knows why none holds
    if not reading:
        when = f" at {as_of}" if as_of else ""
        raise UnknownDocument(
            f"no document {document!r} in the store{when}; run stepgraph documents for the list"
        )
    if "step" in parameters:
        (field,) = (field for field in question.parameters if field.name == "step")
        _check_step(
            parameters["step"],
            first=int(field.note[0]),
            n_steps=reading[0]["n_steps"],
            document=document,
        )
    if "entity" in parameters:
        entity, names = parameters["entity"], [row["entity"] for row in look_up("entities")]
        if entity not in names:
            tracked = name_list(dict.fromkeys(names))
            raise BadInput(f"{entity!r} is not tracked in {document!r}; tracked are {tracked}")
    if "location" in parameters:
        location, names = parameters["location"], [row["location"] for row in look_up("places")]
        if location not in names:
            places = name_list(dict.fromkeys(names))
            raise BadInput(f"{location!r} is no place in {document!r}; places are {places}")


def _check_step(step: int, *, first: int, n_steps: int, document: str) -> None:
    if not first <= step <= n_steps:
        before = " (0 is before step 1)" if first == 0 else ""
        raise BadInput(f"{document!r} has steps 1 to {n_steps}{before}, not {step}")


def _read_integer(name: str, text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise BadInput(f"{name} must be a whole number, not {text[:40]!r}") from None


def _read_real(name: str, text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise BadInput(f"{name} must be a number, not {text[:40]!r}") from None


def _parse(name: str, text: str) -> Question:
    parts: dict[str, list[str]] = {}
    label = ""
    for line in text.splitlines():
        if not line.startswith("//"):
            break
        head = re.fullmatch(r"// (\w+): +(.*)", line)
        if head and head[1] in LABELS:
            label = head[1]
        parts.setdefault(label, []).append(
            head[2] if head and head[1] == label else line[2:].strip()
        )
    if tuple(parts) != LABELS:
        raise ValueError(f"questions/{name}.cypher needs the header lines {', '.join(LABELS)}")
    header = {key: " ".join(lines) for key, lines in parts.items()}
    return Question(
        name,
        header["question"],
        _fields(name, header["parameters"]),
        _fields(name, header["columns"]),
        header["rows"],
        header["source"],
        text,
    )


def _fields(name: str, text: str) -> tuple[Field, ...]:
    """``$a STRING (a note, with commas), $b INT64`` → its fields."""
    fields = []
    for part in re.split(r",\s+(?![^(]*\))", text):
        match = _FIELD.fullmatch(part)
        if match is None:
            raise ValueError(f"questions/{name}.cypher: {part!r} is not 'name TYPE (note)'")
        fields.append(Field(match["name"], match["type"], bool(match["null"]), match["note"] or ""))
    return tuple(fields)
