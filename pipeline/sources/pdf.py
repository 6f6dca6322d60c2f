"""A PDF → the text of its pages, as they are laid out. Needs pypdf."""

from __future__ import annotations

import io
import logging

from pipeline.errors import one_line
from pipeline.sources.encoding import MAX_BYTES
from pipeline.sources.results import UnusableSource

__all__ = ["pdf_text"]

MAX_CHARACTERS = MAX_BYTES


def pdf_text(content: bytes) -> str:
    """Return the text of all pages. Raises UnusableSource if there is none or it is too much."""
    from pypdf import PdfReader
    from pypdf.errors import PyPdfError

    logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # its complaints name no document
    pages, left = [], MAX_CHARACTERS
    try:
        reader = PdfReader(io.BytesIO(content))
        if reader.is_encrypted and not reader.decrypt(""):
            raise UnusableSource("is a PDF with a password; save it without one")
        for page in reader.pages:
            pages.append(page.extract_text())
            left -= len(pages[-1])
            if left < 0:
                raise UnusableSource(
                    f"holds more than {MAX_CHARACTERS >> 20} Mi characters; split it"
                )
    except (PyPdfError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        reason = one_line(error, limit=80) or type(error).__name__
        raise UnusableSource(f"is a damaged PDF ({reason}); save it anew") from error
    text = "\n\n".join(pages)
    if not text.strip():
        raise UnusableSource(
            "is a PDF without text (scanned?); run character recognition over it first"
        )
    return text
