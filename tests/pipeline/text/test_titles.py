"""The title of a text is its first heading, or a first line that clearly is one."""

from __future__ import annotations

import pytest

from pipeline.text.blocks import find_blocks
from pipeline.text.titles import find_title, without_title


def title(text: str) -> str | None:
    span = find_title(text, find_blocks(text))
    return None if span is None else text[slice(*span)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# Bread\n\nMix it.", "Bread"),
        ("Mix it first.\n\n# Bread\n\nBake it.", "Bread"),
        ("# Ingredients\n\n- flour", None),
        ("Bread\n\nMix it.", "Bread"),
        ("Bread\n\n- Mix", "Bread"),
        ("Bread", None),
        ("Bread\n\nMix\n\nBake", None),  # no line has a full stop
        ("Bread.\n\nMix it.", None),
        ("Bread,\n\nMix it.", None),
        ("Ingredients\n\nMix it.", None),
        ("How is bread made?\nMix it. Bake it.", "How is bread made?"),
        ("Q: How is bread made?\n\nMix it. Bake it.", "How is bread made?"),
        ("Re: Fwd: Bread\n\nMix it.", "Bread"),
        ("Subject: Re: Bread\n\n1. Mix", "Bread"),
        ("Bakery One\n\nTitle: Bread\nNo: 7\n\n1. Mix", "Bread"),
        ("A.\n\nB.\n\nC.\n\nD.\n\nE.\n\nTitle: Bread\n\n1. Mix", None),  # far below
        ("Standard operating procedure\nBread\n\n1. Mix", "Bread"),
        ("Safe Working Procedure\n\nBread\n\n1. Mix", "Bread"),
        ("Patient information\n\n1. Mix", "Patient information"),
        ("School One\nYear 9\n\nBread\n\nProcedure\n\n1. Mix", "Bread"),
        ("School One\nYear 9\n\nBread.\n\nProcedure\n\n1. Mix", None),
        ("8.3 Changing the bag\n\n1. Open it", "Changing the bag"),
        ("8.3 Changing the bag\n\n1. Open it\n\n8.4 Cleaning\n\n1. Rinse it", None),
        ("Bread\nMix it.\nBake it.", "Bread"),
        ("Bread\nmix it.\nBake it.", None),
        ("Our bread of wheat\nMix all of the flour and the water well\nand bake it.",
         "Our bread of wheat"),
        ("Bread of wheat\nMix all of it\nand bake", None),
        ("The bread:\n\nMix it.", "The bread:"),
        ("For the bread:\n\nMix it.", None),
        ("The very best bread:\n\nMix it.", None),
        ("The bread:\nMix it. Bake it.", None),
        ("(Bread)\n\nMix it.", None),
        (f"{'bread ' * 12}\n\nMix it.", "bread " * 11 + "bread"),
        (f"{'bread ' * 13}\n\nMix it.", None),
        (f"{'b' * 80}\n\nMix it.", "b" * 80),
        (f"{'b' * 81}\n\nMix it.", None),
    ],
)  # fmt: skip
def test_a_title_is_a_heading_or_stands_out(text, expected):
    assert title(text) == expected


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("# Bread\n\nMix it.", ["Mix it."]),
        ("Bread\nMix it.\nBake it.", ["Mix it.\nBake it."]),
        ("Flour.\n\n# Bread\n\nMix it.", ["Flour.", "Mix it."]),
        ("Safe Working Procedure\n\nBread\n\n- Mix it", ["Mix it"]),
        ("Bakery One\n\nTitle: Bread\n\n- Mix it", ["Bakery One", "Mix it"]),
    ],
)
def test_the_rest_of_a_text_is_without_its_title(text, rest):
    blocks = find_blocks(text)
    span = find_title(text, blocks)
    assert span is not None

    left = without_title(text, blocks, span)

    assert [block.text(text) for block in left] == rest
    if text.startswith("Bread\nMix"):
        assert left[0].lines == 2 and left[0].start == len("Bread\n")


@pytest.mark.parametrize(
    ("text", "title"),
    [
        (
            "Version 2\nStandard operating procedure\nCleaning the mixer\n\n1. Stop.",
            "Cleaning the mixer",
        ),
        (
            "Conservation Dept\nStandard Operating Procedure CD-017\n\nCleaning Pots\n\n1. Stop.",
            "Cleaning Pots",
        ),
        (
            "HOSPICE SHOP\n\nInformation Sheet No. 4\n\nSorting gifts\n\n1. Empty the bag.",
            "Sorting gifts",
        ),
        (
            "WATER WORKS NO. 2\nFILTER WASH PROCEDURE\nRev. 4\n\n1. Stop it.",
            "FILTER WASH PROCEDURE",
        ),
        ('ASSEMBLY INSTRUCTIONS\n"NORDIK" BOOKCASE\n\n1. Insert the pins.', '"NORDIK" BOOKCASE'),
        (
            "Farm Ltd     North works\n=====\nOPERATING PROCEDURE\n\nNo.: 4\n"
            "Title:   Starting a pump\nOwner: Ann\n\n1. Open it.\n2. Close it.",
            "Starting a pump",
        ),
        ("Office manual            Section 4\nOUTGOING MAIL\n\n1. Sort it.", "OUTGOING MAIL"),
        ("MONTH-END CLOSE\nFIN-03, issue 9. Owner: Ann\n\n1. Close it.", "MONTH-END CLOSE"),
        ("Farm\nWork Instruction WI-07   issue 4\n\nBrake pads\n\n1. Lift it.", "Brake pads"),
        ("Advice\nBathroom\nHow to seal a bath\n\n1. Dry it.", "How to seal a bath"),
        (
            "Repair Guides\nLenora E6\nLenora E6 Battery Replacement\n\n1. Open it.",
            "Lenora E6 Battery Replacement",
        ),
        (
            "Home\nDecks & Patios\nHow to Oil a Wooden Deck\nGray boards? Oil brings them back.\n\n"
            "1. Oil it.",
            "How to Oil a Wooden Deck",
        ),
        ("Thread: Sealing a bath\n\n1. Dry it.", "Sealing a bath"),
        ("HP5 in Rodinal\n(600 ml for two)\n\n1. Pour it in.", "HP5 in Rodinal"),
        ("Tomatoes 2024\nupdated 3 June\n\n- sow them", "Tomatoes 2024"),
        ("EXPERIMENT 7\nMaking soap\n\n1. Melt the fat.", "Making soap"),
        ("Recipe Name: Aioli\nYield: 2 qt\n\n1. Blend it.", "Aioli"),
        ("Milking routine\nHill Top Farm\n\n1. Rinse it.", "Milking routine"),
        ("Plant DNA Kit\nQuick protocol\n\n1. Grind it.", "Plant DNA Kit"),
        ("maxi prep notes\n\n- spin it", "maxi prep notes"),
        ("Brown Stock         Recipe No. 112\n\n1. Roast it.", "Brown Stock"),
        (
            f"How do I {'really ' * 9}clean this?\n\n1. Wash it.",
            f"How do I {'really ' * 9}clean this?",
        ),
    ],
)
def test_titles_stand_among_other_lines(text: str, title: str) -> None:
    span = find_title(text, find_blocks(text))
    assert span is not None
    assert text[slice(*span)] == title


def test_a_field_within_the_steps_is_no_title() -> None:
    text = "# Sending a parcel\n\n1. Fill it in.\n\nTitle: Dr\n\n2. Send it."

    assert title(text) == "Sending a parcel"


def test_lines_that_instruct_are_no_title_below_the_first() -> None:
    tyre = "Fix a flat tyre\nTake the wheel off the bike\nLever it off\nPatch it\n\nTools\n- levers"

    assert title(tyre) != "Take the wheel off the bike"
    assert title("TURN OFF POWER\nWait 5 minutes.\nOpen the cover") is None


def test_a_short_call_may_be_a_title() -> None:
    assert title("Come and wax it with us!\n\n1. Rub it.\n2. Wait.") == "Come and wax it with us!"
    assert title("Come and wax it now with us!\n\n1. Rub it.\n2. Wait.") is None
