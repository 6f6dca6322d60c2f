"""A Word file as a text: its title, the boxes that are read, and files that cannot be read."""

from __future__ import annotations

import io
import zipfile

import docx
import pytest
from docx.document import Document
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls
from docx.shared import Pt

from pipeline.sources.docx import docx_text
from pipeline.sources.results import UnusableSource


def content(made: Document) -> bytes:
    file = io.BytesIO()
    made.save(file)
    return file.getvalue()


def text(made: Document) -> str:
    return docx_text(content(made)).strip()


def add_box(made: Document, words: str) -> None:
    box = f"<w:txbxContent><w:p><w:r><w:t>{words}</w:t></w:r></w:p></w:txbxContent>"
    drawn = f"<w:r {nsdecls('w')}><w:pict>{box}</w:pict></w:r>"
    made.add_paragraph()._p.append(parse_xml(drawn))


def test_the_title_of_the_file_is_put_first_if_no_heading_is_a_title():
    made = docx.Document()
    made.core_properties.title = " Waxing a table "
    made.add_paragraph("Before", style="Heading 1")
    made.add_paragraph("Rub it.")

    assert text(made) == "# Waxing a table\n\n### Before\n\nRub it."


def test_a_title_in_the_text_is_the_only_one():
    made = docx.Document()
    made.core_properties.title = "Form 7"
    made.sections[0].header.add_table(1, 1, Pt(400)).rows[0].cells[0].text = "Title: Form 8"
    made.add_paragraph("Waxing a table", style="Title")
    made.add_paragraph("Rub it.")

    assert text(made) == "## Waxing a table\n\nRub it."


def test_the_title_in_the_header_of_the_pages_comes_before_that_of_the_file():
    made = docx.Document()
    made.core_properties.title = "Form 7"
    header = made.sections[0].header
    header.paragraphs[0].text = "Kim and Lee"
    cells = header.add_table(1, 2, Pt(400)).rows[0].cells
    cells[0].text, cells[1].text = "Title", "Waxing a table"
    made.add_paragraph("Rub it.")

    assert text(made) == "# Waxing a table\n\nRub it."


@pytest.mark.parametrize(
    ("words", "is_read"), [("Open the lid now.", True), ("Open the lid right now.", False)]
)
def test_text_boxes_are_read_if_they_have_more_words_than_the_text(words, is_read):
    made = docx.Document()
    made.add_paragraph(words)
    for each in ("Stop.", "Wait.", "Listen.", "Breathe.", "Begin."):
        add_box(made, each)

    assert ("Listen." in text(made)) is is_read


@pytest.mark.parametrize(("room", "is_read"), [(0, True), (-1, False)])
def test_a_file_that_unpacks_to_more_than_fits_is_rejected(room, is_read, monkeypatch):
    made = docx.Document()
    made.add_paragraph("Rub it.")
    packed = content(made)
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        size = sum(member.file_size for member in archive.infolist())
    monkeypatch.setattr("pipeline.sources.docx.MAX_UNPACKED", size + room)

    if is_read:
        assert docx_text(packed).strip() == "Rub it."
    else:
        with pytest.raises(UnusableSource, match="unpacks to more than"):
            docx_text(packed)


def test_a_file_without_paragraphs_is_rejected():
    with pytest.raises(UnusableSource, match="without paragraphs"):
        text(docx.Document())


def test_the_reason_why_a_file_is_damaged_is_given():
    with pytest.raises(UnusableSource, match=r"damaged DOCX \(File is not a zip file\)"):
        docx_text(b"Rub it.")


def test_a_comment_in_the_xml_and_words_that_begin_with_an_ampersand_are_no_entities():
    made = docx.Document()
    made.add_paragraph("& salt")._p.append(parse_xml(f"<w:r {nsdecls('w')}><!-- wax --></w:r>"))

    assert text(made) == "& salt"


def test_text_boxes_are_remarks_if_the_text_has_as_many_words():
    made = docx.Document()
    made.add_paragraph("Rub the wax in well.")
    for words in ("Switch off", "Wait", "Rub it"):
        add_box(made, words)

    assert text(made) == "Rub the wax in well."
