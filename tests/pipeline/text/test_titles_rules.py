"""Which line of a text may be its title, at the bounds of each rule."""

from __future__ import annotations

import pytest

from pipeline.text.blocks import find_blocks
from pipeline.text.titles import find_title, without_title

END = "\n\n1. Rub it."


def title(text: str) -> str | None:
    span = find_title(text, find_blocks(text))
    return None if span is None else text[slice(*span)]


@pytest.mark.parametrize(("n_above", "expected"), [(3, "Wax"), (4, "Wax"), (5, None)])
def test_a_field_with_the_title_is_among_the_first_five_paragraphs(
    n_above: int, expected: str | None
) -> None:
    above = "\n\n".join("ABCDE"[:n_above]).replace("\n\n", ".\n\n") + "."

    assert title(f"{above}\n\nTitle: Wax{END}") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Intro\n\nTurn on\n***\nRub it.", "Turn on"),
        ("Intro\n\nTurn on\n***\nRub it.\n\nTurn off\n***\nWait.", "Intro"),
        ("Intro\n\nTurn on\n***\nRub it.\n\nNotes\n***\nWait.", "Turn on"),
        ("Intro\n\nTurn on\n***\nRub it.\n\nTurn off\n===\nWait.", "Turn on"),
        ("Turn on\n***\nRub it.\n\nTurn off\n***\nWait.", "Turn on"),
        ("WAX POST\nroom 12\n\nTurn on\n***\nRub it.", "WAX POST"),
        ("Wax post\nroom 12\n\nTurn on\n***\nRub it.", "Turn on"),
        ("WAX POST\n\nTurn on\n***\nRub it.", "Turn on"),
        ("## Wax post\n# Rubbing\n\nRub it.", "Rubbing"),
        ("# Wax post\n# Rubbing\n\nRub it.", "Wax post"),
        ("# Wax post\n## Rubbing\n\nRub it.", "Wax post"),
        ("## Wax post\n\nIt is.\n\n# Rubbing\n\nRub it.", "Wax post"),
        ("## Wax post", "Wax post"),
        ("# Wax\n\nRub\n***\nIt is.", "Wax"),
        ("# Procedure for waxing tables\n\nRub it.", "Procedure for waxing tables"),
        ("# Procedure\n\nRub it.", None),
        ("Rub it.\n\n# Procedure for waxing tables\n\nWait.", None),
    ],
)
def test_a_heading_is_the_title_unless_it_is_one_of_several(
    text: str, expected: str | None
) -> None:
    assert title(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A shop\n\nInformation Sheet No. 4\n\nSorting gifts", "Sorting gifts"),
        ("A shop\n\nOf ours\n\nInformation Sheet No. 4\n\nSorting gifts", "A shop"),
        ("A shop\n\nInformation Sheet No. 4\n\nSorting gifts\nand more", "A shop"),
    ],
)
def test_a_kind_of_document_stands_above_its_title(text: str, expected: str) -> None:
    assert title(f"{text}{END}") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Waxing\nRub it all\nand wait.", "Waxing"),
        ("Waxings\nRub it all\nand wait.", None),
        ("Waxing\nrub it all\nand wait.", None),
        ("Waxing\nRub it all\nand wait", None),
        ("WAX IT\nroom 12\n\nRub it.", "WAX IT"),
        ("WAXING\nroom 12\n\nRub it.", None),
        ("WAX IT\nroom up\n\nRub it.", None),
        ("WAX WORKS\nroom 12\n\nOiling a door\n\n1. Rub it.", "Oiling a door"),
        ("Milking routine\nHill Top Farm\nHill Top Farm\n\nRub it.", None),
        ("Milking routine\nHill Top Farm\n\nRub it.", "Milking routine"),
        ("Milking cows\n\nTools\n\nRub it.", "Milking cows"),
        ("Milking cows\nby hand\n\nTools\n\nRub it.", "Milking cows"),
        ("Milking cows\nby hand\n\nRub it.", None),
        ("Brown stock     Fresh stock\n\nBoil it.", "Brown stock     Fresh stock"),
        ("Brown stock     Serves: 4\n\nBoil it.", "Brown stock"),
    ],
)
def test_a_first_line_stands_out_from_the_lines_below_it(text: str, expected: str | None) -> None:
    assert title(text) == expected


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["Advice", "Baths", "Sealing your bath tub"], "Sealing your bath tub"),
        (["Advice", "Baths", "Sealing a bath"], None),
        (["Advice", "Sealing your bath tub", "Baths"], "Sealing your bath tub"),
        (["The bath room", "Advice", "Sealing your bath tub"], None),
        (["The bath room", "Advice", "Sealing your old bath tub"], "Sealing your old bath tub"),
        (["Bath rooms", "Sealing your old bath tub", "with a gun"], None),
        (["Bath rooms", "Sealing your old bath tub", "sealing " * 12], None),
        (
            ["Bath rooms", "Sealing your old bath tub", "sealing " * 13],
            "Sealing your old bath tub",
        ),
        (["ADVICE", "Baths", "Sealing your bath tub"], None),
        (["Advice", "2 baths", "Sealing your bath tub"], None),
        (["Advice", "Baths", "Seal all of your baths"], None),
        (["Advice", "Baths", "Seal All Of Your Baths"], "Seal All Of Your Baths"),
        (["Advice", "Baths", "Seal baths by this guide"], "Seal baths by this guide"),
        (["Advice", "Sealing your bath tub"], None),
        (["Advice", "Baths", "Sealing: your bath tub"], None),
        (["Sealing your bath tub", "Advice", "Baths"], None),
    ],
)
def test_the_title_below_names_of_a_site_has_more_words_than_they(
    lines: list[str], expected: str | None
) -> None:
    assert title("\n".join(lines) + END) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Oiling a door\nmore,\n\nOILING ALL OF IT\nmore,", "OILING ALL OF IT"),
        ("Oiling a door\n\nOILING ALL OF IT\nmore,", "OILING ALL OF IT"),
        ("Oiling a door\nmore,\n\nOiling it all", "Oiling it all"),
        ("Oiling a door\nmore,\n\nOiling it all\nmore,", None),
        ("Oiling\n\nmore,", None),
        ("oiling a door\n\nmore,", None),
        ("Ann Lee\n\nmore,", None),
        ("Ann Lee Bea\n\nmore,", None),
        ("Ann Lee Bea Cat\n\nmore,", "Ann Lee Bea Cat"),
        ("Serves 4\n\nmore,", None),
        ("Oiling a door\n\nOiling a gate", "Oiling a door"),
        ("OILING ALL OF IT\nmore,\n\nOiling a door\nmore,\n\nIntroduction: Oiling a door",
         "Oiling a door"),
        ("Tools\n\nOiling a door", None),
    ],
)  # fmt: skip
def test_among_many_lines_the_title_stands_there_twice_or_in_capitals_or_alone(
    text: str, expected: str | None
) -> None:
    assert title(f"news, old,\n\n{text}{END}") == expected


@pytest.mark.parametrize(("n_above", "expected"), [(11, "Oiling a door"), (12, None)])
def test_a_line_that_stands_out_is_among_the_first_twelve_paragraphs(
    n_above: int, expected: str | None
) -> None:
    assert title(f"{'a,' + chr(10) * 2}" * n_above + f"Oiling a door{END}") == expected


def test_a_line_that_stands_out_has_a_list_below_it() -> None:
    assert title("news, old,\n\nOiling a door\n\nRub it.") is None


@pytest.mark.parametrize(
    ("line", "may_be"),
    [
        (f"{'wax ' * 19}wax?", True),
        (f"{'wax ' * 20}wax?", False),
        (f"{'w' * 119}?", True),
        (f"{'w' * 120}?", False),
        ('"Wax" it', True),
        ("“Wax” it", True),
        ("#1 wax", True),
        ("-Wax", False),
        ("To wax a big table:", True),
        ("To wax:", True),
        ("Wax a big table:", False),
        ("Wax a table:", True),
        ("You will need:", False),
        ("Tools:", False),
        ("Log", True),
        ("Tools", False),
        ("Rub it in, wait, and polish all!", False),
        ("Rub it in and polish all!", True),
        ("Wax;", False),
        ("Wax…", False),
    ],
)
def test_a_first_line_may_be_a_title_by_its_length_and_its_end(line: str, may_be: bool) -> None:
    assert title(f"{line}\n\nRub it in. Wait.") == (line if may_be else None)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("School One\n\nBread\n\nProcedure\n\n1. Mix", "School One"),
        ("School One,\n\nBread\n\nProcedure\n\n1. Mix", "Bread"),
        ("School One,\n\nBread\nrolls\n\nProcedure\n\n1. Mix", None),
        ("School One,\n\nServes: 4\n\nProcedure\n\n1. Mix", None),
        ("School One,\n\na,\n\nb,\n\nc,\n\nBread\n\nProcedure\n\n1. Mix", "Bread"),
        ("School One,\n\na,\n\nb,\n\nc,\n\nd,\n\nBread\n\nProcedure\n\n1. Mix", None),
    ],
)
def test_the_title_may_stand_right_above_a_section(text: str, expected: str | None) -> None:
    assert title(text) == expected


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("Wax it:\nRub it in.\nWait.", ["Wax it:\nRub it in.\nWait."]),
        ("Waxing\nAnn Lee\n\nRub it.", ["Rub it."]),
        ("Waxing\n\nRub it.", ["Rub it."]),
        ("How is it waxed?\n Rub it.\nWait.", ["Rub it.\nWait."]),
        ("Test manual\n\nWaxing\n\nRub it.", ["Rub it."]),
    ],
)
def test_what_is_left_without_a_title_has_none_of_its_lines(text: str, rest: list[str]) -> None:
    blocks = find_blocks(text)
    span = find_title(text, blocks)
    left = blocks if span is None else without_title(text, blocks, span)

    assert [block.text(text) for block in left] == rest
