"""Names in other spellings: apostrophes and hyphens of Unicode, articles, short words, plurals."""

from __future__ import annotations

import pytest

from pipeline.domain.lemmas import lemma, word_forms
from pipeline.domain.name_keys import key_of, name_list


@pytest.mark.parametrize("apostrophe", ["'", "’", "ʼ"])
def test_a_possessive_is_left_out_with_any_apostrophe(apostrophe):
    assert lemma(f"children{apostrophe}s toys") == "child toy"
    assert lemma(f"glasses{apostrophe} rims") == "glass rim"


@pytest.mark.parametrize("hyphen", ["-", "\u2010", "\u2011"])
def test_every_hyphen_joins_words_in_the_same_way(hyphen):
    assert lemma(f"waste{hyphen}products") == "waste-product"
    assert key_of(f"waste{hyphen}Products") == ("waste", "product")


@pytest.mark.parametrize(
    ("word", "singular"),
    [
        ("its", "its"),
        ("oils", "oil"),
        ("flies", "fly"),
        ("vies", "vie"),
        ("waltzes", "waltz"),
        ("buzzes", "buzz"),
        ("classes", "class"),
        ("syntheses", "synthesis"),
        ("diagnoses", "diagnosis"),
        ("metamorphoses", "metamorphosis"),
        ("mitoses", "mitosis"),
        ("causes", "cause"),
        ("walruses", "walrus"),
        ("chateaus", "chateau"),
    ],
)
def test_endings_become_singular_by_rule(word, singular):
    assert lemma(word) == singular


@pytest.mark.parametrize(
    ("text", "plural"),
    [
        ("fresh leaf", "fresh leaves"),
        ("mouse", "mice"),
        ("Blood Thrombus", "blood thrombi"),
        ("hot dish", "hot dishes"),
        ("berry", "berries"),
        ("crisis", "crises"),
    ],
)
def test_the_forms_of_a_name_have_its_plural_though_the_text_does_not(text, plural):
    forms = word_forms(text)

    assert plural in forms
    assert forms[0] == lemma(text)
    assert all(form == form.lower() for form in forms)


@pytest.mark.parametrize("text", ["Leaves", "CO₂", "The Glasses"])
def test_the_written_form_is_among_the_forms_in_lower_case(text):
    written = text.lower().replace("₂", "2")

    assert written in word_forms(text)
    assert text not in word_forms(text)


@pytest.mark.parametrize("article", ["a", "an", "the", "A", "An", "The"])
def test_an_article_is_left_out_before_a_name_and_is_a_name_alone(article):
    assert key_of(f"{article} red pan") == ("red", "pan")
    assert key_of(f"{article} pan") == ("pan",)
    assert key_of(f"({article})") == (article.lower(),)


def test_a_name_of_signs_alone_is_its_own_key_in_any_case():
    assert key_of(" Ⓐ ") == key_of("ⓐ") == ("ⓐ",)
    assert key_of("®") != key_of("©")


def test_twenty_names_are_listed_in_their_order():
    names = [f"n{number}" for number in range(23)]

    assert name_list(names[:3]) == "n0, n1, n2"
    assert name_list(names) == ", ".join(names[:20]) + " and 3 more"
