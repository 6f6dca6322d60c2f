"""A Word document → plain text with the same headings, lists and tables. Needs python-docx."""

from __future__ import annotations

import io
import zipfile
from typing import TYPE_CHECKING, Any

from pipeline.errors import one_line
from pipeline.sources.as_markdown import as_markdown
from pipeline.sources.block_rules import put_right
from pipeline.sources.blocks import Block, Table
from pipeline.sources.encoding import MAX_UNPACKED
from pipeline.sources.markdown import markdown_text
from pipeline.sources.results import UnusableSource
from pipeline.sources.tables import title_in

if TYPE_CHECKING:
    from docx.document import Document

__all__ = ["docx_text"]

_FEWEST_BOXES = 3  # that may be the steps


def docx_text(content: bytes) -> str:
    """Return the headings, lists and paragraphs. Raises UnusableSource if they cannot be read."""
    import docx
    from docx.opc.exceptions import OpcError
    from docx.oxml.exceptions import XmlchemyError

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
        blocks = _blocks(document)
    except (
        zipfile.BadZipFile,
        OpcError,
        XmlchemyError,
        KeyError,
        ValueError,
        SyntaxError,
    ) as error:
        reason = one_line(error, limit=80) or type(error).__name__
        raise UnusableSource(f"is a damaged DOCX ({reason}); save it anew") from error
    text = markdown_text(as_markdown(put_right(blocks)))
    if not text.strip():
        raise UnusableSource("is a DOCX without paragraphs; data tables and pictures are not read")
    return text


def _n_words(element: Any) -> int:
    """How many words an element has; python-docx repeats those of runs in ``itertext``."""
    texts = (each.text or "" for each in element.iter() if str(each.tag).endswith("}t"))
    return len("".join(texts).split())


def _open_entity(document: Document) -> str | None:
    """Return the first entity that the file does not replace by text, such as "&nbsp;"."""
    nodes = (node for node in document.element.iter() if not isinstance(node.tag, str))
    return next((node.text for node in nodes if str(node.text).startswith("&")), None)


def _blocks(document: Document) -> list[Block | Table]:
    from pipeline.sources.docx.body import Body, text_boxes
    from pipeline.sources.docx.styles import Styles

    styles = Styles(document)
    paragraphs = [paragraph._p for paragraph in document.paragraphs]
    boxes = [_n_words(box) for paragraph in paragraphs for box in text_boxes(paragraph)]
    n_words = sum(len(paragraph.text.split()) for paragraph in document.paragraphs)
    reads_boxes = len(boxes) >= _FEWEST_BOXES and sum(boxes) > n_words  # else they are remarks
    body = Body(styles, paragraphs, reads_text_boxes=reads_boxes)
    blocks = list(body.blocks(document.element.body))
    is_titled = any(isinstance(block, Block) and 0 < block.level < 2 for block in blocks)
    headers = [] if is_titled else [section.header._element for section in document.sections]
    tables = (block for header in headers for block in body.blocks(header))
    rows = [row for block in tables if isinstance(block, Table) for row in block.rows]
    title = title_in(rows) or (document.core_properties.title or "").strip()
    return [Block("heading", title), *blocks] if title and not is_titled else blocks
