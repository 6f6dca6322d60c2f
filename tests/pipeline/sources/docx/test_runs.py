"""The words of a Word paragraph as they are printed, with their bold beginning and their size."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls

from pipeline.sources.docx.runs import Words, words_of
from pipeline.sources.docx.styles import Styles


def words(inner: str) -> Words:
    empty = parse_xml(f"<w:styles {nsdecls('w')}/>")
    part = SimpleNamespace(numbering_part=SimpleNamespace(element=empty))
    styles = Styles(SimpleNamespace(styles=SimpleNamespace(element=empty), part=part))
    return words_of(parse_xml(f"<w:p {nsdecls('w')}>{inner}</w:p>"), styles)


def run(text: str, form: str = "") -> str:
    return f'<w:r><w:rPr>{form}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


BOLD, ITALIC = "<w:b/>", "<w:i/>"


@pytest.mark.parametrize(
    ("text", "lead", "is_bold"),
    [("Wax", 3, True), ("Wax", 2, False), ("A", 1, True), ("A", 0, False), ("", 0, False)],
)
def test_words_are_bold_if_their_bold_beginning_is_all_of_them(text, lead, is_bold):
    assert Words(text, lead=lead).is_bold is is_bold


def test_plain_words_have_no_bold_beginning_and_no_known_size():
    assert words(run("Rub it.")) == Words("Rub it.", lead=0, size=0.0, is_italic=False)


def test_a_bold_beginning_holds_the_spaces_between_bold_words_and_ends_at_the_first_plain_one():
    inner = run("Rub", BOLD) + run(" ") + run("it", BOLD) + run(" well, ") + run("twice", BOLD)

    assert words(inner) == Words("Rub it well, twice", lead=6, is_italic=False)


@pytest.mark.parametrize(
    ("inner", "text", "lead"),
    [
        (run("  Rub", BOLD) + run(" it "), "Rub it", 3),
        (run("  ") + run("Rub", BOLD) + run(" it."), "Rub it.", 3),
        (run("  ") + run("Rub it."), "Rub it.", 0),
        (run("Rub it", BOLD) + run("  "), "Rub it", 8),
    ],
)
def test_the_space_around_the_words_is_no_part_of_them(inner, text, lead):
    made = words(inner)

    assert (made.text, made.lead) == (text, lead)


@pytest.mark.parametrize(
    ("inner", "is_italic"),
    [
        (run("Rub", ITALIC) + run(" ") + run("it", ITALIC), True),
        (run("Rub", ITALIC) + run(" it"), False),
        (run("Rub ") + run("it", ITALIC), False),
        (run("Rub ", ITALIC) + run("Kim", "<w:vanish/>") + run("it", ITALIC), True),
    ],
)
def test_words_are_in_italics_if_all_but_the_spaces_are(inner, is_italic):
    assert words(inner).is_italic is is_italic


def test_the_size_is_that_of_the_largest_letters_that_are_printed():
    sizes = run("Rub ", '<w:sz w:val="20"/>') + run("it ", '<w:sz w:val="28"/>')
    hidden = run("Kim", '<w:vanish/><w:sz w:val="60"/>')

    assert words(sizes + hidden + run("well.", '<w:sz w:val="22"/>')).size == 14.0


@pytest.mark.parametrize(
    ("inner", "text"),
    [
        ("<w:t/><w:t>Rub it.</w:t>", "Rub it."),
        ("<w:t>Rub</w:t><w:tab/><w:t>it.</w:t>", "Rub\tit."),
        ("<w:t>Rub</w:t><w:ptab/><w:t>it.</w:t>", "Rub\tit."),
        ("<w:t>Rub</w:t><w:br/><w:t>it.</w:t>", "Rub\nit."),
        ("<w:t>Rub</w:t><w:cr/><w:t>it.</w:t>", "Rub\nit."),
        ("<w:t>non</w:t><w:noBreakHyphen/><w:t>stick</w:t>", "non-stick"),
        ("<w:t>Rub</w:t><w:lastRenderedPageBreak/><w:t>it.</w:t>", "Rubit."),
        ("<w:rPr><w:vanish w:val='0'/></w:rPr><w:t>Rub it.</w:t>", "Rub it."),
        ("<w:rPr><w:vanish/></w:rPr><w:t>Rub it.</w:t>", ""),
        ("<w:rPr><w:vertAlign w:val='superscript'/></w:rPr><w:t>2</w:t>", "²"),
        ("<w:rPr><w:vertAlign w:val='subscript'/></w:rPr><w:t>2</w:t>", "₂"),
        ("<w:rPr><w:vertAlign w:val='baseline'/></w:rPr><w:t>2</w:t>", "2"),
    ],
)
def test_the_parts_of_a_run_are_plain_text(inner, text):
    assert words(f"<w:r>{inner}</w:r>").text == text


@pytest.mark.parametrize(
    ("code", "sign"),
    [("F0B7", "•"), ("f0a7", "▪"), ("f06f", "☐"), ("F0FC", "✓"), ("f0fe", "☑"), ("f0d8", "➢"),
     ("F0E0", "→"), ("f06d", "µ"), ("f0b0", "°"), ("f0b1", "±"), ("f0b4", "×"), ("2612", "☒"),
     ("F0FF", "•")],
)  # fmt: skip
def test_the_signs_of_symbol_fonts_are_written_and_unknown_signs_are_bullets(code, sign):
    assert words(f'<w:r><w:sym w:font="Wingdings" w:char="{code}"/></w:r>').text == sign


def test_a_symbol_of_no_character_is_a_bullet():
    assert words("<w:r><w:sym/></w:r>").text == "•"


@pytest.mark.parametrize("name", ["hyperlink", "ins", "moveTo", "smartTag", "fldSimple"])
def test_what_stands_in_a_link_a_field_or_an_insertion_is_printed(name):
    assert words(run("Rub ") + f"<w:{name}>{run('it')}</w:{name}>" + run(".")).text == "Rub it."


@pytest.mark.parametrize("name", ["del", "moveFrom", "Fallback"])
def test_what_was_deleted_moved_away_or_is_a_second_form_is_not_printed(name):
    line_end = "<w:r><w:br/><w:noBreakHyphen/></w:r>"

    assert words(run("Rub") + f"<w:{name}>{line_end}</w:{name}>" + run(" it.")).text == "Rub it."
