import pytest

from pipeline.domain.lemmas import lemma, word_forms


@pytest.mark.parametrize(
    ("plural", "singular"),
    [
        ("Leaves", "leaf"),
        ("glasses", "glass"),
        ("gases", "gas"),
        ("bacteria", "bacterium"),
        ("mitochondria", "mitochondrion"),
        ("batteries", "battery"),
        ("pies", "pie"),
        ("vies", "vie"),
        ("potatoes", "potato"),
        ("shoes", "shoe"),
        ("boxes", "box"),
        ("dishes", "dish"),
        ("viruses", "virus"),
        ("houses", "house"),
        ("fuses", "fuse"),
        ("phases", "phase"),
        ("lenses", "lens"),
        ("valves", "valve"),
        ("larvae", "larva"),
        ("analyses", "analysis"),
        ("plateaus", "plateau"),
        ("food scraps", "food scrap"),
        ("waste-products", "waste-product"),
        ("children's toys", "child toy"),
        ("plants’ roots", "plant root"),
    ],
)
def test_a_plural_and_its_singular_have_one_lemma(plural: str, singular: str) -> None:
    assert lemma(plural) == singular
    assert lemma(singular) == singular


@pytest.mark.parametrize(
    "word",
    (
        "gas glass virus species lens molasses pancreas iris co2 ph asbestos atlas bias biogas"
        " canvas chaos clothes diabetes forceps headquarters means measles news physics pyjamas"
        " rabies scissors series shears tetanus thermos trousers tweezers"
    ).split(),
)
def test_a_singular_that_ends_like_a_plural_stays(word: str) -> None:
    assert lemma(word) == word


PLURALS = """
    calves calf, hooves hoof, knives knife, leaves leaf, lives life, loaves loaf, shelves shelf,
    thieves thief, wives wife, wolves wolf, children child, feet foot, geese goose, men man,
    mice mouse, oxen ox, people person, teeth tooth, women woman, alveoli alveolus, atria atrium,
    axes axis, bacilli bacillus, bronchi bronchus, cacti cactus, cilia cilium, criteria criterion,
    crises crisis, flagella flagellum, foci focus, fungi fungus, indices index, loci locus,
    matrices matrix, media medium, nuclei nucleus, ova ovum, phenomena phenomenon, radii radius,
    sera serum, stimuli stimulus, stomata stoma, strata stratum, spectra spectrum,
    thrombi thrombus, vertices vertex, villi villus, vortices vortex, headaches headache,
    niches niche, quiches quiche, canoes canoe, horseshoes horseshoe, toes toe, uses use,
    atlases atlas, biases bias, canvases canvas, irises iris, quizzes quiz, brownies brownie,
    calories calorie, cookies cookie, lies lie, movies movie, ties tie, smoothies smoothie,
    chillis chilli, kiwis kiwi, menus menu, skis ski, taxis taxi
"""


@pytest.mark.parametrize("pair", PLURALS.split(","), ids=str.strip)
def test_a_plural_that_no_rule_makes_is_known(pair: str) -> None:
    plural, singular = pair.split()

    assert (lemma(plural), lemma(singular)) == (singular, singular)


def test_lemmas_ignore_case_white_space_and_how_unicode_is_composed() -> None:
    assert lemma("  CO₂ \r\n Gases ") == "co2 gas"
    assert lemma("cafe\u0301s") == lemma("CAF\u00c9") == "caf\u00e9"


@pytest.mark.parametrize("word", ["'s", "s'", "-", "a-", "is", "as", "gas", "ss"])
def test_a_word_too_short_for_an_ending_stays(word: str) -> None:
    assert lemma(word) == word


def test_the_endings_of_a_possessive_are_left_out() -> None:
    assert [lemma(word) for word in ("cat's", "cats'", "x's", "xs'")] == ["cat", "cat", "x", "xs"]


@pytest.mark.parametrize(
    ("text", "forms"),
    [
        ("onion", {"onion", "onions"}),
        ("Glasses", {"glass", "glasses"}),
        ("berry", {"berry", "berries"}),
        ("fresh leaves", {"fresh leaf", "fresh leaves"}),
        ("biases", {"bias", "biases"}),
        ("tomato", {"tomato", "tomatoes"}),
        ("crisis", {"crisis", "crises"}),
    ],
)
def test_the_forms_of_a_word_are_its_singular_and_plurals(text: str, forms: set[str]) -> None:
    assert forms <= set(word_forms(text))
    assert {lemma(form) for form in word_forms(text)} == {lemma(text)}
