"""The tables of a Parquet export and the types of an event log, from their declarations."""

from __future__ import annotations

from collections.abc import Mapping

from pages.schema import meaning
from pages.tables import as_code, as_markdown, table
from pipeline.exports.ocel_types import EVENT_TYPES, OBJECT_TYPES
from pipeline.exports.tables import TABLES
from pipeline.stores.contents import TYPE_NAMES

__all__ = ["event_type_reference", "object_type_reference", "table_reference"]

OWNERS = {  # where the graph schema has the property, by table or type of object
    "documents": "Reading",
    "steps": "Step",
    "entities": "Entity",
    "locations": "Location",
    "materials": "Material",
    "quantities": "Quantity",
    "presences": "LOCATED_AT",
    "document": "Reading",
    "step": "Step",
    "entity": "Entity",
    "material": "Material",
    "quantity": "Quantity",
}
SENTENCE = "text of that step"
MEANINGS: Mapping[str, str] = {
    "document": "id of the document",
    "documents.entities_given": "whether the document named its entities",
    "entities.exists": "probability that the entity exists, for each state",
    "locations.kind": "stated or somewhere",
    "presences.kind": "stated or somewhere",
    "states.kind": "stated, somewhere or nowhere",
    "states.state": "from 0, before step 1, to n",
    "states.location": "the place, or ?; empty if the entity does not exist",
    "states.probability": "probability of this location",
    "states.exists": "probability that the entity exists",
    "changes.change": "create, move or destroy",
    "changes.step": "step that makes the change",
    "quantities.step": "step that states it; empty in the list of materials",
    "quantities.material": "material whose amount it is, if any",
    "quantities.entity": "thing that it measures, if that is tracked",
    "quantities.char_start": "first character in the step's text; empty in the list of materials",
    "quantities.char_end": "end of the words, exclusive; empty in the list of materials",
    "quantities.sentence": SENTENCE,
    "entity": "name of the entity",
    "location": "the place, or ?",
    "sentence": SENTENCE,
    "evidence_step": "step of the supporting words; empty if none",
    "char_start": "first character of the supporting words in that step's text; empty if none",
    "char_end": "end of the words, exclusive; empty if none",
}
LOG_MEANINGS: Mapping[str, str] = {
    "document.name": "title",
    "document.clock": "ordinal, or document where the document times its steps",
    "document.clock_declaration": "a sentence on what the times of this document mean",
    "entity.aliases": "its names, divided by semicolons",
    "entity.location": "where it is: the place, ? if unstated, - if it does not exist",
    "entity.location_kind": "stated, somewhere or nowhere",
    "entity.location_probability": "probability of this location",
    "entity.location_sentence": SENTENCE,
    "sentence": SENTENCE,
    "step": "step that makes the change",
}


def table_reference() -> str:
    """Return the columns of all tables."""
    rows = []
    for name, declared in TABLES.items():
        first = as_code(f"{name}.parquet")
        for column in declared.columns:
            type = TYPE_NAMES[column.type] + ("[]" if column.is_list else "")
            empty = "yes" if column.optional else ""
            text = _first(MEANINGS, name, column.name) or meaning(OWNERS.get(name, ""), column.name)
            rows.append((first, as_code(column.name), type, empty, as_markdown(text)))
            first = ""
    return table(["File", "Column", "Type", "May be empty", "Meaning"], rows)


def object_type_reference() -> str:
    """Return the types of objects of an event log with their attributes."""
    return _log_reference("Object", OBJECT_TYPES)


def event_type_reference() -> str:
    """Return the attributes that all types of events have."""
    return _log_reference("Event", {" ".join(EVENT_TYPES): next(iter(EVENT_TYPES.values()))})


def _log_reference(heading: str, types: Mapping[str, Mapping[str, str]]) -> str:
    rows = []
    for name, attributes in types.items():
        first = ", ".join(as_code(type) for type in name.split())
        for attribute, type in attributes.items():
            plain = attribute.removeprefix("location_")
            text = _first(LOG_MEANINGS, name, attribute) or meaning(OWNERS.get(name, ""), plain)
            rows.append((first, as_code(attribute), type, as_markdown(text)))
            first = ""
    return table([heading, "Attribute", "Type", "Meaning"], rows)


def _first(meanings: Mapping[str, str], owner: str, name: str) -> str:
    return meanings.get(f"{owner}.{name}", meanings.get(name, ""))
