"""Bullets and check boxes that are drawn to the left of lines."""

from __future__ import annotations

import pytest

from pipeline.sources.pdf.content import Box
from pipeline.sources.pdf.drawn_markers import drawn_markers
from pipeline.sources.pdf.segments import Segment


def words(text: str, x0: float, baseline: float) -> Segment:
    return Segment(
        text, x0, x0 + 5 * len(text), baseline - 7.5, baseline + 2.5, baseline, 10.0, page=3
    )


def square(x0: float, top: float, width: float = 4.0, height: float | None = None) -> Box:
    return (x0, top, x0 + width, top + (width if height is None else height))


LINES = [words("Rub the wax in", 62, 100), words("Wait for a day", 62, 120)]
BULLETS = [square(50, 95), square(50, 115)]


def markers(shapes: list[Box], lines: list[Segment] = LINES) -> list[str]:
    return [each.text for each in drawn_markers(shapes, lines)]


def test_a_marker_has_the_place_of_its_shape_and_the_level_of_its_line():
    first, second = drawn_markers(BULLETS, LINES)

    assert first == Segment("•", 50, 54, 92.5, 102.5, 100, 10, lead=0, first=4, page=3, code=False)
    assert second.baseline == 120


@pytest.mark.parametrize(
    ("width", "height", "expected"),
    [
        (1.5, 1.5, ["•", "•"]),
        (1.4, 1.5, []),
        (7.5, 7.5, ["•", "•"]),
        (7.75, 7.75, ["☐", "☐"]),
        (16.0, 16.0, ["☐", "☐"]),
        (16.5, 16.0, []),
        (4.0, 5.5, ["•", "•"]),
        (4.0, 5.75, []),
        (5.5, 4.0, ["•", "•"]),
        (5.75, 4.0, []),
    ],
)
def test_a_marker_is_a_small_square_and_a_box_if_it_is_wider_than_a_bullet(width, height, expected):
    shapes = [square(40, level - 3 - height / 2, width, height) for level in (100, 120)]

    assert markers(shapes) == expected


@pytest.mark.parametrize(
    ("shapes", "n_markers"),
    [
        (BULLETS[:1], 0),
        ([square(50, 95), square(50.6, 115)], 2),
        ([square(50, 95), square(46, 115)], 0),
        ([square(50, 95, 4), square(50, 114, 7)], 0),
        ([square(46, 135), *BULLETS], 2),
        ([square(50, 300), *BULLETS], 2),
        ([square(30, 60, 20, 20), *BULLETS], 2),
    ],
)
def test_markers_are_alike_in_place_and_width(shapes, n_markers):
    assert len(markers(shapes)) == n_markers


def test_a_check_box_that_is_drawn_twice_is_one():
    shapes = [
        each
        for level in (91, 111)
        for each in (square(40, level, 12), square(40.5, level + 0.5, 11))
    ]

    assert markers(shapes) == ["☐", "☐"]


@pytest.mark.parametrize(
    ("places", "n_markers"),
    [
        ([(70, 95)], 2),
        ([(70, 95), (80, 95)], 1),
        ([(70, 95), (20, 95)], 1),
        ([(53, 95), (80, 95)], 2),
        ([(54, 95), (80, 95)], 1),
        ([(70, 95), (90, 95)], 2),
        ([(70, 95), (89.9, 95)], 1),
        ([(70, 83), (80, 95)], 2),
        ([(70, 83.5), (80, 95)], 1),
    ],
)
def test_a_small_shape_with_several_others_next_to_it_is_part_of_a_drawing(places, n_markers):
    others = [square(x0, top, 6 + order) for order, (x0, top) in enumerate(places)]

    assert len(markers([*BULLETS, *others])) == n_markers


@pytest.mark.parametrize(
    ("top", "n_markers"),
    [(88.5, 2), (88.25, 0), (101.5, 2), (101.75, 0)],
)
def test_a_marker_stands_on_the_height_of_its_line(top, n_markers):
    shapes = [square(50, top), square(50, top + 20)]

    assert len(markers(shapes)) == n_markers


@pytest.mark.parametrize(("x0", "n_markers"), [(53.5, 2), (53.25, 0), (80.0, 2), (80.25, 0)])
def test_a_line_begins_close_to_its_marker(x0, n_markers):
    lines = [words("Rub the wax in", x0, 100), words("Wait for a day", x0, 120)]

    assert len(markers(BULLETS, lines)) == n_markers


@pytest.mark.parametrize(("end", "n_markers"), [(60, 2), (60.5, 0), (95, 0)])
def test_no_words_stand_close_to_the_left_of_a_marker(end, n_markers):
    shapes = [square(100, 95), square(100, 115)]
    lines = [words("Rub it in", 112, level) for level in (100, 120)]
    lines += [words("Wax", end - 15, level) for level in (100, 120)]

    assert len(markers(shapes, lines)) == n_markers


def test_a_letter_within_a_check_box_is_no_words_to_its_left():
    boxes = [square(50, 91, 12), square(50, 111, 12)]
    lines = [words("Rub it in", 70, 100), words("x", 50, 100), words("Wait", 70, 120)]

    assert markers(boxes, lines) == ["☐", "☐"]


def test_the_nearest_of_the_words_to_the_right_is_the_line_of_a_marker():
    lines = [words("for a day", 300, 100), words("Rub it in", 62, 100.5), words("Wait", 62, 120)]

    assert [each.baseline for each in drawn_markers(BULLETS, lines)] == [100.5, 120]
