"""Headers and footers of pages are white space; other lines stay as they are."""

from __future__ import annotations

import pytest

from pipeline.text.page_lines import without_page_lines


def kept(text: str) -> list[str]:
    cleaned = without_page_lines(text)
    assert len(cleaned) == len(text)
    return [line.strip() for line in cleaned.splitlines() if line.strip()]


def test_page_numbers_and_what_other_pages_have_next_to_them_are_left_out() -> None:
    text = "Ward 7\nPage 1 of 2\n1. Mix.\n\nWard 7\r\nPage 2 of 2\r\n2. Bake.\n"

    assert kept(text) == ["1. Mix.", "2. Bake."]
    assert without_page_lines(text).endswith("\r\n2. Bake.\n")


def test_what_stands_next_to_one_page_number_only_stays() -> None:
    assert kept("Bread\nPage 1 of 2\n1. Mix.\n\nPage 2 of 2\n2. Bake.") == [
        "Bread",
        "1. Mix.",
        "2. Bake.",
    ]
    assert kept("Bread\nPage 1/1\n1. Mix.") == ["Bread", "1. Mix."]


def test_three_lines_above_and_below_a_page_number_are_looked_at() -> None:
    page = "Far\nFarm\nWard\nWing\n{0}. Page {0} of 2\nFloor\nRoof\nWall\nDeep\n{0}. Mix."
    text = page.format(1) + "\n" + page.format(2)

    assert kept(text) == ["Far", "Deep", "1. Mix.", "Far", "Deep", "2. Mix."]


@pytest.mark.parametrize("form", ["Handbook 04/2021    {}", "{}    Handbook 04/2021"])
def test_a_line_with_the_number_of_the_page_is_left_out_if_two_pages_have_it(form: str) -> None:
    twice = f"1. Mix.\n{form.format(18)}\n2. Bake.\n{form.format(19)}\n3. Eat."

    assert kept(twice) == ["1. Mix.", "2. Bake.", "3. Eat."]
    assert form.format(18) in kept(f"1. Mix.\n{form.format(18)}\n2. Bake.")


def test_sentences_about_pages_stay() -> None:
    lines = ["Fold page 2 of 3 in half.", "See step 4, page 2 of 3", "Stir.", "Stir."]

    assert kept("\n".join(lines)) == lines
    long = f"{'x' * 100} page 1 of 2"
    assert kept(f"{long}\n{long}") == [long, long]


@pytest.mark.parametrize(
    "text",
    [
        "1  Add salt\n2  Wash it\n3  Add milk\n4  Wash it",
        "1  Add salt\n\n2  Wash it\n\n3  Wash it",
        "M6x20 screw    4\nM8x25 screw    8\nM6x20 screw    5",
        "Eggs    2\nSalt    1\n\nEggs    3\nSalt    2",
        "Eggs    2\nMix.\nEggs    4\nBake.",
    ],
)
def test_numbers_of_steps_and_amounts_in_columns_are_no_pages(text: str) -> None:
    assert kept(text) == [line for line in text.splitlines() if line]


def test_steps_next_to_page_numbers_stay() -> None:
    text = "Add 5 ml\nPage 1 of 2\nWash it.\nAdd 10 ml\nPage 2 of 2\nWash it."

    assert kept(text) == ["Add 5 ml", "Wash it.", "Add 10 ml", "Wash it."]


def test_the_signature_of_a_letter_is_left_out_but_no_rule_above_sentences() -> None:
    assert kept("Mix it.\n--\nAnita Rao\n07700 900123") == ["Mix it."]
    assert kept("Mix it.\n-- \nAnita\n> On Monday you wrote.") == ["Mix it."]
    assert kept("2 eggs\n--\nBeat them.\nFry.") == ["2 eggs", "--", "Beat them.", "Fry."]
    above = "--\n" + "Mix\n" * 9
    assert kept(above)[0] == "--"


def test_the_last_line_may_be_the_number_of_the_page() -> None:
    assert kept("1. Mix.\n\n          12\n") == ["1. Mix."]
    assert kept("1. Mix.\n\n18 EN") == ["1. Mix."]
    assert kept("1. Mix.\n\nEN 18") == ["1. Mix."]
    assert kept("1. Mix.\n12") == ["1. Mix.", "12"]
    assert kept("1. Mix.\n\n12 eggs") == ["1. Mix.", "12 eggs"]
    assert kept("12") == ["12"]


def test_the_first_header_is_the_title_if_its_words_may_be_one() -> None:
    pages = "{0}   Page 1 of 2\n1. Mix.\n\n{0}   Page 2 of 2\n2. Bake."
    assert kept(pages.format("Spill response")) == ["Spill response", "1. Mix.", "2. Bake."]
    assert kept(pages.format("Ref: 12")) == ["1. Mix.", "2. Bake."]


def test_a_sentence_runs_on_over_the_end_of_a_page() -> None:
    page = "{}\nUNCONTROLLED\nFarm   Rev 2\n   Page {} of 2\n\n{}\n"
    above, below = "1. Fit the new filter and close the", "   lid of the housing firmly."
    text = page.format(above, 1, below) + page.format("2. Lock it.", 2, "It is shut.")

    cleaned = without_page_lines(text)

    assert len(cleaned) == len(text)
    assert cleaned.splitlines()[0].startswith(f"{above}   ")
    assert cleaned.splitlines()[0].endswith(below)
    assert kept(text)[1:] == ["2. Lock it.", "It is shut."]


def test_items_on_two_pages_are_no_sentence() -> None:
    items = "a) fix the cells in the dish\n\nPage 1 of 2\n\nb) stain the cells in the dish"
    lines = "wash the cells\n\nPage 1 of 2\n\nstain the cells for an hour in the dark room"

    assert len(kept(items)) == 2
    assert len(kept(lines)) == 2


def test_a_step_that_comes_twice_is_no_footer() -> None:
    text = "- Wash it\n- Stain it\n- Wash it\nPage 1 of 2\n- Dry it\n- Wash it"

    assert kept(text) == ["- Wash it", "- Stain it", "- Wash it", "- Dry it", "- Wash it"]


def test_a_bullet_next_to_a_page_number_is_no_header() -> None:
    page = "Farm\n\N{BULLET}\nPage {} of 2\n\N{BULLET}\nMix.\n"

    assert kept(page.format(1) + page.format(2)).count("\N{BULLET}") == 4


def test_a_footer_at_the_end_of_the_text_is_one_of_the_page_before() -> None:
    text = "1. Mix.\nFarm\nHead\nPage 1 of 2\n2. Bake.\n\n3. Eat.\n\nFarm"

    assert kept(text) == ["1. Mix.", "Head", "2. Bake.", "3. Eat."]


def test_lines_that_several_pages_have_at_other_places_are_steps() -> None:
    above = "Open valve A\nWait 5 min\nCheck gauge\nClose valve A\nPage 1 of 2\n"
    below = "Open valve B\nCheck level\nWait 5 min\nClose valve B\nPage 2 of 2\n"

    assert len(kept(above + below)) == 8
    assert kept("Open it\nNote it\nPage 1 of 2\nStart it\nNote it")[-1] == "Note it"


def test_what_slides_have_above_their_numbers_is_left_out() -> None:
    slides = "Waxing\nWax Ltd\n1\nBefore\n• Rub it\nWax Ltd\n2\nAfter\n• Wait\nWax Ltd\n3\n"
    left = without_page_lines(slides)

    assert left.split() == ["Waxing", "Before", "•", "Rub", "it", "After", "•", "Wait"]
    assert len(left) == len(slides)


@pytest.mark.parametrize(
    "text",
    [
        "1\nRub it\nMore\n2\nWait\nMore\n3\nPolish it\nMore\n4\nStop\n",
        "Wax\n1\nRub it\nWax\n2\nWait\n",
        "Station\n1\nRub it\nStation\n2\nWait\nStation\n3\nStop\n",
        "Rub it\n☐\n1\nWait\n☐\n2\nStop\n☐\n3\n",
    ],
)
def test_numbers_of_steps_below_other_lines_stay(text: str) -> None:
    assert without_page_lines(text) == text


def test_pages_of_a_chapter_and_their_wide_header_are_left_out() -> None:
    header = "KX-40 Manual               7  Upkeep"
    page = f"{header}\n\n1. Stop it.\n\n{' ' * 40}7-11\n{header}\n\n2. Open it.\n\n{' ' * 40}7-12\n"

    assert without_page_lines(page).split("\n") != page.split("\n")
    assert without_page_lines(page).split() == "1. Stop it. 2. Open it.".split()
    once = page.replace(f"\n{header}\n\n2", "\n\n2")
    assert "KX-40" in without_page_lines(once)
