"""Headers, footers and signatures at the bounds of their rules."""

from __future__ import annotations

import pytest

from pipeline.text.page_lines import without_page_lines


def kept(text: str) -> list[str]:
    cleaned = without_page_lines(text)
    assert len(cleaned) == len(text)
    return [line.strip() for line in cleaned.splitlines() if line.strip()]


@pytest.mark.parametrize(("n_lines", "is_left_out"), [(7, True), (8, False)])
def test_a_signature_has_seven_lines_below_its_dashes_at_most(
    n_lines: int, is_left_out: bool
) -> None:
    text = "Mix it.\n--\n" + "\n".join(["Ann Lee"] * n_lines)

    assert ("--" not in kept(text)) is is_left_out


def test_a_text_that_begins_with_dashes_has_no_signature() -> None:
    assert kept("--\nAnn Lee") == ["--", "Ann Lee"]


@pytest.mark.parametrize(("n_letters", "is_left_out"), [(82, True), (83, False)])
def test_a_footer_has_a_hundred_characters_at_most(n_letters: int, is_left_out: bool) -> None:
    page = f"{'x' * n_letters}      page {{}} of 2"
    text = f"1. Mix.\n{page.format(1)}\n2. Bake.\n{page.format(2)}\n3. Eat."

    assert len(page.format(1)) + 1 == n_letters + 18
    assert (len(kept(text)) == 3) is is_left_out


@pytest.mark.parametrize(
    ("first", "second", "is_left_out"),
    [
        ("Wax    7", "Wax    8", True),
        ("Wax    7", "Wax    9", False),
        ("Wax    8", "Wax    7", True),
        ("Wax    7", "Oil    8", False),
        ("7    Wax", "Wax    8", True),
        ("Wax 7", "Wax 8", False),
        ("Wax  7", "Wax  8", True),
        ("Part 3 page 1 of 9", "Part 3 page 2 of 9", True),
        ("Part 3 page 1 of 9", "Part 4 page 2 of 9", True),
        ("Part 3 page 1 of 9", "Part 3 page 3 of 9", False),
        ("Part page 1 of 9", "Part page 3 of 9", True),
        ("Part page 1/9", "Part page 3/9", True),
    ],
)
def test_a_line_with_the_number_of_a_page_is_known_by_the_next_page(
    first: str, second: str, is_left_out: bool
) -> None:
    text = f"Stir.\n{first}\nMix.\n{second}\nBake."

    assert kept(text) == (["Stir.", "Mix.", "Bake."] if is_left_out else text.splitlines())


def test_a_number_far_above_in_a_column_is_no_page() -> None:
    assert len(kept("Wax    7\n\n\nOil    3\n\nWax    8\n\n\nOil    4")) == 4


@pytest.mark.parametrize(
    ("above", "below", "joins"),
    [
        ("Fit the filter and", "close the lid of it now, waits", False),
        ("Fit the filters and", "close the lid of it now, waits", True),
        ("Fit the filters all.", "close the lid of it now, waits", False),
        ("Fit the filters and", "Close the lid of it now, waits", False),
        ("Fit the filters and", "a) close the lid of it, valves", False),
    ],
)
def test_a_sentence_runs_on_from_a_line_that_is_full(above: str, below: str, joins: bool) -> None:
    text = f"{above}\n\nPage 1 of 2\n\n{below}"

    assert len(below) == 30
    assert len(kept(text)) == (1 if joins else 2)


def test_a_sentence_may_run_on_right_below_the_number_of_a_page() -> None:
    assert kept("Fit the filter and\nPage 1 of 2\nclose it\nWait.") == [
        f"Fit the filter and{' ' * 13}close it",
        "Wait.",
    ]


def test_a_sentence_that_runs_on_has_no_line_end_in_it() -> None:
    text = "Fit the filter and\n\nPage 1 of 2\n\nclose it\nWait."

    assert without_page_lines(text) == f"Fit the filter and{' ' * 15}close it\nWait."


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("Wax\n1\nRub\nWax\n2\nWait\nWax\n3", ["Rub", "Wait"]),
        ("Wax\n1\nRub\nWax\n2", ["Wax", "1", "Rub", "Wax", "2"]),
        ("Wax\n2\nRub\nWax\n3\nWait\nWax\n4", ["Rub", "Wait"]),
        ("Wax\n1\nRub\nWax\n3\nWait\nWax\n4", None),
        ("Wax\n1\nRub\nOil\n2\nWait\nWax\n3", None),
        ("Wax\n1\nRub\nWax\n2\nWait\nWax\n3\nStop", None),
        ("1\nRub\n2\nWait\n3", None),
    ],
)
def test_three_slides_have_the_same_words_above_their_numbers(
    text: str, lines: list[str] | None
) -> None:
    assert kept(text) == (text.splitlines() if lines is None else lines)


@pytest.mark.parametrize(
    ("above", "end", "is_left_out"),
    [
        ("Farm", "\n\nFarm", True),
        ("Farm", "\nFarm", False),
        ("Farm", "\n\nWard", False),
        ("- Farm", "\n\n- Farm", False),
    ],
)
def test_the_last_line_is_a_footer_below_a_gap_if_it_stands_above_a_page(
    above: str, end: str, is_left_out: bool
) -> None:
    text = f"Mix.\n{above}\nPage 1 of 2\nBake.{end}"

    assert kept(text) == (
        ["Mix.", "Bake."] if is_left_out else ["Mix.", above, "Bake.", end.strip()]
    )


@pytest.mark.parametrize(
    ("line", "first"),
    [
        ("Spill response   Page 1 of 2", "Spill response"),
        ("Step 2   Page 1 of 2", "Mix."),
        ("Ref: a   Page 1 of 2", "Mix."),
        ("Page 1 of 2", "Mix."),
    ],
)
def test_the_first_line_of_a_text_keeps_its_words(line: str, first: str) -> None:
    assert kept(f"{line}\nMix.\n{line.replace('1 of', '2 of')}\nBake.")[0] == first


def test_a_text_of_no_lines_is_left_as_it_is() -> None:
    assert without_page_lines("") == ""
    assert without_page_lines("\n\n") == "\n\n"
    assert without_page_lines("12\n") == "12\n"
