"""What the form of a paragraph shows: whether it is closed, and whether it heads what follows."""

from __future__ import annotations

import re
from functools import lru_cache

from pipeline.text.blocks import Block
from pipeline.text.headings import is_day, is_named_day
from pipeline.text.sentences import sentence_spans

__all__ = [
    "BARE_OR",
    "CLOSING",
    "Span",
    "addresses_reader",
    "all_instruct",
    "heads",
    "heads_number",
    "heads_steps",
    "introduces",
    "is_bare",
    "is_fact",
    "is_facts",
    "is_signature",
    "is_yield",
    "may_instruct",
    "mostly_instructs",
    "n_words",
    "says_goodbye",
    "states_first",
    "trimmed",
]

Span = tuple[int, int]

_INSTRUCTION = re.compile(r"\b(?:steps?|instructions?|follow\w*|need\w*|below)\b", re.IGNORECASE)
CLOSING = re.compile(r"[.!?…。！？][\"'”’»)\]]*\Z")
_FACT = re.compile(
    r"(?:(?:prep\w*|cook\w*|bak\w*|total|active|working)[ -]?time|time|duration|serves|servings|"
    r"portions|yields?|makes|difficulty|level|cost|author|source|date|posted|when|where|scope|"
    r"audience|owner|department|location|(?:assembly|meeting) point|"
    r"(?:prepared|approved|reviewed|written) by|"
    r"version|rev(?:ision|\.)?|"
    r"(?:sop|doc(?:ument)?|form|wi|ref(?:erence)?)[ .]*(?:no|number|id|code)?\.?|"
    r"acc(?:ession)?\.?(?: no\.?| number)?|conservator|pinned up by|(?:card )?checked by|"
    r"priority|reported(?: by)?|asset|ticket|(?:closed|opened|raised) by|assigned to|severity|"
    r"follow-?up|requester|"
    r"(?:effective|issue|issued|review|print)(?: date)?|status|page|published|grade(?: level)?|"
    r"age(?: group)?|class|course|cuisine|keywords|calories|rating|share|tags|applies to|"
    r"comments|favorites|completions|last (?:made|cooked|changed)|created|edited)\s*:",
    re.IGNORECASE,
)
_FURNITURE = re.compile(  # of pages and of forms
    r"[★☆⭐*\s]{3,}\Z|"
    r"\d[\d.]* (?:stars? )?(?:from|out of|\() ?[\d,]+ ?(?:votes?|reviews?|ratings?)?\)?\Z|"
    r"(?:[\d,]+ )?(?:votes?|reviews?|ratings?|comments?|answers?|photos?|shares?|saves?)\Z|"
    r"\d\.\d\Z|\([\d,]+\)\Z|sent from my\b.*|>.*|on .* wrote:\Z|"
    r"signed (?:electronically|by)\b.*|(?:https?://|www\.)\S+(?:\s+\d+)?\Z|"
    r"(?:(?:jump to|print|pin|save|rate|share|email)(?: this)?(?: the)? ?"
    r"(?:recipe|page|article)?[\s|·•/-]*)+\Z|"
    r"(?:©|\(c\)|copyright\b).*\Z|published\b.*\d{4}.*\Z|"
    r"art(?:icle|\.)? ?(?:no\.? ?)?\d[\d.-]{2,}.*\Z|"
    r"(?:form|document|sop|rev(?:ision)?|version|issue)\.? (?:no\.? )?(?=\S*\d)\S+"
    r"(?:,? (?:rev|v|version|issue)\S* \S+)?\Z|"
    r"(?:prep|cook|total|bake|chill|rest)(?:ing)?(?: time)?:? (?:about )?"
    r"\d+ ?(?:m\w*|h\w*)(?: \d+ ?m\w*)?\Z|"
    r"takes (?:about |around )?\d[^.!?]*(?:min|h)\w*\.?\Z|"
    r"\d+ ?[smhd](?: \d+ ?[smhd])?\Z|"
    r"(?:\d+ h(?:ou)?rs? ?)?\d+ min(?:ute)?s?\.?\Z|\d+ h(?:ou)?rs?\Z",
    re.IGNORECASE,
)
_MONTH = r"(?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec)[a-z]*\.?"
_DATE = re.compile(
    rf"(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? )?"
    rf"(?:\d{{1,2}}(?:st|nd|rd|th)? {_MONTH}|{_MONTH} \d{{1,2}},?) \d{{4}}\b.{{0,20}}\Z",
    re.IGNORECASE,
)
_COLUMNS = re.compile(r"\s{2,}")
_YIELD = re.compile(r"(?:yields?|makes|serves|portions) \d", re.IGNORECASE)
_LONGEST_COLUMN = 7  # words of one of several facts on a line
_KISSES = re.compile(r"x+|\W+")  # after "Enjoy!"
_JOINED = re.compile(r"\s+[·|•]\s+")
_LETTER = re.compile(r"(?:from|to|cc|bcc|sent|date|subject)\s*:", re.IGNORECASE)
_GREETING = re.compile(
    r"(?:dear|hi|hello|hey|good (?:morning|afternoon|evening))\b(?:[ ,]+[\w.'’-]+){0,4}[ ]?[,!.:]?|"
    r"(?:morning|afternoon|evening),? (?:all|everyone|everybody|folks|team)[,!.]",
    re.IGNORECASE,
)
# a sentence that begins so is no instruction; nor is one that begins with "keeps" or "keeping"
_NO_INSTRUCTION = frozenset(
    "a an the this that these those it its they he she i we you my our your there here what who"
    " why how is are was were will can could may might must should if as although because since"
    " while for from of no not hi hello hey dear thanks some many most all each"
    " every any one two three yes good great best perfect delicious lovely nice ideal".split()
)
_IN_ING = frozenset("bring ring string swing wring".split())  # verbs that are no gerunds
_STATEMENT = re.compile(
    r"\W*\w+(?: \w+){0,2} (?:is|are|was|were|has|have|had|can|could|will|would|may|might|must|"
    r"should|does|did)\b|"
    r"\W*(?:in|on|to|with|by|at|during)\b[^,.]{1,60}, (?:you|we|the|it|this|there)\b",
    re.IGNORECASE,
)
_CONDITION = re.compile(r"\W*(?:if|when|once|after|before)\b[^,.]{1,80}, ", re.IGNORECASE)
_ENSURING = re.compile(r"\W*(?:make sure|be sure|ensure|check|see|verify|confirm)\b", re.IGNORECASE)
_SPOKEN = re.compile(
    r"(?:here(?:['’]s| is| are)?|please|this is|these are|(?:it|that)(?:['’]s| is)|i|we)\b",
    re.IGNORECASE,
)
_LONGEST_HEADING = 70
_NAME = re.compile(r"(?:[A-Z][\w'’-]+|and|of|&)(?: (?:[A-Z][\w'’-]+|and|of|&)){1,5}")
_PAIR = re.compile(r"\W*\w+(?: \w+){0,2}:\s")  # "Site: building C"
_SIGNATURE = re.compile(
    r"(?:love|regards|(?:best|kind|warm) (?:wishes|regards)|cheers|thanks(?: and [\w ]{1,30})?|"
    r"yours(?: \w+)?|"
    r"sincerely|best|hth|ta|hope (?:that|this) helps)[,!]?\s+[\w .'’-]{1,40}",
    re.IGNORECASE,
)
_SIGNED = re.compile(r"(?:--?|–|—) ?[\w.'’-]{1,20}(?: [\w.'’-]{1,20}){0,2}")  # "-- gelrunner"
_PERSON = re.compile(  # "Mrs. Edna Kowalski, Springfield"
    r"(?:(?:Mrs?|Ms|Dr|Prof|Chef|Rev)\.? )?[A-Z][\w'’-]+(?: (?:[A-Z][\w'’-]+|[A-Z]\.|x+)){0,3}"
    r"(?:, (?:[A-Z][\w'’.-]+ ?|No\. ?|\d+ ?){1,4})*"
)
_BLANK = re.compile(r"[^.!?_]*_{3,}[\s\w:/.]*\Z")  # "Signature: ____"
_FIELDS = re.compile(  # "Version 3.1    Approved: M. Okafor"
    r"(?:(?:version|rev\w*|issue) \S+|(?:[^\s:]+ ){0,2}[^\s:]+: .*\S)\s{2,}"
    r"(?:[^\s:]+ ){0,2}[^\s:]+:\s.*\Z",
    re.IGNORECASE,
)
_PAGE = re.compile(
    r"\d{1,4}\s{2,}[A-Z][A-Z ]+\Z|[A-Z][A-Z ]+\s{2,}\d{1,4}\Z|(?i:page \d+(?: of \d+)?)\Z|"
    r"\S+[ \t]+.*\b(?i:page \d+ of \d+)\Z",
)
_REVISION = re.compile(  # "Rev. C   Effective 01/02/2025", "Version 3, issued 4 May 2025"
    r"(?:rev(?:ision)?|ver(?:sion)?|issue|edition)\b\.? ?(?:\d[\w.]*|[a-z])\b"
    r"(?:[\s,;|/–-]+(?:effective|issued|dated?|valid|approved|(?:last )?(?:reviewed|updated))\b"
    r"[^.!?]{0,30})?\Z",
    re.IGNORECASE,
)
_BYLINE = re.compile(
    r"by \S+ » .*\Z|[Bb]y [A-Z][^.!?]*\|.*\Z|by [A-Z][\w.'’-]*(?: [A-Z][\w.'’-]*){0,3}\Z"
)
_POSTED = re.compile(
    r"(?:posted|written|published|submitted|(?:last )?(?:updated|edited|modified)) "
    r"(?:(?:by|on|at)\b|(?:\w+ )?\d)",
    re.IGNORECASE,
)
_SERVINGS = re.compile(
    r"(?:serves|makes|yields?|feeds) (?:about |up to |around )?\d[^.!?\n]*[.!]?", re.IGNORECASE
)
_FAREWELL = re.compile(
    r"(?:(?:and )?that(?:['’]s| is) (?:it|all)|(?:and )?you['’]?re done|any questions|"
    r"i['’]d love to (?:hear|see|know)|please (?:comment|"
    r"(?:leave|post|share) (?:an?|your|any|pics|photos|me) ?(?:comments?|reviews?|photos?|pics)?)|"
    r"if you (?:have|had) (?:any )?(?:questions|problems)|"
    r"what do you think|was this (?:\w+ )?helpful|"
    r"have an? (?:\w+ ){1,2}(?:day|evening|week(?:end)?|time|trip)(?=\W*\Z)|"
    r"enjoy|bon app[ée]tit|good luck|(?:many )?thanks? (?:you|for|to)|"
    r"(?:i|we) hope|hope (?:you|th|it)\w*|"
    r"see you|(?:with |lots of |much )+love|until next time|(?:ring|call|text|ask) me|"
    r"happy \w+ing|"
    r"let (?:me|us) know|leave a comment|don['’]t forget to (?:like|share|subscribe)|subscribe|"
    r"share (?:your|a|this)|you (?:might|may) also like|tag (?:me|us)|follow (?:me|us))\b"
    r"[^.!?]*[.!?]*",
    re.IGNORECASE,
)
_ADDRESS = re.compile(r"\b(?:I|we|my|our|us|you|this|these|here|people)\b", re.IGNORECASE)
_MOST_AFTER_GOODBYE = 6  # words
_LONGEST_FACT = 10  # words
_LONGEST_LINE = 200  # characters of a fact
_ORDER = re.compile(
    r"(?:and )?(?:then|next|now|finally|first(?:ly)?|after that)\W*\Z", re.IGNORECASE
)
BARE_OR = re.compile(r"[-–—* ]*(?:or|alternatively)[-–—:* ]*\Z", re.IGNORECASE)


def introduces(words: str) -> bool:
    """Return True if a paragraph only introduces what follows: "For the filling:"."""
    return words.endswith(":") or (len(words) < 40 and not CLOSING.search(words))


def heads(text: str, blocks: list[Block]) -> bool:
    """Return True if the first of two blocks is a heading without ``#``: few words above many."""
    words = blocks[0].text(text)
    if len(blocks) < 2 or CLOSING.search(words) or blocks[0].lines > 1:
        return False
    below = blocks[1]
    if len(sentence_spans(words)) > 1:
        return False
    if words.endswith(":") or is_day(words) or _is_day_above_steps(text, blocks):
        return True
    return len(words.split()) < 5 and len(sentence_spans(below.text(text))) > 1


def _is_day_above_steps(text: str, blocks: list[Block]) -> bool:
    """Return True for "Day 2: the filling" above an item, or above several sentences."""
    if len(blocks) < 2 or not is_named_day(blocks[0].text(text)):
        return False
    below = blocks[1].text(text)
    return blocks[1].kind == "item" or len(sentence_spans(below)) > 1


def heads_steps(text: str, blocks: list[Block]) -> bool:
    """Return True if the first of two blocks is a paragraph like "For the filling:"."""
    words = blocks[0].text(text)
    if not any(map(str.isalpha, words)) or is_fact(words):  # how many people liked it
        return False
    above_first = heads_number(text, blocks) and blocks[1].number == 1
    is_long = len(words.split()) > 8 and (not above_first or _ADDRESS.search(words) is not None)
    is_long = is_long and not _is_day_above_steps(text, blocks)
    if len(blocks) < 2 or is_long or _INSTRUCTION.search(words):
        return False
    if len(sentence_spans(words)) > 1 or _GREETING.fullmatch(words):
        return False
    if len(words.splitlines()) > 1 and all(map(_PAIR.match, words.splitlines())):
        return False  # "Fixture: F-3", "Program: 7"
    if _SPOKEN.match(words) or _ORDER.match(words):
        return False
    if blocks[1].kind == "item":
        return (introduces(words) or heads_number(text, blocks)) and not BARE_OR.match(words)
    return blocks[1].kind == "paragraph" and heads(text, blocks)


def is_facts(words: str) -> bool:
    """Return True if all of a paragraph is facts about the text ("Serves: 4") or goodbyes."""
    lines = words.splitlines()
    values = [line for line in lines if not line.strip().isdigit()]  # "Servings:", and "12"
    if all(map(is_fact, values or lines)):
        return True
    if _GREETING.fullmatch(words) or _SIGNATURE.fullmatch(words):
        return True
    if len(lines) < 4 and _SIGNED.fullmatch(lines[-1].strip()):
        return all(map(is_facts, lines[:-1]))
    sentences = (words[start:end].strip("_* ") for start, end in sentence_spans(words))
    return all(
        _SERVINGS.fullmatch(each)
        or _FAREWELL.fullmatch(each)
        or _KISSES.fullmatch(each)
        or ("\n" not in each and is_fact(each))
        for each in sentences
    )


def says_goodbye(words: str) -> bool:
    """Return True if a paragraph begins with a goodbye and has few words more: "Let me know how it
    goes! Dad sends his love."."""
    first, *others = [words[start:end] for start, end in sentence_spans(words)] or [""]
    are_short = sum(len(other.split()) for other in others) < _MOST_AFTER_GOODBYE
    return _FAREWELL.fullmatch(first) is not None and are_short


@lru_cache(maxsize=256)  # rules look at the same line again and again
def is_fact(line: str) -> bool:
    """Return True for a line such as "Serves 4", "by Sam", "Page 1 of 2" or "To: all staff"."""
    words = line.strip()
    is_short = len(words) < _LONGEST_LINE and len(words.split()) <= _LONGEST_FACT
    first, *columns = _COLUMNS.split(words)
    are_columns = columns != [] and (_FACT.match(first) or _YIELD.match(first)) is not None
    if are_columns and all(len(each.split()) < _LONGEST_COLUMN for each in (first, *columns)):
        return True  # "Yield 2 l    Shelf life 14 days"
    pairs = words.split("|")
    are_pairs = len(pairs) > 1 and all(_PAIR.match(pair + " ") for pair in pairs)
    return is_short and (
        _states_fact(words)
        or are_pairs  # "Makes: 2 loaves | Hydration: 75%"
        or (len(parts := _JOINED.split(words)) > 1 and all(map(_states_fact, parts)))
    )


def is_yield(words: str) -> bool:
    """Return True for "Makes 3 dozen." and the like."""
    return _SERVINGS.fullmatch(words) is not None


def is_signature(words: str) -> bool:
    """Return True for a name alone, as below a letter: "Mrs. Edna Kowalski, Springfield"."""
    return len(words) < _LONGEST_HEADING and _PERSON.fullmatch(words) is not None


def _states_fact(words: str) -> bool:
    forms = (_FACT, _FURNITURE, _POSTED, _LETTER, _BLANK, _FIELDS, _PAGE, _REVISION, _BYLINE, _DATE)
    return any(form.match(words) for form in forms) or is_yield(words)


def _instructs(sentence: str) -> bool:
    """Return True if a sentence may be an instruction, by its first word: "Press the bag."."""
    if condition := _CONDITION.match(sentence):  # "If it fails, begin again."
        sentence = sentence[condition.end() :]
    first = sentence.strip(" \"'“‘(*_-–•⚠\ufe0f❗💡").split(maxsplit=1)[:1]
    word = first[0].strip(".,:;!*_").lower() if first else ""
    if not word.isalpha() or len(word) < 2 or word in _NO_INSTRUCTION:
        return False
    states = _STATEMENT.match(sentence) and not _ENSURING.match(sentence)  # "Make sure it is off"
    if states or _PAIR.match(sentence) or _NAME.fullmatch(sentence.strip()):
        return False
    is_gerund = word.endswith("ing") and word not in _IN_ING
    return not (is_gerund or (word.endswith("s") and not word.endswith("ss")))


def _instructive(words: str) -> list[bool]:
    """Which sentences may instruct."""
    return [_instructs(words[start:end]) for start, end in sentence_spans(words)]


def may_instruct(words: str) -> bool:
    """Return True if any sentence of a paragraph may instruct."""
    return any(_instructive(words))


def all_instruct(words: str) -> bool:
    """Return True if every sentence of a paragraph may instruct."""
    instructive = _instructive(words)
    return instructive != [] and all(instructive)


def mostly_instructs(words: str) -> bool:
    """Return True if at least half of the sentences of a paragraph or an item may instruct."""
    instructive = _instructive(words)
    return instructive != [] and 2 * sum(instructive) >= len(instructive)


def addresses_reader(text: str, block: Block) -> bool:
    """Return True if the first sentence of a paragraph speaks to the reader: "Here is my way"."""
    first = sentence_spans(block.text(text))[:1]
    return any(_ADDRESS.search(block.text(text)[start:end]) for start, end in first)


def states_first(text: str, block: Block) -> bool:
    """Return True if the first of several sentences states: "Berries are low in pectin."."""
    words = block.text(text)
    spans = sentence_spans(words)
    return len(spans) > 1 and _STATEMENT.match(words[slice(*spans[0])]) is not None


def heads_number(text: str, blocks: list[Block]) -> bool:
    """Return True if the first of two blocks is a line like a heading, above a numbered item."""
    words = blocks[0].text(text)
    is_line = blocks[0].lines == 1 and len(words) < _LONGEST_HEADING and not CLOSING.search(words)
    return is_line and len(blocks) > 1 and blocks[1].number > 0


def is_bare(text: str, block: Block) -> bool:
    """Return True if no line of a paragraph ends with a full stop, question or exclamation mark."""
    return not any(CLOSING.search(line.strip()) for line in block.text(text).splitlines())


def n_words(text: str, blocks: list[Block]) -> int:
    """Return the number of words in the blocks."""
    return sum(len(block.text(text).split()) for block in blocks)


def trimmed(text: str, start: int, end: int) -> Span:
    """Return the span without white space at its ends."""
    words = text[start:end]
    return start + len(words) - len(words.lstrip()), start + len(words.rstrip())
