"""What a heading announces: materials, the procedure itself, or an aside that is no part of it."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

__all__ = [
    "Section",
    "is_collection",
    "is_component",
    "is_day",
    "is_named_day",
    "is_numbered_title",
    "is_phase",
    "is_remark",
    "is_sequel",
    "is_time",
    "may_name_several",
    "names_section",
    "section_of",
]

Section = Literal["materials", "procedure", "aside"]

_MATERIALS = (
    r"(?:\w+ )?(?:ppe|protective (?:equipment|clothing)) (?:and|&) (?:equipment|tools|materials)|"
    r"(?:(?!of )\w+ ){0,2}(?:ingredients?|"
    r"(?:materials?|reagents?)(?: (?:(?:required but )?(?:not )?(?:provided|supplied)))?|"
    r"(?:solutions?|stains?|dyes?) (?:required|needed)|"
    r"(?:fittings|fixings)(?: (?:supplied|included|provided))?|"
    r"equipment|tools?|supplies|utensils|"
    r"apparatus|hardware|consumables|components|parts list|list of parts|parts|chemicals|"
    r"instruments|ingredient list|shopping list)|(?:the |my )?(?:shopping|gear|kit|stuff)"
    r"|what (?:do )?(?:i|we|you) (?:used?|need(?:ed)?)|(?:what(?:'s|’s| is) |not )?in the box"
    r"|what to (?:bring|buy|get|have ready)|bring (?:along|from home|with you)(?=\W*\Z)"
    r"|take (?:along|with you)(?=\W*\Z)|(?:have|get)(?: these)? (?:ready|to hand)(?=\W*\Z)"
    r"|cleaning (?:products|agents|materials)|spares?|required ppe"
    r"|(?:ppe|personal protective equipment)|"
    r"(?:(?:the |your )?(?:spill |repair )?(?:kit|box|package)) contents|(?:the )?formula(?:tion)?|"
    r"contents of the (?:kit|box|package)"
    r"|also (?:required|needed)|required|requirements|needs?"
    r"|amounts(?=\W*\Z)"
    r"|(?:what |things |all )?you(?:'ll|’ll| will)?(?: also)? need|(?:what is |what's )?needed"
)
_ASIDE = (
    r"(?:\w+ ){0,2}(?:contents|notes?|tips?|references|sources|see also|warnings?|cautions?|safety|"
    r"troubleshooting|nutrition(?:al)?(?: \w+){0,2}|critical control points?|variations?|"
    r"substitutions?|storage notes?|faqs?|"
    r"comments?|credits?|acknowledge?ments?|disclaimer|further reading|background|introduction|"
    r"overview|summary|abstract|about|description|motivation|scope|hazards|"
    r"authori[sz]ation|emergency|revision history|changelog|related \w+|gallery|licen[cs]e|tags|"
    r"purpose|objectives?|responsibilit(?:y|ies)|definitions|abbreviations|applicability|principle|"
    r"results?|conclusions?|discussion|observations?|evaluation|calculations?|data analysis|"
    r"you (?:might|may) also like|recommended(?: for you)?|be the first to share|your answer|"
    r"contributing|support|contacts?|limitations|interpretation(?: of results)?|"
    r"quality (?:control|assurance|checks?)|reporting|monitoring|corrective actions?|deviations|"
    r"escalation|escalate to|(?:technical )?specifications?|dimensions|"
    r"when to see .*|intended use|maintenance|waste|(?:waste )?disposal|"
    r"prerequisites|preconditions|documentation|records|approvals?|attachments|appendix|annex(?:es)?|"
    r"serving suggestions?|expected results?|links|history|features|highlights)"
    r"|contra-?indications?|ideas|(?:the )?(?:hypothes[ie]s|aims?)|customer service|next steps"
    r"|to-?do(?: list)?|guarantee"
    r"|(?:(?:batch|bake|baking|brew|bread|film|service|work) )?log|readings|tasting(?: notes)?"
    r"|who|(?:last|next) time|(?:we|you) (?:can ?not|can['’]t|do not|don['’]t) \w+"
    r"|explore more.*|recycling|navigation menu|table of contents|delivery|(?:total |the )?costs?"
    r"|wrap(?:ping)?[- ]?up|(?:final|closing|parting) (?:thoughts|words|remarks)"
    r"|(?:\w+ ){0,2}reviews?|what (?:not|never) to .*"
    r"|\w+['’]s (?:tips|notes)|next time|leave a (?:reply|comment)"
    r"|(?:\d+ )?(?:thoughts?|responses?|replies) (?:on|to) .*"
    r"|more (?:[\w-]+ ){0,3}(?:recipes|guides|articles|tutorials|posts|ideas)"
    r"|when to (?:get|seek|ask for|call|inform|contact|phone|stop)\b.*"
    r"|why you(?:['’]ll| will) love (?:it|them|this)\b.*"
    r"|if (?:the|your) [^,.:]*\b(?:keeps?|still|does(?: not|n['’]t)|won['’]t)\b[^,.:]*"
    r"|(?:frequently asked |common )?(?:faults?|problems|pitfalls|mistakes)"
    r"|quick recap|errata|(?:past|previous) (?:incidents|events|issues)"
    r"|(?:[\w-]+ ){0,2}questions"
    r"|(?:\w+ )?q ?& ?a|help|not like this|(?:dos and )?don['’]?ts"
    r"|(?:should|can|could|is|are|do|does|will|would|want|why|what if|what about)\b[^?]*\?"
    r"|(?:data|code) availability|(?:author|ethics|funding) (?:information|contributions|statement|"
    r"approval)|health(?:,| and| &) safety\b.*"
    r"|cite this .*|get involved|feedback|(?:additional |more )?resources|timing|how to cite .*"
    r"|check your understanding|(?:teaching|technical|safety) information|look for"
    r"|if you (?:forget|miss)\b.*|pre-?lab(?:oratory)?(?: \w+)?|alternative names"
    r"|known \w+|remember|do(?:n['’]t| not)|(?:\w+ )?answers|gauge(?: (?:and|&) \w+)?"
    r"|(?:freezing|storing|storage|serving|reheating)(?: (?:and|&) \w+)? (?:guidelines|suggestions)"
    r"|end of (?:the )?(?:task|procedure|document|instructions?)"
    r"|leftovers|acceptance (?:criteria|limits)|spill(?:s|age)?(?: \w+)?"
    r"|in case of (?:spill(?:s|age)?|fire|emergency|accidents?|exposure|skin contact)"
    r"|storage|(?:storing|keeping)(?: it| them)?"
    r"|(?:what )?if (?:it|things|something|anything) go(?:es)? wrong"
    r"|what (?:can|could|may) go wrong|when (?:it|things) go(?:es)? wrong"
)
_PROCEDURE = (
    r"(?:the |step[- ]by[- ]step |assay |test |experimental |cooking |work |working )?"
    r"(?:methods?(?: of (?:preparation|work))?|directions?|"
    r"instructions?|procedure|steps?|protocol|process|workflow|preparation steps|actions?|"
    r"do(?: it)?|(?:the )?job|how|"
    r"what to do|how to(?: (?:do|make|cook|prepare) (?:it|this|them))?|how it is (?:made|done)|"
    r"(?:project )?step[- ]by[- ]step(?: guide)?)"
)
_REST = (
    r"(?:(?:, \w+){0,2},? (?:and|&|/|or) \w+)?"
    r"(?: (?:needed|required|used|list|you(?:'ll|’ll| will)? need))?"
    r"(?: for .*| \(.*\))?\s*[:!?]*\Z"
)
_SECTIONS: tuple[tuple[Section, re.Pattern[str]], ...] = (
    ("procedure", re.compile(r"(?:materials?|reagents) (?:and|&) methods?\Z", re.IGNORECASE)),
    ("materials", re.compile(rf"(?:{_MATERIALS}){_REST}", re.IGNORECASE)),
    ("aside", re.compile(rf"(?:{_ASIDE}){_REST}", re.IGNORECASE)),
    ("procedure", re.compile(rf"(?:{_PROCEDURE}){_REST}", re.IGNORECASE)),
)
_NUMBER = re.compile(
    r"\A(?:\d{1,2}(?:\.\d{1,2})*[.):]?|[A-Z][.)]|[IVX]+[.)])\s+"
)  # "2.1 Materials"
_PICTURE = re.compile(r"\A[\U0001f300-\U0001faff\u2600-\u27bf\u2b50]\ufe0f?\s+")
_NUMBERED_TITLE = re.compile(
    r"(?:recipe|procedure|protocol|method|option|version)\s+(?:#?\s*\d+|[a-z])\b", re.IGNORECASE
)
_SEQUEL = re.compile(
    r"(?:before|after\w*|finally|finish(?:ing)?|then|next|later|at the end|last\w*|once|when|to) \w"
    r"|(?:afterwards?|finally|finish(?:ing)?|later|next|then|leaving|closing|"
    r"shut(?:ting)?[- ]?down|(?:clean|tidy|wash|pack)(?:ing)?[- ]?up)\b",
    re.IGNORECASE,
)
_REMARK = re.compile(r"(?:about|why|what|who|when|more|other|how \w+ works?)\b", re.IGNORECASE)
_COMPONENT = re.compile(
    r"(?:for|to) \w|(?:[\w-]+ ){0,3}(?:dough|batter|filling|topping|sauce|gravy|glaze|icing|"
    r"frosting|base|crust|pastry|marinade|dressing|syrup|garnish|decoration|cream|custard|stuffing|crumble|"
    r"assembly|mixture|mix|paste|stock|brine|poolish|levain|starter|sponge|layer|rub)\b",
    re.IGNORECASE,
)
_PERIOD = r"(?:day|week|part|phase|stage|round|hour)\s+\w{1,3}"
_DAY = re.compile(rf"\s*{_PERIOD}(?: \([^()\n]{{1,30}}\))?:?\s*\Z", re.IGNORECASE)
_NAMED_DAY = re.compile(rf"\s*{_PERIOD}: [^.!?\n]{{3,60}}\s*\Z", re.IGNORECASE)
_WEEKDAY = r"(?:mon|tue|wed|thu|fri|sat|sun)(?:day|sday|nesday|rsday|urday|s|rs?|r)?"
_TIME = re.compile(
    r"(?:early |late |every |each |in the )?"
    r"(?:mornings?|midday|noon|lunch ?time|afternoons?|evenings?|nights?|bed ?time|"
    rf"{_WEEKDAY}s?\.?)"
    r"\s*(?:\Z|[(:,–-]|\d{1,2}(?:st|nd|rd|th)?\b)",
    re.IGNORECASE,
)
_PHASE = re.compile(
    r"(?:(?!\d[\d.,]*\s?(?:[mµ]?M|%|x|X|g|kg|ml|mL|L|N)\b)"
    r"\d+(?![.,]\d)(?:st|nd|rd|th)?(?:[.):–-]|\s|\Z)|[ivx]+\.|(?:step|part|phase|day|stage|section|week|hour|round|chapter|module|op)\b)",
    re.IGNORECASE,
)
_COLLECTION = re.compile(
    r"\b(?:recipes|procedures|protocols|methods|how-tos|instructions for)\b"
    r"|\A(?:two|three|four|five|six|seven|eight|(?![01]\b)\d+) ",
    re.IGNORECASE,
)


def section_of(heading: str) -> Section | None:
    """Return what a heading announces, None for a title or a label of steps."""
    words = _NUMBER.sub("", _PICTURE.sub("", heading.strip().strip("*_")))
    return _section_of(words) if len(words) <= 80 else None


@lru_cache(maxsize=256)  # rules look at the same line again and again
def _section_of(words: str) -> Section | None:
    return next((section for section, pattern in _SECTIONS if pattern.match(words)), None)


def names_section(heading: str) -> bool:
    """Return True for "Ingredients", "Method" and the like."""
    return section_of(heading) in ("materials", "procedure")


def is_numbered_title(heading: str) -> bool:
    """Return True for "Recipe 2" or "Method B", one of several procedures."""
    return _NUMBERED_TITLE.match(heading.strip()) is not None


def is_sequel(heading: str) -> bool:
    """Return True for "Afterwards" or "Before you drive": what is done when the steps are done."""
    return _SEQUEL.match(heading.strip()) is not None and not heading.rstrip().endswith("?")


def is_remark(heading: str) -> bool:
    """Return True for "Why paste?" or "About wax": what stands under it explains."""
    words = heading.strip()
    return words.endswith("?") or _REMARK.match(words) is not None


def is_component(heading: str) -> bool:
    """Return True for "For the dough" or "Caramel sauce": a part of one recipe."""
    return _COMPONENT.match(heading.strip()) is not None


def is_day(line: str) -> bool:
    """Return True for a line that is no more than "Day 2" or "Part B (1 h)"."""
    return _DAY.match(line) is not None


def is_named_day(line: str) -> bool:
    """Return True for "Day 2: soaking the beans", which may be a heading or what to do."""
    return _NAMED_DAY.match(line) is not None


def is_time(heading: str) -> bool:
    """Return True for "MORNING (at 7)" or "Mon 3 June": when to do what stands below, no title."""
    return _TIME.match(heading.strip("# *_")) is not None


def is_phase(heading: str) -> bool:
    """Return True for "Day 2", "Part B: the oven" or "Morning", a part of one procedure."""
    return _PHASE.match(heading.strip()) is not None or is_time(heading)


def is_collection(heading: str) -> bool:
    """Return True for "Two sauces" or "Recipes of the house": several procedures follow."""
    return _COLLECTION.search(heading) is not None


def may_name_several(heading: str) -> bool:
    """Return True for a title with a word in the plural ("Buffers"), or of a collection."""
    words = heading.split()
    is_plural = any(word.endswith("s") and not word.endswith(("ss", "us")) for word in words)
    return is_plural or is_collection(heading)
