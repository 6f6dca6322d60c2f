"""Yes or no to a question about presence or order, from the words of the steps alone.

For things that the graph does not track. Rules of thumb, so the reply always quotes the steps that
decide it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from pipeline.questions.question_words import classes_of, content_stems, stem, stems_of
from pipeline.questions.step_search import Similarity, search_steps, step_of_clause
from pipeline.questions.time_clauses import TimeClause

__all__ = ["Verdict", "order_verdict", "place_relation", "presence_verdict"]

_REACH = 6  # words from a verb to the thing that it moves
_OUT_OF = r"out of|from|off|leaves?|away from"
_INTO = r"into|onto|in|on|to|at|under|inside|over"
_DETERMINERS = frozenset("a an the any some all your its their this that each".split())
_PASSIVE = re.compile(r"\b(?:is|are|was|were|be|been|being|gets?)\b")


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether it is so, and the steps that decide it."""

    is_true: bool
    steps: tuple[int, ...]


def presence_verdict(
    thing: str, place: str | None, step: int, texts: Sequence[str]
) -> Verdict | None:
    """Whether a thing is at a place after ``step`` (0: at the start); None if it is never named.

    It is there from the step that puts it there until one that takes it out or puts it elsewhere.
    """
    named = [order for order, text in enumerate(texts, 1) if _names(text, thing)]
    if not named:
        return None
    present, decided = False, named[0]
    for order in named:
        if order > step:
            break
        for is_there in _presences(texts[order - 1], thing, place):
            present, decided = is_there, order
    return Verdict(present, (decided,))


def order_verdict(
    event: str, clause: TimeClause, texts: Sequence[str], *, similarity: Similarity | None = None
) -> Verdict | None:
    """Whether an event comes before or after that of the time clause, as the clause has it."""
    if clause.relation == "at":
        return None
    first = search_steps(event, texts, similarity=similarity)
    second = step_of_clause(clause.words, texts, similarity=similarity)
    if not first or first[0].covered == 0.0 or second is None or first[0].step == second:
        return None
    comes_before = first[0].step < second
    return Verdict(
        comes_before == (clause.relation == "before"), tuple(sorted((first[0].step, second)))
    )


def _presences(text: str, thing: str, place: str | None) -> Iterator[bool]:
    """What each sentence of a step that names the thing says about its being at the place."""
    for sentence in re.split(r"(?<=[.;!?])\s+", text):
        if not _names(sentence, thing):
            continue
        relation = None if place is None else place_relation(sentence, place)
        if (
            relation == "out"
            or re.search(rf"\bwithout (?:\w+ )?{_head_word(thing)}", sentence)
            or _is_dropped(sentence, thing)
        ):
            yield False
        elif relation == "in":
            yield True
        elif _moves(sentence, thing, {"remove", "consume"}):
            yield False
        elif _moves(sentence, thing, {"add", "move", "return"}):
            yield not re.search(r"\b(?:into|onto|in|on|to)\b", sentence)
        elif place is None:
            yield True


def place_relation(sentence: str, place: str) -> Literal["in", "out"] | None:
    """Whether the sentence leads into the place or out of it; None if it names it otherwise."""
    words = re.findall(r"[\w'-]+", sentence.lower())
    head = content_stems(place)[-1:]
    for position, word in enumerate(words):
        if [stem(word)] == head:
            before = " ".join(words[max(0, position - 4) : position])
            prepositions = re.findall(rf"\b(?:{_OUT_OF}|{_INTO})\b", before)
            if prepositions:
                return "out" if re.fullmatch(_OUT_OF, prepositions[-1]) else "in"
    return "in" if head and head[0] in stems_of(sentence) else None


def _is_dropped(sentence: str, thing: str) -> bool:
    """Whether the thing is named and then drained or thrown away: "add water and drain"."""
    words = re.findall(r"[\w'-]+", sentence.lower())
    head = content_stems(thing)[-1]
    places = [position for position, word in enumerate(words) if stem(word) == head]
    for position, word in enumerate(words):
        if "remove" in classes_of(word) and places and places[0] < position:
            following = words[position + 1 : position + 2]
            if words[position - 1] == "and" and not (set(following) & _DETERMINERS):
                return True
    return False


def _head_word(name: str) -> str:
    return re.escape(content_stems(name)[-1])


def _names(text: str, name: str) -> bool:
    """Whether the text has the head word of the name."""
    content = content_stems(name)
    return bool(content) and content[-1] in stems_of(text)


def _moves(sentence: str, thing: str, classes: set[str]) -> bool:
    """Whether a verb of these classes acts on the thing: shortly before it, or passive after it.

    A thing that flows or runs somewhere moves too.
    """
    words = re.findall(r"[\w'-]+", sentence)
    head = content_stems(thing)[-1]
    places = [place for place, word in enumerate(words) if stem(word) == head]
    for place in places:
        before = " ".join(words[max(0, place - _REACH) : place])
        after = " ".join(words[place + 1 : place + 1 + _REACH])
        passive = _PASSIVE.search(after) is not None
        flows = classes & {"move"} & classes_of(" ".join(words[place + 1 : place + 3]))
        if flows or classes & classes_of(before) or (passive and classes & classes_of(after)):
            return True
    return False
