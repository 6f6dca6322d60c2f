"""Which blocks of a document count, and as what."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pipeline.sources.block_rules import has_title, put_right
from pipeline.sources.blocks import Block, Table


def heading(text: str, level: int = 2) -> Block:
    return Block("heading", text, level=level)


def item(text: str, number: int = 1) -> Block:
    return Block("item", text, item="number", number=number)


def paragraph(text: str) -> Block:
    return Block("paragraph", text)


def words(blocks: list[Block | Table]) -> list[str]:
    return [block.text for block in put_right(blocks) if isinstance(block, Block)]


@pytest.mark.parametrize(
    "left_out",
    ["Note: wax burns.", "NB: wax burns.", "Kim’s tip: warm it.", "CAUTION! Wax burns.",
     "Figure 3 – The table", "Fig. 2: The tin", "▲ CRITICAL STEP Wait.", "A B",
     "Waxing ........ 4", "MECH INSP", "N/A", "Checked by"],
)  # fmt: skip
def test_notes_captions_and_the_like_are_left_out(left_out):
    assert words([item("Rub."), paragraph(left_out), item("Wait.", 2)]) == ["Rub.", "Wait."]


def test_a_document_without_blocks_has_none():
    assert put_right([]) == []


def test_a_note_with_a_title_of_its_own_is_left_out_and_no_more():
    blocks = [heading("⚠ WARNING"), paragraph("Wax burns."), paragraph("Rub it.")]

    assert words(blocks) == ["Rub it."]


def test_a_sentence_that_has_such_a_word_stays():
    assert words([paragraph("Note the time."), paragraph("Table salt is used.")]) == [
        "Note the time.",
        "Table salt is used.",
    ]


def test_numbers_that_stand_alone_are_those_of_what_stands_below():
    blocks = [paragraph("1"), heading("Rub"), paragraph("2"), paragraph("Wait."), paragraph("3")]
    numbered = put_right([*blocks, paragraph("Polish.")])

    assert [(block.item, block.number, block.text) for block in numbered] == [
        ("number", 1, "Rub"),
        ("number", 2, "Wait."),
        ("number", 3, "Polish."),
    ]
    assert numbered[0].is_title


def test_two_numbers_alone_are_no_list():
    assert words([paragraph("1"), paragraph("Rub."), paragraph("2"), paragraph("Wait.")]) == [
        "1", "Rub.", "2", "Wait."
    ]  # fmt: skip


def test_a_heading_with_a_step_is_an_item_above_prose_and_a_heading_above_a_list():
    prose = put_right([heading("Step 2: Wait"), paragraph("It takes a day.")])
    listed = put_right([heading("Step 2: Wait"), item("Sit down.")])

    assert (prose[0].kind, prose[0].number, prose[0].text) == ("item", 2, "Wait")
    assert (listed[0].kind, listed[0].text) == ("heading", "Step 2: Wait")


def test_letters_that_count_headings_are_taken_off():
    assert words([heading("A. Lysis"), heading("B. Binding")]) == ["Lysis", "Binding"]
    assert words([heading("B. Binding")]) == ["B. Binding"]


def test_initials_are_no_letters_of_items():
    for number, marker in ((11, "K. "), (1, "A. ")):
        author = Block("item", "Smith", item="letter", number=number, marker=marker)

        assert words([author]) == [f"{marker}Smith"]


def test_numbers_in_another_column_than_the_materials_get_a_heading():
    group = heading("For the glaze")
    group.column = 1
    first = item("Rub in the wax with a cloth.")
    first.column = 2

    assert words([group, paragraph("2 tins"), first]) == [
        "For the glaze", "2 tins", "Procedure", "Rub in the wax with a cloth."
    ]  # fmt: skip


def test_a_smaller_heading_above_steps_is_no_part_of_the_materials():
    blocks = put_right([heading("You will need", 2), heading("LOCKOUT", 4), item("Turn it to 0.")])

    assert [block.level for block in blocks[:2]] == [2, 2]


def test_short_paragraphs_under_materials_are_items():
    blocks = put_right([heading("Ingredients"), paragraph("2 tins"), paragraph("Buy them early.")])

    assert [block.kind for block in blocks] == ["heading", "item", "paragraph"]


def test_lines_that_repeat_headings_further_down_are_contents():
    contents = [paragraph("Before"), paragraph("2 Waxing")]
    blocks = [*contents, heading("1 Before"), item("Clean."), heading("2 Waxing"), item("Rub.")]

    assert words(blocks) == ["1 Before", "Clean.", "2 Waxing", "Rub."]


def test_the_title_of_a_table_is_put_first_if_there_is_no_other():
    table = Table([["Recipe name", "Lentil soup"], ["Yield", "100"]])

    assert words([table, heading("Ingredients", 1)]) == ["Lentil soup", "Ingredients"]
    assert words([table, heading("Dal", 1)]) == ["Dal"]
    assert not has_title([heading("Ingredients", 1), heading("Waxing", 3)])


def test_the_lines_of_a_mail_and_small_labels_are_left_out():
    sender = Block("paragraph", "From: Kim", has_margin_title=True)
    label = Block("paragraph", "40 cm", is_small=True)

    assert words([sender, label, paragraph("Rub it.")]) == ["Rub it."]


@pytest.mark.parametrize("name", ["2. Tools, parts and wax", "Materials"])
def test_the_name_of_a_table_over_its_whole_width_is_a_heading(name):
    rows = [["Item", "Qty"], ["Wax", "2"]]
    headed, table = put_right([heading("Waxing", 1), Table([[name, name], *rows])])[1:]

    assert (headed.kind, headed.text) == ("heading", name)
    assert table.rows == rows


def test_the_first_row_of_a_table_stays_if_it_names_no_section():
    for first in (["Wax", "Wax"], ["Materials", "Qty"]):
        table = Table([first, ["Beeswax", "2"]])

        assert put_right([table]) == [table]


def numbered(*texts: str, below: Block | None = None) -> list[Block | Table]:
    below = below or paragraph("Ask the others first.")
    headings = [heading(f"{number}. {text}", 3) for number, text in enumerate(texts, start=1)]
    return [block for each in headings for block in (each, replace(below))]


def test_numbered_headings_below_steps_are_items_with_a_title():
    blocks = put_right([heading("Steps"), *numbered("Rub", "Wait", "Polish"), heading("Contact")])
    titles = [block for block in blocks if block.kind == "item"]

    assert [(block.number, block.text, block.lead) for block in titles] == [
        (1, "Rub", 3),
        (2, "Wait", 4),
        (3, "Polish", 6),
    ]
    assert all(block.place < 0 for block in titles)
    assert blocks[-1].kind == "heading"


def test_four_numbered_headings_are_items_without_a_heading_above_too():
    blocks = put_right([heading("Table care", 1), *numbered("Rub", "Wait", "Polish", "Close")])

    assert [block.number for block in blocks if block.kind == "item"] == [1, 2, 3, 4]


def test_four_numbered_headings_above_lists_are_sections():
    bullet = Block("item", "Close the valve.", item="bullet")
    blocks = put_right(numbered("Operation", "Cleaning", "Transport", "Repair", below=bullet))

    assert [block.kind for block in blocks] == ["heading", "item"] * 4


def test_a_step_may_have_the_name_of_a_section():
    blocks = put_right([heading("Steps"), *numbered("Collect the equipment", "Rub", "Clear up")])

    assert [block.number for block in blocks if block.kind == "item"] == [1, 2, 3]


@pytest.mark.parametrize(
    "blocks",
    [
        [heading("About us"), *numbered("Rub", "Wait", "Polish")],
        [heading("About us"), *numbered("Purpose", "Scope", "Rub", "Wait")],
        [heading("Steps"), *numbered("Rub", "Wait")],
        [heading("Steps"), *numbered("Rub", "Wait", "Polish", below=item("Take the cloth."))],
        [heading("Steps"), *numbered("Rub", "Wait", "Polish", below=paragraph("so " * 61))],
        [heading("Steps"), *numbered("Rub", "Wait", "Polish")[2:]],
        [heading("Steps"), *numbered("Rub", "Wait"), heading("Polish", 3), *numbered("Rub")],
    ],
)
def test_other_numbered_headings_are_sections(blocks):
    kinds = [block.kind for block in blocks]

    assert [block.kind for block in put_right(blocks)] == kinds


def subsection(text: str) -> Block:
    return Block("item", text, item="number", number=1, depth=1, marker="2.1. ")


def test_numbers_with_points_above_long_paragraphs_head_subsections():
    long = paragraph("The powder was ground and sieved. " * 5)
    blocks = put_right(
        [heading("Methods", 1), subsection("Powder"), long, subsection("Slurry"), replace(long)]
    )

    assert [(block.kind, block.level) for block in blocks] == [
        ("heading", 1), ("heading", 2), ("paragraph", 0), ("heading", 2), ("paragraph", 0)
    ]  # fmt: skip


@pytest.mark.parametrize(
    "items",
    [
        [subsection("Grind the powder."), subsection("Sieve it.")],
        [subsection("Powder"), subsection("Sieve the powder at once.")],
        [subsection("Powder")],
        [subsection("a title that has by far too many words for one"), subsection("Slurry")],
    ],
)
def test_other_numbers_with_points_are_steps(items):
    long = paragraph("The powder was ground and sieved. " * 5)
    blocks = put_right([block for each in items for block in (each, replace(long))])

    assert [block.kind for block in blocks] == ["item", "paragraph"] * len(items)


@pytest.mark.parametrize("name", ["photo.jpg;", "2 attachments (41 KB)", "Form.pdf"])
def test_the_names_of_attached_files_are_left_out(name):
    assert words([paragraph(name), paragraph("Send the file form.pdf back.")]) == [
        "Send the file form.pdf back."
    ]


def test_a_note_is_left_out_if_a_heading_or_bold_words_say_that_it_is_one():
    tip = Block("paragraph", "Kim’s tip Warm the wax.", lead=9)
    title = Block("paragraph", "Tip the wax out.", lead=3)

    assert words([heading("Warning: hot wax"), tip, paragraph("Rub it.")]) == ["Rub it."]
    assert words([replace(title, lead=7)]) == ["Tip the wax out."]


def lists_below(*titles: str) -> list[Block | Table]:
    bullet = Block("item", "Close the valve.", item="bullet")
    numbers = [replace(item(title, number), lead=13) for number, title in enumerate(titles, 1)]
    return [block for each in numbers for block in (each, replace(bullet))]


def test_numbered_titles_in_capitals_above_lists_are_headings():
    titles = ("FIRST MINUTES TIME", "COOLING PLANT", "EVERYBODY OUT")
    blocks = put_right(lists_below(*titles))

    assert [block.text for block in blocks if block.kind == "heading"] == [
        "FIRST MINUTES", "COOLING PLANT", "EVERYBODY OUT"
    ]  # fmt: skip


@pytest.mark.parametrize(
    "blocks",
    [
        lists_below("FIRST MINUTES", "COOLING PLANT"),
        lists_below("First minutes", "Cooling plant", "Everybody out"),
        [*lists_below("FIRST MINUTES", "COOLING PLANT", "EVERYBODY OUT"), item("Sign.", 4)],
    ],
)
def test_other_numbered_titles_above_lists_are_steps(blocks):
    assert all(block.kind == "item" for block in put_right(blocks))


def test_the_subject_of_a_mail_is_its_title_and_its_header_is_left_out():
    header = ["From: Kim", "To: All of us;", "and the others", "Subject: RE: FW: Wax"]
    blocks = put_right([heading("Kim Lee"), *map(paragraph, header), item("Rub it.")])

    assert [(block.text, block.level) for block in blocks] == [("Wax", 0), ("Rub it.", 0)]


@pytest.mark.parametrize(
    "lines",
    [["From: the tin", "To: the table"], ["Subject: Wax", "To: all"],
     ["From: Kim", "To: Lee", "Date: today"]],
)  # fmt: skip
def test_lines_that_begin_so_are_no_mail_without_a_subject_and_two_more(lines):
    assert words([*map(paragraph, lines), item("Rub it.")]) == [*lines, "Rub it."]


def test_a_line_with_the_sign_of_a_warning_is_left_out():
    assert words([item("Rub it."), paragraph("! Wax burns."), paragraph("⚠ Wax burns.")]) == [
        "Rub it."
    ]


def first_on_page(text: str) -> Block:
    return replace(item(text), is_first=True)


def test_numbers_on_the_next_page_are_no_procedure_if_there_was_one():
    questions = [heading("Questions"), first_on_page("Which wax is the hardest?")]
    method = [heading("Method"), item("Rub in the wax.")]
    noted = [heading("Notes"), item("Keep the tin for later."), *questions]

    assert "Procedure" in words(questions)
    assert "Procedure" not in words([*method, *questions])
    assert "Procedure" not in words(noted)


def test_groups_of_materials_are_under_smaller_headings_too():
    blocks = [heading("Ingredients", 2), heading("From the shelf", 3), paragraph("2 tins")]
    others = [heading("Ingredients", 2), heading("The shelf", 2), paragraph("2 tins")]

    assert put_right(blocks)[-1].kind == "item"
    assert put_right(others)[-1].kind == "paragraph"
