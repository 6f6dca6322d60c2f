"""Segments of a page in its columns and tables, in the order in which they are read."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from pipeline.sources.blocks import Table
from pipeline.sources.pdf.line_words import words_of
from pipeline.sources.pdf.lines import Column, Line, Part
from pipeline.sources.pdf.reading_order import find_parts
from pipeline.sources.pdf.rows import Panel
from pipeline.sources.pdf.segments import Segment

LEFT = ("Rub the wax in with", "a cloth along the grain", "until it is even.")
RIGHT = ("Wait until it is dry", "and then polish the table", "with a soft cloth.")


def words(
    text: str, x0: float, baseline: float, x1: float | None = None, *, size: float = 10
) -> Segment:
    x1 = x0 + 5 * len(text) if x1 is None else x1
    top, bottom = baseline - 0.75 * size, baseline + 0.25 * size
    return Segment(text, x0, x1, top, bottom, baseline, size, page=2)


def lines(x0: float, x1: float | None, y: float, *texts: str) -> list[Segment]:
    return [words(text, x0, y + 12 * order, x1) for order, text in enumerate(texts)]


def box(x0: float, top: float, x1: float, bottom: float, *inside: str) -> Panel:
    column = Column([Line([words(text, x0, top + 10)]) for text in inside], x0, x1)
    return Panel("", x0, x1, top, bottom, top + 10, 10.0, parts=[column] if inside else [])


def texts_of(parts: Sequence[Part]) -> list[list[str] | list[list[str]]]:
    """The lines of each column, and the rows of each table."""
    return [
        list(map(words_of, part.lines)) if isinstance(part, Column) else part.rows for part in parts
    ]


def test_a_page_without_words_has_no_parts():
    assert find_parts([]) == []


def test_a_page_without_columns_is_as_wide_as_its_words():
    (column,) = find_parts([*lines(60, 270, 100, "Rub it in."), *lines(50, 250, 112, "Wait.")])

    assert texts_of([column]) == [["Rub it in.", "Wait."]]
    assert (column.x0, column.x1) == (50, 270)


def test_columns_are_read_from_left_to_right_between_what_is_above_and_below():
    above, below = words("How to wax it", 50, 88, 540), words("Close the tin", 50, 136, 540)
    page = [*lines(320, 540, 100, *RIGHT), below, *lines(50, 270, 100, *LEFT), above]
    parts = find_parts(page)

    assert texts_of(parts) == [["How to wax it"], list(LEFT), list(RIGHT), ["Close the tin"]]
    assert [(part.x0, part.x1) for part in parts[1:3]] == [(50, 270), (320, 540)]


def test_numbers_of_the_right_column_do_not_hide_the_space_between_the_columns():
    page = [*lines(50, 270, 100, *LEFT), *lines(320, 330, 100, "A.", "B.", "C.")]

    assert texts_of(find_parts([*page, *lines(350, 540, 100, *RIGHT)])) == [
        list(LEFT),
        [f"{letter}. {words}" for letter, words in zip("ABC", RIGHT, strict=True)],
    ]


def test_numbers_next_to_sentences_in_small_letters_are_read_with_them():
    steps = ("rub the wax in well", "wait for half an hour", "polish it with a cloth")
    page = [*lines(50, 60, 100, "1.", "2.", "3."), *lines(110, 300, 100, *steps)]

    assert texts_of(find_parts(page)) == [
        [f"{number}. {words}" for number, words in enumerate(steps, start=1)]
    ]


def test_two_lists_of_amounts_are_read_after_what_is_above_and_before_what_is_below():
    page = lines(50, None, 100, "You will need", "200 g wax", "2 cloths", "Rub it all in.")

    assert texts_of(find_parts([*page, *lines(250, None, 112, "1 litre oil", "3 tins")])) == [
        ["You will need"],
        ["200 g wax", "2 cloths"],
        ["1 litre oil", "3 tins"],
        ["Rub it all in."],
    ]


def test_cards_are_read_row_by_row():
    cards = [
        [f"{number}. Rub in the wax", "until the cloth moves easily", "along the grain of it."]
        for number in (1, 2, 3, 4)
    ]
    places = [(50, 100), (320, 100), (50, 200), (320, 200)]
    page = [
        each
        for card, (x0, y) in zip(cards, places, strict=True)
        for each in lines(x0, x0 + 220, y, *card)
    ]

    assert texts_of(find_parts(page)) == cards


def test_a_page_that_is_full_of_words_is_read_line_by_line():
    left = lines(50, 60, 100, *["wax"] * 2000)
    right = lines(300, 310, 106, *["oil"] * 2001)

    assert [len(part) for part in texts_of(find_parts([*left, *right]))] == [4001]


def test_a_box_next_to_lines_is_read_once_below_the_first_of_them():
    page = lines(50, 250, 100, "Rub the wax in.", "Wait for an hour.", "Polish the table.")
    parts = find_parts([*page, box(255, 105, 400, 130, "Work near a window.")])

    assert texts_of(parts) == [
        ["Rub the wax in.", "Wait for an hour."],
        ["Work near a window."],
        ["Polish the table."],
    ]
    assert (parts[0].x0, parts[0].x1) == (50, 400)


def test_a_box_at_a_distance_from_the_lines_is_a_column():
    page = lines(50, 250, 100, "Rub the wax in.", "Wait for an hour.", "Polish the table.")

    assert texts_of(find_parts([*page, box(300, 105, 400, 130, "Work near a window.")])) == [
        ["Rub the wax in.", "Wait for an hour.", "Polish the table."],
        ["Work near a window."],
    ]


def test_rows_of_many_parts_are_a_table_between_what_is_above_and_below():
    rows = [["Part", "Oil", "Wax", "Tin", "Jar"], ["Door", "5", "7", "1", "2"]]
    places = [[50, 130, 210, 290, 370], [48, 130, 210, 290, 385]]
    page = [words("Parts of the kit", 50, 80), words("Rub them in.", 50, 130)]
    for order, (row, x0s) in enumerate(zip(rows, places, strict=True)):
        page += [words(text, x0, 100 + 12 * order) for text, x0 in zip(row, x0s, strict=True)]
    parts = find_parts(page)

    assert texts_of(parts) == [["Parts of the kit"], rows, ["Rub them in."]]
    assert parts[1] == Table(rows, 48, 390, 2)


@pytest.mark.parametrize(("level", "expected"), [(105, 100), (108, 112)])
@pytest.mark.parametrize("boxes", [[], [box(0, 90, 45, 180)]])
def test_markers_between_two_lines_stand_next_to_the_nearer_line(level, expected, boxes):
    first, second = words("A.", 50, level, 60), words("B.", 50, level + 60, 60)
    page = [*lines(110, 400, 100, "Rub the wax in", "With a soft cloth.")]
    page += lines(110, 400, 160, "Wait for an hour", "Until all is dry.")
    find_parts([*boxes, first, second, *page])

    assert (first.baseline, second.baseline) == (expected, expected + 60)


def test_a_marker_that_is_level_with_no_line_stays_where_it_is():
    marker = words("C.", 50, 150, 60)
    page = [words("A.", 50, 100, 60), words("B.", 50, 120, 60), marker]
    for baseline in (100, 120, 140, 160):
        page.append(words("Rub the wax in", 110, baseline, 400))
    find_parts(page)

    assert marker.baseline == 150


def level_of(number: Segment, *others: Segment) -> float:
    """Where a number stands after the page was read."""
    find_parts([*others, number])
    return number.baseline


@pytest.mark.parametrize(
    ("text", "is_number"), [("1", True), ("12", True), ("1.", True), ("1)", False), ("a.", False)]
)
def test_a_number_that_stands_a_little_too_high_is_on_the_level_of_its_text(text, is_number):
    number = words(text, 50, 100, 60)

    assert level_of(number, words("Rub it in.", 70, 105)) == (105 if is_number else 100)


@pytest.mark.parametrize(
    ("x0", "expected"), [(59.9, 100), (60, 105), (99.9, 105), (100, 100), (140, 100)]
)
def test_the_text_of_a_number_begins_less_than_four_sizes_to_its_right(x0, expected):
    assert level_of(words("1", 50, 100, 60), words("Rub it in.", x0, 105)) == expected


@pytest.mark.parametrize(
    ("baseline", "expected"),
    [(88, 100), (88.1, 88.1), (97, 97), (97.5, 100), (103, 103), (109.9, 109.9), (110, 100)],
)
def test_a_number_and_its_text_overlap_or_nearly_so(baseline, expected):
    assert level_of(words("1", 50, 100, 60), words("Rub it in.", 70, baseline)) == expected


def test_the_larger_of_a_number_and_its_text_says_how_far_they_are_apart():
    large, small = words("1", 50, 100, 70, size=20), words("1", 50, 100, 60)

    assert level_of(large, words("Rub it in.", 120, 105)) == 105
    assert level_of(small, words("Rub it in.", 110, 107, size=20)) == 107


def test_a_number_next_to_a_text_stays_there_though_another_is_near():
    others = [words("Rub it in.", 70, 100), words("Wait.", 80, 95)]

    assert level_of(words("1", 50, 100, 60), *others) == 100


@pytest.mark.parametrize(("x0", "expected"), [(109, 100), (110, 95)])
def test_a_large_number_is_next_to_a_text_if_it_is_less_than_four_sizes_of_the_text_away(
    x0, expected
):
    number = words("1", 50, 100, 70, size=20)

    assert level_of(number, words("Rub it in.", x0, 100), words("Wait.", 79, 95)) == expected


def test_a_number_between_two_texts_is_on_the_level_of_the_upper_text():
    others = [words("Wait.", 70, 106), words("Rub it in.", 80, 95)]

    assert level_of(words("1", 50, 100, 60), *others) == 95
