"""The recipe or guide that a page describes in data for search engines, and its outline.

Sites put it into ``<script type="application/ld+json">`` in the terms of schema.org, whatever their
pages look like: a ``Recipe`` with ``recipeIngredient`` and ``recipeInstructions``, a ``HowTo`` with
``supply``, ``tool`` and ``step``. See https://schema.org/Recipe and https://schema.org/HowTo.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from html import unescape
from operator import itemgetter
from typing import Any, Literal, TypeGuard

from bs4 import BeautifulSoup

from pipeline.sources.outline import Outline
from pipeline.sources.page_tree import parsed
from pipeline.text.headings import section_of

__all__ = ["DescribedProcedure", "described_procedure"]

Record = dict[str, Any]
Section = tuple[str, list[str]]  # a heading, empty if there is none, and the steps below it

_FEWEST_STEPS = 2  # one may be all of them in one breath, which the page itself divides better
_NESTED = re.compile(r"\(\(([^()]*)\),?\s*([^()]*)\)")  # "milk ((300 ml), warm)", of a plugin
_GROUP = re.compile(r"\d+\. (?P<words>[^\s.!?]+(?: [^\s.!?]+){0,6}?):?")
_EQUIPMENT = re.compile(r"(?:\w+ )?(?:equipment|tools|utensils)\W*", re.IGNORECASE)
_STEP = re.compile(r"step \d+\W*", re.IGNORECASE)
_CUT_OFF = ("…", "...")  # a summary, whose whole text is in the page
_BLOCKS = ["p", "li", "div", "br", "ol", "ul", "h2", "h3", "h4"]


@dataclass(frozen=True, slots=True)
class DescribedProcedure:
    """A procedure as data describe it."""

    name: str
    materials: tuple[tuple[str, tuple[str, ...]], ...]  # a heading, and the entries below it
    sections: tuple[Section, ...]

    @property
    def steps(self) -> list[str]:
        return [step for _, steps in self.sections for step in steps]

    def is_in(self, text: str) -> bool:
        """Return True if a text says all the steps, whatever its white space."""
        whole = "".join(text.split())
        return all("".join(step.split()) in whole for step in self.steps)

    def completed(self, page: str) -> DescribedProcedure:
        """Return the procedure with what a page has besides: labels, equipment.

        ``page`` is text in the notation of ``Outline``.
        """
        return replace(self._labelled(page), materials=(*self.materials, *_equipment(page)))

    def _labelled(self, page: str) -> DescribedProcedure:
        """Return the procedure with the headings under which a page has its steps, if there are
        several and the data have none."""
        if any(heading for heading, _ in self.sections):
            return self
        lines = page.splitlines()
        headings = list(itertools.accumulate(lines, _last_heading, initial=""))[1:]
        labels: list[str] = []
        place = 0
        for step in self.steps:
            places = (order for order in range(place, len(lines)) if step in lines[order])
            next_place = next(places, None)
            if next_place is None:
                return self
            place = next_place
            labels.append(headings[place])
        if len(set(labels)) < 2:
            return self
        grouped = itertools.groupby(zip(labels, self.steps, strict=True), key=itemgetter(0))
        return replace(
            self, sections=tuple((label, [step for _, step in steps]) for label, steps in grouped)
        )

    def outline(self, title: str) -> Outline:
        """Return an outline with a title, or with the procedure's own name if that is empty."""
        outline = Outline()
        _add_heading(title or self.name, outline, level=1)
        for heading, entries in self.materials:
            _add_heading(heading, outline, level=2)
            _add_list(entries, outline, first=None)
        _add_heading("Method", outline, level=2)
        first = 1  # numbers run on, since the sections are parts of one procedure
        for heading, steps in self.sections:
            _add_heading(heading or ("Method" if first > 1 else ""), outline, level=3)
            _add_list(steps, outline, first=first)
            first += len(steps)
        return outline


def _equipment(page: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the lists under "Equipment" and the like, which data of recipes lack."""
    lines = page.splitlines()
    for order, line in enumerate(lines):
        words = line.lstrip("#").strip()
        if line.startswith("#") and _EQUIPMENT.fullmatch(words):
            below = itertools.takewhile(lambda each: not each.startswith("#"), lines[order + 1 :])
            if entries := tuple(each[2:] for each in below if each.startswith("- ")):
                yield words, entries


def _last_heading(above: str, line: str) -> str:
    """Return the words of a heading, empty for "Method" and the like, or those of the one above."""
    marks, _, words = line.partition("# ")
    if item := _GROUP.fullmatch(line):  # "1. Make the rice", above items of its own
        return item["words"]
    if marks.strip("#") or not words or _STEP.fullmatch(words):
        return above
    return "" if section_of(words) == "procedure" else words.rstrip(": ")


def described_procedure(
    page: BeautifulSoup, *, kind: Literal["Recipe", "HowTo"]
) -> DescribedProcedure | None:
    """Return the one procedure of a kind that the page's data describe, in two or more steps."""
    described = {
        procedure.name: procedure
        for script in page.find_all("script", type="application/ld+json")
        for record in _records(script.get_text())
        if kind in _types(record) and len((procedure := _procedure(record)).steps) >= _FEWEST_STEPS
    }
    if len(described) != 1:
        return None
    (procedure,) = described.values()
    is_cut_off = any(step.endswith(_CUT_OFF) for step in procedure.steps)
    lacks = not procedure.materials or not all(steps for _, steps in procedure.sections)
    return None if is_cut_off or (lacks and kind == "Recipe") else procedure


def _procedure(record: Record) -> DescribedProcedure:
    ingredients = record.get("recipeIngredient", record.get("ingredients", record.get("supply")))
    lists = (("Ingredients", ingredients), ("Equipment", record.get("tool")))
    return DescribedProcedure(
        _name(record),
        tuple(
            (heading, entries)
            for heading, listed in lists
            if (entries := tuple(filter(None, map(_entry, _listed(listed)))))
        ),
        tuple(_sections(record.get("recipeInstructions", record.get("step")))),
    )


def _records(script: str) -> Iterator[Record]:
    """Yield every object in a script, of any depth; nothing if it is no JSON."""
    try:
        stack = [json.loads(script, strict=False)]
    except (ValueError, RecursionError):
        return
    while stack:
        value = stack.pop()
        if isinstance(value, dict):
            yield value
        if isinstance(value, dict | list):
            stack += value.values() if isinstance(value, dict) else value


def _types(record: Record) -> set[str]:
    """The types of an object: one name or several, as a word or as a URL."""
    return {str(name).rpartition("/")[2] for name in _listed(record.get("@type"))}


def _sections(instructions: object) -> Iterator[Section]:
    """Yield the steps in their order, by the headings that they stand under."""
    steps: list[str] = []
    for instruction in _flat(instructions, are_sections=True):
        if _is_section(instruction):
            if steps:
                yield "", steps
                steps = []
            yield _name(instruction), _steps(_flat(_parts(instruction)))
        else:
            steps += _steps([instruction])
    if steps:
        yield "", steps


def _flat(instructions: object, *, are_sections: bool = False) -> Iterator[Any]:
    """Yield what is in lists within lists, of any depth, and in sections unless they are kept."""
    stack = [instructions]
    while stack:
        value = stack.pop()
        if _is_section(value) and not are_sections:
            value = _parts(value)
        if isinstance(value, list):
            stack += reversed(value)
        else:
            yield value


def _parts(section: Record) -> list[Any]:
    keys = ("itemListElement", "steps", "step", "text")
    return next((parts for key in keys if (parts := _listed(section.get(key)))), [])


def _is_section(instruction: object) -> TypeGuard[Record]:
    return isinstance(instruction, dict) and bool(
        _types(instruction) & {"HowToSection", "ItemList"}
    )


def _steps(instructions: Iterable[object]) -> list[str]:
    steps: list[str] = []
    for instruction in instructions:
        if isinstance(instruction, dict):
            steps += filter(None, [_step(instruction)])
        else:
            steps += _lines(instruction)
    return steps


def _step(record: Record) -> str:
    """The text of a step with its title, without its tips; empty if there is only "Step 2"."""
    if isinstance(item := record.get("item"), dict):  # of a ListItem
        record = item
    if "HowToTip" in _types(record):
        return ""
    title, text = _name(record), " ".join(_texts(record))
    if _STEP.fullmatch(title):
        return text
    if not title or not text or _is_in(title, text):
        return text or title
    return f"{title.rstrip('.:')}: {text}"


def _texts(record: Record) -> Iterator[str]:
    """Yield the texts of a step and of its parts, in their order."""
    stack: list[Any] = [record]
    while stack:
        part = stack.pop()
        if isinstance(part, dict) and "HowToTip" not in _types(part):
            yield from filter(None, [_plain(part.get("text")) or _plain(part.get("description"))])
            stack += reversed(_listed(part.get("itemListElement")))
        elif isinstance(part, str):
            yield from filter(None, [_plain(part)])


def _is_in(title: str, text: str) -> bool:
    """Return True if a title is the beginning of its text, cut off or whole."""
    beginning = title.rstrip(".… ")
    return text[: len(beginning)].casefold() == beginning.casefold()


def _add_heading(heading: str, outline: Outline, *, level: int) -> None:
    if heading:
        outline.begin_heading(level)
        outline.add(heading)


def _add_list(items: Iterable[str], outline: Outline, *, first: int | None) -> None:
    outline.open_list(first=first)
    for item in items:
        outline.begin_item()
        outline.add(item)
    outline.close_list()


def _entry(entry: object) -> str:
    """An ingredient or a tool, which may be an object with a quantity."""
    if not isinstance(entry, dict):
        return _NESTED.sub(r"(\1), \2", _plain(entry)).rstrip(", ")
    quantity = entry.get("requiredQuantity")
    if isinstance(quantity, dict):
        quantity = " ".join(_plain(quantity.get(key)) for key in ("value", "unitText")).strip()
    return " ".join(filter(None, [_plain(quantity), _name(entry)]))


def _listed(value: object) -> list[Any]:
    if value is None:
        return []
    return value if isinstance(value, list) else [value]


def _name(record: Record) -> str:
    return _plain(record.get("name"))


def _plain(value: object) -> str:
    return " ".join(_lines(value))


def _lines(value: object) -> list[str]:
    """The lines of a text that may have marks of HTML, as many sites' data do."""
    if not isinstance(value, str | int | float) or isinstance(value, bool):
        return []
    text = unescape(str(value))
    if "<" in text:
        marked = parsed(text)
        for block in marked.find_all(_BLOCKS):
            block.insert(0, "\n")
            block.append("\n")
        text = marked.get_text()
    return [" ".join(line.split()) for line in text.splitlines() if line.strip()]
