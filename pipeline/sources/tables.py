"""A table as a list of steps or of materials; any other table holds data and is left out."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence

from pipeline.sources.outline import WARNING_WORDS, Outline
from pipeline.text.headings import is_component, section_of
from pipeline.text.material_entries import has_quantity, is_unit

__all__ = ["add_table", "is_header", "title_in"]

_ACTION = re.compile(
    r"(?:(?:the )?(?:actions?|instructions?|descriptions?|procedures?|tasks?|activity|directions?|"
    r"what to do|what (?:you|we|i) do|operations?|method|process)(?: \w+)?|"
    r"steps? (?:description|details?))\Z",
    re.IGNORECASE,
)
_STEP = re.compile(r"(?:steps?|stage)\Z", re.IGNORECASE)
_PHASE = re.compile(r"(?:tion|sion|ing|ment|hold|cycle)s?\Z", re.IGNORECASE)  # "denaturation"
_COUNTER = re.compile(r"(?:#|no\.?|nr\.?|number)\Z", re.IGNORECASE)
_SHORTEST_STEP = 3  # words a row, if only a column of numbers shows that the rows are steps
_NAME = re.compile(
    r"(?:ingredients?|materials?|reagents?|items?|components?|parts?|tools?|equipment|supplies|"
    r"chemicals?|solutions?|buffers?|names?|designations?|products?)(?: name)?"
    r"(?:\s*/\s*(?:parts?|tools?|materials?|items?))?\Z",
    re.IGNORECASE,
)
_AMOUNT = re.compile(
    r"(?:(?:amounts?|quantity|quantities|qty\.?|volumes?|weights?|mass|count|measure|pieces)"
    r"(?:\s*[(/\[].*|\s+(?:per|for|in|of|each)\b.*)?|how (?:many|much)\b.*|"
    r"per (?:plate|sample|batch|well|reaction|person|tray|bottle|flask))\Z",
    re.IGNORECASE,
)
_PORTIONS = re.compile(
    r"(?:(?:serves|for|makes)\s*)?\d{1,2}\s*(?:p|people|person|servings?|portions?)?\Z",
    re.IGNORECASE,
)
_LETTER = re.compile(r"[A-Z][.)]\s+")
_WARNS = re.compile(rf"\W*{WARNING_WORDS}s?\b", re.IGNORECASE)
_TOTAL = re.compile(r"(?:sub|grand )?total\b", re.IGNORECASE)
_MOSTLY = 0.8  # of the rows
_MOST_HEADERS = 4  # of one table
_LONGEST_BAND = 8  # words of a row that heads the rows below it
_DESCRIPTION = re.compile(r"(?:part |item )?description\Z", re.IGNORECASE)
_NAMED = "(?:recipe|dish|document|sop|procedure|protocol|method|test|task)"
_TITLE_KEY = re.compile(
    rf"(?:(?:(?:{_NAMED}\s+)?title|{_NAMED}\s+name)(?:(?:\s*:\s*|\s*\n)(?P<words>\S.*)|\s*:?)"
    r"|name\s*:\s*(?P<name>\S.*)|(?:name|recipe|dish)\s*:)\Z",
    re.IGNORECASE | re.DOTALL,
)
_UNIT = re.compile(r"units?(?: of measure)?\Z", re.IGNORECASE)
_NOTE = re.compile(
    r"(?:notes?|comments?|remarks?|purpose|supplier|source|stock|composition|storage|prep(?:aration)?|cat.*|"
    r"places?|locations?|where(?: (?:to find it|(?:it|they) (?:is|are|lives?|goes)|kept))?|kept in|"
    r"(?:(?:part|order|material)(?:\s*/\s*)?){1,2} (?:no\.?|number|#))\Z",
    re.IGNORECASE,
)
_DETAIL = re.compile(
    r"(?:time|duration|agitation|force|pressure|load|power|voltage|temp\.?|temperature|speed|rpm|"
    r"settings?|set (?:values?|points?)|limits?|target|key points?|volume|torque|how long|"
    r"should (?:be|read|show)|expected(?: \w+)?|when|"
    r"conditions?)(?:\s*[(/\[].*)?\Z",
    re.IGNORECASE,
)
_TIME = re.compile(r"(?:time|duration|how long)\b", re.IGNORECASE)
_REMARK = re.compile(r"(?:remarks?|notes?|comments?)\Z", re.IGNORECASE)
_SHORT_REMARK = re.compile(r"(?:remarks?|notes?|comments?|checks?)\Z", re.IGNORECASE)
_QUANTITY = re.compile(r"(?:amounts?|quantity|quantities|qty\.?)\Z", re.IGNORECASE)
_OTHER = re.compile(
    r"(?:pictures?|photos?|images?|figures?|illustrations?|initials?|sign(?:ature|ed)?|done|status|"
    r"check(?:ed)?|who|owner|assignee|responsible(?: person)?|rationale|reasons?|why|"
    r"(?:what )?you (?:should |will )?see|what (?:should )?happens?)(?: by)?\Z",
    re.IGNORECASE,
)
_LONGEST_AMOUNT = 2  # words
_LONGEST_REMARK = 7  # words, in brackets after a step
_NOTHING = re.compile(r"(?:NaN|<NA>|#N/A|Unnamed: \d+)\Z")  # of an empty cell, by some programs
_MEASURE = re.compile(r"°\s?[CF]|%|[kmµ][gGlLm]|cm|min|rpm|bar|kPa|kV|mA")
_BRACKETS = re.compile(r"\A\(([^()]*)\)\Z")
_UP_TO = re.compile(r"(?:up )?to\b|ad\b|q\.?\s?s\b", re.IGNORECASE)  # "water: to 50 µl"
_HEADED_UNIT = re.compile(r"[(/\[]\s*(?P<unit>[^)\]]+)")

Rows = Sequence[Sequence[str]]


def add_table(rows: Rows, outline: Outline) -> None:
    """Add the rows as items: steps get a number, materials a bullet. The first row is the header.

    A cell over several columns is there once for each of them.
    A table of steps has a column such as "Action" or "Instruction", or "Step" with words in it; a
    table of materials has one such as "Ingredient", "Reagent" or "Item", and one of amounts.
    """
    rows = [[_NOTHING.sub("", " ".join(value.split())) for value in row] for row in rows]
    for part in _parts(rows):
        _add_part(part, outline)


def _parts(rows: Rows) -> Iterator[Rows]:
    """Cut a table where a further header stands, as a sheet with several tables has them.

    Rows above the first header are facts.
    """
    headers = [order for order, row in enumerate(rows) if _is_header_row(row)]
    if headers in ([], [0]) or len(headers) > _MOST_HEADERS:
        yield rows
        return
    for first, end in itertools.pairwise([*headers, len(rows)]):
        yield rows[first:end]


def _is_header_row(row: Sequence[str]) -> bool:
    names = list(dict.fromkeys(filter(None, row)))
    return len(names) > 1 and all(map(is_header, names))


def _add_part(rows: Rows, outline: Outline) -> None:
    """Add a table with one header."""
    header, body = (rows[0], [row for row in rows[1:] if any(row)]) if rows else ([], [])
    body = [row for row in body if not (_is_one_cell(row) and _WARNS.match(row[0]))]
    if _column(header, _ACTION) is None and _column(header, _STEP) is None:
        body = _with_components(body)
    whole = body
    body = [_in_first_cell(row) if _is_one_cell(row) and not _is_band(row) else row for row in body]
    if not body:
        return
    is_announced = "materials" in map(section_of, outline.headings)
    name, amount = _name_column(header, body), _column(header, _AMOUNT)
    if name is None and amount is not None:
        name = 0 if header[0].lower() == "what" else _column(header, _DESCRIPTION)
    if name is None:
        name = _column_next_to_quantities(header, body, is_announced=is_announced)
    if name is not None and amount is None:
        amount = _column_of_quantities(header, body, name)
        amount = _column_of_counts(header, body) if amount is None else amount
        amount = _column(header, _PORTIONS) if amount is None else amount
        amount = _column_of_unit(header, body) if amount is None else amount
    describes = name is not None and _DESCRIPTION.match(header[name])
    action = None if describes else _action_column(header, body)
    if is_announced and not outline.in_list and (entries := _without_header(rows)):
        _add_items(entries, outline, first=None)
        return
    if outline.awaits_more_in_item:
        values = [_in_line(_with_units(row, header)) for row in body]
        outline.add_to_paragraph("; ".join(filter(None, values)))
    elif outline.in_list:
        return
    elif action is not None:
        details = [
            column
            for column, words in enumerate(header)
            if column != action
            and (
                _DETAIL.match(words)
                or (_SHORT_REMARK.match(words) and _are_short(body, column, _LONGEST_REMARK))
            )
        ]
        level = 2 if is_announced else 6  # steps are no materials
        _add_steps(whole, header, action, details, outline, level)
    elif name is not None and (
        amount is not None or len(header) < 3 or _only_notes(header, name) or is_announced
    ):
        if not is_announced:
            outline.begin_paragraph()
            outline.add("Materials:")
        unit, note = _column(header, _UNIT), _column(header, _REMARK)
        note = _column(header, _NOTE) if note is None else note
        headed = None if amount is None else _unit_of(header[amount])
        entries = []
        for row in body:
            if _is_band(row) or _TOTAL.match(_value(row, name)):
                continue
            number, _, preparation = _value(row, amount).partition(", ")  # "50 g, grated"
            quantity = [number, _value(row, unit)]
            if headed and quantity[0]:
                quantity.append(headed)
            amount_first = [*quantity, _value(row, name)]
            remarks = [preparation, _remark(_value(row, note))]
            if _UP_TO.match(quantity[0]) or not any(map(str.isnumeric, " ".join(quantity))):
                amount_first = [_value(row, name)]
                remarks.insert(0, " ".join(filter(None, quantity)))
            entry = " ".join(filter(None, amount_first))
            remark = "; ".join(filter(None, remarks))
            entries.append(f"{entry} ({remark})" if remark else entry)
        _add_items(entries, outline, first=None)


def _without_header(rows: Rows) -> list[str]:
    """Return the entries of two columns of amounts and names; none if there is a header."""
    body = [row for row in rows if any(row) and not _is_one_cell(row)]
    if not body or max(map(len, body)) != 2 or _is_header_row(body[0]):
        return []
    counts = [sum(has_quantity(row[column]) for row in body) for column in (0, 1)]
    amount = counts.index(max(counts))
    is_first_amount = has_quantity(body[0][amount])
    if 2 * max(counts) <= len(body) or not is_first_amount:
        return []
    return [" ".join(filter(None, [row[amount], row[1 - amount]])) for row in body]


def title_in(rows: Rows) -> str | None:
    """Return the title that a table of facts names: "Recipe name | Lentil soup", "Title: Wax"."""
    for row in rows:
        for name, below in zip(row, [*row[1:], ""], strict=True):
            key = _TITLE_KEY.match(name.strip())
            if key and (words := key["words"] or key["name"] or below):
                return " ".join(words.split())
    return None


def is_header(words: str) -> bool:
    """Return True if words can head a column of a table of steps or materials."""
    kinds = (_ACTION, _STEP, _COUNTER, _NAME, _AMOUNT, _UNIT, _NOTE, _DETAIL, _REMARK, _OTHER)
    return any(kind.match(words.strip()) for kind in kinds)


def _is_band(row: Sequence[str]) -> bool:
    """Return True for a row that heads those below it: one cell over the whole width."""
    return _is_one_cell(row) and len(row[0].split()) <= _LONGEST_BAND and row[0][-1] not in ".!"


def _with_components(body: list[Sequence[str]]) -> list[Sequence[str]]:
    """Return the rows with "Dough" or "For the icing" over the whole width, as a part of a recipe,
    if there are several, the first row is one and amounts follow each of them."""
    parts = [len(row) > 2 and not any(row[1:]) and is_component(row[0]) for row in body]
    have_amounts = all(
        any(map(str.isnumeric, "".join(below[1:])))
        for is_part, below in zip(parts, [*body[1:], []], strict=False)
        if is_part
    )
    if sum(parts) < 2 or not (parts[0] and have_amounts):
        return body
    return [[row[0]] * len(row) if part else row for row, part in zip(body, parts, strict=True)]


def _in_first_cell(row: Sequence[str]) -> list[str]:
    return [row[0]]  # the others count as empty


def _is_one_cell(row: Sequence[str]) -> bool:
    return len(row) > 1 and len(set(row)) == 1 and row[0] != ""


def _add_steps(
    body: Rows,
    header: Sequence[str],
    action: int,
    details: Sequence[int],
    outline: Outline,
    level: int,
) -> None:
    """Add the rows as steps, which are under a heading if a row heads them."""
    group: list[str] = []
    n_steps = 0
    bands = [_is_band(row) for row in body]
    is_headed = sum(bands) < len(body) / 2
    for row, band in zip([*body, []], [*bands, True], strict=True):
        if not (band and (is_headed or not row)):
            group.append(_step(row, header, action, details))
            continue
        _add_items(group, outline, first=n_steps + 1)
        n_steps += len(list(filter(None, group)))
        group = []
        if row:
            outline.begin_heading(level)
            outline.add(_LETTER.sub("", next(filter(None, row))))


def _remark(value: str) -> str:
    """A remark, but not the bare number of a catalogue, which would be taken for an amount."""
    return "" if value.isdigit() else value


def _with_units(row: Sequence[str], header: Sequence[str]) -> list[str]:
    """Return the cells of a row, numbers with the unit that is the whole header of their column."""
    return [
        f"{value} {name}"
        if value.replace(".", "").isdigit() and _MEASURE.fullmatch(name)
        else value
        for value, name in itertools.zip_longest(row[: len(header)], header, fillvalue="")
    ] + list(row[len(header) :])


def _in_line(row: Sequence[str]) -> str:
    """A row as a part of a step: "Denaturation (95 °C, 30 s)"."""
    first, *others = [_BRACKETS.sub(r"\1", value) for value in row if value.strip("–—- ")] or [""]
    return f"{first} ({', '.join(others)})" if others else first


def _step(row: Sequence[str], header: Sequence[str], action: int, details: Sequence[int]) -> str:
    """What is done, and in brackets for how long, how hot and the like: "Add it (1 h, 37 °C)"."""
    words = _value(row, action)
    if _is_one_cell(row):
        return words
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
    rows = (row for row in body if not _is_one_cell(row))
    return all(len(_value(row, column).split()) <= most_words for row in rows)


def _name_column(header: Sequence[str], body: Rows) -> int | None:
    """Return the first column of names, which is not one that counts the rows ("Item": 1, 2)."""
    named = [column for column, words in enumerate(header) if _NAME.match(words)]
    has_words = (
        column
        for column in named
        if any(map(str.isalpha, "".join(_value(row, column) for row in body if not _is_band(row))))
    )
    return next(has_words, None)


def _column_of_quantities(header: Sequence[str], body: Rows, name: int) -> int | None:
    """Return the first column of which every value is an amount: "4 g", "100 ml"."""
    for column, words in enumerate(header):
        is_other = column != name and not _NOTE.match(words) and not _DETAIL.match(words)
        rows = [row for row in body if not _is_band(row)]
        n_amounts = sum(_has_unit(_value(row, column)) for row in rows)
        are_amounts = n_amounts >= _MOSTLY * len(rows) > 0
        if is_other and are_amounts and _are_short(body, column, _LONGEST_AMOUNT):
            return column
    return None


def _column_next_to_quantities(
    header: Sequence[str], body: Rows, *, is_announced: bool
) -> int | None:
    """Return the first column if another is called "Amount" and holds amounts: it is that of the
    names then. Below "Ingredients" or the like it may have no header, and the second any; so it may
    where the others name how much is made, or one names the unit: "Volume (µl)"."""
    quantities = _column(header, _QUANTITY)
    if quantities is None and header[:1] == [""] and _only_notes(header[1:-1], -1):
        last = len(header) - 1
        quantities = last if _AMOUNT.match(header[last]) and _unit_of(header[last]) else None
    are_portions = all(words[:1].isdigit() for words in header[1:])  # "1x", "12x"
    if quantities is None and (is_announced or are_portions) and not header[0] and header[1:]:
        quantities = 1
    if not quantities or _DETAIL.match(header[0]) or _COUNTER.match(header[0]):
        return None
    rows = [row for row in body if not _is_band(row)]
    has_unit = _unit_of(header[quantities]) is not None
    n_amounts = sum(_has_amount(_value(row, quantities), bare=has_unit) for row in rows)
    n_names = sum(any(map(str.isalpha, row[0])) and not has_quantity(row[0]) for row in rows)
    return 0 if min(n_amounts, n_names) >= _MOSTLY * len(rows) > 0 else None


def _column_of_unit(header: Sequence[str], body: Rows) -> int | None:
    """Return the column of numbers that its unit heads, alone ("g") or with how much is made ("1
    reaction (µl)")."""
    column = next(
        (
            order
            for order, words in enumerate(header)
            if order and (_is_one_unit(words) or (words[:1].isdigit() and _unit_of(words)))
        ),
        None,
    )
    values = [_value(row, column) for row in body if not _is_band(row)]
    filled = [value for value in values if value]
    are_numbers = all(value[0].isdigit() for value in filled) and 2 * len(filled) >= len(values)
    return column if are_numbers else None


def _unit_of(header: str) -> str | None:
    """Return the unit that the header of a column of amounts names: "Amount (g)", or "g" alone."""
    headed = _HEADED_UNIT.search(header)
    return headed["unit"] if headed else header if _is_one_unit(header) else None


def _is_one_unit(words: str) -> bool:
    return " " not in words and is_unit(words)


def _column_of_counts(header: Sequence[str], body: Rows) -> int | None:
    """Return the column "#" or "No." if it holds amounts ("2", "1.2 m") that do not count rows."""
    column = _column(header, _COUNTER)
    values = [_value(row, column) for row in body]
    counts_rows = values == [str(number) for number in range(1, len(body) + 1)]
    return None if counts_rows or not all(map(has_quantity, values)) else column


def _has_unit(value: str) -> bool:
    return has_quantity(value) and any(map(str.isalpha, value))


def _has_amount(value: str, *, bare: bool) -> bool:
    """Return True for "2 ml", and for "2" in a column whose header has the unit."""
    return _has_unit(value) or (bare and value.replace(".", "").isdigit())


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
    actions = [column for column, words in enumerate(header) if _ACTION.match(words)]
    if actions:  # a header over two columns stands above the numbers too
        return max(actions, key=lambda column: (_n_words(body, column), -column))
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
    value = row[column] if column is not None and column < len(row) else ""
    return value if value.strip("–—-") else ""
