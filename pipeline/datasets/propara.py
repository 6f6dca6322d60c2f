"""ProPara's files ↔ our domain: grids (JSON lines) and action files (tab-separated).

ProPara writes ``-`` for NOWHERE and ``?`` for SOMEWHERE. A document's id is its ``para_id``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pipeline.datasets.recipes import grid_of_recipe, is_recipe
from pipeline.domain.document import Document, Entity, Step
from pipeline.domain.grid import Grid
from pipeline.errors import BadInput
from pipeline.logs import log

__all__ = [
    "SPLITS",
    "ActionRow",
    "action_rows",
    "extra_grids",
    "load_grids",
    "load_split",
    "numbered_lines",
    "parse_grid",
    "read_actions",
    "split_file",
    "whole_number",
    "write_actions",
]

SPLITS = ("train", "dev", "test")
ACTIONS = ("NONE", "CREATE", "MOVE", "DESTROY")
_NOWHERE = "-"
MOST_STEPS = 10_000  # a state of every step is held for every entity


@dataclass(frozen=True, slots=True)
class ActionRow:
    """The effect of one step on one entity; locations as written in the file.

    ``step`` counts from 1. ``before`` and ``after`` may be empty: existing, place not given.
    """

    document: str
    step: int
    entity: str
    action: str
    before: str
    after: str


def load_grids(path: Path) -> list[tuple[Document, Grid]]:
    """Read annotated grids, one JSON object a line; a line may hold a list of them.

    Recipes as `pipeline.datasets.recipes` describes them are read too. Steps are joined by one
    space. Where a participant occurs twice its last row counts, as in the official scorer, with
    a warning. Raises BadInput that names the line and the fix.
    """
    loaded: list[tuple[Document, Grid]] = []
    lines_by_id: dict[str, int] = {}
    for number, line in numbered_lines(path):
        if not line.strip():
            continue
        try:
            parsed = [parse_grid(record, source=f"{path}#{number}") for record in _records(line)]
        except (ValueError, TypeError) as error:
            raise BadInput(f"{path}, line {number}: {error}") from error
        for document, grid in parsed:
            if document.id in lines_by_id:
                raise BadInput(
                    f"{path}, line {number}: the id {document.id!r} is that of line "
                    f"{lines_by_id[document.id]} too; give each document its own"
                )
            lines_by_id[document.id] = number
            loaded.append((document, grid))
    if not loaded:
        raise BadInput(f"{path} holds no grid; expected one JSON object a line")
    return loaded


def parse_grid(record: Any, *, source: str) -> tuple[Document, Grid]:
    """Read one grid object; raises ValueError naming the field that does not fit."""
    if not isinstance(record, dict):
        raise ValueError(
            "expected a JSON object with para_id, sentence_texts, participants, states"
        )
    identity = record.get("para_id")
    if not isinstance(identity, str | int) or not str(identity).strip():
        raise ValueError("para_id is missing; give each grid an id")
    texts = _strings(record, "sentence_texts")
    if blank := [step for step, text in enumerate(texts, start=1) if not text.strip()]:
        raise ValueError(f"the text of step {blank[0]} is empty; leave the step out")
    rows = _rows_by_name(_strings(record, "participants"), record.get("states"), len(texts), source)
    entities = tuple(Entity.parse(name) for name in rows)
    document = Document(
        id=str(identity),
        title=_title(record) or f"ProPara {identity}",
        text=" ".join(texts),
        steps=tuple(_steps(texts)),
        source=source,
        entities=entities,
    )
    return document, Grid.from_texts(entities, list(rows.values()))


def _title(record: dict[str, Any]) -> str:
    title = record.get("title")
    return title.strip() if isinstance(title, str) else ""


def split_file(data: Path, split: str) -> Path:
    """Return the file of a split below the data folder. Raises BadInput if it does not exist."""
    if split not in SPLITS:
        raise BadInput(f"no split {split!r}; choose one of {', '.join(SPLITS)}")
    path = data / "grids" / f"grids.v1.{split}.json"
    if not path.is_file():
        raise BadInput(f"{path} does not exist; point --data at the folder that holds grids/")
    return path


def load_split(data: Path, split: str) -> list[tuple[Document, Grid]]:
    """Return the documents and gold grids of ``train``, ``dev`` or ``test``."""
    return load_grids(split_file(data, split))


def extra_grids(paths: Iterable[Path]) -> tuple[list[tuple[Document, Grid]], str | None]:
    """Return grids to learn from in addition to a data set, and their description for a checkpoint.

    There are none, and no description, without a file.
    """
    files = {path: load_grids(path) for path in paths}
    description = ", ".join(f"{path.name} ({len(grids)})" for path, grids in files.items())
    return [item for grids in files.values() for item in grids], description or None


def action_rows(document: Document, grid: Grid) -> list[ActionRow]:
    """Return one row for each entity and step, as in ProPara's action files."""
    return [
        ActionRow(
            document.id,
            step,
            track.entity.name,
            track.change_at(step).name,
            track.locations[step - 1].text,
            track.locations[step].text,
        )
        for track in grid.tracks
        for step in range(1, grid.n_steps + 1)
    ]


def read_actions(path: Path) -> list[ActionRow]:
    """Read an action file with the official scorer's checks; columns past the sixth are ignored.

    Raises BadInput that names the line, the fault and the fix. Step 0 is accepted, as it is by the
    official reader; paragraph ids are whole numbers.
    """
    rows = [_parse_row(line, path, number) for number, line in numbered_lines(path)]
    if not rows:
        raise BadInput(f"{path} is empty; expected a row an entity and step")
    return rows


def write_actions(path: Path, rows: Iterable[ActionRow]) -> None:
    """Write an action file; tabs and line ends inside a name or location become spaces."""
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for row in rows:
            cells = (row.document, str(row.step), row.entity, row.action, row.before, row.after)
            file.write("\t".join(_one_cell(cell) for cell in cells) + "\n")


def numbered_lines(path: Path) -> Iterator[tuple[int, str]]:
    """Yield numbered lines without their ends, which are only ``\\n``, ``\\r\\n`` and ``\\r``.

    A byte order mark, as spreadsheets write, is not part of the first.
    """
    try:
        with path.open(encoding="utf-8-sig") as file:
            for number, line in enumerate(file, start=1):
                yield number, line.rstrip("\r\n")
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise BadInput(f"{path} is not UTF-8 text; save it as UTF-8, not compressed") from error


def _records(line: str) -> list[Any]:
    try:
        content = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"not JSON ({error}); write each grid as one line") from error
    records = content if isinstance(content, list) else [content]
    return [grid_of_recipe(record) if is_recipe(record) else record for record in records]


def _parse_row(line: str, path: Path, number: int) -> ActionRow:
    where = f"{path}, line {number}:"
    if not line.strip():
        raise BadInput(f"{where} the line is blank; remove it")
    cells = line.split("\t")
    if len(cells) < 6:
        raise BadInput(
            f"{where} {len(cells)} columns, expected 6 separated by tabs: "
            "id, step, participant, action, location before, location after"
        )
    identity, step, entity, action, before, after = cells[:6]
    row = ActionRow(
        str(whole_number(identity, f"{where} the paragraph id")),
        whole_number(step, f"{where} the step"),
        entity,
        action,
        before,
        after,
    )
    if fault := _fault(row):
        raise BadInput(f"{where} {fault}")
    return row


def _fault(row: ActionRow) -> str | None:
    """Return the fault for which the official reader refuses a row, with the fix; None without."""
    if not 0 <= row.step <= MOST_STEPS:
        return f"the step is {row.step}; steps count from 1, and none is over {MOST_STEPS:,}"
    if row.action not in ACTIONS:
        return f"the action {row.action!r} is unknown; use one of {', '.join(ACTIONS)}"
    if row.action == "NONE":
        if row.before != row.after:
            return (
                f"NONE goes from {row.before!r} to {row.after!r}; "
                "give one location twice or another action"
            )
        return None
    if row.action == "CREATE" and row.before != _NOWHERE:
        return f"CREATE comes from {row.before!r}; its location before is '-'"
    if row.action == "DESTROY" and row.after != _NOWHERE:
        return f"DESTROY goes to {row.after!r}; its location after is '-'"
    if row.action != "CREATE" and row.before in ("", _NOWHERE):
        return f"{row.action} comes from {row.before!r}; give the place, or '?'"
    if row.action != "DESTROY" and row.after in ("", _NOWHERE):
        return f"{row.action} goes to {row.after!r}; give the place, or '?'"
    return None


def whole_number(text: str, role: str) -> int:
    try:
        return int(text)
    except ValueError as error:
        raise BadInput(f"{role} {text!r} is not a whole number") from error


def _strings(record: dict[str, Any], field: str) -> list[str]:
    values = record.get(field)
    if (
        not isinstance(values, list)
        or not values
        or not all(isinstance(value, str) for value in values)
    ):
        raise ValueError(f"{field} must be a list of at least one text")
    return values


def _rows_by_name(
    names: Sequence[str], states: Any, n_steps: int, source: str
) -> dict[str, list[str]]:
    if not isinstance(states, list) or len(states) != len(names):
        raise ValueError(f"states must be a list of {len(names)} rows, one a participant")
    rows: dict[str, list[str]] = {}
    for name, row in zip(names, states, strict=True):
        if not isinstance(row, list) or not all(isinstance(cell, str) for cell in row):
            raise ValueError(f"the states of {name!r} must be a list of texts")
        if len(row) != n_steps + 1:
            raise ValueError(
                f"{name!r} has {len(row)} states, expected {n_steps + 1}: "
                "one before the first step and one after each"
            )
        if name in rows:
            log.warning("%s: %r is given twice; its last row counts", source, name)
        rows[name] = row
    return rows


def _steps(texts: Sequence[str]) -> Iterator[Step]:
    start = 0
    for number, text in enumerate(texts, start=1):
        yield Step(number, text, start)
        start += len(text) + 1


def _one_cell(text: str) -> str:
    return text.translate({ord(end): " " for end in "\t\n\r"})
