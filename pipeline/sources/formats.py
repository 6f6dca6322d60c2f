"""The bytes of a document of any kind we read → plain text, with its headings and lists.

HTML, PDF and DOCX need ``pip install 'stepgraph[documents]'``.
"""

from __future__ import annotations

import io
import logging
import zipfile
from collections.abc import Callable, Iterator

from pipeline.errors import one_line
from pipeline.sources.files import MAX_BYTES, Unusable, decoded
from pipeline.sources.markdown import plain_text

__all__ = ["text_of"]

MAX_UNPACKED = 8 * MAX_BYTES  # of a DOCX, which is a zip archive
MAX_CHARACTERS = MAX_BYTES  # taken out of a PDF
_EXTRA = "needs a library that is not installed: pip install 'stepgraph[documents]'"


def text_of(content: bytes, suffix: str) -> str:
    """The text of a file that is called so. Raises Unusable with the reason if there is none."""
    if not content.strip():
        raise Unusable("is empty; write at least one step")
    if suffix in _READERS:
        try:
            text = _READERS[suffix](content)
        except ImportError as error:
            raise Unusable(_EXTRA) from error
        return text.replace("\0", "")
    text = decoded(content)
    return plain_text(text) if suffix == ".md" else text


def _html(content: bytes) -> str:
    from pipeline.sources.html import page_text

    text = page_text(content)
    if not text.strip():
        raise Unusable("is a page without text of its own; give the page that has the steps")
    return text


def _pdf(content: bytes) -> str:
    from pypdf import PdfReader
    from pypdf.errors import PyPdfError

    logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # its complaints name no document
    pages, left = [], MAX_CHARACTERS
    try:
        reader = PdfReader(io.BytesIO(content))
        if reader.is_encrypted and not reader.decrypt(""):
            raise Unusable("is a PDF with a password; save it without one")
        for page in reader.pages:
            pages.append(page.extract_text())
            left -= len(pages[-1])
            if left < 0:
                raise Unusable(f"holds more than {MAX_CHARACTERS >> 20} Mi characters; split it")
    except (PyPdfError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise Unusable(f"is a damaged PDF ({_short(error)}); save it anew") from error
    text = "\n\n".join(pages)
    if not text.strip():
        raise Unusable("is a PDF without text (scanned?); run character recognition over it first")
    return text


def _docx(content: bytes) -> str:
    import docx
    from docx.opc.exceptions import OpcError

    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            if sum(one.file_size for one in archive.infolist()) > MAX_UNPACKED:
                raise Unusable(f"unpacks to more than {MAX_UNPACKED >> 20} MiB; split it")
        document = docx.Document(io.BytesIO(content))
        lines = list(_docx_lines(document.paragraphs))
    except (zipfile.BadZipFile, OpcError, KeyError, ValueError, SyntaxError) as error:
        raise Unusable(f"is a damaged DOCX ({_short(error)}); save it anew") from error
    text = "\n".join(lines).strip()
    if not text:
        raise Unusable("is a DOCX without paragraphs; tables and pictures are not read")
    return text + "\n"


def _docx_lines(paragraphs: object) -> Iterator[str]:
    """A line each: headings with ``#``, items of lists with a marker, as Markdown has them."""
    number = 0
    for paragraph in paragraphs:  # type: ignore[attr-defined]
        words = " ".join(paragraph.text.split())
        style = (paragraph.style.name if paragraph.style is not None else "") or ""
        properties = paragraph._p.pPr
        is_item = style.startswith("List") or (
            properties is not None and properties.numPr is not None
        )
        number = number + 1 if is_item and words else 0
        if not words:
            continue
        if style.startswith(("Heading", "Title")):
            yield from (f"# {words}", "")
        elif is_item:
            yield f"- {words}" if "Bullet" in style else f"{number}. {words}"
        else:
            yield from (words, "")


def _short(error: Exception) -> str:
    return one_line(error, limit=80) or type(error).__name__


_READERS: dict[str, Callable[[bytes], str]] = {
    ".html": _html,
    ".htm": _html,
    ".pdf": _pdf,
    ".docx": _docx,
}
