"""The words of sites: lines that stand around a text on a web page, in a mail or on a screen."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from pipeline.text.blocks import begins_item

__all__ = [
    "AROUND",
    "PERHAPS_A_BUTTON",
    "SAID",
    "Lines",
    "gaps_below",
    "is_numbered",
    "matching",
]

Lines = Sequence[str]

_MONTH = r"(?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec)[a-z]*\.?"
_DAY = rf"{_MONTH} \d|\d{{1,2}}(?:[./-]|\.? {_MONTH})"
_BUTTONS = (
    r"add (?:a )?(?:comment|tip|new question)|ask (?:a )?question|show (?:more|less|transcript)…?|"
    r"skip to (?:(?:main|primary) )?(?:content|navigation|sidebar)|(?:menu|search) icon|"
    r"(?:add|gift) this article|browse articles|search (?:for |this )[\w ]{3,20}(?:…|\.\.\.)|"
    r"improve this (?:question|answer)|upvote|downvote|view all comments|"
    r"post reply(?:\s+print view)?|basket \(0\)|(?:pin|rate) recipe|"
    r"subscribe (?:now|for [$€£].*)|sign up for (?:our newsletter|\d+% off)\b.*|sign up or log in|"
    r"(?:leave a |log in to )reply|report this ad|i made it|pin(?: it)?(?: for later)?!?|"
    r"(?:download|print|save|share|rate|email|bookmark) (?:this )?(?:article|guide|post)|"
    r"(?:print|save|share|rate|email|bookmark) this page|"
    r"↓? ?jump to (?:the )?(?:recipe|video|instructions)|"
    r"(?:add|save) (?:all |everything )?to (?:cart|basket|trolley|bag|favou?rites)|"
    r"mark as (?:complete|done|read)|thread tools|submit a request\s+sign in|yes ?/? ?no"
)
_SWITCHES = (  # of the amounts of a recipe, and of the screen
    r"us customary|(?:us customary )?metric|units:? (?:us|metric)\b[^.!?]{0,20}|"
    r"scale:? ?(?:\d+(?:/\d+)?x ?)+|(?:[\d½¼⅓]+(?:/\d+)?x\s*)+|cook mode(?: on| off)?|"
    r"(?:prevent|keep) your screen (?:from going dark|on|awake)"
)
_COUNTS = (
    r"a star rating of [\d.]+ out of \d\.?|"
    r"[\d,]+ (?:people found this helpful|ratings?|reviews?|comments?)|"
    r"[\d.,]+[KM]? (?:questions?|answers?|likes?|shares?|subscribers|followers)|"
    r"[\d,]+ posts? • .*|viewed [\d.,]+[km]? times|\d+ (?:more )?repl(?:y|ies)|"
    r"[\d.]+ from [\d,]+ votes?|last reply (?:today|yesterday|on|at)\b.{0,30}|"
    r"[\d.,]+[KM]? views(?:[ ,]+[^.!?]{0,80})?|page \d+ of \d+\t[^.!?]{0,40}|\d+ min(?:ute)? read"
)
_AUTHORS = (
    r"(?:co-)?(?:authored|written) by:? [^.!?]{1,60}|edited [·•] \w+|\(edited\)|"
    r"(?:updated|published|asked|modified|edited|posted)(?: on)? .{0,25}\bago\b.{0,20}|"
    r"by (?-i:[A-Z])[^.!?|]{2,40} \| .{0,60}|[^.!?]{2,40} is an? staff writer\b.*|"
    r"follow @\S{1,40}"
    r"(?: [^.!?]{0,40})?|(?:#\w+\s*){2,}|"
    rf"(?:last )?(?:updated|reviewed|modified|published)(?: on)?:? (?:{_DAY})[^.!?]{{0,30}}"
    r"(?: [·|] [^.!?]{0,100})?|"
    rf"\S{{2,30}} - {_MONTH} \d{{1,2}}, \d{{4}}|(?:✔ ?|✓ ?)?accepted (?:solution|answer)"
)
SAID = r"(?:you|chatgpt|assistant|claude|gemini|copilot) said:?"  # above a message
_OF_ACCOUNTS = (
    r"[^\w\s]\S* (?:instagram|facebook|twitter|tiktok|patreon|business(?: \w+)?): ?\S+|"
    r"\(?as an (?:amazon )?(?:associate|affiliate),? i earn\b.*|"
    rf"{SAID}|r/\w+|:[a-z_]+:"
)
_PICTURES = r"(?:picture|image) titled \S[^.!?]{0,80}|fig(?:ure)?\.? ?\d+[a-z]?"
_OF_SITES = (
    r"(?:related|read more): \S[^.!?]{0,100}[.!?]?|on .{5,80} wrote:|"
    r"(?:X )?(?:research|expert|trustworthy) source|explore this article|"
    r"(?:a )?version of this article appears in print\b.*|archived post\..*|"
    r"(?:original recipe )?(?:\(\d+x\) )?yields \d+ servings|"
    r"advertisements?|sponsored(?: content)?|story continues below[^.!?]{0,30}|"
    r"continue reading below|articles in this section|"
    r"this post (?:may )?contains? affiliate links\.?|"
    r"privacy policy|terms of (?:use|service)|cookie policy|"
    r"\[?view this e-?mail in your browser\]?[^.!?]{0,40}|unsubscribe(?: from this list)?|"
    r"please consider the environment before printing\b.*|click to add notes|"
    r"thank you for your feedback!?|get .{2,20} for (?:android|ios)"
)
AROUND = re.compile(  # a whole line
    "|".join((_BUTTONS, _SWITCHES, _COUNTS, _AUTHORS, _PICTURES, _OF_SITES, _OF_ACCOUNTS)),
    re.IGNORECASE,
)
PERHAPS_A_BUTTON = re.compile(  # or a step of instructions for a computer
    r"edit|buy|see more|sign in|log in|register|download|search|menu|like|comments?|reply|options|"
    r"subscribe|share|save|follow|submit a request|solved|chapters|x|yes|no|\d+ tips?|copy link|"
    r"download pdf|privacy|cookie settings|facebook|twitter|pinterest|whatsapp|instagram|"
    r"shop all [\w ]{2,30}|categor(?:y|ies):? \w.{0,60}|clip|quote|"
    r"top|award|home|random|english|comments \d+|"
    r"\[\d{1,2}\]|[\d.,]+[KM]|sort(?:ed)? by:?|best|op|log ?in|\d+ members",
    re.IGNORECASE,
)
_MOST_LINES = 60  # of a table of contents, of comments, of nutrients


def is_numbered(line: str) -> bool:
    return line[:1].isdecimal() and begins_item(line)


def matching(bare: Lines, matches: Callable[[str], object]) -> set[int]:
    return {order for order, line in enumerate(bare) if line and matches(line)}


def gaps_below(bare: Lines) -> list[int]:
    """Return for each line where the next gap or the end is, or a line ``_MOST_LINES`` below."""
    gaps, gap = [0] * len(bare), len(bare)
    for order in range(len(bare) - 1, -1, -1):
        gaps[order] = min(gap, order + _MOST_LINES)
        gap = gap if bare[order] else order
    return gaps
