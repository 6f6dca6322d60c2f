"""Characters of a page as segments; letters have a size of 100, so that distances are hundredths.

Raised and lowered ones, spaces, marks of footnotes, bold beginnings and large first letters.
"""

from __future__ import annotations

from typing import Any

import pytest

from pipeline.sources.pdf.segments import Segment, find_segments

HEIGHT = 1000.0
SMALL = 60.0
Characters = list[dict[str, Any]]


def characters(
    words: str,
    x0: float = 50.0,
    baseline: float = 300.0,
    size: float = 100.0,
    *,
    width: float = 0.5,
    apart: float = 0.0,
    font: str = "Helvetica",
    **changes: Any,
) -> Characters:
    """Characters as pdfplumber has them, each ``width`` sizes wide and ``apart`` points apart."""
    step = width * size + apart
    return [
        {
            "text": letter,
            "x0": x0 + order * step,
            "x1": x0 + order * step + width * size,
            "bottom": baseline + 0.25 * size,
            "size": size,
            "fontname": font,
            "upright": True,
            "matrix": (1.0, 0.0, 0.0, 1.0, x0, HEIGHT - baseline),
            **changes,
        }
        for order, letter in enumerate(words)
    ]


def in_fonts(*parts: tuple[str, str]) -> Characters:
    """Words right after each other, each in a font."""
    line: Characters = []
    for words, font in parts:
        line += characters(words, 50.0 + 50 * len(line), font=font)
    return line


def segments(*groups: Characters) -> list[Segment]:
    return find_segments([each for group in groups for each in group], HEIGHT, 0)


def texts(*groups: Characters) -> list[str]:
    return [each.text for each in segments(*groups)]


def test_the_words_of_a_line_are_a_segment_with_its_place():
    assert find_segments(characters("Rub the wax"), HEIGHT, 4) == [
        Segment("Rub the wax", 50, 600, 225, 325, 300, 100, lead=0, first=150, page=4, code=False)
    ]


def test_words_are_plain_if_nothing_is_known_of_them():
    words = Segment("Wax", 50, 200, 225, 325, 300, 100)

    assert words == Segment("Wax", 50, 200, 225, 325, 300, 100, 0, 0.0, 0, False)
    assert not words.bold


def test_spaces_around_words_are_no_part_of_them():
    (words,) = segments(characters("  Rub it  "))

    assert (words.text, words.x0, words.x1, words.first) == ("Rub it", 150, 450, 150)


def test_the_first_word_of_a_segment_may_be_its_only_one():
    assert [each.first for each in segments(characters("Rub"), characters("A tin", 500))] == [
        150,
        50,
    ]


def test_a_size_is_exact_to_a_tenth_of_a_point():
    assert [each.size for each in segments(characters("Rub", size=99.96))] == [100.0]


@pytest.mark.parametrize(
    ("matrix", "is_read"),
    [
        ((10, 0.5, 0, 10), True),
        ((10, -0.5, 0, 10), True),
        ((10, 0.6, 0, 10), False),
        ((10, -0.6, 0, 10), False),
        ((1, 0, 0.3, 1), True),  # slanted
        ((0, 1, -1, 0), False),
        ((-1, 0, 0, 1), False),
        ((0, 0, 0, 1), False),
    ],
)
def test_words_that_are_turned_are_not_read(matrix, is_read):
    turned = characters("Top", matrix=(*matrix, 50.0, HEIGHT - 300))

    assert texts(turned, characters("Rub", baseline=500)) == (["Top"] if is_read else []) + ["Rub"]


@pytest.mark.parametrize("change", [{"upright": False}, {"size": 0.0}, {"text": "(cid:12)"}])
def test_what_is_no_visible_character_is_left_out(change):
    hidden = [{**each, **change} for each in characters("T")]

    assert texts(hidden, characters("Rub", baseline=500)) == ["Rub"]


def test_letters_of_one_point_are_read():
    assert texts(characters("Rub the wax", size=1.0)) == ["Rub the wax"]


def test_letters_that_are_printed_twice_to_look_bold_are_there_once():
    assert texts(characters("Rub it"), characters("Rub it", 50.3)) == ["Rub it"]


@pytest.mark.parametrize(
    ("font", "bold", "code"),
    [
        ("Helvetica", False, False),
        ("Helvetica-Bold", True, False),
        ("CMBX10", True, False),
        ("Courier", False, True),
        ("DejaVuSansMono-Bold", True, True),
    ],
)
def test_the_name_of_a_font_says_whether_words_are_bold_or_code(font, bold, code):
    (words,) = segments(characters("mix the wax", font=font))

    assert (words.bold, words.code) == (bold, code)


@pytest.mark.parametrize(
    ("usual", "lower_edge", "baseline"),
    [
        (300.0, 310.0, 300.0),
        (300.0, 315.0, 315.0),
        (325.0, 334.0, 300.0),
        (325.0, 340.0, 315.0),
        (325.0, 310.0, 285.0),
    ],
)
def test_words_with_another_lower_edge_than_usual_in_their_font_are_raised_or_lowered(
    usual, lower_edge, baseline
):
    wax, tin, lid = segments(
        characters("Wax", bottom=usual),
        characters("Tin", 500, bottom=lower_edge),
        characters("Lid", 900, bottom=lower_edge, font="Times"),
    )

    assert (wax.baseline, lid.baseline) == (300, 300)
    assert tin.baseline == pytest.approx(baseline)


def test_lines_below_each_other_stand_on_their_own_baselines():
    words = segments(characters("Rub"), characters("it", baseline=500))

    assert [each.baseline for each in words] == [300, 500]


@pytest.mark.parametrize(
    ("printed", "read"),
    [
        ("\U0001d400", "A"),
        ("\U0001d7ff", "9"),
        ("d𝑥", "dx"),
        ("²", "²"),
        ("ﬁ", "fi"),
        ("\uf0b7", "•"),
        ("\uf06d", "µ"),
        ("\uf0b0", "°"),
    ],
)
def test_a_character_is_read_without_its_style(printed, read):
    assert texts(characters("x", text=printed)) == [read]


def test_a_space_that_does_not_break_is_a_space():
    assert texts(characters("Rub\u00a0it")) == ["Rub it"]


@pytest.mark.parametrize(
    ("lower", "read"),
    [(25, ["Rub it"]), (26, ["Rub", "it"]), (-25, ["Rub it"]), (-26, ["it", "Rub"])],
)
def test_words_up_to_a_quarter_of_their_size_higher_or_lower_are_on_one_line(lower, read):
    assert texts(characters("Rub"), characters("it", 225, 300 + lower)) == read


def test_a_line_may_sink_with_each_letter():
    sinking = [
        characters(letter, 50 + 50 * order, 300 + 2.5 * order)
        for order, letter in enumerate("Rub in the wax.")
    ]

    assert texts(*sinking) == ["Rub in the wax."]


def test_a_space_between_two_lines_does_not_join_them():
    spaces = [characters(" ", baseline=250), characters(" ", 200, 324)]

    assert texts(*spaces, characters("Rub"), characters("it", baseline=340)) == ["Rub", "it"]


def test_small_words_that_stand_lower_by_a_third_of_their_size_are_on_a_line_of_their_own():
    small = characters("with a cloth", 505, 320, SMALL)

    assert texts(characters("Rub it in"), small) == ["Rub it in", "with a cloth"]


def test_words_are_read_as_they_stand_in_whichever_order_they_are_drawn():
    drawn = [
        characters("for a day.", baseline=500),
        characters("the wax", 250),
        characters("Rub ", 50),
    ]

    assert texts(*drawn) == ["Rub the wax", "for a day."]


def test_a_raised_number_is_put_after_its_word_and_before_the_next():
    assert texts(
        characters("Open the tin", baseline=150),
        characters("Take 10"),
        characters("5", 405, 260, SMALL),
        characters("cells", 470),
    ) == ["Open the tin", "Take 10⁵ cells"]


@pytest.mark.parametrize(
    ("rise", "read"),
    [
        (7.4, ["Take 10⁵"]),
        (7.5, ["5", "Take 10"]),
        (-5.4, ["Take 10₅"]),
        (-5.5, ["Take 10", "5"]),
    ],
)
def test_a_number_far_above_or_below_a_word_is_none_of_its_own(rise, read):
    line = characters("Take 10", size=10.0)

    assert texts(line, characters("5", 85.5, 300 - rise, 6.0)) == read


@pytest.mark.parametrize(
    ("x0", "read"),
    [
        (400, ["Take 10⁵"]),
        (444, ["Take 10 ⁵"]),
        (445, ["5", "Take 10"]),
        (20, ["5", "Take 10"]),
    ],
)
def test_a_raised_number_stands_right_after_a_word(x0, read):
    assert texts(characters("Take 10"), characters("5", x0, 260, SMALL)) == read


def test_a_raised_number_after_a_space_belongs_to_no_word():
    assert texts(characters("Rub "), characters("5", 250, 260, SMALL)) == ["5", "Rub"]


@pytest.mark.parametrize(
    ("words", "raised", "read"),
    [
        ("Take the wax in", "12345678", ["Take the wax in¹²³⁴⁵⁶⁷⁸"]),
        ("Take the wax in", "123456789", ["123456789", "Take the wax in"]),
        ("mol", "-1", ["mol⁻¹"]),
        ("ml", "-1", ["-1", "ml"]),
    ],
)
def test_raised_characters_are_few_and_fewer_than_those_of_the_line(words, raised, read):
    after = 52 + 50 * len(words)

    assert texts(characters(words), characters(raised, after, 260, SMALL)) == read


@pytest.mark.parametrize(
    ("size", "rise", "read"),
    [
        (86, 40, ["Take 10⁵"]),
        (87, 40, ["5", "Take 10"]),
        (100, 40, ["5", "Take 10"]),
        (86, 12, ["Take 10⁵"]),
        (87, 12, ["Take 105"]),
        (100, 12, ["Take 105"]),
    ],
)
def test_raised_characters_are_smaller_than_the_others(size, rise, read):
    assert texts(characters("Take 10"), characters("5", 405, 300 - rise, size)) == read


@pytest.mark.parametrize(
    ("rise", "read"),
    [(7, "Take 105"), (8, "Take 10⁵"), (-7, "Take 105"), (-8, "Take 10₅"), (0, "Take 105")],
)
def test_small_characters_on_the_line_are_neither_raised_nor_lowered(rise, read):
    assert texts(characters("Take 10"), characters("5", 405, 300 - rise, SMALL)) == [read]


def test_a_number_is_raised_also_if_the_size_of_the_line_is_no_round_one():
    assert texts(characters("10", size=99.96), characters("5", 152, 288, SMALL)) == ["10⁵"]


def test_numbers_of_two_sizes_may_be_raised_and_lowered_in_one_line():
    assert texts(
        characters("10"),
        characters("5", 153, 260, SMALL),
        characters("CO", 220),
        characters("2", 322, 308, 70.0),
    ) == ["10⁵ CO₂"]


def test_large_spaces_between_letters_do_not_raise_them():
    spaces = [characters(" ", x0, 320, 200.0, width=0.075) for x0 in (100, 115, 130)]

    assert texts(characters("2"), *spaces, characters("g", 145)) == ["2 g"]


def test_a_raised_number_changes_neither_the_size_nor_the_baseline_of_its_line():
    (words,) = segments(characters("m"), characters("2", 100, 288, 70.0))

    assert (words.text, words.size, words.baseline) == ("m²", 100, 300)


@pytest.mark.parametrize(
    ("words", "scripts", "read"),
    [
        ("Take 10", [("ab", 12)], "Take 10^ab"),
        ("Add SO", [("4", -12), ("2-", 12)], "Add SO₄²⁻"),
        ("Take ", [("1/", 12), ("2", -12)], "Take 1/2"),
        ("Take ", [("1⁄", 12), ("2", -12)], "Take 1⁄2"),
        ("Rub wax ", [("[3]", 12)], "Rub wax"),
    ],
)
def test_raised_and_lowered_characters_are_written_together(words, scripts, read):
    line = [characters(words)]
    for script, rise in scripts:
        line.append(characters(script, line[-1][-1]["x1"], 300 - rise, SMALL))

    assert texts(*line) == [read]


@pytest.mark.parametrize(
    ("words", "mark", "rise", "read"),
    [
        ("beeswax", "1", 12, "beeswax"),
        ("beeswax", "1,", 12, "beeswax"),
        ("beeswax", "*", 12, "beeswax"),
        ("wax.", "1", 12, "wax."),
        ("cell", "5", 12, "cell⁵"),
        ("beeswax", "+", 12, "beeswax⁺"),
        ("beeswax", "2", -12, "beeswax₂"),
    ],
)
def test_the_mark_of_a_footnote_stands_after_a_long_word_or_the_end_of_a_sentence(
    words, mark, rise, read
):
    after = 50 + 50 * len(words)

    assert texts(characters(words), characters(mark, after, 300 - rise, SMALL)) == [read]


def test_the_raised_number_of_a_reference_at_a_distance_is_left_out():
    assert texts(characters("Rub wax"), characters("[3]", 442, 260, 40.0)) == ["Rub wax"]


@pytest.mark.parametrize(
    ("gap", "sizes", "read"),
    [
        (95, (100, 100), ["Rub it"]),
        (96, (100, 100), ["Rub", "it"]),
        (57, (100, 60), ["Rub it"]),
        (58, (100, 60), ["Rub", "it"]),
        (57, (60, 100), ["Rub it"]),
        (58, (60, 100), ["Rub", "it"]),
    ],
)
def test_a_gap_of_about_the_size_of_the_smaller_words_is_between_two_segments(gap, sizes, read):
    rub = characters("Rub", size=sizes[0])

    assert texts(rub, characters("it", rub[-1]["x1"] + gap, size=sizes[1])) == read


def test_many_spaces_are_a_gap_between_two_segments():
    words = segments(characters("Rub    it in"))

    assert [(each.text, each.x0) for each in words] == [("Rub", 50), ("it in", 400)]


@pytest.mark.parametrize(("gap", "read"), [(12, "Rubit"), (13, "Rub it")])
def test_a_gap_between_two_words_is_a_space(gap, read):
    assert texts(characters("Rub"), characters("it", 200 + gap)) == [read]


@pytest.mark.parametrize(("gap", "read"), [(6, "Rubit"), (7, "Rub it")])
def test_a_space_may_be_narrow_but_not_without_width(gap, read):
    space = characters(" ", 200, width=gap / 100)

    assert texts(characters("Rub"), space, characters("it", 200 + gap)) == [read]


def test_letters_after_a_space_may_be_set_apart_a_little():
    assert texts(characters("Rub "), characters("it", 250, apart=10)) == ["Rub it"]


def test_a_space_is_measured_in_the_size_of_the_smaller_words():
    assert texts(characters("Rub"), characters("IT", 215, size=140.0)) == ["Rub IT"]


@pytest.mark.parametrize(
    ("gap", "mark", "read"),
    [
        (59, ".", "wax."),
        (60, ".", "wax ."),
        *((30, mark, f"wax{mark}") for mark in ",;:)"),
        (30, "(", "wax ("),
        (30, "a", "wax a"),
    ],
)
def test_a_mark_of_punctuation_may_stand_further_from_its_word(gap, mark, read):
    assert texts(characters("wax"), characters(mark, 200 + gap)) == [read]


def test_a_space_before_a_mark_of_punctuation_stays():
    assert texts(characters("wax .")) == ["wax ."]


@pytest.mark.parametrize(("words", "read"), [("WAXED", "WAXED"), ("WAXY", "W A X Y")])
def test_five_letters_or_more_that_are_set_apart_are_a_word(words, read):
    assert texts(characters(words, apart=20)) == [read]


def test_between_letters_that_are_set_apart_only_a_larger_gap_is_a_space():
    wax, tin = characters("WAX", apart=20), characters("TIN", 290, apart=20)

    assert texts(wax, tin) == ["WAX TIN"]


def test_most_letters_of_a_line_decide_how_far_apart_they_are_set():
    assert texts(characters("WAX"), characters("ING", 220, apart=20)) == ["WAXING"]


def test_spaces_do_not_count_for_how_far_apart_letters_are_set():
    line: Characters = []
    for word in "DO AS I DO IN A GO".split():
        start = line[-1]["x1"] if line else 50
        line += characters(word, start, apart=20)
        line += characters(" ", line[-1]["x1"])

    assert texts(line) == ["DO AS I DO IN A GO"]


@pytest.mark.parametrize(
    ("width", "overlap", "read"),
    [
        (0, 0, "lowwax"),
        (10, 0, "lowwax"),
        (15, 0, "low-wax"),
        (33, 0, "low-wax"),
        (15, 4, "low-wax"),
        (15, 5, "lowwax"),
    ],
)
def test_a_soft_hyphen_within_a_line_is_read_if_it_is_seen(width, overlap, read):
    hyphen = characters("\u00ad", 200, width=width / 100)

    assert texts(characters("low"), hyphen, characters("wax", 200 + width - overlap)) == [read]


def test_a_soft_hyphen_stays_at_the_end_of_a_line_but_not_before_a_space():
    assert texts(characters("low\u00ad wax"), characters("tempera\u00ad", baseline=500)) == [
        "low wax",
        "tempera\u00ad",
    ]


PLAIN, BOLD, CODE = "Helvetica", "Helvetica-Bold", "Courier"


@pytest.mark.parametrize(
    ("parts", "lead"),
    [
        ([("Rub it in", BOLD)], 9),
        ([("Rub: ", BOLD), ("take care", PLAIN)], 4),
        ([("Rub the ", PLAIN), ("wax", BOLD)], 0),
        ([("1. ", PLAIN), ("Rub it", BOLD)], 9),
        ([("12.3. ", PLAIN), ("Rub it", BOLD)], 12),
        ([("12.34. ", PLAIN), ("Rub it", BOLD)], 0),
        ([("A. ", PLAIN), ("Rub it", BOLD)], 0),
        ([("1. ", PLAIN), ("Rub it", PLAIN)], 0),
    ],
)
def test_a_bold_beginning_may_have_a_short_plain_number_before_it(parts, lead):
    (words,) = segments(in_fonts(*parts))

    assert words.lead == lead
    assert words.bold == (lead == len(words.text))


def test_a_lowered_number_in_bold_words_need_not_be_bold():
    (words,) = segments(characters("CO", font=BOLD), characters("2", 150, 312, SMALL))

    assert (words.text, words.bold) == ("CO₂", True)


def test_a_line_with_a_word_of_code_is_not_code():
    (words,) = segments(in_fonts(("mix --wax ", CODE), ("twice", PLAIN)))

    assert not words.code


@pytest.mark.parametrize(("size", "read"), [(160, "R ub it"), (161, "Rub it")])
def test_a_first_letter_is_large_from_a_certain_size_on(size, read):
    letter = characters("R", size=float(size))

    assert texts(letter, characters("ub it", letter[-1]["x1"] + 30)) == [read]


def test_a_large_first_letter_is_put_before_the_first_of_the_lines_next_to_it():
    above, first, last = segments(
        characters("Open the tin", baseline=100),
        characters("R", 50, 420, 240.0),
        characters("ub it in", 180, font=BOLD),
        characters("for a day", 180, 420),
    )

    assert [above.text, first.text, last.text] == ["Open the tin", "Rub it in", "for a day"]
    assert (first.x0, first.x1, first.size, first.lead) == (50, 580, 100, 0)


@pytest.mark.parametrize(
    ("gap", "baseline", "is_joined"),
    [
        (-21, 300, False),
        (-20, 300, True),
        (149, 300, True),
        (150, 300, False),
        (10, 215, False),
        (10, 216, True),
        (10, 554, True),
        (10, 555, False),
    ],
)
def test_a_large_first_letter_stands_close_to_its_line(gap, baseline, is_joined):
    letter = characters("R", 50, 420, 240.0)  # as far as x 170, from y 240 to 480

    read = texts(letter, characters("ub it in", 170 + gap, baseline))
    assert sorted(read) == (["Rub it in"] if is_joined else ["R", "ub it in"])


@pytest.mark.parametrize(
    ("letter", "size", "words", "is_joined"),
    [
        ("R", 161, "ub it in", True),
        ("R", 160, "ub it in", False),
        ("R", 240, "Ub it in", False),
        ("1", 240, "rub it in", False),
        ("Ru", 240, "b it in", False),
        ("Wax", 240, "tins are hot", False),
    ],
)
def test_only_a_letter_alone_that_is_large_is_put_before_small_ones(letter, size, words, is_joined):
    large = characters(letter, 50, 340, float(size))

    read = texts(large, characters(words, large[-1]["x1"] + 5))
    assert sorted(read) == ([letter + words] if is_joined else sorted([letter, words]))


def test_a_raised_number_is_read_once_if_other_small_words_stand_on_its_level():
    line = characters("Take10", 50, 300)
    raised = characters("5", 355, 260, SMALL)
    note = characters("see", 900, 260, SMALL)

    assert texts(line, raised, note) == ["see", "Take10⁵"]


def test_a_single_letter_keeps_its_raised_number():
    assert texts(characters("m", 50, 300), characters("2", 102, 260, SMALL)) == ["m²"]
