"""Blocks: what their markers mean, which of them are left out, and how they are written."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pipeline.sources.as_markdown import as_markdown, escaped
from pipeline.sources.block_rules import has_title, is_caption, put_right
from pipeline.sources.blocks import ITEM, SENTENCE_END, Block, Table, count_of, kind_of

TABLE = Table([["Wax", "Tin"], ["Oil", "Can"]])


def heading(text: str, level: int = 2) -> Block:
    return Block("heading", text, level=level)


def item(text: str, number: int = 1, *, place: float = 0.0, depth: int = 0) -> Block:
    block = Block("item", text, item="number", number=number, place=place, depth=depth)
    return replace(block, is_apart=False)


def bullet(text: str, *, place: float = 0.0, number: int = 0) -> Block:
    return replace(item(text, number, place=place), item="bullet")


def paragraph(text: str, *, place: float = 0.0, is_apart: bool = True) -> Block:
    return Block("paragraph", text, place=place, is_apart=is_apart)


def words(*blocks: Block | Table) -> list[str]:
    return [block.text for block in put_right(blocks) if isinstance(block, Block)]


# markers


def test_a_block_is_plain_unless_more_is_said_of_it():
    assert Block("paragraph", "Rub it.") == Block(
        "paragraph", "Rub it.", level=0, lead=0, place=0.0, is_apart=True, item=None, number=0,
        depth=0, marker="", has_margin_title=False, page=0, column=0, is_first=False,
        is_small=False, is_italic=False,
    )  # fmt: skip
    assert Table([]) == Table([], x0=0.0, x1=0.0, page=0)


@pytest.mark.parametrize(
    ("text", "is_entry"),
    [("2 red tins", True), ("2 red tins more", False), ("Rub it.", False), ("wax", True)],
)
def test_an_item_of_few_words_that_is_no_sentence_is_an_entry(text, is_entry):
    assert bullet(text).is_entry is is_entry


@pytest.mark.parametrize(
    ("block", "is_title"),
    [
        (replace(item("Wax"), lead=3), True),
        (replace(item("A"), lead=1), True),
        (replace(item("Wax it"), lead=3), False),
        (item(""), False),
        (replace(paragraph("Wax"), lead=3), False),
    ],
)
def test_an_item_is_a_title_if_all_of_it_is_bold(block, is_title):
    assert block.is_title is is_title


@pytest.mark.parametrize(
    ("line", "marker"),
    [("3. Rub it", "3."), ("(b) Rub it", "(b)"), ("Step 4: Rub it", "Step 4:"), ("• Rub it", "•"),
     ("4.3.1 Remove it", "4.3.1"), ("[x] Rub it", "[x]"), ("12|Rub it", "12|"),
     ("iv) Rub it", "iv)"), ("3.Rub it", "3.")],
)  # fmt: skip
def test_a_line_may_begin_with_a_marker(line, marker):
    assert ITEM.match(line)["marker"] == marker


@pytest.mark.parametrize("line", ["Rub it", "3 tins", "4.3 g", "a tin", "2.rub", "1980. Rub"])
def test_other_words_and_numbers_are_no_markers(line):
    assert ITEM.match(line) is None


@pytest.mark.parametrize(
    ("words", "ends"), [("Rub it.", True), ("“Rub it!”", True), ("Rub it:", True), ("Rub", False)]
)
def test_a_sentence_ends_with_a_stop_that_may_be_quoted(words, ends):
    assert bool(SENTENCE_END.search(words)) is ends


@pytest.mark.parametrize(
    ("marker", "kind"),
    [("STEP 7", ("number", 7, 0)), ("(4.3.2)", ("number", 2, 2)), ("12|", ("number", 12, 0)),
     ("[3]", ("number", 3, 0)), ("B.", ("letter", 2, 0)), ("(c)", ("letter", 3, 0)),
     ("i.", ("letter", 9, 0)), ("ii)", ("letter", 2, 0)), ("vii.", ("letter", 7, 0)),
     ("VIII.", ("letter", 8, 0)), ("xii)", ("letter", 12, 0)), ("vv.", ("letter", 22, 0)),
     ("[x]", ("bullet", 0, 0)), ("–", ("bullet", 0, 0))],
)  # fmt: skip
def test_a_marker_is_a_number_a_letter_or_a_bullet(marker, kind):
    assert kind_of(marker) == kind


@pytest.mark.parametrize(
    ("line", "counted"),
    [("12) Wait", ("12) ", 12)), ("3| Wait", ("3| ", 3)), ("B. Wait", ("B. ", 2)),
     ("4.", ("4.", 4)), ("(a)", ("(a)", 1)), ("Wait", None), ("3 tins", None)],
)  # fmt: skip
def test_words_are_counted_by_a_number_or_a_letter(line, counted):
    assert count_of(line) == counted


# what is left out


@pytest.mark.parametrize(
    ("caption", "expected"),
    [("Fig. 2. The filter", True), ("Figure 3", True), ("TABLE S1: Doses", True),
     ("Figure 3 shows it.", False), ("Photo 4 – Kim", True), ("Image 5 The lid", True),
     ("Table salt", False), ("Figures are given", False)],
)  # fmt: skip
def test_a_caption_has_a_number_and_then_a_stop_or_a_capital(caption, expected):
    assert is_caption(caption) is expected


@pytest.mark.parametrize(
    ("blocks", "expected"),
    [
        ([heading("Waxing", 1)], True),
        ([TABLE, heading("Waxing", 0), paragraph("Rub.")], True),
        ([heading("Waxing", 2)], False),
        ([heading("Ingredients", 1)], False),
        ([paragraph("Waxing"), item("Rub.")], False),
    ],
)
def test_a_title_is_a_heading_of_the_highest_level_that_announces_no_section(blocks, expected):
    assert has_title(blocks) is expected


def test_the_title_of_a_table_is_put_first_unless_the_title_is_known():
    table = Table([["Recipe name", "Lentil soup"], ["Yield", "100"]])

    assert put_right([paragraph("Rub."), table])[0] == heading("Lentil soup", 0)
    assert put_right([table], titled=True) == [table]


HEADER = ("From: Kim", "To: Lee", *["and Max"] * 10)


@pytest.mark.parametrize(("n_more", "is_mail"), [(1, True), (2, False)])
def test_the_subject_of_a_mail_stands_among_its_first_14_lines(n_more, is_mail):
    lines = [*HEADER, *["and Ann"] * n_more, "Subject: Wax", "Rub it."]
    made = put_right(map(paragraph, lines))

    assert made == (
        [heading("Wax", 0), paragraph("Rub it.")] if is_mail else [*map(paragraph, lines)]
    )


def test_the_lines_of_a_mail_are_paragraphs_and_a_table_may_stand_among_them():
    mail = [paragraph("From: Kim"), TABLE, paragraph("To: Lee"), paragraph("Subject: Wax"), TABLE]
    items = [item("From: Kim"), item("To: Lee", 2), item("Subject: Wax", 3)]

    assert put_right(mail) == [heading("Wax", 0), TABLE]
    assert put_right(items) == items


def test_text_next_to_a_title_is_kept_unless_the_title_is_of_the_header_of_a_mail():
    titled = [replace(paragraph(each), has_margin_title=True) for each in ("Cc: Lee", "Rub it.")]

    assert words(*titled, paragraph("To: the tin")) == ["Rub it.", "To: the tin"]


@pytest.mark.parametrize(
    ("blocks", "kept"),
    [
        ([paragraph("WAXING"), TABLE, heading("Waxing")], ["Waxing"]),
        ([paragraph("3.2 Waxing"), heading("4) Waxing")], ["4) Waxing"]),
        ([heading("Waxing"), paragraph("Waxing")], ["Waxing", "Waxing"]),
        ([heading("Waxing"), heading("Waxing")], ["Waxing", "Waxing"]),
        ([paragraph("Waxing"), item("Waxing")], ["Waxing", "Waxing"]),
    ],
)
def test_lines_with_the_words_of_a_heading_below_are_contents(blocks, kept):
    assert words(*blocks) == kept


def test_tables_stay_where_they_are():
    assert put_right([TABLE, heading("Waxing"), TABLE, paragraph("Rub.")])[::2] == [TABLE, TABLE]


def italic(block: Block) -> Block:
    return replace(block, is_italic=True)


KIM = "Kim forgot this."


@pytest.mark.parametrize(
    ("blocks", "is_kept"),
    [
        ([item("Rub."), italic(paragraph(KIM)), item("Wait.", 2), item("Eat.", 3)], False),
        ([item("Rub."), italic(paragraph(KIM)), paragraph("Wait.")], True),
        ([item("Rub."), italic(paragraph(KIM))], True),
        ([italic(paragraph(KIM)), item("Rub.")], True),
        ([paragraph("Rub."), italic(paragraph(KIM)), item("Wait.")], True),
        ([item("Rub."), TABLE, italic(paragraph(KIM)), item("Wait.", 2)], True),
        ([item("Rub."), paragraph("Sit."), italic(paragraph(KIM)), item("Wait.", 2)], True),
        ([item("Rub."), paragraph(KIM), item("Wait.", 2)], True),
        ([item("Rub."), italic(item(KIM, 2)), item("Wait.", 3)], True),
        ([item("Rub."), italic(heading(KIM)), item("Wait.", 2)], True),
    ],
)
def test_a_paragraph_in_italics_is_a_remark_between_two_items_alone(blocks, is_kept):
    assert (KIM in words(*blocks)) is is_kept


@pytest.mark.parametrize(
    ("blocks", "kept"),
    [
        ([heading("Warning"), item("Rub.")], ["Rub."]),
        ([heading("Warning"), TABLE, paragraph("Rub.")], ["Rub."]),
        ([TABLE, paragraph("Rub.")], ["Rub."]),
        ([paragraph("CAUTION:"), paragraph("Wax burns."), paragraph("Rub.")], ["Rub."]),
        ([item("Caution"), paragraph("Rub.")], ["Caution", "Rub."]),
        ([heading("Warning"), heading("Waxing"), paragraph("Rub.")], ["Waxing", "Rub."]),
    ],
)
def test_the_title_of_a_note_takes_the_paragraph_below_with_it(blocks, kept):
    assert words(*blocks) == kept


@pytest.mark.parametrize(
    ("text", "left"),
    [("Rub it. ▲ CRITICAL Wax burns.", "Rub it."), ("Rub it. ! NOTE\nWax burns.", "Rub it."),
     ("Rub it! Wait.", "Rub it! Wait."), ("Rub it. ▲ Wait.", "Rub it. ▲ Wait.")],
)  # fmt: skip
def test_a_remark_behind_a_signal_word_is_cut_off(text, left):
    assert words(item(text)) == [left]


def small(block: Block) -> Block:
    return replace(block, is_small=True)


@pytest.mark.parametrize(
    "block",
    [
        small(paragraph("the lid of it")),
        small(item("the lid of it")),
        item("Waxing ........ 4"),
        paragraph("Name: _____________"),
        paragraph("A B C"),
        paragraph("Initials"),
        paragraph("⚠ Wax burns."),
        paragraph("– WARNING Wax burns."),
        replace(heading("Note – wax burns"), lead=0),
        replace(paragraph("Did you know? Wax burns."), lead=13),
    ],
)
def test_labels_lines_to_fill_in_and_notes_are_left_out(block):
    assert words(block, item("Rub.")) == ["Rub."]


@pytest.mark.parametrize(
    "block",
    [
        small(paragraph("the lid of it all")),
        small(paragraph("Rub the lid.")),
        paragraph("the lid of it"),
        item("Note: wax burns."),
        item("Figure 3: the lid"),
        item("N/A"),
        item("A B"),
        paragraph("1 2"),
        paragraph("Rub A"),
        paragraph("– 5 °C is enough"),
        paragraph("Take the tins... and go"),
        paragraph("Note it"),
        replace(paragraph("Tip it over."), lead=6),
        replace(paragraph("Warn Kim first."), lead=4),
    ],
)
def test_items_sentences_and_longer_words_in_small_print_stay(block):
    assert words(block, item("Rub.")) == [block.text, "Rub."]


# as Markdown


@pytest.mark.parametrize(
    ("text", "written"),
    [("+ 5", "\\+ 5"), ("-5", "-5"), ("12) May", "12\\) May"), ("3.5 g", "3.5 g"), ("--", "-\\-"),
     ("Rub it.", "Rub it."), ("a\\b", "a\\\\b")],
)  # fmt: skip
def test_signs_are_escaped_only_where_they_mean_something(text, written):
    assert escaped(text) == written


@pytest.mark.parametrize(
    ("level", "marks"), [(0, "#"), (1, "##"), (4, "#####"), (5, "######"), (9, "######")]
)
def test_a_heading_is_at_least_of_the_lowest_level(level, marks):
    assert as_markdown([heading("Wax", level), paragraph("Rub.")]) == f"{marks} Wax\n\nRub.\n"


def letter(text: str, number: int = 1, place: float = 0.0) -> Block:
    return replace(item(text, number, place=place), item="letter")


def test_a_letter_is_a_number_unless_it_is_nested():
    nested = [item("Rub.", 1), letter("hard", 1, 4), item("long", 1, place=8)]

    assert as_markdown([letter("Rub.", 1), letter("Wait.", 2)]) == "1. Rub.\n2. Wait.\n"
    assert as_markdown(nested) == "1. Rub.\n\n    - hard\n\n        1. long\n"


def test_items_stand_apart_if_there_is_space_between_them_or_none_above():
    spaced = [replace(each, is_apart=True) for each in (item("Rub."), item("Wait.", 2))]

    assert as_markdown(spaced) == "1. Rub.\n\n2. Wait.\n"
    assert as_markdown(
        [item("Rub."), paragraph("hard", place=3, is_apart=False), item("Wait.", 2)]
    ) == ("1. Rub.\n    hard\n\n2. Wait.\n")


@pytest.mark.parametrize(
    ("blocks", "depths"),
    [
        ([bullet("Rub."), bullet("Wait.", place=0.4)], [0, 0]),
        ([bullet("Rub."), bullet("Wait.", place=0.5)], [0, 0]),
        ([bullet("Rub."), bullet("Wait.", place=0.75)], [0, 1]),
        ([bullet("Rub.", number=1), bullet("Wait.", place=4, number=2)], [0, 1]),
        ([item("Rub."), item("Wait.", 3, place=4)], [0, 1]),
        ([item("Rub.", place=4), item("Wait.", 2)], [0, 0]),
        ([item("Rub."), item("hard", 1, depth=1), item("Wait.", 2)], [0, 1, 0]),
        ([item("Rub.", place=0.5), bullet("hard")], [0, 1]),
        ([item("Rub.", place=0.75), bullet("hard")], [0, 0]),
        ([bullet("Rub."), item("hard")], [0, 0]),
        ([item("Rub."), bullet("hard"), bullet("long"), item("Wait.", 2)], [0, 1, 1, 0]),
        ([item("Rub."), heading("Rest"), bullet("hard")], [0, 0]),
    ],
)
def test_an_item_is_nested_if_it_begins_further_to_the_right_or_has_more_points(blocks, depths):
    lines = [line for line in as_markdown(blocks).splitlines() if line and line[0] != "#"]

    assert [(len(line) - len(line.lstrip())) // 4 for line in lines] == depths


@pytest.mark.parametrize(
    ("block", "below"),
    [
        (paragraph("hard", place=0.5), "\n\nhard"),
        (paragraph("hard", place=0.75), "\n\n    hard"),
        (paragraph("hard", place=0.75, is_apart=False), "\n    hard"),
        (paragraph("hard", is_apart=False), "\n\nhard"),
        (replace(paragraph("hard", place=3, is_apart=False), lead=2), "\n\n    **ha** rd"),
    ],
)
def test_a_paragraph_below_an_item_is_part_of_it_if_it_is_set_in(block, below):
    assert as_markdown([item("Rub."), block]) == f"1. Rub.{below}\n"


def test_lines_without_space_between_them_stay_so_and_others_are_apart():
    lines = [paragraph("Rub."), paragraph("Wait.", is_apart=False), paragraph("Eat.")]

    assert as_markdown(lines) == "Rub.\nWait.\n\nEat.\n"


def test_only_the_first_paragraph_stands_right_below_the_title_of_an_item():
    title = replace(item("Rub it"), lead=6)
    inside = [paragraph("Use a cloth.", place=2), paragraph("Wait.", place=2)]

    assert as_markdown([title, *inside]) == "1. **Rub it**\n    Use a cloth.\n\n    Wait.\n"
    assert as_markdown([title, paragraph("Eat.")]) == "1. **Rub it**\n\nEat.\n"


@pytest.mark.parametrize(
    ("block", "written"),
    [
        (replace(paragraph("Finish. Rub it."), lead=8), "**Finish.** Rub it."),
        (replace(paragraph("Finish it."), lead=10), "Finish it."),
        (replace(item("Finish it."), lead=10), "1. **Finish it.**"),
        (replace(item("Finish: rub it."), lead=7), "1. **Finish:** rub it."),
        (replace(item(" Rub it."), lead=1), "1.  Rub it."),
    ],
)
def test_a_bold_beginning_is_bold_unless_a_whole_paragraph_is(block, written):
    assert as_markdown([block]) == f"{written}\n"


def test_code_in_no_item_is_at_the_margin_and_apart():
    blocks = [paragraph("Run this:"), Block("code", "mix"), paragraph("Wait.", is_apart=False)]

    assert as_markdown(blocks) == "Run this:\n\n```\nmix\n```\n\nWait.\n"


def test_the_rows_of_a_table_are_of_one_width_and_each_cell_is_on_one_line():
    table = Table([["Wax", "2 | 3"], ["Oil\n and  tin"]])
    lines = "| Wax | 2 \\| 3 |\n| --- | --- |\n| Oil and tin |  |"

    assert as_markdown([table, paragraph("Wait.")]) == f"{lines}\n\nWait.\n"


def test_a_table_that_is_no_part_of_an_item_ends_it():
    blocks = [item("Rub."), Table([["Wax", "2"]]), paragraph("hard", place=4)]
    announced = [item("Run this:"), Table([["Wax", "2"]]), paragraph("hard", place=4)]

    assert as_markdown(blocks).endswith("\n\nhard\n")
    assert as_markdown(announced).endswith("\n\n    hard\n")
