"""The Porter stemmer against NLTK's."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nltk.stem.porter import PorterStemmer

from pipeline.inference.checkpoints import DEFAULT_CHECKPOINT
from pipeline.text.porter import stem

ENDINGS = (
    "s ss sses ies ied eed ed ing y e ll ational tional enci anci izer bli alli entli eli ousli"
    " ization ation ator alism iveness fulness ousness aliti iviti biliti fulli logi icate ative"
    " alize iciti ical ful ness al ance ence er ic able ible ant ement ment ent ion ou ism ate iti"
    " ous ive ize"
).split()


def test_words_of_the_training_data_have_the_stems_that_nltk_gives_them():
    table = json.loads((DEFAULT_CHECKPOINT / "places.json").read_text())
    words = {word for _, wording in table.values() for word in wording.lower().split()}

    assert len(words) > 1000
    assert {word: stem(word) for word in words} == {
        word: PorterStemmer().stem(word) for word in words
    }


@given(
    st.text("aeiouybdclstwxz", max_size=6),
    st.lists(st.sampled_from(ENDINGS), max_size=2).map("".join),
)
def test_any_word_has_the_stem_that_nltk_gives_it(beginning, ending):
    assert stem(beginning + ending) == PorterStemmer().stem(beginning + ending)


@pytest.mark.parametrize(
    ("word", "expected"),
    [("skies", "sky"), ("dies", "die"), ("flies", "fli"), ("logs", "log"), ("geology", "geolog")],
)
def test_short_words_keep_what_distinguishes_them(word, expected):
    assert stem(word) == expected
