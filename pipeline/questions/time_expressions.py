"""Time expressions in a question: "after step 3", "at the start", "before the last step"."""

from __future__ import annotations

import re

from pipeline.questions.lexicon import BE, DO, WHERE
from pipeline.questions.parsed_question import Time

__all__ = ["split_time"]

_ORDINALS = (
    "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth"
    " thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth"
).split()
_CARDINALS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
    " sixteen seventeen eighteen nineteen twenty"
).split()
_LAST = ("last", "final")
_STEP = (
    rf"(?:(?:the )?(?:step|sentence)(?: number| no\.?)? ?#? ?(?:\d+|{'|'.join(_CARDINALS)})"
    rf"|(?:the )?(?:\d+(?:st|nd|rd|th)|{'|'.join(_ORDINALS)}|(?:very )?(?:last|final)"
    r"|second to last|next to last|penultimate) (?:step|sentence)|#?\d+)"
)
_START = (
    r"(?:(?:at|in|from) the (?:very )?(?:start|beginning|outset)|initially|originally|at first"
    r"|to begin with|before (?:anything|everything|it|the (?:process|procedure)) (?:starts|begins"
    r"|happens)|before (?:the start|the beginning|all steps|any step)|at step (?:0|zero))"
)
_END = (
    r"(?:(?:at|in) the (?:very )?end|finally|eventually|ultimately|at last|in the final state"
    r"|after (?:everything|all(?: the)? steps|all|it all|the end)"
    r"|when (?:it|everything|all|the process|the procedure) is (?:done|over|finished|complete))"
)
_TIME = (
    rf"(?:(?P<relation>right before|just before|before|prior to|right after|just after|after"
    r"|following|once|(?:by|at|until) the end of|at|in|on|during|by|as of|until|through)"
    rf" (?P<step>{_STEP})(?: is (?:done|over|finished))?|(?P<start>{_START})|(?P<end>{_END}))"
)
_FIRST_OR_LAST = (
    r"what (?:do|should|must) (?:i|we|you) do (?:very )?(?:first|last)"
    r"|what (?:is|comes|happens) (?:the )?(?:very )?(?:first|last|final)"
    r"(?: thing| step)?(?: that)?(?: (?:i|we|you) (?:do|have to do|must do))?"
)
_BEFORE = ("before", "prior")
_AT = ("at", "in", "on", "during", "by", "as", "until", "through")


def split_time(text: str) -> tuple[str, Time | None]:
    """The text without its time, which stands at either end or behind the first words."""
    for pattern in (
        rf"(?P<rest>.+?),? {_TIME}",
        rf"{_TIME},? (?P<rest>.+)",
        rf"(?P<rest>(?:where|what) {BE}),? {_TIME},? (?P<more>.+)",
    ):
        if match := re.fullmatch(pattern, text, re.IGNORECASE):
            more = match.groupdict().get("more")
            return match["rest"] + (f" {more}" if more else ""), _time(match)
    if match := re.fullmatch(rf"(?i){_FIRST_OR_LAST}", text):
        is_first = "first" in match[0].lower()
        return "what do I do", Time("at", 1 if is_first else -1)
    ends = re.fullmatch(
        rf"(?i)(?P<rest>{WHERE} {DO} .+ (?P<verb>end up|start(?: out)?|begin))", text
    )
    if ends:
        return text, Time("after", -1 if ends["verb"].lower() == "end up" else 0)
    return text, None


def _time(match: re.Match[str]) -> Time:
    if match["start"]:
        return Time("after", 0)
    if match["end"]:
        return Time("after", -1)
    step, words = _step(match["step"]), match["relation"].lower().split()
    if any(word in _BEFORE for word in words):
        return Time("before", step)
    return Time("at" if words[0] in _AT else "after", step)


def _step(text: str) -> int:
    words = text.lower().replace("#", " ").split()
    if "penultimate" in words or words[-4:-1] in (["second", "to", "last"], ["next", "to", "last"]):
        return -2
    for word in reversed(words):
        if word in _LAST:
            return -1
        if digits := re.match(r"\d+", word):
            return int(digits[0])
        for numbers in (_CARDINALS, _ORDINALS):
            if word in numbers:
                return numbers.index(word)
    raise ValueError(f"{text!r} names no step")  # unreachable: _STEP admits nothing else
