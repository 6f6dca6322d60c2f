"""A PDF → the text of its pages, as they are laid out. Needs pdfplumber."""

from __future__ import annotations

import io
import logging
import struct
from collections.abc import Sequence

from pipeline.errors import one_line
from pipeline.sources.as_markdown import as_markdown
from pipeline.sources.block_rules import has_title, put_right
from pipeline.sources.blocks import Block, Table
from pipeline.sources.encoding import MAX_BYTES, MAX_UNPACKED
from pipeline.sources.markdown import markdown_text
from pipeline.sources.pdf.blocks import find_blocks
from pipeline.sources.pdf.content import Content, without
from pipeline.sources.pdf.footnotes import without_footnotes
from pipeline.sources.pdf.page_content import content_of
from pipeline.sources.pdf.pages import parts_of
from pipeline.sources.pdf.running_lines import without_running_lines
from pipeline.sources.pdf.titles import (
    find_title,
    title_of_header,
    title_words,
    without_what_stands_above,
)
from pipeline.sources.pdf.unpacked import unpacks_to_more_than
from pipeline.sources.results import UnusableSource
from pipeline.sources.tables import title_in

__all__ = ["pdf_text"]

MAX_CHARACTERS = MAX_BYTES
_MOST_ABOVE_TITLE = 5  # blocks
_SHORTEST_TITLE = 2  # words, in a form
_OF_DAMAGED_FILES = (  # what reading one raises
    ValueError, KeyError, TypeError, AttributeError, IndexError, ArithmeticError, AssertionError,
    RecursionError, struct.error,
)  # fmt: skip


def pdf_text(content: bytes) -> str:
    """Return the text of all pages. Raises UnusableSource if there is none or it is too much."""
    import pdfplumber
    from pdfminer.pdfdocument import PDFPasswordIncorrect
    from pdfminer.psexceptions import PSException
    from pdfplumber.utils.exceptions import MalformedPDFException, PdfminerException

    logging.getLogger("pdfminer").setLevel(logging.CRITICAL)  # its complaints name no document
    if unpacks_to_more_than(content, MAX_UNPACKED):
        raise UnusableSource(f"unpacks to more than {MAX_UNPACKED >> 20} MiB; split it")
    pages, left, named = [], MAX_CHARACTERS, ""
    try:
        with pdfplumber.open(io.BytesIO(content)) as pdf:
            named = str(pdf.metadata.get("Title") or "")
            for number, page in enumerate(pdf.pages):
                pages.append(content_of(page, number))
                left -= sum(len(each.text) for each in pages[-1].segments)
                page.close()
                if left < 0:
                    raise UnusableSource(
                        f"holds more than {MAX_CHARACTERS >> 20} Mi characters; split it"
                    )
    except PdfminerException as error:
        if isinstance(error.args[0] if error.args else None, PDFPasswordIncorrect):
            raise UnusableSource("is a PDF with a password; save it without one") from error
        raise _damaged(error) from error
    except (MalformedPDFException, PSException, *_OF_DAMAGED_FILES) as error:
        raise _damaged(error) from error
    if not any(page.segments for page in pages):
        raise UnusableSource(
            "is a PDF without text (scanned?); run character recognition over it first"
        )
    return markdown_text(_markdown(pages, named))


def _markdown(pages: Sequence[Content], named: str) -> str:
    """The text of pages, of which the file says that it is ``named`` so."""
    kept = without_running_lines(pages)
    header = without(pages[0].segments, kept[0])
    for page, segments in zip(pages, kept, strict=True):
        page.segments = without_footnotes(segments, page)
    if title := find_title(pages[0], named):
        pages[0].segments = without_what_stands_above(title, pages[0].segments)
    parts = [part for page in pages for part in parts_of(page)]
    blocks = put_right(find_blocks(parts), titled=bool(title))
    if title:
        return as_markdown(blocks, title=_title_above(blocks, title_words(title)))
    of_header = "" if has_title(blocks) else title_of_header(header)
    return as_markdown(_from_title(blocks), title=of_header)


def _title_above(blocks: Sequence[Block | Table], largest: str) -> str:
    """Return the title of a document: that in a form on its first page, else its largest words.

    It is empty if the subject of a mail stands first.
    """
    first = blocks[0] if blocks else None
    if isinstance(first, Block) and first.kind == "heading" and first.level == 0:
        return ""
    tables = (block for block in blocks if isinstance(block, Table) and block.page == 0)
    in_form = next(filter(None, (title_in(table.rows) for table in tables)), "")
    is_header = len(in_form.split()) < _SHORTEST_TITLE  # "Title | Author"
    return largest if is_header else in_form


def _from_title(blocks: list[Block | Table]) -> list[Block | Table]:
    """Leave out a few lines above the first heading of the highest level, the title."""
    is_title = [isinstance(block, Block) and block.level == 1 for block in blocks]
    above = blocks[: is_title.index(True)] if True in is_title else []
    has_items = any(isinstance(block, Table) or block.kind == "item" for block in above)
    return blocks if has_items or len(above) > _MOST_ABOVE_TITLE else blocks[len(above) :]


def _damaged(error: Exception) -> UnusableSource:
    reason = one_line(error, limit=80) or type(error).__name__
    return UnusableSource(f"is a damaged PDF ({reason}); save it anew")
