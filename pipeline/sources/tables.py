"""A table as a list of steps or of materials; any other table holds data and is left out."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.sources.outline import Outline
from pipeline.text.headings import section_of
from pipeline.text.material_entries import has_quantity

__all__ = ["add_table"]

_ACTION = re.compile(
    r"(?:(?:the )?(?:actions?|instructions?|descriptions?|procedures?|tasks?|activity|directions?|"
    r"what to do|operations?|method|process)(?: \w+)?|steps? (?:description|details?))\Z",
    re.IGNORECASE,
)
_STEP = re.compile(r"(?:steps?|stage)\Z", re.IGNORECASE)
_PHASE = re.compile(r"(?:tion|sion|ing|ment|hold|cycle)s?\Z", re.IGNORECASE)  # "denaturation"
_COUNTER = re.compile(r"(?:#|no\.?|nr\.?|number)\Z", re.IGNORECASE)
_SHORTEST_STEP = 3  # words a row, if only a column of numbers shows that the rows are steps
_NAME = re.compile(
    r"(?:ingredients?|materials?|reagents?|items?|components?|parts?|tools?|equipment|supplies|"
    r"chemicals?|solutions?|buffers?|names?|products?)(?: name)?\Z",
    re.IGNORECASE,
)
_AMOUNT = re.compile(
    r"(?:amounts?|quantity|quantities|qty\.?|volumes?|weights?|mass|count|measure|pieces)"
    r"(?:\s*[(/\[].*|\s+(?:per|for|in|of|each)\b.*)?\Z",
    re.IGNORECASE,
)
_UNIT = re.compile(r"units?(?: of measure)?\Z", re.IGNORECASE)
_NOTE = re.compile(
    r"(?:notes?|comments?|remarks?|purpose|supplier|source|composition|storage|cat.*|"
    r"part (?:no\.?|number|#))\Z",
    re.IGNORECASE,
)
_DETAIL = re.compile(
    r"(?:time|duration|force|pressure|load|power|voltage|temp\.?|temperature|speed|rpm|"
    r"settings?|key points?|volume|torque|how long|conditions?)(?:\s*[(/\[].*)?\Z",
    re.IGNORECASE,
)
_TIME = re.compile(r"(?:time|duration|how long)\b", re.IGNORECASE)
_REMARK = re.compile(r"(?:remarks?|notes?|comments?)\Z", re.IGNORECASE)
_LONGEST_AMOUNT = 2  # words
_LONGEST_REMARK = 4  # words, in brackets after a step
_BRACKETS = re.compile(r"\A\(([^()]*)\)\Z")
_UP_TO = re.compile(r"(?:up )?to\b|ad\b|q\.?\s?s\b", re.IGNORECASE)  # "water: to 50 µl"
_HEADED_UNIT = re.compile(r"[(/\[]\s*(?P<unit>[^)\]]+)")

Rows = Sequence[Sequence[str]]


def add_table(rows: Rows, outline: Outline) -> None:
    """Add the rows as items: steps get a number, materials a bullet. The first row is the header.

    A table of steps has a column such as "Action" or "Instruction", or "Step" with words in it; a
    table of materials has one such as "Ingredient", "Reagent" or "Item", and one of amounts.
    """
    rows = [[" ".join(value.split()) for value in row] for row in rows]
    header, body = (rows[0], [row for row in rows[1:] if any(row)]) if rows else ([], [])
    if not body:
        return
    name, amount = _column(header, _NAME), _column(header, _AMOUNT)
    if name is not None and amount is None:
        amount = _column_of_quantities(header, body, name)
        amount = _column_of_counts(header, body) if amount is None else amount
    action = _action_column(header, body)
    is_announced = "materials" in map(section_of, outline.headings)
    if outline.awaits_more_in_item:
        outline.add_to_paragraph("; ".join(filter(None, map(_in_line, body))))
    elif outline.in_list:
        return
    elif action is not None:
        details = [
            column
            for column, words in enumerate(header)
            if column != action
            and (
                _DETAIL.match(words)
                or (_REMARK.match(words) and _are_short(body, column, _LONGEST_REMARK))
            )
        ]
        _add_items([_step(row, header, action, details) for row in body], outline, first=1)
    elif name is not None and (
        amount is not None or len(header) < 3 or _only_notes(header, name) or is_announced
    ):
        if not is_announced:
            outline.begin_paragraph()
            outline.add("Materials:")
        unit, note = _column(header, _UNIT), _column(header, _REMARK)
        note = _column(header, _NOTE) if note is None else note
        headed = _HEADED_UNIT.search(header[amount]) if amount is not None else None
        entries = []
        for row in body:
            number, _, preparation = _value(row, amount).partition(", ")  # "50 g, grated"
            quantity = [number, _value(row, unit)]
            if headed and quantity[0]:
                quantity.append(headed["unit"])
            amount_first = [*quantity, _value(row, name)]
            remarks = [preparation, _remark(_value(row, note))]
            if _UP_TO.match(quantity[0]) or not any(map(str.isnumeric, " ".join(quantity))):
                amount_first = [_value(row, name)]
                remarks.insert(0, " ".join(filter(None, quantity)))
            entry = " ".join(filter(None, amount_first))
            remark = "; ".join(filter(None, remarks))
            entries.append(f"{entry} ({remark})" if remark else entry)
        _add_items(entries, outline, first=None)


def _remark(value: str) -> str:
    """A remark, but not the bare number of a catalogue, which would be taken for an amount."""
    return "" if value.isdigit() else value


def _in_line(row: Sequence[str]) -> str:
    """A row as a part of a step: "Denaturation (95 °C, 30 s)"."""
    first, *others = [_BRACKETS.sub(r"\1", value) for value in row if value] or [""]
    return f"{first} ({', '.join(others)})" if others else first


def _step(row: Sequence[str], header: Sequence[str], action: int, details: Sequence[int]) -> str:
    """What is done, and in brackets for how long, how hot and the like: "Add it (1 h, 37 °C)"."""
    words = _value(row, action)
    values = []
    for column in details:
        value, unit = _value(row, column), _HEADED_UNIT.search(header[column])
        if any(map(str.isalnum, value)):
            is_bare = unit is not None and value.replace(".", "").isdigit()
            values.append(f"{value} {unit['unit']}" if unit is not None and is_bare else value)
    if not words or not values:
        return words
    end = "." if words.endswith(".") else ""
    return f"{words.removesuffix('.')} ({', '.join(values)}){end}"


def _are_short(body: Rows, column: int, most_words: int) -> bool:
    return all(len(_value(row, column).split()) <= most_words for row in body)


def _column_of_quantities(header: Sequence[str], body: Rows, name: int) -> int | None:
    """Return the first column of which every value is an amount: "4 g", "100 ml"."""
    for column, words in enumerate(header):
        is_other = column != name and not _NOTE.match(words) and not _DETAIL.match(words)
        are_amounts = all(_has_unit(_value(row, column)) for row in body)
        if is_other and are_amounts and _are_short(body, column, _LONGEST_AMOUNT):
            return column
    return None


def _column_of_counts(header: Sequence[str], body: Rows) -> int | None:
    """Return the column "#" or "No." if it holds amounts ("2", "1.2 m") that do not count rows."""
    column = _column(header, _COUNTER)
    values = [_value(row, column) for row in body]
    counts_rows = values == [str(number) for number in range(1, len(body) + 1)]
    return None if counts_rows or not all(map(has_quantity, values)) else column


def _has_unit(value: str) -> bool:
    return has_quantity(value) and any(map(str.isalpha, value))


def _only_notes(header: Sequence[str], name: int) -> bool:
    """Return True if all columns but the name's hold remarks, such as a supplier."""
    others = (words for column, words in enumerate(header) if column != name)
    return all(_NOTE.match(words) or _UNIT.match(words) for words in others)


def _add_items(items: Sequence[str], outline: Outline, *, first: int | None) -> None:
    outline.open_list(first=first)
    for words in filter(None, items):
        outline.begin_item()
        outline.add(words)
    outline.close_list()


def _action_column(header: Sequence[str], body: Rows) -> int | None:
    """Return the column of what is done: the one called so, else words under or after "Step".

    Numbered rows ("No."), and rows with a name, are steps if they are sentences; else they are
    things or settings.
    """
    if (action := _column(header, _ACTION)) is not None:
        return action
    step, counter = _column(header, _STEP), _column(header, _COUNTER)
    words = [_value(row, step) for row in body]
    are_phases = 2 * sum(_PHASE.search(each) is not None for each in words) > len(words)
    if step is not None and any(len(each.split()) > 1 for each in words) and not are_phases:
        return step
    if step is None and counter is None:
        return None
    others = [column for column in range(len(header)) if column not in (step, counter)]
    named = [column for column in others if not _DETAIL.match(header[column])]
    widest = max(named or others, key=lambda column: _n_words(body, column), default=None)
    is_named = step is not None and any(each.replace(" ", "").isalpha() for each in words)
    is_timed = (
        step is None and _column(header, _TIME) is not None and _column(header, _AMOUNT) is None
    )
    if (
        (step is None or is_named)
        and not is_timed
        and widest is not None
        and not _has_sentences(body, widest)
    ):
        return None
    return widest


def _has_sentences(body: Rows, column: int) -> bool:
    n_closed = sum(_value(row, column).endswith((".", "!")) for row in body)
    return 2 * n_closed >= len(body) or _n_words(body, column) >= _SHORTEST_STEP * len(body)


def _n_words(body: Rows, column: int) -> int:
    return sum(len(_value(row, column).split()) for row in body)


def _column(header: Sequence[str], pattern: re.Pattern[str]) -> int | None:
    return next((order for order, name in enumerate(header) if pattern.match(name)), None)


def _value(row: Sequence[str], column: int | None) -> str:
    return row[column] if column is not None and column < len(row) else ""
