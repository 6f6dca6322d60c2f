"""What stands around a text on a web page, in a mail or in a chat, and is copied with it."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Sequence

from pipeline.text.headings import section_of
from pipeline.text.paragraph_forms import CLOSING

__all__ = ["without_copied_lines"]

_MONTH = r"(?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec)[a-z]*\.?"
_DAY = rf"{_MONTH} \d|\d{{1,2}}(?:[./-]|\.? {_MONTH})"
_BUTTONS = (
    r"add (?:a )?(?:comment|tip)|ask (?:a )?question|edit|buy|show more…?|see more|sign in|log in|"
    r"register|download|search|menu|skip to (?:main )?content|submit a request|like|comments?|"
    r"(?:leave a |log in to )?reply|report this ad|i made it|pin(?: it)?(?: for later)?!?|"
    r"(?:download|print|save|share|rate|email|bookmark) (?:this )?(?:article|guide|post)|"
    r"(?:print|save|share|rate|email|bookmark) this page|copy link|"
    r"↓? ?jump to (?:the )?(?:recipe|video|instructions)|"
    r"(?:add|save) (?:all |everything )?to (?:cart|basket|trolley|bag|list|favou?rites)|options|"
    r"mark as (?:complete|done|read)|shop (?:all|now)\b.{0,30}|subscribe|share|save|thread tools|"
    r"download pdf|submit a request(?:\s+sign in)?|"
    r"facebook|twitter|pinterest|whatsapp|instagram|x|yes ?/? ?no|yes|no"
)
_SWITCHES = (  # of the amounts of a recipe, and of the screen
    r"us customary|(?:us customary )?metric|units:? (?:us|metric)\b.*|"
    r"scale:? ?(?:\d+(?:/\d+)?x ?)+|(?:[\d½¼⅓]+(?:/\d+)?x\s*)+|cook mode\b.*|"
    r"(?:prevent|keep) your screen (?:from|on|awake)\b.*"
)
_COUNTS = (
    r"a star rating of .*|[\d,]+ (?:people found this helpful|ratings?|reviews?|comments?)|"
    r"[\d.,]+[KM]? (?:tips?|questions?|answers?|likes?|shares?|subscribers|followers)|"
    r"[\d.,]+[KM]? views\b.*|page \d+ of \d+\t.*|\d+ ?[wdh]|\d+ min(?:ute)? read"
)
_AUTHORS = (
    r"(?:co-)?(?:authored|written) by:? \S.*|edited(?: [·•] \w+)?|follow @\S+.*|(?:#\w+\s*){2,}|"
    rf"(?:last )?(?:updated|reviewed|modified)(?: on)?:? (?:{_DAY}).*|"
    r"solved|(?:✔ ?|✓ ?)?accepted (?:solution|answer)"
)
_PICTURES = (
    r"(?:photo|image|photograph|illustration) by \S.*|(?:picture|image) titled \S.*|"
    r"fig(?:ure)?\.? ?\d+[a-z]?|chapters"
)
_SITE = (
    r"advertisements?|sponsored(?: content)?|story continues below.*|continue reading below|"
    r"articles in this section|this post (?:may )?contains? affiliate links.*|"
    r"privacy(?: policy)?|terms of (?:use|service)|cookie (?:policy|settings)|"
    r"\[?view this e-?mail in your browser\]?.*|unsubscribe\b.*|thank you for your feedback!?|"
    r"get .{2,20} for (?:android|ios)"
)
_FURNITURE = re.compile(  # a whole line
    "|".join((_BUTTONS, _SWITCHES, _COUNTS, _AUTHORS, _PICTURES, _SITE)), re.IGNORECASE
)
_ACCOUNT = re.compile(r"[a-z0-9]+[._][a-z0-9._]*")
_ASKS = re.compile(  # what a site asks below a text
    r"(?:did|was|is|have) (?:you|this|that|these)\b.{0,60}\b(?:help|helpful|useful|recipe|tried)\b"
    r".{0,20}\?|\d+ (?:thoughts|responses|comments|replies) (?:on|to)\b.*|log in to reply|"
    r"comments, questions and tips\b.*|similar (?:topics|questions)|rate this recipe|"
    r"related (?:articles|posts|recipes|topics|guides)|leave a (?:reply|comment)|"
    r"community q ?& ?a|view all \d+ comments|you (?:may|might) also like:?|most popular",
    re.IGNORECASE,
)
_CONTENTS = re.compile(
    r"(?:on this page|in this (?:article|guide|post)|(?:table of )?contents|jump to):?",
    re.IGNORECASE,
)
_KEY = re.compile(  # of a fact, with its value on the line below
    r"(?:(?:prep\w*|cook\w*|bak\w*|total|active|additional|chill\w*|rest\w*|inactive|ready)"
    r"(?: (?:and|&) \w+)?(?: ?time| in)?|time(?: required)?|difficulty|skill level|servings?|"
    r"serves|yields?|makes|calories|steps|flags|favorites|completions|rating|course|cuisine):?",
    re.IGNORECASE,
)
_VALUE = re.compile(
    r"(?=\D*\d).{1,24}|(?:very )?(?:easy|moderate|medium|difficult|hard|simple|beginner|advanced)",
    re.IGNORECASE,
)
_CRUMBS = re.compile(r"\S.*?(?: (?:>|»|›|/|→|▸) \S.*?)+")
_FEWEST_SIGNS = 3
_FEWEST_TABS = 3
_LONG_MESSAGE = 3  # lines
_HEAD = 8  # lines, above a text
_MOST_CRUMBS = 90  # characters
_LONGEST = 60  # lines of a list of contents, comments or nutrients
_N_COMMENTS = re.compile(r"\d+ comments?", re.IGNORECASE)
_DATED = re.compile(r".*(?:\b\d{4}|\bago)\Z")
_MESSAGE = re.compile(
    r"\[?(?:\d{1,4}[./-]\d{1,2}[./-]\d{2,4},? \d{1,2}:\d\d(?::\d\d)?(?: ?[ap]m)?|"
    r"\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]m)?, \d{1,4}[./-]\d{1,2}[./-]\d{2,4})\]?(?: -)? "
    r"[^:\n]{1,40}: ",
    re.IGNORECASE,
)
_STARRED = re.compile(r"(?<=\s)\*(?P<words>[^\s*][^*\n]*)\*(?=\s*\Z)")  # bold, in a chat
_UNDERLINED = re.compile(r"\*\* (?=\S)")  # a heading of a newsletter, above dashes
_DASHES = re.compile(r"-{3,}\s*\Z")
_CREDIT = re.compile(
    r"(?:photo|image|picture|photograph|video)s?(?: credit| courtesy of)?(?: by)?\s?[:/©]|"
    r"credit: \S",
    re.IGNORECASE,
)
_NUTRITION = re.compile(
    r"nutrition(?:al)?(?: facts| information| values?)?\b.{0,30}", re.IGNORECASE
)
_NUTRIENT = re.compile(
    r"\W*(?:k?cal\w*|energy|(?:total |saturated )?fat|saturates|carb\w*|sugars?|fib(?:re|er)|"
    r"protein|salt|sodium|cholesterol)\b[^a-z]{0,12}(?:kcal|k?j|m?g)?\W*",
    re.IGNORECASE,
)
_MARKS = re.compile(  # of footnotes, and lines to sign at the end of an item
    r"(?<=[.!?])[ ]?\[\d{1,2}\](?=\s)|(?<=\S)[ \t]+_{3,}[ \t]*(?=\r?\n|\Z)"
)
_BEFORE_PROMOTION = re.compile(r"skip past \w+ promotion", re.IGNORECASE)
_AFTER_PROMOTION = re.compile(r"after \w+ promotion", re.IGNORECASE)
_START = re.compile(r"0?0:00\s+\S")
_AT = re.compile(r"(?:\d{1,2}:)?\d{1,2}:\d\d\s+\S")
_EMOJI = re.compile(
    r"(?P<sign>[\U0001f300-\U0001faff\u2600-\u27bf\u2b50]\ufe0f?)(?P<gap>[ \t]+)(?=\S)"
)
_QUOTED = ">"

Lines = Sequence[str]


def without_copied_lines(text: str) -> str:
    """Return the text with white space for what does not belong to it, in as many characters.

    That is: lines such as "Advertisement" or "Add comment"; where a page stands in its site
    ("Home > Garden > Trees"); its table of contents; facts such as "Prep time" above "20 mins";
    what a site asks below a text, up to the end; the text above a recipe whose title stands there
    a second time; messages of a chat but for the longest; quoted lines of a mail. Each is one line
    by its form, so a sentence is never cut. Linear in the length of the text.
    """
    lines = text.splitlines(keepends=True)
    bare = [line.strip() for line in lines]
    if len(lines) < 2:
        return text
    left_out: set[int] = set()
    for find in _FINDERS:
        left_out |= find(bare)
    kept = [
        _blank(line) if order in left_out else _unmarked(lines, order)
        for order, line in enumerate(lines)
    ]
    whole = "".join(_with_bullets(_without_chat(kept)))
    return _MARKS.sub(lambda mark: " " * len(mark[0]), whole)


def _tabs(bare: Lines) -> set[int]:
    """Names of sections right above each other, which are tabs to choose from, but for the last."""
    runs = itertools.groupby(range(len(bare)), lambda order: section_of(bare[order]) is not None)
    chosen: set[int] = set()
    for is_section, run in runs:
        orders = [order for order in run if is_section]
        if len(orders) >= _FEWEST_TABS:
            chosen |= set(orders[:-1])
    return chosen


def _promotions(bare: Lines) -> set[int]:
    """What a newspaper puts into a text, between lines that name it."""
    chosen: set[int] = set()
    first = None
    for order, line in enumerate(bare):
        if _BEFORE_PROMOTION.fullmatch(line):
            first = order
        elif _AFTER_PROMOTION.fullmatch(line) and first is not None:
            chosen |= set(range(first, order + 1))
            first = None
    return chosen


def _chapters(bare: Lines) -> set[int]:
    """The chapters of a video, each with its time, from 0:00 on."""
    chosen: set[int] = set()
    for order, line in enumerate(bare):
        if _START.match(line) or (order - 1 in chosen and _AT.match(line)):
            chosen.add(order)
    return chosen if len(chosen) > 2 else set()


def _furniture(bare: Lines) -> set[int]:
    return _matching(bare, _FURNITURE.fullmatch)


def _quoted(bare: Lines) -> set[int]:
    """Lines of another mail, unless all of the text is quoted."""
    quoted = {order for order, line in enumerate(bare) if line.startswith(_QUOTED)}
    return quoted if 2 * len(quoted) < sum(map(bool, bare)) else set()


def _crumbs(bare: Lines) -> set[int]:
    """A first line that says where in a site the page stands, above a gap."""
    first = next((order for order, line in enumerate(bare) if line), 0)
    line = bare[first]
    is_apart = first + 1 < len(bare) and not bare[first + 1]
    is_path = _CRUMBS.fullmatch(line) is not None and len(line) < _MOST_CRUMBS
    n_signs = len(re.findall(r" (?:>|»|›|/|→|▸) ", line))
    is_home = line.lower().startswith("home ")
    return {first} if is_path and (is_home or (is_apart and n_signs > 1)) else set()


def _contents(bare: Lines) -> set[int]:
    """A table of contents: lines that stand in the text once more, each as a line."""
    chosen: set[int] = set()
    last = {line.casefold(): order for order, line in enumerate(bare)}
    gaps = _gaps_below(bare)
    for head in _matching(bare, _CONTENTS.fullmatch):
        entries = range(head + 1, gaps[head])
        n_there = sum(last[bare[order].casefold()] >= gaps[head] for order in entries)
        if n_there > 1 and 2 * n_there >= len(entries):
            chosen |= {head, *entries}
    return chosen


def _facts(bare: Lines) -> set[int]:
    """Keys such as "Prep time" right above their values."""
    chosen: set[int] = set()
    for order in range(len(bare) - 1):
        key, value = bare[order], bare[order + 1]
        if _KEY.fullmatch(key) and _VALUE.fullmatch(value) and value != "1":
            chosen |= {order, order + 1}
    return chosen


def _comments(bare: Lines) -> set[int]:
    """What readers wrote below a step: lines down to the last one with a date."""
    chosen: set[int] = set()
    gaps = _gaps_below(bare)
    end = 0
    for head in sorted(_matching(bare, _N_COMMENTS.fullmatch)):
        below = range(max(head + 1, end), gaps[head])
        dated = [order for order in below if _DATED.fullmatch(bare[order])]
        if dated:
            end = dated[-1] + 1
            chosen |= set(range(head, end))
    return chosen


def _credits(bare: Lines) -> set[int]:
    """Lines that say who took a picture, and the captions right above them."""
    credits = {order for order in _matching(bare, _CREDIT.match) if not CLOSING.search(bare[order])}
    captions = {
        order - 1
        for order in credits
        if order and bare[order - 1] and not CLOSING.search(bare[order - 1])
    }
    return credits | captions


def _accounts(bare: Lines) -> set[int]:
    """Names of accounts among the first lines, above the first sentence."""
    above = itertools.takewhile(lambda line: not CLOSING.search(line), bare[:_HEAD])
    return {order for order, line in enumerate(above) if _ACCOUNT.fullmatch(line)}


def _nutrition(bare: Lines) -> set[int]:
    """What a portion has of nutrients, below a line "Nutrition"."""
    chosen: set[int] = set()
    gaps = _gaps_below(bare)
    end = 0
    for head in sorted(_matching(bare, _NUTRITION.fullmatch)):
        below = range(max(head, end), gaps[head])
        below_head = itertools.takewhile(lambda order: not _names_section(bare[order]), below)
        nutrients = [order for order in below_head if _NUTRIENT.fullmatch(bare[order])]
        if len(nutrients) > 1:
            end = nutrients[-1] + 1
            chosen |= set(range(head, end))
    return chosen


def _asked(bare: Lines) -> set[int]:
    """From what a site asks below a text to the end, if no section begins there."""
    last_section = max(_matching(bare, _names_section), default=0)
    first = min(
        (
            order
            for order in _matching(bare, _ASKS.fullmatch)
            if order > last_section and 2 * order > len(bare)
        ),
        default=len(bare),
    )
    return set(range(first, len(bare)))


def _above_card(bare: Lines) -> set[int]:
    """What stands between a title and the same title above the materials: a story, a summary."""
    title = next(
        (order for order, line in enumerate(bare) if line and not _CRUMBS.fullmatch(line)), 0
    )
    again = [order for order in range(title + 1, len(bare)) if bare[order] == bare[title]]
    sections = sorted(_matching(bare, _names_section))
    if not again or not bare[title] or not sections:
        return set()
    is_above = again[0] < sections[0] and section_of(bare[sections[0]]) == "materials"
    return set(range(title + 1, again[0] + 1)) if is_above else set()


_FINDERS = (
    _quoted,
    _furniture,
    _crumbs,
    _contents,
    _tabs,
    _promotions,
    _chapters,
    _facts,
    _comments,
    _credits,
    _accounts,
    _nutrition,
    _asked,
    _above_card,
)


def _without_chat(lines: list[str]) -> list[str]:
    """The lines of a chat without names and times, and of its messages only the longest."""
    begins = [order for order, line in enumerate(lines) if _MESSAGE.match(line)]
    if len(begins) < 2:
        return lines
    ends = [*begins[1:], len(lines)]
    n_lines = [end - begin for begin, end in zip(begins, ends, strict=True)]
    sizes = [
        sum(len(line.split()) for line in lines[slice(*part)])
        for part in zip(begins, ends, strict=True)
    ]
    longest = sizes.index(max(sizes))
    first, end = begins[longest], ends[longest]
    is_only = sum(number > _LONG_MESSAGE for number in n_lines) == 1
    if (2 * max(sizes) < sum(sizes) and not is_only) or end - first < _LONG_MESSAGE:
        return lines
    kept = [line if first <= order < end else _blank(line) for order, line in enumerate(lines)]
    kept[first] = _MESSAGE.sub(lambda head: " " * len(head[0]), kept[first])
    kept[first] = _STARRED.sub(lambda star: f" {star['words']} ", kept[first])
    return kept


def _with_bullets(lines: Sequence[str]) -> list[str]:
    """The lines with a bullet for a picture in front of an entry, if several have one, and white
    space for one in front of "Method" or the like."""
    signs = [_EMOJI.match(line) for line in lines]
    n_signs = sum(sign is not None for sign in signs)
    unsigned = []
    for line, sign in zip(lines, signs, strict=True):
        if sign is None or n_signs < _FEWEST_SIGNS:
            unsigned.append(line)
            continue
        words = line[sign.end() :].rstrip("\r\n")
        end = line[sign.end() + len(words) :]
        gap = " " * (sign.end() - 1)
        is_head = section_of(words) is not None
        unsigned.append(f"{words} {gap}{end}" if is_head else f"•{gap}{words}{end}")
    return unsigned


def _unmarked(lines: Lines, order: int) -> str:
    """A heading of a newsletter without the stars in front of it, above dashes."""
    line = lines[order]
    below = lines[order + 1] if order + 1 < len(lines) else ""
    if not (_UNDERLINED.match(line) and _DASHES.match(below)):
        return line
    words = line.rstrip("\r\n")
    return words[3:] + "   " + line[len(words) :]


def _names_section(line: str) -> bool:
    """Return True for "Ingredients", "Method" and the like."""
    return section_of(line) in ("materials", "procedure")


def _matching(bare: Lines, matches: Callable[[str], object]) -> set[int]:
    return {order for order, line in enumerate(bare) if line and matches(line)}


def _gaps_below(bare: Lines) -> list[int]:
    """Return for each line where the next gap is, or the end; at most so many lines below."""
    gaps, gap = [0] * len(bare), len(bare)
    for order in range(len(bare) - 1, -1, -1):
        gaps[order] = min(gap, order + _LONGEST)
        gap = gap if bare[order] else order
    return gaps


def _blank(line: str) -> str:
    words = line.rstrip("\r\n")
    return " " * len(words) + line[len(words) :]
