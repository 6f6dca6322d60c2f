"""Blocks that are of another kind than they look: numbers alone, titles, letters, entries."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pipeline.sources.block_kinds import with_entries, with_right_kinds
from pipeline.sources.blocks import Block, Table

TABLE = Table([["Wax", "Tin"], ["Oil", "Can"]])


def heading(text: str, level: int = 2) -> Block:
    return Block("heading", text, level=level)


def item(text: str, number: int = 1) -> Block:
    return Block("item", text, item="number", number=number)


def bullet(text: str) -> Block:
    return Block("item", text, item="bullet")


def paragraph(text: str) -> Block:
    return Block("paragraph", text)


def kinds(blocks: list[Block | Table]) -> list[str]:
    made = with_right_kinds(blocks)
    return [block.kind if isinstance(block, Block) else "table" for block in made]


# names of tables


def test_a_name_over_a_whole_table_is_a_heading_of_the_lowest_level_on_its_page():
    named = Table([["Tools", "Tools"], ["Wax", "2"]], page=3)
    made = with_right_kinds([heading("Waxing", 1), heading("Before", 3), named, paragraph("Rub.")])

    assert made[2:] == [
        Block("heading", "Tools", level=3, page=3),
        Table([["Wax", "2"]], page=3),
        paragraph("Rub."),
    ]


def test_the_name_of_a_table_in_a_document_without_headings_is_of_the_highest_level():
    assert with_right_kinds([Table([["Tools"] * 2, ["Wax", "2"]]), paragraph("Rub.")])[0] == (
        heading("Tools", 1)
    )


@pytest.mark.parametrize(
    "rows",
    [
        [["Tools", "Tools"]],
        [["Tools"], ["Wax"]],
        [["Tools", "Parts"], ["Wax", "2"]],
        [["Wax", "Wax"], ["Oil", "2"]],
    ],
)
def test_other_first_rows_stay_in_their_table(rows):
    assert with_right_kinds([Table(rows)]) == [Table(rows)]


# numbers that stand alone


def test_three_numbers_alone_make_items_of_what_stands_below_and_tables_are_passed_over():
    first = replace(paragraph("1"), is_first=True)
    blocks = [
        TABLE, first, paragraph("Rub it."), paragraph("2."), TABLE, paragraph("2."),
        paragraph("Wait."), paragraph("3"), heading("Polish"), paragraph("5"), paragraph("Eat."),
    ]  # fmt: skip
    made = with_right_kinds(blocks)

    assert [each.text for each in made if isinstance(each, Block)] == [
        "Rub it.", "2.", "Wait.", "Polish", "5", "Eat."
    ]  # fmt: skip
    rubbed = Block("item", "Rub it.", item="number", number=1, is_first=True)
    polished = Block("item", "Polish", level=2, item="number", number=3, lead=6, place=-2.0)
    assert (made[1], made[5]) == (rubbed, polished)


@pytest.mark.parametrize(
    "blocks",
    [
        [paragraph("1"), paragraph("Rub."), paragraph("2"), paragraph("Wait.")],
        [each for number in "123" for each in (paragraph(number), bullet("Rub."))],
        [each for number in "234" for each in (paragraph(number), paragraph("Rub."))],
        [each for number in "1 2 4".split() for each in (paragraph(number), paragraph("Rub."))],
        [paragraph("1"), paragraph("Rub."), paragraph("2"), paragraph("Wait."), paragraph("3")],
    ],
)
def test_other_numbers_alone_are_words(blocks):
    assert with_right_kinds([*map(replace, blocks)]) == blocks


# headings with a step


@pytest.mark.parametrize(
    ("words", "text", "number"),
    [("Step 2: Wait", "Wait", 2), ("STEP 12 – Wait", "Wait", 12), ("Step 3. Wait", "Wait", 3)],
)
def test_a_heading_with_a_step_is_an_item_whose_title_is_the_rest_of_it(words, text, number):
    made = with_right_kinds([TABLE, paragraph("Step 1: Rub"), heading(words), paragraph("Sit.")])

    assert made[1] == paragraph("Step 1: Rub")
    assert made[2] == Block(
        "item", text, level=2, item="number", number=number, lead=len(text), place=-2.0
    )


@pytest.mark.parametrize("below", [bullet("Sit."), heading("Sit", 3), TABLE])
def test_a_heading_with_a_step_stays_one_above_a_list_a_heading_or_a_table(below):
    assert kinds([heading("Step 2: Wait"), below])[0] == "heading"


# titles of subsections


def subsection(text: str, lead: int = 0) -> Block:
    return Block("item", text, item="number", number=1, depth=1, marker="2.1. ", lead=lead)


LONG = "so " * 20


def test_titles_with_points_head_long_paragraphs_a_level_below_the_heading_above():
    blocks = [TABLE, subsection("Wax", lead=3), paragraph(LONG), heading("Work", 3), TABLE]
    made = with_right_kinds([*blocks, subsection("so " * 8), paragraph(LONG), bullet("Wait.")])
    titles = [each for each in made if isinstance(each, Block) and each.depth]

    assert [(each.kind, each.item, each.level, each.lead) for each in titles] == [
        ("heading", None, 1, 0), ("heading", None, 4, 0)
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("title", "below"),
    [("so " * 9, paragraph(LONG)), ("Oil", paragraph("so " * 19)), ("Oil.", paragraph(LONG)),
     ("Oil", bullet(LONG)), ("Oil", TABLE)],
)  # fmt: skip
def test_longer_titles_sentences_and_titles_above_short_texts_or_items_are_items(title, below):
    blocks = [subsection("Wax"), paragraph(LONG), subsection("Tin"), paragraph(LONG)]

    assert kinds([*blocks, subsection(title), below])[:5] == [
        "item", "paragraph", "item", "paragraph", "item"
    ]  # fmt: skip


# numbered titles in capitals above lists


def groups(*titles: str) -> list[Block | Table]:
    numbered = [replace(item(title, each), lead=10) for each, title in enumerate(titles, start=1)]
    return [block for title in numbered for block in (title, bullet("Close the valve."))]


def test_titles_in_capitals_above_lists_are_headings_of_the_lowest_level_without_what_follows():
    made = with_right_kinds(
        [TABLE, heading("Fire", 3), *groups("FIRST AID Kim", "LEAVE IT", "OUT")]
    )

    assert made[2] == Block("heading", "FIRST AID", level=4, number=1)
    assert [each.kind for each in made[2:]] == ["heading", "item"] * 3


@pytest.mark.parametrize(
    "blocks",
    [
        groups("FIRST AID", "LEAVE IT"),
        groups("FIRST AID", "LEAVE IT", "Call Kim"),
        [*groups("FIRST AID", "LEAVE IT", "OUT"), item("SIGN", 4)],
        [*groups("FIRST AID", "LEAVE IT", "OUT"), replace(item("SIGN", 4), lead=4), TABLE],
    ],
)
def test_fewer_titles_in_capitals_or_some_that_are_none_are_steps(blocks):
    assert "heading" not in kinds(blocks)


# numbered headings


def numbered(*titles: str, level: int = 3, below: Block | None = None) -> list[Block | Table]:
    below = below or paragraph("Ask Kim first.")
    headings = [heading(f"{each}. {title}", level) for each, title in enumerate(titles, start=1)]
    return [block for each in headings for block in (each, replace(below))]


THREE = ("Rub", "Wait", "Polish")


def test_a_heading_that_is_a_step_loses_its_number_and_holds_what_stands_below_it():
    made = with_right_kinds([heading("Steps"), *numbered("Rub", " Wait", "Polish")])

    assert [made[1], made[3].text] == [
        Block("item", "Rub", level=3, item="number", number=1, lead=3, place=-2.0), "Wait"
    ]  # fmt: skip


@pytest.mark.parametrize(
    "blocks",
    [
        [heading("Steps"), *numbered(*THREE, below=bullet("Take a cloth."))],
        [heading("Steps"), *numbered(*THREE, below=paragraph("so " * 60))],
        [heading("Steps"), TABLE, *numbered(*THREE)],
        [heading("Steps"), item("Read it."), paragraph("so " * 500), *numbered(*THREE)],
        [heading("Steps"), heading("With care", 3), *numbered(*THREE)],
        [heading("Steps"), heading("1. With care", 3), heading("Oil", 3), *numbered(*THREE)],
        [heading("Care"), item("Read it."), paragraph("so " * 500), *numbered(*THREE, "Eat")],
    ],
)
def test_numbered_headings_above_short_texts_are_steps(blocks):
    assert kinds(blocks)[-6::2] == ["item"] * 3


@pytest.mark.parametrize(
    "blocks",
    [
        [heading("Steps"), *numbered(*THREE, below=paragraph("so " * 61))],
        [heading("Steps"), *numbered(*THREE, below=item("Take a cloth."))],
        [heading("Care"), *numbered(*THREE, "Eat", below=bullet("Take a cloth."))],
        [heading("Steps"), heading("Care"), *numbered(*THREE)],
        [heading("Steps", 3), *numbered(*THREE)],
        [heading("Steps"), heading("Care", 1), *numbered(*THREE)],
        [heading("Steps"), *numbered(*THREE)[:4]],
    ],
)
def test_numbered_headings_above_long_texts_lists_or_under_other_headings_are_sections(blocks):
    assert "item" not in [each.kind for each in with_right_kinds(blocks) if each.level == 3]


# titles in the margin, letters


def test_three_paragraphs_with_titles_in_the_margin_are_steps_and_two_are_not():
    titled = [Block("paragraph", words, has_margin_title=True) for words in THREE]
    other = [heading("Wax"), paragraph("Ask Kim."), replace(heading("Oil"), has_margin_title=True)]

    assert with_right_kinds([*other, *map(replace, titled)])[3:] == [
        Block("item", words, item="number", number=number, has_margin_title=True)
        for number, words in enumerate(THREE, start=1)
    ]
    assert with_right_kinds([*other, *titled[1:]]) == [*other, *titled[1:]]


def test_letters_are_taken_off_headings_that_they_count_from_a_on_and_off_no_other_text():
    blocks = [heading("A. Oil"), paragraph("A. Kim"), heading("Tin"), heading("B) Wax")]
    initials = [heading("B. Wax"), heading("A. Oil")]

    assert [each.text for each in with_right_kinds(blocks)] == ["Oil", "A. Kim", "Tin", "Wax"]
    assert with_right_kinds([*map(replace, initials)]) == initials


def letters(*numbers: int) -> list[Block | Table]:
    return [
        Block("item", "Rub", item="letter", number=number, marker=f"{chr(96 + number)}. ")
        for number in numbers
    ]


@pytest.mark.parametrize(
    ("numbers", "kept"),
    [
        ((1, 2, 3), [1, 2, 3]),
        ((1, 2, 1, 2), [1, 2, 1, 2]),
        ((1, 3, 2), [1, None, 2]),
        ((9, 2, 3), [1, 2, 3]),
        ((1, 2, 3, 4, 5, 6, 7, 8, 9), [1, 2, 3, 4, 5, 6, 7, 8, 9]),
        ((2, 3), [None, None]),
        ((1,), [None]),
    ],
)
def test_letters_count_from_a_or_from_the_roman_number_1_and_others_are_initials(numbers, kept):
    made = with_right_kinds([item("Oil it."), *letters(*numbers)])[1:]

    assert [each.number if each.kind == "item" else None for each in made] == kept
    initials = [each for each in made if each.kind == "paragraph"]
    assert all(each.text == f"{each.marker}Rub" and each.item is None for each in initials)


def test_letters_continue_below_other_items():
    made = with_right_kinds([*letters(1), bullet("hard"), *letters(2)])

    assert [each.item for each in made] == ["letter", "bullet", "letter"]


# materials


@pytest.mark.parametrize(
    ("blocks", "levels"),
    [
        ([heading("Tools"), heading("Work", 3), item("Rub it with a cloth.")], [2, 2]),
        ([heading("Tools"), heading("Work", 3), item("wax", 1)], [2, 3]),
        ([heading("Tools"), heading("Work", 3), bullet("Rub it with a cloth.")], [2, 3]),
        ([heading("Tools"), heading("Work", 3), TABLE], [2, 3]),
        ([heading("Wax"), heading("Work", 3), item("Rub it with a cloth.")], [2, 3]),
        (
            [heading("Tools"), heading("Wax"), heading("Work", 3), item("Rub it with a cloth.")],
            [2, 2, 3],
        ),
        (
            [TABLE, heading("Tools"), *[heading("Work", 3), item("Rub it with a cloth.")] * 2],
            [2, 2, 2],
        ),
        (
            [
                heading("Tools"),
                *[heading("Work", 3), item("Rub it with a cloth.")],
                *[heading("Rest", 3), item("Let it dry for a day.")],
            ],
            [2, 2, 3],
        ),
    ],
)
def test_the_first_smaller_heading_above_numbered_sentences_is_lifted_out_of_the_materials(
    blocks, levels
):
    made = with_right_kinds(blocks)

    assert [
        each.level for each in made if isinstance(each, Block) and each.kind == "heading"
    ] == levels


SENTENCE = "Rub in the wax with a cloth."


def at_top(number: int = 1, text: str = SENTENCE) -> Block:
    return replace(item(text, number), is_first=True, column=1)


def elsewhere(column: int = 0, text: str = SENTENCE) -> Block:
    return replace(item(text), column=column)


@pytest.mark.parametrize(
    "above", [heading("Tools", 3), heading("Notes", 3), heading("For the glaze", 3)]
)
@pytest.mark.parametrize("first", [replace(at_top(), column=0), elsewhere(2)])
def test_numbers_at_the_top_of_a_page_or_column_below_materials_or_notes_are_a_procedure(
    above, first
):
    made = with_right_kinds([TABLE, above, bullet("wax"), first])

    assert made[3:] == [heading("Procedure", 3), first]


@pytest.mark.parametrize(
    "blocks",
    [
        [heading("Tools"), elsewhere()],
        [heading("Tools"), at_top(2)],
        [heading("Tools"), at_top(text="2 cloths")],
        [heading("Tools"), bullet(SENTENCE)],
        [heading("Waxing"), at_top()],
        [heading("Tools"), heading("Waxing"), at_top()],
        [heading("Tools"), elsewhere(), at_top()],
        [heading("Method"), item("Wait."), heading("Tools"), at_top()],
        [at_top()],
    ],
)
def test_other_numbers_need_no_heading(blocks):
    assert "Procedure" not in [each.text for each in with_right_kinds(blocks)]


def entries(*blocks: Block | Table) -> list[str]:
    made = list(with_entries(blocks))
    return [each.kind for each in made if isinstance(each, Block) and each.kind != "heading"]


@pytest.mark.parametrize(
    ("blocks", "kind"),
    [
        ([paragraph("2 tins")], "paragraph"),
        ([heading("Tools"), paragraph("so " * 14)], "item"),
        ([heading("Tools"), paragraph("so " * 15)], "paragraph"),
        ([heading("Tools"), paragraph("Ask Kim.")], "paragraph"),
        ([heading("Tools"), TABLE, paragraph("2 tins")], "item"),
        ([heading("Tools"), heading("For the glaze"), paragraph("2 tins")], "item"),
        ([heading("Tools"), heading("Kim", 3), paragraph("2 tins")], "item"),
        ([heading("Tools"), heading("Kim"), paragraph("2 tins")], "paragraph"),
        ([heading("Tools"), heading("Kim", 3), heading("Lee", 3), paragraph("2 tins")], "item"),
        ([heading("Tools"), heading("Kim"), heading("Lee", 3), paragraph("2 tins")], "paragraph"),
        ([heading("For the glaze"), paragraph("2 tins")], "paragraph"),
    ],
)
def test_short_paragraphs_that_are_no_sentences_are_entries_in_all_groups_of_the_materials(
    blocks, kind
):
    assert entries(*blocks) == [kind]


def test_an_entry_has_a_bullet_and_follows_the_one_above_it():
    assert list(with_entries([heading("Tools"), paragraph("2 tins")]))[1] == Block(
        "item", "2 tins", item="bullet", is_apart=False
    )
