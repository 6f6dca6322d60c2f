"""What a PDF shows, by where its words stand."""

from __future__ import annotations

import zlib

import pytest

from pipeline.sources.pdf import pdf_text
from pipeline.sources.pdf.unpacked import unpacks_to_more_than
from pipeline.sources.results import UnusableSource
from pipeline.text.steps import find_procedure
from tests.support.pdf_file import Page, pdf_file

TITLE = Page().words(50, 60, "Waxing a table", size=20, font="bold")


def page() -> Page:
    """A page with a title, below which a text may begin."""
    return Page(list(TITLE.drawn))


def steps(*pages: Page) -> list[str]:
    procedure = find_procedure(pdf_text(pdf_file(*pages)))
    return [" ".join(step.text.split()) for step in procedure.steps]


def labelled(*pages: Page) -> list[tuple[str | None, str]]:
    procedure = find_procedure(pdf_text(pdf_file(*pages)))
    return [(step.label, step.text) for step in procedure.steps]


def materials(*pages: Page) -> list[str]:
    return [each.name for each in find_procedure(pdf_text(pdf_file(*pages))).materials]


def title(*pages: Page, named: str = "") -> str | None:
    return find_procedure(pdf_text(pdf_file(*pages, title=named))).title


LEFT = (
    "1. Rub the wax on the table along the",
    "grain until the cloth moves easily and",
    "the surface looks even everywhere.",
    "2. Wait for ten minutes until the wax",
    "has dried to a pale haze.",
)
RIGHT = (
    "3. Polish the table with a clean cloth",
    "in small circles, and turn the cloth",
    "whenever it begins to stick.",
    "4. Put the lid back on the tin, which",
    "keeps the wax soft for a year.",
)
ALL_FOUR = [
    "Rub the wax on the table along the grain until the cloth moves easily and the surface looks"
    " even everywhere.",
    "Wait for ten minutes until the wax has dried to a pale haze.",
    "Polish the table with a clean cloth in small circles, and turn the cloth whenever it begins"
    " to stick.",
    "Put the lid back on the tin, which keeps the wax soft for a year.",
]


def test_columns_are_read_one_after_the_other_also_if_their_lines_are_on_one_level():
    assert steps(page().lines(50, 100, *LEFT).lines(320, 100, *RIGHT)) == ALL_FOUR
    assert steps(page().lines(50, 100, *LEFT).lines(320, 105, *RIGHT)) == ALL_FOUR


def test_what_stands_above_both_columns_is_read_first_and_what_stands_below_last():
    above = "These are the four steps that every table needs once a year, in whichever room it is."
    below = (
        "5. Put everything into the cupboard below the stairs, where no frost can reach the tin."
    )
    text = page().words(50, 90, above).lines(50, 120, *LEFT).lines(320, 120, *RIGHT)

    assert steps(text.words(50, 200, below)) == [*ALL_FOUR, below[3:]]


def test_numbers_at_a_distance_from_their_text_are_no_column():
    text = page()
    for number in (1, 2, 3):
        text.words(50, 90 + 30 * number, f"{number}.")
        text.lines(90, 90 + 30 * number, f"Rub the leg number {number} with a piece of", "cloth.")

    assert steps(text) == [f"Rub the leg number {n} with a piece of cloth." for n in (1, 2, 3)]


def test_large_numerals_in_the_margin_are_the_numbers_of_steps():
    text = page()
    for number in (1, 2, 3):
        text.words(50, 60 + 60 * number + 18, str(number), size=28, font="bold")
        text.lines(90, 60 + 60 * number, f"Rub the leg number {number} with wax.", "Then wait.")

    assert steps(text) == [f"Rub the leg number {n} with wax. Then wait." for n in (1, 2, 3)]


def test_bare_numbers_count_a_list_but_not_amounts():
    counted, amounts = page(), page().words(50, 95, "You will need", font="bold")
    for order, (number, words) in enumerate([(1, "beeswax"), (2, "cloths"), (4, "brushes")]):
        amounts.words(50, 110 + 14 * order, str(number)).words(80, 110 + 14 * order, words)
        counted.words(50, 110 + 30 * order, str(order + 1))
        counted.words(80, 110 + 30 * order, f"Rub in the {words} well.")
    amounts.words(50, 200, "How to do it", font="bold").lines(50, 215, "1. Rub.", "2. Wait.")

    assert steps(counted) == [f"Rub in the {w} well." for w in ("beeswax", "cloths", "brushes")]
    assert materials(amounts) == ["beeswax", "cloths", "brushes"]


def test_ingredients_next_to_the_method_are_materials():
    text = page().words(50, 95, "Ingredients", font="bold").words(260, 95, "Method", font="bold")
    text.lines(50, 110, "200 g beeswax", "1 litre turpentine", "3 cloths", "1 tin", "2 brushes")
    text.lines(260, 110, "1. Melt the beeswax in the tin over a low heat and", "take it off.")
    text.lines(260, 134, "2. Stir in the turpentine with one of the brushes", "until it is smooth.")

    assert steps(text) == [
        "Melt the beeswax in the tin over a low heat and take it off.",
        "Stir in the turpentine with one of the brushes until it is smooth.",
    ]
    assert materials(text) == ["beeswax", "turpentine", "cloths", "tin", "brushes"]


def test_sections_side_by_side_are_columns_also_if_their_lines_are_short_and_on_one_level():
    text = page().words(50, 100, "Tools", font="bold").words(260, 100, "Method", font="bold")
    text.lines(50, 115, "1 brush", "2 cloths").lines(260, 115, "Wax the table", "Polish it")

    assert materials(text) == ["brush", "cloths"]


def test_two_lists_of_amounts_side_by_side_are_one():
    text = page().words(50, 95, "Ingredients", font="bold")
    text.lines(50, 110, "200 g beeswax", "2 cloths").lines(250, 110, "1 litre turpentine", "3 tins")
    text.words(50, 150, "Method", font="bold").lines(50, 165, "1. Melt the wax.", "2. Stir it.")

    assert materials(text) == ["beeswax", "cloths", "turpentine", "tins"]
    assert steps(text) == ["Melt the wax.", "Stir it."]


def test_cards_are_read_by_their_numbers():
    text = page()
    for number, (x, y) in enumerate([(50, 120), (320, 120), (50, 260), (320, 260)], start=1):
        text.words(x, y, f"{number}. Rub in the wax of tin {number}")
        text.lines(x, y + 12, "until the cloth moves easily", "along the grain of the wood.")

    assert [each.split()[6] for each in steps(text)] == ["1", "2", "3", "4"]


def test_a_word_that_is_cut_at_the_end_of_a_line_is_whole_again():
    lines = ("1. Warm the wax to room tempera-", "ture in the tin, and rub in the low-")
    more = ("melting kind first.", "2. Keep the low-melting kind in the tin.")

    assert steps(page().lines(50, 100, *lines, *more)) == [
        "Warm the wax to room temperature in the tin, and rub in the low-melting kind first.",
        "Keep the low-melting kind in the tin.",
    ]


def test_headers_footers_and_page_numbers_are_left_out_and_sentences_continue():
    pages = []
    for number, texts in enumerate([("1. Rub the wax on the table along the",), ("grain.",)]):
        each = Page().words(50, 30, "Handbook of furniture", size=8)
        each.words(300, 780, f"{number + 4}", size=8).lines(50, 720 - 600 * number, *texts)
        pages.append(each)
    pages[1].words(50, 150, "2. Wait for ten minutes.")

    assert steps(*pages) == ["Rub the wax on the table along the grain.", "Wait for ten minutes."]


def test_what_a_browser_prints_at_the_edges_is_left_out():
    text = page().words(24, 22, "11/27/26, 3:28 PM", size=8).words(286, 22, "Waxing", size=8)
    text.words(24, 785, "https://wax.example/table", size=8).words(560, 785, "1/1", size=8)

    assert steps(text.lines(50, 100, "1. Rub it.", "2. Wait.")) == ["Rub it.", "Wait."]


def test_the_largest_words_of_the_first_page_are_the_title_and_nothing_above_it_counts():
    text = Page().words(50, 40, "TABLES & CHAIRS", size=12, font="bold")
    text.words(50, 80, "WI-014: Waxing a", size=20, font="bold").words(50, 104, "table", size=20)
    text.lines(50, 140, "1. Rub the wax on the table.", "2. Wait for ten minutes.")

    assert title(text) == "Waxing a table"
    assert steps(text) == ["Rub the wax on the table.", "Wait for ten minutes."]


def test_the_title_that_the_file_names_counts_more_than_a_larger_logo():
    text = Page().words(50, 40, "The Wax Shop", size=30, font="bold")
    text.words(50, 80, "How to wax a table", size=18)
    text.lines(50, 120, "1. Rub the wax on the table.", "2. Wait for ten minutes.")

    assert title(text, named="How to wax a table | The Wax Shop") == "How to wax a table"


def test_below_the_name_of_a_maker_the_largest_of_several_words_is_the_title():
    text = Page().words(50, 40, "Waxo", size=30, font="bold").words(50, 74, "Deluxe", size=24)
    text.words(50, 110, "How to wax a table", size=18)
    text.lines(50, 140, "1. Rub the wax on the table.", "2. Wait for ten minutes.")

    assert title(text) == "How to wax a table"


def test_a_title_in_the_header_of_all_pages_is_found_there():
    pages = [Page().words(50, 40, "Title: Waxing a table").words(50, 60, "Rev 3") for _ in "12"]
    pages[0].lines(50, 120, "1. Rub the wax on.", "2. Wait for a day.")
    pages[1].words(50, 120, "3. Polish it.")

    assert title(*pages) == "Waxing a table"
    assert steps(*pages) == ["Rub the wax on.", "Wait for a day.", "Polish it."]


def test_raised_and_lowered_characters_are_unicode():
    text = (
        page().words(50, 100, "1. Take 10").words(97.3, 96, "5", size=6).words(103, 100, "cells.")
    )
    text.words(50, 130, "2. Add CO").words(95.1, 133, "2", size=6).words(101, 130, "for an hour.")

    assert steps(text) == ["Take 10⁵ cells.", "Add CO₂ for an hour."]


def test_footnotes_and_their_marks_are_left_out():
    text = page().words(50, 100, "1. Rub in the beeswax").words(146.2, 96, "1", size=6)
    text.words(152, 100, "with a cloth.").words(50, 120, "2. Wait for ten minutes.")
    text.words(50, 700, "1 From a chemist, who sells it by the gram.", size=8)

    assert steps(text) == ["Rub in the beeswax with a cloth.", "Wait for ten minutes."]


def test_steps_low_on_a_page_are_no_footnotes_for_their_numbers():
    text = page().words(50, 100, "Steps for the shop", font="bold", size=14)
    text.lines(50, 600, "1 Rub the wax in.", "2 Wait for a day.", "3 Polish the table.")

    assert steps(text) == ["Rub the wax in.", "Wait for a day.", "Polish the table."]


@pytest.mark.parametrize("marked", ["report1", "report.1", "“report”.1", "report (short)1"])
def test_the_mark_of_a_footnote_may_be_as_large_as_the_text(marked):
    text = page().words(50, 100, f"1. Print the {marked} and keep it with the others.")
    text.words(50, 120, "2. Wait until the wax has dried to a pale haze everywhere.")
    text.words(50, 700, "1 It is short.", size=8)

    assert steps(text)[0] == f"Print the {marked.removesuffix('1')} and keep it with the others."


def test_a_table_of_steps_continues_on_the_next_page():
    edges = [50, 90, 330, 420]
    header = ("No.", "Action", "Time")
    first = page().table(edges, 100, header, ("1", "Rub the wax on the table.", "5 min"))
    second = Page().table(edges, 100, header, ("2", "Polish it with a cloth.", "20 min"))

    assert steps(first, second) == [
        "Rub the wax on the table (5 min).",
        "Polish it with a cloth (20 min).",
    ]


def test_a_row_over_the_whole_width_heads_those_below_it():
    rows = (("No.", "Action", "Time"), ("A. Before",), ("1", "Rub the table clean.", "5 min"))
    more = (("B. Waxing",), ("2", "Rub in the wax.", "9 min"), ("3", "Wait for it to dry.", "1 h"))

    assert labelled(page().table([50, 90, 330, 420], 100, *rows, *more)) == [
        ("Before", "Rub the table clean (5 min)."),
        ("Waxing", "Rub in the wax (9 min)."),
        ("Waxing", "Wait for it to dry (1 h)."),
    ]


def test_a_table_without_rules_is_one_if_its_parts_stand_below_each_other():
    text = page().words(50, 95, "You will need", font="bold")
    for order, cells in enumerate(
        [("Item", "Quantity", "Remarks"), ("Beeswax", "200 g", "yellow"), ("Cloths", "2", "clean")]
    ):
        for x, words in zip((50, 200, 300), cells, strict=True):
            text.words(x, 115 + 14 * order, words)
    text.words(50, 180, "Method", font="bold").lines(50, 195, "1. Melt the wax.", "2. Stir it.")
    entries = find_procedure(pdf_text(pdf_file(text))).materials

    assert [(each.name, each.amount, each.unit, each.note) for each in entries] == [
        ("Beeswax", "200", "g", "yellow"),
        ("Cloths", "2", None, "clean"),
    ]


def test_boxes_with_warnings_are_left_out_and_others_are_read_as_a_whole():
    text = page().lines(50, 100, "1. Rub the wax on the table.")
    text.box(45, 112, 400, 160).words(50, 130, "WARNING", font="bold")
    text.words(50, 145, "Wax burns. Keep it away from the stove.")
    text.lines(50, 180, "2. Wait for ten minutes.", "3. Polish it.")

    assert steps(text) == ["Rub the wax on the table.", "Wait for ten minutes.", "Polish it."]


def test_bullets_and_check_boxes_that_are_drawn_are_markers():
    text = page()
    for order, words in enumerate(("Rub the wax on the table", "Wait for ten minutes", "Polish")):
        text.box(50, 92 + 16 * order, 54, 96 + 16 * order, filled=True)
        text.words(62, 100 + 16 * order, words)

    assert steps(text) == ["Rub the wax on the table", "Wait for ten minutes", "Polish"]


def test_words_in_drawings_and_captions_are_left_out():
    text = page().words(50, 100, "1. Rub the wax on the table.")
    for x in (60, 120, 180):
        text.box(x, 120, x + 62, 180).words(x + 10, 150, "40 cm", size=8)
    text.words(60, 192, "The table from above", size=8).words(50, 230, "2. Wait for a day.")

    assert steps(text) == ["Rub the wax on the table.", "Wait for a day."]


def test_a_wrapped_line_that_begins_like_a_number_is_no_item():
    lines = (
        "1. Rub in the wax.",
        "2. Set the oven with the wax in it to gas",
        "4. Bake it for an hour.",
        "3. Stop.",
    )

    assert steps(page().lines(50, 100, *lines)) == [
        "Rub in the wax.",
        "Set the oven with the wax in it to gas 4. Bake it for an hour.",
        "Stop.",
    ]


def test_lines_of_code_are_part_of_the_step_above():
    text = page().words(50, 100, "1. Start the mixer:").words(70, 116, "mix --wax 200", font="code")
    text.words(70, 128, "mix --stop", font="code").words(50, 150, "2. Wait for ten minutes.")

    assert steps(text) == ["Start the mixer: mix --wax 200; mix --stop", "Wait for ten minutes."]


def test_the_numbers_of_all_lines_are_left_out():
    text = page()
    for order in range(14):
        text.words(20, 100 + 14 * order, f"{order + 31}", size=7)
        text.words(50, 100 + 14 * order, f"{order + 1}. Rub in tin number {order + 1}.")

    assert steps(text) == [f"Rub in tin number {number}." for number in range(1, 15)]


def test_numbers_in_the_margin_that_do_not_count_lines_stay():
    text = page()
    for order in range(14):
        text.words(20, 100 + 14 * order, f"{5 * order}", size=7)
        text.words(50, 100 + 14 * order, f"{order + 1}. Rub in tin number {order + 1}.")

    assert "55 12. Rub in tin number 12." in pdf_text(pdf_file(text))


def test_titles_in_the_margin_begin_the_steps_next_to_them():
    text = page()
    for order, words in enumerate(("RUB", "WAIT", "POLISH")):
        text.words(50, 100 + 40 * order, words, font="bold")
        text.lines(130, 100 + 40 * order, "Take the cloth and the tin of wax and", "use them.")

    assert steps(text) == [
        f"{words}: Take the cloth and the tin of wax and use them."
        for words in ("RUB", "WAIT", "POLISH")
    ]


def packed(content: bytes, filters: bytes = b"/FlateDecode", kind: bytes = b"") -> bytes:
    dictionary = b"<<" + kind + b"/Filter " + filters + b"/Length %d>>" % len(content)
    return b"%PDF-1.4\n1 0 obj" + dictionary + b"stream\n" + content + b"\nendstream endobj"


def test_a_file_that_unpacks_to_too_much_is_not_unpacked():
    bomb = packed(zlib.compress(bytes(129 << 20)))

    with pytest.raises(UnusableSource, match="unpacks to more than 128 MiB"):
        pdf_text(bomb)
    twice = packed(zlib.compress(zlib.compress(b"x")), b"[/FlateDecode /FlateDecode]")
    assert unpacks_to_more_than(twice, 1 << 20)


def test_pictures_and_what_is_not_packed_do_not_count():
    zeros = zlib.compress(bytes(2 << 20))

    assert unpacks_to_more_than(packed(zeros), 2 << 19)
    assert not unpacks_to_more_than(packed(zeros), 2 << 20)
    assert not unpacks_to_more_than(packed(zeros, kind=b"/Subtype/Image"), 1)
    assert not unpacks_to_more_than(packed(b"not packed"), 1)


def test_a_page_that_is_full_of_shapes_has_its_words():
    text = page().lines(50, 100, "1. Rub it.", "2. Wait.")
    for order in range(5000):
        text.box(order % 90, 300 + order % 70, order % 90 + 1, 301 + order % 70)

    assert steps(text) == ["Rub it.", "Wait."]


def test_words_that_stand_in_no_cell_are_read():
    text = page().box(50, 90, 400, 105).box(400, 90, 470, 105).box(470, 90, 540, 105)
    text.box(400, 105, 470, 300).box(470, 105, 540, 300)  # to sign, next to all steps
    text.words(410, 100, "MECH").words(480, 100, "INSP").words(475, 160, "N/A")
    text.words(60, 100, "Procedure", font="bold")
    for order, step in enumerate(["1. Rub in the wax.", "2. Wait an hour.", "3. Polish it."]):
        text.words(60, 130 + 30 * order, step)

    assert steps(text) == ["Rub in the wax.", "Wait an hour.", "Polish it."]


def test_a_table_next_to_a_column_to_sign_stands_where_it_is():
    text = page().box(480, 90, 550, 400, filled=True).words(490, 105, "Signed")
    text.words(490, 205, "N/A").words(50, 105, "1. Lay these things out:")
    text.table([50, 200, 476], 120, ("Thing", "Number"), ("Cloth", "2"))
    text.words(50, 180, "2. Rub in the wax with the first cloth and then with the second one.")

    assert steps(text.words(50, 200, "3. Polish it.")) == [
        "Lay these things out: Cloth (2)",
        "Rub in the wax with the first cloth and then with the second one.",
        "Polish it.",
    ]


def test_a_warning_in_capitals_on_two_lines_is_left_out():
    text = page().words(50, 90, "Procedure", font="bold", size=14)
    text.words(60, 115, "WARNING: LET THE WAX COOL DOWN. HOT WAX CAN CAUSE BAD", font="bold")
    text.words(150, 127, "INJURIES TO PEOPLE.", font="bold")
    text.words(50, 145, "1. Open the tin of wax with a knife.").words(50, 160, "2. Rub it in.")

    assert labelled(text) == [
        (None, "Open the tin of wax with a knife."),
        (None, "Rub it in."),
    ]


def test_what_stands_below_the_end_of_the_task_is_no_step():
    text = page().words(50, 100, "1. Open the tin.").words(50, 120, "2. Rub it in.")
    text.words(200, 160, "* * * END OF TASK * * *", font="bold", size=12)
    text.words(50, 200, "1. Lid").words(50, 220, "2. Tin")

    assert steps(text) == ["Open the tin.", "Rub it in."]


@pytest.mark.parametrize("amount", ["0.1 g", "3.1 m²", "4 m² of"])
def test_a_number_is_no_mark_of_a_footnote(amount):
    text = page().words(50, 100, f"1. Take {amount} wax.")
    text.words(50, 120, "2. Rub it in with a soft cloth until the table is even everywhere.")
    text.words(50, 700, "1 From a chemist.", size=8).words(50, 712, "2 Not on paint.", size=8)

    assert steps(text)[0] == f"Take {amount} wax."


@pytest.mark.parametrize(
    ("printed", "read"),
    [
        ("Mixing 0.5 L of wax", "Mixing 0.5 L of wax"),
        ("Before: a table", "Before: a table"),
        ("2.3 Waxing a table", "Waxing a table"),
        ("RE: Waxing a table", "Waxing a table"),
        ("SOP-12: Waxing a table", "Waxing a table"),
        ("Wax of type WX-1: how to", "Wax of type WX-1: how to"),
    ],
)
def test_numbers_are_taken_off_the_beginning_of_a_title_alone(printed, read):
    text = Page().words(50, 60, printed, size=20, font="bold")
    text.words(50, 100, "1. Open the tin of wax with a knife.").words(50, 120, "2. Rub it in.")

    assert title(text) == read


def test_how_long_a_step_takes_in_the_margin_is_no_part_of_it():
    text = page().words(50, 100, "1. Wait until the wax is dry on").words(500, 100, "1h 10m")
    text.words(50, 112, "the whole table.").words(50, 130, "2. Polish it with a cloth.")

    assert steps(text) == ["Wait until the wax is dry on the whole table.",
                           "Polish it with a cloth."]  # fmt: skip


def test_a_sentence_that_runs_around_a_table_is_one():
    text = page().words(
        50, 100, "The wax was mixed in a pan in the parts that are given in Table 1,"
    )
    text.words(50, 130, "Table 1. Parts of the wax.")
    text.table([50, 200, 330], 140, ("Kind", "Colour"), ("Beeswax", "yellow"))
    text.words(50, 205, "and stirred until it was clear. It was left to cool for an hour.")

    assert steps(text) == [
        "The wax was mixed in a pan in the parts that are given in Table 1, and stirred until it"
        " was clear.",
        "It was left to cool for an hour.",
    ]


def test_a_word_with_a_particle_keeps_its_hyphen_at_the_end_of_a_line():
    text = page().lines(50, 100, "1. Use the wax and look for the use-", "by date on the tin.")

    assert steps(text.words(50, 140, "2. Rub the use of it in."))[:1] == [
        "Use the wax and look for the use-by date on the tin."
    ]


def test_the_number_of_a_step_below_a_figure_is_no_caption():
    text = page().words(40, 100, "1", size=9, font="bold").words(60, 100, "Rub the wax in.")
    text.words(40, 115, "2", size=9, font="bold").words(60, 115, "Wait for a day.")
    for x in (30, 90, 150):
        text.box(x, 125, x + 62, 180).words(x + 10, 150, "40 cm", size=8)
    text.words(40, 196, "3", size=9, font="bold").words(60, 196, "Polish the table.")

    assert steps(text) == ["Rub the wax in.", "Wait for a day.", "Polish the table."]


@pytest.mark.parametrize(("width", "words"), [(40, " READY"), (60, "")])
def test_the_words_in_a_drawing_are_no_text_but_those_in_the_picture_of_a_key_are(width, words):
    text = page().words(50, 100, "1. Press until the light shows")
    for inset in (0, 2, 4):
        text.box(50 + inset, 104 + inset, 50 + width - inset, 140 - inset)
    text.words(56, 125, "READY", size=9).words(50, 160, "2. Wait for a day.")

    assert steps(text) == [f"Press until the light shows{words}", "Wait for a day."]


def test_words_close_to_each_other_in_two_cells_are_two():
    text = page().words(50, 95, "Materials", font="bold", size=14)
    text.table([50, 200, 243, 330], 110, ("Item", "Quantity", "Lot"), ("Wax", "2 g", "7"))
    text.words(50, 190, "Method", font="bold", size=14).words(50, 210, "1. Rub it in.")
    (wax,) = find_procedure(pdf_text(pdf_file(text))).materials

    assert (wax.amount, wax.unit, wax.name) == ("2", "g", "Wax")


def test_the_end_of_a_line_at_a_hyphen_before_a_capital_is_within_the_word():
    text = page().lines(50, 100, "1. Rub the table with the wax of type L-", "DOPA and wait.")

    assert steps(text.words(50, 140, "2. Polish it."))[0].endswith("of type L-DOPA and wait.")


def test_a_field_for_the_time_next_to_a_step_is_no_part_of_it():
    text = page().words(50, 100, "1. Rub it in.").words(300, 100, ":")

    assert steps(text.words(50, 120, "2. Wait.")) == ["Rub it in.", "Wait."]


def test_a_box_with_a_line_that_warns_below_its_steps_is_read():
    text = page().box(40, 90, 400, 180, filled=True)
    text.words(50, 110, "1. Rub it in with a cloth.").words(50, 130, "2. Wait for ten minutes.")
    text.words(50, 160, "! Do not use hot water.")
    warning = page().words(50, 110, "1. Rub it in with a cloth.")
    warning.box(40, 130, 400, 180, filled=True).words(50, 150, "! Take care of your hands.")
    warning.words(50, 162, "Wax burns the skin.").words(50, 200, "2. Wait for ten minutes.")

    assert steps(text) == ["Rub it in with a cloth.", "Wait for ten minutes."]
    assert steps(warning) == ["Rub it in with a cloth.", "Wait for ten minutes."]


def test_the_title_in_a_form_counts_more_than_its_largest_words():
    form = Page().words(50, 60, "TASK CARD", size=20, font="bold")
    form.table([50, 200, 330], 80, ("Task title", "Waxing a table"), ("Zone", "Kitchen"))
    form.words(50, 160, "1. Open the tin of wax with a knife.").words(50, 180, "2. Rub it in.")

    assert title(form) == "Waxing a table"
    assert (
        title(
            page()
            .table([50, 200, 330], 80, ("Title", "Author"), ("Wax", "Lee"))
            .words(50, 160, "1. Rub it in with a cloth.")
        )
        == "Waxing a table"
    )


def test_a_mail_has_its_subject_as_title():
    mail = Page().words(50, 60, "Kim Lee", size=20, font="bold")
    for order, (name, words) in enumerate(
        [("From:", "Kim Lee"), ("To:", "All"), ("Subject:", "RE: Waxing a table")]
    ):
        mail.words(50, 90 + 14 * order, name, font="bold")
        mail.words(150, 90 + 14 * order, words)
    mail.words(50, 160, "1. Open the tin of wax with a knife.").words(50, 180, "2. Rub it in.")

    assert title(mail) == "Waxing a table"
    assert steps(mail) == ["Open the tin of wax with a knife.", "Rub it in."]


def test_a_word_in_no_cell_of_a_table_is_text():
    text = page().words(50, 90, "1. Lay these things out.").words(60, 135, "2. Rub the wax in.")
    for x0, top, x1, bottom in [
        (50, 100, 200, 120), (200, 100, 330, 120), (200, 120, 330, 140), (200, 140, 330, 160)
    ]:  # fmt: skip
        text.box(x0, top, x1, bottom)
    text.words(54, 114, "Voltage").words(204, 114, "Speed")
    text.words(204, 134, "slow").words(204, 154, "fast").words(50, 190, "3. Polish it.")

    assert "Rub the wax in." in " ".join(steps(text))


def test_initials_at_the_beginning_of_a_line_are_within_the_sentence():
    text = page().lines(50, 100, "1. Rub in the wax of the maker", "A. Smith from London.")

    assert steps(text.words(50, 140, "2. Polish it.")) == [
        "Rub in the wax of the maker A. Smith from London.",
        "Polish it.",
    ]


def test_a_box_next_to_several_lines_is_read_once():
    text = page().box(158, 88, 300, 135, filled=True).words(165, 110, "Work near a window.")
    for number in (1, 2, 3):
        text.words(50, 85 + 15 * number, f"{number}. Rub the waxes all in.")

    assert pdf_text(pdf_file(text)).count("window") == 1


def test_three_lines_of_which_two_have_cells_are_no_table():
    text = page().words(50, 90, "Procedure", font="bold", size=14)
    for order, cells in enumerate(
        [("Rub it in.", "Wait.", "Polish."), ("Open it.", "Close it.", "Shake."), ("Sit down.",)]
    ):
        for x, words in zip((50, 200, 300), cells, strict=False):
            text.words(x, 110 + 14 * order, words)

    assert "Sit down." in pdf_text(pdf_file(text))


def test_a_long_sentence_in_large_letters_is_no_heading():
    text = page().words(
        50, 100, "A table that is waxed each year stays clean and dry and lasts for a long time",
        size=13,
    )  # fmt: skip
    text.words(50, 130, "1. Open the tin of wax with a knife and look for lumps in it.")
    text.words(50, 150, "2. Rub the wax in with a soft cloth until it is even everywhere.")

    assert pdf_text(pdf_file(text)).count("#") == 1


def test_a_large_first_letter_is_part_of_its_word():
    text = page().words(50, 112, "R", size=24)
    text.lines(68, 100, "ub the wax on the table along the", "grain until the cloth moves easily.")

    assert steps(text.words(50, 124, "Then wait for an hour until it is dry.")) == [
        "Rub the wax on the table along the grain until the cloth moves easily.",
        "Then wait for an hour until it is dry.",
    ]


def test_small_bold_words_are_no_heading():
    text = page().words(50, 90, "Form number nine of ten", size=8.5, font="bold")
    text.words(50, 110, "1. Open the tin of wax with a knife.").words(50, 130, "2. Rub it in.")

    assert pdf_text(pdf_file(text)).count("#") == 1


def test_a_title_on_two_lines_in_the_header_is_whole():
    pages = []
    for number in (1, 2):
        text = Page().words(100, 30, "STANDARD PROCEDURE", size=7)
        text.words(100, 44, "Waxing of a table with the wax", font="bold", size=11)
        text.words(100, 57, "of bees", font="bold", size=11).words(400, 44, "Version 6", size=8)
        text.words(50, 100, f"{2 * number - 1}. Open the tin of wax with a knife and look at it.")
        pages.append(text.words(50, 120, f"{2 * number}. Rub it in until it is even."))

    assert title(*pages) == "Waxing of a table with the wax of bees"


def test_a_table_with_a_frame_around_it_is_no_drawing():
    text = page().words(50, 90, "1. Lay these things out.")
    text.table([50, 200, 330], 110, ("Item", "Amount"), ("Wax", "2 g"), ("Cloth", "3"))
    text.box(50, 110, 330, 170).words(50, 200, "2. Rub the wax in.")

    assert materials(text) == ["Wax", "Cloth"]


def test_a_table_over_two_pages_is_one_also_if_nothing_else_stands_on_them():
    edges = [50, 90, 330, 420]
    first = Page().table(
        edges, 100, ("No.", "Action", "Time"), ("1", "Rub the wax on the table.", "5 min")
    )
    second = Page().table(
        edges, 100, ("2", "Polish it with a cloth.", "20 min"), ("3", "Wait.", "1 h")
    )

    assert steps(first, second) == [
        "Rub the wax on the table (5 min).",
        "Polish it with a cloth (20 min).",
        "Wait (1 h).",
    ]


def test_a_number_in_the_first_row_of_a_table_is_no_number_of_a_page():
    edges = [50, 90, 330, 420]
    first = page().words(50, 90, "Work in a room without dust and with an open window.")
    first.table(edges, 100, ("No.", "Action", "Time"), ("1", "Rub the wax on.", "5 min"))
    second = Page().table(edges, 100, ("2", "Polish it well.", "9 min"), ("3", "Wait.", "1 h"))

    assert steps(first, second)[-3:] == [
        "Rub the wax on (5 min).", "Polish it well (9 min).", "Wait (1 h)."
    ]  # fmt: skip


def test_cards_of_one_row_may_stand_at_slightly_different_heights():
    text = page()
    for number, (x, y) in enumerate([(50, 120), (320, 120), (50, 260), (320, 252)], start=1):
        text.words(x, y, f"{number}. Rub in the wax of tin {number}")
        text.lines(x, y + 12, "until the cloth moves easily", "along the grain of the wood.")

    assert [each.split()[6] for each in steps(text)] == ["1", "2", "3", "4"]
    assert all(each.endswith("the wood.") for each in steps(text))


def test_two_lists_of_names_side_by_side_below_their_heading_are_one():
    text = page().words(50, 80, "Find out which foods have starch in them, and which have none.")
    text.words(50, 95, "You will need", font="bold")
    text.lines(50, 110, "6 food samples", "iodine in a dropper bottle", "1 white tile")
    text.lines(250, 110, "1 spatula", "paper towels", "safety goggles")
    text.words(50, 170, "Method", font="bold").lines(50, 185, "1. Rub the tile.", "2. Wait.")

    assert materials(text) == [
        "food samples", "iodine in a dropper bottle", "white tile", "spatula", "paper towels",
        "safety goggles",
    ]  # fmt: skip


def test_names_next_to_their_amounts_are_no_two_lists():
    text = page().words(50, 95, "Materials", font="bold")
    text.lines(50, 110, "Beeswax", "Linen oil", "Cloths").lines(250, 110, "2 tins", "1 tin", "3")

    assert "Beeswax 2 tins Linen oil 1 tin" in " ".join(pdf_text(pdf_file(text)).split())


def test_of_two_lists_of_amounts_one_line_may_have_a_name_alone():
    text = page().words(50, 95, "Cheese pie", font="bold")
    text.lines(50, 110, "12 oz shortcrust pastry", "3 large onions", "8 oz cheese")
    text.lines(250, 110, "2 eggs, beaten", "½ teaspoon mustard", "milk for brushing")
    text.words(50, 170, "Method", font="bold").lines(50, 185, "1. Slice it all.", "2. Wait.")

    assert materials(text)[:4] == ["shortcrust pastry", "large onions", "cheese", "eggs"]
