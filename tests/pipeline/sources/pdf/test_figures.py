"""Pictures and drawings, the words in them and the captions below them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from pipeline.sources.pdf.content import Box, Cells, Content
from pipeline.sources.pdf.figures import find_figures, without_figures
from pipeline.sources.pdf.segments import Segment


def words(text: str, x0: float, baseline: float, size: float = 10.0, **more: bool) -> Segment:
    x1 = x0 + 0.5 * size * len(text)
    return Segment(
        text, x0, x1, baseline - 0.75 * size, baseline + 0.25 * size, baseline, size, **more
    )


TEXT = words("Rub the wax on the table along the grain until the cloth moves easily.", 50, 700)
PICTURE = (100.0, 300.0, 300.0, 500.0)


def content(*segments: Segment, tables: Sequence[Cells] = (), boxes: Sequence[Box] = ()) -> Content:
    return Content([TEXT, *segments], 600, 800, boxes=list(boxes), tables=list(tables))


def labels(*lines: str) -> list[Segment]:
    """Lines of words in the picture."""
    return [words(line, 110, 330 + 14 * order) for order, line in enumerate(lines)]


@pytest.mark.parametrize(
    ("image", "is_figure"),
    [
        ((100, 300, 145, 330), True),
        ((100, 300, 144.5, 330), False),
        ((100, 300, 145, 329.5), False),
        ((60, 50, 540, 650), True),
        ((60, 50, 540, 651), False),
    ],
)
def test_a_picture_is_neither_as_small_as_a_sign_nor_as_large_as_a_page(image, is_figure):
    assert find_figures([], [image], content()) == ([image] if is_figure else [])


FEW_WORDS = [
    (("Hot wax in here", "Cold wax in here", "Lid of the tin", "Top view"), True),
    (("Hot wax in here", "Cold wax in here", "Lid of the tin", "Seen from above"), False),
    (("Top", "Wax in here"), True),
    (("Top", "Put the wax in here"), False),
]


@pytest.mark.parametrize(("lines", "is_figure"), FEW_WORDS)
def test_a_picture_has_few_words_in_it_and_no_sentence(lines, is_figure):
    figures = find_figures([], [PICTURE], content(*labels(*lines)))

    assert figures == ([PICTURE] if is_figure else [])


@pytest.mark.parametrize(("lines", "is_figure"), FEW_WORDS)
@pytest.mark.parametrize("boxes", [[], [PICTURE]])
def test_a_drawing_has_few_words_in_it_also_if_its_frame_is_a_box(lines, is_figure, boxes):
    shapes = [PICTURE, (102, 302, 298, 498), (104, 304, 296, 496)]

    figures = find_figures(shapes, [], content(*labels(*lines), boxes=boxes))
    assert figures == ([PICTURE] if is_figure else [])


def test_what_shows_lines_of_code_is_no_picture():
    code = words("mix 2", 110, 400, code=True)

    assert find_figures([], [PICTURE], content(*labels("Screen"), code)) == []


@pytest.mark.parametrize(("n_shapes", "n_figures"), [(2, 0), (3, 1)])
def test_three_shapes_that_touch_are_a_drawing(n_shapes, n_figures):
    shapes = [(100 + 30 * order, 300, 130 + 30 * order, 340) for order in range(n_shapes)]

    assert len(find_figures(shapes, [], content())) == n_figures


@pytest.mark.parametrize(("gap", "is_drawing"), [(4.9, True), (5, False)])
def test_shapes_of_a_drawing_are_less_than_five_points_apart(gap, is_drawing):
    first = (100, 300, 150, 350)
    right, below = (150 + gap, 300, 200 + gap, 350), (100, 350 + gap, 150, 400 + gap)

    across = find_figures([first, right, right], [], content())
    down = find_figures([first, below, below], [], content())
    assert across == ([(100, 300, 200 + gap, 350)] if is_drawing else [])
    assert down == ([(100, 300, 150, 400 + gap)] if is_drawing else [])


def test_a_drawing_reaches_as_far_as_any_of_its_shapes():
    left, top = (100, 300, 150, 350), (140, 290, 180, 330)
    right, bottom = (160, 310, 250, 345), (120, 340, 200, 400)
    expected = [(100, 290, 250, 400)]

    assert find_figures([left, top, right, bottom], [], content()) == expected
    assert find_figures([bottom, right, top, left], [], content()) == expected


def test_drawings_far_from_each_other_are_several():
    first = [(100 + 30 * order, 300, 130 + 30 * order, 340) for order in range(3)]
    second = [(100 + 30 * order, 500, 130 + 30 * order, 540) for order in range(3)]
    figures = find_figures([*first, *second], [PICTURE], content())

    assert sorted(figures) == [(100, 300, 190, 340), PICTURE, (100, 500, 190, 540)]


@pytest.mark.parametrize(("n_shapes", "n_figures"), [(3000, 1), (3001, 0)])
def test_in_a_page_full_of_shapes_no_drawing_is_seen(n_shapes, n_figures):
    shapes = [(100 + order % 60, 300 + order // 60, 105 + order % 60, 305 + order // 60)
              for order in range(n_shapes)]  # fmt: skip

    assert len(find_figures(shapes, [], content())) == n_figures


TABLE = [
    [(100.0, 300.0, 200.0, 350.0), (200.0, 300.0, 300.0, 350.0)],
    [(100.0, 350.0, 200.0, 400.0), (200.0, 350.0, 300.0, 400.0)],
]


def test_the_cells_of_a_table_are_no_drawing_but_shapes_elsewhere_on_its_page_are():
    cells = [cell for row in TABLE for cell in row]
    drawing = [(400 + 30 * order, 300, 430 + 30 * order, 340) for order in range(3)]

    figures = find_figures([*cells, *drawing], [], content(tables=[TABLE]))
    assert figures == [(400, 300, 490, 340)]


@pytest.mark.parametrize(
    ("at_edge", "outside"),
    [
        ((99, 310, 200, 390), (98.5, 310, 200, 390)),
        ((110, 299, 200, 390), (110, 298.5, 200, 390)),
        ((110, 310, 301, 390), (110, 310, 301.5, 390)),
        ((110, 310, 200, 401), (110, 310, 200, 401.5)),
    ],
)
def test_shapes_that_are_wider_than_a_table_are_no_part_of_it(at_edge, outside):
    assert find_figures(3 * [at_edge], [], content(tables=[TABLE])) == []
    assert find_figures(3 * [outside], [], content(tables=[TABLE])) == [outside]


def left(*segments: Segment, figures: Sequence[Box] = (PICTURE,)) -> list[str]:
    """What is left of words on a page, without its long line of text."""
    page = content(*segments)
    page.figures = list(figures)
    return [each.text for each in without_figures(page) if each is not TEXT]


@pytest.mark.parametrize(
    ("text", "size", "is_left"),
    [
        ("Lid", 10, False),
        ("Lid", 20, False),
        ("1", 10, False),
        ("1", 11, False),
        ("1", 11.5, True),
        ("12", 20, True),
        ("123", 20, False),
    ],
)
def test_of_the_words_in_a_picture_only_the_large_number_of_a_step_is_read(text, size, is_left):
    other = (400, 300, 500, 400)

    assert left(words(text, 150, 400, size), figures=[PICTURE, other]) == [text] * is_left
    assert left(words(text, 450, 350, size), figures=[PICTURE, other]) == [text] * is_left


def test_words_outside_pictures_are_read():
    assert left(words("Rub it in", 320, 400), words("Wait", 100, 250)) == ["Rub it in", "Wait"]


@pytest.mark.parametrize(
    ("x0", "length", "is_caption"),
    [
        (98, 60, True),
        (97.5, 60, False),
        (299.5, 30, True),
        (300, 30, False),
        (100, 240, True),
        (100, 240.5, False),
    ],
)
def test_a_caption_begins_below_its_picture_and_ends_not_far_from_it(x0, length, is_caption):
    caption = words("A tin of wax", x0, 512, 8)
    caption.x1 = x0 + length

    assert left(caption) == ([] if is_caption else ["A tin of wax"])


@pytest.mark.parametrize(
    ("baseline", "size", "is_caption"),
    [
        (512, 9.5, True),
        (512, 9.6, False),
        (510.5, 5, True),
        (511, 5, False),
        (517, 8, True),
        (518, 8, False),
    ],
)
def test_a_caption_is_small_and_stands_close_below_its_picture(baseline, size, is_caption):
    caption = words("A tin", 100, baseline, size)

    assert left(caption) == ([] if is_caption else ["A tin"])


def test_small_words_that_do_not_stand_below_the_lower_edge_of_a_picture_are_no_caption():
    assert left(words("A tin of wax", 290, 500, 8)) == ["A tin of wax"]


def test_a_caption_may_have_several_lines_in_any_order():
    lines = [words(f"Line {order}", 100, 512 + 11 * order, 8) for order in range(4)]
    far = words("Note", 100, 570, 8)

    assert left(*reversed(lines), far) == ["Note"]


@pytest.mark.parametrize(
    ("number", "x0", "baseline", "size", "is_left"),
    [
        ("3", 130, 512, 10, True),
        ("3.", 130, 512, 10, True),
        ("Top", 130, 512, 10, False),
        ("3", 130, 514.5, 10, True),
        ("3", 130, 515, 10, False),
        ("3", 130, 509.5, 10, True),
        ("3", 130, 509, 10, False),
        ("3", 130, 512, 9.6, True),
        ("3", 130, 512, 9.5, False),
        ("3", 60, 512, 10, False),
    ],
)
def test_a_small_number_below_a_picture_is_read_with_the_text_to_its_right(
    number, x0, baseline, size, is_left
):
    small, step = words(number, 100, 512, 8), words("Polish the table.", x0, baseline, size)

    assert (number in left(small, step)) == is_left


def test_a_number_right_up_to_the_text_is_no_number_of_it():
    assert left(words("3", 100, 512, 8), words("Polish it.", 104, 512)) == ["Polish it."]
