"""The title of a PDF, and what stands above it."""

from __future__ import annotations

import pytest

from pipeline.sources.pdf import pdf_text
from pipeline.sources.pdf.content import Content
from pipeline.sources.pdf.segments import Segment
from pipeline.sources.pdf.titles import (
    find_title,
    title_of_header,
    title_words,
    without_what_stands_above,
)
from tests.support.pdf_file import Page, pdf_file

LOGO = "The Wax Shop of Lee"


def words(
    text: str, x0: float, y: float, *, x1: float = 0, size: float = 10, bold: bool = False
) -> Segment:
    end = x1 or x0 + 0.5 * size * len(text)
    lead = len(text) if bold else 0
    return Segment(text, x0, end, y - 0.75 * size, y + 0.25 * size, y, size, lead)


def title(*segments: Segment, named: str = "") -> list[str]:
    text = words("Rub the wax on the table with a soft cloth until it is even.", 50, 300)
    return [each.text for each in find_title(Content([*segments, text], 600, 800), named)]


def below(title: list[Segment], *others: Segment) -> list[str]:
    return sorted(each.text for each in without_what_stands_above(title, [*title, *others]))


def read(*pages: Page) -> str:
    return pdf_text(pdf_file(*pages))


@pytest.mark.parametrize(("size", "lines"), [(12.0, []), (12.1, ["Waxing a table"])])
def test_a_title_is_more_than_a_fifth_larger_than_the_text(size, lines):
    assert title(words("Waxing a table", 50, 60, size=size)) == lines


def test_a_title_has_three_letters_or_more():
    assert title(words("No. 7", 50, 60, size=30), words("Wax 77", 50, 100, size=20)) == ["Wax 77"]


@pytest.mark.parametrize(
    ("y", "n_words", "lines"),
    [(480, 60, ["Waxing a table"]), (481, 60, []), (481, 59, ["Waxing a table"])],
)
def test_a_title_stands_low_on_a_page_of_few_words_alone(y, n_words, lines):
    text = words(" ".join(["wax"] * (n_words - 3)), 50, 100)
    page = Content([words("Waxing a table", 50, y, size=20), text], 600, 800)

    assert [each.text for each in find_title(page)] == lines


@pytest.mark.parametrize(
    ("first", "second", "gap", "n_lines"),
    [
        (20, 20, 35.9, 2),
        (20, 20, 36, 1),
        (25.9, 25, 30, 2),
        (25, 25.9, 30, 2),
        (26, 25, 30, 1),
    ],
)
def test_the_lines_of_a_title_are_close_and_of_one_size(first, second, gap, n_lines):
    lines = [
        words("in ten short steps", 50, 60 + gap, size=second),
        words("Waxing a table", 50, 60, size=first),
    ]

    assert title(*lines) == ["Waxing a table", "in ten short steps"][:n_lines]


@pytest.mark.parametrize(
    ("largest", "chosen"),
    [
        ([("Waxo", 30)], "Waxo"),
        ([("Waxo", 30), ("Waxing tables", 18)], "Waxing tables"),
        ([("Waxo", 30), ("Waxing tables", 13.1)], "Waxing tables"),
        ([("Waxo", 30), ("Waxing tables", 13.0)], "Waxo"),
        ([("Waxo", 30), ("Waxing tables", 18), ("Every winter again", 15)], "Waxing tables"),
        ([("Waxo", 30), ("Deluxe", 24), ("Waxing tables", 18)], "Waxing tables"),
        ([("Waxo", 30), ("You will need", 18)], "Waxo"),
        ([("Wax shop", 30), ("How to wax a table", 18)], "Wax shop"),
    ],
)
def test_one_large_word_is_the_title_unless_large_words_below_it_are(largest, chosen):
    lines = [
        words(text, 50, 60 + 40 * order, size=size) for order, (text, size) in enumerate(largest)
    ]

    assert title(*lines) == [chosen]


@pytest.mark.parametrize(
    ("printed", "named", "chosen"),
    [
        ("Waxing tables", "Waxing tables", LOGO),
        ("How to wax", "How to wax", "How to wax"),
        ("HOW TO WAX", "How to wax - Shop", "HOW TO WAX"),
        ("How to wax", "", LOGO),
    ],
)
def test_three_words_that_the_file_names_are_the_title(printed, named, chosen):
    lines = [words(LOGO, 50, 60, size=30), words(printed, 50, 100, size=18)]

    assert title(*lines, named=named) == [chosen]


def test_of_several_lines_that_the_file_names_the_longest_is_the_title():
    lines = [
        words("Wax at home", 50, 60, size=30),
        words("Waxing an old table", 50, 100, size=18),
    ]

    assert title(*lines, named="Wax at home: waxing an old table") == ["Waxing an old table"]


@pytest.mark.parametrize(
    ("printed", "read"),
    [
        (["Waxing a", "table"], "Waxing a table"),
        (["Fwd: Waxing"], "Waxing"),
        (["FW: Waxing"], "Waxing"),
        (["WI-014 – Waxing"], "Waxing"),
        (["SOP-A-12: Waxing"], "Waxing"),
        (["SOP: Waxing"], "SOP: Waxing"),
        (["2.3.1. Waxing"], "Waxing"),
        (["7 tables"], "7 tables"),
        (["Practical 7: Measuring wax"], "Measuring wax"),
        (["Lesson 2 – Wax"], "Wax"),
        (["Re:"], "Re:"),
    ],
)
def test_a_title_is_read_without_its_number(printed, read):
    assert title_words([words(each, 50, 60, size=20) for each in printed]) == read


def test_lines_that_run_along_a_title_are_read_from_their_first():
    heading = words("Waxing", 300, 100, x1=500, size=20)
    column = [words(text, 50, y, x1=200) for text, y in (("a", 80), ("b", 92), ("c", 104))]

    assert below([heading], *column) == ["a", "b", "c"]


@pytest.mark.parametrize(("gap", "texts"), [(17.9, ["a", "b"]), (18, ["b"])])
def test_a_line_far_above_those_next_to_a_title_is_left_out(gap, texts):
    heading = words("Waxing", 300, 100, x1=500, size=20)

    assert below([heading], words("a", 50, 104 - gap, x1=200), words("b", 50, 104, x1=200)) == texts


@pytest.mark.parametrize(
    ("x0", "x1", "texts"),
    [(150, 200, ["b"]), (149, 200, ["a", "b"]), (20, 50, ["b"]), (20, 51, ["a", "b"])],
)
def test_a_line_that_is_over_no_other_next_to_a_title_is_left_out(x0, x1, texts):
    heading = words("Waxing", 300, 100, x1=500, size=20)

    assert below([heading], words("a", x0, 92, x1=x1), words("b", 50, 104, x1=150)) == texts


@pytest.mark.parametrize(
    ("x0", "x1", "texts"),
    [
        (250, 300, ["a", "b"]),
        (250, 301, ["b"]),
        (305, 315, ["b"]),
        (450, 480, ["b"]),
        (499, 560, ["b"]),
        (500, 560, ["a", "b"]),
    ],
)
def test_a_line_over_any_line_of_a_title_is_left_out(x0, x1, texts):
    heading = [
        words("Waxing", 320, 100, x1=400, size=20),
        words("of tables", 300, 124, x1=500, size=20),
    ]

    assert below(heading, words("a", x0, 92, x1=x1), words("b", 200, 108, x1=600)) == texts


def test_what_is_level_with_a_title_is_read_once():
    heading = words("Waxing", 300, 100, x1=500, size=20)
    level, next_line = words("a", 50, 100, size=20), words("b", 50, 120, size=20)

    assert below([heading], level, next_line) == ["a", "b"]


def test_what_stands_next_to_the_first_line_of_a_title_is_read():
    heading = [
        words("Waxing", 300, 100, x1=400, size=20),
        words("of tables", 300, 124, x1=500, size=20),
    ]

    assert below(heading, words("a", 50, 110, x1=200)) == ["a"]


@pytest.mark.parametrize(
    ("text", "bold", "read"),
    [
        ("Waxing the table", True, "Waxing the table"),
        ("Waxing tables", True, ""),
        ("Waxing the table", False, ""),
        ("WAXING THE TABLE", True, ""),
    ],
)
def test_three_bold_words_of_a_header_are_a_title(text, bold, read):
    assert title_of_header([words(text, 100, 30, bold=bold)]) == read


def test_the_largest_bold_words_of_a_header_are_the_title():
    small = words("Form of the shop", 50, 60, size=8, bold=True)

    assert title_of_header([small, words("Waxing the table", 50, 30, bold=True)]) == (
        "Waxing the table"
    )


def test_a_header_may_name_its_title_in_two_words():
    assert title_of_header([words("Title", 50, 30), words("Table waxing", 150, 30)]) == (
        "Table waxing"
    )


@pytest.mark.parametrize(
    ("size", "gap", "x0", "bold", "is_joined"),
    [
        (25, 44.9, 100, True, True),
        (25, 45, 100, True, False),
        (24.1, 30, 100, True, True),
        (24, 30, 100, True, False),
        (25, 30, 112.4, True, True),
        (25, 30, 112.5, True, False),
        (25, 30, 100, False, False),
    ],
)
def test_the_next_line_of_a_title_in_a_header_looks_like_the_first(size, gap, x0, bold, is_joined):
    first = words("Waxing the table", 100, 30, size=25, bold=True)
    second = words("of bees", x0, 30 + gap, size=size, bold=bold)

    assert title_of_header([second, first]) == "Waxing the table" + " of bees" * is_joined


def test_a_title_in_a_header_may_have_three_lines():
    lines = [
        words(text, 100, 30 + 24 * order, size=20, bold=True)
        for order, text in enumerate(("Waxing the table", "of bees", "in winter"))
    ]

    assert title_of_header(lines[::-1]) == "Waxing the table of bees in winter"


def text_below(*above: str) -> Page:
    """A page on which nothing is large, with lines above its first heading."""
    page = Page()
    for order, text in enumerate(above):
        page.words(50, 60 + 30 * order, text)
    page.words(50, 270, "Waxing a table", font="bold").words(50, 300, "Method", size=9, font="bold")
    return page.lines(50, 318, "1. Rub the wax in with a soft cloth.", "2. Wait for ten minutes.")


SHEETS = [f"Sheet {number} of the wax shop." for number in range(1, 7)]


def test_a_few_lines_above_the_first_heading_are_left_out():
    assert read(text_below(*SHEETS[:5])).startswith("## Waxing a table")
    assert read(text_below(*SHEETS)).startswith(SHEETS[0])


def test_lines_above_the_first_heading_stay_if_a_list_or_a_table_is_among_them():
    with_table = text_below(SHEETS[0])
    with_table.table([50, 200, 330], 100, ("Shop", "Price"), ("here", "7"))

    assert read(text_below(SHEETS[0], "• Open the tin of wax.")).startswith(SHEETS[0])
    assert read(with_table).startswith(SHEETS[0])


def test_two_words_in_a_form_on_the_first_page_are_the_title():
    form = Page().table([50, 200, 330], 80, ("Task title", "Table waxing"), ("Zone", "Kitchen"))
    card = Page().words(50, 60, "TASK CARD FOR THE SHOP", size=20)
    steps = ("1. Open the tin of wax with a knife.", "2. Rub it in with a soft cloth.")
    with_form = Page([*card.drawn, *form.drawn]).lines(50, 160, *steps)

    assert read(with_form).startswith("# Table waxing")
    assert read(Page(list(card.drawn)).lines(50, 160, *steps), form).startswith("# TASK CARD FOR")


def test_a_cover_may_have_a_title_alone():
    cover = Page().words(50, 40, "Handbook of the wax shop and of its many tables")

    assert read(cover.words(50, 80, "Waxing a table", size=20)) == "# Waxing a table\n"


def test_the_words_of_a_header_are_no_title_if_a_heading_is():
    pages = [Page().words(50, 40, "Handbook of waxing", font="bold") for _ in range(2)]
    pages[0].words(50, 140, "Waxing a table", font="bold").words(50, 170, "1. Rub it in.")
    pages[1].words(50, 140, "2. Wait for ten minutes.")

    assert read(*pages) == "## Waxing a table\n\n1. Rub it in.\n2. Wait for ten minutes.\n"
