"""Lines that stand around a text on a web page or in a mail, and are copied with it."""

from __future__ import annotations

import itertools
import re
from collections import Counter

from pipeline.text.blank_lines import blank
from pipeline.text.blocks import begins_item
from pipeline.text.chats import longest_message
from pipeline.text.copied_signs import with_plain_signs
from pipeline.text.material_entries import has_quantity
from pipeline.text.paragraph_forms import CLOSING
from pipeline.text.site_heads import HEADS, above_title
from pipeline.text.site_passages import PASSAGES, above_card
from pipeline.text.site_words import AROUND, PERHAPS_A_BUTTON, Lines, matching

__all__ = ["without_copied_lines"]

_TIME_NAME = re.compile(  # with its value on the line below
    r"(?:(?:prep\w*|cook\w*|bak\w*|total|active|additional|chill\w*|rest\w*|inactive)"
    r"(?: (?:and|&) \w+)? ?time|ready in|time(?: required)?):?|(?:prep|cook|total):",
    re.IGNORECASE,
)
_TIME_VALUE = re.compile(
    r"(?:(?:about |approx\.? |~)?[\d½¼¾](?:[\d½¼¾.,/ –-]|to)*"
    r"(?:m|min|minute|h|hr|hour|d|day)s?\.?(?: (?:mins|hrs?)\b)?,? ?)+",
    re.IGNORECASE,
)
_FACT_NAME = re.compile(
    r"(?:difficulty|skill level|servings?|serves|yields?|makes|calories|rating|course|cuisine|"
    r"cost per (?:serve|serving)):?",
    re.IGNORECASE,
)
_FACT_VALUE = re.compile(
    r"[$€£]?\d[\d.,–-]*(?: ?(?:kcal|cups|slices|bowls|people|servings|portions|pcs|pieces|"
    r"(?:large |small )?(?:loaf|loaves|jars?)))?|"
    r"(?:very )?(?:easy|moderate|medium|difficult|hard|simple|beginner|advanced)",
    re.IGNORECASE,
)
_COUNT_NAME = re.compile(r"(?:steps|flags|favorites|completions):?", re.IGNORECASE)
_CREDIT = re.compile(  # "Photo: A. Lee / Kitchenbook", "Image credit: Ann Lee"
    r"\(?(?:photo|image|picture|photograph|video)s?"
    r"(?: ?©.*| (?:credit|courtesy of)\b.*| by (?-i:[A-Z]).*|: (?P<author>.*))|credit: \S.*",
    re.IGNORECASE,
)
_AUTHOR = re.compile(
    r"©.*|\w[\w-]*(?:\.[\w-]+)+|[^/.!?]* / [^.!?]*|[A-Z][\w’'-]+(?: [A-Z][\w’'.-]*){1,3}"
)
_CLICK = re.compile(r"\b(?:press|tap|click|select|choose)(?: on)?\Z", re.IGNORECASE)


def without_copied_lines(text: str) -> str:
    """Return the text with white space for what does not belong to it, in as many characters.

    Lines go that their words show to be of a site: "Advertisement", "Add comment", "Home > Garden
    > Trees", "Prep time" above "20 mins", who took a picture and its caption, the name of an
    account, chapters of a video. So do passages: a table of contents, comments and nutrients, what
    a newspaper promotes, what a site asks below a text and all below that, a story above a recipe
    whose title stands there a second time, quoted lines of a mail, all messages of a chat but the
    longest. Pictures in front of entries become bullets. Linear in the length of the text.
    """
    lines = text.splitlines(keepends=True)
    bare = [line.strip() for line in lines]
    if len(lines) < 2:
        return text
    facts = _facts(bare)
    left_out = facts.union(*(find(bare) for find in _FINDERS))
    left_out |= _buttons(bare, left_out)
    left_out |= above_title(bare, left_out, left_out - facts)
    left_out |= above_card(bare, left_out)
    kept = [blank(line) if order in left_out else line for order, line in enumerate(lines)]
    return with_plain_signs("".join(longest_message(kept)))


def _around(bare: Lines) -> set[int]:
    return {
        order for order, line in enumerate(bare) if line and AROUND.fullmatch(line.strip("*_ "))
    }


def _buttons(bare: Lines, left_out: set[int]) -> set[int]:
    """Lines such as "Edit" that stand next to a line of a site, or again in a text that has some.

    In another text, and below "Press", they are what to click on.
    """
    if not left_out:
        return set()
    filled = [order for order, line in enumerate(bare) if line]
    clicked = {below for above, below in itertools.pairwise(filled) if _CLICK.search(bare[above])}
    perhaps = matching(bare, PERHAPS_A_BUTTON.fullmatch) - clicked
    n_times = Counter(bare[order].lower() for order in perhaps)
    chosen: set[int] = set()
    for pair in (*itertools.pairwise(filled), *itertools.pairwise(filled[::-1])):
        other, order = pair
        if order in perhaps and (other in left_out or other in chosen):
            chosen.add(order)
    return chosen | {order for order in perhaps if n_times[bare[order].lower()] > 2}


def _facts(bare: Lines) -> set[int]:
    """Names such as "Prep time" right above their values."""
    chosen: set[int] = set()
    for order in range(len(bare) - 1):
        name, value = bare[order], bare[order + 1]
        is_fact = (_TIME_NAME.fullmatch(name) and _TIME_VALUE.fullmatch(value)) or (
            _FACT_NAME.fullmatch(name) and _FACT_VALUE.fullmatch(value)
        )
        is_count = _COUNT_NAME.fullmatch(name) and value.isdecimal() and value != "1"
        if is_fact or is_count:
            chosen |= {order, order + 1}
    return chosen


def _credits(bare: Lines) -> set[int]:
    """Lines that say who took a picture, and the captions right above them, below a gap."""
    authors = matching(bare, _is_credit)
    captions = {
        order - 1
        for order in authors
        if order > 1 and not bare[order - 2] and _may_be_caption(bare[order - 1])
    }
    return authors | captions


def _is_credit(line: str) -> bool:
    match = _CREDIT.fullmatch(line)
    if match is None or CLOSING.search(line):
        return False
    return match["author"] is None or _AUTHOR.fullmatch(match["author"]) is not None


def _may_be_caption(line: str) -> bool:
    return not (CLOSING.search(line) or begins_item(line) or has_quantity(line)) and line != ""


_FINDERS = (*PASSAGES, *HEADS, _around, _credits)
