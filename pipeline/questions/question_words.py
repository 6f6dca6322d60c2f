"""The words of questions and steps that carry meaning: stems, and classes of verbs.

A question and a step seldom use one verb: who asks when the milk goes in reads "stir in the milk".
Verbs of one class are related.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache

import snowballstemmer

from pipeline.domain.lemmas import lemma
from pipeline.domain.name_keys import WORD

__all__ = ["FUNCTION_WORDS", "classes_of", "content_stems", "stem", "stems_of", "verbs"]

TEXTS_KEPT = 1024  # whose verbs need not be classified again
_STEMMER = snowballstemmer.stemmer("english")

# Words that say what is asked and not what it is about
FUNCTION_WORDS = frozenset(
    """
    a an the this that these those some any each every all both another other its it their them they
    his her he she your you our we us my me i who whom whose what which where when why how whats
    wheres whens is are was were be been being am do does did done doing have has had having will
    would can could should shall must may might need needs needed to of in on at by for from with
    into onto as and or but if then than so there here too also not no yes still ever just very much
    many about exactly please use uses used using go goes going gone went come comes came coming
    get gets got getting put puts putting happen happens up down out off over step steps point stage
    time before after during while once until thing things part parts long often take takes taken
    took end ends back again precisely away through want wants let lets keep else together
    ingredient ingredients reagent reagents tool tools material materials item items component
    components substance substances
    """.split()
)

_VERBS: Mapping[str, str] = {
    "add": "add put place lay insert pour drop mix stir tip fill load dip slide sprinkle pipette"
    " whisk fold combine throw set stick attach apply transfer spoon spread arrange cover soak"
    " enter pack stow hang",
    "remove": "remove discard drain strain lift pull peel unscrew aspirate scoop strip separate"
    " decant squeeze empty knock dispose pump detach extract withdraw",
    "return": "return back replace refit reinstall",
    "heat": "heat warm boil cook bake fry roast melt simmer poach preheat grill toast temperature",
    "cool": "cool chill refrigerate freeze frozen cold ice refrigerator freezer",
    "wait": "wait leave left stand rest keep kept store rise sit incubate dry cure overnight soak"
    " hour minute day week",
    "make": "make made form become became turn produce create prepare convert",
    "mix": "mix mixture stir whisk beat blend shake shaken combine vortex knead",
    "cut": "cut slice chop trim halve divide crush grind",
    "check": "check inspect measure weigh look test compare verify record",
    "clean": "clean wash rinse wipe scrub",
    "spin": "spin spun centrifuge centrifugation rpm",
    "move": "carry bring brought move transfer flow travel run ran fall drop pass sink drive"
    " return",
    "fix": "screw tighten tie attach fasten glue stick stuck sew clamp connect press",
    "collect": "collect gather catch caught",
    "consume": "eat feed drink serve",
    "close": "close shut seal cover lid",
    "open": "open unlock unscrew",
}
_MOVING = frozenset(
    """
    go goes come comes put puts take takes get gets gone went taken pour turn turned switch
    switched shut
    """.split()
)
_IN = frozenset("in into on onto inside".split())
_OUT = frozenset("out off away".split())


@cache
def stem(word: str) -> str:
    """The stem of a word, number aside (Porter's second English stemmer)."""
    return str(_STEMMER.stemWord(lemma(word)))


def stems_of(text: str) -> list[str]:
    """The stems of all words, in order."""
    return [stem(part) for part in _words(text)]


def content_stems(text: str) -> list[str]:
    """The stems of the words that say what a question is about, each once, in order."""
    words = [word for word in _words(text) if word not in FUNCTION_WORDS]
    return list(dict.fromkeys(map(stem, words)))


@lru_cache(maxsize=TEXTS_KEPT)
def classes_of(text: str) -> frozenset[str]:
    """The classes of the verbs in a text; "go in" adds, "come off" removes."""
    words = list(_words(text))
    classes = frozenset(name for word in words for name in _class_of().get(stem(word), ()))
    if not _MOVING.isdisjoint(words):
        if not _OUT.isdisjoint(words):
            return classes | {"remove"}
        if "back" in words:
            return classes | {"return"}
        if not _IN.isdisjoint(words) or "put" in words:
            return classes | {"add"}
    return classes


@cache
def verbs() -> frozenset[str]:
    """The verbs that have a class."""
    return frozenset(word for words in _VERBS.values() for word in words.split())


@cache
def _class_of() -> Mapping[str, tuple[str, ...]]:
    """The classes of each stem."""
    classes: dict[str, tuple[str, ...]] = {}
    for name, verbs in _VERBS.items():
        for verb in verbs.split():
            classes[stem(verb)] = (*classes.get(stem(verb), ()), name)
    return classes


def _words(text: str) -> Iterable[str]:
    for word in WORD.findall(text):
        yield from (part for part in word.lower().split("-") if part)
