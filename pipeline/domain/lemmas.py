"""Noun lemmas by rule: "leaves" and "leaf" are one word, without a model or a download.

General lemmatisers choose between noun and verb by frequency ("leaves" becomes "leave"). We only
compare names of things and places, so every word is read as a noun.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

__all__ = ["ARTICLES", "lemma", "word_forms"]

ARTICLES = frozenset({"a", "an", "the"})
_PLAIN = str.maketrans({"’": "'", "ʼ": "'", "‐": "-"})

# plural: singular, where no rule below gives it
_IRREGULAR = {
    # f and ves
    "calves": "calf", "elves": "elf", "halves": "half", "hooves": "hoof", "knives": "knife",
    "leaves": "leaf", "lives": "life", "loaves": "loaf", "scarves": "scarf", "selves": "self",
    "sheaves": "sheaf", "shelves": "shelf", "thieves": "thief", "wharves": "wharf",
    "wives": "wife", "wolves": "wolf",
    # old English
    "children": "child", "craftsmen": "craftsman", "feet": "foot", "firemen": "fireman",
    "fishermen": "fisherman", "geese": "goose", "lice": "louse", "men": "man",
    "mice": "mouse", "oxen": "ox", "people": "person", "teeth": "tooth", "women": "woman",
    "workmen": "workman",
    # Latin and Greek
    "addenda": "addendum", "alveoli": "alveolus", "apices": "apex", "appendices": "appendix",
    "atria": "atrium", "axes": "axis", "bacilli": "bacillus", "bacteria": "bacterium",
    "bronchi": "bronchus", "cacti": "cactus", "cilia": "cilium", "cortices": "cortex",
    "criteria": "criterion", "crises": "crisis", "emboli": "embolus", "epithelia": "epithelium",
    "flagella": "flagellum", "foci": "focus", "fungi": "fungus", "ganglia": "ganglion",
    "helices": "helix", "indices": "index", "loci": "locus", "matrices": "matrix",
    "media": "medium", "mitochondria": "mitochondrion", "myocardia": "myocardium",
    "neuroses": "neurosis", "nuclei": "nucleus", "oases": "oasis", "ova": "ovum",
    "phenomena": "phenomenon", "radii": "radius", "sera": "serum", "sporangia": "sporangium",
    "stimuli": "stimulus", "stomata": "stoma", "strata": "stratum", "spectra": "spectrum",
    "thalli": "thallus", "thrombi": "thrombus", "vertices": "vertex", "villi": "villus",
    "vortices": "vortex",
    # a silent or sounded e before the s
    "aches": "ache", "avalanches": "avalanche", "caches": "cache", "headaches": "headache",
    "moustaches": "moustache", "niches": "niche", "quiches": "quiche", "axles": "axle",
    "canoes": "canoe", "floes": "floe", "foes": "foe", "hoes": "hoe", "horseshoes": "horseshoe",
    "shoes": "shoe", "tiptoes": "tiptoe", "toes": "toe", "oboes": "oboe",
    "uses": "use", "excuses": "excuse", "muses": "muse", "reuses": "reuse",
    "gases": "gas", "gasses": "gas", "biogases": "biogas", "atlases": "atlas", "biases": "bias",
    "canvases": "canvas", "aliases": "alias", "pancreases": "pancreas", "lenses": "lens",
    "irises": "iris", "pelvises": "pelvis", "trellises": "trellis", "penises": "penis",
    "metropolises": "metropolis", "quizzes": "quiz",
    # words in -ie
    "birdies": "birdie", "brownies": "brownie", "calories": "calorie", "cookies": "cookie",
    "dies": "die", "eyries": "eyrie", "hoodies": "hoodie", "kilocalories": "kilocalorie",
    "lies": "lie", "movies": "movie", "neckties": "necktie", "pies": "pie",
    "prairies": "prairie", "selfies": "selfie", "smoothies": "smoothie", "ties": "tie",
    "veggies": "veggie", "zombies": "zombie",
    # plurals that look singular
    "bikinis": "bikini", "chillis": "chilli", "chilis": "chili", "kiwis": "kiwi", "menus": "menu",
    "skis": "ski", "taxis": "taxi", "zucchinis": "zucchini", "emus": "emu", "gurus": "guru",
    "sagas": "saga", "omegas": "omega",
}  # fmt: skip

# singular, or without one, though they look like plurals
_UNCHANGED = frozenset({
    "acoustics", "aerobics", "aerodynamics", "alas", "always", "ambergris", "analytics",
    "asbestos", "athletics", "atlas", "bias", "binoculars", "biogas", "canvas", "chaos",
    "clothes", "cosmos", "diabetes", "does", "downstairs", "dynamics", "economics",
    "electronics", "ethics", "faeces", "feces", "forceps", "gas", "genetics", "goes",
    "gymnastics", "has", "headquarters", "herpes", "hydraulics", "kinetics", "kudos", "lens",
    "logistics", "mathematics", "means", "measles", "mechanics", "molasses", "news", "optics",
    "pancreas", "perhaps", "photovoltaics", "physics", "politics", "pyjamas", "rabies",
    "reggae", "rhinoceros", "robotics", "scabies", "scissors", "series", "shears", "species",
    "statistics", "sundae", "syngas", "tetanus", "themselves", "thermodynamics", "thermos",
    "trousers", "tweezers", "upstairs", "was", "whereas", "yes",
})  # fmt: skip


@lru_cache(maxsize=65_536)
def lemma(text: str) -> str:
    """Return ``text`` in lower case with every word in the singular, possessives removed.

    Singular and plural of one name have one lemma: "Leaves" and "leaf", "CO₂" and "co2".
    """
    plain = unicodedata.normalize("NFKC", text).lower().translate(_PLAIN)
    return " ".join(_word_lemma(word) for word in plain.split())


def word_forms(text: str) -> list[str]:
    """Return the lemma of ``text`` and the plurals of its last word: ``cold leaf, cold leaves``.

    All have the same lemma, the words as they are in ``text`` among them.
    """
    base = lemma(text)
    front, space, last = base.rpartition(" ")
    regular = (last, f"{last}s", f"{last}es", f"{last[:-1]}ies", f"{last[:-2]}es")
    irregular = (plural for plural, singular in _IRREGULAR.items() if singular == last)
    candidates = [front + space + form for form in (*regular, *irregular)]
    written = unicodedata.normalize("NFKC", text).lower()
    return list(dict.fromkeys([*(form for form in candidates if lemma(form) == base), written]))


@lru_cache(maxsize=65_536)
def _word_lemma(word: str) -> str:
    stem = word
    if len(word) > 2 and word.endswith("'s"):
        stem = word[:-2]
    elif len(word) > 2 and word.endswith("s'"):
        stem = word[:-1]
    front, hyphen, last = stem.rpartition("-")
    return front + hyphen + _singular(last) if last else stem


def _singular(word: str) -> str:
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) <= 3 or word in _UNCHANGED:
        return word
    if word.endswith("ae"):
        return word[:-1]
    if not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word[:-1] if word.endswith("eaus") else word
    return _without_s(word)


def _without_s(word: str) -> str:
    """The singular of a word in -s that no table knows."""
    if word.endswith("ies"):
        return word[:-3] + "y" if len(word) > 4 else word[:-1]
    if word.endswith(("sses", "shes", "ches", "xes", "tzes", "zzes", "oes")):
        return word[:-2]
    if word.endswith(("yses", "theses", "gnoses", "phoses", "ptoses", "toses")):
        return word[:-2] + "is"
    if word.endswith("fuses"):
        return word[:-1]
    if word.endswith("uses") and not word.endswith(("auses", "ouses")):
        return word[:-2]
    return word[:-1]
