"""What a Word document says when all changes are accepted and it is printed."""

from __future__ import annotations

import io

import docx
import pytest
from docx.document import Document
from docx.enum.style import WD_STYLE_TYPE
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls
from docx.shared import Pt

from pipeline.domain.document import Material
from pipeline.sources.docx import docx_text
from pipeline.sources.results import UnusableSource
from pipeline.text.steps import find_procedure

NUMBERING = f"""<w:numbering {nsdecls("w")}>
<w:abstractNum w:abstractNumId="5"><w:multiLevelType w:val="multilevel"/>
<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>
<w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="%2)"/>
</w:lvl></w:abstractNum>
<w:abstractNum w:abstractNumId="6"><w:lvl w:ilvl="0"><w:start w:val="1"/>
<w:numFmt w:val="bullet"/><w:lvlText w:val="•"/></w:lvl></w:abstractNum>
<w:num w:numId="1"><w:abstractNumId w:val="5"/></w:num>
<w:num w:numId="2"><w:abstractNumId w:val="6"/></w:num>
<w:num w:numId="3"><w:abstractNumId w:val="5"/><w:lvlOverride w:ilvl="0">
<w:startOverride w:val="1"/></w:lvlOverride></w:num>
</w:numbering>"""


def document() -> Document:
    """An empty document with three lists: 1 is numbered, 2 has bullets, 3 is 1 anew."""
    made = docx.Document()
    numbering = made.part.numbering_part.element
    for each in list(numbering):
        numbering.remove(each)
    for each in list(parse_xml(NUMBERING)):
        numbering.append(each)
    return made


def item(made: Document, words: str, *, list_id: int = 1, depth: int = 0) -> None:
    paragraph = made.add_paragraph(words)
    place = f'<w:ilvl w:val="{depth}"/><w:numId w:val="{list_id}"/>'
    numbers = parse_xml(f"<w:numPr {nsdecls('w')}>{place}</w:numPr>")
    paragraph._p.get_or_add_pPr().append(numbers)


def add(made: Document, xml: str) -> None:
    """Add a piece of the body's XML, before what is said of its last section."""
    made.element.body.insert(-1, parse_xml(xml))


def text(made: Document) -> str:
    file = io.BytesIO()
    made.save(file)
    return docx_text(file.getvalue())


def steps(made: Document) -> list[str]:
    return [" ".join(step.text.split()) for step in find_procedure(text(made)).steps]


def labelled(made: Document) -> list[tuple[str | None, str]]:
    procedure = find_procedure(text(made))
    return [(step.label, " ".join(step.text.split())) for step in procedure.steps]


def materials(made: Document) -> list[Material]:
    return list(find_procedure(text(made)).materials)


def test_items_nested_in_another_are_part_of_it_and_a_list_continues_below():
    made = document()
    item(made, "Rub in the wax:")
    item(made, "along the grain", depth=1)
    item(made, "without haste", depth=1)
    made.add_paragraph("Note: wax burns.")
    item(made, "Wait for a day.")

    assert steps(made) == ["Rub in the wax: along the grain; without haste", "Wait for a day."]


def test_three_levels_of_one_list_are_distinguished():
    made = document()
    item(made, "Rub in the wax.")
    item(made, "Wait for a day.")
    item(made, "Look at it", depth=1)
    item(made, "Touch it", depth=1)
    item(made, "Smell it", depth=1)
    item(made, "Polish it.")

    assert len(steps(made)) == 3
    assert steps(made)[2] == "Polish it."


def test_what_was_deleted_is_not_read_and_what_was_inserted_is():
    made = document()
    who = 'w:id="1" w:author="A" w:date="2024-01-01T00:00:00Z"'
    add(
        made,
        f'<w:p {nsdecls("w")}><w:r><w:t xml:space="preserve">1. Rub in the </w:t></w:r>'
        f"<w:del {who}><w:r><w:delText>oil</w:delText></w:r></w:del>"
        f"<w:ins {who}><w:r><w:t>wax</w:t></w:r></w:ins><w:r><w:t>.</w:t></w:r></w:p>",
    )
    add(
        made,
        f"<w:p {nsdecls('w')}><w:moveFrom {who}><w:r><w:t>2. Paint it red.</w:t></w:r>"
        f"</w:moveFrom></w:p>",
    )
    made.add_paragraph("2. Wait for a day.")

    assert steps(made) == ["Rub in the wax.", "Wait for a day."]


def test_content_controls_fields_and_links_are_read_and_hidden_words_are_not():
    made = document()
    add(
        made,
        f"<w:sdt {nsdecls('w')}><w:sdtContent><w:p><w:r><w:t>1. Rub in the wax.</w:t></w:r>"
        "<w:r><w:rPr><w:vanish/></w:rPr><w:t>Ask Kim.</w:t></w:r></w:p></w:sdtContent></w:sdt>",
    )
    add(
        made,
        f'<w:p {nsdecls("w")}><w:r><w:t xml:space="preserve">2. Repeat step </w:t></w:r>'
        '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>REF x</w:instrText></w:r>'
        '<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>1</w:t></w:r>'
        '<w:r><w:fldChar w:fldCharType="end"/></w:r><w:r><w:t>.</w:t></w:r></w:p>',
    )

    assert steps(made) == ["Rub in the wax.", "Repeat step 1."]


def test_headings_are_known_by_the_style_that_theirs_is_based_on():
    made = document()
    own = made.styles.add_style("Kopf", WD_STYLE_TYPE.PARAGRAPH)
    own.base_style = made.styles["Heading 2"]
    made.add_paragraph("Waxing a table", style="Title")
    made.add_paragraph("Before", style="Kopf")
    item(made, "Clean the table.")
    made.add_paragraph("Waxing", style="Kopf")
    item(made, "Rub in the wax.", list_id=3)

    assert find_procedure(text(made)).title == "Waxing a table"
    assert labelled(made) == [("Before", "Clean the table."), ("Waxing", "Rub in the wax.")]


@pytest.mark.parametrize(("level", "mark"), [("1", "#### "), ("9", "")])
def test_a_style_of_any_name_is_of_headings_by_its_level(level: str, mark: str) -> None:
    made = document()
    own = made.styles.add_style("Kopf", WD_STYLE_TYPE.PARAGRAPH)
    outline = parse_xml(f'<w:outlineLvl {nsdecls("w")} w:val="{level}"/>')
    own.element.get_or_add_pPr().append(outline)
    made.add_paragraph("Waxing", style="Kopf")

    assert text(made).strip() == f"{mark}Waxing"


def test_bold_lines_are_headings_if_they_are_short_and_in_no_list():
    made = document()
    title = made.add_paragraph()
    title.add_run("Waxing a table").bold = True
    title.runs[0].font.size = Pt(20)
    for words, step in (("Before", "1) Clean the table."), ("Waxing", "2) Rub in the wax.")):
        made.add_paragraph().add_run(words).bold = True
        made.add_paragraph(step)

    assert find_procedure(text(made)).title == "Waxing a table"
    assert labelled(made) == [("Before", "Clean the table."), ("Waxing", "Rub in the wax.")]


def table(made: Document, *rows: tuple[str, ...]) -> None:
    added = made.add_table(rows=len(rows), cols=max(map(len, rows)))
    for row, words in zip(added.rows, rows, strict=True):
        if len(words) == 1:
            row.cells[0].merge(row.cells[-1])
        for cell, each in zip(row.cells, words, strict=False):
            cell.text = each


def test_a_row_over_the_whole_table_heads_those_below_it():
    made = document()
    made.add_paragraph("Waxing a table", style="Title")
    table(
        made, ("No.", "Action", "Time"), ("A. Before",), ("1", "Clean the table.", "5 min"),
        ("B. Waxing",), ("2", "Rub in the wax.", "9 min"), ("3", "Polish it.", ""),
    )  # fmt: skip

    assert labelled(made) == [
        ("Before", "Clean the table (5 min)."),
        ("Waxing", "Rub in the wax (9 min)."),
        ("Waxing", "Polish it."),
    ]


def test_a_box_with_a_note_is_left_out_and_a_layout_table_is_read_cell_by_cell():
    made = document()
    made.add_paragraph("Waxing a table", style="Title")
    table(made, ("Warning: wax burns.",))
    layout = made.add_table(rows=1, cols=2)
    left, right = layout.rows[0].cells
    left.text = "Ingredients"
    left.paragraphs[0].style = "Heading 2"
    for words in ("200 g beeswax", "1 litre turpentine"):
        left.add_paragraph(words)
    right.text = "Method"
    right.paragraphs[0].style = "Heading 2"
    for words in ("1. Melt the wax.", "2. Stir in the turpentine."):
        right.add_paragraph(words)

    assert steps(made) == ["Melt the wax.", "Stir in the turpentine."]
    assert [each.name for each in materials(made)] == ["beeswax", "turpentine"]


def test_steps_next_to_pictures_are_read():
    made = document()
    made.add_paragraph("Waxing a table", style="Title")
    table(
        made,
        ("Picture 1", "1. Clean the table with a cloth and let it dry for an hour."),
        ("Picture 2", "2. Rub in the wax along the grain until it looks even."),
    )

    assert steps(made) == [
        "Clean the table with a cloth and let it dry for an hour.",
        "Rub in the wax along the grain until it looks even.",
    ]


def test_lines_with_tabs_below_a_header_are_a_table():
    made = document()
    made.add_paragraph("You will need").runs[0].bold = True
    made.add_paragraph("Item\tQuantity\tPlace\nBeeswax\t200 g\tshelf\nCloths\t2\tdrawer")
    made.add_paragraph("Method").runs[0].bold = True
    made.add_paragraph("1. Melt the wax.")

    assert [(each.name, each.amount, each.unit) for each in materials(made)] == [
        ("Beeswax", "200", "g"),
        ("Cloths", "2", None),
    ]


@pytest.mark.parametrize("place", ["header", "table", "file"])
def test_a_title_that_is_no_heading_is_found(place):
    made = document()
    if place == "header":
        header = made.sections[0].header
        header.add_table(1, 2, Pt(400)).rows[0].cells[1].text = "Title: Waxing a table"
    elif place == "table":
        table(made, ("Document name", "Waxing a table", "Version", "3"), ("Author", "K.", "", ""))
    else:
        made.core_properties.title = "Waxing a table"
    for words in ("Clean the table.", "Rub in the wax."):
        item(made, words)

    assert find_procedure(text(made)).title == "Waxing a table"
    assert steps(made) == ["Clean the table.", "Rub in the wax."]


def test_remarks_in_italics_between_items_are_left_out():
    made = document()
    item(made, "Clean the table.")
    made.add_paragraph().add_run("Kim once forgot this.").italic = True
    item(made, "Rub in the wax.")

    assert steps(made) == ["Clean the table.", "Rub in the wax."]


def test_symbols_raised_letters_and_breaks_are_plain_text():
    made = document()
    add(
        made,
        f'<w:p {nsdecls("w")}><w:r><w:sym w:font="Wingdings" w:char="F0A8"/></w:r><w:r><w:tab/>'
        '<w:t>Take 10</w:t></w:r><w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr>'
        '<w:t>5</w:t></w:r><w:r><w:t xml:space="preserve"> non</w:t><w:noBreakHyphen/>'
        "<w:t>living cells.</w:t></w:r></w:p>",
    )
    made.add_paragraph("☐\tWait for a day.")

    assert steps(made) == ["Take 10⁵ non-living cells.", "Wait for a day."]


def test_a_table_of_contents_and_captions_are_left_out():
    made = document()
    made.styles.add_style("toc 1", WD_STYLE_TYPE.PARAGRAPH)
    made.add_paragraph("Waxing a table", style="Title")
    made.add_paragraph("Waxing\t1", style="toc 1")
    item(made, "Rub in the wax.")
    made.add_paragraph("Figure 1: The table", style="Caption")
    item(made, "Wait for a day.")

    assert steps(made) == ["Rub in the wax.", "Wait for a day."]


def test_a_header_that_refers_to_nothing_is_a_damaged_document():
    made = document()
    item(made, "Rub it in.")
    reference = parse_xml(f'<w:headerReference {nsdecls("w")} w:type="default"/>')
    made.sections[0]._sectPr.insert(0, reference)

    with pytest.raises(UnusableSource, match="damaged DOCX.* save it anew"):
        text(made)


def test_a_cell_is_never_wider_than_a_table_may_be():
    made = document()
    table = made.add_table(rows=2, cols=2)
    for cell, words in zip(table._cells, ("No.", "Action", "1", "Rub it in."), strict=True):
        cell.text = words
    table.cell(1, 1)._tc.get_or_add_tcPr().append(
        parse_xml(f'<w:gridSpan {nsdecls("w")} w:val="99999999999"/>')
    )

    assert steps(made) == ["Rub it in."]


def box(words: str) -> str:
    """A run with a text box, in the form of today and in that for old versions."""
    content = f"<w:txbxContent><w:p><w:r><w:t>{words}</w:t></w:r></w:p></w:txbxContent>"
    mc = "http://schemas.openxmlformats.org/markup-compatibility/2006"
    return (
        f'<w:r {nsdecls("w")} xmlns:mc="{mc}"><mc:AlternateContent><mc:Choice Requires="wps">'
        f"<w:drawing>{content}</w:drawing></mc:Choice><mc:Fallback><w:pict>{content}</w:pict>"
        "</mc:Fallback></mc:AlternateContent></w:r>"
    )


def with_boxes(*boxes: str) -> Document:
    made = document()
    made.add_paragraph("Changing the filter", style="Title")
    for words in boxes:
        made.add_paragraph()._p.append(parse_xml(box(words)))
    return made


def test_text_boxes_are_steps_if_they_hold_most_of_the_text():
    made = with_boxes("Switch it off.", "Take out the filter.", "Put in a new filter.")

    assert steps(made) == ["Switch it off.", "Take out the filter.", "Put in a new filter."]


def test_text_boxes_are_remarks_if_they_are_few_or_short():
    few = with_boxes("Switch it off and wait.", "Take out the filter.")
    few.add_paragraph("Open it.")
    short = with_boxes("Hot!", "Cold!", "Wet!")
    short.add_paragraph("Switch it off, wait for a minute and open the lid.")

    assert steps(few) == ["Open it."]
    assert steps(short) == ["Switch it off, wait for a minute and open the lid."]


def test_headings_with_automatic_numbers_are_steps_with_a_title():
    made = document()
    made.add_paragraph("Laying up the boat", style="Title")
    for title, words in (
        ("Flush it", "Close the seacock and run the engine."),
        ("Change the oil", "Pump out the oil and fill up."),
        ("Cover it", "Pull the sheet over the boom."),
    ):
        item(made, title)
        made.paragraphs[-1].style = "Heading 2"
        made.add_paragraph(words)

    assert steps(made) == [
        "Flush it: Close the seacock and run the engine.",
        "Change the oil: Pump out the oil and fill up.",
        "Cover it: Pull the sheet over the boom.",
    ]


def test_lists_of_materials_next_to_each_other_are_read_one_after_the_other():
    made = document()
    made.add_paragraph("Changing the belt", style="Title")
    lists = made.add_table(rows=2, cols=2)
    for cell, words in zip(lists.rows[0].cells, ("Tools", "Spare parts"), strict=True):
        cell.text = words
    for cell, lines in zip(
        lists.rows[1].cells, (("spanner", "wrench"), ("1 belt", "2 cloths")), strict=True
    ):
        cell.text = lines[0]
        cell.add_paragraph(lines[1])
    made.add_paragraph("Method", style="Heading 1")
    made.add_paragraph("1. Take off the guard.")

    assert [each.name for each in materials(made)] == ["spanner", "wrench", "belt", "cloths"]
    assert steps(made) == ["Take off the guard."]


def test_a_larger_line_right_below_the_first_is_the_title():
    made = document()
    for words, size in (("VILLAGE HALL", 12), ("Closing the hall", 20)):
        run = made.add_paragraph().add_run(words)
        run.bold, run.font.size = True, Pt(size)
    made.add_paragraph("1. Lock the door.\n2. Post the key through the letter box of the house.")
    for run in made.paragraphs[-1].runs:
        run.font.size = Pt(11)

    assert find_procedure(text(made)).title == "Closing the hall"
