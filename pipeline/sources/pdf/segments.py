"""Characters of a page → segments: stretches of a line without a wide gap, in plain text."""

from __future__ import annotations

import re
import statistics
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from pipeline.sources.scripts import LIGATURES, subscript, superscript

__all__ = ["Segment", "find_segments"]

_BOLD = re.compile(r"bold|black|heavy|demi|cmbx", re.IGNORECASE)
_CODE = re.compile(r"mono|courier|consol|menlo|typewriter|code|cmtt", re.IGNORECASE)
_UNKNOWN = re.compile(r"\(cid:\d+\)")
_SAME_LINE = 0.25  # of a character's size, between two baselines
_TURNED = 0.05  # of its width, how much a character rises
_RISE = 0.1  # of its size
_SPACE = 0.12  # of its size, between the ends of two words
_BEFORE_MARK = 0.6  # the same, before a mark of punctuation
_NARROW = 0.06  # the same, with a space between them
_GAP = 0.95  # of its size, between two segments
_SMALL = 0.87  # of the size of a line, a raised or lowered character
_LONGEST_MARKER = 5  # characters of a number before bold words
_LONGEST_SCRIPT = 8  # characters
_RAISED, _LOWERED = 0.75, 0.55  # of the size of a line, how far its baseline may be at most
_LEAST_RISE = 0.07  # of the size of a line
_NEXT_TO = 0.45  # of the size of a line, between a raised character and what stands before it
_LARGE = 1.6  # times the size of the words next to it, a first letter
_MARKED = re.compile(r"(?:[a-z]{5}|[.,;:!?)”’\"])\Z")  # what stands before the mark of a footnote
_SOFT_HYPHEN = "\u00ad"
_SYMBOLS = {  # what symbol fonts have at these places of Unicode's private use area
    "\uf0b7": "•", "\uf0a7": "▪", "\uf0a8": "☐", "\uf06f": "☐", "\uf071": "☐", "\uf0fc": "✓",
    "\uf0d8": "➢", "\uf0e0": "→", "\uf0ae": "→", "\uf06d": "µ", "\uf0b0": "°", "\uf0b1": "±",
    "\uf0b4": "×", "\uf02d": "−", "\uf0a3": "≤", "\uf0b3": "≥", "\uf0b2": "″", "\uf0a2": "′",
}  # fmt: skip
_SPACES = dict.fromkeys("\u00a0\u2002\u2003\u2007\u2009\u202f", " ")
_WRITTEN = str.maketrans(_SYMBOLS | _SPACES) | LIGATURES


@dataclass(slots=True)
class Segment:
    """Words next to each other on one line; places in points from the top left of the page.

    ``size`` is that of most of its characters and ``baseline`` what they stand on. ``lead`` counts
    the characters of a bold beginning, all of them in a bold segment. ``first`` is the width of
    its first word. ``code``: it is set in letters of one width.
    """

    text: str
    x0: float
    x1: float
    top: float
    bottom: float
    baseline: float
    size: float
    lead: int = 0
    first: float = 0.0
    page: int = 0
    code: bool = False

    @property
    def bold(self) -> bool:
        return self.lead >= len(self.text)


@dataclass(slots=True)
class _Character:
    text: str
    x0: float
    x1: float
    baseline: float
    size: float
    bold: bool
    code: bool
    shift: int = 0  # 1: raised, -1: lowered


def find_segments(characters: Iterable[dict[str, Any]], height: float, page: int) -> list[Segment]:
    """Return the segments of upright characters, from the top of the page to its bottom."""
    lines = _with_scripts(_lines(_characters(characters, height)))
    parts = [part for line in lines for part in _parts(line)]
    segments = [_segment(part, page) for part in parts if any(each.text.strip() for each in part)]
    return _with_large_letters([each for each in segments if each.text])


def _characters(characters: Iterable[dict[str, Any]], height: float) -> list[_Character]:
    """What is upright and has a text; what is printed twice, to look bold, is there once."""
    kept: dict[tuple[str, int, int], _Character] = {}
    drops: dict[str, float] = {}  # of a font, from the baseline to the lower edge
    for each in characters:
        matrix, text = each["matrix"], _plain(each["text"])
        is_turned = matrix[0] <= 0 or abs(matrix[1]) > _TURNED * matrix[0]
        is_shown = each["upright"] and not is_turned and each["size"] > 0
        if not is_shown or _UNKNOWN.fullmatch(text):
            continue
        baseline, size = height - float(matrix[5]), float(each["size"])
        drop = (float(each["bottom"]) - baseline) / size
        usual = drops.setdefault(each["fontname"], drop)
        if abs(drop - usual) > _RISE:  # set higher or lower without a place of its own
            baseline += (drop - usual) * size
        place = (text, round(each["x0"]), round(baseline))
        is_bold = _BOLD.search(each["fontname"]) is not None
        kept.setdefault(
            place,
            _Character(
                text, float(each["x0"]), float(each["x1"]), baseline, size, is_bold,
                _CODE.search(each["fontname"]) is not None,
            ),
        )  # fmt: skip
    return list(kept.values())


def _plain(text: str) -> str:
    """A character without the style of formulas, ligatures or symbol fonts."""
    if any("\U0001d400" <= character <= "\U0001d7ff" for character in text):
        text = unicodedata.normalize("NFKC", text)
    return text.translate(_WRITTEN)


def _lines(characters: Sequence[_Character]) -> list[list[_Character]]:
    """Characters that stand on one line, however far apart, from left to right."""
    lines: list[list[_Character]] = []
    level = 0.0
    for each in sorted(characters, key=lambda each: each.baseline):
        smaller = min(each.size, lines[-1][-1].size) if lines else 0.0
        if not lines or each.baseline - level > _SAME_LINE * smaller:
            lines.append([])
        if each.text.strip() or not lines[-1]:
            level = each.baseline
        lines[-1].append(each)
    return [sorted(line, key=lambda each: each.x0) for line in lines]


def _size(characters: Sequence[_Character]) -> float:
    return statistics.mode(round(each.size, 1) for each in characters)


def _with_scripts(lines: list[list[_Character]]) -> list[list[_Character]]:
    """Put raised and lowered characters into the lines that they belong to."""
    lines = [line for line in lines if any(each.text.strip() for each in line)]
    sizes = [_size(line) for line in lines]
    baselines = [statistics.median(each.baseline for each in line) for line in lines]
    kept = []
    moved: list[list[_Character]] = [[] for _ in lines]  # into each line
    for order, line in enumerate(lines):
        left_over = []
        for part in _parts(line):
            host = _host(part, order, lines, sizes, baselines)
            if host is None:
                left_over += part
                continue
            shift = 1 if part[0].baseline < baselines[host] else -1
            for each in part:
                each.shift = shift
            lines[host] = sorted([*lines[host], *part], key=lambda each: each.x0)
            moved[host] += part
        kept.append(left_over)
    return [
        sorted([*left_over, *(each for each in scripts if each not in left_over)], key=_left_edge)
        for left_over, scripts in zip(kept, moved, strict=True)
        if any(each.text.strip() for each in left_over)
    ]


def _left_edge(character: _Character) -> float:
    return character.x0


def _mark_scripts(line: Sequence[_Character]) -> None:
    """Mark small characters that stand a little higher or lower than the others of a line."""
    size = _size([each for each in line if each.text.strip() and not each.shift] or line)
    main = [each.baseline for each in line if abs(each.size - size) < 0.05 * size]
    baseline = statistics.median(main) if main else 0.0
    for each in line if main else ():
        rise = (baseline - each.baseline) / size
        if each.size < _SMALL * size and abs(rise) > _LEAST_RISE:
            each.shift = 1 if rise > 0 else -1


def _host(
    part: Sequence[_Character],
    order: int,
    lines: Sequence[Sequence[_Character]],
    sizes: Sequence[float],
    baselines: Sequence[float],
) -> int | None:
    """Return the line that a small part is raised or lowered in, right after a word."""
    size = _size(part)
    if len(part) > _LONGEST_SCRIPT:
        return None
    for other in range(max(0, order - 3), min(len(lines), order + 4)):
        is_shorter = len(part) < len(lines[other]) or len(part) == 1
        if other == order or size >= _SMALL * sizes[other] or not is_shorter:
            continue
        rise = baselines[other] - part[0].baseline
        if not -_LOWERED * sizes[other] < rise < _RAISED * sizes[other]:
            continue
        reach = _NEXT_TO * sizes[other]
        if any(
            -reach < part[0].x0 - each.x1 < reach and each.text.strip() for each in lines[other]
        ):
            return other
    return None


def _parts(line: Sequence[_Character]) -> list[list[_Character]]:
    """Cut a line where there is a wide gap."""
    parts: list[list[_Character]] = []
    end = 0.0
    for each in line:
        if not each.text.strip() and (not parts or each.x0 - end > _GAP * each.size):
            continue
        follows_large = (
            bool(parts)
            and len(parts[-1]) == 1
            and parts[-1][0].size > _LARGE * each.size
            and not each.shift
        )
        if not parts or follows_large or each.x0 - end > _GAP * min(each.size, parts[-1][-1].size):
            parts.append([])
        parts[-1].append(each)
        if each.text.strip():
            end = max(end, each.x1)
    return parts


def _segment(part: Sequence[_Character], page: int) -> Segment:
    _mark_scripts(part)
    while part and not part[-1].text.strip():
        part = part[:-1]
    main = [each for each in part if not each.shift and each.text.strip()] or list(part)
    size = _size(main)
    baseline = statistics.median(each.baseline for each in main)
    text, bold_until, first = "", 0, 0.0
    is_bold, shift, run = True, 0, ""
    tracking = _tracking(part)
    before, is_spaced = None, False
    for each, after in zip(part, [*part[1:], None], strict=True):
        if after is not None and _is_hyphen(each, after):
            each.text = "-"
        if each.text.isspace() or (each.text == _SOFT_HYPHEN and each is not part[-1]):
            is_spaced = is_spaced or each.text != _SOFT_HYPHEN
            continue
        gap = (each.x0 - before.x1) / min(each.size, size) if before else 0.0
        is_space = gap > (_NARROW if is_spaced else _SPACE + tracking)
        if not is_spaced and each.text in ".,;:)" and gap < _BEFORE_MARK:
            is_space = False  # padding of a word in a box
        if run and (each.shift != shift or is_space):
            text += _script(run, shift, text)
            run = ""
        shift = each.shift
        if is_space and before:
            text += " "
            if not first:
                first = before.x1 - part[0].x0
        if shift:
            run += each.text
        else:
            text += each.text
        is_marker = len(text) <= _LONGEST_MARKER and not any(map(str.isalpha, text))
        is_bold = is_bold and (each.bold or bool(shift) or is_marker)
        bold_until = len(text) if is_bold and (each.bold or shift) else bold_until
        before, is_spaced = each, False
    text += _script(run, shift, text) if run else ""
    text = text.strip()
    if is_bold:
        bold_until = len(text)
    return Segment(
        text,
        part[0].x0 if part else 0.0,
        part[-1].x1 if part else 0.0,
        baseline - 0.75 * size,
        baseline + 0.25 * size,
        baseline,
        size,
        bold_until,
        first or (part[-1].x1 - part[0].x0 if part else 0.0),
        page,
        all(each.code for each in part),
    )


def _is_hyphen(character: _Character, after: _Character) -> bool:
    """Return True for a soft hyphen that is seen within a line: it has the sign of a hyphen."""
    is_seen = character.x1 - character.x0 > 0.1 * character.size
    is_before = after.x0 > character.x1 - 0.05 * character.size and bool(after.text.strip())
    return character.text == _SOFT_HYPHEN and is_seen and is_before


def _tracking(part: Sequence[_Character]) -> float:
    """How far apart the letters of a word are set, in their size."""
    gaps = sorted(
        (right.x0 - left.x1) / left.size
        for left, right in zip(part, part[1:], strict=False)
        if left.text.strip() and right.text.strip()
    )
    usual = gaps[len(gaps) // 2] if len(gaps) > 3 else 0.0
    return max(0.0, usual)


def _script(run: str, shift: int, before: str) -> str:
    """Raised or lowered characters in Unicode; the numbers of a fraction as they are."""
    if before.endswith(("⁄", "/")) or run.endswith(("⁄", "/")):
        return run
    if shift > 0 and _MARKED.search(before) and (run.rstrip(",").isdecimal() or run in "*†‡§"):
        return ""  # of a footnote
    return superscript(run) if shift > 0 else subscript(run)


def _with_large_letters(segments: list[Segment]) -> list[Segment]:
    """Put the large first letter of a paragraph before the line that it begins."""
    kept = list(segments)
    for letter in segments:
        if len(letter.text) > 1 or not letter.text.isalpha():
            continue
        neighbours = [
            each
            for each in segments
            if each is not letter
            and letter.size > _LARGE * each.size
            and -0.2 * each.size <= each.x0 - letter.x1 < 1.5 * each.size
            and letter.top - each.size < each.top < letter.bottom
            and each.text[:1].islower()
        ]
        if neighbours:
            line = min(neighbours, key=lambda each: each.baseline)
            line.size = statistics.mode(each.size for each in neighbours)
            line.text, line.x0 = letter.text + line.text, letter.x0
            line.lead = 0
            kept.remove(letter)
    return kept
