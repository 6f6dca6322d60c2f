"""Catalogue of the questions in ``cypher/questions/``: headers as data, checked parameters."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from pipeline.domain.document import checked_name
from pipeline.domain.name_keys import name_list
from pipeline.errors import BadInput, UnknownDocument
from pipeline.questions.question_files import PYTHON_TYPES, Field, Question, catalogue, find
from pipeline.questions.row_pages import RowsPage, rows_after
from pipeline.stores.read import find_reading
from pipeline.stores.statements import statement
from pipeline.stores.store import Row, Store
from pipeline.stores.transaction_time import LATEST

__all__ = [
    "PYTHON_TYPES",
    "Field",
    "Question",
    "ask",
    "ask_page",
    "catalogue",
    "find",
    "python_columns",
    "read_parameters",
]

MOST_DOCUMENTS = 100_000  # of a page


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
    return ask_page(name, parameters, store=store, as_of=as_of, limit=None).rows


def ask_page(
    name: str,
    parameters: Mapping[str, Any],
    *,
    store: Store,
    limit: int | None,
    after: str = "",
    as_of: datetime | None = None,
) -> RowsPage:
    """A page of the rows of a question: those of the first ``limit`` documents after an id.

    ``limit`` None is no limit. A question about one document has one page. All else is as in
    ``ask``.
    """
    question = find(name)
    _check_parameters(question, parameters)
    if question.is_across:
        _check_page(limit, after)
        page = rows_after(after, question, parameters, store=store, as_of=as_of, limit=limit)
    else:
        if after:
            raise BadInput(f"{name} is about one document and has one page; leave out after")
        rows = store.ask(question.cypher, {**parameters, "as_of": as_of or LATEST})
        page = RowsPage(rows, None)
    if not page.rows:
        _check_exists(question, parameters, store=store, as_of=as_of)
    return page


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


def python_columns(name: str) -> dict[str, type]:
    """The question's columns with their types in Python. Raises BadInput if there is none."""
    return {column.name: PYTHON_TYPES[column.type] for column in find(name).columns}


def _check_parameters(question: Question, parameters: Mapping[str, Any]) -> None:
    fields = {field.name: field for field in question.parameters if field.name != "as_of"}
    own = [field.name for field in question.own_parameters]
    if "as_of" in parameters:
        raise BadInput("as_of is no parameter of -p; give it with --as-of TIME")
    if extra := sorted(parameters.keys() - fields.keys()):
        raise BadInput(
            f"{question.name} has no parameter {extra[0]!r}; its parameters are"
            f" {', '.join(own) or 'none'}"
        )
    if missing := [name for name in own if name not in parameters]:
        field = fields[missing[0]]
        raise BadInput(f"{question.name} needs {field.name} ({field.type}); give it with"
                       f" -p {field.name}=…")  # fmt: skip
    for name, value in parameters.items():
        _check_type(fields[name], value)


def _check_page(limit: int | None, after: str) -> None:
    if limit is not None and not 1 <= limit <= MOST_DOCUMENTS:
        raise BadInput(f"the limit must be 1 to {MOST_DOCUMENTS:,} documents, not {limit}")
    if after:
        _check_text(after, role="after")


def _check_type(field: Field, value: Any) -> None:
    if not isinstance(value, PYTHON_TYPES[field.type]) or isinstance(value, bool):
        raise BadInput(f"{field.name} must be {field.type}, not {str(value)[:40]!r}")
    if isinstance(value, int) and not -(2**63) <= value < 2**63:
        raise BadInput(f"{field.name} must be {field.type}; {value} does not fit in 64 bits")
    texts = value if isinstance(value, list) else [value] if isinstance(value, str) else []
    for text in texts:
        if not isinstance(text, str):
            raise BadInput(f"{field.name} must be {field.type}, not {str(value)[:40]!r}")
        _check_text(text, role=f"the {field.name}")


def _check_text(text: str, *, role: str) -> None:
    try:
        checked_name(text, role=role)
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
