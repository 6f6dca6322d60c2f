"""Columns and tables of a document as headings, items, paragraphs and tables."""

from __future__ import annotations

import pytest

from pipeline.sources.blocks import Block, Table
from pipeline.sources.pdf.blocks import find_blocks
from pipeline.sources.pdf.lines import Column, Line
from pipeline.sources.pdf.segments import Segment

TEXT = "The wax is rubbed in with a soft cloth until it is even and dry all over the table."


def line(
    *texts: str,
    size: float = 10,
    bold: bool = False,
    lead: int = 0,
    code: bool = False,
    x0: float = 50,
    x1: float = 350,
    page: int = 0,
) -> Line:
    """A line of parts; ``lead`` counts the bold characters of the first one."""
    parts = [
        Segment(text, x0 + 30 * order, x1, 0, 0, 0, size, len(text) if bold else 0, 40, page, code)
        for order, text in enumerate(texts)
    ]
    parts[0].lead = lead or parts[0].lead
    return Line(parts)


def column(*groups: Line | list[Line]) -> Column:
    """Groups of lines that are 12 points apart, with a space between the groups."""
    lines, baseline = [], 0.0
    for group in groups:
        baseline += 28
        for each in group if isinstance(group, list) else [group]:
            baseline += 12
            for part in each.segments:
                part.baseline = baseline
            lines.append(each)
    return Column(lines, 50, 350)


def blocks(*groups: Line | list[Line]) -> list[Block]:
    return [each for each in find_blocks([column(*groups)]) if isinstance(each, Block)]


def kinds(*groups: Line | list[Line]) -> list[str]:
    return [block.kind for block in blocks(*groups)]


def texts(parts: list[Column | Table]) -> list[str]:
    """The words of each block; a table is empty."""
    return [block.text if isinstance(block, Block) else "" for block in find_blocks(parts)]


def is_heading(*lines: Line, text_size: float = 10) -> bool:
    first, *_ = blocks(list(lines), line(TEXT, size=text_size), line(TEXT, size=text_size))
    return first.kind == "heading"


FOURTEEN = "Wax and oil for the tables and the chairs in all of our rooms"


@pytest.mark.parametrize(
    ("lines", "size", "expected"),
    [
        (["Wax and oil"], 11.5, True),
        (["Wax and oil"], 11, False),
        ([FOURTEEN], 14, True),
        ([FOURTEEN + " here"], 14, False),
        (["Wax for", "oil for", "the table"], 14, True),
        (["Wax for", "oil for", "the table", "of all"], 14, False),
        (["Rub the wax well in."], 14, True),
        (["Rub the wax in very well."], 14, False),
        (["Rub the wax in very well"], 14, True),
        (["12 / 34"], 14, False),
    ],
)
def test_a_few_large_words_are_a_heading(lines, size, expected):
    assert is_heading(*(line(words, size=size) for words in lines)) is expected


@pytest.mark.parametrize(
    ("lines", "size", "expected"),
    [
        (["WARM THE TABLE"], 10, True),
        (["WARM THE TABLE"], 9.5, True),
        (["WARM THE TABLE"], 9, False),
        (["WARM THE", "TABLE"], 10, False),
        (["Warm the table"], 10, False),
    ],
)
def test_a_line_in_capitals_that_stands_alone_is_a_heading(lines, size, expected):
    assert is_heading(*(line(words, size=size) for words in lines)) is expected


def test_capitals_right_below_a_line_are_no_heading():
    assert kinds([line("Rub it in."), line("WARM THE TABLE")], line(TEXT)) == ["paragraph"] * 3


@pytest.mark.parametrize(
    ("lines", "size", "expected"),
    [
        (["Wax and oil"], 11, True),
        (["Wax and oil"], 10.5, False),
        (["Wax and", "oil"], 12.5, True),
        (["Wax and", "oil and", "tins"], 12.5, False),
        (["Rub it in."], 12.5, False),
        (["Rub it in,"], 12.5, False),
        (["Rub it in;"], 12.5, False),
        (["Rub it in:"], 12.5, True),
        ([FOURTEEN], 12.5, True),
        ([FOURTEEN + " here"], 12.5, False),
        (["12 / 34"], 12.5, False),
    ],
)
def test_bold_words_that_are_not_small_are_a_heading(lines, size, expected):
    bold = [line(words, size=size, bold=True) for words in lines]

    assert is_heading(*bold, text_size=12.5) is expected


def test_the_largest_headings_are_the_highest():
    headings = [line("Wax", size=14), line("Waxing a table", size=20)]
    headings.append(line("Tools", size=9.5, bold=True))
    made = blocks(*(each for heading in headings for each in (heading, line(TEXT))))

    assert [block.level for block in made if block.kind == "heading"] == [2, 1, 3]


def test_the_size_of_the_text_is_that_of_most_letters_not_of_most_lines():
    large = [line(words, size=14) for words in ("Wax", "Oil", "Tin")]

    assert kinds(*large, line(TEXT)) == ["heading"] * 3 + ["paragraph"]


@pytest.mark.parametrize(
    ("printed", "expected"),
    [
        ("* * * END OF WORK * * *", "END OF WORK"),
        ("Waxing ~~", "Waxing"),
        ("2 Waxing a table", "2. Waxing a table"),
        ("Waxing (continued)", "Waxing"),
        ("Waxing – cont'd", "Waxing"),
        ("WI-14: Waxing", "Waxing"),
        ("Re: Waxing", "Waxing"),
        ("Re:", "Re:"),
    ],
)
def test_a_heading_is_without_what_stands_around_its_words(printed, expected):
    assert blocks(line(printed, bold=True), line(TEXT))[0].text == expected


def numbers(*lines: Line) -> list[int]:
    """The numbers of the items among some lines; 0 for what is no item."""
    return [block.number for block in blocks(line(TEXT), *lines)][1:]


@pytest.mark.parametrize(
    ("printed", "expected"),
    [
        ((1, 2, 3), [1, 2, 3]),
        ((1, 2), [0, 0]),
        ((2, 3, 4), [0, 0, 0]),
        ((1, 2, 4, 5), [0, 0, 0, 0]),
        ((1, 2, 1, 2, 3), [0, 0, 1, 2, 3]),
        ((1, 2, 3, 1, 2), [1, 2, 3, 0, 0]),
    ],
)
def test_three_bare_numbers_that_count_up_from_one_are_those_of_items(printed, expected):
    assert numbers(*(line(str(number), "Rub it in.") for number in printed)) == expected


def test_bare_numbers_in_bold_need_no_gap_after_them():
    bold = [line(f"{number} Rub it in.", lead=1) for number in (1, 2, 3)]

    assert numbers(*bold) == [1, 2, 3]


def test_bare_numbers_of_plain_sentences_are_amounts():
    plain = [line(f"{number} Rubs are enough.") for number in (1, 2, 3)]
    timed = [line(f"{number} Rubs are enough.", "5 min") for number in (1, 2, 3)]

    assert numbers(*plain) == numbers(*timed) == [0, 0, 0]


def test_other_lines_may_stand_between_bare_numbers():
    lines = [line("1", "Rub it in."), line(TEXT), line("2", "Wait."), line("3", "Go.")]

    assert numbers(*lines) == [1, 0, 2, 3]


def continued(above: Line, below: Line) -> bool:
    """Whether the last line of a column continues in the next column."""
    return len(find_blocks([column(above), column(below)])) == 1


@pytest.mark.parametrize(
    ("above", "below", "expected"),
    [
        ("Rub the wax along", "the grain.", True),
        ("Rub the wax along", "Oak grain.", False),
        ("Rub the wax along", "(the grain).", False),
        ("Rub the wax along all", "Oak grain.", True),
        ("Rub the wax along all.", "the grain.", False),
        ("Rub the wax along all", "2. Wait.", False),
    ],
)
def test_a_sentence_continues_in_the_next_column(above, below, expected):
    assert continued(line(above), line(below)) is expected


def test_headings_and_words_of_another_size_do_not_continue_in_the_next_column():
    above, below = "Rub the wax along all", "the grain of it"

    assert continued(line(above, size=10), line(below, size=10.5))
    assert not continued(line(above, size=10), line(below, size=10.7))
    assert not continued(line(above, size=10.7), line(below, size=10))
    assert not continued(line(above, bold=True), line(below))
    assert not continued(line(above), line(below, bold=True))


def test_a_sentence_does_not_continue_below_a_space_in_its_own_column():
    assert len(blocks(line("Rub the wax along all"), line("the grain."))) == 2


def around_table(above: Line, below: Line, *captions: Line) -> list[str]:
    table = Table([["Wax", "yellow"], ["Oil", "clear"]])
    return texts([column(line(TEXT), above, *captions), table, column(below)])[1:]


@pytest.mark.parametrize(
    ("above", "below", "expected"),
    [
        ("Mix the parts as shown", "and stir.", ["Mix the parts as shown and stir.", ""]),
        ("Mix the parts shown", "and stir.", ["Mix the parts shown", "", "and stir."]),
        ("Mix the parts as shown.", "and stir.", ["Mix the parts as shown.", "", "and stir."]),
        ("Mix the parts as shown", "Oil it.", ["Mix the parts as shown", "", "Oil it."]),
        ("Mix the parts as shown", "(as it is).", ["Mix the parts as shown", "", "(as it is)."]),
        ("Mix the parts as shown", "a) stir.", ["Mix the parts as shown", "", "stir."]),
    ],
)
def test_a_sentence_without_an_end_continues_below_a_table(above, below, expected):
    assert around_table(line(above), line(below)) == expected


def test_the_caption_of_a_table_is_no_part_of_the_sentence_around_it():
    above, caption = line("Mix the parts as shown"), line("Table 1. Parts of the wax for all")

    assert around_table(above, line("and stir."), caption) == [
        "Mix the parts as shown and stir.",
        "Table 1. Parts of the wax for all",
        "",
    ]


def test_headings_above_and_below_a_table_are_no_sentence_around_it():
    above, below = "How to mix the parts", "and how to stir"

    assert len(around_table(line(above, bold=True), line(below))) == 3
    assert len(around_table(line(above), line(below, bold=True))) == 3


def test_below_the_first_table_of_a_document_nothing_continues():
    table = Table([["Wax", "yellow"], ["Oil", "clear"]])

    assert texts([table, column(line("and stir them."))]) == ["", "and stir them."]
    assert texts([table, column(line("Table 1. Wax")), table, column(line("and stir."))])[1:] == [
        "Table 1. Wax",
        "",
        "and stir.",
    ]


HEADER = ["No.", "Action"]


def joined(*rows: list[list[str]], places: list[tuple[float, float, int]]) -> list[Table]:
    """The tables of a document, each between its edges and on its page."""
    tables = [Table(each, *place) for each, place in zip(rows, places, strict=True)]
    made = find_blocks([column(line(TEXT)), *tables])
    return [each for each in made if isinstance(each, Table)]


@pytest.mark.parametrize(
    ("x0", "x1", "page", "is_one"),
    [
        (50, 300, 2, True),
        (51.9, 301.9, 2, True),
        (48.1, 298.1, 2, True),
        (52, 300, 2, False),
        (50, 302, 2, False),
        (50, 300, 1, False),
        (50, 300, 3, False),
    ],
)
def test_a_table_of_the_same_width_on_the_next_page_is_the_rest_of_one(x0, x1, page, is_one):
    first, second = [["1", "Rub it."]], [["2", "Wait."]]
    tables = joined(first, second, places=[(50, 300, 1), (x0, x1, page)])

    assert (len(tables) == 1) is is_one


def test_a_table_of_more_columns_is_another_one():
    rows = [[["1", "Rub it."]], [["2", "Wait.", "1 h"]]]

    assert len(joined(*rows, places=[(50, 300, 1), (50, 300, 2)])) == 2


@pytest.mark.parametrize(
    ("below", "expected"),
    [
        ([HEADER, ["2", "Wait"]], [["2", "Wait"]]),
        ([["2", "Wait"], ["3", "Go"]], [["2", "Wait"], ["3", "Go"]]),
        ([HEADER], []),
        ([["", ""], ["2", "Wait"]], [["", ""], ["2", "Wait"]]),
    ],
)
def test_the_rows_of_the_next_page_follow_without_their_header(below, expected):
    above = [list(HEADER), ["1", "Rub it"]]
    (table,) = joined(above, below, places=[(50, 300, 1), (50, 300, 2)])

    assert table.rows == [HEADER, ["1", "Rub it"], *expected]


def test_a_table_may_continue_on_a_third_page():
    rows = [[["1", "Rub it"]], [["2", "Wait"]], [["3", "Go"]]]
    (table,) = joined(*rows, places=[(50, 300, 1), (50, 300, 2), (50, 300, 3)])

    assert [row[0] for row in table.rows] == ["1", "2", "3"]
    assert table.page == 3


@pytest.mark.parametrize(
    ("cell", "rest", "expected"),
    [
        ("Rub it", "in well", "Rub it in well"),
        ("Rub it.", "Wait", "Rub it. Wait"),
        ("Wax,", "Oil", "Wax, Oil"),
        ("Wax", "Oil", "Wax; Oil"),
        ("Wax", "(hard)", "Wax; (hard)"),
        ("low-", "melting", "low-melting"),
        ("", "Wax", "Wax"),
        ("Wax", "", "Wax"),
    ],
)
def test_a_row_that_is_cut_at_the_end_of_a_page_is_whole(cell, rest, expected):
    above, below = [["1", cell, "5 min"]], [["", rest, "long"], ["2", "Wait", "1 h"]]
    (table,) = joined(above, below, places=[(50, 300, 1), (50, 300, 2)])

    assert table.rows == [["1", expected, "5 min long"], ["2", "Wait", "1 h"]]


def test_a_document_of_tables_alone_has_them():
    table = Table([["1", "Rub it."]])

    assert find_blocks([table]) == [table]
    assert find_blocks([]) == []


def test_the_first_block_of_each_page_is_marked_unless_a_table_stands_above_it():
    first = column(line(TEXT), line(TEXT))
    second = column(line(TEXT, page=1), line(TEXT, page=1))
    third = column(line(TEXT, page=2))
    parts = [first, second, Table([["Wax", "Oil"]], page=2), third]

    assert [each.is_first for each in find_blocks(parts) if isinstance(each, Block)] == [
        True, False, True, False, False
    ]  # fmt: skip


def test_a_block_knows_where_it_stands():
    parts = [column(line(TEXT), [line("Rub it.", x0=70, page=1), line("▲ HOT wax", page=1)])]
    first, rubbed, hot = (each for each in find_blocks(parts) if isinstance(each, Block))

    assert (first.place, rubbed.place, rubbed.page, hot.page) == (0, 2, 1, 1)
    assert (first.is_apart, rubbed.is_apart, hot.is_apart) == (True, True, False)
    assert first.column == hot.column


@pytest.mark.parametrize(("size", "expected"), [(8.1, True), (8.2, False), (10, False)])
def test_letters_under_0_82_of_the_usual_size_are_small_print(size, expected):
    small = blocks(line(TEXT), line("rub it in", size=size))[1]

    assert small.is_small is expected


@pytest.mark.parametrize(
    ("first", "x1", "expected"),
    [
        ("mix --wax", 350, "mix --wax\nmix --stop"),
        ("mix wax,", 311, "mix wax,mix --stop"),
        ("mix wax,", 310, "mix wax,\nmix --stop"),
        ("mix wax \\", 350, "mix wax \\mix --stop"),
        ("mix wax &", 350, "mix wax &mix --stop"),
        ("mix wax=", 350, "mix wax=mix --stop"),
        ("mix wax/", 350, "mix wax/mix --stop"),
        ("mix wax_", 350, "mix wax_mix --stop"),
        ("mix wax-", 350, "mix wax-mix --stop"),
    ],
)
def test_a_line_of_code_that_is_wrapped_at_the_edge_is_whole(first, x1, expected):
    block = blocks([line(first, code=True, x1=x1), line("mix --stop", code=True)], line(TEXT))[0]

    assert (block.kind, block.text) == ("code", expected)


@pytest.mark.parametrize(
    ("n_plain", "expected"), [(9, "paragraph"), (10, "paragraph"), (11, "code"), (15, "code")]
)
def test_letters_of_one_width_are_code_if_they_are_less_than_half_of_the_document(
    n_plain, expected
):
    assert kinds(line("mix it now", code=True), line("w" * n_plain))[0] == expected


def test_a_sentence_that_ends_with_code_in_the_next_column_is_text():
    above, below = line("Start the mixer and the pump with"), line("mix it now", code=True)
    (sentence,) = find_blocks([column(above), column(below)])

    assert isinstance(sentence, Block)
    assert sentence.kind == "paragraph"


def test_numbered_titles_in_bold_are_steps_and_other_titles_in_bold_are_headings():
    bold = [line(words, bold=True) for words in ("1. Rub the wax", "A. Wait", "• Polish it")]

    assert kinds(bold[0], line(TEXT), bold[1], bold[2]) == [
        "item", "paragraph", "heading", "heading"
    ]  # fmt: skip


def test_numbered_titles_are_headings_if_any_of_them_names_a_section():
    bold = [line(words, bold=True) for words in ("1. Materials", "2. Waxing")]

    assert kinds(bold[0], line(TEXT), bold[1], line(TEXT)) == ["heading", "paragraph"] * 2


def test_numbered_titles_are_steps_below_a_section_without_a_number():
    bold = [line(words, bold=True) for words in ("Materials", "1. Rub the wax")]

    assert kinds(bold[0], line(TEXT), bold[1]) == ["heading", "paragraph", "item"]


def titled(*indents: float) -> list[str]:
    """The kinds of large numbered titles, each above a text with an indent."""
    groups = []
    for number, indent in enumerate(indents, start=1):
        groups.append(line(f"{number}. Rub the wax", size=14))
        groups.append(line(TEXT, x0=50 + indent))
    return kinds(*groups)[::2]


@pytest.mark.parametrize(
    ("indents", "expected"),
    [
        ((10.5,), "item"),
        ((10,), "heading"),
        ((20, 20, 0, 20, 20), "item"),
        ((20, 20, 0, 20), "heading"),
    ],
)
def test_large_numbered_titles_are_steps_if_what_is_below_most_of_them_is_indented(
    indents, expected
):
    assert set(titled(*indents)) == {expected}


def test_a_large_numbered_title_with_nothing_below_it_is_a_heading():
    assert kinds(line(TEXT), line("1. Rub the wax", size=14)) == ["paragraph", "heading"]


def test_indents_below_plain_items_do_not_make_steps_of_large_titles():
    plain = [[line("7. Rub it in."), line("▲ HOT wax", x0=80)] for _ in range(5)]

    assert kinds(line("1. Rub the wax", size=14), line(TEXT), *plain)[0] == "heading"


def test_an_item_has_its_number_its_marker_and_its_words():
    dotted, letter = blocks(line("4.3.2 Rub it in.", x0=70), line("(b) wait"))

    assert (dotted.item, dotted.number, dotted.depth) == ("number", 2, 2)
    assert (dotted.marker, dotted.text, dotted.place) == ("4.3.2 ", "Rub it in.", 2)
    assert (letter.item, letter.number, letter.marker) == ("letter", 2, "(b) ")


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ([line("1. Rub it: now", lead=10)], 7),
        ([line("1. Rub it now")], 0),
        ([line("1. Rub it in.", bold=True)], 10),
        ([line("1. Rub it", bold=True), line("in well.")], 6),
        ([line("1. Rub it", "5 min", lead=9)], 6),
    ],
)
def test_the_bold_beginning_of_an_item_is_counted_after_its_marker(lines, expected):
    assert blocks(lines, line(TEXT))[0].lead == expected


def test_the_bold_beginning_of_an_item_may_stand_at_a_distance_from_its_marker():
    step = line("A.", "Rub it: now")
    step.segments[1].lead = 7

    assert blocks(step, line(TEXT))[0].lead == 7


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ([line("Rub it in now.", lead=6)], 6),
        ([line("Tools: a cloth.", lead=5)], 6),
        ([line("A: a cloth.", lead=1)], 2),
        ([line(": a cloth.")], 0),
        ([line("Rub it in."), line("and wait.")], 0),
        ([line("Rub it in.", bold=True)], 0),
        ([line("Rub it in", bold=True), line("and wait.")], 9),
        ([line("Rub it", bold=True), line("in well", bold=True), line("and wait.")], 14),
    ],
)
def test_the_bold_beginning_of_a_paragraph_includes_a_colon_after_it(lines, expected):
    assert blocks(lines, line(TEXT))[0].lead == expected


def test_a_short_bold_title_in_the_margin_is_marked():
    made = blocks(line("RUB", "Take the soft cloth", lead=3), line(TEXT))

    assert [block.has_margin_title for block in made] == [True, False]


@pytest.mark.parametrize(
    ("above", "below", "expected"),
    [
        ("Warm the wax", "well", "Warm the wax well"),
        ("Warm it to room tempera-", "ture", "Warm it to room temperature"),
        ("Warm it to room tempera‐", "ture", "Warm it to room temperature"),
        ("Warm it to room tempera\u00ad", "ture", "Warm it to room temperature"),
        ("Use the low-", "melting kind", "Use the low-melting kind"),
        ("Use the kind (low-", "melting).", "Use the kind (low-melting)."),
        ("Use the “low-", "melting” kind", "Use the “low-melting” kind"),
        ("Use the wax of type L-", "DOPA now", "Use the wax of type L-DOPA now"),
        ("Use 2-", "propanol", "Use 2-propanol"),
        ("Rub it for 10–", "20 minutes", "Rub it for 10–20 minutes"),
        ("Rub it for wax –", "the hard kind", "Rub it for wax – the hard kind"),
        ("Rub it with wax -", "the hard kind", "Rub it with wax - the hard kind"),
        ("Rub it with wax and/", "or oil", "Rub it with wax and/or oil"),
    ],
)
def test_a_word_that_is_cut_at_the_end_of_a_line_is_whole(above, below, expected):
    made = blocks(line("Keep the (low-melting) kind."), [line(above), line(below)])

    assert made[1].text == expected
