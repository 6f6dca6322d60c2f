"""Fields of a ticket in plain text, with a gap between name and value: "PARTS   1 belt"."""

from __future__ import annotations

import re

__all__ = ["with_form_fields"]

_FIELD = re.compile(r"^(?P<name>[A-Z][A-Z -]{2,14}[A-Z])(?P<gap> {2,})(?=\S)", re.MULTILINE)
_KNOWN = frozenset(
    "ASSET ASSIGNED DATE LOCATION MACHINE MATERIALS NUMBER PARTS PRIORITY REPORTED STATUS SUBJECT"
    " TICKET TITLE TOOLS".split()
)
_FEWEST = 4  # fields of a form


def with_form_fields(text: str) -> str:
    """Return the text, in as many characters, with a colon after the names of such fields.

    A form has four of them or more, two with a name that forms have.
    """
    names = [match["name"] for match in _FIELD.finditer(text)]
    is_form = len(set(names)) >= _FEWEST and len(_KNOWN.intersection(names)) > 1
    if not is_form:
        return text
    return _FIELD.sub(lambda field: f"{field['name']}:{field['gap'][1:]}", text)
