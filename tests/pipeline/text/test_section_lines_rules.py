"""Lines that announce a section or head sentences, set apart from those around them."""

from __future__ import annotations

import pytest

from pipeline.text.blocks import find_blocks
from pipeline.text.section_lines import with_sections


def shape(text: str) -> list[tuple[str, str]]:
    """The first letter of each block's kind, and its words."""
    blocks = with_sections(text, find_blocks(text))
    return [(block.kind[0], " ".join(block.text(text).split())) for block in blocks]


def kind_of(words: str, text: str) -> str:
    return next(kind for kind, each in shape(text) if each == words)


@pytest.mark.parametrize(
    ("end", "is_apart"), [("That is it!", True), ("Cool it down.", False), ("Enjoy!", True)]
)
def test_a_goodbye_below_the_last_step_is_no_part_of_it(end: str, is_apart: bool) -> None:
    text = f"## Step 1: Mix\n\nStir.\n\n## Step 2: Bake\n\nWait.\n\n{end}"

    assert (("p", end) in shape(text)) is is_apart
    assert shape(text)[1] == ("i", "Bake Wait." if is_apart else f"Bake Wait. {end}")


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("2.3 One two three four five six seven\n\nIt is cold.", "h"),
        ("2.3 One two three four five six seven eight\n\nIt is cold.", "i"),
        ("2.3 Take it out.\n\nIt is cold.", "i"),
        ("2.3 Take it out\n\n2.4 Put it back\n\nIt is cold.", "i"),
        ("1. Take it out\n\nIt is cold.", "i"),
        ("2.3 Take it\nout\n\nIt is cold.", "i"),
    ],
)
def test_a_number_of_two_levels_above_prose_is_a_heading_if_its_words_are_few(
    text: str, kind: str
) -> None:
    assert shape(text)[0][0] == kind


def test_items_that_name_sections_are_headings_and_their_other_lines_prose() -> None:
    text = "1. Safety\nWear gloves\nand a hat.\n2. Procedure\n3. Rub it in."
    blocks = with_sections(text, find_blocks(text))

    assert shape(text) == [
        ("h", "Safety"), ("p", "Wear gloves and a hat."), ("h", "Procedure"), ("i", "Rub it in.")
    ]  # fmt: skip
    assert [block.lines for block in blocks] == [1, 2, 1, 1]
    assert shape("1. Safety\n2. Rub it in.\n3. Wait.")[0] == ("i", "Safety")


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Wax\n\nMethod\n\n1. Rub it.\n2. Wait.\n\nNotes\n\nKeep it cold.", "h"),
        ("Wax\n\nMethod\n\n1. Rub it.\n\nNotes\n\n2. Wait.\n\nBye now", "p"),
        ("Wax\n\nMethod\n\n1. Rub it.\n2. Wait.\n\nNotes\n\n1. Keep it.\n2. Shut it.", "h"),
        ("Wax\n\nNotes\n\nIt is a warm day, and the door is open. Rub it in.", "p"),
        ("Rub it in.\n\nNotes\n\nKeep.", "p"),
        ("Rub it all.\n\nNotes\n\nKeep.", "h"),
        ("Wax\n\nMethod\n\nRub it in.\n\nNotes", "p"),
        ("Wax\n\nMethod\n\nRub it in.\n\nNotes\n\nKeep it cold.", "h"),
    ],
)
def test_notes_are_a_heading_after_the_last_number_and_late_in_the_text(
    text: str, kind: str
) -> None:
    assert kind_of("Notes", text) == kind


@pytest.mark.parametrize(("above", "kind"), [("Notes", "h"), ("## Notes", "p"), ("Polishing", "p")])
def test_tools_below_notes_are_a_heading_unless_signs_mark_the_headings(
    above: str, kind: str
) -> None:
    text = f"Wax\n\nMethod\n\nRub it in.\n\n{above}\n\nKeep it cold.\n\nTools\n\nA cloth"

    assert kind_of("Tools", text) == kind


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Kit\n\n{}\n\nMaterials\n\n- Wax\n\nProtocol\n\nRub it.", "p"),
        ("Kit\n\n{}\n\nMaterials\n\n- Wax\n\nRub it.", "h"),
        ("Kit\n\n{}\n\nProtocol\n\nRub it.\n\nMaterials\n\n- Wax", "h"),
        ("Kit\n\nFor us\n\n{}\n\nMaterials\n\n- Wax\n\nProtocol\n\nRub it.", "p"),
        ("Kit\n\nFor us\n\nNew\n\n{}\n\nMaterials\n\n- Wax\n\nProtocol\n\nRub it.", "h"),
    ],
)
def test_a_subtitle_stands_on_top_above_materials_and_the_procedure(text: str, kind: str) -> None:
    line = "Instructions for use"

    assert kind_of(line, text.format(line)) == kind


@pytest.mark.parametrize(
    ("paragraph", "is_cut"),
    [
        ("CUT IT OUT\nMark it all. Cut it.", True),
        ("CUT IT OUT:\nMark it all. Cut it.", True),
        ("CUT IT OUT!\nMark it all. Cut it.", False),
        ("CUT IT OUT\nMark it.", False),
        ("CUT IT OUT\nMark it now.", True),
        ("CUT IT OUT\nmark it all. Cut it.", False),
        ("CUT IT ALL OUT WITH A SAW\nMark it now.", True),
        ("CUT IT ALL OUT WITH A BIG SAW\nMark it now.", False),
        ("CUT IT OUT\nMARK IT ALL\nCUT IT", False),
        ("Cut it out\nMark it all. Cut it.", False),
        ("Cut it out:\nMark it all. Cut it.", True),
        ("To end\nMark it now.", True),
        ("To end\nMark a log.", False),
        ("To end\nMark it all now", False),
        ("SERVES 4\nMark it all. Cut it.", False),
    ],
)
def test_a_line_above_sentences_is_cut_off_if_it_stands_out(paragraph: str, is_cut: bool) -> None:
    title = paragraph.partition("\n")[0]

    assert (title in [words for _, words in shape(f"Wall\n\n{paragraph}\n\nWait.")]) is is_cut


def test_a_title_line_above_a_number_stays_with_its_sentence() -> None:
    paragraph = "CUT IT OUT\nMark it all. Cut it."

    assert ("p", "CUT IT OUT Mark it all. Cut it.") in shape(f"Wall\n\n{paragraph}\n\n1. Wait.")
    assert ("p", "CUT IT OUT Mark it all. Cut it.") in shape(f"{paragraph}\n\nWait.")


def test_a_line_in_capitals_above_lines_without_stops_is_a_heading() -> None:
    text = "Wall\n\nCUT IT OUT\nMark all of it\nSaw along it\n\nWait."
    blocks = with_sections(text, find_blocks(text))

    assert shape(text)[1:3] == [("h", "CUT IT OUT"), ("p", "Mark all of it Saw along it")]
    assert [block.lines for block in blocks] == [1, 1, 2, 1]


@pytest.mark.parametrize(
    ("lines", "kinds"),
    [
        (["Rubbing", "Rub it all over.", "Waiting", "Wait for a day."], "hphp"),
        (["Rubbing", "Rub it in well.", "Waiting", "Wait for a day."], "p"),
        (["rubbing", "Rub it all over.", "Waiting", "Wait for a day."], "p"),
        (["Rubbing,", "Rub it all over.", "Waiting", "Wait for a day."], "p"),
        (["Rubbing", "Rub it all over.", "Then wait for a whole day."], "p"),
        (["Rubbing", "Rub it all over.", "Rub it again.", "Waiting", "Wait for a day."], "hphp"),
        (["Rubbing", "Rub it all over.", "Waiting"], "p"),
    ],
)
def test_short_lines_above_sentences_are_headings_if_there_are_several(
    lines: list[str], kinds: str
) -> None:
    text = "\n".join(lines)
    blocks = with_sections(text, find_blocks(text))

    assert "".join(block.kind[0] for block in blocks) == kinds
    assert sum(block.lines for block in blocks) == len(lines)


@pytest.mark.parametrize(
    ("paragraph", "parts"),
    [
        ("Day 2\nMix it. Bake it.", ["Day 2", "Mix it. Bake it."]),
        ("Tools\nA pan", ["Tools", "A pan"]),
        ("Polish\n200 g wax\n3 g oil", ["Polish", "200 g wax 3 g oil"]),
        ("Polish\n200 g wax", ["Polish 200 g wax"]),
        ("Polish\n200 g wax\noil", ["Polish 200 g wax oil"]),
        ("Salt\n200 g wax\n3 g oil", ["Salt 200 g wax 3 g oil"]),
        ("2 cloths\n200 g wax\n3 g oil", ["2 cloths 200 g wax 3 g oil"]),
        ("Rub it in\nNotes\nWait", ["Rub it in", "Notes", "Wait"]),
        ("Rub it in\nnotes\nWait", ["Rub it in notes Wait"]),
        ("Rub it in\nCutting tool\nWait", ["Rub it in Cutting tool Wait"]),
        ("Rub it in\nTools: a pan, a spoon\nWait", ["Rub it in", "Tools: a pan, a spoon Wait"]),
        ("Soap\nTools: a pan\nTime: long", ["Soap", "Tools: a pan", "Time: long"]),
        ("Soap\nTime: long\nTools: a pan", ["Soap Time: long", "Tools: a pan"]),
        ("Method: Rub it in. Wait.", ["Method:", "Rub it in. Wait."]),
        ("Method: Rub it in", ["Method: Rub it in"]),
        ("Method: rub it in.", ["Method: rub it in."]),
        ("200 g wax\n3 g oil\nStir it well.", ["200 g wax 3 g oil", "Stir it well."]),
        ("200 g wax\nStir it well.", ["200 g wax Stir it well."]),
        ("200 g wax\nStir it well.\n3 g oil", ["200 g wax Stir it well. 3 g oil"]),
    ],
)
def test_a_paragraph_is_cut_at_lines_that_announce_a_section(
    paragraph: str, parts: list[str]
) -> None:
    text = f"{paragraph}\n\n- Rub\n\nBye"

    assert [words for _, words in shape(text)][: len(parts) + 1] == [*parts, "Rub"]


def test_only_the_first_part_of_a_note_is_one() -> None:
    text = "Note: it is hot\nTools\nA pan\n\nBye"

    assert [part.is_note for part in with_sections(text, find_blocks(text))] == [
        True, False, False, False
    ]  # fmt: skip
