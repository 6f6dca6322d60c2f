"""The questions of ``cypher/questions/``: their headers as data, asked with checked parameters."""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from importlib.resources import files
from typing import Any

from pipeline.domain.document import checked_name
from pipeline.errors import BadInput, UnknownDocument
from pipeline.questions.cypher_guard import check_reading, check_shape, parameters_of
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
    "listed",
    "read_parameters",
    "read_value",
    "run_cypher",
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
SHOWN = 20  # names listed in a message
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
    found = (one for one in files("cypher").joinpath("questions").iterdir())
    texts = {
        one.name.removesuffix(".cypher"): one.read_text(encoding="utf-8")
        for one in found
        if one.name.endswith(".cypher")
    }
    return {name: _parse(name, texts[name]) for name in sorted(texts)}


def ask(
    name: str,
    parameters: Mapping[str, Any],
    *,
    store: Store,
    as_of: datetime | None = None,
) -> list[Row]:
    """Ask one question of the catalogue, as of a moment in naive UTC; LATEST by default.

    Raises BadInput for a question, parameter, entity, place or step that is not there, and
    UnknownDocument for such a document: no rows always means that nothing is so.
    """
    question = find(name)
    given = _checked(question, parameters)
    rows = store.ask(question.cypher, {**given, "as_of": as_of or LATEST})
    if not rows:
        _check_exists(question, given, store=store, as_of=as_of)
    return rows


def read_parameters(name: str, texts: Mapping[str, str]) -> dict[str, Any]:
    """Turn ``key=value`` texts into what the question's parameters need. Raises BadInput."""
    types = {field.name: field.type for field in find(name).parameters}
    return {
        key: _read_integer(key, text) if types.get(key) == "INT64" else text
        for key, text in texts.items()
    }


def read_value(text: str) -> Any:
    """A ``key=value`` text for a user's own Cypher: JSON where it is JSON, else the text itself."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def run_cypher(
    text: str,
    parameters: Mapping[str, Any],
    *,
    store: Store,
    as_of: datetime | None = None,
) -> list[Row]:
    """Run one reading statement of a user's own; ``$as_of`` is filled in where it is used.

    Raises BadInput for anything else: several statements, one that writes, a parameter missing or
    not used, and on the embedded engine the shape that it is known to answer wrongly.
    """
    check_reading(text)
    if store.engine == "ladybug":
        check_shape(text)
    given = {"as_of": as_of or LATEST, **parameters}
    used = parameters_of(text)
    if missing := sorted(used - given.keys()):
        raise BadInput(f"the Cypher needs ${missing[0]}; give it with -p {missing[0]}=…")
    if extra := sorted(parameters.keys() - used):
        raise BadInput(f"the Cypher does not use ${extra[0]}; leave it out")
    for name, value in parameters.items():
        _check_text(name, value)
    return store.ask(text, {name: given[name] for name in used})


def find(name: str) -> Question:
    if name not in catalogue():
        close = difflib.get_close_matches(name, catalogue(), n=1)
        guess = f"did you mean {close[0]!r}? " if close else ""
        raise BadInput(f"no question {name!r}; {guess}stepgraph questions lists them")
    return catalogue()[name]


def _checked(question: Question, parameters: Mapping[str, Any]) -> dict[str, Any]:
    fields = {field.name: field for field in question.parameters if field.name != "as_of"}
    if "as_of" in parameters:
        raise BadInput("as_of is not a parameter like the others; give it with --as-of TIME")
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
    return dict(parameters)


def _check_type(field: Field, value: Any) -> None:
    if not isinstance(value, PYTHON_TYPES[field.type]) or isinstance(value, bool):
        raise BadInput(f"{field.name} must be {field.type}, not {str(value)[:40]!r}")
    if isinstance(value, int) and not -(2**63) <= value < 2**63:
        raise BadInput(f"{field.name} must be {field.type}, {value} does not fit")
    if isinstance(value, str):
        try:
            checked_name(value, role=f"the {field.name}")
        except ValueError as error:
            raise BadInput(str(error)) from error


def _check_text(name: str, value: Any) -> None:
    """Refuse what an engine would refuse or cut, in a value however deep."""
    if isinstance(value, str):
        if "\0" in value:
            raise BadInput(f"-p {name} contains a NUL character; remove it")
        if any("\ud800" <= one <= "\udfff" for one in value):
            raise BadInput(f"-p {name} is not valid Unicode: it has half a surrogate pair")
    elif isinstance(value, Mapping):
        for key, one in value.items():
            _check_text(name, key)
            _check_text(name, one)
    elif isinstance(value, Sequence):
        for one in value:
            _check_text(name, one)


def _check_exists(
    question: Question, given: Mapping[str, Any], *, store: Store, as_of: datetime | None
) -> None:
    """Raise if what the question names is not there, so that no rows are an answer."""
    if "document" not in given:
        return
    document, moment = given["document"], as_of or LATEST

    def look_up(name: str) -> list[Row]:
        return store.ask(catalogue()[name].cypher, {"document": document, "as_of": moment})

    reading = look_up("reading")
    if not reading and store.ask(statement("read/document"), {"document": document}):
        find_reading(document, store=store, as_of=as_of)  # raises: it knows why none holds
    if not reading:
        when = f" at {as_of}" if as_of else ""
        raise UnknownDocument(
            f"no document {document!r} in the store{when}; stepgraph documents lists them"
        )
    if "step" in given:
        first = next(int(one.note[0]) for one in question.parameters if one.name == "step")
        _check_step(given["step"], first=first, n_steps=reading[0]["n_steps"], document=document)
    if "entity" in given:
        names = dict.fromkeys(row["entity"] for row in look_up("entities"))
        if given["entity"] not in names:
            raise BadInput(
                f"{given['entity']!r} is not tracked in {document!r}; tracked are {listed(names)}"
            )
    if "location" in given:
        names = dict.fromkeys(row["location"] for row in look_up("places"))
        if given["location"] not in names:
            raise BadInput(
                f"{given['location']!r} is no place in {document!r}; places are {listed(names)}"
            )


def _check_step(step: int, *, first: int, n_steps: int, document: str) -> None:
    if not first <= step <= n_steps:
        before = " (0 is before step 1)" if first == 0 else ""
        raise BadInput(f"{document!r} has steps 1 to {n_steps}{before}, not {step}")


def listed(names: Iterable[str]) -> str:
    """The names, comma-separated, cut after twenty."""
    every = list(names)
    more = f" and {len(every) - SHOWN} more" if len(every) > SHOWN else ""
    return (", ".join(every[:SHOWN]) + more) or "none"


def _read_integer(name: str, text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise BadInput(f"{name} must be a whole number, not {text[:40]!r}") from None


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
    found = []
    for part in re.split(r",\s+(?![^(]*\))", text):
        match = _FIELD.fullmatch(part)
        if match is None:
            raise ValueError(f"questions/{name}.cypher: {part!r} is not 'name TYPE (note)'")
        found.append(Field(match["name"], match["type"], bool(match["null"]), match["note"] or ""))
    return tuple(found)
