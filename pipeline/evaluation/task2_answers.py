"""The four questions of ProPara's task 2, answered from an action file.

Inputs and outputs read only the actions, conversions only the locations, moves both: the two
halves of a file may disagree, and the official scorers accept that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from pipeline.datasets.propara import ActionRow
from pipeline.errors import BadInput

__all__ = [
    "Answers",
    "Conversion",
    "EntityActions",
    "Move",
    "answer",
    "by_document",
    "largest_steps",
    "synonyms",
]

_NULL, _UNKNOWN = "null", "unk"  # how the official scorers spell '-' and '?' inside
_SPELLINGS = {"-": _NULL, "?": _UNKNOWN}

Earlier = Callable[[Sequence[str], int], Sequence[str]]


@dataclass(slots=True)
class EntityActions:
    """One entity of an action file: n + 1 locations and n actions."""

    locations: list[str]
    actions: list[str]


@dataclass(frozen=True, slots=True)
class Conversion:
    """Entities destroyed, entities created, their places (each joined by AND), and the step."""

    destroyed: str
    created: str
    locations: str
    step: int


@dataclass(frozen=True, slots=True)
class Move:
    entity: str
    before: str
    after: str
    step: int


@dataclass(frozen=True, slots=True)
class Answers:
    """The answers about one document; inputs and outputs are names, synonyms joined by OR."""

    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    conversions: tuple[Conversion, ...]
    moves: tuple[Move, ...]


def by_document(
    rows: Iterable[ActionRow], *, n_steps: Mapping[str, int] | None = None
) -> dict[str, dict[str, EntityActions]]:
    """Group rows by document and entity, both in order of appearance; the last row wins.

    A document has as many steps as ``n_steps`` says, by default the largest step of its rows.
    A missing row means action NONE and an unknown place. The place before counts at step 1 only.
    Step 0 overwrites the state before step 1 and, through Python's negative index, the last
    action: so does the official reader.
    """
    rows = list(rows)
    if n_steps is None:
        n_steps = largest_steps(rows)
    documents: dict[str, dict[str, EntityActions]] = {}
    for row in rows:
        if row.document not in n_steps:
            raise BadInput(f"paragraph {row.document} is not in the gold data; remove its rows")
        size = n_steps[row.document]
        if size == 0 or row.step > size:
            raise BadInput(
                f"{row.entity!r} of paragraph {row.document} has a row for step {row.step}, "
                f"but the paragraph has {size} steps"
            )
        entity = documents.setdefault(row.document, {}).setdefault(
            row.entity, EntityActions([_UNKNOWN] * (size + 1), ["NONE"] * size)
        )
        if row.step == 1:
            entity.locations[0] = _SPELLINGS.get(row.before, row.before)
        entity.locations[row.step] = _SPELLINGS.get(row.after, row.after)
        entity.actions[row.step - 1] = row.action
    return documents


def largest_steps(rows: Iterable[ActionRow]) -> dict[str, int]:
    largest: dict[str, int] = {}
    for row in rows:
        largest[row.document] = max(largest.get(row.document, 0), row.step)
    return largest


def synonyms(entity: str) -> str:
    """The phrase "water OR dew" for "water; dew"."""
    return " OR ".join(part.strip() for part in entity.split(";"))


def answer(
    entities: Mapping[str, EntityActions],
    *,
    earlier: Earlier = lambda actions, index: actions[:index],
    name: Callable[[str], str] = synonyms,
) -> Answers:
    """Answer the four questions about one document.

    ``earlier`` returns the actions that count as earlier than that of an index, ``name`` the
    spelling of an entity in answers: the rules of 2018 differ in both.
    """
    named = [(name(entity), track) for entity, track in entities.items()]
    return Answers(
        tuple(entity for entity, track in named if _is_input(track.actions, earlier)),
        tuple(entity for entity, track in named if _is_output(track.actions, earlier)),
        tuple(_conversions(named)),
        tuple(move for entity, track in named for move in _moves(entity, track)),
    )


def _is_input(actions: Sequence[str], earlier: Earlier) -> bool:
    """Destroyed, not created before, neither created nor moved after."""
    return any(
        action == "DESTROY"
        and "CREATE" not in earlier(actions, index)
        and not {"CREATE", "MOVE"} & set(actions[index + 1 :])
        for index, action in enumerate(actions)
    )


def _is_output(actions: Sequence[str], earlier: Earlier) -> bool:
    """Created, neither destroyed nor moved before, not destroyed after."""
    return any(
        action == "CREATE"
        and not {"DESTROY", "MOVE"} & set(earlier(actions, index))
        and "DESTROY" not in actions[index + 1 :]
        for index, action in enumerate(actions)
    )


_Named = Sequence[tuple[str, EntityActions]]


def _conversions(named: _Named) -> list[Conversion]:
    """Destroyed as others are created, at one step or (not at the last two) one step apart."""
    n_steps = len(named[0][1].actions) if named else 0
    conversions = []
    for step in range(1, n_steps + 1):
        created, destroyed = _created(named, step), _destroyed(named, step)
        if step < n_steps - 1 and bool(created) != bool(destroyed):
            created_next, destroyed_next = _created(named, step + 1), _destroyed(named, step + 1)
            if destroyed and not destroyed_next:
                created = _without(created_next, destroyed)
                if created:
                    conversions.append(_conversion(destroyed, created, created_next, step))
            elif created and not created_next:
                destroyed = _without(destroyed_next, created)
                if destroyed:
                    conversions.append(_conversion(destroyed, created, destroyed_next, step))
        elif created and destroyed:
            conversions.append(_conversion(destroyed, created, [], step))
    return conversions


_Placed = list[tuple[str, str]]  # entity and location


def _created(named: _Named, step: int) -> _Placed:
    return [
        (entity, track.locations[step])
        for entity, track in named
        if track.locations[step - 1] == _NULL and track.locations[step] != _NULL
    ]


def _destroyed(named: _Named, step: int) -> _Placed:
    return [
        (entity, track.locations[step - 1])
        for entity, track in named
        if track.locations[step - 1] != _NULL and track.locations[step] == _NULL
    ]


def _without(entities: _Placed, others: _Placed) -> _Placed:
    """Those whose name is not among the others', each name once."""
    left_out = {entity for entity, _ in others}
    return list({item[0]: item for item in entities if item[0] not in left_out}.values())


def _conversion(destroyed: _Placed, created: _Placed, also: _Placed, step: int) -> Conversion:
    """Join names and places; ``also`` are places of left-out entities, which the scorer keeps.

    The official scorer joins the places in the order of a Python set, which changes from run to
    run; ours are sorted.
    """
    places = {place for _, place in [*destroyed, *created, *also]}
    return Conversion(
        " AND ".join(entity for entity, _ in destroyed),
        " AND ".join(entity for entity, _ in created),
        " AND ".join(sorted(places)),
        step,
    )


def _moves(entity: str, track: EntityActions) -> list[Move]:
    """Action MOVE, or two different places in a row, whatever the action says."""
    return [
        Move(entity, before, after, step)
        for step, (action, before, after) in enumerate(
            zip(track.actions, track.locations, track.locations[1:], strict=False), start=1
        )
        if action == "MOVE" or (_NULL not in (before, after) and before != after)
    ]
