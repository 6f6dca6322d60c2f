"""What the form of a paragraph shows about it and about what follows."""

from __future__ import annotations

import pytest

from pipeline.text.blocks import find_blocks
from pipeline.text.paragraph_forms import (
    BARE_OR,
    CLOSING,
    heads,
    heads_steps,
    introduces,
    is_bare,
    is_facts,
    n_words,
    trimmed,
)


@pytest.mark.parametrize(
    ("words", "closes"),
    [("Mix.", True), ("Mix!”", True), ("Mix (well.)", True), ("Mix", False), ("Mix:", False)],
)
def test_a_sentence_closes_with_its_mark(words, closes):
    assert (CLOSING.search(words) is not None) == closes


@pytest.mark.parametrize(
    ("words", "introduced"),
    [
        ("For the filling:", True),
        ("The filling", True),
        ("The filling is made.", False),
        ("a" * 39, True),
        ("a" * 40, False),
        (f"{'a' * 60}:", True),
    ],
)
def test_a_paragraph_introduces_with_a_colon_or_if_it_is_short_and_open(words, introduced):
    assert introduces(words) == introduced


@pytest.mark.parametrize(
    ("text", "is_heading"),
    [
        ("The dough:\n\nMix it.", True),
        ("The dough\n\nMix it. Rest it.", True),
        ("The dough\n\nMix it.", False),
        ("One two three four five\n\nMix it. Rest it.", False),
        ("One two three four\n\nMix it. Rest it.", True),
        ("The dough.\n\nMix it. Rest it.", False),
        ("The\ndough:\n\nMix it.", False),
        ("The dough:", False),
    ],
)
def test_few_words_above_many_are_a_heading(text, is_heading):
    assert heads(text, find_blocks(text)) == is_heading


@pytest.mark.parametrize(
    ("text", "is_heading"),
    [
        ("For the dough:\n\n- Mix.", True),
        ("For the dough\n\n- Mix.", True),
        ("Or:\n\n- Mix.", False),
        ("This is the dough.\n\n- Mix.", False),
        ("Follow these:\n\n- Mix.", False),
        ("You need:\n\n- Flour.", False),
        ("one two three four five six seven eight:\n\n- Mix.", True),
        ("one two three four five six seven eight nine:\n\n- Mix.", False),
        ("The dough:\n\nMix it.", True),
        ("The dough:\n\n# Mix", False),
        ("The dough:", False),
    ],
)
def test_a_line_above_steps_heads_them_unless_it_only_announces_them(text, is_heading):
    assert heads_steps(text, find_blocks(text)) == is_heading


@pytest.mark.parametrize(
    ("words", "facts"),
    [
        ("Serves: 4", True),
        ("Prep time: 10 min\nYield: 12 rolls", True),
        ("Serves: 4\nMix it.", False),
        ("Time: one two three four five six seven eight nine", True),
        ("Time: one two three four five six seven eight nine ten", False),
        ("Mix: well", False),
    ],
)
def test_lines_of_facts_are_about_the_text(words, facts):
    assert is_facts(words) == facts


def test_a_paragraph_is_bare_if_no_line_of_it_is_closed():
    bare, closed = "Mix\nBake", "Mix\nBake.\nEat"

    assert is_bare(bare, find_blocks(bare)[0])
    assert not is_bare(closed, find_blocks(closed)[0])


@pytest.mark.parametrize(
    ("words", "alone"),
    [("Or", True), ("- or -", True), ("alternatively:", True), ("or mix", False)],
)
def test_a_line_may_say_only_or(words, alone):
    assert (BARE_OR.match(words) is not None) == alone


def test_words_are_counted_and_spans_trimmed():
    text = "  Mix it well. \n\n- Bake it"
    assert n_words(text, find_blocks(text)) == 5
    assert n_words(text, []) == 0
    assert trimmed(text, 0, 16) == (2, 14)
    assert trimmed(text, 2, 14) == (2, 14)
