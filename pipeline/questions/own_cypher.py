"""A user's own Cypher: checked, run with its parameters, and refused with a reason."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from pipeline.errors import BadInput, QueryRefused
from pipeline.questions.cypher_errors import explained
from pipeline.questions.cypher_guard import check_procedures, check_reading, check_shape
from pipeline.questions.cypher_names import check_names
from pipeline.questions.cypher_tokens import parameters_of
from pipeline.questions.present import check_present
from pipeline.stores.store import Row, Store
from pipeline.stores.transaction_time import LATEST, OPEN_END

__all__ = ["read_value", "run_cypher"]


def read_value(text: str) -> Any:
    """Value of a ``key=value`` text for a user's own Cypher: JSON if it is JSON, else the text."""
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
    all_readings: bool = False,
) -> list[Row]:
    """Run one statement of a user's own that only reads.

    ``$as_of`` and ``$open_end`` (the end of readings that hold now) are filled in if they are used.

    Raises BadInput for several statements, for one that writes, for names that do not exist, for a
    parameter that is missing or not used, for anything that the engine refuses, on the embedded
    engine for a shape that it is known to answer wrongly, and, unless ``all_readings``, for a query
    that would count readings that no longer hold.
    """
    check_reading(text)
    check_procedures(text, engine=store.engine)
    if not store.answers_every_shape:
        check_shape(text)
    values = _values(text, parameters, as_of=as_of)
    check_names(text, store=store)
    if not all_readings:
        check_present(text, store=store)
    try:
        return store.ask(text, values)
    except QueryRefused as refusal:
        raise BadInput(explained(refusal.reason, text, engine=store.engine)) from refusal


def _values(text: str, parameters: Mapping[str, Any], *, as_of: datetime | None) -> dict[str, Any]:
    """Values of the parameters that the text uses."""
    used = parameters_of(text)
    if as_of is not None and "as_of" not in used:
        raise BadInput(
            "--as-of has no effect: the Cypher does not use $as_of; write"
            " WHERE r.recorded_from <= $as_of AND $as_of < r.recorded_until"
        )
    values = {"as_of": as_of or LATEST, "open_end": OPEN_END, **parameters}
    if missing := sorted(used - values.keys()):
        raise BadInput(f"the Cypher needs ${missing[0]}; give it with -p {missing[0]}=…")
    if extra := sorted(parameters.keys() - used):
        raise BadInput(f"the Cypher does not use ${extra[0]}; leave it out")
    for name, value in parameters.items():
        _check_text(name, value)
    return {name: values[name] for name in used}


def _check_text(name: str, value: Any) -> None:
    """Refuse text that an engine would refuse or cut, at any depth of a value."""
    if isinstance(value, str):
        if "\0" in value:
            raise BadInput(f"-p {name} contains a NUL character; remove it")
        if any("\ud800" <= character <= "\udfff" for character in value):
            raise BadInput(f"-p {name} is not valid Unicode: it has half a surrogate pair")
    elif isinstance(value, Mapping):
        for key, item in value.items():
            _check_text(name, key)
            _check_text(name, item)
    elif isinstance(value, Sequence):
        for item in value:
            _check_text(name, item)
