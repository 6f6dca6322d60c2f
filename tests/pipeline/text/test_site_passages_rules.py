"""Passages of a site in a copied text, and what keeps lines that only look like them."""

from __future__ import annotations

import pytest

from pipeline.text.copied_lines import without_copied_lines
from pipeline.text.site_passages import above_card
from pipeline.text.site_words import gaps_below, is_numbered, matching


def kept(text: str) -> list[str]:
    return [line.strip() for line in without_copied_lines(text).splitlines() if line.strip()]


def filled(text: str) -> list[str]:
    return [line for line in text.splitlines() if line]


CHAPTERS = "0:00 Intro\n0:48 Cutting\n2:15 Tasting"


def test_a_promotion_needs_both_its_lines() -> None:
    after = "after newsletter promotion"
    promotion = f"skip past newsletter promotion\nSign up here\n{after}"

    assert kept(f"Rub it.\n{after}\nWait.") == ["Rub it.", after, "Wait."]
    assert kept(f"Rub it.\n{promotion}\nWait.\n{after}") == ["Rub it.", "Wait.", after]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (f"Soup\n\n{CHAPTERS}\n\n1. Fry it.", ["Soup", "1. Fry it."]),
        (f"{CHAPTERS}\n\n1. Fry it.", ["1. Fry it."]),
        (f"Soup\n\n{CHAPTERS}\n\nFry it.", ["Soup", "Fry it."]),
        ("Soup\n\n0:00 Intro\n0:48 Cutting\n\n1. Fry it.", None),
        ("Soup\n\n0:00 Fry it.\n0:48 Stir it.\n2:15 Stop.\n\n1. Eat it.", None),
        (f"Soup\n\n{CHAPTERS}\nWash it\n\n1. Fry it.", None),
        (f"Soup\n\nMethod\n\n{CHAPTERS}\n\n1. Fry it.", None),
        (f"Soup\n\n{CHAPTERS}\n\nFry it", None),
    ],
)
def test_chapters_are_three_times_apart_from_the_text(text: str, lines: list[str] | None) -> None:
    assert kept(text) == (filled(text) if lines is None else lines)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("> How do I\n> fry eggs?\nBeat it.\nFry it.\nWith:", ["Beat it.", "Fry it.", "With:"]),
        ("> How do I\n> fry eggs?\nBeat it.\nFry it.", None),
        ("Beat the eggs.\nFry them.\n> How?\nWait.", None),
        ("Beat it.\n> a = b\n> rub it\nThen stop.\nWait.", None),
        ("Beat it.\n> rub it\n> a = b\nThen stop.\nWait.", None),
        ("Beat it.\n> How?\n\nOn Monday Ann wrote:\nFry it.", ["Beat it.", "Fry it."]),
    ],
)
def test_lines_of_another_mail_are_several_and_less_than_half(
    text: str, lines: list[str] | None
) -> None:
    assert kept(text) == (filled(text) if lines is None else lines)


@pytest.mark.parametrize(
    ("entries", "is_left_out"),
    [
        ("Tins of wax", False),
        ("Tins of wax\nRubbing in", True),
        ("Tins of wax\nRubbing in\nOils\nDoors", True),
        ("Tins of wax\nRubbing in\nOils\nDoors\nWalls", False),
        ("TINS OF WAX\nRUBBING IN", True),
    ],
)
def test_half_of_a_table_of_contents_stands_in_the_text(entries: str, is_left_out: bool) -> None:
    text = f"Wax\n\nContents\n{entries}\n\nTins of wax\nOne is enough.\n\nRubbing in\nUse a cloth."

    assert ("Contents" not in kept(text)) is is_left_out
    assert kept(text).count("Tins of wax") == 1 + (not is_left_out)


@pytest.mark.parametrize(
    ("answer", "question", "is_left_out"),
    [
        ("1. Rub it.\n2. Wait.", "Where is it?", True),
        ("1. Rub it.", "Where is it?", False),
        ("Method\nRub it in", "Where is it?", True),
        ("1. Rub it.\n2. Wait.", "1. Peel it.\n2. Boil it.", False),
        ("1. Rub it.\n2. Wait.\n3. Stop.", "1. Peel it.\n2. Boil it.", True),
        ("1. Rub it.\n2. Wait.", "Method\nRub it in", False),
        ("1. Rub it?\n2. Wait.", "Where is it?", False),
    ],
)
def test_the_answer_of_a_mail_has_more_steps_than_what_is_answered(
    answer: str, question: str, is_left_out: bool
) -> None:
    text = f"{answer}\n\n-----Original Message-----\n{question}"

    assert kept(text) == filled(answer if is_left_out else text)


def test_what_to_explore_ends_with_the_authors_or_a_gap() -> None:
    explore = "Wax\n\nExplore this article\nParts\nWhat it takes"

    assert kept(f"{explore}\n\nRub it.\nWait.") == ["Wax", "Rub it.", "Wait."]
    assert kept(f"{explore}\nCo-authored by Ann Lee\nRub it.\nWait.") == ["Wax", "Rub it.", "Wait."]


QUESTION = "How do I wax it?\nAsked 4 years, 7 months ago"


@pytest.mark.parametrize(
    ("page", "lines"),
    [
        (f"{QUESTION}\n\n2 Answers\n\n1. Rub it.\n2. Wait.\n\nShare\n\n1. Burn it.",
         ["How do I wax it?", "1. Rub it.", "2. Wait."]),
        (f"{QUESTION}\n2 Answers", ["How do I wax it?"]),
        (f"{QUESTION}\nIt is dry.\n2 Answers\n1. Rub it.", ["How do I wax it?", "1. Rub it."]),
        ("How do I wax it?\n2 Answers\nAsked 4 years ago\n1. Rub it.\n2. Wait.",
         ["How do I wax it?", "1. Rub it.", "2. Wait."]),
        ("Asked 4 years, 7 months ago\n2 Answers\n1. Rub it.\n2. Wait.",
         ["1. Rub it.", "2. Wait."]),
    ],
)  # fmt: skip
def test_a_page_of_questions_has_its_date_above_the_answers(page: str, lines: list[str]) -> None:
    assert kept(page) == lines


@pytest.mark.parametrize(
    ("lines", "is_left_out"),
    [
        ("Beeswax\n£8.99", True),
        ("£8.99", False),
        ("Beeswax.\n£8.99", False),
        ("Beeswax!\n£8.99", False),
        ("- Beeswax\n£8.99", False),
        ("Tools\n£8.99", False),
        ("Beeswax\nSoft cloth", False),
    ],
)
def test_what_is_for_sale_has_a_name_and_a_price(lines: str, is_left_out: bool) -> None:
    text = f"Add comment\nWaxing\n\n{lines}\n\nRub it.\nWait."

    assert kept(text) == ["Waxing", *([] if is_left_out else filled(lines)), "Rub it.", "Wait."]
    assert kept(text.replace("Add comment\n", ""))[1:-2] == filled(lines)


def test_what_stands_below_the_last_comment_stays() -> None:
    text = "Open it.\n2 Comments\nMine too.\nann - Jan 8, 2024\nClose it."

    assert kept(text) == ["Open it.", "Close it."]


@pytest.mark.parametrize(
    ("lines", "is_left_out"),
    [
        ("fat 22g", False),
        ("fat 22g\nsalt 1g", True),
        ("fat 22g\nIngredients\nsalt 1g\nsugar 2g", False),
        ("per portion\nfat 22g\nsalt 1g", True),
    ],
)
def test_nutrients_are_two_lines_or_more(lines: str, is_left_out: bool) -> None:
    text = f"Eggs\n\nNutrition\n{lines}\n\nBeat the eggs."

    assert kept(text) == (["Eggs", "Beat the eggs."] if is_left_out else filled(text))


@pytest.mark.parametrize(("n_below", "is_left_out"), [(2, True), (3, False)])
def test_what_a_site_asks_stands_in_the_second_half(n_below: int, is_left_out: bool) -> None:
    text = "\n".join(["Wax", "Rub it", "Wait", "Rub", "Was this page helpful?", *"PQR"[:n_below]])

    assert kept(text) == (filled(text)[:4] if is_left_out else filled(text))


def test_a_number_of_comments_ends_the_text_above_what_asks_for_more() -> None:
    text = "Wax\n1. Rub it.\n2. Wait.\nLook\nRub\n12 Comments\n{}\n3. Stop it."

    assert kept(text.format("Sort by"))[-1] == "Rub"
    assert kept(text.format("Look at it"))[-1] == "3. Stop it."


@pytest.mark.parametrize("below", ["Tools", "- Rub it", "2. Wait"])
def test_a_section_or_an_item_below_what_a_site_asks_is_part_of_the_text(below: str) -> None:
    text = f"Wax\nRub it\nWait\nRub\nWas this page helpful?\n{below}"

    assert kept(text) == filled(text)


def test_the_name_of_who_speaks_may_stand_between_stars() -> None:
    steps = "1. Rub it.\n2. Wait.\n\nWould you like me to add more?"

    assert kept(f"**ChatGPT said:**\n{steps}") == ["1. Rub it.", "2. Wait."]


CARD = ["Wax", "It is Monday", "Wax", "Tools", "1 cloth", "Method", "Rub it."]


@pytest.mark.parametrize(
    ("lines", "left_out", "between"),
    [
        (CARD, set(), {1, 2}),
        (["Home", *CARD], {0}, {2, 3}),
        (["===", *CARD], set(), {2, 3}),
        (CARD[:5], set(), set()),
        ([*CARD[:3], "Method", "Rub it.", "Tools", "1 cloth"], set(), set()),
        (["Wax", "Tools", *CARD[1:]], set(), set()),
        (["Wax", "1. Rub it.", *CARD[1:]], set(), set()),
        (["Wax", "Method", *CARD[1:]], set(), {1, 2, 3}),
        (["Wax", *CARD[3:]], set(), set()),
        (["Wax", "Oil", "Wax", "Rub it."], set(), set()),
        ([*CARD[:3], "Oil", "Wax", *CARD[3:]], set(), {1, 2}),
    ],
)
def test_a_card_has_the_title_again_above_materials_and_steps(
    lines: list[str], left_out: set[int], between: set[int]
) -> None:
    assert above_card(lines, left_out) == between


def test_a_gap_or_sixty_lines_end_a_passage() -> None:
    assert gaps_below(["a", "b", "", "c"]) == [2, 2, 4, 4]
    assert gaps_below(["a"] * 61)[:2] == [60, 61]
    assert gaps_below([]) == []


@pytest.mark.parametrize(
    ("line", "expected"),
    [("1. Mix", True), ("12", True), ("- Mix", False), ("Step 1: Mix", False), ("2 eggs", False)],
)
def test_a_numbered_line_begins_with_its_number(line: str, expected: bool) -> None:
    assert is_numbered(line) is expected


def test_empty_lines_match_nothing() -> None:
    assert matching(["", "a", "b"], "a".startswith) == {1}
