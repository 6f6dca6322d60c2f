"""What the styles and lists of a Word document say of a paragraph: its level, list and letters."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls

from pipeline.sources.docx.styles import Styles, child, is_on, name_of, value


def element(name: str, inner: str = "", attributes: str = "") -> Any:
    return parse_xml(f"<w:{name} {nsdecls('w')} {attributes}>{inner}</w:{name}>")


def styles_of(*styles: str, numbering: str = "") -> Styles:
    lists = SimpleNamespace(element=element("numbering", numbering))
    document = SimpleNamespace(
        styles=SimpleNamespace(element=element("styles", "".join(styles))),
        part=SimpleNamespace(numbering_part=lists),
    )
    return Styles(document)


def style(name: str, inner: str = "", *, base: str = "", form: str = 'w:type="paragraph"') -> str:
    based = f'<w:basedOn w:val="{base}"/>' if base else ""
    return f'<w:style {form} w:styleId="{name}"><w:name w:val="{name}"/>{based}{inner}</w:style>'


def paragraph(style_id: str = "", inner: str = "") -> Any:
    own = f'<w:pStyle w:val="{style_id}"/>' if style_id else ""
    return element("p", f"<w:pPr>{own}{inner}</w:pPr>")


def run(form: str = "") -> Any:
    return element("r", f"<w:rPr>{form}</w:rPr>")


def size(half_points: object) -> str:
    return f'<w:sz w:val="{half_points}"/>'


def outline(level: object) -> str:
    return f'<w:outlineLvl w:val="{level}"/>'


def place(list_id: str = "", depth: str = "") -> str:
    inner = f'<w:ilvl w:val="{depth}"/>' if depth else ""
    inner += f'<w:numId w:val="{list_id}"/>' if list_id else ""
    return f"<w:numPr>{inner}</w:numPr>"


def properties(paragraph: str = "", letters: str = "") -> str:
    return f"<w:pPr>{paragraph}</w:pPr><w:rPr>{letters}</w:rPr>"


def test_elements_have_names_without_a_namespace_and_comments_have_none():
    made = element("p", "<!-- wax --><w:r/>")

    assert [name_of(each) for each in (made, *made)] == ["p", "", "r"]


def test_children_are_sought_one_within_the_other_and_may_be_missing():
    made = paragraph("Kopf")

    assert value(child(made, "pPr", "pStyle")) == "Kopf"
    assert child(made, "rPr", "pStyle") is None
    assert value(child(made, "pPr"), "left") is None
    assert value(None) is None


@pytest.mark.parametrize(
    ("setting", "expected"),
    [("", True), ('w:val="1"', True), ('w:val="true"', True), ('w:val="0"', False),
     ('w:val="false"', False), ('w:val="none"', False), ('w:val="off"', False),
     ('w:val="OFF"', False)],
)  # fmt: skip
def test_a_property_is_on_unless_its_value_says_no(setting, expected):
    assert is_on(element("b", attributes=setting)) is expected
    assert is_on(None) is None


@pytest.mark.parametrize(
    ("own", "level"), [("0", 1), ("3", 4), ("8", 9), ("9", None), ("x", None), ("-1", None)]
)
def test_a_paragraph_may_have_a_level_of_its_own_or_by_its_style(own, level):
    styles = styles_of(style("Title"), style("Kopf", properties(outline(own))))

    assert styles.level(paragraph("Title", outline(own))) == level
    assert styles.level(paragraph("Kopf")) == level


@pytest.mark.parametrize(
    ("name", "level"),
    [("heading 3", 3), ("Heading2", 2), ("Überschrift 1", 1), ("Titre 2", 2), ("Título 4", 4),
     ("Title", 0), ("Titel", 0), ("Document Title", 0), ("Subtitle", None), ("Normal", None)],
)  # fmt: skip
def test_the_name_of_a_style_says_the_level(name, level):
    assert styles_of(style(name)).level(paragraph(name)) == level


def test_a_style_is_like_that_which_it_is_based_on_unless_it_is_of_body_text():
    styles = styles_of(
        style("heading 2"),
        style("Kopf", base="heading 2"),
        style("Text", properties(outline(9)), base="heading 2"),
        '<w:style w:styleId="nameless"><w:basedOn w:val="Kopf"/></w:style>',
    )

    levels = [styles.level(paragraph(each)) for each in ("Kopf", "Text", "nameless", "none")]
    assert levels == [2, None, 2, None]
    assert styles.name(paragraph("Kopf")) == "Kopf, heading 2"
    assert styles.name(paragraph("nameless")) == ", Kopf, heading 2"


def test_styles_that_are_based_on_each_other_end():
    styles = styles_of(style("Kopf", base="Fuss"), style("Fuss", base="Kopf"))

    assert styles.name(paragraph("Kopf")) == "Kopf, Fuss"


def test_a_paragraph_without_a_style_has_the_default_one_of_paragraphs():
    styles = styles_of(
        style("Kopf", properties(letters=size(60))),
        style("Zeichen", properties(letters=size(50)), form='w:type="character" w:default="1"'),
        style("Alt", properties(letters=size(40)), form='w:type="paragraph" w:default="0"'),
        style("Text", properties(letters=size(22)), form='w:type="paragraph" w:default="1"'),
    )

    assert styles.size(paragraph(), run()) == 11.0
    assert styles_of(style("Kopf", properties(letters=size(60)))).size(paragraph(), run()) == 0.0


@pytest.mark.parametrize(
    ("style_id", "own", "expected"),
    [
        ("", place("1", "2"), ("1", 2)),
        ("", place("1"), ("1", 0)),
        ("", place("1", "x"), ("1", 0)),
        ("", place("0", "2"), None),
        ("", "", None),
        ("Liste", "", ("5", 1)),
        ("Tief", "", ("5", 3)),
        ("Liste", place("6"), ("6", 1)),
        ("Liste", place("", "4"), ("5", 4)),
        ("Liste", place("0"), None),
    ],
)
def test_the_list_of_an_item_and_its_depth_are_its_own_or_those_of_its_style(
    style_id, own, expected
):
    styles = styles_of(
        style("Liste", properties(place("5", "1"))),
        style("Tief", properties(place("", "3")), base="Liste"),
    )

    assert styles.list_place(paragraph(style_id, own)) == expected


def definition(name: str, *levels: str) -> str:
    return f'<w:abstractNum w:abstractNumId="{name}">{"".join(levels)}</w:abstractNum>'


def level(depth: str, form: str = "", first: str = "") -> str:
    depth = f'w:ilvl="{depth}"' if depth else ""
    inner = f'<w:numFmt w:val="{form}"/>' if form else ""
    inner += f'<w:start w:val="{first}"/>' if first else ""
    return f"<w:lvl {depth}>{inner}</w:lvl>"


def numbers(name: str, definition_id: str, inner: str = "") -> str:
    link = f'<w:abstractNumId w:val="{definition_id}"/>'
    return f'<w:num w:numId="{name}">{link}{inner}</w:num>'


NUMBERING = (
    definition("5", level("", "decimal", "4"), level("1", "bullet"), level("2", "none", "x"))
    + definition("6", level("0", "", "3"), level("1", "lowerLetter", "2"))
    + numbers("1", "5")
    + numbers("2", "6")
    + numbers("3", "9")
)


@pytest.mark.parametrize(
    ("list_id", "depth", "is_bullet", "first"),
    [
        ("1", 0, False, 4),
        ("1", 1, True, 1),
        ("1", 2, True, 1),
        ("1", 3, True, 1),
        ("2", 0, False, 3),
        ("2", 1, False, 2),
        ("3", 0, True, 1),
    ],
)
def test_the_items_of_a_list_have_a_form_and_a_first_number_at_each_depth(
    list_id, depth, is_bullet, first
):
    styles = styles_of(numbering=NUMBERING)

    assert styles.is_bullet(list_id, depth) is is_bullet
    assert styles.first_number(list_id, depth) == first


def test_a_list_may_begin_anew_where_it_has_such_a_depth():
    anew = [
        '<w:lvlOverride><w:startOverride w:val="8"/></w:lvlOverride>',
        '<w:lvlOverride w:ilvl="1"><w:startOverride w:val="9"/></w:lvlOverride>',
        '<w:lvlOverride w:ilvl="7"><w:startOverride w:val="9"/></w:lvlOverride>',
    ]
    other = '<w:lvlOverride w:ilvl="0"><w:lvl w:ilvl="0"/></w:lvlOverride>'
    styles = styles_of(
        numbering=NUMBERING + numbers("7", "5", "".join(anew)) + numbers("8", "5", other)
    )

    assert [styles.first_number("7", depth) for depth in (0, 1, 7)] == [8, 9, 1]
    assert [styles.is_bullet("7", depth) for depth in (0, 1)] == [False, True]
    assert [styles.first_number(list_id, 0) for list_id in ("1", "8")] == [4, 4]


@pytest.mark.parametrize("error", [KeyError, NotImplementedError])
def test_a_document_without_lists_has_bullets_alone(error):
    class Part:
        @property
        def numbering_part(self) -> None:
            raise error

    document = SimpleNamespace(styles=SimpleNamespace(element=element("styles")), part=Part())

    assert Styles(document).is_bullet("1", 0)


OFF = '<w:b w:val="0"/>'


@pytest.mark.parametrize(
    ("style_id", "form", "expected"),
    [
        ("", "", False),
        ("", "<w:b/>", True),
        ("Fett", "", True),
        ("Kopf", "", True),
        ("Fett", OFF, False),
        ("Fett", '<w:rStyle w:val="Mager"/>', False),
        ("Fett", '<w:rStyle w:val="Farbe"/>', True),
        ("Mager", '<w:rStyle w:val="Fett"/>', True),
        ("Farbe", "", False),
    ],
)
def test_letters_are_bold_by_themselves_else_by_their_style_else_by_that_of_the_paragraph(
    style_id, form, expected
):
    styles = styles_of(
        style("Fett", properties(letters="<w:b/>")),
        style("Kopf", base="Fett"),
        style("Mager", properties(letters=OFF)),
        style("Farbe"),
    )

    assert styles.is_bold(paragraph(style_id), run(form)) is expected


@pytest.mark.parametrize(
    ("form", "expected"), [("<w:i/>", True), ('<w:i w:val="0"/>', False), ("", False)]
)
def test_letters_are_in_italics_by_themselves_alone(form, expected):
    assert styles_of().is_italic(run(form)) is expected


@pytest.mark.parametrize(
    ("style_id", "own", "points"),
    [("", "22", 11.0), ("", "21.5", 10.75), ("", "x", 0.0), ("", "2.1.5", 0.0), ("Kopf", "", 14.0),
     ("Klein", "", 14.0), ("Kopf", "30", 15.0)],
)  # fmt: skip
def test_the_size_of_letters_is_their_own_else_that_of_the_style_of_their_paragraph(
    style_id, own, points
):
    styles = styles_of(style("Kopf", properties(letters=size(28))), style("Klein", base="Kopf"))

    assert styles.size(paragraph(style_id), run(size(own) if own else "")) == points
