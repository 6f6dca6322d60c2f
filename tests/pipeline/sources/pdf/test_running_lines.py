"""Headers, footers and numbers of pages, and what only looks like them."""

from __future__ import annotations

import pytest

from pipeline.sources.pdf.content import Box, Content
from pipeline.sources.pdf.running_lines import without_running_lines
from pipeline.sources.pdf.segments import Segment

TEXT = "Rub the wax on the table with a soft cloth until it is even."


def words(text: str, y: float, *, x: float = 50, size: float = 10) -> Segment:
    return Segment(text, x, x + 0.5 * size * len(text), y - 0.75 * size, y + 0.25 * size, y, size)


def kept(*pages: list[Segment], size: float = 10, tables: list[Box] | None = None) -> list[str]:
    """What is left of pages 800 points high, each with a line of text in its middle."""
    contents = []
    for number, segments in enumerate(pages):
        segments = [*segments, words(TEXT, 400, size=size)]
        for each in segments:
            each.page = number
        cells = [[[box]] for box in tables or ()]
        contents.append(Content(segments, 600, 800, tables=cells))
    left = [each for page in without_running_lines(contents) for each in page]
    return [each.text for each in left if each.text != TEXT]


def on_two_pages(text: str, y: float, *, size: float = 10, tables: list[Box] | None = None) -> bool:
    """Return True if words stay that stand at the same place of two pages."""
    left = kept([words(text, y, size=size)], [words(text, y, size=size)], tables=tables)
    assert left in ([], [text, text])
    return bool(left)


@pytest.mark.parametrize(
    ("text", "y", "stays"),
    [
        ("Handbook of wax", 127, False),
        ("Handbook of wax", 128, True),
        ("Handbook of wax", 672, True),
        ("Handbook of wax", 673, False),
        ("9.1.2", 63, False),
        ("9.1.2", 64, True),
        ("9.1.2", 736, True),
        ("9.1.2", 737, False),
        ("AB.1", 100, False),
        ("A7.1", 100, True),
    ],
)
def test_headers_are_nearer_to_the_edge_if_they_have_no_words(text, y, stays):
    assert on_two_pages(text, y) == stays


@pytest.mark.parametrize(
    ("text", "size", "stays"), [("9.1.2", 11.9, False), ("9.1.2", 12, True), ("Wax", 20, False)]
)
def test_large_numbers_at_an_edge_stay(text, size, stays):
    assert on_two_pages(text, 40, size=size) == stays


@pytest.mark.parametrize(
    ("first", "second", "stays"),
    [
        ("Wax 3", "Wax 14", False),
        ("HANDBOOK OF WAX", "Handbook of wax", False),
        ("Part iv", "Part ix", False),
        ("Handbook of wax", "Handbook of oil", True),
    ],
)
def test_a_header_has_the_same_words_but_for_numbers_and_capitals(first, second, stays):
    left = kept([words(first, 40)], [words(second, 40)])

    assert left == ([first, second] if stays else [])


@pytest.mark.parametrize(("lower", "stays"), [(43.9, False), (44, True)])
def test_a_header_stands_at_the_same_place_of_two_pages(lower, stays):
    left = kept([words("Handbook of wax", 40)], [words("Handbook of wax", lower)])

    assert left == ["Handbook of wax"] * (2 * stays)


def test_the_same_words_twice_on_one_page_are_no_header():
    twice = [words("Handbook of wax", 40), words("Handbook of wax", 40, x=300)]

    assert len(kept(twice, [])) == 2


@pytest.mark.parametrize(
    ("y", "tables", "stays"),
    [
        (60, [(40, 20, 560, 128)], False),
        (60, [(40, 20, 560, 129)], True),
        (740, [(40, 672, 560, 790)], False),
        (740, [(40, 671, 560, 790)], True),
        (740, [(40, 20, 560, 129), (40, 671, 560, 790)], True),
        (60, [(40, 150, 560, 600)], False),
    ],
)
def test_rows_of_a_table_that_reaches_into_the_text_are_no_header(y, tables, stays):
    assert on_two_pages("Rub it well", y, tables=tables) == stays


@pytest.mark.parametrize(("y", "stays"), [(47, False), (48, True), (752, True), (753, False)])
def test_the_line_that_a_browser_prints_is_at_the_very_edge(y, stays):
    printed = ["11/27/26, 3:28 PM", "Waxing"]
    left = kept([words(printed[0], y), words(printed[1], y, x=300)])

    assert left == (printed if stays else [])


@pytest.mark.parametrize(
    ("text", "stays"),
    [
        ("27.11.2026, 15:28", False),
        ("https://wax.example/table", False),
        ("file:///home/wax.html", False),
        ("about:blank", False),
        ("11/27/26", True),
        ("See https://wax.example/table", True),
    ],
)
def test_a_browser_prints_a_time_or_an_address(text, stays):
    assert kept([words(text, 20)]) == ([text] if stays else [])


@pytest.mark.parametrize(
    ("text", "stays"),
    [
        ("7", False),
        ("Page 7", False),
        ("page 7 of 9", False),
        ("7/9", False),
        ("7 | 9", False),
        ("- 7 -", False),
        ("–7–", False),
        ("- 7", True),
        ("7 cloths", True),
        ("Page seven", True),
        ("12345", True),
    ],
)
def test_the_number_of_a_page_is_known_by_its_form(text, stays):
    assert kept([words(text, 700)]) == ([text] if stays else [])


@pytest.mark.parametrize(("y", "stays"), [(100, False), (300, True), (700, False)])
def test_the_number_of_a_page_is_its_highest_or_lowest_line(y, stays):
    assert kept([words("7", y), words("Wait.", 200)]) == ["7", "Wait."][1 - stays :]


@pytest.mark.parametrize(("size", "stays"), [(15, False), (15.1, True)])
def test_a_number_half_as_large_again_as_the_text_is_none_of_a_page(size, stays):
    assert kept([words("7", 700, size=size), words("Wait.", 200)]) == ["7", "Wait."][1 - stays :]


def test_a_number_alone_on_a_page_stays():
    (left,) = without_running_lines([Content([words("7", 700)], 600, 800)])

    assert [each.text for each in left] == ["7"]


@pytest.mark.parametrize(
    ("y", "x_next", "y_next", "stays"),
    [
        (700, 84.9, 700, True),
        (700, 85, 700, False),
        (700, 70, 702, True),
        (700, 300, 702, False),
        (700, 300, 702.5, True),
        (30, 70, 32, True),
        (30, 70, 32.5, False),
    ],
)
def test_a_number_right_before_other_words_is_none_of_a_page(y, x_next, y_next, stays):
    left = kept([words("7", y), words("cloths", y_next, x=x_next)])

    assert left == ["7", "cloths"][1 - stays :]


@pytest.mark.parametrize(
    ("number", "y", "stays"),
    [(0, 40, True), (1, 63, False), (1, 64, True), (0, 736, True), (0, 737, False)],
)
def test_small_words_at_an_edge_are_left_out_but_not_above_the_title(number, y, stays):
    pages: list[list[Segment]] = [[], []]
    pages[number] = [words("Revised in May", y, size=8)]

    assert kept(*pages) == ["Revised in May"] * stays


@pytest.mark.parametrize(("size", "stays"), [(11.5, False), (11.6, True)])
def test_words_at_an_edge_that_are_nearly_as_large_as_the_text_stay(size, stays):
    assert kept([words("Revised in May", 760, size=size)], size=12.5) == (
        ["Revised in May"] * stays
    )


@pytest.mark.parametrize(("y", "stays"), [(744, True), (743.9, False), (758, False), (757.5, True)])
def test_small_words_at_an_edge_stay_if_other_lines_are_near(y, stays):
    left = kept([words("Revised in May", 760, size=8), words("Wait for a day.", y, x=300)])

    assert left == ["Revised in May", "Wait for a day."][1 - stays :]
