"""A corpus of small files in the shapes that people write, each with the documents it must give.

``NAME.json`` lists them for the file ``NAME``: title, steps, and materials. A step is its text, or
an object with its label or alternative too. A file ``NAME.docx.txt`` describes a Word document:
a style and a paragraph on each line, or a row of a table.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pipeline.domain.document import Document, Material, Step
from pipeline.sources.file_documents import fetch_files, read_file

CORPUS = Path(__file__).parents[2] / "corpus" / "documents"
FILES = sorted(path for path in CORPUS.iterdir() if path.suffix != ".json")


def word_file(description: str, path: Path) -> Path:
    docx = pytest.importorskip("docx")
    document = docx.Document()
    table = None
    for line in description.splitlines():
        style, _, words = line.partition(" | ")
        if style == "Table":
            cells = words.split(" ; ")
            table = table or document.add_table(rows=0, cols=len(cells))
            for cell, content in zip(table.add_row().cells, cells, strict=True):
                cell.text = content
        else:
            table = None
            document.add_paragraph(words, style=style)
    document.save(str(path))
    return path


def documents(file: Path, folder: Path) -> list[Document]:
    if file.name.endswith(".docx.txt"):
        file = word_file(file.read_text(), folder / file.stem)
    read = list(read_file(f"{file.parent}/./{file.name}", entities=None))
    assert all(isinstance(document, Document) for document in read), read
    return [document for document in read if isinstance(document, Document)]


def step_record(step: Step) -> str | dict[str, str]:
    extra = {"label": step.label, "alternative": step.alternative}
    present = {name: words for name, words in extra.items() if words}
    return {"text": step.text} | present if present else step.text


def material_record(material: Material) -> dict[str, str]:
    names = ("name", "amount", "unit", "note")
    return {name: value for name in names if (value := getattr(material, name))}


def record(document: Document) -> dict[str, Any]:
    return {
        "title": document.title,
        "steps": [step_record(step) for step in document.steps],
        "materials": [material_record(material) for material in document.materials],
    }


def test_the_corpus_has_sixty_files_and_no_expectation_without_a_file() -> None:
    expectations = {path.name.removesuffix(".json") for path in CORPUS.glob("*.json")}

    assert len(FILES) >= 60
    assert {file.name for file in FILES} == expectations


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_a_file_gives_its_documents_with_title_steps_and_materials(
    file: Path, tmp_path: Path
) -> None:
    if file.suffix == ".html":
        pytest.importorskip("bs4")

    read = [record(document) for document in documents(file, tmp_path)]

    assert read == json.loads((CORPUS / f"{file.name}.json").read_text())


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_every_step_is_a_slice_of_its_document(file: Path, tmp_path: Path) -> None:
    if file.suffix == ".html":
        pytest.importorskip("bs4")

    for document in documents(file, tmp_path):
        for step in document.steps:
            assert document.text[step.char_start :].startswith(step.text)


def test_each_procedure_of_a_file_is_fetched_again_by_its_source() -> None:
    handle = f"{CORPUS}/./two-recipes.md"
    first, second = read_file(handle, entities=None)
    assert isinstance(first, Document)
    assert isinstance(second, Document)

    assert (first.id, second.id) == ("two-recipes.md", "two-recipes.md#2")
    assert list(fetch_files([second.source, first.source], entities=None)) == [second, first]


def test_a_procedure_that_is_gone_is_rejected_by_its_number() -> None:
    (fault,) = fetch_files([f"{CORPUS}/./two-recipes.md#3"], entities=None)

    assert not isinstance(fault, Document)
    assert "procedure 3: is not there any more; ingest the file again" in fault.error
