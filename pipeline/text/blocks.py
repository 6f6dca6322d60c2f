"""Headings, list items and paragraphs of a plain text, recognised by their form.

Works on text as people type it ("1.", "1)", "Step 1:", "a)", "-", "•", "# Heading") and on the
text of a ``pipeline.sources.outline.Outline``. Nothing is copied: a block is a span of the text.
"""

from __future__ import annotations

import itertools
import re
from collections import defaultdict
from dataclasses import dataclass, replace
from typing import Literal

from pipeline.text.headings import names_section, section_of

__all__ = ["OPEN_WORDS", "Block", "begins_item", "find_blocks"]

# a line that ends with one of these is continued in the next
OPEN_WORDS = r"\b(?:the|an?|and|or|of|with|in|into|on|onto|to|for|from|by|at|until|is|are|it)"

_MARKER = re.compile(
    r"""(?P<indent>[^\S\r\n]*) (?P<heading>\#{1,6}[ ]+(?=(?i:step)\s|\d{1,2}[.)]\s+\S))?
    (?: (?P<bullet>[-*+•‣⁃▪◦●○■□·–—→►▶▸➤➢✓✔☐☑☒▢§]|[-=]>|\[[ xX]?\]|o(?=[ \t]+[A-Z]|[ \t]{2,}\w))
        (?: \s+ | (?<=[-–•])(?=[A-Z][a-z]) | \ufe0f\s* | (?<=[•⁃▪●■☐▢])\Z ) (?:\[[ xX]\]\s+)?
      | (?P<auto>\#\.)\s+
      | (?i:step|stage|phase)\s+(?P<step>\d{1,6}) (?: \s*[:.)\-–—>]+\s* | \s*\Z | \s+(?=[A-Z]) )
      | \(?(?P<number>\d{1,6})
          (?: [.)|](?:\s+|(?=[A-Z])|\Z) | :\s+ | [-–]\s+(?=[A-Z]) | -[ ](?!(?:and|or|to)\b)(?=[a-z])
            | /[ ]+(?=[A-Za-z]) | \ufe0f?\u20e3\s* )
      | (?P<dotted>(?:\d{1,2}|[A-Z])(?:\.\d{1,2})+) (?: [.)]\s+
          | \s+(?=[a-zµ]?[A-Z]|\d+\s?[cm]m\s)(?!L\b|mL\b|µL\b|[mµn]?M\b|kN\b) )
      | \(?(?P<letter>[a-zA-Z]|[ivx]{2,5}|[IVX]{2,5}) [.)]\s+
      | (?P<bare>\d{1,2})[a-c]? (?: \s+(?=[A-Za-z]) | \s*\Z )
    )""",
    re.VERBOSE,
)
_HEADING = re.compile(r"\s{0,3}(?P<marks>#{1,6})\s+(?P<text>.*?)[\s#]*\Z")
_RULE = re.compile(r"\s*(?:=+|~{3,}|\^{3,}|(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,})\s*\Z")
_RULE_LEVELS = {"=": 1, "-": 2, "~": 3, "^": 4}
_NOTE = re.compile(
    r"(?:(?:cook'?s?|chef'?s?|side|pro|top)\s+)?"
    r"(?:notes?|n\.?b\.?|tips?(?: from \w+)?|hints?|variations?)\s*[:!–—]|"
    r"(?:last time|last (?:yr|year))(?: \([^)]*\))?\s*:|\(?(?:did you know|fun fact)\b",
    re.IGNORECASE,
)
_LAST_TIME = re.compile(r"(?:last time|last (?:yr|year))\b[^:\n]*:", re.IGNORECASE)
_WARNING = re.compile(
    r"(?:cautions?|warnings?|danger|important|attention|safety|storage|keeping|troubleshooting|"
    r"pause point|stopping point|critical|results?|observations?|conclusions?|edit|update|p\.?s\.?)"
    r"(?: \w+)?\s*[:!–—]",
    re.IGNORECASE,
)
_SHOUTED = re.compile(
    r"\(?!{1,3}\)? (?=\w)|"
    r"!?\s?(?:PAUSE POINT|STOP POINT|CRITICAL(?: STEP)?|CAUTION|WARNING|NOTE|TIP|IMPORTANT|"
    r"DANGER)\b"
)
_SIGNED = re.compile(  # of journals, and of notes on a bench
    r"[▲■◆●?]\s?(?:PAUSE POINT|STOP POINT|CRITICAL(?: STEP)?|CAUTION|TIMING|TROUBLESHOOTING)\b|"
    r"\*{3} [^*]+ \*{3}\Z|>> .* <<\Z"
)
_FRAMED = re.compile(  # the title: "*** How to prune ***", and headings: "-- Friday night --"
    r"\s*(?P<frame>\*{2,}|={2,}|~{2,}|-{2,}) (?P<words>[^\W_].* .*[^\s*=~-]) (?P=frame)\s*\Z"
)
_SENTENCE_END = re.compile(r"[.!?…][\"'”’»)\]]*\Z")
_MOST_HEADING_WORDS = 6
_RUNS_ON = re.compile(rf"(?:,|{OPEN_WORDS})\Z")
_MANY_NUMBERS = 6
_WRAPPED = 60  # a text with longer lines is wrapped, so the width of a line shows where it ends
_YEARS = range(1900, 2100)  # what happened in each is no list of steps
_ROMAN = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii", "xiv"]


@dataclass(slots=True)
class Block:
    """A span of the text; for an item without its marker, for a heading without its ``#``.

    ``indent`` counts the columns before it. ``ordered`` items carry a number or a letter, which
    begins at ``outer``; ``depth`` counts the points in "3.1", and "3.0" has none. A ``section`` is
    an item that is a heading too ("## Step 2: Bake"), so the paragraphs under it are part of it.
    ``level`` is a heading's: 1 is the highest, 0 unknown. ``is_note``: the paragraph begins with
    "Note:", "Tip:", "Caution:", "Storage:", "Variation:" or the like. ``number`` is that of an
    item, 0 if it has none; ``is_joined``: items nested under it have become part of it;
    ``is_apart``: a blank line stands above.
    """

    kind: Literal["heading", "item", "paragraph"]
    start: int
    end: int
    indent: int = 0
    ordered: bool = False
    lines: int = 1
    outer: int = -1
    depth: int = 0
    section: bool = False
    level: int = 0
    is_note: bool = False
    number: int = 0
    is_joined: bool = False
    is_apart: bool = False

    def text(self, whole: str) -> str:
        return whole[self.start : self.end].strip()


def begins_item(line: str) -> bool:
    """Return True if a line begins with the marker of an item: "1.", "-", "Step 2"."""
    marker = _MARKER.match(line)
    return marker is not None and not _is_before_small_letter(marker)


def find_blocks(text: str) -> list[Block]:
    """Return the blocks in the order of the text. Linear in its length."""
    blocks: list[Block] = []
    lines = text.splitlines(keepends=True)
    numbering = _Numbering(lines)
    width = max(map(len, lines), default=0)
    headed = False  # bullets of this text stand right below lines that head them
    position, after_blank = 0, True
    for order, line in enumerate(lines):
        start, position = position, position + len(line)
        body = line.rstrip()
        last = blocks[-1] if blocks else None
        if not body or body.lstrip().startswith("|"):
            after_blank = True
            continue
        if _RULE.match(body):
            if last and last.kind == "paragraph" and last.lines == 1 and not after_blank:
                last.kind = "heading"
                last.level = _RULE_LEVELS.get(body.strip()[0], 0)
            after_blank = True
            continue
        indent = len(body) - len(body.lstrip())
        marker = _MARKER.match(body)
        is_signed = _SIGNED.match(body.strip()) is not None
        if (
            not is_signed
            and marker
            and numbering.accepts(marker)
            and not numbering.names_sections(marker)
        ):
            depth = (marker["dotted"] or "").removesuffix(".0").count(".")
            number = int(marker["number"] or marker["step"] or marker["bare"] or 0)
            begins = last is not None and last.depth > 0 == depth and number == 1
            if last and (last.depth < depth or begins):
                blocks[-1:] = _numbered_section(last, text, is_prose=begins)
            words = start + _after_markers(body, marker)
            item = Block("item", words, start + len(body), indent, not marker["bullet"])
            item.outer, item.depth, item.is_apart = start + indent, depth, after_blank
            item.number = number
            item.section = body.lstrip().startswith("#") and not marker["auto"]
            if marker["bullet"] and last and last.kind == "paragraph":
                headed = last.lines == 1 and not after_blank
            blocks.append(item)
        elif (framed := _FRAMED.match(body)) and (not blocks or (after_blank and "*" not in body)):
            first, end = framed.span("words")
            block = Block("heading", start + first, start + end, level=0 if blocks else 1)
            blocks.append(block)
        elif heading := _HEADING.match(body):
            block = Block("heading", start + heading.start("text"), start + heading.end("text"))
            block.level = len(heading["marks"])
            blocks.append(block)
        elif (
            last
            and _continues(last, text, indent, after_blank=after_blank)
            and not (is_signed or _NOTE.match(body.strip()) or _SHOUTED.match(body.strip()))
            and (after_blank or not _ends_item(last, text, body, indent, width))
            and not _announces(last, text, body, indent)
            and not _ends_note(last, text, body, width)
            and not (headed and not after_blank and _heads_bullets(last, lines, order, width))
        ):
            last.end = start + len(body)
            last.lines += 1
        else:
            block = Block("paragraph", start + indent, start + len(body), indent)
            line_words = body.strip()
            notes = (_NOTE, _WARNING, _SHOUTED, _SIGNED)
            block.is_note = any(note.match(line_words) for note in notes)
            blocks.append(block)
        after_blank = False
    return blocks


def _continues(last: Block, text: str, indent: int, *, after_blank: bool) -> bool:
    """Return True if a line of plain text continues the block before it."""
    if last.kind == "heading":
        return False
    if not after_blank:
        return True
    return last.kind == "item" and (last.section or indent > last.indent or not last.text(text))


def _ends_item(last: Block, text: str, body: str, indent: int, width: int) -> bool:
    """Return True if a line at the margin, right below an item, is a paragraph of its own.

    The item must have ended with a full stop, at a place where the line had room for more.
    """
    if last.kind != "item" or last.section or indent > last.indent:
        return False
    if not body.strip()[:1].isupper():
        return False
    line = text[max(last.start, text.rfind("\n", last.start, last.end) + 1) : last.end]
    return _has_room(line, body, width) and _SENTENCE_END.search(line.rstrip()) is not None


def _announces(last: Block, text: str, body: str, indent: int) -> bool:
    """Return True for "Method" or the like at the margin, right below an item that is complete."""
    is_line = last.kind == "item" and not last.section and indent <= last.indent
    is_short = len(body.split()) <= _MOST_HEADING_WORDS and body.strip()[:1].isupper()
    if not is_line or not is_short or not names_section(body):
        return False
    words = last.text(text)
    return not last.ordered or _SENTENCE_END.search(words) is not None or body.rstrip()[-1:] == ":"


def _ends_note(last: Block, text: str, body: str, width: int) -> bool:
    """Return True if a line is no part of the note above: "*** Hot ***", "Last time: 12 jars"."""
    if not last.is_note:
        return False
    words = text[last.start : last.end]
    if words.startswith("***"):
        return body.strip()[:1].isupper()
    return _LAST_TIME.match(words) is not None and _has_room(words, body, width)


def _has_room(line: str, below: str, width: int) -> bool:
    """Return True if the first word below could have stood at the end of a line."""
    return width < _WRAPPED or len(line) + 1 + len(below.split()[0]) < width - 8


def _heads_bullets(last: Block, lines: list[str], order: int, width: int) -> bool:
    """Return True if a short line at the margin stands between two bullets, and is not wrapped."""
    above, words = lines[order - 1].rstrip("\n"), lines[order].rstrip()
    if last.kind != "item" or last.ordered or last.indent or words[:1].isspace():
        return False
    if len(words.split()) > _MOST_HEADING_WORDS or _SENTENCE_END.search(words):
        return False
    is_over = _has_room(above, words, width) and not _RUNS_ON.search(above.rstrip())
    marker = _MARKER.match(lines[order + 1]) if order + 1 < len(lines) else None
    return is_over and marker is not None and bool(marker["bullet"])


def _numbered_section(block: Block, text: str, *, is_prose: bool) -> list[Block]:
    """Return a block that heads the numbers below it as a heading: "3. Dispensing", then "3.1".

    is_prose: the block may have lines of text below its first, which are a paragraph then.
    """
    line, *rest = text[block.start : block.end].splitlines(keepends=True) or [""]
    words = line.rstrip()
    is_short = len(words.split()) < _MOST_HEADING_WORDS and words[-1:].isalnum()
    if not (block.ordered and is_short):
        return [block]
    head = replace(block, kind="heading", end=block.start + len(words), lines=1)
    if not rest:
        return [head]
    if not is_prose or not rest[0].strip()[:1].isupper():
        return [block]
    start = block.start + len(line)
    return [head, Block("paragraph", start, block.end, block.indent, lines=len(rest))]


def _after_markers(body: str, marker: re.Match[str]) -> int:
    """Return the offset of the words of an item, after all its markers ("- Step 1: Mix")."""
    end = marker.end()
    while (inner := _MARKER.match(body[end:])) and (inner["step"] or inner["number"]):
        end += inner.end()
    return end


class _Numbering:
    """Distinguishes "2. Bake" after "1. Mix" from a wrapped line that begins with "1998.".

    A list may begin with any number if its next item has the next number. Numbers without a mark
    ("2 Bake", or "2" on a line of its own) are those of steps if they are 1, 2, 3 and so on;
    1a and 1b may stand for 1. Before a small letter ("2 bake") they may be amounts, unless there
    are many, in turn. Headings such as "## 1. Water the plant" are steps if there are three
    or more, in turn, none names a section, and lists stand below half of them at most.
    """

    def __init__(self, lines: list[str]) -> None:
        self._expected: dict[str, set[int]] = defaultdict(lambda: {0, 1})
        self._starts: dict[str, set[int]] = defaultdict(set)
        previous: dict[str, int] = {}
        bare: list[int] = []
        small: list[int] = []  # such numbers before a small letter
        n_bare_words = 0  # in their lines: several lists of them are sentences, not amounts
        headings: list[tuple[int, str]] = []
        with_lists: set[int] = set()  # of such headings, which are phases if most have one
        for order, line in enumerate(lines):
            marker = _MARKER.match(line)
            kind = marker.lastgroup if marker else None
            if headings and marker is not None and marker["heading"] is None:
                with_lists.add(len(headings))
            if marker is not None and _is_before_small_letter(marker):
                small.append(int(marker["bare"]))
                continue
            if marker is not None and kind == "bare":
                bare.append(int(marker[kind]))
                is_alone = not line[marker.end() :].strip()
                words = lines[order + 1] if is_alone and order + 1 < len(lines) else line
                n_bare_words += len(words.split())
            if marker is None or kind not in ("number", "step"):
                continue
            number = int(marker[kind])
            if marker["heading"] and kind == "number":
                headings.append((number, line[marker.end() :].strip(" #\r\n")))
                continue
            is_year = number in _YEARS and marker[0].rstrip().endswith(":")
            if previous.get(kind) == number - 1 and not is_year:
                self._starts[kind].add(number - 1)
            previous[kind] = number
        pairs = list(itertools.pairwise(bare))
        restarts = [before for before, after in pairs if after == 1 < before]
        rises = all(0 <= after - before <= 1 or after == 1 < before for before, after in pairs)
        in_turn = [number for number, _ in headings] == list(range(1, len(headings) + 1))
        sections = [section_of(words) for _, words in headings]
        n_sections = len(sections) - sections.count(None)
        are_few = 3 * n_sections < len(headings) and "materials" not in sections
        are_steps = in_turn and are_few
        are_phases = 2 * len(with_lists - {len(headings)}) > len(headings) - 1
        self._has_numbered_steps = are_steps and len(headings) > 2 and not are_phases
        are_sentences = not restarts or 2 * n_bare_words > 7 * len(bare)
        counts_up = small == list(range(1, len(small) + 1))
        self._has_small = counts_up and len(small) >= _MANY_NUMBERS
        self._has_bare = bare[:1] == [1] and max(bare) > 2 and rises and are_sentences

    def names_sections(self, marker: re.Match[str]) -> bool:
        """Return True for "## 2. Scope", unless all such headings are steps, from 1 on."""
        is_heading = marker["heading"] is not None and marker["number"] is not None
        return is_heading and not self._has_numbered_steps

    def accepts(self, marker: re.Match[str]) -> bool:
        kind = marker.lastgroup or "bullet"
        if kind in ("bullet", "dotted", "auto"):
            return True
        if _is_before_small_letter(marker):
            return self._has_small
        if kind == "bare":
            return self._has_bare
        own = _values(marker[kind].lower())
        values = (own & self._expected[kind]) | (own & self._starts[kind])
        for value in values:  # one or two numbers may be missing
            self._expected[kind] |= {value + 1, value + 2, value + 3}
        return bool(values)


def _is_before_small_letter(marker: re.Match[str]) -> bool:
    """Return True for the number of "2 bake", which may be an amount."""
    return marker["bare"] is not None and marker.string[marker.end() : marker.end() + 1].islower()


def _values(label: str) -> set[int]:
    """Return the numbers that a label may stand for: digits, a letter, a small Roman number."""
    if label.isdigit():
        return {int(label)}
    values = {_ROMAN.index(label) + 1} if label in _ROMAN else set()
    return values | ({ord(label) - ord("a") + 1} if len(label) == 1 else set())
