"""What is known of each candidate, as numbers: the evidence for the choice of entities.

The tagger's chances, how often and where a name stands, its neighbours, its words' habits in
annotated procedures, the other candidates, and the document's style. None of it needs a network.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from pipeline.inference.entity_candidates import (
    CONJUNCTIONS,
    LOOSE_ENDS,
    Candidate,
    Span,
    TaggedText,
    is_number,
    is_quantity,
)
from pipeline.inference.word_habits import Habits, WordHabits
from pipeline.text.material_entries import is_unit
from pipeline.text.names import Key, head, key_of

__all__ = ["END", "START", "features", "neighbour_after", "neighbour_before"]

Features = dict[str, float]

_DETERMINERS = frozenset(
    "a an the this that these those some any each every all both another other its their his her"
    " your our my".split()
)
_INTO = frozenset("into in to onto on over inside through around under against".split())
_FROM = frozenset("from off out".split())
_BEFORE = {
    "into": _INTO,
    "at": frozenset("in on at inside under beneath above below near by".split()),
    "from": _FROM,
    "with": frozenset({"with"}),
    "by": frozenset("by for as per".split()),
    "and": frozenset("and or plus , /".split()),
    "of": frozenset({"of"}),
    "parenthesis": frozenset("("),
}
_AFTER = {
    "motion": _INTO | _FROM,
    "being": frozenset("is are was were be been being".split()),
    "of": frozenset({"of"}),
    "and": frozenset({"and", "or"}),
    "comma": frozenset(","),
    "end": frozenset(". ; ) ! ? $".split()),
}
_FUNCTION_WORDS = (
    LOOSE_ENDS
    | CONJUNCTIONS
    | frozenset(
        "if when while until so up down out off not no don't very more most than about".split()
    )
)
_NOTHING = -7.0  # log-odds in place of those of a name that is not there
START, END = "^", "$"  # the neighbours beyond a step's first and last word


def features(
    text: TaggedText, candidates: Sequence[Candidate], habits: WordHabits
) -> list[Features]:
    """Return the features of each candidate, by name."""
    known = _Known(habits)
    tagged = {candidate.key: candidate.tagged(text) for candidate in candidates}
    names = _Names(tagged)
    outer = _outer_spans(candidates)
    title = frozenset(key_of(text.document.title))
    style = _style(text, tagged, known)
    return [
        _evidence(text, candidate)
        | _positions(text, candidate, outer)
        | _shape(text, candidate, title)
        | _habits(candidate.key, known)
        | _context(text, candidate, known)
        | names.others(candidate.key)
        | style
        | {f"tagged_{name}": _odds(tagged[candidate.key]) * style[name] for name in _CROSSED}
        for candidate in candidates
    ]


def neighbour_before(text: TaggedText, span: Span) -> str:
    """Return the word before a name and its article and amount, or the mark that divides them."""
    number, first, _ = span
    step = text.steps[number]
    while step.joined(first) and (
        _lower(text, number, first - 1) in _DETERMINERS or _is_amount(text, number, first - 1)
    ):
        first -= 1
    mark = step.gaps[first].strip()
    if mark:
        return mark[-1]
    return _lower(text, number, first - 1) if first > 0 else START


def neighbour_after(text: TaggedText, span: Span) -> str:
    """Return the word after a name, or the mark that divides them."""
    number, _, end = span
    step = text.steps[number]
    mark = step.gaps[end].strip()
    if mark:
        return mark[0]
    return _lower(text, number, end) if end < len(step.words) else END


class _Known:
    """The habits of words, each looked up once in a document."""

    def __init__(self, habits: WordHabits) -> None:
        self._habits = habits
        self._looked_up: dict[str, Habits] = {}

    def of(self, word: str) -> Habits:
        habits = self._looked_up.get(word)
        if habits is None:
            habits = self._looked_up[word] = self._habits.of(word)
        return habits


def _evidence(text: TaggedText, candidate: Candidate) -> Features:
    """What the tagger says of the name's words, and of its neighbours."""
    means, weakest, heads, firsts, before, after = [], [], [], [], [], []
    for span in candidate.spans:
        number, first, end = span
        chances = text.steps[number].chances[first:end]
        means.append(sum(chances) / len(chances))
        weakest.append(min(chances))
        heads.append(chances[-1])
        firsts.append(chances[0])
        before.append(_neighbour_chance(text, number, first - 1, gap=first))
        after.append(_neighbour_chance(text, number, end, gap=end))
    return {
        "tagged": _odds(candidate.tagged(text)),
        "most": _odds(max(means)),
        "mean": _odds(_mean(means)),
        "weakest": _odds(max(weakest)),
        "head_most": _odds(max(heads)),
        "head_mean": _odds(_mean(heads)),
        "head_over_first": _mean(heads) - _mean(firsts),
        "before_most": max(before),
        "before_mean": _mean(before),
        "after_most": max(after),
        "after_mean": _mean(after),
        "over_before": _mean(means) - _mean(before),
        "whole": candidate.whole,
        "part": candidate.part,
        "never_whole": float(candidate.whole == 0),
    }


def _neighbour_chance(text: TaggedText, number: int, place: int, *, gap: int) -> float:
    """The chance of a neighbouring word that the name could have taken in."""
    step = text.steps[number]
    if not (0 <= place < len(step.words)) or step.gaps[gap].strip():
        return 0.0
    return 0.0 if _lower(text, number, place) in _FUNCTION_WORDS else step.chances[place]


def _positions(text: TaggedText, candidate: Candidate, outer: Mapping[Span, bool]) -> Features:
    n_steps = len(text.steps)
    nested = sum(not outer[span] for span in candidate.spans)
    return {
        "mentions": math.log(len(candidate.spans)),
        "steps_with": math.log(len({span[0] for span in candidate.spans})),
        "first_step": candidate.spans[0][0] / max(1, n_steps - 1),
        "nested": nested / len(candidate.spans),
        "always_nested": float(nested == len(candidate.spans)),
    }


def _outer_spans(candidates: Sequence[Candidate]) -> dict[Span, bool]:
    """Of each span, whether no other candidate's span contains it."""
    spans = sorted(
        (span for candidate in candidates for span in candidate.spans),
        key=lambda span: (span[0], span[1], -span[2]),
    )
    outer = {}
    reached = (-1, 0)  # step, and the furthest end of its spans so far
    for span in spans:
        number, _, end = span
        outer[span] = reached < (number, end)
        reached = max(reached, (number, end))
    return outer


def _shape(text: TaggedText, candidate: Candidate, title: frozenset[str]) -> Features:
    key = candidate.key
    written = "".join(word.text[1:] for word in text.words(candidate.spans[0]))
    return {
        "one_word": float(len(key) == 1),
        "two_words": float(len(key) == 2),
        "three_words": float(len(key) > 2),
        "participle_first": float(len(key) > 1 and key[0].endswith("ed")),
        "ing_last": float(key[-1].endswith("ing")),
        "unit_last": float(is_unit(key[-1])),
        "unit_first": float(len(key) > 1 and is_unit(key[0])),
        "number_last": float(is_number(key[-1])),
        "formula": float(any(sign.isupper() or sign.isdigit() for sign in written)),
        "word_in_title": float(not title.isdisjoint(key)),
        "head_in_title": float(head(key) in title),
    }


def _habits(key: Key, known: _Known) -> Features:
    """How annotated procedures use the name's head, and the words before the head."""
    of_head = known.of(head(key))
    modifiers = [known.of(word) for word in key[:-1]]
    return {
        "head_entity": of_head.head,
        "head_modifier": of_head.modifier,
        "head_place": of_head.place,
        "head_opening": of_head.opening,
        "head_known": of_head.known,
        "modifier_mean": _mean([each.modifier for each in modifiers]) if modifiers else 0.0,
        "modifier_first": modifiers[0].modifier if modifiers else 0.0,
        "opening_most": max((each.opening for each in modifiers), default=-3.0),
        "opening_first": modifiers[0].opening if modifiers else -3.0,
    }


def _context(text: TaggedText, candidate: Candidate, known: _Known) -> Features:
    """What stands before and after the name: the share of its mentions, and whether any."""
    counts: Counter[str] = Counter()
    after_mean, before_mean = [], []
    for span in candidate.spans:
        number, first, _ = span
        step = text.steps[number]
        before, after = neighbour_before(text, span), neighbour_after(text, span)
        after_mean.append(known.of(before).entity_after)
        before_mean.append(known.of(after).entity_before)
        article = _lower(text, number, first - 1) if step.joined(first) else ""
        counts.update(f"before_{name}" for name, words in _BEFORE.items() if before in words)
        counts.update(f"after_{name}" for name, words in _AFTER.items() if after in words)
        counts["opens"] += step.begins_sentence(first)
        counts["article"] += article in _DETERMINERS
        counts["indefinite"] += article in ("a", "an")
        counts["amount"] += first > 0 and step.joined(first) and _is_amount(text, number, first - 1)
        counts["before_verb"] += before not in _FUNCTION_WORDS and known.of(before).opening > -1
        counts["after_word"] += after.isalnum() and after not in _FUNCTION_WORDS
        counts["capital"] += step.words[first].text[0].isupper()
    n_spans = len(candidate.spans)
    result = {
        "neighbour_before_mean": _mean(after_mean),
        "neighbour_before_most": max(after_mean),
        "neighbour_after_mean": _mean(before_mean),
        "neighbour_after_most": max(before_mean),
    }
    for name in _COUNTED:
        result[name] = counts[name] / n_spans
        result[f"any_{name}"] = float(counts[name] > 0)
    return result


_COUNTED = (
    *(f"before_{name}" for name in _BEFORE),
    *(f"after_{name}" for name in _AFTER),
    *"opens article indefinite amount before_verb after_word capital".split(),
)


class _Names:
    """All candidates' names with the tagger's chances, by what they have in common."""

    def __init__(self, tagged: Mapping[Key, float]) -> None:
        self._tagged = tagged
        self._longer: dict[Key, list[float]] = {}  # by the words that end them
        self._sharing: dict[str, list[tuple[float, Key]]] = {}  # the two likeliest with a word
        for key, chance in tagged.items():
            for end in _proper_ends(key):
                self._longer.setdefault(end, []).append(chance)
            for word in set(key):
                with_word = self._sharing.setdefault(word, [])
                with_word.append((chance, key))
                with_word.sort(reverse=True)
                del with_word[2:]
        self._heads = Counter(head(key) for key in tagged)
        self._sorted = sorted(tagged.values())

    def others(self, key: Key) -> Features:
        """The chances of names that share words with this one, and its rank among all."""
        longer = self._longer.get(key, [])
        shorter = [self._tagged[end] for end in _proper_ends(key) if end in self._tagged]
        sharing = [chance for word in key for chance, other in self._sharing[word] if other != key]
        better = len(self._sorted) - bisect_right(self._sorted, self._tagged[key])
        return {
            "longer_most": _odds(max(longer)) if longer else _NOTHING,
            "longer_number": float(min(len(longer), 3)),
            "shorter_most": _odds(max(shorter)) if shorter else _NOTHING,
            "sharing_most": _odds(max(sharing)) if sharing else _NOTHING,
            "same_head": math.log(self._heads[head(key)]),
            "rank": math.log(1 + better),
        }


def _proper_ends(key: Key) -> Iterator[Key]:
    for first in range(1, len(key)):
        yield key[first:]


_CROSSED = ("articles", "imperatives")  # parts of the style that the tagger's chance depends on


def _style(text: TaggedText, tagged: Mapping[Key, float], known: _Known) -> Features:
    """The document's register: instructions or description, long steps or short ones."""
    steps = [step for step in text.steps if step.words]
    n_steps = max(1, len(steps))
    n_words = max(1, sum(len(step.words) for step in steps))
    firsts = [step.words[0].text.lower() for step in steps]
    openings = [known.of(step.keys[0][0]).opening for step in steps]
    return {
        "articles": sum(word in ("the", "a", "an", "in") for word in firsts) / n_steps,
        "imperatives": sum(opening > 0 for opening in openings) / n_steps,
        "density": sum(sum(step.chances) for step in steps) / n_words,
        "words_in_step": math.log(n_words / n_steps),
        "steps": math.log(n_steps),
        "expected_in_step": sum(tagged.values()) / n_steps,
        "candidates": math.log(1 + len(tagged)),
    }


def _is_amount(text: TaggedText, number: int, place: int) -> bool:
    """Return True for a number, for "2μL" and for the unit after a number."""
    step = text.steps[number]
    word = step.words[place].text
    if is_number(word) or is_quantity(word):
        return True
    return step.joined(place) and is_unit(word) and is_number(step.words[place - 1].text)


def _lower(text: TaggedText, number: int, place: int) -> str:
    return text.steps[number].words[place].text.lower()


def _odds(chance: float) -> float:
    """Log-odds, which distinguish small chances, and large ones."""
    kept = min(max(chance, 0.001), 0.999)
    return math.log(kept / (1 - kept))


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
