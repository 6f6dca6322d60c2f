"""Lines of a column in paragraphs: where each ends and the next begins."""

from __future__ import annotations

import pytest

from pipeline.sources.pdf.lines import Column, Line
from pipeline.sources.pdf.paragraphs import Paragraph, paragraphs_of, usual_leading
from pipeline.sources.pdf.segments import Segment

X0, X1 = 50.0, 350.0  # the edges of the column, which lines fill unless a test says otherwise


def line(
    *texts: str,
    gap: float = 12,
    x0: float = X0,
    x1: float = X1,
    size: float = 10,
    bold: bool = False,
    code: bool = False,
    first: float = 40,
) -> Line:
    """A line ``gap`` below the one above it; its second part is 20 points to the right."""
    parts = [
        Segment(
            text, x0 + 20 * order, x1, 0, 0, gap, size, len(text) if bold else 0, first, code=code
        )
        for order, text in enumerate(texts)
    ]
    return Line(parts)


def column(*lines: Line) -> Column:
    """The lines below each other, the first at 0."""
    baseline = 0.0
    for order, each in enumerate(lines):
        baseline += each.baseline if order else 0.0
        for part in each.segments:
            part.baseline = baseline
    return Column(list(lines), X0, X1)


def cut(*lines: Line, size: float = 10, leading: float = 12) -> list[Paragraph]:
    return list(paragraphs_of(column(*lines), size, leading))


def lengths(*lines: Line, size: float = 10, leading: float = 12) -> list[int]:
    """How many lines each paragraph has."""
    return [len(each.lines) for each in cut(*lines, size=size, leading=leading)]


def gaps(*distances: float, size: float = 10) -> Column:
    return column(*(line("Rub it well", gap=gap, size=size) for gap in (0, *distances)))


@pytest.mark.parametrize(
    ("distances", "expected"),
    [
        ((), 12.0),
        ((14, 14, 14, 12), 14.0),
        ((14, 14, 14, 12, 12), 12.0),
        ((14, 14, 14, 14, 12, 12), 12.0),
        ((14.2,), 14.0),
        ((14.3,), 14.5),
        ((8,), 12.0),
        ((8.5,), 8.5),
        ((21.5,), 21.5),
        ((22,), 12.0),
    ],
)
def test_the_usual_distance_is_the_least_that_is_half_as_common_as_the_most_common(
    distances, expected
):
    assert usual_leading([gaps(*distances)], 10) == expected


@pytest.mark.parametrize(
    ("above", "below", "expected"),
    [(10, 10.5, 14), (10.5, 10, 14), (9.5, 10, 14), (10, 10.6, 12), (10.6, 10, 12), (10, 9.4, 12)],
)
def test_lines_of_other_sizes_than_the_text_do_not_count_for_its_distance(above, below, expected):
    lines = [line("Rub it well", size=above), line("Wait", gap=14, size=below)]

    assert usual_leading([column(*lines)], 10) == expected


def test_the_distance_is_that_of_all_columns():
    assert usual_leading([gaps(14), gaps(12, 12), gaps(12)], 10) == 12


def test_a_column_without_lines_has_no_paragraphs():
    assert cut() == []


@pytest.mark.parametrize(
    ("gap", "leading", "expected"),
    [
        (23.2, 20, [True]),
        (23.3, 20, [True, False]),
        (15.36, 12, [True, False]),
        (15.4, 12, [True, True]),
        (32, 25, [True, False]),
        (33, 25, [True, True]),
    ],
)
def test_a_line_further_down_begins_a_paragraph_and_one_far_down_is_apart(gap, leading, expected):
    paragraphs = cut(line("Rub the wax well"), line("Wait for a day", gap=gap), leading=leading)

    assert [each.is_apart for each in paragraphs] == expected


def test_the_rest_of_a_sentence_may_be_further_down_but_not_far():
    assert lengths(line("Rub the wax in the"), line("table", gap=15)) == [2]
    assert lengths(line("Rub the wax in the"), line("table", gap=15.5)) == [1, 1]


@pytest.mark.parametrize(("size", "expected"), [(20, False), (10, True), (5, True)])
def test_between_large_lines_there_is_more_space_before_one_is_apart(size, expected):
    lines = [line("Waxing", size=size), line("A table", size=size, gap=28)]

    assert [each.is_apart for each in cut(*lines)] == [True, expected]


@pytest.mark.parametrize(
    ("sizes", "gap", "expected"),
    [
        ((13.1, 13.1), 15, [2]),
        ((13.0, 13.0), 15, [1, 1]),
        ((13.1, 13.0), 15, [1, 1]),
        ((20, 20.4), 24, [2]),
        ((20, 20.5), 24, [1, 1]),
        ((20, 20), 27.9, [2]),
        ((20, 20), 28, [1, 1]),
    ],
)
def test_the_lines_of_a_title_are_one_though_the_first_is_short(sizes, gap, expected):
    above = line("Waxing well", size=sizes[0], x1=100)

    assert lengths(above, line("A table", size=sizes[1], gap=gap)) == expected


def test_the_style_of_a_paragraph_is_its_size_in_half_points_and_whether_all_is_bold():
    small = cut(line("Rub it well", size=10.2, bold=True), line("and wait", size=10.2))
    large = cut(line("Rub it well", size=10.3, bold=True), line("and wait", size=10.3, bold=True))

    assert [each.style for each in small + large] == [(10.0, False), (10.5, True)]


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (["1. Rub it with gas", "2. Wait"], [1, 1]),
        (["1. Rub it with gas", "4. Bake it"], [2]),
        (["1. Rub it with gas", "1. Wait"], [1, 1]),
        (["5. Rub it with gas", "2. Bake it"], [2]),
        (["9. Rub it with gas", "12. Bake it"], [2]),
        (["Rub it with gas", "3. Wait"], [1, 1]),
        (["1. Rub it with gas", "A. Smith makes"], [2]),
        (["1. Rub it with gas.", "A. Smith"], [1, 1]),
        (["1. Rub it with gas", "4) Bake it"], [1, 1]),
        (["(b) rub it with gas", "(i) wait"], [1, 1]),
        (["(b) rub it with gas", "(g) wait"], [2]),
        (["• rub it with gas", "• wait"], [1, 1]),
        (["- rub it with gas", "- wait"], [1, 1]),
        (["Rub it with gas", "- wait"], [2]),
    ],
)
def test_a_number_right_below_a_line_begins_an_item_if_it_follows(texts, expected):
    assert lengths(*map(line, texts)) == expected


def test_a_number_with_space_above_it_begins_an_item_and_the_next_follows():
    lines = [line("1. Rub it well"), line("4. Wait", gap=30), line("5. Polish it")]

    assert [each.is_item for each in cut(*lines)] == [True, True, True]


@pytest.mark.parametrize(("x0", "expected"), [(52, [2]), (70, [1, 1])])
def test_numbers_at_another_place_count_another_list(x0, expected):
    assert lengths(line("2. Set the oven to gas"), line("4. Bake it", x0=x0)) == expected


@pytest.mark.parametrize(
    ("size", "distances", "expected"),
    [
        (10, (11, 11, 13), [3, 1]),
        (10, (11, 13), [3]),
        (20, (20, 20.9, 24), [3, 1]),
        (20, (20, 21, 24), [4]),
        (20, (18.1, 18.1, 22), [3, 1]),
        (20, (18, 18, 22), [4]),
        (20, (24, 20, 20), [1, 3]),
        (20, (20, 24, 24, 20), [2, 1, 2]),
    ],
)
def test_the_least_distance_that_is_there_twice_shows_which_lines_are_further_down(
    size, distances, expected
):
    lines = [line("Rub it well", gap=gap, size=size) for gap in (0, *distances)]

    assert lengths(*lines, size=size, leading=1.2 * size + 2 * (size == 10)) == expected


@pytest.mark.parametrize(("gap", "expected"), [(39.5, [3, 1]), (40, [4])])
def test_a_distance_of_two_sizes_is_not_that_of_lines_of_a_paragraph(gap, expected):
    lines = [line("Rub it well", gap=each, size=20) for each in (0, gap, gap, 50)]

    assert lengths(*lines, size=20, leading=48) == expected


@pytest.mark.parametrize(("size", "expected"), [(18.5, [3, 1]), (18, [1, 3])])
def test_the_distance_to_a_line_of_another_size_does_not_count(size, expected):
    above = line("Rub it well", size=size)
    lines = [line("Wait for a day", gap=gap, size=20) for gap in (20, 20, 24)]

    assert lengths(above, *lines, size=20, leading=24) == expected


def test_the_line_above_a_rule_of_dashes_is_a_heading_and_the_rule_is_left_out():
    heading, text = cut(line("Tools"), line("-----"), line("Take a cloth"))

    assert (heading.style[1], text.style[1]) == (True, False)
    assert lengths(line("====="), line("Take a cloth")) == [1]


def test_a_sentence_above_a_rule_is_no_heading():
    (first, *_) = cut(line("Rub it in."), line("* * * *"), line("Take a cloth", gap=30))

    assert not first.style[1]


def test_two_dashes_are_no_rule():
    assert lengths(line("Tools"), line("--", gap=30)) == [1, 1]


@pytest.mark.parametrize(
    ("above", "below", "expected"), [(23, 25, [2]), (22.9, 25, [1, 1]), (25, 22.9, [1, 1])]
)
def test_letters_of_another_size_begin_a_paragraph(above, below, expected):
    lines = [line("Rub it well", size=above), line("all over", size=below, gap=30)]

    assert lengths(*lines, size=25, leading=30) == expected


@pytest.mark.parametrize(
    ("above", "below", "expected"),
    [
        (line("HOT WAX BURNS THE SKIN OF ALL", x1=200), line("OTHER PEOPLE."), [2]),
        (line("WARM THE TABLE"), line("NOW WARM IT"), [2]),
        (line("WARM THE TABLE"), line("and wait"), [1, 1]),
        (line("and rub it well"), line("WARM THE TABLE"), [1, 1]),
        (line("Rub it well"), line("▲ CRITICAL wait"), [1, 1]),
        (line("Rub it well"), line("mix it", code=True), [1, 1]),
        (line("stop it", code=True), line("mix it", code=True), [2]),
        (line("Wax", bold=True), line("Rub it well"), [1, 1]),
        (line("Rub it well"), line("Wax", bold=True), [1, 1]),
        (line("Wax", bold=True), line("(rub it in)"), [1, 1]),
        (line("Wax", bold=True), line("rub it well"), [2]),
        (line("Wax,", bold=True), line("Rub it well"), [2]),
        (line("Wax", bold=True), line("Rub it well", bold=True), [2]),
    ],
)
def test_another_style_begins_a_paragraph_unless_the_sentence_continues(above, below, expected):
    assert lengths(above, below) == expected


@pytest.mark.parametrize(
    ("text", "x1", "expected"),
    [
        ("Rub well", 259, [1, 1]),
        ("Rub well", 260, [2]),
        ("Rub", 259, [2]),
        ("Rub it,", 259, [2]),
    ],
)
def test_a_line_that_leaves_three_tenths_of_the_width_free_ends_a_paragraph(text, x1, expected):
    assert lengths(line(text, x1=x1), line("wait for an hour")) == expected


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (["200 g flour", "2 eggs"], [1, 1]),
        (["200 g flour", "sifted well", "2 eggs"], [2, 1]),
        (["Rub in about", "200 g flour"], [2]),
        (["200 g flour", "Sifted well"], [2]),
    ],
)
def test_each_amount_below_an_amount_begins_an_entry(texts, expected):
    assert lengths(*map(line, texts)) == expected


@pytest.mark.parametrize(
    ("texts", "first", "expected"),
    [
        (("Rub it well", "Wait"), 43.9, [1, 1]),
        (("Rub it well", "(wait)"), 43.9, [1, 1]),
        (("Rub it well", "Wait"), 44, [2]),
        (("Rub it well", "wait"), 43.9, [2]),
        (("Rub it in the", "Wax"), 43.9, [2]),
    ],
)
def test_a_line_with_room_for_the_first_word_of_the_next_ends_a_paragraph(texts, first, expected):
    assert lengths(line(texts[0], x1=300), line(texts[1], first=first)) == expected


@pytest.mark.parametrize(
    ("x0s", "expected"),
    [
        ((50, 50, 57.1, 50), [2, 2]),
        ((50, 50, 57, 50), [4]),
        ((50, 50, 57.1), [2, 1]),
        ((50, 50, 60, 60), [4]),
        ((50, 50, 60, 53), [4]),
        ((50, 50, 60, 52.9), [2, 2]),
        ((50, 57.1, 50), [1, 2]),
        ((50, 60, 67, 50), [4]),
    ],
)
def test_a_line_alone_that_is_indented_begins_a_paragraph(x0s, expected):
    assert lengths(*(line("Rub it well", x0=x0) for x0 in x0s)) == expected


def test_the_lines_of_an_item_are_indented_below_its_number():
    assert lengths(line("1. Rub it well"), line("Wait", x0=60), line("Go", x0=50)) == [3]


@pytest.mark.parametrize(
    ("texts", "x0", "expected"),
    [
        (("1", "Rub it well"), 77, [3]),
        (("1", "Rub it well"), 78, [1, 2]),
        (("Wax", "Rub it well"), 70, [1, 2]),
    ],
)
def test_text_after_a_marker_is_where_an_indent_is_measured_from(texts, x0, expected):
    assert lengths(line(*texts), line("Wait", x0=x0), line("Go")) == expected
