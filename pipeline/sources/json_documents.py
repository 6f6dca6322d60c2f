"""One JSON record → Document: our own fields, or a grid of ProPara.

Every function raises ValueError with one line, to which the caller adds the place in the file.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from pipeline.domain.document import Document, Entity, Material, Step, checked_name
from pipeline.sources.form_fields import with_form_fields
from pipeline.sources.plain_numbers import with_plain_numbers
from pipeline.sources.scripts import LIGATURES
from pipeline.sources.text_tables import with_tables
from pipeline.sources.two_columns import with_columns_apart
from pipeline.sources.wiki_text import with_wiki_marks
from pipeline.text.material_entries import parse_material
from pipeline.text.procedures import Part, split_procedures
from pipeline.text.steps import find_procedure

__all__ = ["document_from_record", "document_from_text", "documents_from_text", "record_id"]

_WHITE_SPACE = re.compile(r"[ \t\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]+")

Times = tuple[datetime | None, datetime | None]


def document_from_text(
    text: str,
    *,
    document_id: str,
    source: str,
    title: str | None = None,
    entities: tuple[Entity, ...] | None = None,
) -> Document:
    """Cut ``text`` into steps; the title is the text's own if it has one, else ``title``."""
    part = Part(None, _plain(text))
    return _document(part, document_id=document_id, source=source, title=title, entities=entities)


def documents_from_text(
    text: str,
    *,
    document_id: str,
    source: str,
    title: str | None = None,
    entities: tuple[Entity, ...] | None = None,
) -> list[Document]:
    """Cut ``text`` into procedures, and each into steps.

    The first document has the id and the source as given; a number follows those of the others:
    ``ID#2``. ``title`` is as in ``document_from_text``.
    """
    documents = []
    for number, part in enumerate(split_procedures(_plain(text)), start=1):
        fragment = f"#{number}" if number > 1 else ""
        documents.append(
            _document(
                part,
                document_id=checked_name(document_id + fragment, role="the id"),
                source=source + fragment,
                title=title,
                entities=entities,
            )
        )
    return documents


def document_from_record(
    record: object,
    *,
    fallback_id: str,
    source: str,
    entities: tuple[Entity, ...] | None = None,
) -> Document:
    """Read ``{id, title, text | steps, entities, times, materials}`` or a ProPara grid.

    Fields we do not know are ignored. ``entities`` are those of a record that names none.
    """
    if not isinstance(record, dict):
        raise ValueError(f'is {_kind(record)}, not an object; write {{"text": …}} on each line')
    if "sentence_texts" in record:
        record = _from_propara(record)
    document_id = record_id(record) or fallback_id
    title = _title(record)
    named = _entities(record)
    named = entities if named is None else named
    if record.get("steps") is None:
        if record.get("text") is None:
            raise ValueError("has neither 'text' nor 'steps'; give one of them")
        document = document_from_text(
            _text(record["text"], role="'text'"),
            document_id=document_id,
            source=source,
            entities=named,
        )
        document = replace(document, title=title or document.title)
    else:
        document = _document_from_steps(record, document_id, title, source, named)
    if record.get("materials") is not None:
        document = replace(document, materials=_materials(record["materials"]))
    return replace(document, steps=_timed(document.steps, record.get("times")))


def record_id(record: Mapping[str, Any]) -> str | None:
    """Return the record's own id, None without one. Raises ValueError if it cannot be stored."""
    own_id = record.get("para_id" if "sentence_texts" in record else "id")
    if own_id is None:
        return None
    if not isinstance(own_id, str | int) or isinstance(own_id, bool):
        raise ValueError(f"'id' is {_kind(own_id)}; make it a string")
    return checked_name(str(own_id), role="the id")


def _from_propara(record: Mapping[str, Any]) -> dict[str, Any]:
    para_id = record.get("para_id")
    return {
        "id": para_id,
        "title": record.get("title") or (None if para_id is None else f"ProPara {para_id}"),
        "steps": record["sentence_texts"],
        "entities": record.get("participants"),
    }


def _title(record: Mapping[str, Any]) -> str | None:
    title = record.get("title")
    if title is None:
        return None
    return checked_name(_text(title, role="'title'"), role="the title")


def _entities(record: Mapping[str, Any]) -> tuple[Entity, ...] | None:
    names = record.get("entities")
    if names is None:
        return None
    if not isinstance(names, list) or not names:
        raise ValueError("'entities' must be a list of names; leave it out to have them found")
    return Entity.parse_all(_text(name, role="an entity") for name in names)


def _document_from_steps(
    record: Mapping[str, Any],
    document_id: str,
    title: str | None,
    source: str,
    entities: tuple[Entity, ...] | None,
) -> Document:
    """Read steps that are strings, or objects with ``text`` and other fields of a step."""
    entries = record["steps"]
    if not isinstance(entries, list) or not entries:
        raise ValueError("'steps' must be a list of at least one sentence")
    texts, times, labels = [], [], []
    for number, entry in enumerate(entries, start=1):
        fields = entry if isinstance(entry, dict) else {"text": entry}
        words = _text(fields.get("text"), role=f"step {number}").strip()
        if not words:
            raise ValueError(f"step {number} is empty; write what is done, or leave it out")
        texts.append(words)
        labels.append(
            {name: _own_line(fields.get(name), role=name) for name in ("label", "alternative")}
        )
        times.append(_span(fields.get("starts_at"), fields.get("ends_at"), role=f"step {number}"))
    whole = _text(record["text"], role="'text'") if record.get("text") is not None else None
    text = "\n".join(texts) if whole is None else whole
    steps, position = [], 0
    for number, (words, (starts_at, ends_at)) in enumerate(zip(texts, times, strict=True), start=1):
        start = text.find(words, position)
        if start < 0:
            raise ValueError(f"step {number} is not in 'text' in this order; give only one of both")
        steps.append(Step(number, words, start, starts_at, ends_at, **labels[number - 1]))
        position = start + len(words)
    if any(time != (None, None) for time in times) and record.get("times") is not None:
        raise ValueError("gives clock times both in 'times' and in 'steps'; keep one of them")
    document = Document(document_id, title or document_id, text, tuple(steps), source, entities)
    return _on_one_line(document)


def _own_line(value: object, *, role: str) -> str | None:
    """Return the words of an optional field on one line."""
    return None if value is None else " ".join(_text(value, role=repr(role)).split()) or None


def _materials(entries: object) -> tuple[Material, ...]:
    """Read materials that are lines ("2 cups flour") or objects ``{name, amount, unit, note}``."""
    if not isinstance(entries, list):
        raise ValueError("'materials' must be a list; leave it out if there are none")
    materials = []
    for entry in entries:
        if isinstance(entry, dict):
            name, amount, unit, note = (
                _own_line(entry.get(key), role=key) for key in ("name", "amount", "unit", "note")
            )
            name = checked_name(name or "", role="the name of a material")
            material = Material(name, amount, unit, note)
        else:
            parsed = parse_material(_text(entry, role="a material"))
            if parsed is None:
                raise ValueError("a material is empty; write its name, or leave it out")
            material = parsed
        materials.append(material)
    return tuple(materials)


def _timed(steps: tuple[Step, ...], times: object) -> tuple[Step, ...]:
    if times is None:
        return steps
    if not isinstance(times, list) or len(times) != len(steps):
        size = f"{len(times)} entries" if isinstance(times, list) else _kind(times)
        raise ValueError(f"'times' has {size}, expected one for each of its {len(steps)} steps")
    timed = []
    for step, entry in zip(steps, times, strict=True):
        role = f"the time of step {step.number}"
        if isinstance(entry, list) and len(entry) != 2:
            raise ValueError(f"{role} has {len(entry)} entries, expected [start, end]")
        pair: Sequence[object] = entry if isinstance(entry, list) else (entry, None)
        starts_at, ends_at = _span(pair[0], pair[1], role=role)
        timed.append(replace(step, starts_at=starts_at, ends_at=ends_at))
    return tuple(timed)


def _span(start: object, end: object, *, role: str) -> Times:
    starts_at, ends_at = _moment(start, role=role), _moment(end, role=role)
    if starts_at and ends_at and ends_at < starts_at:
        raise ValueError(f"{role} ends at {end} before it starts at {start}; swap them")
    return starts_at, ends_at


def _moment(value: object, *, role: str) -> datetime | None:
    """Return a clock time as naive UTC; one without a zone counts as UTC."""
    if value is None:
        return None
    try:
        moment = datetime.fromisoformat(value) if isinstance(value, str) else None
        if moment is not None and moment.tzinfo is not None:
            moment = moment.astimezone(UTC).replace(tzinfo=None)
    except (ValueError, OverflowError):
        moment = None
    if moment is None:
        raise ValueError(f"{role} has {value!r:.60}, expected a time like 2026-05-01T09:30:00Z")
    return moment


def _on_one_line(document: Document) -> Document:
    """Return the document with every step on one line: white space in it becomes one space.

    So a step can be quoted in an answer. The text between the steps stays as it is, and every
    offset is that of the document's text.
    """
    parts: list[str] = []
    steps: list[Step] = []
    position = length = 0
    for step in document.steps:
        between, words = document.text[position : step.char_start], _WHITE_SPACE.sub(" ", step.text)
        position = step.char_start + len(step.text)
        parts += [between, words]
        length += len(between)
        steps.append(replace(step, text=words, char_start=length))
        length += len(words)
    text = "".join(parts) + document.text[position:]
    return replace(document, text=text, steps=tuple(steps))


def _text(value: object, *, role: str) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{role} is {_kind(value)}, not a string; put it in quotes")
    if fault := _fault(value):
        raise ValueError(f"{role} {fault}")
    return value


def _document(
    part: Part,
    *,
    document_id: str,
    source: str,
    title: str | None,
    entities: tuple[Entity, ...] | None,
) -> Document:
    procedure = find_procedure(part.text, title=part.title)
    if not procedure.steps:
        raise ValueError("holds no sentence; write at least one step")
    title = procedure.title or title or document_id
    steps, materials = procedure.steps, procedure.materials
    return _on_one_line(
        Document(document_id, title, procedure.text, steps, source, entities, materials)
    )


def _plain(text: str) -> str:
    """Return a text that can be stored, with lists for its tables and letters for ligatures."""
    if fault := _fault(text):
        raise ValueError(fault)
    words = with_plain_numbers(text.translate(LIGATURES))
    return with_tables(with_columns_apart(with_wiki_marks(with_form_fields(words))))


def _fault(text: str) -> str | None:
    """Return the reason why the text cannot be stored, None if it can."""
    if "\0" in text:
        return "holds a NUL character; remove it"
    try:
        text.encode()
    except UnicodeEncodeError as error:
        half = text[error.start]
        return f"holds half a surrogate pair, {half!r}; write the whole character"
    return None


def _kind(value: object) -> str:
    names = {dict: "an object", list: "a list", bool: "true or false", int: "a number"}
    names |= {float: "a number", str: "a string", type(None): "null"}
    return names.get(type(value), "something else")
