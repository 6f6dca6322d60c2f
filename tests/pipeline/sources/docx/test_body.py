"""The blocks of a Word document: which paragraphs and tables are what."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls, qn

from pipeline.sources.blocks import Block, Table
from pipeline.sources.docx.body import Body, text_boxes
from pipeline.sources.docx.styles import Styles

NAMES = ("Title", "heading 2", "toc 1", "Caption", "footnote text", "Table of Figures")
STYLES = "".join(
    f'<w:style w:type="paragraph" w:styleId="{name}"><w:name w:val="{name}"/></w:style>'
    for name in (*NAMES, "TOC Heading")
) + (
    '<w:style w:type="paragraph" w:styleId="own"><w:name w:val="My list"/>'
    '<w:basedOn w:val="TOC Heading"/></w:style>'
)
LISTS = (("1", "decimal", 1), ("2", "bullet", 1), ("3", "decimal", 1), ("4", "decimal", 7))
NUMBERING = "".join(
    f'<w:abstractNum w:abstractNumId="{name}">'
    + "".join(
        f'<w:lvl w:ilvl="{depth}"><w:start w:val="{first}"/><w:numFmt w:val="{form}"/></w:lvl>'
        for depth in (0, 1)
    )
    + "</w:abstractNum>"
    for name, form, first in LISTS
) + "".join(
    f'<w:num w:numId="{name}"><w:abstractNumId w:val="{name}"/></w:num>' for name, _, _ in LISTS
)
EIGHT = "Rub in the wax with a soft cloth"


def run(words: str, *, bold: bool = False, italic: bool = False, size: float = 0) -> str:
    form = "<w:b/>" * bold + "<w:i/>" * italic
    form += f'<w:sz w:val="{2 * size:g}"/>' if size else ""
    parts = words.replace("\t", "</w:t><w:tab/><w:t>").replace("\n", "</w:t><w:br/><w:t>")
    parts = parts.replace("<w:t>", '<w:t xml:space="preserve">')
    return f'<w:r><w:rPr>{form}</w:rPr><w:t xml:space="preserve">{parts}</w:t></w:r>'


def paragraph(*runs: str, form: str = "", style: str = "") -> str:
    style = f'<w:pStyle w:val="{style}"/>' if style else ""
    words = "".join(each if each.startswith("<") else run(each) for each in runs)
    return f"<w:p><w:pPr>{style}{form}</w:pPr>{words}</w:p>"


def item(*runs: str, list_id: str = "1", depth: int = 0, style: str = "") -> str:
    place = f'<w:numPr><w:ilvl w:val="{depth}"/><w:numId w:val="{list_id}"/></w:numPr>'
    return paragraph(*runs, form=place, style=style)


def bold(words: str, size: float = 0) -> str:
    return paragraph(run(words, bold=True, size=size))


def cell(content: str, form: str = "") -> str:
    content = content if content.startswith("<") else paragraph(content)
    return f"<w:tc><w:tcPr>{form}</w:tcPr>{content}</w:tc>"


def row(*cells: str, form: str = "") -> str:
    inner = "".join(each if each.startswith("<w:tc>") else cell(each) for each in cells)
    return f"<w:tr><w:trPr>{form}</w:trPr>{inner}</w:tr>"


def table(*rows: tuple[str, ...] | str) -> str:
    inner = "".join(each if isinstance(each, str) else row(*each) for each in rows)
    return f"<w:tbl>{inner}</w:tbl>"


def blocks(*elements: str, reads_text_boxes: bool | None = None) -> list[Block | Table]:
    body = parse_xml(f"<w:body {nsdecls('w')}>{''.join(elements)}</w:body>")
    styles = parse_xml(f"<w:styles {nsdecls('w')}>{STYLES}</w:styles>")
    numbering = parse_xml(f"<w:numbering {nsdecls('w')}>{NUMBERING}</w:numbering>")
    part = SimpleNamespace(numbering_part=SimpleNamespace(element=numbering))
    document = SimpleNamespace(styles=SimpleNamespace(element=styles), part=part)
    options = {} if reads_text_boxes is None else {"reads_text_boxes": reads_text_boxes}
    reader = Body(Styles(document), body.findall(qn("w:p")), **options)
    return list(reader.blocks(body))


def texts(*elements: str) -> list[str]:
    return [block.text for block in blocks(*elements) if isinstance(block, Block)]


def test_items_are_counted_and_set_in_at_each_depth_of_their_list():
    listed = blocks(
        item("Rub it."), item("hard", depth=1), item("long", depth=1),
        item("Wait."), item("sit", depth=1), item("stand", list_id="2"),
    )  # fmt: skip

    assert [(each.item, each.number, each.place) for each in listed] == [
        ("number", 1, 0.0), ("number", 1, 4.0), ("number", 2, 4.0),
        ("number", 2, 0.0), ("number", 1, 4.0), ("bullet", 1, 0.0),
    ]  # fmt: skip
    assert listed[0] == Block("item", "Rub it.", is_apart=False, item="number", number=1)


def test_an_inner_list_continues_below_an_item_of_another_list():
    listed = blocks(item("hard", depth=1), item("Call Kim.", list_id="3"), item("long", depth=1))

    assert [each.number for each in listed] == [1, 1, 2]


def test_a_list_begins_at_its_first_number_and_items_without_words_do_not_count():
    listed = blocks(item("Rub it.", list_id="4"), item("", list_id="4"), item("Wait.", list_id="4"))

    assert [(each.number, each.text) for each in listed] == [(7, "Rub it."), (8, "Wait.")]


def test_the_bold_beginning_of_an_item_is_kept_and_its_lines_are_one():
    listed = blocks(item(run("Rub it.", bold=True), " Use a\ncloth."))

    assert [(each.text, each.lead) for each in listed] == [("Rub it. Use a cloth.", 7)]


@pytest.mark.parametrize(
    ("list_id", "depth", "words"),
    [("1", 0, "1. Waxing it"), ("1", 1, "Waxing it"), ("2", 0, "Waxing it")],
)
def test_a_heading_has_the_number_of_its_list_at_the_outermost_depth_alone(list_id, depth, words):
    headings = blocks(item("Waxing\nit", list_id=list_id, depth=depth, style="heading 2"))

    assert headings == [Block("heading", words, level=3)]


def test_headings_in_no_list_have_no_number_and_others_are_counted():
    assert texts(
        paragraph("Before", style="heading 2"),
        item("Waxing", style="heading 2"),
        item("Polishing", style="heading 2"),
    ) == ["Before", "1. Waxing", "2. Polishing"]


@pytest.mark.parametrize(
    "words",
    ["Waxing a table", "so " * 12, "2.1\tWaxing", "B.\tWaxing", "Is it dry?"],
)
def test_a_short_bold_line_is_a_heading(words):
    assert blocks(bold(words)) == [Block("heading", " ".join(words.split()), level=5)]


@pytest.mark.parametrize(
    "words",
    ["so " * 13, "Rub it.", "Rub it,", "Rub it;", "Rub it\nWait", "Wax\t200 g", "(for a table)",
     "1) Wax", "a) Wax"],
)  # fmt: skip
def test_other_bold_lines_are_no_headings(words):
    assert "heading" not in [each.kind for each in blocks(bold(words))]


def test_a_line_of_which_a_part_is_bold_is_a_paragraph_with_a_title():
    assert blocks(paragraph(run("Wax", bold=True), " it well")) == [
        Block("paragraph", "Wax it well", lead=3)
    ]


@pytest.mark.parametrize(("size", "level"), [(10, 5), (13, 5), (13.5, 1)])
def test_a_bold_line_in_much_larger_letters_is_a_title(size, level):
    text = paragraph(run("Rub in the wax with a cloth.", size=10))

    assert blocks(text, bold("Waxing", size))[1].level == level


@pytest.mark.parametrize(("size", "kind"), [(10, "item"), (11, "item"), (11.5, "heading")])
def test_a_bold_line_with_a_marker_is_a_heading_in_larger_letters_alone(size, kind):
    text = paragraph(run("Rub in the wax with a cloth.", size=10))

    assert blocks(text, bold("1) Waxing", size))[1].kind == kind


def test_letters_are_neither_large_nor_a_title_if_the_usual_size_is_unknown_or_they_are_not_bold():
    text = "Rub in the wax with a cloth."

    assert blocks(paragraph(text), bold("1) Waxing", 20))[1].kind == "item"
    assert blocks(paragraph(text), bold("Waxing", 20))[1].level == 5
    assert blocks(paragraph(run(text, size=10)), paragraph(run("Waxing", size=20)))[1] == Block(
        "paragraph", "Waxing"
    )


def test_the_usual_size_is_that_of_most_letters_in_all():
    small = paragraph(run("Rub in the wax with a cloth.", size=10))
    large = paragraph(run("Wait for a day, then polish the table well.", size=20))

    assert blocks(small, large, small, bold("Waxing", 14))[-1].level == 1


def test_each_line_of_a_paragraph_may_be_an_item_and_those_below_the_first_are_not_apart():
    indent = '<w:ind w:left="400"/>'

    assert blocks(paragraph("Then\tand now\n\n2. Rub it.\nWait.", form=indent)) == [
        Block("paragraph", "Then and now", place=2.0),
        Block("item", "Rub it.", place=2.0, is_apart=False, item="number", number=2, marker="2. "),
        Block("paragraph", "Wait.", place=2.0, is_apart=False),
    ]


@pytest.mark.parametrize(
    ("heavy", "light", "leads"),
    [("1. Rub it", " hard.", [6]), ("1.", " Rub it hard.", [0]), ("1. Rub it.", "", [7]),
     ("Rub it.\nWait.", "", [7, 0]), ("Rub it", " hard.\nWait.", [6, 0])],
)  # fmt: skip
def test_bold_words_below_a_typed_marker_are_counted_in_the_first_line(heavy, light, leads):
    lines = blocks(paragraph(run(heavy, bold=True), light))

    assert [each.lead for each in lines] == leads


@pytest.mark.parametrize(
    ("words", "kind", "left"),
    [("1.", "item", ""), ("b)", "item", ""), ("•", "paragraph", "•"),
     ("Step 4", "paragraph", "Step 4"), ("• Rub it", "item", "Rub it"),
     ("Step 4 Rub it", "item", "Rub it")],
)  # fmt: skip
def test_a_marker_alone_is_an_item_if_it_ends_like_a_number(words, kind, left):
    assert [(each.kind, each.text) for each in blocks(paragraph(words))] == [(kind, left)]


@pytest.mark.parametrize(
    ("indent", "place"),
    [('w:left="400"', 2.0), ('w:start="600"', 3.0), ('w:left="-200"', -1.0), ('w:left="2cm"', 0.0),
     ('w:hanging="400"', 0.0), ('w:left="200" w:start="900"', 1.0)],
)  # fmt: skip
def test_a_paragraph_begins_where_its_indent_says(indent, place):
    assert blocks(paragraph("Rub it.", form=f"<w:ind {indent}/>"))[0].place == place


def test_a_paragraph_in_italics_is_known_as_one():
    lines = blocks(paragraph(run("Wax smells.", italic=True)), paragraph("Rub it."))

    assert [each.is_italic for each in lines] == [True, False]


@pytest.mark.parametrize(
    "style", ["toc 1", "Caption", "footnote text", "Table of Figures", "TOC Heading", "own"]
)
def test_contents_captions_and_footnotes_are_known_by_their_styles(style):
    assert texts(paragraph("Waxing", style=style), paragraph("Rub it.")) == ["Rub it."]


def test_a_heading_without_words_is_none():
    assert blocks(paragraph("", style="heading 2"), paragraph(" ")) == []


@pytest.mark.parametrize(
    "wrapped",
    ["<w:sdt><w:sdtContent>{}</w:sdtContent></w:sdt>", "<w:ins>{}</w:ins>",
     "<w:smartTag>{}</w:smartTag>", "<w:customXml>{}</w:customXml>",
     "<w:sdt/>{}", "<w:bookmarkStart/>{}", "<!-- wax -->{}"],
)  # fmt: skip
def test_paragraphs_and_tables_are_read_within_controls_and_insertions(wrapped):
    inner = paragraph("Rub it.") + table(("Wax", "Tin"))

    assert blocks(wrapped.format(inner), paragraph("Wait.")) == [
        Block("paragraph", "Rub it."), Table([["Wax", "Tin"]]), Block("paragraph", "Wait.")
    ]  # fmt: skip


def test_words_in_a_link_and_those_of_which_the_end_of_the_line_was_deleted_are_read():
    link = f"<w:p><w:hyperlink>{run('Rub it.')}</w:hyperlink></w:p>"
    joined = paragraph("Wait.", form="<w:rPr><w:del/></w:rPr>")

    assert texts(link, joined) == ["Rub it.", "Wait."]


def test_text_boxes_are_read_where_they_hang_if_they_are_to_be():
    content = f"<w:txbxContent>{paragraph('Switch it off.')}</w:txbxContent>"
    anchor = f"<w:p>{run('Open it.')}<w:r><w:pict>{content}</w:pict></w:r></w:p>"

    assert [each.text for each in blocks(anchor, reads_text_boxes=True)] == [
        "Open it.", "Switch it off."
    ]  # fmt: skip
    assert [each.text for each in blocks(anchor)] == ["Open it."]


def test_a_text_box_that_is_stored_in_two_forms_is_there_once():
    content = f"<w:txbxContent>{paragraph('Wait.')}</w:txbxContent>"
    drawn = f"<w:r><w:drawing>{content}</w:drawing><w:Fallback>{content}</w:Fallback></w:r>"

    assert len(list(text_boxes(parse_xml(f"<w:p {nsdecls('w')}>{drawn}</w:p>")))) == 1


@pytest.mark.parametrize(
    ("words", "rows"),
    [
        ("Item\tQuantity\nWax\t2 tins\nCloth\t1", [["Item", "Quantity"], ["Wax", "2 tins"],
                                                   ["Cloth", "1"]]),
        ("Item \t\tQuantity\nWax\t\t2\nCloth", [["Item", "Quantity"], ["Wax", "2"], ["Cloth"]]),
        ("Item\tQuantity\tWhat for\nWax\t2\nCloth\t1", [["Item", "Quantity", "What for"],
                                                        ["Wax", "2"], ["Cloth", "1"]]),
    ],
)  # fmt: skip
def test_two_lines_with_tabs_below_a_header_make_a_table(words, rows):
    assert blocks(paragraph(words)) == [Table(rows)]


@pytest.mark.parametrize(
    "words",
    ["Item\tQuantity\nWax\t2", "Item\tKim\nWax\t2\nCloth\t1",
     "Item\tQuantity\nWax\t2\tred\nCloth\t1", "Item\nWax\nCloth"],
)  # fmt: skip
def test_other_lines_with_tabs_are_lines(words):
    lines = [" ".join(line.split()) for line in words.split("\n")]

    assert texts(paragraph(words)) == lines


def test_rows_and_cells_that_were_deleted_continue_others_or_stand_in_controls():
    above, below = '<w:vMerge w:val="restart"/>', '<w:vMerge w:val="continue"/>'
    control = f"<w:sdt><w:sdtContent>{row('Cloth', 'two')}</w:sdtContent></w:sdt>"

    assert blocks(
        table(
            row(cell("Tin", above), "Wax it"), row(cell("old", below), "Wait"),
            row(cell("old", "<w:vMerge/>"), "Sit"), row("Oil", "one", form="<w:del/>"),
            "<w:tr/>", "<w:sdt/>", control,
        )
    ) == [Table([["Tin", "Wax it"], ["", "Wait"], ["", "Sit"], ["Cloth", "two"]])]  # fmt: skip


@pytest.mark.parametrize(("span", "width"), [("2", 3), ("62", 63), ("70", 64), ("x", 2)])
def test_a_cell_is_there_for_each_column_that_it_spans_and_63_at_most(span, width):
    wide = cell("Tin", f'<w:gridSpan w:val="{span}"/>')

    made = blocks(table(row(wide, "Wax"), ("Oil", "one")))
    assert made == [Table([["Tin"] * (width - 1) + ["Wax"], ["Oil", "one"]])]


@pytest.mark.parametrize(
    "content",
    ["Warning: wax burns.", "Safety first", "Kim’s tips for you"],
)
def test_boxes_with_a_note_are_left_out_and_others_are_read(content):
    assert texts(table((content,), ("Rub it.",)), table(("Note that it is dry.",))) == ["Rub it."]


def test_a_box_may_hold_a_table():
    inner = table(("Wax", "Tin"))

    assert blocks(table((inner + paragraph("Rub it."),))) == [
        Table([["Wax", "Tin"]]), Block("paragraph", "Rub it.")
    ]  # fmt: skip


@pytest.mark.parametrize("n_rows", [2, 3])
def test_names_of_lists_of_materials_head_what_stands_below_them(n_rows):
    rows = [("spanner", "belt"), ("wrench", "cloth")][: n_rows - 1]
    left, right = ([Block("paragraph", each[column]) for each in rows] for column in (0, 1))

    assert blocks(table(("Tools", "Spare parts"), *rows)) == [
        Block("heading", "Tools", level=5), *left, Block("heading", "Spare parts", level=5), *right
    ]  # fmt: skip


@pytest.mark.parametrize(
    "rows",
    [
        [("Tools", "Spare parts")],
        [("Tools", "Spare parts"), *[("wrench", "cloth")] * 3],
        [("Tools", "Amounts"), ("wrench", "2")],
        [("Tools", "Kim"), ("wrench", "2")],
        [("Tools", "Spare parts"), ("wrench", "cloth", "2")],
    ],
)
def test_other_tables_below_such_names_stay_tables(rows):
    assert blocks(table(*rows)) == [Table([list(each) for each in rows])]


@pytest.mark.parametrize(
    ("content", "is_layout"),
    [
        (paragraph("so " * 61), True),
        (paragraph("so " * 60), False),
        (item("Rub it.") * 3, True),
        (item("Rub it.") * 2, False),
        (paragraph("Waxing", style="heading 2") + paragraph("Rub it."), True),
        (table(("Rub it.",)) + paragraph(""), True),
    ],
)
def test_cells_with_lists_headings_or_long_text_are_there_for_the_layout(content, is_layout):
    made = blocks(table(("Wax", "Tin", "Lid"), ("Oil", "Pan", content)))

    assert any(isinstance(each, Table) for each in made) is not is_layout


def test_a_layout_has_three_rows_at_most_and_each_cell_is_read_once():
    wide = cell(paragraph("Waxing", style="Title"), '<w:gridSpan w:val="2"/>')
    rows = [row(wide), row("Rub it.", "Wait."), row("Sit.", "Eat.")]

    assert texts(table(*rows)) == ["Waxing", "Rub it.", "Wait.", "Sit.", "Eat."]
    assert isinstance(blocks(table(*rows, row("", "")))[0], Table)


@pytest.mark.parametrize(
    "rows",
    [
        [("the tin of wax", EIGHT), ("a cloth and hand", EIGHT)],
        [(EIGHT, "the tin of wax"), (EIGHT, "a cloth and hand")],
        [("Picture", EIGHT), ("the tin", EIGHT), ("the cloth", EIGHT), ("the lid", EIGHT)],
    ],
)
def test_sentences_next_to_pictures_are_read_without_the_captions(rows):
    assert texts(table(*rows)) == [EIGHT] * len(rows)


@pytest.mark.parametrize(
    "rows",
    [
        [("the tin of the wax", EIGHT), ("a cloth and a hand", EIGHT)],
        [("the tin", "Rub in the wax with a cloth"), ("the lid", "Take off the lid with a knife")],
        [("the tin", EIGHT)],
        [("the tin", EIGHT, ""), ("the lid", EIGHT, "")],
        [("Step", "Description"), ("1", f"{EIGHT}, {EIGHT} and wait")],
    ],
)
def test_tables_with_short_texts_long_captions_or_headers_are_no_pictures(rows):
    assert blocks(table(*rows)) == [Table([list(each) for each in rows])]


def test_a_title_next_to_a_picture_holds_what_stands_below_it():
    titled = item(run("Rub it", bold=True)) + paragraph(EIGHT)
    made = blocks(table(("the tin", titled), ("the lid", titled)))

    assert [(each.text, each.place) for each in made] == [("Rub it", -2.0), (EIGHT, 0.0)] * 2


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (["Open:", "• fan", "• pump"], "Open:\nfan; pump"),
        (["• fan.", "• pump;", "• door,", "• lid:", "• tin"], "fan.\npump;\ndoor,\nlid:\ntin"),
        (["Rub it", "1.", "Wait"], "Rub it\nWait"),
    ],
)
def test_items_in_a_cell_are_set_apart_with_semicolons(lines, words):
    content = "".join(map(paragraph, lines))

    assert blocks(table(("Wax", content))) == [Table([["Wax", words]])]


def test_a_table_in_a_cell_of_a_long_table_is_left_out():
    content = paragraph("Rub it") + table(("Oil", "Tin")) + paragraph("Wait")
    made = blocks(table(("Wax", content), *[("Wax", "Tin")] * 3))

    assert made == [Table([["Wax", "Rub it\nWait"], *[["Wax", "Tin"]] * 3])]


def test_a_table_without_words_is_left_out_and_one_with_a_gap_is_not():
    assert blocks(table(("", ""), ("", ""))) == []
    assert blocks(table(("", ""), ("Wax", ""))) == [Table([["", ""], ["Wax", ""]])]


def test_lines_above_the_header_of_lines_with_tabs_are_text():
    read = blocks(paragraph("Parts\nItem\tQuantity\nWax\t2\nCloth\t1"))

    assert read == [
        Block("paragraph", "Parts"), Table([["Item", "Quantity"], ["Wax", "2"], ["Cloth", "1"]])
    ]  # fmt: skip


def test_a_table_of_which_all_rows_are_deleted_is_empty():
    assert blocks(table(row("Wax", "2 g", form="<w:del/>")), paragraph("Rub it."))[0].text == (
        "Rub it."
    )


@pytest.mark.parametrize("name", ["hyperlink", "ins"])
def test_words_in_a_link_stay_if_only_the_end_of_their_line_is_deleted(name):
    deleted = "<w:rPr><w:del/></w:rPr>"
    words = f"<w:{name}>{run('Rub it.')}</w:{name}>"

    assert [each.text for each in blocks(paragraph(words, form=deleted))] == ["Rub it."]
    assert blocks(paragraph(f"<w:del>{run('Rub it.')}</w:del>", form=deleted)) == []
