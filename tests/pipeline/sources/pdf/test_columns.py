"""Two columns of text, or the cells of a table, a list and its numbers, a grid of cards."""

from __future__ import annotations

import pytest

from pipeline.sources.pdf.columns import (
    are_columns,
    are_markers,
    bands_of_cards,
    lists_side_by_side,
)
from pipeline.sources.pdf.rows import Panel
from pipeline.sources.pdf.segments import Segment

CELLS = ("Wax", "Cloth", "Tin")
COLOURS = ("yellow", "clean", "round")
PROSE = ("Rub the wax in", "Wait for an hour")


def words(text: str, x0: float, baseline: float, x1: float | None = None) -> Segment:
    x1 = x0 + 5 * len(text) if x1 is None else x1
    return Segment(text, x0, x1, baseline - 7.5, baseline + 2.5, baseline, 10.0)


def box(x0: float, top: float) -> Panel:
    return Panel("", x0, x0 + 100, top, top + 40, top + 10, 10.0)


def lines(
    x0: float, *texts: str, x1: float | None = None, y: float = 0, leading: float = 12
) -> list[Segment]:
    return [words(text, x0, y + leading * order, x1) for order, text in enumerate(texts)]


def level(left: tuple[str, ...], right: tuple[str, ...]) -> bool:
    """Whether lines on one level are columns."""
    return are_columns(lines(50, *left), lines(300, *right))


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (["1.", "2."], True),
        (["•"], True),
        (["1.", "Rub"], False),
        ([], False),
        ([None], False),
        ([None, "1."], True),
    ],
)
def test_a_column_of_markers_has_no_other_words_but_may_have_boxes(texts, expected):
    left = [words(text, 50, 100) if text else box(0, 100) for text in texts]

    assert are_markers(left) is expected


def test_short_words_on_one_level_are_the_cells_of_a_table():
    assert not level(CELLS, COLOURS)


@pytest.mark.parametrize(
    ("heads", "expected"),
    [
        (("Ingredients", "Method"), True),
        (("Ingredients", "Materials"), False),
        (("Ingredients", "Colour"), False),
        (("Name", "Colour"), False),
    ],
)
def test_under_the_names_of_two_sections_are_columns(heads, expected):
    assert level((heads[0], *CELLS), (heads[1], *COLOURS)) is expected


@pytest.mark.parametrize(
    ("left", "expected"),
    [
        ([("Rub the wax in", 50, 250), ("Wait for an hour", 50, 250)], True),
        ([("Rub the wax in", 50, 250), ("Wait an hour", 50, 250)], False),
        ([("Rub the wax in", 50, 250), ("Wait for an hour", 60, 100)], True),
        ([("Rub the wax in", 50, 250), ("Wait for an hour", 60, 99)], False),
    ],
)
def test_prose_has_four_words_a_line_and_fills_0_6_of_the_width(left, expected):
    left = [words(text, x0, 12 * order, x1) for order, (text, x0, x1) in enumerate(left)]

    assert are_columns(left, lines(300, *PROSE, x1=500)) is expected


def test_prose_on_one_side_makes_no_columns():
    assert not level(("Wax", "Tin"), PROSE)
    assert not level(PROSE, ("Wax", "Tin"))


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        (("• Wax", "• Tin"), ("• Rub", "• Wait"), True),
        (("1. Rub", "2) Wait"), ("3) Polish", "4. Sit"), True),
        (("• Wax", "Tin"), ("• Rub", "• Wait"), False),
        (("• Wax", "• Tin"), ("Yellow", "Round"), False),
    ],
)
def test_lists_on_both_sides_are_columns(left, right, expected):
    assert level(left, right) is expected


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        (("200 g wax", "2 cloths"), ("1 litre oil", "3 tins"), True),
        (("200 g wax", "Tin"), ("1 litre oil", "Jar"), False),
        (("200 g wax", "2 cloths"), ("Yellow", "Clean"), False),
        (("200 g wax", "2 cloths", "1 jar", "Tin"), ("3 tins", "1 lid", "2 bags", "Jar"), True),
        (
            ("200 g wax", "2 cloths", "1 jar", "Tin", "Lid"),
            ("3 tins", "1 lid", "2 bags", "Jar", "Bag"),
            False,
        ),
    ],
)
def test_amounts_of_things_on_both_sides_are_columns_if_few_lines_are_others(left, right, expected):
    assert level(left, right) is expected


def test_amounts_a_little_lower_than_those_on_the_left_are_on_their_level():
    left = lines(50, "200 g wax", "2 cloths")

    assert are_columns(left, lines(300, "1 litre oil", "3 tins", y=2))


@pytest.mark.parametrize(("n_level", "expected"), [(7, False), (6, True)])
def test_the_lines_of_a_table_are_mostly_on_one_level(n_level, expected):
    left = lines(50, *["Wax"] * 10, leading=20)
    right = lines(300, *["Yellow"] * n_level, leading=20)
    right += lines(300, *["Yellow"] * (10 - n_level), leading=20, y=20 * n_level + 10)

    assert are_columns(left, right) is expected


@pytest.mark.parametrize(("lower", "expected"), [(2.9, False), (3.0, True)])
def test_lines_are_on_one_level_if_they_are_less_than_0_3_of_their_size_apart(lower, expected):
    assert are_columns(lines(50, *CELLS), lines(300, *COLOURS, y=lower)) is expected


def test_cells_may_have_two_lines_next_to_a_name():
    right = lines(300, "Yellow", "Hard", "Clean", "Soft", "Round", "Flat")

    assert not are_columns(lines(50, *CELLS, leading=24), right)


@pytest.mark.parametrize(
    ("right", "expected"),
    [
        (("Rub it in well", "until it is dry", "Wait for an hour", "and polish it well"), True),
        (("Rub it in well", "until all dry", "Wait for an hour", "and polish it"), False),
        (("Rub it in well", "until it is dry", "Wait for an hour", "Then polish it well"), False),
        (("Rub it in well", "(with a cloth) now", "Wait an hour here", "(with a book) there"),
         False),
        (("Rub", "until", "Wait", "and"), False),
    ],
)  # fmt: skip
def test_sentences_that_run_over_lines_are_read_before_those_next_to_them(right, expected):
    assert level(("Wax", "Tin", "Jar", "Oil"), right) is expected


@pytest.mark.parametrize(("n_numbers", "expected"), [(1, True), (2, False)])
def test_numbers_to_the_right_of_a_text_belong_to_the_text_next_to_them(n_numbers, expected):
    left = [words("Rub", 50, 100, 100), words("Wait", 50, 120, 90)]
    left += lines(100, "1.", "2.", y=100, leading=20)[:n_numbers]

    assert are_columns(left, lines(300, "Wax", "Tin", y=106, leading=20)) is expected


def test_words_apart_from_each_other_on_the_left_are_no_numbers():
    left = lines(50, "Wax", "Oil", y=100, leading=20)
    left += lines(90, "hard", "pure", y=100, leading=20)

    assert are_columns(left, lines(300, "Yellow", "Clear", y=106, leading=20))


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        ([box(50, 100)], [box(300, 100)], False),
        ([box(50, 100), box(50, 200)], [box(300, 100), box(300, 200)], False),
        (lines(50, "Wax"), [box(300, 0)], True),
        ([box(50, 0)], lines(300, *PROSE), True),
        (lines(50, "Wax"), lines(300, "Tin"), False),
        (lines(50, "Rub the wax in now"), lines(300, *PROSE, x1=500), False),
    ],
)
def test_next_to_a_single_line_only_a_box_is_a_column(left, right, expected):
    assert are_columns(left, right) is expected


PAIRS = [("200 g wax", "1 litre oil"), ("2 cloths", "3 tins")]


def pairs(*texts: tuple[str, ...]) -> list[list[Segment]]:
    """Rows whose first words end at 200 and whose second begin there; a single text is left."""
    return [
        [
            words(text, x0, 100 + 12 * order, x0 + 150)
            for text, x0 in zip(row, (50, 200), strict=False)
        ]
        for order, row in enumerate(texts)
    ]


@pytest.mark.parametrize(
    ("texts", "end", "expected"),
    [
        ([("You will need",), *PAIRS, ("1 jar",), ("Rub it in.",)], 5, (1, 4)),
        ([*PAIRS, ("1 jar",), ("2 lids",)], 4, (0, 4)),
        ([*PAIRS, ("1 jar",), ("2 lids",)], 3, (0, 3)),
        ([PAIRS[0], ("1 jar",)], 2, None),
        ([PAIRS[0], ("Tin", "Jar")], 2, None),
        ([*PAIRS, *PAIRS, ("Tin", "Jar"), ("Lid", "Bag")], 6, (0, 6)),
        ([("1 jar",), ("2 lids",)], 2, None),
    ],
)
def test_two_lists_end_with_the_last_amounts_below_them(texts, end, expected):
    assert lists_side_by_side(pairs(*texts), 0, end, 200) == expected


def test_a_line_of_two_parts_on_one_side_is_no_part_of_the_lists():
    below = [words("1 jar", 50, 124), words("of oil", 100, 124)]

    assert lists_side_by_side([*pairs(*PAIRS), below], 0, 3, 200) == (0, 2)


def cards(x0: float, numbers: dict[str, float]) -> list[Segment]:
    """Numbers, each with the top of its card."""
    return [words(number, x0, top + 7.5) for number, top in numbers.items()]


def bands(left: dict[str, float], right: dict[str, float]) -> list[list[str]] | None:
    parts = bands_of_cards(cards(50, left), cards(300, right))
    return parts and [[each.text for each in part] for part in parts]


@pytest.mark.parametrize("form", ["{}.", "{})", "Step {}:", "step{}.", "{}"])
def test_cards_are_read_from_left_to_right_by_their_numbers(form):
    first, second, third, fourth = (form.format(number) for number in range(1, 5))

    assert bands({first: 100, third: 200}, {second: 100, fourth: 200}) == [
        [first, second],
        [third, fourth],
    ]


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ({"1.": 100, "2.": 200}, {"3.": 100, "4.": 200}),
        ({"1.": 100, "3.": 200}, {"2.": 100}),
        ({"1.": 100, "4.": 200}, {"2.": 100, "5.": 200}),
        ({"1.": 100, "2.": 200}, {"1.": 100, "2.": 200}),
        ({"Wax": 100, "Tin": 200}, {"Oil": 100, "Jar": 200}),
    ],
)
def test_numbers_that_do_not_run_from_left_to_right_make_no_cards(left, right):
    assert bands(left, right) is None


@pytest.mark.parametrize(("top", "n_bands"), [(120, 2), (121, 3)])
def test_a_card_more_than_two_sizes_lower_than_the_one_before_is_in_the_next_band(top, n_bands):
    assert len(bands({"1.": 100, "3.": 200}, {"2.": top, "4.": 200}) or []) == n_bands


@pytest.mark.parametrize(("top", "are_cards"), [(180, True), (179, False)])
def test_a_card_more_than_two_sizes_higher_than_the_one_before_makes_no_grid(top, are_cards):
    parts = bands({"1.": 100, "3.": 200}, {"2.": 100, "4.": top})

    assert (parts is not None) is are_cards


def test_words_between_two_bands_belong_to_the_upper_band():
    left = {"1.": 100, "on top": 198.5, "next": 199, "3.": 200}

    assert bands(left, {"2.": 100, "4.": 200}) == [["1.", "on top", "2."], ["next", "3.", "4."]]
