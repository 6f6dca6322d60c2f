"""Lines that stand around a text on a web page or in a mail, and are copied with it."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Callable, Sequence

from pipeline.text.blank_lines import blank
from pipeline.text.blocks import begins_item
from pipeline.text.chats import longest_message
from pipeline.text.copied_signs import with_plain_signs
from pipeline.text.headings import section_of
from pipeline.text.material_entries import has_quantity
from pipeline.text.paragraph_forms import CLOSING

__all__ = ["without_copied_lines"]

_MONTH = r"(?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec)[a-z]*\.?"
_DAY = rf"{_MONTH} \d|\d{{1,2}}(?:[./-]|\.? {_MONTH})"
_BUTTONS = (
    r"add (?:a )?(?:comment|tip)|ask (?:a )?question|show more…?|skip to (?:main )?content|"
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
    r"[\d.,]+[KM]? views(?: [^.!?]{0,60})?|page \d+ of \d+\t[^.!?]{0,40}|\d+ min(?:ute)? read"
)
_AUTHORS = (
    r"(?:co-)?(?:authored|written) by:? [^.!?]{1,60}|edited [·•] \w+|follow @\S{1,40}"
    r"(?: [^.!?]{0,40})?|(?:#\w+\s*){2,}|"
    rf"(?:last )?(?:updated|reviewed|modified|published)(?: on)?:? (?:{_DAY})[^.!?]{{0,30}}"
    r"(?: [·|] [^.!?]{0,100})?|"
    rf"\S{{2,30}} - {_MONTH} \d{{1,2}}, \d{{4}}|(?:✔ ?|✓ ?)?accepted (?:solution|answer)"
)
_PICTURES = r"(?:picture|image) titled \S[^.!?]{0,80}|fig(?:ure)?\.? ?\d+[a-z]?"
_OF_SITES = (
    r"related: \S[^.!?]{0,100}[.!?]?|on .{5,80} wrote:|"
    r"(?:original recipe )?(?:\(\d+x\) )?yields \d+ servings|"
    r"advertisements?|sponsored(?: content)?|story continues below[^.!?]{0,30}|"
    r"continue reading below|articles in this section|"
    r"this post (?:may )?contains? affiliate links\.?|"
    r"privacy policy|terms of (?:use|service)|cookie policy|"
    r"\[?view this e-?mail in your browser\]?[^.!?]{0,40}|unsubscribe(?: from this list)?|"
    r"thank you for your feedback!?|get .{2,20} for (?:android|ios)"
)
_AROUND = re.compile(  # a whole line
    "|".join((_BUTTONS, _SWITCHES, _COUNTS, _AUTHORS, _PICTURES, _OF_SITES)), re.IGNORECASE
)
_PERHAPS_A_BUTTON = re.compile(  # or a step of instructions for a computer
    r"edit|buy|see more|sign in|log in|register|download|search|menu|like|comments?|reply|options|"
    r"subscribe|share|save|follow|submit a request|solved|chapters|x|yes|no|\d+ tips?|copy link|"
    r"download pdf|privacy|cookie settings|facebook|twitter|pinterest|whatsapp|instagram|"
    r"shop all [\w ]{2,30}",
    re.IGNORECASE,
)
_ASKS = re.compile(  # what a site asks below a text
    r"(?:did|was|is) (?:you|this|that|these)\b.{0,60}\b(?:help|helpful|useful|recipe)\b.{0,20}\?|"
    r"\d+ (?:thoughts|responses|comments|replies) (?:on|to)\b.*|log in to reply|"
    r"comments, questions and tips\b.*|similar (?:topics|questions)|rate this recipe|"
    r"related (?:articles|posts|recipes|topics|guides)|leave a (?:reply|comment)|"
    r"community q ?& ?a|view all \d+ comments|you (?:may|might) also like:?|most popular",
    re.IGNORECASE,
)
_CONTENTS = re.compile(
    r"(?:on this page|in this (?:article|guide|post)|(?:table of )?contents|jump to):?",
    re.IGNORECASE,
)
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
_HOME = re.compile(r"home +[>»›/→▸] ", re.IGNORECASE)
_PATH_SIGN = re.compile(r" +(?P<sign>[>»›/→▸]) +")
_MOST_OF_A_PATH = 90  # characters
_N_COMMENTS = re.compile(r"\d+ comments?", re.IGNORECASE)
_DATED = re.compile(r".*(?:\b\d{4}|\bago)\Z")
_CREDIT = re.compile(  # "Photo: A. Lee / Kitchenbook", "Image credit: Ann Lee"
    r"(?:photo|image|picture|photograph|video)s?"
    r"(?: ?©.*| (?:credit|courtesy of)\b.*| by (?-i:[A-Z]).*|: (?P<author>.*))|credit: \S.*",
    re.IGNORECASE,
)
_AUTHOR = re.compile(
    r"©.*|\w[\w-]*(?:\.[\w-]+)+|[^/.!?]* / [^.!?]*|[A-Z][\w’'-]+(?: [A-Z][\w’'.-]*){1,3}"
)
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
_CHAPTER = re.compile(r"(?:\d{1,2}:)?\d{1,2}:\d\d\s+\D+")
_BEFORE_PROMOTION = re.compile(r"skip past \w+ promotion", re.IGNORECASE)
_AFTER_PROMOTION = re.compile(r"after \w+ promotion", re.IGNORECASE)
_ACCOUNT = re.compile(r"(?=.*[a-z])[a-z0-9]+[._][a-z0-9._]*")
_ADDRESS = re.compile(r".*\.(?:com|org|net|[a-z]{2}|conf(?:ig)?|log|ya?ml|json|txt|html?|csv)")
_CLICK = re.compile(r"\b(?:press|tap|click|select|choose)(?: on)?\Z", re.IGNORECASE)
_QUOTED = re.compile(r">(?!\s?\d)")
_CODE = re.compile(r"[(){}=|$]|<-|--\w")
_WROTE = re.compile(r".*\bwrote:|-+ ?original message ?-+", re.IGNORECASE)
_FEWEST_TABS = 3
_MOST_LINES = 60  # of a table of contents, of comments, of nutrients
_LINES_OF_HEAD = 8  # above a text

Lines = Sequence[str]


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
    left_out: set[int] = set()
    for find in _FINDERS:
        left_out |= find(bare)
    left_out |= _buttons(bare, left_out)
    kept = [blank(line) if order in left_out else line for order, line in enumerate(lines)]
    return with_plain_signs("".join(longest_message(kept)))


def _around(bare: Lines) -> set[int]:
    return _matching(bare, _AROUND.fullmatch)


def _buttons(bare: Lines, left_out: set[int]) -> set[int]:
    """Lines such as "Edit" that stand next to a line of a site, or again in a text that has some.

    In another text, and below "Press", they are what to click on.
    """
    if not left_out:
        return set()
    filled = [order for order, line in enumerate(bare) if line]
    clicked = {below for above, below in itertools.pairwise(filled) if _CLICK.search(bare[above])}
    perhaps = _matching(bare, _PERHAPS_A_BUTTON.fullmatch) - clicked
    n_times = Counter(bare[order].lower() for order in perhaps)
    chosen: set[int] = set()
    for pair in (*itertools.pairwise(filled), *itertools.pairwise(filled[::-1])):
        other, order = pair
        if order in perhaps and (other in left_out or other in chosen):
            chosen.add(order)
    return chosen | {order for order in perhaps if n_times[bare[order].lower()] > 2}


def _tabs(bare: Lines) -> set[int]:
    """Names of sections right above each other, which are tabs to choose from, but for the last."""
    runs = itertools.groupby(range(len(bare)), lambda order: _may_be_tab(bare[order]))
    chosen: set[int] = set()
    for is_tab, run in runs:
        orders = list(run)
        kinds = {section_of(bare[order]) for order in orders}
        if is_tab and len(orders) >= _FEWEST_TABS and {"materials", "procedure"} <= kinds:
            chosen |= set(orders[:-1])
    return chosen


def _may_be_tab(line: str) -> bool:
    is_name = line[:1].isupper() and line[-1:].isalpha() and len(line.split()) < _FEWEST_TABS
    return is_name and section_of(line) is not None


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
    above = next((line for line in reversed(bare[: min(chosen, default=0)]) if line), "")
    has_text = any(
        order not in chosen and (_is_numbered(line) or CLOSING.search(line))
        for order, line in enumerate(bare)
    )
    are_chapters = len(chosen) > 2 and has_text and not section_of(above)
    return chosen if are_chapters else set()


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


def _path(bare: Lines) -> set[int]:
    """A first line that says where in a site the page stands: "Home > Garden > Trees"."""
    filled = [order for order, line in enumerate(bare) if line]
    if len(filled) < 2:
        return set()
    line, below = bare[filled[0]], bare[filled[1]]
    signs = [match["sign"] for match in _PATH_SIGN.finditer(line)]
    is_path = signs != [] and len(line) < _MOST_OF_A_PATH and not line.startswith("#")
    if _HOME.match(line):
        return {filled[0]} if is_path else set()
    is_apart = filled[1] > filled[0] + 1 and len(signs) > 1
    if {"/", "→"} & set(signs):  # or a title: "Tofu / aubergine tempura"
        parts = _PATH_SIGN.split(line)[::2]
        is_title_below = not (CLOSING.search(below) or begins_item(below) or section_of(below))
        is_apart = is_apart and is_title_below and all(part[:1].isupper() for part in parts)
    return {filled[0]} if is_path and is_apart else set()


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
    """Lines that say who took a picture, and the captions right above them, below a gap."""
    authors = _matching(bare, _is_credit)
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


def _accounts(bare: Lines) -> set[int]:
    """The name of an account among the first lines, above the first sentence and the first list;
    several names are those of files."""
    above = itertools.takewhile(
        lambda line: not (CLOSING.search(line) or line.endswith(":") or section_of(line)),
        bare[:_LINES_OF_HEAD],
    )
    names = {
        order: line
        for order, line in enumerate(above)
        if _ACCOUNT.fullmatch(line) and not _ADDRESS.fullmatch(line)
    }
    return set(names) if len(set(names.values())) == 1 else set()


def _nutrition(bare: Lines) -> set[int]:
    """What a portion has of nutrients, below a line "Nutrition"."""
    chosen: set[int] = set()
    gaps = _gaps_below(bare)
    end = 0
    for head in sorted(_matching(bare, _NUTRITION.fullmatch)):
        below = range(max(head, end), gaps[head])
        of_head = itertools.takewhile(lambda order: not _names_section(bare[order]), below)
        nutrients = [order for order in of_head if _NUTRIENT.fullmatch(bare[order])]
        if len(nutrients) > 1:
            end = nutrients[-1] + 1
            chosen |= set(range(head, end))
    return chosen


def _asked(bare: Lines) -> set[int]:
    """From what a site asks below a text to the end, if no section and no numbered step follows."""
    last = max(
        (order for order, line in enumerate(bare) if _names_section(line) or begins_item(line)),
        default=0,
    )
    first = min(
        (
            order
            for order in _matching(bare, _ASKS.fullmatch)
            if order > last and 2 * order > len(bare) and not bare[order - 1].endswith(":")
        ),
        default=len(bare),
    )
    return set(range(first, len(bare)))


def _above_card(bare: Lines) -> set[int]:
    """What stands between a title and the same title above the materials: a story, a summary.

    Numbered steps between them, but those of a summary ("Step 1: …"), show a title of pages.
    """
    title = next((order for order, line in enumerate(bare) if any(map(str.isalpha, line))), 0)
    again = [order for order in range(title + 1, len(bare)) if bare[order] == bare[title]]
    sections = sorted(_matching(bare, _names_section))
    if not again or not bare[title] or not sections:
        return set()
    is_above = again[0] < sections[0] and section_of(bare[sections[0]]) == "materials"
    between = range(title + 1, again[0] + 1)
    has_steps = any(_is_numbered(bare[order]) for order in between)
    return set(between) if is_above and not has_steps else set()


_FINDERS = (
    _quoted,
    _around,
    _path,
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


def _names_section(line: str) -> bool:
    """Return True for "Ingredients", "Method" and the like."""
    return section_of(line) in ("materials", "procedure")


def _is_numbered(line: str) -> bool:
    return line[:1].isdecimal() and begins_item(line)


def _matching(bare: Lines, matches: Callable[[str], object]) -> set[int]:
    return {order for order, line in enumerate(bare) if line and matches(line)}


def _gaps_below(bare: Lines) -> list[int]:
    """Return for each line where the next gap or the end is, or a line ``_MOST_LINES`` below."""
    gaps, gap = [0] * len(bare), len(bare)
    for order in range(len(bare) - 1, -1, -1):
        gaps[order] = min(gap, order + _MOST_LINES)
        gap = gap if bare[order] else order
    return gaps
