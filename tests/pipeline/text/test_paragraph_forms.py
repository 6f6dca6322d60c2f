"""What the form of a paragraph shows about it and about what follows."""

from __future__ import annotations

import pytest

from pipeline.text.blocks import find_blocks
from pipeline.text.paragraph_forms import (
    BARE_OR,
    CLOSING,
    all_instruct,
    heads,
    heads_steps,
    introduces,
    is_bare,
    is_fact,
    is_facts,
    is_signature,
    may_instruct,
    mostly_instructs,
    n_words,
    says_goodbye,
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


@pytest.mark.parametrize(
    "line",
    [
        "Version: 2.0",
        "SOP No.: LAB-017",
        "Doc. number: 7",
        "Effective date: 1 May",
        "Grade level: 6-8",
        "Written by: Sam",
        "★★★★★",
        "4.8 from 213 reviews",
        "4.8 (213)",
        "213 votes",
        "2 Answers",
        "Jump to Recipe   Print Recipe",
        "Save this recipe | Print",
        "© Kitchen 2023",
        "Published: March 3, 2023",
        "Form WH-09 rev. B",
        "Version 2",
        "Prep Time 15 mins",
        "Cook: 1 h 20 min",
        "Takes 20 minutes.",
        "20 minutes.",
        "Prep: 15 mins · Cook: 20 mins · Serves 4",
        "Serves 4 | 20 min",
        "-- gelrunner",
        "Hope this helps!",
        "Hope you like it",
        "Ring me if you get stuck.",
    ],
)
def test_furniture_of_pages_and_forms_is_about_the_text(line):
    assert is_facts(line)


@pytest.mark.parametrize(
    "line",
    [
        "Revise the form.",
        "Print the label.",
        "Form a ball.",
        "Version it.",
        "Mix it | Bake it",
        "4 from the box",
        "Takes a while.",
        "20 minutes later, stir.",
        "Mix it.\n-- gelrunner",
        "-- a line that is far too long for a name",
        "Cook for 5 min.",
        "Hopefully it rises.",
    ],
)
def test_instructions_are_no_furniture(line):
    assert not is_facts(line)


@pytest.mark.parametrize(
    ("words", "is_name"),
    [
        ("Mrs. Edna Kowalski", True),
        ("Edna Kowalski, Springfield, Ohio", True),
        ("Dr Ada N. Lovelace", True),
        ("Dave", True),
        ("Edna Kowalski, Grange No. 114", True),
        ("Edna Kowalski bakes", False),
        ("Bake it.", False),
        ("edna", False),
        ("Ann Bea Cat Dot Eve Fay", False),
        ("Edna, " * 12 + "Ohio", False),
    ],
)
def test_a_signature_is_a_name_alone(words, is_name):
    assert is_signature(words) == is_name


@pytest.mark.parametrize(
    ("words", "may", "mostly"),
    [
        ("The cup is hot. Stir it.", True, True),
        ("The cup is hot. It steams. Stir it.", True, False),
        ("The cup is hot.", False, False),
    ],
)
def test_one_sentence_may_instruct_and_most_do(words, may, mostly):
    assert (may_instruct(words), mostly_instructs(words)) == (may, mostly)


@pytest.mark.parametrize("line", ["Then:", "Next", "and finally:", "After that:"])
def test_a_word_of_order_heads_no_steps(line):
    text = f"{line}\n\n- Mix\n- Bake"

    assert not heads_steps(text, find_blocks(text)[:2])
    assert heads_steps(f"Dough{text[len(line) :]}", find_blocks(f"Dough{text[len(line) :]}")[:2])


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


@pytest.mark.parametrize(
    "line",
    [
        "Sent from my iPad",
        "> Could you send me the recipe?",
        "On 2 May, Dev wrote:",
        "www.example.com/recipes 23",
        "https://example.com/a",
        "Sat 14 Jan 2023 08.00 GMT",
        "14 April 2023",
        "March 3, 2024",
        "Version 3.1     Approved: M. Okafor",
        "Doc: 12     Owner: Lee",
        "Makes: 2 loaves | Hydration: 75%",
        "Assembly point: lower playground",
        "4.8",
        "(312)",
        "86 photos",
        "1 hr 20 mins",
        "9 hrs",
    ],
)
def test_pages_and_letters_have_lines_of_facts(line: str) -> None:
    assert is_fact(line)


@pytest.mark.parametrize(
    "line",
    [
        "Bake it for 1 hr 20 mins",
        "On the hob, heat the oil",
        "Stir | do not boil",
        "Heat: low     then stir",
        "14 eggs",
        "In March 2024 the law changed",
        "48",
        "Version the file and send it",
    ],
)
def test_what_looks_like_a_fact_and_is_none(line: str) -> None:
    assert not is_fact(line)


@pytest.mark.parametrize(
    ("words", "is_goodbye"),
    [
        ("Let me know how it turns out! Dad sends his love.", True),
        ("That is it!", True),
        ("I'd love to hear how you get on, so leave me a comment below!", True),
        ("Enjoy! Then put all of it back into the fridge at once.", False),
        ("Leave it to dry. Enjoy!", False),
        ("", False),
    ],
)
def test_a_goodbye_opens_its_paragraph_and_has_few_words_more(words: str, is_goodbye: bool) -> None:
    assert says_goodbye(words) == is_goodbye


def test_facts_may_have_their_values_on_lines_of_their_own() -> None:
    assert is_facts("Prep Time:\n30 mins\nServings:\n12")
    assert is_facts("Enjoy! x")
    assert not is_facts("12\nStir it")
    assert is_facts("That's it! What do you think?")


@pytest.mark.parametrize(
    ("words", "do_all"),
    [
        ("Bring it to the boil. Stir.", True),
        ("Make sure it is off.", True),
        ("If it fails, begin again.", True),
        ("⚠️ Keep away from children.", True),
        ("Stir it. It is hot.", False),
        ("Boiling water is hot.", False),
        ("Hi Tom.", False),
        ("", False),
    ],
)
def test_all_sentences_may_instruct(words: str, do_all: bool) -> None:
    assert all_instruct(words) == do_all
