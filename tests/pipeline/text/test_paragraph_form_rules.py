"""The form of a paragraph, at the bounds of each rule."""

from __future__ import annotations

import pytest

from pipeline.text.blocks import find_blocks
from pipeline.text.paragraph_forms import (
    addresses_reader,
    all_instruct,
    heads,
    heads_number,
    heads_steps,
    is_fact,
    is_facts,
    is_signature,
    is_yield,
    mostly_instructs,
    says_goodbye,
    states_first,
    trimmed,
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Day 2\n\nMix it.", True),
        ("Day 2: the filling\n\n- Mix", True),
        ("Day 2: the filling\n\nMix it. Rest it.", True),
        ("Day 2: the filling\n\nMix it.", False),
        ("Mix it. Rest\n\nBake it. Eat it.", False),
        ("Mix it. Rest:\n\nBake it. Eat it.", False),
    ],
)
def test_a_day_heads_what_is_below_it(text: str, expected: bool) -> None:
    assert heads(text, find_blocks(text)) is expected


@pytest.mark.parametrize(
    ("line", "below", "expected"),
    [
        ("37", "- Mix.", False),
        ("Serves 4", "- Mix.", False),
        ("Here is how:", "- Mix.", False),
        ("This is the way:", "- Mix.", False),
        ("I mix it:", "- Mix.", False),
        ("Dear all,", "- Mix.", False),
        ("It is wet. For the dough:", "- Mix.", False),
        ("Day 2: one two three four five six seven eight", "1. Mix.", True),
        ("Dough of one two three four five six seven", "1. Mix.", True),
        ("Dough of one two three four five six seven", "2. Mix.", False),
        ("Dough of one two three four five six you", "1. Mix.", False),
        ("Dough of one two three four five you", "1. Mix.", True),
        ("Site: hall\nRoom: nine", "- Mix.", False),
        ("Site: hall", "- Mix.", True),
        ("Site: hall\nWet dough:", "- Mix.", True),
        ("Dough of wheat flour for all of the guests", "- Mix.", False),
        ("Dough of wheat flour for all of the guests", "1. Mix.", True),
        ("Dough", "Mix it. Bake it.", True),
        ("Dough", "# Mix", False),
    ],
)
def test_a_line_heads_steps_unless_it_greets_states_or_says_a_fact(
    line: str, below: str, expected: bool
) -> None:
    text = f"0. Begin.\n1. Go.\n\n{line}\n\n{below}" if below[0] == "2" else f"{line}\n\n{below}"
    blocks = find_blocks(text)[2:] if below[0] == "2" else find_blocks(text)

    assert heads_steps(text, blocks) is expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("x" * 69, True),
        ("x" * 70, False),
        ("Mix it.", False),
        ("Mix\nit", False),
        ("Mix it", True),
    ],
)
def test_a_line_above_a_number_is_short_and_open(line: str, expected: bool) -> None:
    text = f"{line}\n\n1. Mix."

    assert heads_number(text, find_blocks(text)) is expected
    assert not heads_number(text, find_blocks(text)[:1])
    assert not heads_number(f"{line}\n\n- Mix.", find_blocks(f"{line}\n\n- Mix."))


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("Servings:\n12", True),
        ("12", False),
        ("12\n13", False),
        ("Dear all,", True),
        ("Best wishes, Ann Lee", True),
        ("Serves 4\n-- ann", True),
        ("Serves 4\nEnjoy!\nThanks for it!\n-- ann", False),
        ("Mix it.\n-- ann", False),
        ("Serves 4. Enjoy! xx", True),
        ("Serves 4. Enjoy! Mix it.", False),
        ("_Enjoy!_", True),
        ("*Serves 4*", True),
        ("Source: Ann. Enjoy!", True),
    ],
)
def test_facts_and_goodbyes_are_about_the_text(words: str, expected: bool) -> None:
    assert is_facts(words) is expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("Enjoy! one two three four five", True),
        ("Enjoy! one two three four five six", False),
        ("Enjoy! one two three. Four five.", True),
        ("Enjoy! one two three. Four five six.", False),
        ("Mix it.", False),
    ],
)
def test_a_goodbye_has_five_words_more_at_most(words: str, expected: bool) -> None:
    assert says_goodbye(words) is expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (f"Source: {'x' * 191}", True),
        (f"Source: {'x' * 192}", False),
        ("Source: one two three four five six seven eight nine", True),
        ("Source: one two three four five six seven eight nine ten", False),
        ("Yield 2 l   Keeps 3 days", True),
        ("Serves: 4   a b c d e f   g h i", True),
        ("Serves: 4   a b c d e f g   h i", False),
        ("Mix: 4   a b c d e f   g h i", False),
        ("Oven: hot | Tin: wide", True),
        ("Oven: hot | wide", False),
        ("Oven: hot", False),
        ("20 min · Serves 4", True),
        ("20 min · stir", False),
        ("  Serves 4  ", True),
        ("Posted on Monday", True),
        ("From: Ann", True),
        ("Signature: ____", True),
        ("by Ann Lee", True),
        ("Page 2 of 9", True),
        ("Mix it", False),
    ],
)
def test_a_fact_is_a_short_line_of_a_known_form(line: str, expected: bool) -> None:
    assert is_fact(line) is expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [(f"A{'n' * 68}", True), (f"A{'n' * 69}", False), ("Ann Lee, Bern", True), ("Mix it.", False)],
)
def test_a_signature_is_a_short_name(words: str, expected: bool) -> None:
    assert is_signature(words) is expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [("Makes 3 dozen.", True), ("Serves up to 9", True), ("Makes a mess.", False)],
)
def test_a_yield_has_a_number(words: str, expected: bool) -> None:
    assert is_yield(words) is expected


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Press it.", True),
        ("If it is hot, press it.", True),
        ("If it is hot, it fails.", False),
        ("A press it.", False),
        ("P it.", False),
        ("Pressing it.", False),
        ("Ring it.", True),
        ("May it rest.", False),
        ("String it up.", True),
        ("Presses it.", False),
        ("Press.", True),
        ("Keeps well.", False),
        ("2 press it.", False),
        ("*Press* it.", True),
        ("⚠️ Press it.", True),
        ("“Press” it.", False),
        ("Wax is dry.", False),
        ("Check it is dry.", True),
        ("Site: press it.", False),
        ("Ann and Bea", False),
        ("You press it.", False),
        ("In the hall, you press it.", False),
    ],
)
def test_an_instruction_begins_with_a_verb(sentence: str, expected: bool) -> None:
    assert all_instruct(sentence) is expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("Press it. It is dry.", True),
        ("Press it. It is dry. It is old.", False),
        ("It is dry.", False),
        ("", False),
    ],
)
def test_half_of_the_sentences_instruct(words: str, expected: bool) -> None:
    assert mostly_instructs(words) is expected


@pytest.mark.parametrize(
    ("words", "addresses", "states"),
    [
        ("Here is my way.", True, False),
        ("Wax it all. It is my way.", False, False),
        ("Wax is old. Rub it.", False, True),
        ("Wax is old.", False, False),
        ("Rub it. Wax is old.", False, False),
    ],
)
def test_the_first_sentence_speaks_to_the_reader_or_states(
    words: str, addresses: bool, states: bool
) -> None:
    (block,) = find_blocks(words)

    assert (addresses_reader(words, block), states_first(words, block)) == (addresses, states)


def test_a_span_of_white_space_is_empty() -> None:
    start, end = trimmed("a   b", 1, 4)

    assert end <= start
