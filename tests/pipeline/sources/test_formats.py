"""PDF, DOCX and HTML as text with headings and lists; the damaged ones in one line."""

from __future__ import annotations

import io
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from pipeline.sources import Access, discover
from pipeline.sources.formats import (
    FORMATS,
    SUFFIXES,
    format_of_media_type,
    format_of_suffix,
    text_of,
)
from pipeline.sources.globs import path_filter
from pipeline.sources.results import DiscoveredDocument, Rejected, UnusableSource
from pipeline.text.steps import find_procedure

PAGE = """<html><head><title>Site</title><script>var x = "never";</script></head><body>
<nav><ul><li>Home</li></ul></nav><main><h1>Tea</h1><p>You need <b>water</b>.</p>
<!-- never --><h2>Method</h2><ol><li>Boil the <i>water</i>.</li>
<li><p>Pour it into the pot.<br>Wait.</p></li></ol></main><footer>Imprint</footer></body></html>"""


def pdf(text: str) -> bytes:
    """The smallest PDF that shows a text."""
    drawn = f"BT /F1 12 Tf 20 100 Td ({text}) Tj ET".encode()
    bodies = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R"
        b"/Resources<</Font<</F1 5 0 R>>>>>>",
        b"<</Length %d>>stream\n%s\nendstream" % (len(drawn), drawn),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
    ]
    made, places = b"%PDF-1.4\n", []
    for number, body in enumerate(bodies, start=1):
        places.append(len(made))
        made += b"%d 0 obj%s endobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    end = b"trailer<</Size 6/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % len(made)
    return made + b"xref\n0 6\n0000000000 65535 f \n" + table + end


def docx() -> bytes:
    import docx as library

    document = library.Document()
    document.add_heading("Tea", level=1)
    document.add_paragraph("This is how tea is made:")
    document.add_paragraph("Boil the water.", style="List Number")
    document.add_paragraph("Pour it into the pot.", style="List Number")
    file = io.BytesIO()
    document.save(file)
    return file.getvalue()


def test_a_page_is_its_main_part_with_headings_and_lists():
    text = text_of(PAGE.encode(), format_of_suffix(".html"))

    assert find_procedure(text).title == "Tea"
    steps = [step.text for step in find_procedure(text).steps]
    assert steps == ["Boil the water.", "Pour it into the pot. Wait."]
    assert not any(word in text for word in ("never", "Home", "Imprint"))


def test_a_page_is_read_in_its_own_encoding():
    page = (
        '<html><head><meta charset="iso-8859-1"></head><body><p>Der Käse fällt.</p></body></html>'
    )

    assert "Der Käse fällt." in text_of(page.encode("latin-1"), format_of_suffix(".htm"))


def test_a_very_deep_page_is_read():
    page = "<div>" * 500 + "Water falls." + "</div>" * 500

    assert "Water falls." in text_of(page.encode(), format_of_suffix(".html"))


def test_a_pdf_is_its_text():
    text = text_of(pdf("Boil the water. Pour it into the pot."), format_of_suffix(".pdf"))

    assert [step.text for step in find_procedure(text).steps] == [
        "Boil the water.",
        "Pour it into the pot.",
    ]


def test_a_docx_keeps_its_headings_and_lists():
    text = text_of(docx(), format_of_suffix(".docx"))

    assert find_procedure(text).title == "Tea"
    assert [step.text for step in find_procedure(text).steps] == [
        "Boil the water.",
        "Pour it into the pot.",
    ]


@pytest.mark.parametrize(
    ("content", "suffix", "reason"),
    [
        (b"%PDF-1.4 and then nothing", ".pdf", "damaged PDF"),
        (b"not a PDF at all", ".pdf", "damaged PDF"),
        (pdf(""), ".pdf", "without text"),
        (b"PK\x03\x04 broken", ".docx", "damaged DOCX"),
        (docx()[:2000], ".docx", "damaged DOCX"),
        (b"<html><script>x</script></html>", ".html", "without text"),
        (b" ", ".pdf", "is empty"),
    ],
)
def test_a_damaged_file_is_reported_on_one_line(content, suffix, reason):
    with pytest.raises(UnusableSource, match=reason) as error:
        text_of(content, format_of_suffix(suffix))

    assert "\n" not in str(error.value)


def test_an_archive_that_unpacks_to_too_much_is_not_unpacked():
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", b" " * (129 * 2**20))

    with pytest.raises(UnusableSource, match="unpacks to more than"):
        text_of(file.getvalue(), format_of_suffix(".docx"))


@pytest.mark.parametrize(
    ("suffix", "module"), [(".pdf", "pdfplumber"), (".docx", "docx"), (".html", "bs4")]
)
def test_a_missing_extra_is_reported_and_other_files_are_read(
    tmp_path, monkeypatch, suffix, module
):
    monkeypatch.setitem(sys.modules, module, None)
    monkeypatch.delitem(sys.modules, "pipeline.sources.html", raising=False)
    (tmp_path / f"a{suffix}").write_bytes(b"content")
    (tmp_path / "b.txt").write_text("Water falls.")

    rejection, document = discover([str(tmp_path)])

    assert isinstance(document, DiscoveredDocument)
    assert isinstance(rejection, Rejected)
    assert "pip install 'stepgraph[documents]'" in rejection.error


def test_files_of_all_formats_are_found_in_a_folder(tmp_path: Path):
    (tmp_path / "a.html").write_text(PAGE)
    (tmp_path / "b.pdf").write_bytes(pdf("Boil the water."))
    (tmp_path / "c.docx").write_bytes(docx())

    assert [document.document_id for document in discover([str(tmp_path)])] == [
        "a.html",
        "b.pdf",
        "c.docx",
    ]


@pytest.mark.parametrize(
    ("include", "exclude", "chosen"),
    [
        ((), (), "a.md b.txt sops/c.txt sops/old/d.txt"),
        (("*.txt",), (), "b.txt sops/c.txt sops/old/d.txt"),
        (("sops/*.txt",), (), "sops/c.txt"),
        (("sops/**/*.txt",), (), "sops/c.txt sops/old/d.txt"),
        ((), ("old",), "a.md b.txt sops/c.txt"),
        ((), ("sops/",), "a.md b.txt"),
        ((), ("sops/old",), "a.md b.txt sops/c.txt"),
        (("?.md", "sops/**"), ("d.*",), "a.md sops/c.txt"),
        (("[a].md",), (), ""),
    ],
)
def test_patterns_choose_the_files_of_a_folder(tmp_path, include, exclude, chosen):
    paths = "a.md b.txt sops/c.txt sops/old/d.txt".split()
    for path in paths:
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("Water falls.")

    results = list(discover([str(tmp_path)], access=Access(include=include, exclude=exclude)))

    assert [path for path in paths if path_filter(include, exclude)(path)] == chosen.split()
    if chosen:
        assert [result.document_id for result in results] == chosen.split()
    else:
        assert "that match --include and --exclude" in results[0].error


def test_a_file_that_is_named_is_read_whatever_the_patterns(tmp_path):
    (tmp_path / "a.txt").write_text("Water falls.")

    (document,) = discover([str(tmp_path / "a.txt")], access=Access(exclude=("*",)))

    assert isinstance(document, DiscoveredDocument)


def test_each_suffix_and_each_media_type_has_one_format():
    suffixes = [suffix for entry in FORMATS for suffix in entry.suffixes]
    media_types = [kind for entry in FORMATS for kind in entry.media_types]

    assert len(set(suffixes)) == len(suffixes)
    assert len(set(media_types)) == len(media_types)
    assert all(format_of_suffix(suffix).suffixes.count(suffix) == 1 for suffix in suffixes)
    assert all(kind in format_of_media_type(kind).media_types for kind in media_types)
    assert set(SUFFIXES) == {*suffixes, ".jsonl"}


def test_the_extra_of_a_format_can_be_installed():
    project = tomllib.loads((Path(__file__).parents[3] / "pyproject.toml").read_text())
    extras = {entry.extra for entry in FORMATS if entry.extra}

    assert extras and extras <= set(project["project"]["optional-dependencies"])


def test_a_media_type_that_no_format_has_is_not_guessed():
    assert format_of_media_type("text/plain") is None
    assert format_of_media_type("image/png") is None
    assert format_of_suffix(".unknown").suffixes == (".txt",)


def test_a_word_list_keeps_its_bullets_and_numbers():
    import docx as library

    document = library.Document()
    for text, style in [
        ("Boil.", "List Number"),
        ("Gently.", "List Bullet"),
        ("Pour.", "List Number"),
        ("Serve.", "Normal"),
        ("Clean.", "List Number"),
    ]:
        document.add_paragraph(text, style=style)
    file = io.BytesIO()
    document.save(file)

    text = text_of(file.getvalue(), format_of_suffix(".docx"))

    procedure = find_procedure(text)
    assert text.startswith("1. Boil.\n  - Gently.\n2. Pour.\n")
    assert [step.text.split() for step in procedure.steps][1:] == [["Pour.", "Serve."], ["Clean."]]


def with_entity(content: bytes, *, declaration: bytes) -> bytes:
    """The Word file with the entity nbsp in its first sentence, after a document type."""
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as whole, zipfile.ZipFile(file, "w") as changed:
        for member in whole.namelist():
            xml = whole.read(member)
            if member == "word/document.xml":
                head, _, body = xml.partition(b"?>")
                doctype = b"<!DOCTYPE w:document " + declaration + b">"
                body = body.replace(b"</w:t>", b"&nbsp;</w:t>", 1)
                xml = head + b"?>" + doctype + body
            changed.writestr(member, xml)
    return file.getvalue()


@pytest.mark.parametrize(
    "declaration", [b'[<!ENTITY nbsp "and the tea">]', b'[<!ENTITY nbsp SYSTEM "tea.txt">]']
)
def test_a_word_file_with_an_entity_that_has_no_text_is_rejected_not_read_in_part(
    declaration: bytes,
) -> None:
    with pytest.raises(UnusableSource, match="entity &nbsp;.* save it anew"):
        text_of(with_entity(docx(), declaration=declaration), format_of_suffix(".docx"))


def test_a_word_file_with_an_undeclared_entity_is_rejected() -> None:
    broken = with_entity(docx(), declaration=b"[]")

    with pytest.raises(UnusableSource, match="nbsp.* save it anew"):
        text_of(broken, format_of_suffix(".docx"))


def test_raised_and_lowered_letters_of_a_word_file_keep_their_meaning() -> None:
    import docx as library

    document = library.Document()
    paragraph = document.add_paragraph("Dilute 10")
    paragraph.add_run("5").font.superscript = True
    paragraph.add_run(" cells in H")
    paragraph.add_run("2").font.subscript = True
    paragraph.add_run("O.")
    file = io.BytesIO()
    document.save(file)

    text = text_of(file.getvalue(), format_of_suffix(".docx"))

    assert text == "Dilute 10⁵ cells in H₂O.\n"
