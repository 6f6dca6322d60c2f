"""What the styles and list definitions of a Word document say of its paragraphs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from docx.document import Document

__all__ = ["Styles", "child", "is_on", "name_of", "value"]

_HEADING = re.compile(r"(?:heading|überschrift|titre|título)\s*(?P<level>\d)", re.IGNORECASE)
_TITLE = re.compile(r"(?:title|titel|document title)\Z", re.IGNORECASE)
_LOWEST_LEVEL = 8  # of an outline; 9 is body text
_OFF = ("0", "false", "none", "off")


def name_of(element: Any) -> str:
    """Return the name of an element without its namespace; none for a comment or an entity."""
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def child(element: Any, *names: str) -> Any:
    """Return the first child with these names, one within the other, or None."""
    from docx.oxml.ns import qn

    for name in names:
        element = element.find(qn(f"w:{name}")) if element is not None else None
    return element


def value(element: Any, name: str = "val") -> str | None:
    """Return an attribute of an element that may be missing."""
    from docx.oxml.ns import qn

    return element.get(qn(f"w:{name}")) if element is not None else None


def is_on(element: Any) -> bool | None:
    """Return whether a property such as bold is set, None if it is not there."""
    return None if element is None else (value(element) or "1").lower() not in _OFF


class Styles:
    """The styles and the numbering of a document."""

    def __init__(self, document: Document) -> None:
        from docx.oxml.ns import qn

        styles = document.styles.element.findall(qn("w:style"))
        self._styles = {value(style, "styleId"): style for style in styles}
        self._default = next(
            (
                style
                for style in styles
                if value(style, "type") == "paragraph" and is_on_attribute(style, "default")
            ),
            None,
        )
        self._levels = _list_levels(document)

    def _chain(self, style_id: str | None) -> Iterator[Any]:
        """A style and those that it is based on."""
        passed = set()
        style = self._styles.get(style_id) if style_id else self._default
        while style is not None and id(style) not in passed:
            passed.add(id(style))
            yield style
            style = self._styles.get(value(child(style, "basedOn")))

    def level(self, paragraph: Any) -> int | None:
        """Return the level of a heading, 0 for a title; None for text."""
        own = value(child(paragraph, "pPr", "outlineLvl"))
        if own is not None:
            return int(own) + 1 if own.isdecimal() and int(own) <= _LOWEST_LEVEL else None
        for style in self._chain(value(child(paragraph, "pPr", "pStyle"))):
            name = value(child(style, "name")) or ""
            if heading := _HEADING.match(name):
                return int(heading["level"])
            if _TITLE.match(name):
                return 0
            outline = value(child(style, "pPr", "outlineLvl"))
            if outline is not None:
                is_heading = outline.isdecimal() and int(outline) <= _LOWEST_LEVEL
                return int(outline) + 1 if is_heading else None
        return None

    def name(self, paragraph: Any) -> str:
        """Return the names of a paragraph's style and of those it is based on."""
        chain = self._chain(value(child(paragraph, "pPr", "pStyle")))
        return ", ".join(value(child(style, "name")) or "" for style in chain)

    def list_place(self, paragraph: Any) -> tuple[str, int] | None:
        """Return the list of an item and its depth in it; None for a paragraph in no list."""
        own = child(paragraph, "pPr", "numPr")
        sources = [own, *self._style_numbers(paragraph)]
        list_id = next(filter(None, (value(child(each, "numId")) for each in sources)), None)
        depth = next(filter(None, (value(child(each, "ilvl")) for each in sources)), "0")
        if list_id in (None, "0"):
            return None
        return str(list_id), int(depth) if depth.isdecimal() else 0

    def _style_numbers(self, paragraph: Any) -> Iterator[Any]:
        for style in self._chain(value(child(paragraph, "pPr", "pStyle"))):
            numbers = child(style, "pPr", "numPr")
            if numbers is not None:
                yield numbers

    def is_bullet(self, list_id: str, depth: int) -> bool:
        """Return True if the items of a list have no number at this depth."""
        return self._levels.get((list_id, depth), ("bullet", 1))[0] in ("bullet", "none")

    def first_number(self, list_id: str, depth: int) -> int:
        return self._levels.get((list_id, depth), ("decimal", 1))[1]

    def is_bold(self, paragraph: Any, run: Any) -> bool:
        """Return True if a run is bold, by itself or by a style."""
        own = is_on(child(run, "rPr", "b"))
        if own is not None:
            return own
        character = value(child(run, "rPr", "rStyle"))
        of_paragraph = value(child(paragraph, "pPr", "pStyle"))
        for style_id in [*filter(None, [character]), of_paragraph]:
            for style in self._chain(style_id):
                of_style = is_on(child(style, "rPr", "b"))
                if of_style is not None:
                    return of_style
        return False

    def is_italic(self, run: Any) -> bool:
        return is_on(child(run, "rPr", "i")) is True

    def size(self, paragraph: Any, run: Any) -> float:
        """Return the size of a run's letters in points, 0 if nothing says it."""
        style_id = value(child(paragraph, "pPr", "pStyle"))
        sizes = [child(run, "rPr", "sz")]
        sizes += [child(style, "rPr", "sz") for style in self._chain(style_id)]
        half_points = next(filter(None, map(value, sizes)), "0")
        return float(half_points) / 2 if half_points.replace(".", "", 1).isdecimal() else 0.0


def is_on_attribute(element: Any, name: str) -> bool:
    return (value(element, name) or "0").lower() not in _OFF


def _list_levels(document: Document) -> dict[tuple[str, int], tuple[str, int]]:
    """The format and first number of each list at each depth."""
    from docx.oxml.ns import qn

    try:
        numbering = document.part.numbering_part.element
    except (KeyError, NotImplementedError):
        return {}
    forms: dict[str | None, dict[int, tuple[str, int]]] = {}
    for abstract in numbering.findall(qn("w:abstractNum")):
        forms[value(abstract, "abstractNumId")] = {
            int(value(level, "ilvl") or 0): (
                value(child(level, "numFmt")) or "decimal",
                _number(value(child(level, "start"))),
            )
            for level in abstract.findall(qn("w:lvl"))
        }
    levels: dict[tuple[str, int], tuple[str, int]] = {}
    for each in numbering.findall(qn("w:num")):
        list_id = value(each, "numId") or ""
        for depth, form in forms.get(value(child(each, "abstractNumId")), {}).items():
            levels[list_id, depth] = form
        for override in each.findall(qn("w:lvlOverride")):
            depth = int(value(override, "ilvl") or 0)
            start = value(child(override, "startOverride"))
            if start is not None and (list_id, depth) in levels:
                levels[list_id, depth] = (levels[list_id, depth][0], _number(start))
    return levels


def _number(words: str | None) -> int:
    return int(words) if words and words.isdecimal() else 1
