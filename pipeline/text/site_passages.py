"""Passages of a site in a text: contents, comments, advertisements, other answers, other mails."""

from __future__ import annotations

import itertools
import re

from pipeline.text.blocks import begins_item
from pipeline.text.headings import names_section, section_of
from pipeline.text.paragraph_forms import CLOSING
from pipeline.text.site_words import AROUND, SAID, Lines, gaps_below, is_numbered, matching

__all__ = ["PASSAGES", "above_card"]

_ASKS = re.compile(  # what a site asks below a text
    r"(?:did|was|is) (?:you|this|that|these)\b.{0,60}\b(?:help|helpful|useful|recipe)\b.{0,20}\?|"
    r"\d+ (?:thoughts|responses|comments|replies) (?:on|to)\b.*|log in to reply|"
    r"comments, questions and tips\b.*|similar (?:topics|questions)|rate this recipe|"
    r"related (?:articles|posts|recipes|topics|guides)|leave a (?:reply|comment)|"
    r"community q ?& ?a|view all \d+ comments|you (?:may|might) also like:?|most popular|"
    r"(?:customers |people )?(?:who .{3,40} )?also (?:viewed|bought|liked)|"
    r"frequently bought together|shop (?:this|the) (?:pattern|post|look|recipe)|"
    r"tried this recipe\?|"
    r"(?-i:More (?:in|from) [A-Z][\w ]{2,30})|errata",
    re.IGNORECASE,
)
_OFFERS = re.compile(  # what an assistant asks at the end
    r"(?:would you like|do you want) (?:me )?to\b.*|(?:let me know|just say) (?:if|when)\b.*|"
    r"want me to\b.*\?|if you(?:['’]d| would)? (?:like|want), i can\b.*",
    re.IGNORECASE,
)
_SAID = re.compile(SAID, re.IGNORECASE)
_ABOVE_COMMENTS = re.compile(r"[\d.,]+[KM]? comments?", re.IGNORECASE)
_BELOW_NUMBER = re.compile(
    r"sort(?:ed)? by:?.*|add a comment.*|share your thoughts.*|pinned by .*|log in to .*",
    re.IGNORECASE,
)
_PRICE = re.compile(
    r"(?:from |was |now |only )?(?:[$€£] ?\d[\d.,]*|\d[\d.,]* ?[$€£])(?: ?/ ?\w+)?",
    re.IGNORECASE,
)
_PRICED = re.compile(r"[$€£] ?\d[\d.,]*\Z")
_EXPLORE = re.compile(r"explore this article", re.IGNORECASE)
_AUTHORED = re.compile(r"(?:co-?)?(?:authored|written) by\b.*|last updated\b.*", re.IGNORECASE)
_ASKED = re.compile(r"asked .*(?:\bago|\d{4}.*)", re.IGNORECASE)
_ASK = re.compile(r"ask (?:a )?question", re.IGNORECASE)
_N_ANSWERS = re.compile(r"[1-9]\d* answers?", re.IGNORECASE)
_ABOVE_ANSWER = re.compile(r"sorted by:?.*|highest score.*|reset to default|\d+|", re.IGNORECASE)
_BELOW_ANSWER = re.compile(
    r"share|improve this answer|follow|answered .*\d.*|add a comment", re.IGNORECASE
)
_CONTENTS = re.compile(
    r"(?:on this page|in this (?:article|guide|post)|(?:table of )?contents|jump to):?",
    re.IGNORECASE,
)
_N_COMMENTS = re.compile(r"\d+ comments?", re.IGNORECASE)
_DATED = re.compile(r".*(?:\b\d{4}|\bago)\Z")
_NUTRITION = re.compile(
    r"nutrition(?:al)? (?:facts|information|values?)\b.{0,30}|"
    r"nutrition:?(?: \(?per \w+\)?)?",
    re.IGNORECASE,
)
_NUTRIENT = re.compile(
    r"\W*(?:k?cal\w*|energy|(?:total |saturated )?fat|saturates|carb\w*|sugars?|fib(?:re|er)|"
    r"protein|salt|sodium|cholesterol)\b[^a-z]{0,12}(?:kcal|k?j|m?g)?\W*",
    re.IGNORECASE,
)
_FIRST_CHAPTER = re.compile(r"0?0:00\s+\D+")
_CHAPTER = re.compile(r"(?:\d{1,2}:)?\d{1,2}:\d\d\s+\D+(?:\b\d{2,4})?\b\D*")
_TIME = re.compile(r"[\d:]+")
_CHAPTERS = re.compile(r"\W*(?:chapters|time ?(?:stamps|codes))\W*", re.IGNORECASE)
_BEFORE_PROMOTION = re.compile(r"skip past \w+ promotion", re.IGNORECASE)
_AFTER_PROMOTION = re.compile(r"after \w+ promotion", re.IGNORECASE)
_QUOTED = re.compile(r">(?!\s?\d)")
_CODE = re.compile(r"[(){}=|$]|<-|--\w")
_ORIGINAL = re.compile(
    r"[-_]{3,} ?(?:original message|ursprüngliche nachricht) ?[-_]*", re.IGNORECASE
)
_WROTE = re.compile(r".*\bwrote:|-+ ?original message ?-+", re.IGNORECASE)


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
    """The chapters of a video, each with its time, from 0:00 on; a line with an amount is none.

    The text itself has numbered steps or sentences, and the chapters stand below no "Method".
    """
    chosen: set[int] = set()
    for order, line in enumerate(bare):
        is_next = order - 1 in chosen and _CHAPTER.fullmatch(line)
        if (_FIRST_CHAPTER.fullmatch(line) or is_next) and not CLOSING.search(line):
            chosen.add(order)
        elif order - 1 in chosen and line:
            return set()
    head = min(chosen, default=0) - 1
    above = next((line for line in reversed(bare[: head + 1]) if line), "")
    has_text = any(
        order not in chosen and (is_numbered(line) or CLOSING.search(line))
        for order, line in enumerate(bare)
    )
    is_headed = _CHAPTERS.fullmatch(bare[head]) is not None
    has_numbers = any(any(map(str.isdigit, _TIME.sub("", bare[n], count=1))) for n in chosen)
    if len(chosen) < 3 or not has_text or section_of(above) or (has_numbers and not is_headed):
        return set()
    return chosen | ({head} if is_headed else set())


def _quoted(bare: Lines) -> set[int]:
    """Lines of another mail: below "Ann wrote:", or two or more in turn, unless most of the text is
    quoted. A line below a colon may be what to type."""
    runs = itertools.groupby(range(len(bare)), lambda order: bool(_QUOTED.match(bare[order])))
    wrote = any(map(_WROTE.fullmatch, bare))
    quoted: set[int] = set()
    for is_quoted, run in runs:
        orders = list(run)
        above = bare[orders[0] - 1] if orders[0] else ""
        is_code = begins_item(above) or any(_CODE.search(bare[order]) for order in orders)
        if is_quoted and (wrote or (len(orders) > 1 and not above.endswith(":") and not is_code)):
            quoted |= set(orders)
    return quoted if 2 * len(quoted) < sum(map(bool, bare)) else set()


def _contents(bare: Lines) -> set[int]:
    """A table of contents: lines that stand in the text once more, each as a line."""
    chosen: set[int] = set()
    last = {line.casefold(): order for order, line in enumerate(bare)}
    gaps = gaps_below(bare)
    for head in matching(bare, _CONTENTS.fullmatch):
        entries = range(head + 1, gaps[head])
        n_there = sum(last[bare[order].casefold()] >= gaps[head] for order in entries)
        if n_there > 1 and 2 * n_there >= len(entries):
            chosen |= {head, *entries}
    return chosen


def _original_mail(bare: Lines) -> set[int]:
    """The mail that is answered, below "-----Original Message-----", if the answer has steps."""
    first = min(matching(bare, _ORIGINAL.fullmatch), default=len(bare))
    answer, question = (
        sum(
            (is_numbered(line) and not line.endswith("?")) or 2 * names_section(line)
            for line in lines
        )
        for lines in (bare[:first], bare[first:])
    )
    return set(range(first, len(bare))) if answer > max(1, question) else set()


def _explored(bare: Lines) -> set[int]:
    """What is below "Explore this article", down to its authors: names of parts and sections."""
    chosen: set[int] = set()
    gaps = gaps_below(bare)
    for head in matching(bare, _EXPLORE.fullmatch):
        end = gaps[head]
        authors = (order for order in range(head, end) if _AUTHORED.fullmatch(bare[order]))
        chosen |= set(range(head, next(authors, end)))
    return chosen


def _answers(bare: Lines) -> set[int]:
    """On a page of questions all but the title and the first answer, below "2 Answers"."""
    filled = [order for order, line in enumerate(bare) if line]
    dates = [below for below in filled[1:] if _ASKED.fullmatch(bare[below])]
    heads = [order for order in filled if _N_ANSWERS.fullmatch(bare[order])]
    if not (dates and heads) or dates[0] > heads[0]:
        return set()
    above = filled[: filled.index(dates[0])]
    title = next((n for n in reversed(above) if not _ASK.fullmatch(bare[n])), above[-1])
    first = heads[0] + 1
    while first < len(bare) and _ABOVE_ANSWER.fullmatch(bare[first]):
        first += 1
    end = next((n for n in filled if n > first and _BELOW_ANSWER.fullmatch(bare[n])), len(bare))
    return set(range(len(bare))) - {title, *range(first, end)}


def _adverts(bare: Lines) -> set[int]:
    """Lines around a price without a gap, which is on a line of its own, in a text with other lines
    of a site; but not lists of prices below "You need" and not steps."""
    chosen: set[int] = set()
    if not any(map(AROUND.fullmatch, bare)):
        return chosen
    above = ""
    for has_words, run in itertools.groupby(range(len(bare)), lambda order: bare[order] != ""):
        orders = list(run)
        if not has_words:
            continue
        is_text = any(
            names_section(bare[n]) or begins_item(bare[n]) or bare[n].endswith((".", "!"))
            for n in orders
        )
        has_price = len(orders) > 1 and matching([bare[n] for n in orders], _PRICE.fullmatch)
        if has_price and not is_text:
            chosen |= set() if names_section(above) else set(orders)
        above = bare[orders[-1]]
    return chosen


def _comments(bare: Lines) -> set[int]:
    """What readers wrote below a step: lines down to the last one with a date."""
    chosen: set[int] = set()
    gaps = gaps_below(bare)
    end = 0
    for head in sorted(matching(bare, _N_COMMENTS.fullmatch)):
        below = range(max(head + 1, end), gaps[head])
        dated = [order for order in below if _DATED.fullmatch(bare[order])]
        if dated:
            end = dated[-1] + 1
            chosen |= set(range(head, end))
    return chosen


def _nutrition(bare: Lines) -> set[int]:
    """What a portion has of nutrients, below a line "Nutrition"."""
    chosen: set[int] = set()
    gaps = gaps_below(bare)
    end = 0
    for head in sorted(matching(bare, _NUTRITION.fullmatch)):
        below = range(max(head, end), gaps[head])
        of_head = itertools.takewhile(lambda order: not names_section(bare[order]), below)
        nutrients = [order for order in of_head if _NUTRIENT.fullmatch(bare[order])]
        if len(nutrients) > 1:
            end = nutrients[-1] + 1
            chosen |= set(range(head, end))
    return chosen


def _asked(bare: Lines) -> set[int]:
    """From what a site asks below a text to the end, if no section and no numbered step follows.

    Comments and what an assistant offers may have numbers.
    """
    last = max(
        (order for order, line in enumerate(bare) if names_section(line) or _is_item(line)),
        default=0,
    )
    ends = {
        order
        for order in matching(bare, _ASKS.fullmatch)
        if order > last and not bare[order - 1].endswith(":")
    }
    if any(_SAID.fullmatch(line.strip("*_ ")) for line in bare):
        ends |= matching(bare, _OFFERS.fullmatch)
    ends |= {
        order
        for order in matching(bare[:-1], _ABOVE_COMMENTS.fullmatch)
        if _BELOW_NUMBER.fullmatch(bare[order + 1])
    }
    first = min((order for order in ends if 2 * order > len(bare)), default=len(bare))
    return set(range(first, len(bare)))


def _is_item(line: str) -> bool:
    """Return True for an item that is no product with its price."""
    return begins_item(line) and not _PRICED.search(line)


def above_card(bare: Lines, left_out: set[int]) -> set[int]:
    """What stands between a title and the same title above the materials: a story, a summary.

    Numbered steps between them, but those of a summary ("Step 1: …"), show a title of pages.
    """
    rest = [order for order, line in enumerate(bare) if order not in left_out and line]
    title = next((order for order in rest if any(map(str.isalpha, bare[order]))), len(bare))
    again = [order for order in rest if order > title and bare[order] == bare[title]]
    sections = [order for order in rest if names_section(bare[order])]
    if not again or not sections:
        return set()
    below = [section_of(bare[order]) for order in sections if order > again[0]]
    is_above = below[:1] == ["materials"] and "procedure" in below
    between = range(title + 1, again[0] + 1)
    has_list = any(
        order < again[0] and section_of(bare[order]) == "materials" for order in sections
    )
    has_steps = any(is_numbered(bare[order]) for order in between)
    return set(between) if is_above and not (has_list or has_steps) else set()


PASSAGES = (
    _quoted,
    _original_mail,
    _contents,
    _explored,
    _answers,
    _adverts,
    _promotions,
    _chapters,
    _comments,
    _nutrition,
    _asked,
)
