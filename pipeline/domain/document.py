"""A document and its parts, in the form that every later stage uses; no spaCy types.

Offsets count Unicode code points of Python strings. Spans are half-open, ``[start, end)``.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import astuple, dataclass, field
from datetime import datetime

__all__ = [
    "MAX_NAME_LENGTH",
    "MAX_WORDS",
    "AnnotatedDocument",
    "Document",
    "Entity",
    "Material",
    "Mention",
    "Step",
    "Token",
    "checked_name",
]

MAX_NAME_LENGTH = 1_000  # Neo4j refuses to index much longer strings
MAX_WORDS = 50_000  # of a document that is read, unless the settings say otherwise


def checked_name(name: str, *, role: str) -> str:
    """Return ``name`` if it can be stored; raise ValueError naming its ``role`` if it cannot."""
    if not name.strip():
        raise ValueError(f"{role} is empty; give it a name")
    if "\0" in name:
        raise ValueError(f"{role} {name[:40]!r} contains a NUL character; remove it")
    if len(name) > MAX_NAME_LENGTH:
        raise ValueError(
            f"{role} {name[:40]!r}… has {len(name)} characters; at most {MAX_NAME_LENGTH} are kept"
        )
    try:
        name.encode()
    except UnicodeEncodeError as error:
        raise ValueError(f"{role} {name[:40]!r} is not valid Unicode: {error.reason}") from error
    return name


@dataclass(frozen=True, slots=True)
class Step:
    """One tick of time; ``text`` begins at ``char_start`` of the document's text.

    ``number`` counts from 1. ``starts_at`` and ``ends_at`` are clock times (naive UTC) where the
    document gives them. ``label`` is the heading that it stands under ("For the filling"),
    ``alternative`` what may be done instead ("or steam it").
    """

    number: int
    text: str
    char_start: int
    starts_at: datetime | None = None
    ends_at: datetime | None = None
    label: str | None = None
    alternative: str | None = None

    @property
    def done_at(self) -> datetime | None:
        """The clock time at which the state after the step holds: its end, else its start."""
        return self.ends_at or self.starts_at


@dataclass(frozen=True, slots=True)
class Material:
    """An entry of a list of ingredients, reagents or tools: "2 cups flour, sifted".

    ``amount`` and ``unit`` are as written ("1 1/2", "cups"), ``note`` is what stands after a comma
    or in parentheses. All but the name may be missing.
    """

    name: str
    amount: str | None = None
    unit: str | None = None
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Entity:
    """A thing to track. ``name`` is as given ("water; H2O"), ``aliases`` its synonyms.

    There is always at least one alias; "water; H2O" is found under either of its two.
    """

    name: str
    aliases: tuple[str, ...]

    @classmethod
    def parse(cls, name: str) -> Entity:
        """Read ProPara's notation, synonyms separated by ``;``. Raises ValueError if unusable."""
        checked_name(name, role="the entity")
        aliases = tuple(dict.fromkeys(part.strip() for part in name.split(";") if part.strip()))
        if not aliases:
            raise ValueError(f"the entity {name!r} holds no name between its ';'")
        return cls(name, aliases)

    @classmethod
    def parse_all(cls, names: Iterable[str]) -> tuple[Entity, ...]:
        """Read a list of names. Raises ValueError if one is unusable or given twice."""
        entities: dict[str, Entity] = {}
        for name in names:
            entity = cls.parse(name)
            if entities.setdefault(name.strip(), entity) is not entity:
                raise ValueError(f"the entity {name!r} is given twice; give each once")
        return tuple(entities.values())


@dataclass(frozen=True, slots=True, repr=False)
class Document:
    """A source text with an id, cut into steps 1..n.

    ``entities`` is None when the input names none (they are then discovered) and otherwise the
    input's own list, used as it is. ``materials`` are what the text lists as needed.
    """

    id: str
    title: str
    text: str
    steps: tuple[Step, ...]
    source: str
    entities: tuple[Entity, ...] | None = None
    materials: tuple[Material, ...] = ()

    def __repr__(self) -> str:
        return f"Document(id={self.id!r}, title={self.title!r}, n_steps={self.n_steps})"

    @property
    def n_steps(self) -> int:
        return len(self.steps)

    @property
    def n_words(self) -> int:
        """Number of words in its steps, as white space divides them."""
        return sum(len(step.text.split()) for step in self.steps)

    @property
    def text_sha256(self) -> str:
        """Hash of the text alone: all readings of one version share it."""
        return hashlib.sha256(self.text.encode()).hexdigest()

    @property
    def fingerprint(self) -> str:
        """Hash of everything that a reading holds of its document.

        What a document does not have leaves no trace, so old fingerprints stay equal.
        """
        content: dict[str, object] = {
            "title": self.title,
            "text": self.text,
            "steps": [
                [step.text, step.char_start, _iso(step.starts_at), _iso(step.ends_at)]
                for step in self.steps
            ],
            "entities": None
            if self.entities is None
            else [entity.name for entity in self.entities],
        }
        if any(step.label or step.alternative for step in self.steps):
            content["labels"] = [[step.label, step.alternative] for step in self.steps]
        if self.materials:
            content["materials"] = [astuple(material) for material in self.materials]
        return hashlib.sha256(json.dumps(content, ensure_ascii=False).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Token:
    """One token of the document's text, with its lemma in lower case."""

    text: str
    lemma: str
    char_start: int
    char_end: int


@dataclass(frozen=True, slots=True)
class Mention:
    """A span of a step that refers to an entity; offsets are within that step's text."""

    step: int
    char_start: int
    char_end: int


@dataclass(frozen=True, slots=True)
class AnnotatedDocument:
    """A document with its tokens (by step) and the mentions of each tracked entity.

    ``tokens[i]`` are those of step i + 1, with offsets into the document's text.
    ``mentions[j]`` are those of ``entities[j]``, in order of appearance; there may be none.
    """

    document: Document
    tokens: tuple[tuple[Token, ...], ...]
    entities: tuple[Entity, ...]
    mentions: tuple[tuple[Mention, ...], ...] = field(default=())


def _iso(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()
