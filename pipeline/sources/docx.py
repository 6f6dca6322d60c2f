"""A Word document → plain text with the same headings, lists and paragraphs. Needs python-docx."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable
from typing import TYPE_CHECKING

from pipeline.errors import one_line
from pipeline.sources.encoding import MAX_BYTES
from pipeline.sources.outline import Outline
from pipeline.sources.results import UnusableSource
from pipeline.sources.scripts import subscript, superscript
from pipeline.sources.tables import add_table

if TYPE_CHECKING:
    from docx.document import Document
    from docx.table import Table
    from docx.text.paragraph import Paragraph

__all__ = ["docx_text"]

MAX_UNPACKED = 8 * MAX_BYTES  # the file is a zip archive


def docx_text(content: bytes) -> str:
    """Return the headings, lists and paragraphs. Raises UnusableSource if they cannot be read."""
    import docx
    from docx.opc.exceptions import OpcError

    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            if sum(member.file_size for member in archive.infolist()) > MAX_UNPACKED:
                raise UnusableSource(f"unpacks to more than {MAX_UNPACKED >> 20} MiB; split it")
        document = docx.Document(io.BytesIO(content))
        if entity := _open_entity(document):
            raise UnusableSource(
                f"holds the XML entity {entity}, whose text is not in the file;"
                " open it in a word processor and save it anew"
            )
        text = _outline(document.iter_inner_content())
    except (zipfile.BadZipFile, OpcError, KeyError, ValueError, SyntaxError) as error:
        reason = one_line(error, limit=80) or type(error).__name__
        raise UnusableSource(f"is a damaged DOCX ({reason}); save it anew") from error
    if not text.strip():
        raise UnusableSource("is a DOCX without paragraphs; data tables and pictures are not read")
    return text


def _open_entity(document: Document) -> str | None:
    """Return the first entity that the file does not replace by text, such as "&nbsp;"."""
    nodes = (node for node in document.element.iter() if not isinstance(node.tag, str))
    return next((node.text for node in nodes if str(node.text).startswith("&")), None)


def _outline(blocks: Iterable[Paragraph | Table]) -> str:
    """The paragraphs as lines; neighbouring items are one list, numbered from 1."""
    from docx.table import Table

    outline, in_list = Outline(), False
    number = 0  # headings with a number count too
    for block in blocks:
        if isinstance(block, Table):
            if in_list:
                outline.close_list(spaced=False)
            in_list, number = False, 0
            add_table([[cell.text for cell in row.cells] for row in block.rows], outline)
            continue
        words = " ".join(_text(block).split())
        style = (block.style.name if block.style is not None else "") or ""
        is_heading = style.startswith(("Heading", "Title"))
        is_item = bool(words) and (style.startswith("List") or _is_numbered(block))
        number = number + 1 if is_item else 0
        if in_list and (is_heading or not is_item):
            outline.close_list(spaced=False)
            in_list = False
        if not words:
            continue
        if is_heading:
            level = style.removeprefix("Heading").strip()
            outline.begin_heading(int(level) + 1 if level.isdigit() else 1)
        elif is_item:
            if not in_list:
                outline.open_list(first=number)
                in_list = True
            outline.begin_item(bullet="Bullet" in style)
        else:
            outline.begin_paragraph()
        outline.add(words)
    return outline.text()


def _text(paragraph: Paragraph) -> str:
    """The words of a paragraph, with raised and lowered ones in Unicode."""
    from docx.text.run import Run

    parts = []
    for content in paragraph.iter_inner_content():
        words = content.text
        if isinstance(content, Run) and content.font.superscript:
            words = superscript(words)
        elif isinstance(content, Run) and content.font.subscript:
            words = subscript(words)
        parts.append(words)
    return "".join(parts)


def _is_numbered(paragraph: Paragraph) -> bool:
    properties = paragraph._p.pPr
    return properties is not None and properties.numPr is not None
