"""The file formats of documents: suffix, media types, reader, and the extra that reading needs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pipeline.sources.encoding import decoded
from pipeline.sources.results import UnusableSource

__all__ = [
    "FORMATS",
    "LINE_SUFFIXES",
    "SUFFIXES",
    "Format",
    "format_of_media_type",
    "format_of_suffix",
    "text_of",
]


@dataclass(frozen=True, slots=True)
class Format:
    """A format of files that hold one document each.

    ``read`` makes plain text of a file's bytes, with ``#`` headings and list markers, or raises
    UnusableSource. ``is_text``: the bytes are text, to be given in UTF-8. ``extra`` is what has to
    be installed to read it, as in ``stepgraph[EXTRA]``.
    """

    suffixes: tuple[str, ...]
    media_types: tuple[str, ...]
    read: Callable[[bytes], str]
    is_text: bool = False
    extra: str | None = None


def _markdown(content: bytes) -> str:
    from pipeline.sources.markdown import markdown_text

    return markdown_text(decoded(content))


def _html(content: bytes) -> str:
    from pipeline.sources.html import html_text

    return html_text(content)


def _pdf(content: bytes) -> str:
    from pipeline.sources.pdf import pdf_text

    return pdf_text(content)


def _docx(content: bytes) -> str:
    from pipeline.sources.docx import docx_text

    return docx_text(content)


_WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"

FORMATS = (
    Format((".txt",), (), decoded, is_text=True),
    Format((".md",), ("text/markdown", "text/x-markdown"), _markdown, is_text=True),
    Format((".html", ".htm"), ("text/html", "application/xhtml+xml"), _html, extra="documents"),
    Format((".pdf",), ("application/pdf",), _pdf, extra="documents"),
    Format((".docx",), (_WORD,), _docx, extra="documents"),
)
_PLAIN = FORMATS[0]
_BY_SUFFIX = {suffix: entry for entry in FORMATS for suffix in entry.suffixes}
_BY_MEDIA_TYPE = {kind: entry for entry in FORMATS for kind in entry.media_types}

LINE_SUFFIXES = (".jsonl", ".json")  # .json only when named: ProPara's grids are called so
SUFFIXES = (*_BY_SUFFIX, ".jsonl")


def format_of_suffix(suffix: str) -> Format:
    """Return the format of files with this suffix; plain text if the suffix is unknown."""
    return _BY_SUFFIX.get(suffix, _PLAIN)


def format_of_media_type(media_type: str) -> Format | None:
    """Return the format that a server calls so; None for plain text, which many servers guess."""
    return _BY_MEDIA_TYPE.get(media_type)


def text_of(content: bytes, source_format: Format) -> str:
    """Return the text of a file's bytes. Raises UnusableSource with the reason if it has none."""
    if not content.strip():
        raise UnusableSource("is empty; write at least one step")
    try:
        return source_format.read(content).replace("\0", "")
    except ImportError as error:
        if source_format.extra is None:
            raise
        raise UnusableSource(
            f"needs a library that is not installed: pip install 'stepgraph[{source_format.extra}]'"
        ) from error
