"""What in the words of the steps speaks for yes or for no, as numbers.

Two kinds of question are asked: is a thing at a place at a time, and is something done. What the
rules of ``text_verdict`` say is one number; others are about the sentences of the steps that most
likely decide. None is sure; a small trained network weighs them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.questions.question_words import classes_of, content_stems, stems_of
from pipeline.questions.text_verdict import place_relation, presence_verdict

__all__ = ["VERDICT_FEATURES", "YesNoQuestion", "verdict_features"]

_SENTENCE = re.compile(r"[^.;!?]+(?:[.;!?]+|$)")
_OUT = re.compile(r"\b(?:out|off|away|aside|from|without|gone|empty|bare)\b", re.IGNORECASE)
_TOWARDS = re.compile(r"\b(?:into|onto|in|on|to|under|over|back)\b", re.IGNORECASE)
_STAY = re.compile(r"\b(?:stays?|leave|left|keep|kept|remains?|still|rests?|stands?)\b", re.I)
_NOT = re.compile(r"\b(?:not|never|no|without|don't|doesn't|nothing)\b", re.IGNORECASE)
_ASKED = {
    "asks still": r"\bstill\b",
    "asks already": r"\b(?:already|yet|now)\b",
    "asks any": r"\b(?:any|left|anything|anymore)\b",
    "asks all": r"\ball\b",
    "asks while": r"\b(?:while|during|when|as)\b",
    "asks after": r"\b(?:after|once|end|finished|done)\b",
    "asks before": r"\b(?:before|until|first)\b",
}
_OF_A_SENTENCE = (
    "in", "out", "names place", "out word", "remove verb", "add verb", "eat verb", "towards",
    "stay", "not", "passive",
)  # fmt: skip
_OF_PRESENCE = (
    "rule yes", "rule no", "rule none", "never named", "first named later", "no place",
    "ever in", "ever out", "out since in", "place emptied", "steps since", "mentions", "at start",
    "at end", *(f"last {name}" for name in _OF_A_SENTENCE),
    *(f"before last {name}" for name in _OF_A_SENTENCE),
    *(f"next {name}" for name in _OF_A_SENTENCE),
)  # fmt: skip
_OF_A_DECIDING_STEP = ("earlier", "same step", "later", "covered", *_OF_A_SENTENCE)
VERDICT_FEATURES = (
    *_OF_PRESENCE,
    *(f"first {name}" for name in _OF_A_DECIDING_STEP),
    *(f"second {name}" for name in _OF_A_DECIDING_STEP),
    *_ASKED, "asks not", "asks presence",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class YesNoQuestion:
    """A question for yes or no, about the state after a step (0: before step 1).

    ``thing`` and ``place`` are words of the question, empty where it has none. ``intent`` is
    "is-at" or "is-done". ``deciding`` are the steps that most likely decide it, best first.
    """

    words: str
    intent: str
    thing: str
    place: str
    state: int
    deciding: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Mention:
    """A sentence that names the thing, and its step."""

    step: int
    text: str


def verdict_features(question: YesNoQuestion, texts: Sequence[str]) -> list[float]:
    """The values of ``VERDICT_FEATURES`` for a question about the steps' ``texts``."""
    values = {name: 0.0 for name in VERDICT_FEATURES}
    if question.thing:
        values |= _of_presence(question, texts)
    for name, step in zip(("first", "second"), question.deciding, strict=False):
        own = _of_deciding_step(question, step, texts[step - 1])
        values |= {f"{name} {key}": value for key, value in own.items()}
    for name, pattern in _ASKED.items():
        values[name] = float(re.search(pattern, question.words, re.IGNORECASE) is not None)
    values["asks not"] = float(_NOT.search(question.words) is not None)
    values["asks presence"] = float(question.intent == "is-at")
    return [values[name] for name in VERDICT_FEATURES]


def _of_presence(question: YesNoQuestion, texts: Sequence[str]) -> dict[str, float]:
    thing, place, state = question.thing, question.place, question.state
    mentions = [
        _Mention(step, match[0])
        for step, text in enumerate(texts, 1)
        for match in _SENTENCE.finditer(text)
        if _names(match[0], thing)
    ]
    past = [mention for mention in mentions if mention.step <= state]
    later = [mention for mention in mentions if mention.step > state]
    verdict = presence_verdict(thing, place or None, state, texts) if thing else None
    relations = [place_relation(mention.text, place) if place else None for mention in past]
    last_in = max((row for row, each in enumerate(relations) if each == "in"), default=-1)
    values = {
        "rule yes": verdict is not None and verdict.is_true,
        "rule no": verdict is not None and not verdict.is_true,
        "rule none": verdict is None,
        "never named": not mentions,
        "first named later": bool(later) and not past,
        "no place": not place,
        "ever in": last_in >= 0,
        "ever out": "out" in relations,
        "out since in": any(_leaves(mention.text, thing) for mention in past[last_in + 1 :]),
        "place emptied": bool(place) and _is_emptied(place, past[last_in].step, state, texts)
        if last_in >= 0 else False,
        "steps since": (state - past[-1].step) / len(texts) if past else 0.0,
        "mentions": min(len(past), 5) / 5,
        "at start": state == 0,
        "at end": state == len(texts),
    }  # fmt: skip
    for name, mention in (
        ("last", past[-1] if past else None),
        ("before last", past[-2] if len(past) > 1 else None),
        ("next", later[0] if later else None),
    ):
        own = _of_sentence(mention.text, thing, place) if mention else {}
        values |= {f"{name} {key}": own.get(key, 0.0) for key in _OF_A_SENTENCE}
    return {name: float(value) for name, value in values.items()}


def _of_deciding_step(question: YesNoQuestion, step: int, text: str) -> dict[str, float]:
    """Where the step stands to the time asked for, and what its closest sentence says."""
    sentences = [match[0] for match in _SENTENCE.finditer(text)] or [text]
    content = set(content_stems(question.words))
    shared = [len(content.intersection(stems_of(sentence))) for sentence in sentences]
    best = sentences[shared.index(max(shared))]
    return {
        "earlier": float(step < question.state),
        "same step": float(step == question.state),
        "later": float(step > question.state),
        "covered": max(shared) / max(1, len(content)),
        **_of_sentence(best, question.thing or question.words, question.place),
    }


def _of_sentence(sentence: str, thing: str, place: str) -> dict[str, float]:
    near = _around(sentence, thing)
    classes = classes_of(near)
    relation = place_relation(sentence, place) if place else None
    values = {
        "in": relation == "in",
        "out": relation == "out",
        "names place": bool(place) and _names(sentence, place),
        "out word": _OUT.search(near) is not None,
        "remove verb": "remove" in classes,
        "add verb": bool(classes & {"add", "move", "return"}),
        "eat verb": "consume" in classes,
        "towards": _TOWARDS.search(near) is not None,
        "stay": _STAY.search(sentence) is not None,
        "not": _NOT.search(sentence) is not None,
        "passive": re.search(r"\b(?:is|are|was|were|be|been)\b", near) is not None,
    }
    return {name: float(value) for name, value in values.items()}


def _leaves(sentence: str, thing: str) -> bool:
    near = _around(sentence, thing)
    return _OUT.search(near) is not None or bool(classes_of(near) & {"remove", "consume"})


def _is_emptied(place: str, first: int, last: int, texts: Sequence[str]) -> bool:
    """Whether a step up to the ``last`` acts on the place with a verb that removes."""
    return any(
        _names(text, place) and "remove" in classes_of(_around(text, place))
        for text in texts[first:last]
    )


def _around(sentence: str, name: str) -> str:
    """The words up to five before and four after the name's."""
    words = sentence.split()
    own = set(content_stems(name))
    places = [place for place, word in enumerate(words) if own & set(stems_of(word))]
    if not places:
        return sentence
    return " ".join(words[max(0, places[0] - 5) : places[-1] + 5])


def _names(text: str, name: str) -> bool:
    """Whether the text has the head word of the name, or two other words of it."""
    content, stems = content_stems(name), set(stems_of(text))
    return bool(content) and (content[-1] in stems or len(stems.intersection(content)) > 1)
