"""The node and relationship types of the store, from their declaration."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from pages.tables import as_code, as_markdown, table
from pipeline.stores.contents import TYPE_NAMES
from pipeline.stores.graph_schema import SCHEMA, Column

__all__ = ["meaning", "node_reference", "relationship_reference"]

# By type and property, else by property alone
MEANINGS: Mapping[str, str] = {
    "Store.schema_version": "version of this schema",
    "Store.id": "identity of the store, which the ledger knows",
    "Document.id": "the input's id, or its path below the folder (path#line in JSON lines,"
    " path#2 for the second procedure of a file)",
    "Document.title": "title of the newest reading",
    "Document.source": "path or URL of the newest reading",
    "Document.forgotten_at": "when it was forgotten",
    "Reading.id": "DOCUMENT:NUMBER",
    "Reading.number": "rises with every new reading of the document",
    "Reading.title": "title that was read",
    "Reading.source": "path or URL it was read from",
    "Reading.text": "text that was read",
    "Reading.text_sha256": "hash of the text",
    "Reading.entities_given": "whether the document named its entities",
    "Reading.model": "architecture, or gold for grids that were loaded",
    "Reading.checkpoint": "hash of the weights",
    "Reading.settings": "settings of the reading, as JSON",
    "Reading.n_steps": "number of steps",
    "Reading.recorded_from": "when it was stored",
    "Reading.recorded_until": "when it was closed; 9999-12-31 if it is open",
    "Step.number": "from 1",
    "Step.text": "sentence or list item",
    "Step.label": "heading that it stands under, if any",
    "Step.alternative": "what may be done instead, if the document gives it",
    "Material.name": "ingredient, reagent or tool that the document lists",
    "Material.amount": "amount as written, if any",
    "Material.unit": "unit as written, if any",
    "Material.note": "what stands after a comma or in parentheses, if anything",
    "Quantity.kind": "amount, count, duration, temperature, speed, concentration, length or other",
    "Quantity.text": "as written",
    "Quantity.value": "value in the unit; missing for words such as overnight",
    "Quantity.until": "other end of a range, if it is one",
    "Quantity.unit": "unit by its usual symbol; of a count, what is counted",
    "Quantity.base_value": "value in the base unit",
    "Quantity.base_until": "other end of a range in the base unit, else base_value again",
    "Quantity.base_unit": "unit that all quantities of the dimension share: s, °C, g, ml, mm …",
    "Quantity.char_start": "first character in the step's text; -1 in the list of materials",
    "Quantity.char_end": "end of the words, exclusive; -1 in the list of materials",
    "Step.char_start": "where it begins in the document's text",
    "Entity.name": "name",
    "Entity.aliases": "other names",
    "Concept.name": "a lemma, such as leaf",
    "Location.name": "the place, or ?",
    "Location.kind": "stated or somewhere",
    "MENTIONS.exists": "probability that the entity exists, for each state",
    "INSTANCE_OF.recorded_from": "set if a split began it",
    "INSTANCE_OF.recorded_until": "set if a split ended it",
    "ALIAS_OF.recorded_from": "when it was merged",
    "ALIAS_OF.recorded_until": "when the merge was undone; 9999-12-31 if it holds",
    "MEANS.concept": "the word that was split; it means the other concept in this document",
    "MEANS.recorded_from": "when it was split",
    "LOCATED_AT.probabilities": "probability of the location, for each state of the interval",
    "by": "who decided",
    "char_end": "end of the supporting words, exclusive; -1 if none",
    "char_start": "first character of the supporting words in that step's text; -1 if none",
    "destination": "location after the step",
    "ended_by": "who undid it",
    "ended_reason": "why it was undone",
    "ends_at": "clock time, if the document gives it",
    "evidence_step": "step of the supporting words; -1 if none",
    "from_step": "first state of the interval",
    "id": "id",
    "origin": "location before the step",
    "probability": "probability of the change",
    "reason": "why",
    "starts_at": "clock time, if the document gives it",
    "until_step": "end of the interval, exclusive",
}


def node_reference() -> str:
    """Return a table of all labels and their properties."""
    rows = [row for node in SCHEMA.nodes for row in _rows((node.name,), node.columns)]
    return table(["Label", "Property", "Type", "Meaning"], rows)


def relationship_reference() -> str:
    """Return a table of all relationship types, their ends and their properties."""
    rows = [
        row
        for edge in SCHEMA.edges
        for row in _rows((edge.name, f"{edge.source.node} → {edge.target.node}"), edge.columns)
    ]
    return table(["Type", "From → to", "Property", "Type", "Meaning"], rows)


def _rows(about: tuple[str, ...], columns: Iterable[Column]) -> Iterator[tuple[str, ...]]:
    """Yield a row for each property; the first row starts with what it is a property of."""
    first = about
    for column in columns:
        kind = TYPE_NAMES[column.type] + ("[]" if column.is_list else "")
        yield (*first, as_code(column.name), kind, as_markdown(meaning(about[0], column.name)))
        first = ("",) * len(about)
    if first is about:
        yield (*about, "", "", "")


def meaning(owner: str, name: str) -> str:
    """Return what a property of a label or relationship type holds; empty if that is unknown."""
    return MEANINGS.get(f"{owner}.{name}", MEANINGS.get(name, ""))
