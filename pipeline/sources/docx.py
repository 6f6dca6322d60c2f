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

if TYPE_CHECKING:
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
        text = _outline(docx.Document(io.BytesIO(content)).paragraphs)
    except (zipfile.BadZipFile, OpcError, KeyError, ValueError, SyntaxError) as error:
        reason = one_line(error, limit=80) or type(error).__name__
        raise UnusableSource(f"is a damaged DOCX ({reason}); save it anew") from error
    if not text.strip():
        raise UnusableSource("is a DOCX without paragraphs; tables and pictures are not read")
    return text


def _outline(paragraphs: Iterable[Paragraph]) -> str:
    """The paragraphs as lines; neighbouring items are one list, numbered from 1."""
    outline, in_list = Outline(), False
    number = 0  # headings with a number count too
    for paragraph in paragraphs:
        words = " ".join(paragraph.text.split())
        style = (paragraph.style.name if paragraph.style is not None else "") or ""
        is_heading = style.startswith(("Heading", "Title"))
        is_item = bool(words) and (style.startswith("List") or _is_numbered(paragraph))
        number = number + 1 if is_item else 0
        if in_list and (is_heading or not is_item):
            outline.close_list(spaced=False)
            in_list = False
        if not words:
            continue
        if is_heading:
            outline.begin_heading()
        elif is_item:
            if not in_list:
                outline.open_list(first=number)
                in_list = True
            outline.begin_item(bullet="Bullet" in style)
        else:
            outline.begin_paragraph()
        outline.add(words)
    return outline.text()


def _is_numbered(paragraph: Paragraph) -> bool:
    properties = paragraph._p.pPr
    return properties is not None and properties.numPr is not None
