"""Lists of quantities, and other paragraphs whose lines are entries of a list."""

from __future__ import annotations

import re

from pipeline.text.action_verbs import acts
from pipeline.text.blocks import Block
from pipeline.text.entry_lists import amounts_first, ends_with_amount, ends_with_count
from pipeline.text.material_entries import has_quantity, is_group, parse_material
from pipeline.text.materials import entries_in_line, entries_of, names_amount, without_group
from pipeline.text.paragraph_forms import CLOSING

__all__ = [
    "VAGUE",
    "are_quantities",
    "entries_of_lists",
    "is_entry_line",
    "is_listing",
    "lists_of_quantities",
    "quantity_lists_among_steps",
    "without_group_lines",
]

VAGUE = re.compile(  # an entry without a number
    r"(?:an?|some|half|juice|zest|pinch|handful|knob|salt|pepper|oil|butter|water|sugar)\b"
    r"(?: \S+){0,7}\Z",
    re.IGNORECASE,
)
_NAMED = re.compile(r"\A\s*[A-Z][\w ]{1,20}: (?=\d)")  # a part of what is made, before its entries
_SIZE = re.compile(  # "2 tabs, 5 x 8 cm" is one entry
    r"\d[\d.,]*(?:\s?[x×]\s?\d[\d.,]*){0,2}\s?(?:cm|mm|m|in\.?|inch(?:es)?|ft)?"
)
_QUALITY = re.compile(  # of one thing: "butter, soft, cubed"
    r".*(?:ed|ing|ly|less|free)\Z|(?:optional|or|plus|more|extra|to|for|about|each|small|medium|large|"
    r"soft|cold|warm|hot|fresh|dry|ripe|raw|whole|plain|fine|coarse|thick|thin|white|black|brown|"
    r"red|green|yellow|sharp|blunt|flat|clean|sterile|new|old)\b.*",
    re.IGNORECASE,
)
_LONGEST_LINE = 1_000  # characters of a line of entries
_SLASHES = re.compile(r"\S / \S")
_LONGEST_IN_LINE = 6  # words of an entry between slashes
_SECOND_COLUMN = re.compile(r"(?<=\S)[ ]{3,}(?=[\d½¼¾][^\n]*[^\W\d]{3})")
_WRAPPED = re.compile(r",[ \t]*\n[ \t]*")  # a list in one line that is wrapped


def entries_of_lists(text: str, lists: list[Block]) -> list[str]:
    """The entries of the lists."""
    return [
        entry
        for block in lists
        for lines in [_lines(block.text(text))]
        for line in lines
        for entry in entries_in_line(line)
        or _entries(line, is_alone=len(lines) == 1 and block.kind == "paragraph")
    ]


def _lines(words: str) -> list[str]:
    """Return the lines; one that ends with a comma continues in the next, and amounts in a second
    column ("8 oz flour     4 oz butter") begin a line."""
    return _SECOND_COLUMN.sub("\n", _WRAPPED.sub(", ", words)).splitlines()


def is_listing(words: str) -> bool:
    """Return True if the lines of a paragraph are entries of a list, not sentences."""
    lines = _lines(words)
    is_open = not any(map(CLOSING.search, lines))
    are_entries = is_open and (len(lines) > 1 or has_quantity(lines[0]))
    return are_entries or _is_line_of_entries("\n".join(lines))


def without_group_lines(words: str) -> str:
    """Return an entry without the line right below it that heads the next ones."""
    lines = words.splitlines()
    while len(lines) > 1 and is_group(lines[-1]):
        lines.pop()
    return "\n".join(lines)


def quantity_lists_among_steps(text: str, body: list[Block]) -> list[Block]:
    """Return the bullets and paragraphs that are lists of quantities; none if all are."""
    chosen = lists_of_quantities(text, body)
    steps = [block for block in body if block.kind != "heading"]
    return chosen if len(chosen) < len(steps) else []


def lists_of_quantities(text: str, body: list[Block]) -> list[Block]:
    """The bullets and paragraphs that are lists of quantities, and what follows them below a line
    such as "To serve"."""
    runs: list[tuple[Block | None, list[Block]]] = []  # each with what stands above
    previous: Block | None = None
    bullets = [block for block in body if block.kind == "item" and not block.ordered]
    is_loose = 2 * sum(block.is_apart for block in bullets) > len(bullets)  # gaps mean nothing
    for block in body:
        if block.kind == "item" and not block.ordered:
            begins = previous is None or previous.kind != "item" or previous.ordered
            if begins or (block.is_apart and not is_loose):
                runs.append((previous, []))
            runs[-1][1].append(block)
        elif block.kind == "paragraph" and (
            block.lines > 1
            or (
                (previous is None or previous.kind == "heading") and is_entry_line(block.text(text))
            )
            or _are_all_quantities(block.text(text))
        ):
            runs.append((previous, [block]))
        previous = block
    chosen: list[Block] = []
    for above, run in runs:
        in_group = chosen != [] and above is not None and is_group(above.text(text))
        are_open = not any(CLOSING.search(block.text(text)) for block in run)
        if _is_quantity_list(text, run) or (in_group and are_open):
            chosen += run
    return chosen


def _is_quantity_list(text: str, run: list[Block]) -> bool:
    lines = [line for block in run for line in _lines(block.text(text))]
    return are_quantities(lines) or (len(lines) == 1 and is_entry_line(lines[0]))


def _entries(line: str, *, is_alone: bool) -> list[str]:
    """The entries of a line: several if most have an amount, or in a line that stands alone."""
    line = without_group(line)
    line = _NAMED.sub("", line, count=1) if _is_full_of_entries(line) else line
    parts = entries_of(line)
    is_last = has_quantity(parts[-1]) or VAGUE.match(parts[-1]) is not None
    is_list = 2 * sum(map(has_quantity, parts)) > len(parts) and is_last
    is_list = is_list and not any(map(_SIZE.fullmatch, parts))
    is_list = is_list or (is_alone and _is_line_of_entries(line)) or _are_bare_names(parts)
    is_list = is_list or _are_between_slashes(line)
    return parts if is_list else [line]


def _are_bare_names(parts: list[str]) -> bool:
    """Return True for three names or more of a word or two each: "cumin, salt, lemon"."""
    return len(parts) > 2 and all(
        len(part.split()) < 3 and part.replace(" ", "").isalpha() and not _QUALITY.fullmatch(part)
        for part in parts
    )


def _is_line_of_entries(words: str) -> bool:
    """Return True for one line of at least three short entries: "Beaker, tongs, a burner."."""
    parts = entries_of(words)
    return len(parts) > 2 and "\n" not in words and all(len(p.split()) < 6 for p in parts)


def _are_all_quantities(line: str) -> bool:
    """Return True for three entries or more with amounts first, and a unit: "1 bucket, 2 bricks, 2
    l oil"."""
    parts = entries_of(line) if len(line) <= _LONGEST_LINE else []
    if len(parts) < 3 or not all(map(has_quantity, parts)) or CLOSING.search(line):
        return False
    materials = map(parse_material, parts)
    return any(material is not None and material.unit is not None for material in materials)


def _are_between_slashes(line: str) -> bool:
    """Return True for "2 aubergines / 1 clove garlic, crushed / olive oil": short, with amounts."""
    parts = entries_of(line) if len(_SLASHES.findall(line)) > 1 else []
    are_short = all(len(part.split()) <= _LONGEST_IN_LINE for part in parts)
    are_entries = are_short and not any(CLOSING.search(part) or acts(part) for part in parts)
    return len(parts) > 2 and are_entries and 3 * sum(map(names_amount, parts)) > len(parts)


def is_entry_line(line: str) -> bool:
    """Return True for three entries or more, most with units: "1 cup oats, 1 cup milk, salt", or
    "sugar 200 g, lemons 2, water 2 l"; or between slashes."""
    if len(line) <= _LONGEST_LINE and _are_between_slashes(line):
        return True
    entries = amounts_first(entries_of(line)) if len(line) <= _LONGEST_LINE else []
    amounts = [names_amount(entry) for entry in entries]
    materials = [parse_material(entry) for entry, has in zip(entries, amounts, strict=True) if has]
    n_units = sum(material is not None and material.unit is not None for material in materials)
    bare = (entry for entry, has in zip(entries, amounts, strict=True) if not has)
    n_vague = sum(VAGUE.match(entry) is not None for entry in bare)
    return 2 < len(entries) == len(materials) + n_vague and 2 * n_units > len(entries)


def _is_full_of_entries(line: str) -> bool:
    """Return True for several entries in a line, most with amounts: "Icing: 2 eggs, 1 lemon"."""
    entries = entries_of(_NAMED.sub("", line, count=1))
    return len(entries) > 1 and 5 * sum(map(has_quantity, entries)) >= 4 * len(entries)


def are_quantities(lines: list[str]) -> bool:
    """Return True if most lines are entries with amounts, or one line is several of them."""
    if len(lines) == 1:
        lines = [entry for entry in entries_of(lines[0]) if "." not in entry.rstrip(".")]
        return len(lines) > 1 and all(map(has_quantity, lines))
    if lines and all(map(_is_full_of_entries, lines)):
        return True
    closed = sum(CLOSING.search(line) is not None for line in lines)
    headed = [line for line in lines if not is_group(line)]
    n_vague = sum(VAGUE.match(line) is not None for line in headed)
    n_begun = sum(map(has_quantity, headed))
    if not closed and 5 * n_begun >= 2 * len(headed) > 0 and n_begun + n_vague == len(headed):
        return True
    least = 2 if all(len(line.split()) < 4 for line in headed) else 3  # of five
    n_amounts = sum(map(names_amount, headed))
    if any(map(ends_with_amount, headed)):  # "jars 5" below "sugar 1 kg"
        n_amounts += sum(ends_with_count(line) and not names_amount(line) for line in headed)
    return 5 * n_amounts >= least * len(headed) > 5 * least * closed
